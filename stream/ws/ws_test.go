//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package ws_test

import (
	"bufio"
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
	wakews "github.com/wakeful-go/wakeful/stream/ws"
)

// sendCompressed sends a message in pieces, compressed or not.
func sendCompressed(t testing.TB, p io.Writer, f frame, pieces int, compressed bool) {
	t.Helper()
	payload := f.payload
	if compressed {
		payload = deflate(t, payload)
		f.rsv = 4
	}
	var out []byte
	for i := range pieces {
		part := f
		part.payload = payload[len(payload)*i/pieces : len(payload)*(i+1)/pieces]
		part.more = i < pieces-1
		if i > 0 {
			part.op, part.rsv = 0, 0
		}
		out = append(out, part.encoded()...)
	}
	go func() { _, _ = p.Write(out) }() // the echo may have to be read first
}

func deflate(t testing.TB, s string) string {
	t.Helper()
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	check(t, err)
	_, err = io.WriteString(w, s)
	check(t, err)
	check(t, w.Flush())
	return strings.TrimSuffix(b.String(), "\x00\x00\xff\xff")
}

func inflate(t testing.TB, s string) string {
	t.Helper()
	p, err := io.ReadAll(flate.NewReader(strings.NewReader(s + "\x00\x00\xff\xff\x01\x00\x00\xff\xff")))
	check(t, err)
	return string(p)
}

// TestHandshakeRefusals: what is wrong with a request is its answer.
func TestHandshakeRefusals(t *testing.T) {
	for name, c := range map[string]struct {
		request string
		status  int
	}{
		"not a WebSocket": {"GET / HTTP/1.1\r\nHost: x\r\n\r\n", 426},
		"POST":            {strings.Replace(upgrade, "GET", "POST", 1) + "\r\n", 405},
		"HTTP/1.0":        {strings.Replace(upgrade, "HTTP/1.1", "HTTP/1.0", 1) + "\r\n", 400},
		"no key":          {strings.Replace(upgrade, "Sec-WebSocket-Key", "X", 1) + "\r\n", 400},
		"a short key":     {strings.Replace(upgrade, "dGhlIHNhbXBsZSBub25jZQ==", "dGhl", 1) + "\r\n", 400},
		"version 8":       {strings.Replace(upgrade, "Version: 13", "Version: 8", 1) + "\r\n", 426},
		"another origin":  {upgrade + "Origin: https://example.com\r\n\r\n", 403},
		"Content-Length":  {upgrade + "Content-Length: 5\r\n\r\nhello", 400},
		"chunked":         {upgrade + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400},
		"both":            {upgrade + "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n", 400},
		"two keys":        {upgrade + "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n", 400},
		"one bare LF":     {strings.Replace(upgrade, "\r\n", "\n", 1) + "\r\n", 400},
		"an early end":    {upgrade + "\n\nX: y\r\n\r\n", 400},
		"only bare LF":    {strings.ReplaceAll(upgrade, "\r\n", "\n") + "\n", 400},
		"nothing of HTTP": {"hello\r\n\r\n", 0},
		"a head too long": {upgrade + "X: " + strings.Repeat("x", 20_000), 0},
	} {
		t.Run(name, func(t *testing.T) {
			l := running(t)
			failed := make(chan error, 1)
			address := serve(t, l, func(_ *wakews.Conn, err error) { failed <- err }, wakews.WithHandshakeTimeout(time.Minute))
			raw, err := net.Dial("tcp", address)
			check(t, err)
			defer raw.Close()
			_, err = io.WriteString(raw, c.request)
			check(t, err)
			matches(t, <-failed, wakews.ErrHandshake)
			answer, _ := io.ReadAll(raw) // it may be reset
			if want := fmt.Sprintf("HTTP/1.1 %d ", c.status); c.status > 0 && !strings.HasPrefix(string(answer), want) {
				t.Errorf("answer %q, want %q", answer, want)
			}
		})
	}
}

// TestHandshakeWithoutBody: a length of 0 is no body, and what follows the head is the first frame.
func TestHandshakeWithoutBody(t *testing.T) {
	l := running(t)
	p, response := connect(t, serve(t, l, echo(t, nil)), "Content-Length: 0\r\n")
	equal(t, "status", response.StatusCode, http.StatusSwitchingProtocols)
	_, err := p.Write(text("hello").encoded())
	check(t, err)
	equal(t, "answer", *p.next(t), text("hello"))
}

