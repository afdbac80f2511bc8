//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package ws_test

// WebSockets over net/http's TLS: what is held and what is sent when one of them ends.

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
	"net/http/httptest"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
	wakews "github.com/wakeful-go/wakeful/stream/ws"
)

// A tlsPeer is a client of net/http's TLS with small buffers in the kernel.
type tlsPeer struct {
	*peer
	tcp    net.Conn // below
	server net.Conn // the server's TCP connection
}

const tlsBuffer = 4 << 10

// tlsServer is a server with small buffers. It passes its TCP connections on, each after Upgrade has
// returned.
func tlsServer(t testing.TB, l *wakeful.Loop, then func(*wakews.Conn, error), options ...wakews.Option) (*httptest.Server, <-chan net.Conn) {
	t.Helper()
	type key struct{}
	conns := make(chan net.Conn, 10)
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		check(t, wakews.Upgrade(w, r, l, then, options...))
		conns <- r.Context().Value(key{}).(net.Conn)
	}))
	server.Config.ConnContext = func(ctx context.Context, c net.Conn) context.Context {
		tcp := c.(*tls.Conn).NetConn()
		check(t, tcp.(*net.TCPConn).SetWriteBuffer(tlsBuffer))
		return context.WithValue(ctx, key{}, tcp)
	}
	server.StartTLS()
	t.Cleanup(server.Close)
	return server, conns
}

// connectTLS opens a WebSocket.
func connectTLS(t testing.TB, address string) *tlsPeer {
	t.Helper()
	dialer := net.Dialer{Control: func(_, _ string, raw syscall.RawConn) (err error) {
		controlled := raw.Control(func(fd uintptr) {
			err = syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_RCVBUF, tlsBuffer)
		})
		return errors.Join(controlled, err)
	}}
	tcp, err := dialer.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tcp.Close() })
	check(t, tcp.SetDeadline(time.Now().Add(time.Minute)))                                              // so that a failing test ends
	secured := tls.Client(tcp, &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"http/1.1"}}) //nolint:gosec // the server is the parent or the child of this process
	if _, err := io.WriteString(secured, upgrade+"\r\n"); err != nil {
		t.Fatal(err)
	}
	p := &tlsPeer{peer: &peer{secured, bufio.NewReader(secured)}, tcp: tcp}
	if _, err := http.ReadResponse(p.in, nil); err != nil {
		t.Fatal(err)
	}
	return p
}

// openTLS opens a WebSocket of tlsServer.
func openTLS(t testing.TB, server *httptest.Server, conns <-chan net.Conn) *tlsPeer {
	t.Helper()
	p := connectTLS(t, server.Listener.Addr().String())
	p.server = <-conns
	return p
}

// gone waits for the end of the TCP connection, which this side does not end.
func (p *tlsPeer) gone(t testing.TB) {
	t.Helper()
	_, err := io.Copy(io.Discard, p.tcp)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error("the server still has the connection")
	}
}

// released checks that the server has closed its connection.
func (p *tlsPeer) released(t testing.TB) {
	t.Helper()
	matches(t, p.server.SetDeadline(time.Time{}), net.ErrClosed)
}

// started is a loop that the test ends itself.
func started(t testing.TB) *wakeful.Loop {
	t.Helper()
	l, err := wakeful.New()
	if err != nil {
		t.Fatal(err)
	}
	go l.Run(context.Background())
	t.Cleanup(func() {
		check(t, l.Close())
		<-l.Done()
	})
	return l
}

// reporting passes the WebSocket and its end on.
func reporting(t testing.TB, opened chan<- *wakews.Conn, ends chan<- ending) func(*wakews.Conn, error) {
	return func(c *wakews.Conn, err error) {
		check(t, err)
		check(t, c.OnClose(func(status int, reason string, err error) { ends <- ending{status, reason, err} }))
		check(t, c.OnMessage(func(wakews.Kind, []byte) {}))
		opened <- c
	}
}

// TestHijackTLSReleasedAtOnClose: a silent client holds nothing after OnClose.
func TestHijackTLSReleasedAtOnClose(t *testing.T) {
	for name, end := range map[string]func(*wakews.Conn) error{
		"Abort": (*wakews.Conn).Abort,
		"Close": func(c *wakews.Conn) error { return c.Close(wakews.StatusNormal, "") },
		// More than fits into the buffers.
		"Abort after Send": func(c *wakews.Conn) error {
			check(t, c.Send(wakews.Binary, make([]byte, 1<<20)))
			return c.Abort()
		},
	} {
		t.Run(name, func(t *testing.T) {
			l := started(t)
			opened, ends := make(chan *wakews.Conn, 1), make(chan ending, 1)
			server, conns := tlsServer(t, l, reporting(t, opened, ends), wakews.WithCloseTimeout(time.Millisecond))
			p := openTLS(t, server, conns)
			on(t, l, func() { check(t, end(<-opened)) })
			equal(t, "status", (<-ends).status, wakews.StatusAbnormal)
			p.gone(t)
			check(t, l.Shutdown(context.Background()))
			p.released(t)
		})
	}
}

