package sandbox_test

// fetch: what it does, and which hosts and addresses scripts reach. Names are resolved by a server of
// the test.

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/sandbox"
)

// names answers a resolver: for each name, the addresses of its first, second and later questions.
type names map[string][]string

// resolver speaks DNS over a pipe.
func (n names) resolver() *net.Resolver {
	asked := map[string]*atomic.Int32{}
	for name := range n {
		asked[name] = new(atomic.Int32)
	}
	return &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		client, server := net.Pipe()
		go func() {
			defer server.Close()
			for {
				var size [2]byte
				if _, err := io.ReadFull(server, size[:]); err != nil {
					return
				}
				query := make([]byte, binary.BigEndian.Uint16(size[:]))
				if _, err := io.ReadFull(server, query); err != nil {
					return
				}
				answer := n.answer(query, asked)
				if _, err := server.Write(binary.BigEndian.AppendUint16(nil, uint16(len(answer)))); err != nil {
					return
				}
				if _, err := server.Write(answer); err != nil {
					return
				}
			}
		}()
		return client, nil
	}}
}

const typeA, typeAAAA = 1, 28

// answer is the reply to a query with one question.
func (n names) answer(query []byte, asked map[string]*atomic.Int32) []byte {
	var labels []string
	at := 12
	for query[at] != 0 {
		length := int(query[at])
		labels = append(labels, string(query[at+1:at+1+length]))
		at += 1 + length
	}
	kind := binary.BigEndian.Uint16(query[at+1:])
	question := query[12 : at+5]
	name := strings.ToLower(strings.Join(labels, "."))
	reply := append([]byte{}, query[0], query[1], 0x81, 0x80, 0, 1, 0, 0, 0, 0, 0, 0)
	reply = append(reply, question...)
	all := n[name]
	if all == nil {
		reply[3] = 0x83 // there is no such name
		return reply
	}
	turn := int(asked[name].Load())
	ip := netip.MustParseAddr(all[min(turn, len(all)-1)])
	if ip.Is4() != (kind == typeA) || kind != typeA && kind != typeAAAA {
		return reply
	}
	asked[name].Add(1)
	reply[7] = 1
	reply = append(reply, 0xc0, 12, 0, byte(kind), 0, 1, 0, 0, 0, 0, 0, byte(len(ip.AsSlice())))
	return append(reply, ip.AsSlice()...)
}

var loopback = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}