// TestRefusedConnectionIsClosed: a client that was refused and stays connected holds nothing after
// the time of WithCloseTimeout. The connection keeps the loop running.
func TestRefusedConnectionIsClosed(t *testing.T) {
	for name, then := range map[string]func(err error){
		"returns": func(error) {},
		"panics":  func(err error) { panic(err) },
	} {
		t.Run(name, func(t *testing.T) {
			l, err := wakeful.New(wakeful.WithAutoExit(), wakeful.WithPanicHandler(func(*wakeful.PanicError) {}))
			check(t, err)
			addresses, failed := make(chan string, 1), make(chan error, 1)
			check(t, stream.Listen(l, "tcp", "127.0.0.1:0", func(listener *stream.Listener, err error) {
				check(t, err)
				check(t, listener.OnAccept(func(c *stream.Conn) {
					check(t, listener.Close())
					check(t, wakews.Accept(l, c, func(_ *wakews.Conn, err error) {
						failed <- err
						then(err)
					}, wakews.WithCloseTimeout(time.Millisecond)))
				}))
				addresses <- listener.Addr().String()
			}))
			ended := make(chan error, 1)
			go func() { ended <- l.Run(t.Context()) }()
			raw, err := net.Dial("tcp", <-addresses)
			check(t, err)
			defer raw.Close()
			_, err = io.WriteString(raw, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
			check(t, err)
			matches(t, <-failed, wakews.ErrHandshake)
			response, err := http.ReadResponse(bufio.NewReader(raw), nil)
			check(t, err)
			equal(t, "status", response.StatusCode, http.StatusUpgradeRequired)
			check(t, <-ended)
		})
	}
}

// TestHandshakeTimeout: a silent client, and one that ends.
func TestHandshakeTimeout(t *testing.T) {
	l := running(t)
	failed := make(chan error, 1)
	address := serve(t, l, func(_ *wakews.Conn, err error) { failed <- err }, wakews.WithHandshakeTimeout(time.Millisecond))
	raw, err := net.Dial("tcp", address)
	check(t, err)
	defer raw.Close()
	matches(t, <-failed, wakews.ErrHandshake, os.ErrDeadlineExceeded)
	slow := serve(t, l, func(_ *wakews.Conn, err error) { failed <- err })
	raw, err = net.Dial("tcp", slow)
	check(t, err)
	check(t, raw.Close())
	matches(t, <-failed, wakews.ErrHandshake)
}

// TestSubprotocol: the client's first one that the server has.
func TestSubprotocol(t *testing.T) {
	l := running(t)
	address := serve(t, l, func(c *wakews.Conn, err error) {
		check(t, err)
		equal(t, "protocol", c.Subprotocol(), "chat")
	}, wakews.WithSubprotocols("super", "chat"))
	_, response := connect(t, address, "Sec-WebSocket-Protocol: other, chat\r\nSec-WebSocket-Protocol: super\r\n")
	equal(t, "protocol", response.Header.Get("Sec-Websocket-Protocol"), "chat")
}

// TestDialAndAccept: both ends on a loop, with and without compression, messages of many sizes.
func TestDialAndAccept(t *testing.T) {
	for _, options := range [][]wakews.Option{nil, {wakews.WithCompression(100)}} {
		t.Run(fmt.Sprint(len(options)), func(t *testing.T) {
			l := running(t)
			ends := make(chan ending, 2)
			address := serve(t, l, echo(t, ends), options...)
			sizes := []int{0, 1, 125, 126, 65535, 65536, 500_000}
			received := 0
			check(t, wakews.Dial(l, "ws://"+address+"/path?query", func(c *wakews.Conn, err error) {
				check(t, err)
				equal(t, "compressed", c.Compressed(), len(options) > 0)
				check(t, c.OnClose(func(status int, reason string, err error) { ends <- ending{status, reason, err} }))
				check(t, c.OnMessage(func(kind wakews.Kind, p []byte) {
					equal(t, "kind", kind, wakews.Binary)
					equal(t, "length", len(p), sizes[received])
					if received++; received == len(sizes) {
						check(t, c.Close(wakews.StatusNormal, "enough"))
						matches(t, c.Send(wakews.Text, nil), wakews.ErrClosed, stream.ErrClosed)
						matches(t, c.Close(0, ""), wakews.ErrClosed)
					}
				}))
				for _, size := range sizes {
					check(t, c.Send(wakews.Binary, make([]byte, size)))
				}
			}, options...))
			for range 2 {
				end := <-ends
				check(t, end.err)
				equal(t, "status", end.status, wakews.StatusNormal)
			}
		})
	}
}

// TestDialErrors: servers that do not answer as they should.
func TestDialErrors(t *testing.T) {
	l := running(t)
	answers := make(chan string, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, _, err := http.NewResponseController(w).Hijack()
		check(t, err)
		_, err = io.WriteString(c, <-answers)
		check(t, err)
		check(t, c.Close())
	}))
	defer server.Close()
	const head = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
	for _, answer := range []string{
		"HTTP/1.1 404 Not Found\r\n\r\n", head + "Sec-WebSocket-Accept: wrong\r\n\r\n", "hello\r\n\r\n", "",
	} {
		answers <- answer
		failed := make(chan error, 1)
		check(t, wakews.Dial(l, "ws"+strings.TrimPrefix(server.URL, "http"), func(c *wakews.Conn, err error) { failed <- err }))
		matches(t, <-failed, wakews.ErrHandshake)
	}
	never := func(*wakews.Conn, error) { t.Error("called") }
	for _, address := range []string{"http://localhost", "ws://", "ws://localhost/#part", "%", "localhost"} {
		if wakews.Dial(l, address, never) == nil {
			t.Errorf("no error for %q", address)
		}
	}
	for _, option := range []wakews.Option{
		wakews.WithCompression(-1), wakews.WithMaxMessageSize(0), wakews.WithCloseTimeout(0), wakews.WithSubprotocols("a b"),
		wakews.WithOriginCheck(nil), wakews.WithKeepAlive(-1), wakews.WithHandshakeTimeout(0), {},
		wakews.WithOriginCheck(func(*http.Request) bool { return true }), // for servers only
	} {
		matches(t, wakews.Dial(l, "ws://localhost", never, option), wakeful.ErrInvalidOption)
	}
	for _, option := range []wakews.Option{wakews.WithHeader(http.Header{}), wakews.WithTLSConfig(nil)} { // for clients only
		matches(t, wakews.Accept(l, nil, never, option), wakeful.ErrInvalidOption)
		matches(t, wakews.Upgrade(nil, nil, l, never, option), wakeful.ErrInvalidOption)
	}
	matches(t, wakews.Upgrade(nil, nil, l, never, wakews.WithHandshakeTimeout(time.Second)), wakeful.ErrInvalidOption)
	matches(t, wakews.Dial(l, "ws://localhost", nil), wakeful.ErrNilFunc)
}

