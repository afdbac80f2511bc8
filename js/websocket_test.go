package js_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"strings"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/js"
)

// This file owns the tests of what is WebSocket's beyond the standard: options, limits, ends.

// socketSource returns a script that opens a WebSocket, runs a statement with it, and whose result
// is the code with which it is closed and the messages.
func socketSource(address, statement string) string {
	return `new Promise((done) => { const got = []; const ws = new WebSocket('` + address + `');
		ws.onmessage = (e) => { got.push(e.data) }; ws.onerror = (e) => { got.push('error: ' + e.message) };
		ws.onclose = (e) => done(e.code + ' ' + got.join()); ` + statement + ` })`
}

// TestWebSocketOptions: the globals exist if an option allows it, and the client of the options
// decides.
func TestWebSocketOptions(t *testing.T) {
	plain, secure := newSocketServer(t, false), newSocketServer(t, true)
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	denied := &http.Client{Transport: roundTripper(func(r *http.Request) (*http.Response, error) { return nil, errors.New("no " + r.URL.Path) })}
	withJar := &http.Client{Transport: plain.Client().Transport, Jar: jar, Timeout: time.Hour}
	types := `typeof WebSocket + typeof CloseEvent + typeof MessageEvent`
	echo := func(s *socketServer) string {
		return socketSource(s.address()+"/echo", `ws.onopen = () => ws.send('sent'); ws.addEventListener('message', () => ws.close(3001))`)
	}
	for _, c := range []struct {
		name    string
		options []js.Option
		source  string
		want    string
	}{
		{"nothing", nil, types, "undefinedundefinedfunction"},
		{"WithFetch", []js.Option{js.WithFetch(http.DefaultClient)}, types, "undefinedundefinedfunction"},
		{"WithWebSocket", []js.Option{js.WithWebSocket(plain.Client())}, types, "functionfunctionfunction"},
		{"Unrestricted", []js.Option{js.WithFullAccess()}, types, "functionfunctionfunction"},
		{"Unrestricted without requests", []js.Option{js.WithFullAccess(), js.WithFetch(nil)}, types, "undefinedundefinedfunction"},
		{"Unrestricted without WebSockets", []js.Option{js.WithFullAccess(), js.WithWebSocket(nil)}, types, "undefinedundefinedfunction"},
		{"it works", []js.Option{js.WithWebSocket(plain.Client())}, echo(plain), "3001 sent"},
		{"it works with Unrestricted", []js.Option{js.WithFullAccess()}, echo(plain), "3001 sent"},
		{"Unrestricted uses the client of WithFetch", []js.Option{js.WithFullAccess(), js.WithFetch(denied)}, echo(plain), "1006 error: no /echo"},
		{"WithWebSocket goes before WithFetch", []js.Option{js.WithFullAccess(), js.WithFetch(denied), js.WithWebSocket(plain.Client())}, echo(plain), "3001 sent"},
		{"certificates of the client", []js.Option{js.WithWebSocket(secure.Client())}, echo(secure), "3001 sent"},
		{"a certificate that the client does not know", []js.Option{js.WithWebSocket(plain.Client())}, echo(secure), "certificate"},
		{"a client that speaks HTTP/2", []js.Option{js.WithWebSocket(http2Client(secure))}, echo(secure), "3001 sent"},
		{"a first cookie", []js.Option{js.WithWebSocket(withJar)}, socketSource(plain.address()+"/headers", ""), `1000 ["","","","13","permessage-deflate; server_no_context_takeover; client_no_context_takeover"]`},
		{"the cookie comes back", []js.Option{js.WithWebSocket(withJar)}, socketSource(plain.address()+"/headers", ""), `1000 ["","seen=1","","13","permessage-deflate; server_no_context_takeover; client_no_context_takeover"]`},
		{"a transport that cannot upgrade", []js.Option{js.WithWebSocket(&http.Client{Transport: roundTripper(func(r *http.Request) (*http.Response, error) {
			header := http.Header{"Connection": {"Upgrade"}, "Upgrade": {"websocket"}, "Sec-Websocket-Accept": {acceptOf(r.Header.Get("Sec-WebSocket-Key"))}}
			return &http.Response{StatusCode: http.StatusSwitchingProtocols, Header: header, Body: http.NoBody, Request: r}, nil
		})})}, echo(plain), "cannot upgrade"},
		{"PendingPromises", []js.Option{js.WithWebSocket(plain.Client()), js.WithLimits(js.Limits{PendingPromises: 2})},
			`const open = () => new WebSocket('` + plain.address() + `/never'); const a = open(), b = open(); let got; try { open() } catch (e) { got = e.message } a.close(); b.close(); got`, "PendingPromises"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := bare(t, c.options...).Eval(t.Context(), c.source)
			if text := fmt.Sprint(got); err != nil || !strings.Contains(text, c.want) {
				t.Errorf("got %v, %v; want %s", got, err, c.want)
			}
		})
	}
}