func TestFetch(t *testing.T) {
	t.Parallel()
	mux := http.NewServeMux()
	mux.HandleFunc("/echo", func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		w.Header().Set("X-Odd", "\xe4")
		fmt.Fprintf(w, `{"method": %q, "body": %q, "type": %q, "host": %q, "agent": %q}`, r.Method, body, r.Header.Get("Content-Type"), r.Host, r.UserAgent())
	})
	mux.HandleFunc("/form", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", `multipart/form-data; boundary="xx"`)
		_, _ = io.WriteString(w, "--xx\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\xc3\xa4\r\n--xx\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x.bin\"\r\nContent-Type: application/x\r\n\r\n\x00\xff\r\n--xx--\r\n")
	})
	mux.HandleFunc("/upload", func(w http.ResponseWriter, r *http.Request) {
		file, head, err := r.FormFile("f")
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		text, _ := io.ReadAll(file)
		fmt.Fprintf(w, "%s %s %s", r.FormValue("a"), head.Filename, text)
	})
	mux.HandleFunc("/redirect", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/echo", http.StatusFound) })
	mux.HandleFunc("/again", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/again", http.StatusFound) })
	mux.HandleFunc("/large", func(w http.ResponseWriter, r *http.Request) { _, _ = w.Write(make([]byte, 2000)) })
	mux.HandleFunc("/bomb", func(w http.ResponseWriter, r *http.Request) {
		var text bytes.Buffer
		z := gzip.NewWriter(&text)
		_, _ = z.Write(make([]byte, 1<<20))
		_ = z.Close()
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = w.Write(text.Bytes())
	})
	mux.HandleFunc("/slow", func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	server := httptest.NewServer(mux)
	defer server.Close()
	_, port, _ := net.SplitHostPort(server.Listener.Addr().String())
	var audit []sandbox.ToolCall
	sb := open(t, sandbox.Config{
		Fetch: &sandbox.Fetch{Allow: []string{"api.test:" + port, "slow.test:" + port}, Addresses: loopback, MaxBytes: 1000, Timeout: time.Minute, MaxRedirects: 3, Resolver: names{"api.test": {"127.0.0.1"}}.resolver()},
		Audit: func(c sandbox.ToolCall) { audit = append(audit, c) },
	})
	base := "const base = 'http://api.test:" + port + "';"
	for _, test := range []struct {
		source string
		want   any
	}{
		{"const r = await fetch(base + '/echo'); [r.status, r.ok, r.headers.get('x-odd'), (await r.json()).agent, r.url === base + '/echo', r.redirected]", []any{200.0, true, "ä", "wakeful", true, false}},
		{"const r = await (await fetch(base + '/echo', {method: 'POST', body: 'text', headers: {Host: 'evil.test', 'User-Agent': 'mine'}})).json(); [r.method, r.body, r.type, r.host === 'api.test:" + port + "', r.agent]", []any{"POST", "text", "text/plain;charset=UTF-8", true, "mine"}},
		{"const r = await (await fetch(base + '/echo', {method: 'PUT', duplex: 'half', body: new Blob(['a', 'b']).stream()})).json(); r.body", "ab"},
		{"const f = new FormData(); f.append('a', '1'); f.append('f', new File(['x'], 'n.txt')); await (await fetch(base + '/upload', {method: 'POST', body: f})).text()", "1 n.txt x"},
		{"const f = await (await fetch(base + '/form')).formData(); const file = f.get('f'); [f.get('a'), file.name, file.type, file.size]", []any{"1ä", "x.bin", "application/x", 2.0}},
		{"const r = await fetch(base + '/redirect'); [r.redirected, r.url === base + '/echo']", []any{true, true}},
		{"(await fetch(base + '/redirect', {redirect: 'manual'})).status", 302.0},
		{"try { await fetch(base + '/redirect', {redirect: 'error'}) } catch (e) { e.cause.message }", "unexpected redirect"},
		{"try { await fetch(base + '/again') } catch (e) { e.message + ': ' + e.cause.message }", "fetch failed: the request was redirected more than 3 times"},
		{"try { await fetch(base + '/large') } catch (e) { e.cause.message }", "the response has more than 1000 bytes"},
		{"try { await fetch(base + '/bomb') } catch (e) { e.cause.message }", "the response has more than 1000 bytes"},
		{"const c = new AbortController(); const p = fetch(base + '/slow', {signal: c.signal}); setTimeout(() => c.abort(), 1); try { await p } catch (e) { e.name }", "AbortError"},
		{"try { await fetch(base + '/slow', {signal: AbortSignal.timeout(2)}) } catch (e) { e.name }", "TimeoutError"},
		{"let s = ''; for await (const c of (await fetch(base + '/echo')).body) s += new TextDecoder().decode(c); s.length > 10", true},
		{"await (await fetch('data:text/plain;base64,aGk=')).text()", "hi"},
		{"try { await fetch('ftp://api.test/') } catch (e) { e.cause.message }", "unknown scheme: ftp: (fetch knows http, https and data)"},
		{"try { await fetch('http://user:word@api.test/') } catch (e) { e.name }", "TypeError"},
		{"[typeof Headers, typeof Request, typeof Response, typeof FormData]", []any{"function", "function", "function", "function"}},
	} {
		got, err := sb.Eval(t.Context(), "test.js", base+test.source)
		if err != nil || !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: %#v, %v; want %#v", test.source, got, err, test.want)
		}
	}
	if len(audit) == 0 || audit[0].Tool != "fetch" {
		t.Error(audit)
	}
	if _, err := sb.Eval(t.Context(), "many.js", base+"await Promise.all(Array.from({length: 101}, () => fetch(base + '/slow')))"); !errors.Is(err, sandbox.ErrPending) {
		t.Error(err)
	}
}

// TestFetchTimeout ends a request.
func TestFetchTimeout(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, "begun")
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	}))
	defer server.Close()
	sb := open(t, sandbox.Config{Fetch: &sandbox.Fetch{Allow: []string{server.Listener.Addr().String()}, Addresses: loopback, Timeout: 20 * time.Millisecond}})
	got, err := sb.Eval(t.Context(), "test.js", "try { await fetch('"+server.URL+"') } catch (e) { e.cause.message }")
	if err != nil || got != "the request took longer than 20ms" {
		t.Error(got, err)
	}
}