// TestHijackTLSReleasedWhenHalfClosed: a client that has ended its direction and does not read
// holds nothing after the time of WithCloseTimeout.
func TestHijackTLSReleasedWhenHalfClosed(t *testing.T) {
	l := started(t)
	opened, ends := make(chan *wakews.Conn, 1), make(chan ending, 1)
	server, conns := tlsServer(t, l, reporting(t, opened, ends), wakews.WithCloseTimeout(time.Millisecond))
	p := openTLS(t, server, conns)
	c := <-opened
	on(t, l, func() { check(t, c.Send(wakews.Binary, make([]byte, 64<<10))) })
	check(t, p.Conn.(*tls.Conn).CloseWrite())
	matches(t, (<-ends).err, io.ErrUnexpectedEOF)
	check(t, l.Shutdown(context.Background()))
	p.released(t)
}

// TestHijackTLSHalfClosedGetsAll: a client that has ended its direction, and reads only after
// OnClose, gets everything. That keeps an auto-exit loop running.
func TestHijackTLSHalfClosedGetsAll(t *testing.T) {
	for _, options := range [][]wakeful.Option{nil, {wakeful.WithAutoExit()}} {
		t.Run(fmt.Sprint(len(options)), func(t *testing.T) {
			l, err := wakeful.New(options...)
			check(t, err)
			keep := l.KeepAlive()
			go l.Run(context.Background())
			opened, ends := make(chan *wakews.Conn, 1), make(chan ending, 1)
			server, conns := tlsServer(t, l, reporting(t, opened, ends), wakews.WithCloseTimeout(time.Minute))
			p := openTLS(t, server, conns)
			c := <-opened
			const size = 64 << 10
			on(t, l, func() { check(t, c.Send(wakews.Binary, make([]byte, size))) })
			keep.Release() // the connection is open
			check(t, p.Conn.(*tls.Conn).CloseWrite())
			matches(t, (<-ends).err, io.ErrUnexpectedEOF)
			equal(t, "bytes of the message", len(p.next(t).payload), size)
			if last := p.next(t); last != nil {
				t.Errorf("%v behind the last message", last)
			}
			if len(options) == 0 {
				check(t, l.Shutdown(context.Background()))
			}
			<-l.Done()
			p.released(t)
		})
	}
}

// TestHijackTLSReleasedAtTheEndOfTheLoop: when Shutdown has returned, or Done is closed after
// Close, silent clients hold nothing.
func TestHijackTLSReleasedAtTheEndOfTheLoop(t *testing.T) {
	for name, end := range map[string]func(*wakeful.Loop) error{
		"Shutdown": func(l *wakeful.Loop) error { return l.Shutdown(context.Background()) },
		"Close":    (*wakeful.Loop).Close,
	} {
		t.Run(name, func(t *testing.T) {
			l := started(t)
			const clients = 5
			opened, ends := make(chan *wakews.Conn, clients), make(chan ending, clients)
			server, conns := tlsServer(t, l, reporting(t, opened, ends))
			var peers []*tlsPeer
			for range clients {
				peers = append(peers, openTLS(t, server, conns))
				<-opened
			}
			check(t, end(l))
			<-l.Done()
			for _, p := range peers {
				p.released(t)
				got := <-ends
				matches(t, got.err, wakeful.ErrClosed)
				equal(t, "unsent", errors.Is(got.err, stream.ErrUnsent), false)
			}
		})
	}
}

// TestHijackTLSReleasedWithoutALoop: the loop ends before it has adopted the connection.
func TestHijackTLSReleasedWithoutALoop(t *testing.T) {
	l, err := wakeful.New()
	check(t, err)
	never := func(*wakews.Conn, error) { t.Error("called") }
	server, conns := tlsServer(t, l, never)
	p := openTLS(t, server, conns)
	check(t, l.Close())
	<-l.Done()
	p.released(t)
}

