package js_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/wakeful-go/wakeful/js"
)

// served is a server whose handler is a script.
type served struct {
	*httptest.Server
	rt     *js.Runtime
	errors chan error
}

// serve starts a server. The value of the script is what Runtime.Handler takes.
func serve(t testing.TB, script string, options ...js.Option) *served {
	t.Helper()
	s := &served{rt: bare(t, options...), errors: make(chan error, 100)}
	value, err := s.rt.RunString(t.Context(), script)
	if err != nil {
		t.Fatal(err)
	}
	handler, err := s.rt.Handler(t.Context(), value)
	if err != nil {
		t.Fatal(err)
	}
	s.start(t, handler)
	return s
}

func (s *served) start(t testing.TB, handler *js.Handler) {
	handler.OnError = func(r *http.Request, err error) { s.errors <- fmt.Errorf("%s: %w", r.URL.Path, err) }
	s.Server = httptest.NewServer(handler)
	t.Cleanup(s.Close)
}

// reported fails the test unless an error with a text is reported, and no other.
func (s *served) reported(t testing.TB, want string) error {
	t.Helper()
	err := <-s.errors
	if !strings.Contains(err.Error(), want) {
		t.Errorf("the error %v was reported, want one with %q", err, want)
	}
	return err
}

// quietly fails the test if an error was reported.
func (s *served) quietly(t testing.TB) {
	t.Helper()
	select {
	case err := <-s.errors:
		t.Errorf("an error was reported: %v", err)
	default:
	}
}