// TestDialHeader: a field that the user sets cannot add another one, Host included.
func TestDialHeader(t *testing.T) {
	requests, failed := make(chan *http.Request, 1), make(chan error, 1)
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { requests <- r }))
	defer server.Close()
	header := http.Header{"Host": {"a.example\r\nX-Host: 1"}, "Cookie": {"b=c\r\nX-Cookie: 1"}}
	check(t, wakews.Dial(running(t), "ws"+strings.TrimPrefix(server.URL, "http"), func(_ *wakews.Conn, err error) { failed <- err }, wakews.WithHeader(header)))
	matches(t, <-failed, wakews.ErrHandshake)
	select {
	case r := <-requests:
		if r.Header.Get("X-Host") != "" || r.Header.Get("X-Cookie") != "" {
			t.Errorf("header %v", r.Header)
		}
	default: // the server has refused the host
	}
	header.Set("Host", "a.example")
	check(t, wakews.Dial(running(t), "ws"+strings.TrimPrefix(server.URL, "http"), func(_ *wakews.Conn, err error) { failed <- err }, wakews.WithHeader(header)))
	matches(t, <-failed, wakews.ErrHandshake)
	equal(t, "host", (<-requests).Host, "a.example")
}

// hijacking is a server of net/http whose handler hands its connections to a loop.
func hijacking(t testing.TB, l *wakeful.Loop, secure bool, then func(*wakews.Conn, error), options ...wakews.Option) *httptest.Server {
	t.Helper()
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := wakews.Upgrade(w, r, l, then, options...); err != nil && !errors.Is(err, wakews.ErrHandshake) {
			t.Error(err)
		}
	}))
	if secure {
		server.StartTLS()
	} else {
		server.Start()
	}
	t.Cleanup(server.Close)
	return server
}

