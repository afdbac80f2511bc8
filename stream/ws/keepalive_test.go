//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package ws_test

// Tests of WithKeepAlive.

import (
	"errors"
	"io"
	"net"
	"os"
	"testing"
	"time"

	"github.com/gobwas/ws"
	wakews "github.com/wakeful-go/wakeful/stream/ws"
)

// TestKeepAlive: a silent peer is found.
func TestKeepAlive(t *testing.T) {
	l := running(t)
	ends := make(chan ending, 1)
	address := serve(t, l, keptAlive(t, ends, nil), wakews.WithKeepAlive(time.Millisecond))
	connect(t, address, "")
	matches(t, (<-ends).err, os.ErrDeadlineExceeded)
}

// TestKeepAliveHalfClosed: a peer that has ended its direction and does not read is found, too.
func TestKeepAliveHalfClosed(t *testing.T) {
	l := running(t)
	ends := make(chan ending, 1)
	address := serve(t, l, func(c *wakews.Conn, err error) {
		check(t, err)
		check(t, c.OnClose(func(status int, reason string, err error) { ends <- ending{status, reason, err} }))
		check(t, c.OnMessage(func(wakews.Kind, []byte) {}))
		check(t, c.Stream().SetWatermarks(1000, 10_000, 100<<20))
		for range 64 { // more than the kernel takes
			check(t, c.Send(wakews.Binary, make([]byte, 1<<20)))
		}
	}, wakews.WithKeepAlive(20*time.Millisecond))
	raw, err := net.Dial("tcp", address)
	check(t, err)
	defer raw.Close()
	_, err = io.WriteString(raw, upgrade+"\r\n")
	check(t, err)
	check(t, raw.(*net.TCPConn).CloseWrite())
	matches(t, (<-ends).err, os.ErrDeadlineExceeded)
}

// TestKeepAliveAnswered: a peer is pinged, and its pong is noticed. If this process is too slow for
// the interval, a longer one is tried.
func TestKeepAliveAnswered(t *testing.T) {
	l := running(t)
	for every := 10 * time.Millisecond; ; every *= 2 {
		ends, pongs := make(chan ending, 1), make(chan struct{}, 1)
		address := serve(t, l, keptAlive(t, ends, pongs), wakews.WithKeepAlive(every))
		p, _ := connect(t, address, "")
		for {
			got := p.next(t)
			if got == nil || got.op != ws.OpPing {
				break // it has ended
			}
			if _, err := p.Write(pong("").encoded()); err != nil {
				break
			}
		}
		check(t, (<-ends).problem())
		select {
		case <-pongs:
			return
		default:
		}
	}
}

// problem returns the error unless the WebSocket has ended in a normal way.
func (e ending) problem() error {
	if e.err == nil || errors.Is(e.err, os.ErrDeadlineExceeded) || errors.Is(e.err, io.ErrUnexpectedEOF) {
		return nil
	}
	return e.err
}

// keptAlive reports the end of a WebSocket. It closes one that has sent a pong.
func keptAlive(t testing.TB, ends chan<- ending, pongs chan<- struct{}) func(*wakews.Conn, error) {
	return func(c *wakews.Conn, err error) {
		check(t, err)
		check(t, c.OnClose(func(status int, reason string, err error) { ends <- ending{status, reason, err} }))
		check(t, c.OnPong(func([]byte) {
			select {
			case pongs <- struct{}{}:
			default:
			}
			_ = c.Abort() // once
		}))
		check(t, c.OnMessage(func(wakews.Kind, []byte) {}))
	}
}