// TestHijackTLSShutdownCovers: Shutdown does not return nil while the client has not taken what
// Send has accepted. What it has not taken when the context ends is reported, also to a WebSocket
// whose client has sent a close frame.
func TestHijackTLSShutdownCovers(t *testing.T) {
	request := text("send").encoded()
	for name, c := range map[string]struct {
		limit time.Duration
		send  []byte
	}{
		"the context has ended": {0, request},
		"it ends meanwhile":     {50 * time.Millisecond, request},
		"after a close frame":   {0, append(bytes.Clone(request), closing(wakews.StatusNormal, "").encoded()...)},
	} {
		t.Run(name, func(t *testing.T) {
			l := started(t)
			sent, ends := make(chan struct{}), make(chan ending, 1)
			server, conns := tlsServer(t, l, func(w *wakews.Conn, err error) {
				check(t, err)
				check(t, w.OnClose(func(status int, reason string, err error) { ends <- ending{status, reason, err} }))
				check(t, w.OnMessage(func(wakews.Kind, []byte) {
					check(t, w.Send(wakews.Binary, make([]byte, 64<<10)))
					close(sent)
				}))
			})
			p := openTLS(t, server, conns)
			_, err := p.Write(c.send)
			check(t, err)
			<-sent
			on(t, l, func() {}) // after the callback that has received both frames
			ctx, cancel := context.WithTimeout(context.Background(), c.limit)
			defer cancel()
			if err := l.Shutdown(ctx); c.limit > 0 {
				matches(t, err, context.DeadlineExceeded)
			}
			matches(t, (<-ends).err, wakeful.ErrClosed, stream.ErrUnsent, context.DeadlineExceeded)
			<-l.Done()
			p.released(t)
		})
	}
}

const (
	endingProgram  = "WAKEFUL_WS_ENDING_PROGRAM"
	endingMessages = 180
)

// TestHijackTLSShutdownDelivers: the program ends when Shutdown has returned nil, and clients get
// all messages that Send had accepted, also one that still sends.
func TestHijackTLSShutdownDelivers(t *testing.T) {
	if os.Getenv(endingProgram) != "" {
		sendAndEnd(t)
	}
	for _, sends := range []bool{false, true} {
		if sends && runtime.GOOS != "linux" {
			break // Shutdown does not wait for acknowledgments, so unread input may reset the connection
		}
		for round := range 3 {
			t.Run(fmt.Sprintf("sends=%v/%d", sends, round), func(t *testing.T) { getAll(t, sends) })
		}
	}
}

// sendAndEnd is the program: it sends messages to its first client and ends.
func sendAndEnd(t *testing.T) {
	l := started(t)
	opened := make(chan *wakews.Conn, 1)
	server, _ := tlsServer(t, l, func(c *wakews.Conn, err error) {
		check(t, err)
		check(t, c.OnMessage(func(wakews.Kind, []byte) {}))
		opened <- c
	})
	fmt.Println("address", server.Listener.Addr())
	c := <-opened
	on(t, l, func() {
		for i := range endingMessages {
			check(t, c.Send(wakews.Text, fmt.Appendf(nil, "%d %01000d", i, 0)))
		}
	})
	fmt.Println("ending")
	check(t, l.Shutdown(context.Background()))
	if t.Failed() {
		os.Exit(1)
	}
	os.Exit(0)
}

// getAll is a client of the program.
func getAll(t *testing.T, sends bool) {
	self, err := os.Executable()
	check(t, err)
	program := exec.Command(self, "-test.run=^TestHijackTLSShutdownDelivers$") //nolint:gosec // this program
	program.Env = append(os.Environ(), endingProgram+"=1", "GORACE=atexit_sleep_ms=0")
	program.Stderr = os.Stderr
	out, err := program.StdoutPipe()
	check(t, err)
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	var p *tlsPeer
	stopped := make(chan struct{})
	for lines.Scan() {
		if address, ok := strings.CutPrefix(lines.Text(), "address "); ok {
			p = connectTLS(t, address)
		} else if lines.Text() == "ending" {
			break
		}
	}
	go func() {
		defer close(stopped)
		for sends {
			if _, err := p.Write(text(strings.Repeat("x", 5000)).encoded()); err != nil {
				return
			}
		}
	}()
	got := 0
	for f := p.next(t); f != nil; f = p.next(t) {
		if !strings.HasPrefix(f.payload, fmt.Sprintf("%d ", got)) {
			t.Fatalf("message %d is %v", got, f)
		}
		got++
	}
	equal(t, "messages", got, endingMessages)
	check(t, p.tcp.Close())
	<-stopped
	check(t, program.Wait())
}