// roundTripper is a function as a transport.
type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// http2Client returns a client that prefers HTTP/2.
func http2Client(s *socketServer) *http.Client {
	config := s.Client().Transport.(*http.Transport).TLSClientConfig.Clone()
	config.NextProtos = nil
	return &http.Client{Transport: &http.Transport{TLSClientConfig: config, ForceAttemptHTTP2: true}}
}

// TestWebSocketFrames: what a server sends, and the code with which the client answers. Most are
// cases of Autobahn's test suite, whose numbers the names have.
func TestWebSocketFrames(t *testing.T) {
	long := func(head string, n int) string { return head + strings.Repeat("2a", n) }
	for _, c := range []struct{ name, hex, script, wire string }{
		{"1.1.1 an empty text", "8100 8802 03e8", "1000 []", "1000"},
		{"1.1.2 a text", "8105 48656c6c6f 8802 03e8", "1000 [Hello]", "1000"},
		{"1.1.4 126 bytes", long("817e007e", 126) + " 8802 03e8", "1000 [" + strings.Repeat("*", 126) + "]", "1000"},
		{"1.2.1 an empty binary", "8200 8802 03e8", "1000 [bytes ]", "1000"},
		{"1.2.2 a binary", "8202 0102 8802 03e8", "1000 [bytes 1,2]", "1000"},
		{"2.5 a ping of 126 bytes", long("897e007e", 126), "1006 []", "1002"},
		{"2.7 a pong that was not asked for", "8a00 8802 03e8", "1000 []", "1000"},
		{"3.1 RSV", "c100", "1006 []", "1002"},
		{"3.4 RSV of a control frame", "9900", "1006 []", "1002"},
		{"4.1.1 an opcode without meaning", "8300", "1006 []", "1002"},
		{"4.2.1 a control opcode without meaning", "8b00", "1006 []", "1002"},
		{"5.1 a fragmented ping", "0900 8000", "1006 []", "1002"},
		{"5.3 two fragments", "0103 616263 8003 646566 8802 03e8", "1000 [abcdef]", "1000"},
		{"5.6 a ping between fragments", "0103 616263 8900 8003 646566 8802 03e8", "1000 [abcdef]", "1000"},
		{"5.9 a continuation without beginning", "8003 616263", "1006 []", "1002"},
		{"5.18 a text between fragments", "0103 616263 8103 646566", "1006 []", "1002"},
		{"6.3.1 a text that is not UTF-8", "8102 ceba 8101 ff", "1006 [κ]", "1007"},
		{"6.4 fragments that are not UTF-8", "0102 ce80 8001 ff", "1006 []", "1007"},
		{"6 a character in two fragments", "0101 ce 8001 ba 8802 03e8", "1000 [κ]", "1000"},
		{"7.3.1 a close frame without payload", "8800", "1005 []", "0"},
		{"7.3.2 a close frame with one byte", "8801 03", "1006 []", "1002"},
		{"7.3.5 a close frame with a reason", "8804 03e8 6f6b", "1000 [] ok", "1000"},
		{"7.5.1 a reason that is not UTF-8", "8803 03e8 ff", "1006 []", "1007"},
		{"7.7.9 a code of applications", "8802 0bb8", "3000 []", "3000"},
		{"a code that IANA has added, 1012", "8802 03f4", "1012 []", "1012"},
		{"a code that IANA has added, 1013", "8802 03f5", "1013 []", "1013"},
		{"a code that IANA has added, 1014", "8802 03f6", "1014 []", "1014"},
		{"7.9.3 code 1004", "8802 03ec", "1006 []", "1002"},
		{"7.9.4 code 1005", "8802 03ed", "1006 []", "1002"},
		{"7.9.5 code 1006", "8802 03ee", "1006 []", "1002"},
		{"7.9.13 code 65535", "8802 ffff", "1006 []", "1002"},
		{"a masked frame", "8181 00000000 61", "1006 []", "1002"},
		{"a message that is too large", "827f 0000000004000001", "1006 []", "1009"},
		{"a length with its highest bit", "827f ffffffffffffffff", "1006 []", "1002"},
		{"frames after a close frame", "8802 03e8 8103 616263", "1000 []", "1000"},
		{"half a frame", "8105 4865", "1006 []", "broken"},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := newSocketServer(t, false)
			address := server.address() + "/raw?hex=" + strings.ReplaceAll(c.hex, " ", "")
			if c.wire == "broken" {
				address += "&eof"
			}
			got, err := bare(t, js.WithWebSocket(server.Client())).Eval(t.Context(), `new Promise((done) => { const got = []; const ws = new WebSocket('`+address+`'); ws.binaryType = 'arraybuffer';
				ws.onmessage = (e) => got.push(typeof e.data === 'string' ? e.data : 'bytes ' + new Uint8Array(e.data).join()); ws.onclose = (e) => done((e.code + ' [' + got.join() + '] ' + e.reason).trim()) })`)
			if err != nil || got != c.script {
				t.Errorf("the script saw %v, %v; want %s", got, err, c.script)
			}
			if wire := <-server.ended; wire != c.wire && !strings.HasPrefix(wire, c.wire+" ") {
				t.Errorf("the server got %s, want %s", wire, c.wire)
			}
		})
	}
}