// shown describes a response: the status, some headers and the body.
func shown(t testing.TB, response *http.Response, err error) string {
	t.Helper()
	if err != nil {
		return "error " + err.Error()
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	out := fmt.Sprint(response.StatusCode)
	for _, name := range []string{"Content-Type", "X-A", "Set-Cookie", "Location", "Content-Encoding"} {
		if values := response.Header.Values(name); len(values) > 0 {
			out += " " + name + "=" + strings.Join(values, "|")
		}
	}
	out += fmt.Sprintf(" %d %q", response.ContentLength, body)
	if err != nil {
		out += " " + err.Error()
	}
	return out
}

func TestHandler(t *testing.T) {
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	_, _ = io.WriteString(z, strings.Repeat("upstream ", 100))
	_ = z.Close()
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		w.Header().Set("X-A", "up")
		_, _ = w.Write(zipped.Bytes())
	}))
	t.Cleanup(upstream.Close)
	for _, c := range []struct{ name, script, method, path, body, want string }{
		{"a text", `() => new Response('hi')`, "GET", "/", "", `200 Content-Type=text/plain;charset=UTF-8 2 "hi"`},
		{"a promise", `async () => new Response('later')`, "GET", "/", "", `200 Content-Type=text/plain;charset=UTF-8 5 "later"`},
		{"after a timer", `() => new Promise((done) => setTimeout(() => done(new Response('t')), 1))`, "GET", "/", "", `200 Content-Type=text/plain;charset=UTF-8 1 "t"`},
		{"an object with fetch", `({ name: 'o', fetch() { return new Response(this.name) } })`, "GET", "/", "", `200 Content-Type=text/plain;charset=UTF-8 1 "o"`},
		{"a default export", `({ default: { fetch: () => new Response('d') } })`, "GET", "/", "", `200 Content-Type=text/plain;charset=UTF-8 1 "d"`},
		{"a default export that is a function", `({ default: () => new Response('f') })`, "GET", "/", "", `200 Content-Type=text/plain;charset=UTF-8 1 "f"`},
		{"JSON", `() => Response.json({ a: [1] }, { status: 201, headers: { 'x-a': 'ü' } })`, "GET", "/", "", "201 Content-Type=application/json X-A=\xfc 9 \"{\\\"a\\\":[1]}\""},
		{"several cookies", `() => new Response(null, { headers: [['set-cookie', 'a=1'], ['set-cookie', 'b=2']] })`, "GET", "/", "", `200 Set-Cookie=a=1|b=2 0 ""`},
		{"bytes have no type", `() => new Response(new Uint8Array([60, 104, 116, 109, 108, 62]))`, "GET", "/", "", `200 6 "<html>"`},
		{"a redirect", `() => Response.redirect('http://other.example/a', 307)`, "GET", "/", "", `307 Location=http://other.example/a 0 ""`},
		{"204", `() => new Response(null, { status: 204 })`, "GET", "/", "", `204 0 ""`},
		{"304", `() => new Response(null, { status: 304, headers: { 'x-a': 'e' } })`, "GET", "/", "", `304 X-A=e 0 ""`},
		{"HEAD", `() => new Response('12345')`, "HEAD", "/", "", `200 Content-Type=text/plain;charset=UTF-8 5 ""`},
		{"HEAD with a length", `() => new Response(null, { headers: { 'content-length': '77' } })`, "HEAD", "/", "", `200 77 ""`},
		{"HEAD of a stream", `() => new Response(new ReadableStream({ cancel() { globalThis.cancelled = true } }))`, "HEAD", "/", "", `200 -1 ""`},
		{"a wrong length is replaced", `() => new Response('12345', { headers: { 'content-length': '2' } })`, "GET", "/", "", `200 Content-Type=text/plain;charset=UTF-8 5 "12345"`},
		{"headers of a connection are dropped", `() => new Response('x', { headers: { 'transfer-encoding': 'gzip', 'keep-alive': '1', upgrade: 'h2c', connection: 'upgrade' } })`, "GET", "/", "", `200 Content-Type=text/plain;charset=UTF-8 1 "x"`},
		{"the request", `async (r) => new Response([r.method, new URL(r.url).pathname + new URL(r.url).search, r.headers.get('x-b'), r.bodyUsed, await r.text(), r.bodyUsed].join())`, "PUT", "/a%20b?c=d", "body", `200 Content-Type=text/plain;charset=UTF-8 -1 "PUT,/a%20b?c=d,ü,false,body,true"`},
		{"the host", `(r) => new Response(String(r.url === 'http://' + r.headers.get('host') + '/x'))`, "GET", "/x", "", `200 Content-Type=text/plain;charset=UTF-8 4 "true"`},
		{"another method", `(r) => new Response(r.method)`, "PURGE", "/", "", `200 Content-Type=text/plain;charset=UTF-8 5 "PURGE"`},
		{"a GET with a body", `async (r) => new Response(await r.text())`, "GET", "/", "body", `200 Content-Type=text/plain;charset=UTF-8 4 "body"`},
		{"no body", `(r) => new Response(String(r.body))`, "POST", "/", "", `200 Content-Type=text/plain;charset=UTF-8 4 "null"`},
		{"headers are immutable", `(r) => { try { r.headers.set('a', 'b') } catch (e) { return new Response(e.name) } }`, "GET", "/", "", `200 Content-Type=text/plain;charset=UTF-8 9 "TypeError"`},
		{"JSON of the request", `async (r) => Response.json((await r.json()).a + 1)`, "POST", "/", `{"a":1}`, `200 Content-Type=application/json 1 "2"`},
		{"a clone", `async (r) => { const c = r.clone(); return new Response(await r.text() + await c.text()) }`, "POST", "/", "b", `200 Content-Type=text/plain;charset=UTF-8 2 "bb"`},
		{"a stream", `() => { let n = 0; return new Response(new ReadableStream({ pull(c) { if (++n > 3) c.close(); else c.enqueue(new TextEncoder().encode('part' + n)) } })) }`, "GET", "/", "", `200 -1 "part1part2part3"`},
		{"a stream of texts", `() => new Response((async function* () { yield 'a'; yield ''; yield 'b' })())`, "GET", "/", "", `200 -1 "ab"`},
		{"an echo of the stream", `(r) => new Response(r.body)`, "POST", "/", strings.Repeat("x", 300_000), `200 -1 "` + strings.Repeat("x", 300_000) + `"`},
		{"an echo of the stream, chunk by chunk", `(r) => new Response(r.body.pipeThrough(new TransformStream({ transform(chunk, c) { c.enqueue(new Uint8Array([chunk.length > 0 ? 49 : 48])) } })))`, "POST", "/", "x", `200 -1 "1"`},
		{"the response of fetch", `() => fetch('` + upstream.URL + `')`, "GET", "/", "", `200 X-A=up -1 "` + strings.Repeat("upstream ", 100) + `"`},
		{"the request sent on", `(r) => r.headers.has('x-again') ? new Response(r.body) : fetch(new Request(r, { headers: { 'x-again': '1' } }))`, "POST", "/", "again", `200 -1 "again"`},
		{"a blob", `() => new Response(new Blob(['b'], { type: 'x/y' }))`, "GET", "/", "", `200 Content-Type=x/y 1 "b"`},
		{"a form", `async (r) => new Response((await r.formData()).get('a'))`, "FORM", "/", "a=%C3%BC", `200 Content-Type=text/plain;charset=UTF-8 2 "ü"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := serve(t, c.script, js.WithFetch(upstream.Client()))
			method := c.method
			if method == "FORM" {
				method = http.MethodPost
			}
			request, err := http.NewRequestWithContext(t.Context(), method, s.URL+c.path, strings.NewReader(c.body))
			if err != nil {
				t.Fatal(err)
			}
			request.Header.Set("X-B", "\xfc")
			if c.method == "FORM" {
				request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			}
			client := *s.Client()
			client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
			response, err := client.Do(request)
			got := shown(t, response, err)
			if strings.Contains(c.want, " -1 ") && !strings.Contains(got, " -1 ") {
				got = strings.Replace(got, fmt.Sprintf(" %d ", response.ContentLength), " -1 ", 1) // its length does not matter
			}
			if got != c.want {
				t.Errorf("got  %.300s\nwant %.300s", got, c.want)
			}
			s.quietly(t)
		})
	}
}

// TestHandlerErrors: an error is the end of its request alone. The host gets it, the client does not.
func TestHandlerErrors(t *testing.T) {
	for _, c := range []struct{ name, script, reported, want string }{
		{"it throws", `() => { throw new RangeError('secret') }`, "RangeError: secret", "500"},
		{"it rejects", `async () => { await null; throw new RangeError('secret') }`, "RangeError: secret", "500"},
		{"it throws no error", `() => { throw 'secret' }`, "secret", "500"},
		{"it returns nothing", `() => {}`, "returned no Response", "500"},
		{"it returns another object", `() => ({ status: 200 })`, "returned no Response", "500"},
		{"it returns Response.error()", `() => Response.error()`, "Response.error()", "500"},
		{"a body that was used", `async () => { const r = new Response('x'); await r.text(); return r }`, "body was used", "500"},
		{"a body that is read", `() => { const r = new Response(new ReadableStream()); r.body.getReader(); return r }`, "body was used", "500"},
		{"a timer of the request throws", `() => new Promise(() => { setTimeout(() => { throw new RangeError('secret') }) })`, "RangeError: secret", "500"},
		{"the body throws at once", `() => new Response(new ReadableStream({ pull() { throw new RangeError('secret') } }))`, "RangeError: secret", "cut"},
		{"the body throws later", `() => { let n = 0; return new Response(new ReadableStream({ pull(c) { if (n++) throw new RangeError('secret'); c.enqueue(new Uint8Array(3)) } })) }`, "RangeError: secret", "cut"},
		{"a part that is no bytes", `() => new Response(new ReadableStream({ start(c) { c.enqueue(1) } }))`, "non-Uint8Array", "cut"},
		{"more than the length says", `() => new Response((async function* () { yield '12345' })(), { headers: { 'content-length': '2' } })`, "Content-Length", "cut"},
		{"endless", `() => { for (;;); }`, "CPU", "500"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := serve(t, `(r) => new URL(r.url).pathname === '/ok' ? new Response('ok') : (`+c.script+`)(r)`, js.WithLimits(js.Limits{CPU: time.Second}))
			response, err := s.Client().Get(s.URL + "/fail")
			got := shown(t, response, err)
			if strings.Contains(got, "secret") {
				t.Errorf("the client sees the error: %s", got)
			}
			if cut := strings.Contains(got, "EOF"); cut != (c.want == "cut") || !cut && !strings.HasPrefix(got, c.want) {
				t.Errorf("got %s, want %s", got, c.want)
			}
			s.reported(t, c.reported)
			response, err = s.Client().Get(s.URL + "/ok")
			if got := shown(t, response, err); !strings.HasSuffix(got, `"ok"`) {
				t.Errorf("the next request got %s", got)
			}
			s.quietly(t)
		})
	}
	r := bare(t)
	for _, source := range []string{"1", "({})", "({ default: 1 })", "undefined", "null"} {
		if _, err := r.Handler(t.Context(), mustValue(t, r, source)); err == nil || !strings.Contains(err.Error(), "is not a function") {
			t.Errorf("Handler of %s returned %v", source, err)
		}
	}
}

// TestHandlerDisconnect: the script hears that its client has gone, whatever it waits for.
func TestHandlerDisconnect(t *testing.T) {
	for _, c := range []struct{ name, script, request string }{
		{"while it makes the response", `(r) => { started(); return new Promise((_, fail) => r.signal.addEventListener('abort', () => { heard(r.signal.reason.name); fail(r.signal.reason) })) }`, "GET / HTTP/1.1\r\nHost: a\r\n\r\n"},
		{"and it never returns", `(r) => { started(); r.signal.onabort = () => heard(r.signal.reason.name); return new Promise(() => {}) }`, "GET / HTTP/1.1\r\nHost: a\r\n\r\n"},
		{"while the body of the response waits", `(r) => { r.signal.onabort = () => heard(r.signal.reason.name); return new Response(new ReadableStream({ start(c) { c.enqueue(new Uint8Array(1)); started() }, cancel(e) { canceled(e.name) } })) }`, "GET / HTTP/1.1\r\nHost: a\r\n\r\n"},
		{"while the body of the response is written", `(r) => { r.signal.onabort = () => heard(r.signal.reason.name); let n = 0; return new Response(new ReadableStream({ pull(c) { if (++n === 2) started(); c.enqueue(new Uint8Array(1 << 20)) }, cancel(e) { canceled(e.name) } })) }`, "GET / HTTP/1.1\r\nHost: a\r\n\r\n"},
		{"while the body of the request is read", `async (r) => { r.signal.onabort = () => heard(r.signal.reason.name); const reader = r.body.getReader(); await reader.read(); started(); await reader.read(); return new Response('never') }`, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf"},
		{"while all of the request is read", `async (r) => { r.signal.onabort = () => heard(r.signal.reason.name); started(); await r.text(); return new Response('never') }`, "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			started, heard := make(chan struct{}, 1), make(chan string, 1)
			canceled := make(chan string, 1)
			s := serve(t, c.script, js.WithGlobal("started", func() { started <- struct{}{} }),
				js.WithGlobal("heard", func(name string) { heard <- name }), js.WithGlobal("canceled", func(name string) { canceled <- name }))
			connection, err := net.Dial("tcp", s.Listener.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			if _, err := io.WriteString(connection, c.request); err != nil {
				t.Fatal(err)
			}
			<-started
			_ = connection.Close()
			if got := <-heard; got != "AbortError" {
				t.Errorf("the signal aborted with %s", got)
			}
			if strings.Contains(c.script, "canceled") {
				if got := <-canceled; got != "AbortError" {
					t.Errorf("the stream was canceled with %s", got)
				}
			}
			s.Close() // waits for ServeHTTP
			s.quietly(t)
		})
	}
}

// TestHandlerLateError: an error that comes after the client has gone is reported.
func TestHandlerLateError(t *testing.T) {
	started := make(chan struct{}, 1)
	s := serve(t, `async (r) => { started(); await new Promise((done) => r.signal.onabort = done); throw new RangeError('late') }`, js.WithGlobal("started", func() { started <- struct{}{} }))
	ctx, stop := context.WithCancel(t.Context())
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		<-started
		stop()
	}()
	if _, err := s.Client().Do(request); !errors.Is(err, context.Canceled) { //nolint:bodyclose // there is none
		t.Errorf("got %v", err)
	}
	s.reported(t, "RangeError: late")
}

// TestHandlerBackpressure: no more of a stream is made than the client takes, and no more of a body
// is read than the script asks for.
func TestHandlerBackpressure(t *testing.T) {
	t.Run("slow reader", func(t *testing.T) {
		s := serve(t, `let made = 0; ((r) => new URL(r.url).pathname === '/made' ? new Response(String(made)) : new Response(new ReadableStream({ pull(c) { if (made === 64) return c.close(); made++; c.enqueue(new Uint8Array(1 << 20)) } })))`)
		response, err := s.Client().Get(s.URL)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = response.Body.Close() }()
		if _, err := io.ReadFull(response.Body, make([]byte, 1<<20)); err != nil {
			t.Fatal(err)
		}
		if got := settled(t, s); got >= 64 {
			t.Errorf("the script has made %d MiB although the client has read one", got)
		}
		if n, err := io.Copy(io.Discard, response.Body); err != nil || n != 63<<20 {
			t.Errorf("the rest has %d bytes, %v", n, err)
		}
	})
	t.Run("slow script", func(t *testing.T) {
		s := serve(t, `let got = 0, go; ((r) => { const path = new URL(r.url).pathname; if (path === '/made') return new Response(String(got)); if (path === '/go') { go(); return new Response() }
			return (async () => { const reader = r.body.getReader(); got += (await reader.read()).value.length; await new Promise((done) => go = done); for (let p = await reader.read(); !p.done; p = await reader.read()) got += p.value.length; return new Response(String(got)) })() })`)
		const size = 32 << 20
		sent := make(chan int64, 1)
		body := &countingReader{left: size}
		done := make(chan string, 1)
		go func() {
			response, err := s.Client().Post(s.URL, "a/b", body)
			done <- shown(t, response, err)
			sent <- body.read()
		}()
		for settled(t, s) == 0 { // until the first part has come
		}
		if n := body.read(); n >= size {
			t.Errorf("all %d bytes were sent although the script has read one part", n)
		}
		response, err := s.Client().Get(s.URL + "/go")
		_ = shown(t, response, err)
		if got := <-done; !strings.HasSuffix(got, fmt.Sprintf("%q", fmt.Sprint(size))) {
			t.Errorf("got %s", got)
		}
		<-sent
	})
}

// settled returns the number that /made answers.
func settled(t *testing.T, s *served) (n int) {
	t.Helper()
	response, err := s.Client().Get(s.URL + "/made")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	_, _ = fmt.Fscan(response.Body, &n)
	return n
}

// countingReader is a body of zeros.
type countingReader struct {
	mu         sync.Mutex
	left, took int64
}

func (c *countingReader) Read(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.left == 0 {
		return 0, io.EOF
	}
	n := min(int64(len(p)), c.left)
	clear(p[:n])
	c.left -= n
	c.took += n
	return int(n), nil
}

func (c *countingReader) read() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.took
}

// TestHandlerStreams: both directions flow at the same time, and each part is sent at once.
func TestHandlerStreams(t *testing.T) {
	s := serve(t, `(r) => new Response(r.body)`)
	reader, writer := io.Pipe()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL, reader)
	if err != nil {
		t.Fatal(err)
	}
	go func() { _, _ = io.WriteString(writer, "first ") }()
	response, err := s.Client().Do(request)
	if err != nil {
		t.Fatal(err)
	}
	part := make([]byte, 6)
	if _, err := io.ReadFull(response.Body, part); err != nil || string(part) != "first " {
		t.Fatalf("got %q, %v", part, err)
	}
	go func() {
		_, _ = io.WriteString(writer, "second")
		_ = writer.Close()
	}()
	rest, err := io.ReadAll(response.Body)
	_ = response.Body.Close()
	if err != nil || string(rest) != "second" {
		t.Errorf("got %q, %v", rest, err)
	}
}

// TestHandlerWire: what only raw bytes can show.
func TestHandlerWire(t *testing.T) {
	s := serve(t, `async (r) => {
		const path = new URL(r.url).pathname;
		if (path === '/later') {
			const reader = r.body.getReader();
			let pulls = 0;
			return new Response(new ReadableStream({
				async pull(c) {
					if (pulls++ === 0) return c.enqueue(new TextEncoder().encode('begins '));
					const { value, done } = await reader.read();
					if (done) c.close(); else c.enqueue(value);
				},
			}));
		}
		if (path === '/read') return new Response(await r.text()); if (path === '/half') { r.text().catch(() => {}); } return new Response('unread ' + (r.headers.get('x-long') ?? '').length) }`)
	for _, c := range []struct{ name, request, want string }{
		{"100-continue, read", "POST /read HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nok", "100 200 ok"},
		{"100-continue, read after the head of the response", "POST /later HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nok", "100 200 begins ok"},
		{"100-continue, not read", "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n", "200 unread 0"},
		{"a body that is being read when the response is made", "POST /half HTTP/1.1\r\nHost: a\r\nContent-Length: 20\r\n\r\nhalf", "200 unread 0"},
		{"a large header", "GET / HTTP/1.1\r\nHost: a\r\nX-Long: " + strings.Repeat("x", 500_000) + "\r\n\r\n", "200 unread 500000"},
		{"headers that are too large", "GET / HTTP/1.1\r\nHost: a\r\nX-Long: " + strings.Repeat("x", 2_000_000) + "\r\n\r\n", "431"},
		{"HTTP/1.0 without a host", "GET / HTTP/1.0\r\n\r\n", "200 unread 0"},
		{"a host that is no URL's", "GET / HTTP/1.1\r\nHost: [a\r\n\r\n", "400"},
	} {
		t.Run(c.name, func(t *testing.T) {
			connection, err := net.Dial("tcp", s.Listener.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = connection.Close() }()
			go func() { _, _ = io.WriteString(connection, c.request) }()
			in := bufio.NewReader(connection)
			var got []string
			for {
				response, err := http.ReadResponse(in, nil)
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, fmt.Sprint(response.StatusCode))
				if response.StatusCode != http.StatusContinue {
					body, _ := io.ReadAll(response.Body)
					got = append(got, string(body))
					break
				}
			}
			if text := strings.Join(got, " "); !strings.HasPrefix(text, c.want) {
				t.Errorf("got %.100s, want %s", text, c.want)
			}
		})
	}
}

// TestHandlerTooLarge: the limit of http.MaxBytesHandler.
func TestHandlerTooLarge(t *testing.T) {
	s := serve(t, `async (r) => { if (new URL(r.url).pathname === '/catch') { try { await r.text() } catch (e) { return new Response(e.name) } } return new Response(await r.text()) }`)
	s.Config.Handler = http.MaxBytesHandler(s.Config.Handler, 10)
	for path, want := range map[string]string{"/": "413", "/catch": "200"} {
		response, err := s.Client().Post(s.URL+path, "a/b", strings.NewReader("more than ten bytes"))
		if got := shown(t, response, err); !strings.HasPrefix(got, want) {
			t.Errorf("%s: got %s, want %s", path, got, want)
		}
	}
	s.quietly(t)
}

// TestHandlerEnds: requests in progress when the runtime ends, and after.
func TestHandlerEnds(t *testing.T) {
	started := make(chan struct{}, 1)
	s := serve(t, `() => { started(); return new Promise(() => {}) }`, js.WithGlobal("started", func() { started <- struct{}{} }))
	go func() {
		<-started
		_ = s.rt.Close()
	}()
	for range 2 {
		response, err := s.Client().Get(s.URL)
		if got := shown(t, response, err); !strings.HasPrefix(got, "503") {
			t.Errorf("got %s", got)
		}
		if err := s.reported(t, ""); !errors.Is(err, js.ErrEnded) {
			t.Errorf("%v was reported, want ErrEnded", err)
		}
	}
}

// TestHandlerShutdown: Shutdown of the server waits for a response that is being sent.
func TestHandlerShutdown(t *testing.T) {
	started, finish := make(chan struct{}, 1), make(chan struct{})
	s := serve(t, `() => new Response(new ReadableStream({ async pull(c) { started(); await finished(); c.enqueue(new Uint8Array([111, 107])); c.close() } }))`,
		js.WithGlobal("started", func() { started <- struct{}{} }))
	err := s.rt.Do(t.Context(), func(*goja.Runtime) error {
		return s.rt.Set("finished", s.rt.Async(func(ctx context.Context, _ []any) (any, error) {
			<-finish
			return nil, nil
		}))
	})
	if err != nil {
		t.Fatal(err)
	}
	got := make(chan string, 1)
	go func() {
		response, err := s.Client().Get(s.URL)
		got <- shown(t, response, err)
	}()
	<-started
	closing := make(chan struct{})
	s.Config.RegisterOnShutdown(func() { close(closing) })
	ended := make(chan error, 1)
	go func() { ended <- s.Config.Shutdown(context.Background()) }()
	<-closing
	select {
	case err := <-ended:
		t.Errorf("Shutdown returned %v while a response was being sent", err)
	default:
	}
	close(finish)
	if text := <-got; text != `200 -1 "ok"` {
		t.Errorf("got %s", text)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestHandlerInfo: the second argument, and the values of the request's context in Go functions.
func TestHandlerInfo(t *testing.T) {
	type key struct{}
	s := &served{rt: bare(t), errors: make(chan error, 1)}
	if err := s.rt.Set("user", s.rt.Async(func(ctx context.Context, _ []any) (any, error) { return ctx.Value(key{}), nil })); err != nil {
		t.Fatal(err)
	}
	handler, err := s.rt.Handler(t.Context(), mustValue(t, s.rt, `async (r, info) => Response.json([info, await user()])`))
	if err != nil {
		t.Fatal(err)
	}
	handler.Info = func(r *http.Request) any { return js.Fields{{Name: "user", Value: r.Context().Value(key{})}} }
	s.start(t, handler)
	inner := s.Config.Handler
	s.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		inner.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), key{}, "gopher")))
	})
	response, err := s.Client().Get(s.URL)
	if got := shown(t, response, err); !strings.HasSuffix(got, `"[{\"user\":\"gopher\"},\"gopher\"]"`) {
		t.Errorf("got %s", got)
	}
}

// TestHandlerPool: the same with several runtimes, under load.
func TestHandlerPool(t *testing.T) {
	t.Run("kept", func(t *testing.T) { handlerPool(t, false, loadScript) })
	t.Run("fresh", func(t *testing.T) {
		handlerPool(t, true, `(r) => { if (uses++ > 0) throw new Error('what an earlier request has left'); setInterval(() => {}, 1); return (`+loadScript+`)(r) }`)
	})
}

func handlerPool(t *testing.T, fresh bool, script string) {
	pool, err := js.NewPool(js.PoolConfig{Min: 2, Max: 2, Queue: 100, Fresh: fresh, Options: []js.Option{quiet}, Setup: func(rt *js.Runtime) error {
		_, err := rt.Eval(context.Background(), `globalThis.uses = 0; 0`)
		return err
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	handler, err := pool.Handler(script)
	if err != nil {
		t.Fatal(err)
	}
	s := &served{errors: make(chan error, 100)}
	s.start(t, handler)
	load(t, s, 8)
	if m := pool.Metrics(); m.Discarded > 0 {
		t.Errorf("%d runtimes were discarded", m.Discarded)
	}
	if _, err := pool.Handler(`(`); err == nil {
		t.Error("a handler with a syntax error was accepted")
	}
	pool.Close()
	response, err := s.Client().Get(s.URL + "/fixed")
	if got := shown(t, response, err); !strings.HasPrefix(got, "503") {
		t.Errorf("after Close: %s", got)
	}
}

// TestHandlerLoad: one runtime under load.
func TestHandlerLoad(t *testing.T) { load(t, serve(t, loadScript), 8) }

const loadScript = `(async (r) => { const { pathname } = new URL(r.url);
	if (pathname === '/fixed') return new Response('fixed');
	if (pathname === '/echo') return new Response(r.body);
	if (pathname === '/text') { const text = await r.text(); await null; return new Response(text) }
	let n = 0; return new Response(new ReadableStream({ pull(c) { if (n++ === 5) c.close(); else c.enqueue(new TextEncoder().encode('part')) } })) })`

// load sends requests from several clients at the same time and checks every answer.
func load(t *testing.T, s *served, clients int) {
	t.Helper()
	each := 60
	if testing.Short() {
		each = 15
	}
	var running sync.WaitGroup
	for client := range clients {
		running.Go(func() {
			for i := range each {
				path, body, want := "/fixed", "", "fixed"
				switch (client + i) % 4 {
				case 1:
					body = fmt.Sprintf("%d of %d ", i, client) + strings.Repeat("e", i*200)
					path, want = "/echo", body
				case 2:
					body = fmt.Sprintf("%d of %d ", i, client)
					path, want = "/text", body
				case 3:
					path, want = "/parts", "partpartpartpartpart"
				}
				response, err := s.Client().Post(s.URL+path, "text/plain", strings.NewReader(body))
				if err != nil {
					t.Error(err)
					return
				}
				got, err := io.ReadAll(response.Body)
				_ = response.Body.Close()
				if err != nil || response.StatusCode != http.StatusOK || string(got) != want {
					t.Errorf("%s: got %d %.50q, %v; want %.50q", path, response.StatusCode, got, err, want)
				}
			}
		})
	}
	running.Wait()
	s.quietly(t)
}
