//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package ws_test

// What the tests share: loops, servers, and peers that write frames of any kind.

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/gobwas/ws"
	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
	wakews "github.com/wakeful-go/wakeful/stream/ws"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// running returns a loop that runs until the test has ended.
func running(t testing.TB, options ...wakeful.Option) *wakeful.Loop {
	t.Helper()
	l, err := wakeful.New(options...)
	if err != nil {
		t.Fatal(err)
	}
	go l.Run(context.Background())
	t.Cleanup(func() { check(t, l.Shutdown(context.Background())) })
	return l
}

func matches(t testing.TB, err error, want ...error) {
	t.Helper()
	for _, w := range want {
		if !errors.Is(err, w) {
			t.Errorf("error %v, want one that matches %v", err, w)
		}
	}
}

func equal[T comparable](t testing.TB, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// on runs fn on the loop and waits for it.
func on(t testing.TB, l *wakeful.Loop, fn func()) {
	t.Helper()
	_, err := l.Call(context.Background(), func() (struct{}, error) {
		fn()
		return struct{}{}, nil
	})
	check(t, err)
}

// serve accepts WebSockets on a free address.
func serve(t testing.TB, l *wakeful.Loop, then func(*wakews.Conn, error), options ...wakews.Option) (address string) {
	t.Helper()
	options = append([]wakews.Option{wakews.WithHandshakeTimeout(time.Hour)}, options...) // for a busy machine
	got := make(chan string, 1)
	on(t, l, func() {
		check(t, stream.Listen(l, "tcp", "127.0.0.1:0", func(listener *stream.Listener, err error) {
			check(t, err)
			check(t, listener.OnAccept(func(c *stream.Conn) { check(t, wakews.Accept(l, c, then, options...)) }))
			got <- listener.Addr().String()
		}))
	})
	return <-got
}

// ending is what OnClose was called with.
type ending struct {
	status int
	reason string
	err    error
}

// echo sends messages back, and reports the end.
func echo(t testing.TB, ends chan<- ending) func(*wakews.Conn, error) {
	return func(c *wakews.Conn, err error) {
		if err != nil {
			t.Error(err)
			return
		}
		check(t, c.OnClose(func(status int, reason string, err error) {
			if ends != nil {
				ends <- ending{status, reason, err}
			}
		}))
		check(t, c.OnMessage(func(kind wakews.Kind, p []byte) { check(t, c.Send(kind, p)) }))
	}
}

// peer is a client that writes any bytes.
type peer struct {
	net.Conn
	in *bufio.Reader
}

const upgrade = "GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n" +
	"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"

// connect opens a WebSocket with additional header lines.
func connect(t testing.TB, address, extra string) (*peer, *http.Response) {
	t.Helper()
	p := dialTo(t, address)
	_, err := io.WriteString(p, upgrade+extra+"\r\n")
	check(t, err)
	r, err := http.ReadResponse(p.in, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p, r
}

// dialTo connects to an address, with TLS if it begins with "tls:".
func dialTo(t testing.TB, address string) *peer {
	t.Helper()
	secured, isTLS := strings.CutPrefix(address, "tls:")
	c, err := net.Dial("tcp", secured)
	if err != nil {
		t.Fatal(err)
	}
	if isTLS {
		c = tls.Client(c, &tls.Config{InsecureSkipVerify: true}) //nolint:gosec // the server is in this process
	}
	t.Cleanup(func() { c.Close() })
	return &peer{c, bufio.NewReader(c)}
}

// frame is what is sent or expected.
type frame struct {
	op      ws.OpCode
	payload string
	more    bool // not the last one of its message
	rsv     byte
}

func text(s string) frame   { return frame{op: ws.OpText, payload: s} }
func binary(s string) frame { return frame{op: ws.OpBinary, payload: s} }
func ping(s string) frame   { return frame{op: ws.OpPing, payload: s} }
func pong(s string) frame   { return frame{op: ws.OpPong, payload: s} }
func cont(s string) frame   { return frame{op: ws.OpContinuation, payload: s} }
func (f frame) fragmented() frame {
	f.more = true
	return f
}

func (f frame) with(rsv byte) frame {
	f.rsv = rsv
	return f
}

// closing is a close frame.
func closing(status int, reason string) frame {
	return frame{op: ws.OpClose, payload: string([]byte{byte(status >> 8), byte(status)}) + reason}
}

// encoded returns the bytes of a masked frame.
func (f frame) encoded() []byte {
	h := ws.Header{Fin: !f.more, Rsv: f.rsv, OpCode: f.op, Masked: true, Length: int64(len(f.payload)), Mask: [4]byte{1, 200, 3, 77}}
	var b bytes.Buffer
	_ = ws.WriteHeader(&b, h)
	payload := []byte(f.payload)
	ws.Cipher(payload, h.Mask, 0)
	b.Write(payload)
	return b.Bytes()
}

// next reads a frame; nil at the end.
func (p *peer) next(t testing.TB) *frame {
	t.Helper()
	h, err := ws.ReadHeader(p.in)
	if err != nil {
		if !errors.Is(err, io.EOF) && !strings.Contains(err.Error(), "reset") {
			t.Error(err)
		}
		return nil
	}
	if h.Masked {
		t.Error("a server has sent a masked frame")
	}
	payload := make([]byte, h.Length)
	_, err = io.ReadFull(p.in, payload)
	check(t, err)
	return &frame{op: h.OpCode, payload: string(payload), more: !h.Fin, rsv: h.Rsv}
}

// String describes a frame.
func (f frame) String() string {
	if len(f.payload) > 40 {
		return fmt.Sprintf("{%d, %d bytes}", f.op, len(f.payload))
	}
	return fmt.Sprintf("{%d %q more %v rsv %d}", f.op, f.payload, f.more, f.rsv)
}