// TestWebSocketPing: a ping is answered with its payload. The server reports a pong as a message.
func TestWebSocketPing(t *testing.T) {
	server := newSocketServer(t, false)
	got, err := bare(t, js.WithWebSocket(server.Client())).Eval(t.Context(), socketSource(server.address()+"/raw?hex=89026f6b", `ws.addEventListener('message', () => ws.close(1000))`))
	if err != nil || got != "1000 pong ok" {
		t.Errorf("got %v, %v", got, err)
	}
}

// TestWebSocketBackpressure: the buffer of a socket whose server does not read fills up, and then
// the socket is closed.
func TestWebSocketBackpressure(t *testing.T) {
	server := newSocketServer(t, false)
	got, err := bare(t, js.WithWebSocket(server.Client())).Eval(t.Context(), socketSource(server.address()+"/silent",
		`ws.onopen = () => { const part = new Uint8Array(16 << 20); for (let i = 0; i < 5; i++) ws.send(part); got.push(ws.readyState, ws.bufferedAmount) }`))
	if want := fmt.Sprintf("1006 2,%d,error: too much is waiting to be sent", 80<<20); err != nil || got != want {
		t.Errorf("got %v, %v; want %s", got, err, want)
	}
}

// TestWebSocketOutput: what is sent counts for the limit of output.
func TestWebSocketOutput(t *testing.T) {
	server := newSocketServer(t, false)
	r := bare(t, js.WithWebSocket(server.Client()), js.WithLimits(js.Limits{Output: 1000}))
	_, err := r.Eval(t.Context(), socketSource(server.address()+"/echo", `ws.onopen = () => { for (;;) ws.send('x'.repeat(100)) }`))
	if !errors.Is(err, js.ErrOutputLimit) {
		t.Errorf("got %v, want ErrOutputLimit", err)
	}
}

// TestWebSocketManyMessages: messages keep their order in both directions, and the sockets of one
// runtime do not disturb each other.
func TestWebSocketManyMessages(t *testing.T) {
	server := newSocketServer(t, false)
	got, err := bare(t, js.WithWebSocket(server.Client())).Eval(t.Context(), `Promise.all([1, 2, 3].map((id) => new Promise((done) => {
		const ws = new WebSocket('`+server.address()+`/echo'); let next = 0;
		ws.onopen = () => { for (let i = 0; i < 500; i++) ws.send(id + ':' + i + 'x'.repeat(i * 7)) };
		ws.onmessage = (e) => { if (!e.data.startsWith(id + ':' + next)) done('wrong'); if (++next === 500) ws.close(1000, 'r') };
		ws.onclose = (e) => done(e.reason + next + ' ' + ws.bufferedAmount) }))).then((all) => all.join())`)
	if err != nil || got != "r500 0,r500 0,r500 0" {
		t.Errorf("got %v, %v", got, err)
	}
}

