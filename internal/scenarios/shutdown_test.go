//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package scenarios

// The end of a loop and of a connection: what was accepted arrives, or OnClose says that it did
// not.

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/sim"
	"github.com/wakeful-go/wakeful/stream"
)

func TestShutdown(t *testing.T) { sim.Run(t, 1000, shutdown) }

// delivery is what a server has accepted for a client, and what the client has got.
type delivery struct {
	accepted, got int
	closed        bool
	err           error
}

// shutdown has a server that sends to clients, and a Shutdown with a time limit, or a Close of the
// connections.
func shutdown(w *sim.World) {
	someFaults(w)
	server, client := w.Loop("server"), w.Loop("client")
	byClose := w.Rand().IntN(3) == 0
	talkative := !byClose && w.Rand().IntN(2) == 0 // the client sends, and its input is unread at the end
	slow := !talkative && w.Rand().IntN(2) == 0
	ending := false
	deliveries := map[string]*delivery{}
	of := func(address string) *delivery {
		if deliveries[address] == nil {
			deliveries[address] = &delivery{}
		}
		return deliveries[address]
	}
	var conns []*stream.Conn
	finish := func(c *stream.Conn) {
		_ = c.SetWriteTimeout(24 * time.Hour)
		_ = c.Close()
	}
	err := stream.Listen(server, "tcp", ":1", func(l *stream.Listener, err error) {
		if err != nil {
			w.Fail("listen: %w", err)
			return
		}
		_ = l.OnAccept(func(c *stream.Conn) {
			d := of(c.RemoteAddr().String())
			conns = append(conns, c)
			_ = c.OnClose(func(err error) { d.closed, d.err = true, err })
			var send func()
			send = func() {
				for range 1 + w.Rand().IntN(4) {
					n, err := c.Write(fill(d.accepted, 1+w.Rand().IntN(1<<w.Rand().IntN(16))))
					d.accepted += n
					if err != nil {
						break
					}
				}
				_, _ = server.AfterFunc(time.Duration(1+w.Rand().IntN(200))*time.Millisecond, send)
			}
			send()
			if ending && byClose { // a pause was longer than the time until then
				finish(c)
			}
		})
	})
	if err != nil {
		w.Fail("listen: %w", err)
	}
	dial := func() {
		_, err := stream.Dial(client, "tcp", "server:1", 0, func(c *stream.Conn, err error) {
			if err != nil {
				return // the server ends
			}
			d := of(c.LocalAddr().String())
			_ = c.OnData(func(p []byte) {
				for i, b := range p {
					if b != pattern(d.got+i) {
						w.Fail("byte %d is wrong", d.got+i)
						return
					}
				}
				d.got += len(p)
				if slow {
					_ = c.Pause()
					_, _ = client.AfterFunc(time.Duration(1+w.Rand().IntN(300))*time.Millisecond, func() { _ = c.Resume() })
				}
			})
			if talkative {
				// Not after the Shutdown: a write to a connection that was reset would end it with
				// input unread.
				var talk func()
				talk = func() {
					if !ending {
						_, _ = c.Write(make([]byte, 1000))
						_, _ = client.AfterFunc(7*time.Millisecond, talk)
					}
				}
				talk()
			}
		})
		if err != nil {
			w.Fail("dial: %w", err)
		}
	}
	for range 1 + w.Rand().IntN(3) {
		w.At(time.Duration(1+w.Rand().IntN(100))*time.Millisecond, dial)
	}
	limit := time.Duration(1+w.Rand().IntN(1<<(4+w.Rand().IntN(12)))) * time.Millisecond
	if w.Rand().IntN(2) == 0 {
		limit = 24 * time.Hour
	}
	stopped := false
	w.At(time.Duration(200+w.Rand().IntN(2000))*time.Millisecond, func() {
		ending = true
		if byClose {
			_ = server.Submit(func() {
				for _, c := range conns {
					finish(c)
				}
			})
			return
		}
		w.Go(func() {
			ctx, cancel := context.WithTimeout(context.Background(), limit)
			defer cancel()
			_ = server.Shutdown(ctx)
			<-server.Done()
			stopped = true
		})
	})
	w.For(3 * time.Second)
	w.Until(3*time.Hour, func() bool {
		if !stopped && !byClose {
			return false
		}
		for _, d := range deliveries {
			if !d.closed || d.got < d.accepted && !errors.Is(d.err, stream.ErrUnsent) {
				return false
			}
		}
		return true
	})
	if !stopped && !byClose {
		w.Fail("the server has not stopped")
	}
	if open := w.OpenSockets(server); stopped && open > 0 {
		w.Fail("the server has left %d sockets open", open)
	}
	for _, d := range deliveries {
		switch {
		case d.accepted > 0 && !d.closed:
			w.Fail("a connection has not ended")
		case errors.Is(d.err, stream.ErrUnsent):
			if limit == 24*time.Hour {
				w.Fail("there was time, but OnClose has got %v", d.err)
			}
		case d.got != d.accepted:
			w.Fail("%d of %d accepted bytes have arrived, and OnClose has got %v", d.got, d.accepted, d.err)
		}
	}
}
