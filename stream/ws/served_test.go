//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package ws_test

import (
	"crypto/tls"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
	streamhttp "github.com/wakeful-go/wakeful/stream/http"
	wakews "github.com/wakeful-go/wakeful/stream/ws"
)

// eachServer runs a test with the servers that WebSockets are accepted from.
func eachServer(t *testing.T, l *wakeful.Loop, then func(*wakews.Conn, error), options []wakews.Option, test func(t *testing.T, address string)) {
	t.Helper()
	accept := func(c *stream.Conn) { check(t, wakews.Accept(l, c, then, options...)) }
	server := &streamhttp.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		check(t, wakews.Upgrade(w, r, l, then, options...))
	})}
	for name, c := range map[string]struct {
		secured bool
		accept  func(*stream.Conn)
	}{
		"Accept": {false, accept}, "Accept with TLS": {true, accept},
		"HTTP": {false, server.ServeConn}, "HTTP with TLS": {true, server.ServeConn},
	} {
		t.Run(name, func(t *testing.T) { test(t, listening(t, l, c.secured, c.accept)) })
	}
}

// listening serves connections, and returns the address for connect.
func listening(t testing.TB, l *wakeful.Loop, secured bool, accept func(*stream.Conn)) string {
	t.Helper()
	got := make(chan string, 1)
	prefix := ""
	then := func(listener *stream.Listener, err error) {
		check(t, err)
		check(t, listener.OnAccept(accept))
		got <- prefix + listener.Addr().String()
	}
	if secured {
		prefix = "tls:"
		check(t, stream.ListenTLS(l, "tcp", "127.0.0.1:0", testConfig(t), then, stream.WithHandshakeTimeout(time.Hour))) // for a busy machine
	} else {
		check(t, stream.Listen(l, "tcp", "127.0.0.1:0", then))
	}
	return <-got
}

// testConfig is the configuration of net/http's own tests.
func testConfig(t testing.TB) *tls.Config {
	t.Helper()
	server := httptest.NewTLSServer(nil)
	defer server.Close()
	return &tls.Config{Certificates: server.TLS.Certificates, MinVersion: tls.VersionTLS12}
}

// TestUpgradeServed: a WebSocket and other requests share a port, the handler sees the request, and the
// WebSocket lives on the loop without a goroutine, also with TLS.
func TestUpgradeServed(t *testing.T) {
	for _, secured := range []bool{false, true} {
		for _, onLoop := range []bool{false, true} {
			l, other := running(t), running(t)
			s := &streamhttp.Server{OnLoop: func(*http.Request) bool { return onLoop }, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				to := l
				switch r.URL.Path {
				case "/other":
					to = other
				case "/page":
					_, _ = io.WriteString(w, "page")
					return
				}
				err := wakews.Upgrade(w, r, to, func(c *wakews.Conn, err error) {
					check(t, err)
					equal(t, "on the loop", to.OnLoop(), true)
					check(t, c.Send(wakews.Text, []byte(r.URL.RawQuery+" "+r.Header.Get("Cookie"))))
					check(t, c.OnMessage(func(kind wakews.Kind, p []byte) { check(t, c.Send(kind, p)) }))
				})
				if err != nil && !errors.Is(err, wakews.ErrHandshake) {
					t.Error(err)
				}
			})}
			address := listening(t, l, secured, s.ServeConn)
			before := runtime.NumGoroutine()
			for _, path := range []string{"/", "/other"} {
				p, r := connectTo(t, address, "GET "+path+"?q=1 HTTP/1.1\r\n", "Cookie: a=b\r\n")
				equal(t, "status", r.StatusCode, http.StatusSwitchingProtocols)
				equal(t, "first message", *p.next(t), text("q=1 a=b"))
				_, err := p.Write(text("hello").encoded())
				check(t, err)
				equal(t, "echo", *p.next(t), text("hello"))
			}
			for runtime.NumGoroutine() > before+2 { // the watchers of the loops may come
				runtime.Gosched()
			}
			_, r := connectTo(t, address, "GET /page HTTP/1.1\r\n", "")
			equal(t, "status of a page", r.StatusCode, http.StatusOK)
			_, r = connectTo(t, address, "POST / HTTP/1.1\r\n", "")
			equal(t, "status of a wrong method", r.StatusCode, http.StatusMethodNotAllowed)
		}
	}
}

// connectTo is connect with another request line.
func connectTo(t testing.TB, address, line, extra string) (*peer, *http.Response) {
	t.Helper()
	first, rest, _ := strings.Cut(upgrade, "\r\n")
	if !strings.HasPrefix(first, "GET ") {
		t.Fatalf("the request begins with %q", first)
	}
	p := dialTo(t, address)
	_, err := io.WriteString(p, line+rest+extra+"\r\n")
	check(t, err)
	r, err := http.ReadResponse(p.in, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p, r
}