// TestUpgrade: connections of net/http, with and without TLS, and a client of another library.
func TestUpgrade(t *testing.T) {
	for name, secure := range map[string]bool{"plain": false, "TLS": true} {
		t.Run(name, func(t *testing.T) {
			l := running(t)
			ends := make(chan ending, 1)
			server := hijacking(t, l, secure, echo(t, ends), wakews.WithCompression(10))
			client := server.Client()
			t.Cleanup(client.CloseIdleConnections)
			c, _, err := websocket.Dial(t.Context(), "ws"+strings.TrimPrefix(server.URL, "http"), &websocket.DialOptions{
				HTTPClient: client, CompressionMode: websocket.CompressionNoContextTakeover,
			})
			if err != nil {
				t.Fatal(err)
			}
			c.SetReadLimit(1 << 20)
			for _, size := range []int{0, 1, 1000, 300_000} {
				sent := bytes.Repeat([]byte("x"), size)
				check(t, c.Write(t.Context(), websocket.MessageText, sent))
				kind, got, err := c.Read(t.Context())
				check(t, err)
				equal(t, "kind", kind, websocket.MessageText)
				equal(t, "came back", bytes.Equal(got, sent), true)
			}
			reader := c.CloseRead(t.Context())
			check(t, c.Ping(t.Context()))
			_ = reader
			check(t, c.Close(websocket.StatusNormalClosure, "bye"))
			end := <-ends
			check(t, end.err)
			equal(t, "status", end.status, wakews.StatusNormal)
			equal(t, "reason", end.reason, "bye")
			response, err := client.Get(server.URL)
			check(t, err)
			check(t, response.Body.Close())
			equal(t, "answer to another request", response.StatusCode, http.StatusUpgradeRequired)
		})
	}
}

// TestClose: the peer's status reaches OnClose; ends without a close frame are 1006.
func TestClose(t *testing.T) {
	l := running(t)
	ends := make(chan ending, 1)
	address := serve(t, l, echo(t, ends))
	for _, c := range []struct {
		send   []frame
		status int
		err    error
	}{
		{[]frame{closing(4321, "why")}, 4321, nil},
		{[]frame{{op: 8}}, wakews.StatusNoStatus, nil},
		{nil, wakews.StatusAbnormal, io.ErrUnexpectedEOF},
		{[]frame{text("\xff")}, wakews.StatusAbnormal, wakews.ErrProtocol},
	} {
		p, _ := connect(t, address, "")
		for _, f := range c.send {
			_, err := p.Write(f.encoded())
			check(t, err)
		}
		check(t, p.Conn.(*net.TCPConn).CloseWrite())
		end := <-ends
		equal(t, "status", end.status, c.status)
		if c.err == nil {
			check(t, end.err)
		} else {
			matches(t, end.err, c.err)
		}
		check(t, p.Close())
	}
}

// TestCloseStatuses: each status that may be sent is sent back and reaches OnClose, and Close sends
// it.
func TestCloseStatuses(t *testing.T) {
	l := running(t)
	ends := make(chan ending, 1)
	address := serve(t, l, echo(t, ends))
	for _, status := range []int{1000, 1011, 1012, 1013, 1014, 3000, 4999} {
		p, _ := connect(t, address, "")
		_, err := p.Write(closing(status, "why").encoded())
		check(t, err)
		equal(t, "answer", *p.next(t), closing(status, ""))
		check(t, p.Close())
		end := <-ends
		check(t, end.err)
		equal(t, "status", end.status, status)

		begun := serve(t, l, func(c *wakews.Conn, err error) {
			check(t, err)
			if err := c.Close(status, "why"); err != nil {
				t.Error(err)
				check(t, c.Abort())
			}
		})
		p, _ = connect(t, begun, "")
		if got := p.next(t); got != nil {
			equal(t, "sent", *got, closing(status, "why"))
		}
		check(t, p.Close())
	}
}

// TestCloseTimeout: a peer that does not answer a close frame.
func TestCloseTimeout(t *testing.T) {
	l := running(t)
	ends := make(chan ending, 1)
	address := serve(t, l, func(c *wakews.Conn, err error) {
		check(t, err)
		check(t, c.OnClose(func(status int, reason string, err error) { ends <- ending{status, reason, err} }))
		check(t, c.Close(wakews.StatusGoingAway, ""))
	}, wakews.WithCloseTimeout(time.Millisecond))
	connect(t, address, "")
	equal(t, "status", (<-ends).status, wakews.StatusAbnormal)
}