// TestFetchAddresses has requests to a server on loopback, whose address is not allowed: it counts what
// reaches it.
func TestFetchAddresses(t *testing.T) {
	t.Parallel()
	var reached atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached.Add(1) }))
	defer server.Close()
	_, port, _ := net.SplitHostPort(server.Listener.Addr().String())
	table := names{
		"private.test": {"10.0.0.1"}, "loop.test": {"127.0.0.1"}, "link.test": {"169.254.169.254"}, "six.test": {"::1"}, "unique.test": {"fd00::1"},
		"mapped.test": {"::ffff:127.0.0.1"}, "nat64.test": {"64:ff9b::7f00:1"}, "shared.test": {"100.64.0.1"}, "multicast.test": {"224.0.0.1"},
	}
	sb := open(t, sandbox.Config{Fetch: &sandbox.Fetch{Allow: []string{"*:" + port, "*"}, Resolver: table.resolver()}})
	hosts := []string{
		"127.0.0.1", "2130706433", "0x7f000001", "0177.0.0.1", "0x7f.1", "127.1", "localhost", "0", "0.0.0.0", "[::1]", "[::]", "[::ffff:127.0.0.1]",
		"[::ffff:7f00:1]", "[::127.0.0.1]", "[64:ff9b::127.0.0.1]", "[64:ff9b:1::7f00:1]", "[2002:7f00:1::]", "[fe80::1]", "[fc00::1]", "[ff02::1]",
		"10.0.0.1", "172.16.0.1", "192.168.0.1", "169.254.169.254", "100.100.100.200", "224.0.0.1", "255.255.255.255", "198.18.0.1", "１２７.0.0.1", "127。0。0。1",
	}
	for name := range table {
		hosts = append(hosts, name)
	}
	for _, host := range hosts {
		got, err := sb.Eval(t.Context(), "test.js", fmt.Sprintf("try { await fetch('http://%s:%s/'); 'reached' } catch (e) { e.cause.message }", host, port))
		text, _ := got.(string)
		if err != nil || !strings.Contains(text, sandbox.ErrAddress.Error()) {
			t.Errorf("%s: %v, %v", host, got, err)
		}
	}
	if n := reached.Load(); n > 0 {
		t.Errorf("%d requests have reached the server", n)
	}
}

