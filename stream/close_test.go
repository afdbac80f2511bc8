//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

// Close, which sends what was written. TestDroppedBytesReset has Abort.

import (
	"bytes"
	"context"
	"crypto/tls"
	"io"
	"net"
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
)

// closing returns a connection that Close was called on and that has much to send, and its peer.
func closing(t *testing.T, l *wakeful.Loop, network string, before func(*stream.Conn)) (c *stream.Conn, peer net.Conn, end <-chan error) {
	t.Helper()
	ended, conns := make(chan error, 1), make(chan *stream.Conn, 1)
	accept := func(c *stream.Conn) {
		check(t, c.OnClose(func(err error) { ended <- err }))
		check(t, c.OnEOF(func() { t.Error("OnEOF was called after Close") }))
		check(t, c.OnDrain(func() { t.Error("OnDrain was called after Close") }))
		check(t, c.OnData(func([]byte) { t.Error("OnData was called after Close") }))
		check(t, c.SetReadTimeout(time.Hour))
		check(t, c.SetIdleTimeout(time.Hour))
		check(t, c.SetWatermarks(0, 1, large))
		check(t, c.WriteAll(pattern()))
		before(c)
		check(t, c.Close())
		if c.Queued() == 0 {
			t.Errorf("the kernel took %d bytes at once: there is nothing to test", large)
		}
		conns <- c
	}
	if network == "tls" {
		listener := serveTLS(t, l, serverConfig(t), nil, accept)
		var err error
		if peer, err = tls.Dial("tcp", listener.Addr().String(), clientConfig()); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { peer.Close() })
	} else {
		peer = connect(t, serve(t, l, network, accept))
	}
	return <-conns, peer, ended
}

func nothing(*stream.Conn) {}

// closeNetworks are kinds of connections, and what happens after Close.
func closeNetworks(t *testing.T, test func(t *testing.T, network string, then func(*wakeful.Loop))) {
	for _, network := range []string{"tcp", "unix", "tls"} {
		t.Run(network, func(t *testing.T) { test(t, network, func(*wakeful.Loop) {}) })
		t.Run(network+" and Shutdown", func(t *testing.T) {
			test(t, network, func(l *wakeful.Loop) { check(t, l.Shutdown(context.Background())) })
		})
	}
}

// TestCloseSendsTheQueue: the peer gets everything, then the end, and OnClose gets nil.
func TestCloseSendsTheQueue(t *testing.T) {
	closeNetworks(t, func(t *testing.T, network string, then func(*wakeful.Loop)) {
		l := running(t)
		_, peer, end := closing(t, l, network, nothing)
		on(t, l, func() { then(l) })
		got, err := io.ReadAll(peer)
		check(t, err)
		if !bytes.Equal(got, pattern()) {
			t.Errorf("%d bytes arrived, other than the %d that were accepted", len(got), large)
		}
		check(t, <-end)
	})
}

// TestCloseWhileThePeerWrites: what the peer sends after Close is dropped, so that it can go on
// writing before it reads. If some of it has not arrived when the queue is sent, the connection may be
// reset.
func TestCloseWhileThePeerWrites(t *testing.T) {
	closeNetworks(t, func(t *testing.T, network string, then func(*wakeful.Loop)) {
		l := running(t)
		_, peer, end := closing(t, l, network, nothing)
		on(t, l, func() { then(l) })
		_, err := peer.Write(pattern()[:large/4])
		check(t, err)
		got, err := io.ReadAll(peer)
		if !bytes.HasPrefix(pattern(), got) {
			t.Errorf("%d other bytes arrived than those that were accepted", len(got))
		}
		if err == nil {
			equal(t, "bytes that arrived", len(got), large)
		} else {
			matches(t, err, syscall.ECONNRESET)
		}
		<-end
	})
}

// TestMethodsAfterClose: a connection that still sends is closed for its user.
func TestMethodsAfterClose(t *testing.T) {
	l, other := running(t), running(t)
	c, peer, end := closing(t, l, "tcp", nothing)
	on(t, l, func() {
		_, err := c.Write([]byte("x"))
		matches(t, err, stream.ErrClosed)
		for name, err := range map[string]error{
			"WriteAll": c.WriteAll([]byte("x")), "Close": c.Close(), "CloseWrite": c.CloseWrite(),
			"Flush": c.Flush(), "OnData": c.OnData(func([]byte) {}), "Pause": c.Pause(), "Resume": c.Resume(),
			"MoveTo":      c.MoveTo(other, func(*stream.Conn, error) {}),
			"SetNoDelay":  c.SetNoDelay(true),
			"StartTLS":    c.StartTLS(serverConfig(t), func(*stream.Conn, error) {}),
			"SetReadTime": c.SetReadTimeout(time.Second), "Unref": c.Unref(),
		} {
			t.Log(name)
			matches(t, err, stream.ErrClosed)
		}
		equal(t, "above the high watermark", c.AboveHighWatermark(), false)
	})
	matches(t, c.Abort(), wakeful.ErrNotOnLoop)
	on(t, l, func() {
		check(t, c.Abort())
		matches(t, c.Abort(), stream.ErrClosed)
	})
	check(t, <-end)
	_, err := io.Copy(io.Discard, peer)
	matches(t, err, syscall.ECONNRESET)
}

// TestCloseInACallbackThatMoves: a connection that was closed in the callback that called MoveTo
// stays and sends.
func TestCloseInACallbackThatMoves(t *testing.T) {
	l, other := running(t), running(t)
	moved := make(chan error, 1)
	_, peer, end := closing(t, l, "tcp", func(c *stream.Conn) {
		check(t, c.MoveTo(other, func(_ *stream.Conn, err error) { moved <- err }))
	})
	matches(t, <-moved, stream.ErrClosed)
	n, err := io.Copy(io.Discard, peer)
	check(t, err)
	equal(t, "bytes", n, large)
	check(t, <-end)
}

// TestCloseGivesUp: OnClose says that bytes were dropped, and the peer sees a reset.
func TestCloseGivesUp(t *testing.T) {
	const limit = 300 * time.Millisecond // long enough for the peer to connect
	defer stream.ShortenCloseTimeout(limit)()
	for name, c := range map[string]struct {
		before func(*stream.Conn)
		then   func(*wakeful.Loop, net.Conn)
		want   error
	}{
		"write timeout": {
			before: func(c *stream.Conn) { check(t, c.SetWriteTimeout(limit)) },
			want:   os.ErrDeadlineExceeded,
		},
		"default limit": {want: os.ErrDeadlineExceeded},
		"the peer is gone": {
			before: func(c *stream.Conn) { check(t, c.SetWriteTimeout(time.Hour)) },
			then: func(_ *wakeful.Loop, peer net.Conn) {
				check(t, peer.(*net.TCPConn).SetLinger(0))
				check(t, peer.Close())
			},
		},
		"Loop.Close": {
			before: func(c *stream.Conn) { check(t, c.SetWriteTimeout(time.Hour)) },
			then:   func(l *wakeful.Loop, _ net.Conn) { check(t, l.Close()) },
			want:   wakeful.ErrClosed,
		},
	} {
		t.Run(name, func(t *testing.T) {
			l := running(t)
			before := c.before
			if before == nil {
				before = nothing
			}
			_, peer, end := closing(t, l, "tcp", before)
			if c.then != nil {
				c.then(l, peer)
			}
			err := <-end
			matches(t, err, stream.ErrUnsent)
			if c.want != nil {
				matches(t, err, c.want)
				_, err = io.Copy(io.Discard, peer)
				matches(t, err, syscall.ECONNRESET)
			}
		})
	}
}
