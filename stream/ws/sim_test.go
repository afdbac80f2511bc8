package ws_test

// WebSockets in simulated worlds: every message arrives or OnClose says so, and a close is one on both
// sides.

import (
	"context"
	big "encoding/binary"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/sim"
	"github.com/wakeful-go/wakeful/stream"
	"github.com/wakeful-go/wakeful/stream/ws"
)

func TestSimulatedClose(t *testing.T) { sim.Run(t, 1000, simulatedClose) }

// simulated is one side of a WebSocket.
type simulated struct {
	sent, got, closes int
	status            int
	err               error
	c                 *ws.Conn
}

func (s *simulated) begin(w *sim.World, c *ws.Conn) {
	s.c = c
	_ = c.OnMessage(func(_ ws.Kind, p []byte) {
		if s.closes > 0 {
			w.Fail("a message comes after OnClose")
		}
		if len(p) < 4 || int(big.BigEndian.Uint32(p)) != s.got {
			w.Fail("message %d is wrong", s.got)
		}
		s.got++
	})
	_ = c.OnClose(func(status int, _ string, err error) {
		s.closes++
		s.status, s.err = status, err
	})
	var send func()
	send = func() {
		if s.closes > 0 {
			return
		}
		p := make([]byte, 4+w.Rand().IntN(1<<w.Rand().IntN(14)))
		big.BigEndian.PutUint32(p, uint32(s.sent))
		if c.Send(ws.Binary, p) == nil {
			s.sent++
		}
		_, _ = c.Stream().Loop().AfterFunc(time.Duration(1+w.Rand().IntN(300))*time.Millisecond, send)
	}
	send()
}

func simulatedClose(w *sim.World) {
	for _, f := range []sim.Fault{
		sim.Jitter(50 * time.Millisecond), sim.Bandwidth(100 << 10), sim.SplitReads(), sim.SplitWrites(), sim.Pauses(3*time.Second, time.Second),
	} {
		if w.Rand().IntN(3) == 0 {
			w.Net().Faults(f)
		}
	}
	server, client := w.Loop("server"), w.Loop("client")
	sides := [2]simulated{}
	err := stream.Listen(server, "tcp", ":80", func(l *stream.Listener, err error) {
		if err != nil {
			w.Fail("listen: %w", err)
			return
		}
		_ = l.OnAccept(func(c *stream.Conn) {
			if err := ws.Accept(server, c, func(c *ws.Conn, err error) {
				if err != nil {
					w.Fail("accept: %w", err)
					return
				}
				sides[0].begin(w, c)
			}); err != nil {
				w.Fail("accept: %w", err)
			}
		})
	})
	if err != nil {
		w.Fail("listen: %w", err)
	}
	w.At(time.Millisecond, func() {
		if err := ws.Dial(client, "ws://server/", func(c *ws.Conn, err error) {
			if err != nil {
				w.Fail("dial: %w", err)
				return
			}
			sides[1].begin(w, c)
		}); err != nil {
			w.Fail("dial: %w", err)
		}
	})
	what := w.Rand().IntN(3)
	w.At(time.Duration(3+w.Rand().IntN(3))*time.Second, func() {
		switch {
		case sides[0].c == nil || sides[1].c == nil:
			w.Fail("the handshake is not complete")
		case what < 2:
			l := []*simulated{&sides[0], &sides[1]}[what]
			_ = l.c.Stream().Loop().Submit(func() {
				if err := l.c.Close(4000+what, "enough"); err != nil {
					w.Fail("close: %w", err)
				}
			})
		default:
			w.Go(func() { _ = server.Shutdown(context.Background()) })
		}
	})
	w.For(2 * time.Minute)
	for i, s := range sides {
		if s.closes != 1 {
			w.Fail("side %d: OnClose was called %d times", i, s.closes)
		}
	}
	closer, other := &sides[0], &sides[1]
	if what == 1 {
		closer, other = other, closer
	}
	if what < 2 && (closer.status != 4000+what || other.status != 4000+what || closer.err != nil || other.err != nil) {
		w.Fail("after Close: %d %v and %d %v", closer.status, closer.err, other.status, other.err)
	}
	if other.got != closer.sent {
		w.Fail("%d of %d messages that were sent before the end have arrived", other.got, closer.sent)
	}
}