// TestFetchRebinding has names that resolve to an allowed address first and to another one later, and
// redirects to what is not allowed.
func TestFetchRebinding(t *testing.T) {
	t.Parallel()
	var reached atomic.Int32
	inner := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached.Add(1) }))
	defer inner.Close()
	_, innerPort, _ := net.SplitHostPort(inner.Listener.Addr().String())
	// The allowed address is 127.0.0.2 here, as if it were public.
	listener, err := net.Listen("tcp", "127.0.0.2:0")
	if err != nil {
		t.Skip("NOT RUN: this system has no address 127.0.0.2:", err)
	}
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	outer := &httptest.Server{Listener: listener, Config: &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Connection", "close") // each request resolves the name again
		if to := r.URL.Query().Get("to"); to != "" {
			http.Redirect(w, r, to, http.StatusFound)
		}
	})}}
	outer.Start()
	defer outer.Close()
	table := names{"public.test": {"127.0.0.2"}, "rebind.test": {"127.0.0.2", "127.0.0.1"}, "inner.test": {"127.0.0.1"}}
	sb := open(t, sandbox.Config{Fetch: &sandbox.Fetch{
		Allow:     []string{"public.test:" + port, "rebind.test:" + port, "rebind.test:" + innerPort, "inner.test:" + innerPort},
		Addresses: []netip.Prefix{netip.MustParsePrefix("127.0.0.2/32")}, Resolver: table.resolver(),
	}})
	for _, test := range []struct{ source, want string }{
		{"await fetch('http://public.test:PORT/'); 'ok'", "ok"},
		{"await fetch('http://rebind.test:PORT/'); await fetch('http://rebind.test:PORT/'); 'reached'", "127.0.0.1 is not public"},
		{"await fetch('http://public.test:PORT/?to=http://inner.test:INNER/'); 'reached'", "127.0.0.1 is not public"},
		{"await fetch('http://public.test:PORT/?to=http://127.0.0.1:INNER/'); 'reached'", "is not in the list of allowed hosts"},
		{"await fetch('http://public.test:PORT/?to=http://other.test/'); 'reached'", "other.test is not in the list of allowed hosts"},
		{"await fetch('http://public.test:INNER/'); 'reached'", "is not in the list of allowed hosts"},
		{"await fetch('http://public.test:PORT/?to=file:///etc/passwd'); 'reached'", ""},
	} {
		source := strings.NewReplacer("PORT", port, "INNER", innerPort).Replace(test.source)
		got, err := sb.Eval(t.Context(), "test.js", "try { "+source+" } catch (e) { e.cause.message }")
		text, _ := got.(string)
		if err != nil || !strings.Contains(text, test.want) || text == "reached" {
			t.Errorf("%s: %v, %v; want %s", source, got, err, test.want)
		}
	}
	if n := reached.Load(); n > 0 {
		t.Errorf("%d requests have reached the server", n)
	}
}

func TestFetchConfig(t *testing.T) {
	t.Parallel()
	for _, fetch := range []sandbox.Fetch{{Allow: []string{""}}, {Allow: []string{"http://a"}}, {Allow: []string{"a.*"}}, {Allow: []string{"a@b"}}, {Allow: []string{"*a"}}, {Allow: []string{"*."}}, {Allow: []string{"*.*"}}, {MaxBytes: -1}, {Timeout: -1}} {
		if _, err := sandbox.New(sandbox.Config{Fetch: &fetch}); !errors.Is(err, sandbox.ErrInvalidConfig) {
			t.Errorf("%+v: %v", fetch, err)
		}
	}
	tool := sandbox.Tool("fetch", func(context.Context, string) (string, error) { return "", nil })
	if _, err := sandbox.New(sandbox.Config{Fetch: &sandbox.Fetch{}}, tool); !errors.Is(err, sandbox.ErrInvalidConfig) {
		t.Error(err)
	}
	sb := open(t, sandbox.Config{Fetch: &sandbox.Fetch{Allow: []string{"*.good.test", "[2001:db8::1]", "plain.test:80", "tls.test:443"}}})
	for url, allowed := range map[string]bool{
		"http://a.good.test/": true, "https://a.b.GOOD.test./": true, "http://good.test/": false, "http://agood.test/": false, "http://a.good.test:81/": false,
		"http://a.good.test.evil.test/": false, "http://[2001:db8::1]/": true, "http://[2001:db8::2]/": false,
		"http://plain.test/": true, "https://plain.test/": false, "https://plain.test:80/": true, "https://tls.test/": true, "http://tls.test/": false, "http://tls.test:443/": true,
	} {
		got, err := sb.Eval(t.Context(), "test.js", "try { await fetch('"+url+"', {signal: AbortSignal.timeout(500)}) } catch (e) { String(e.cause?.message ?? e.name) }")
		if text, _ := got.(string); err != nil || strings.Contains(text, "is not in the list") == allowed {
			t.Errorf("%s: %v, %v", url, got, err)
		}
	}
}