// TestWebSocketEnds: a socket ends with its runtime, with the context of its call while the caller
// waits, and with a use of a fresh runtime. The server gets code 1001.
func TestWebSocketEnds(t *testing.T) {
	opened := func(s *socketServer) string {
		return `new Promise((done) => { const ws = globalThis.ws = new WebSocket('` + s.address() + `/echo'); ws.onopen = () => done('open') })`
	}
	check := func(t *testing.T, s *socketServer) {
		t.Helper()
		if got := <-s.ended; got != "1001 " {
			t.Errorf("the server got %q, want code 1001", got)
		}
	}
	t.Run("runtime", func(t *testing.T) {
		s := newSocketServer(t, false)
		r := bare(t, js.WithWebSocket(s.Client()))
		if _, err := r.Eval(t.Context(), opened(s)); err != nil {
			t.Fatal(err)
		}
		_ = r.Close()
		check(t, s)
	})
	t.Run("context", func(t *testing.T) {
		s := newSocketServer(t, false)
		ctx, stop := context.WithCancel(t.Context())
		r := bare(t, js.WithWebSocket(s.Client()), js.WithGlobal("stop", func() { stop() }))
		_, err := r.Eval(ctx, opened(s)+`.then(() => { stop(); return new Promise(() => {}) })`)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
		check(t, s)
	})
	t.Run("what a call has left behind goes on", func(t *testing.T) {
		s := newSocketServer(t, false)
		r := bare(t, js.WithWebSocket(s.Client()))
		ctx, stop := context.WithCancel(t.Context())
		if _, err := r.Eval(ctx, opened(s)); err != nil {
			t.Fatal(err)
		}
		stop()
		got, err := r.Eval(t.Context(), `new Promise((done) => { ws.onmessage = (e) => done(e.data); ws.send('still here') })`)
		if err != nil || got != "still here" {
			t.Errorf("got %v, %v", got, err)
		}
		_ = r.Close()
		check(t, s)
	})
	t.Run("pool", func(t *testing.T) {
		s := newSocketServer(t, false)
		pool, err := js.NewPool(js.PoolConfig{Max: 1, Fresh: true, Options: []js.Option{quiet, js.WithWebSocket(s.Client())}})
		if err != nil {
			t.Fatal(err)
		}
		defer pool.Close()
		if got, err := pool.Run(t.Context(), `() => `+opened(s)); err != nil || got != "open" {
			t.Fatalf("got %v, %v", got, err)
		}
		check(t, s)
		if got, err := pool.Run(t.Context(), `() => typeof ws`); err != nil || got != "undefined" {
			t.Errorf("the next use got %v, %v", got, err)
		}
		closing := `() => ` + socketSource(s.address()+"/echo", `ws.onopen = () => ws.close(1000)`)
		for range 3 {
			if got, err := pool.Run(t.Context(), closing); err != nil || got != "1000 " {
				t.Errorf("got %v, %v", got, err)
			}
			<-s.ended
		}
	})
	t.Run("interrupt", func(t *testing.T) {
		s := newSocketServer(t, false)
		failed, looping := make(chan error, 1), make(chan struct{})
		r := bare(t, js.WithWebSocket(s.Client()), js.WithGlobal("looping", func() { close(looping) }), js.WithUncaught(func(e *js.Error) bool {
			failed <- e
			return true
		}))
		if _, err := r.Eval(t.Context(), opened(s)); err != nil {
			t.Fatal(err)
		}
		if _, err := r.Eval(t.Context(), `ws.onmessage = () => { ws.onmessage = null; looping(); for (;;); }; ws.send('x'); 0`); err != nil {
			t.Fatal(err)
		}
		<-looping
		r.Interrupt(nil)
		if err := <-failed; !errors.Is(err, js.ErrInterrupted) {
			t.Errorf("got %v, want ErrInterrupted", err)
		}
		got, err := r.Eval(t.Context(), `new Promise((done) => { ws.onmessage = (e) => done(e.data); ws.send('still here') })`)
		if err != nil || got != "still here" {
			t.Errorf("after the interrupt: got %v, %v", got, err)
		}
		_ = r.Close()
		check(t, s)
	})
}
