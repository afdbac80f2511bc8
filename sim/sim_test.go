package sim_test

import (
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/sim"
	"github.com/wakeful-go/wakeful/stream"
)

func TestEcho(t *testing.T) {
	sim.Run(t, 100, func(w *sim.World) {
		server, client := w.Loop("server"), w.Loop("client")
		w.Net().Faults(sim.Jitter(time.Millisecond), sim.SplitReads(), sim.SplitWrites())
		err := stream.Listen(server, "tcp", ":80", func(l *stream.Listener, err error) {
			if err != nil {
				w.Fail("listen: %w", err)
				return
			}
			l.OnAccept(func(c *stream.Conn) {
				c.OnData(func(p []byte) { c.Write(p) })
			})
		})
		if err != nil {
			w.Fail("%w", err)
		}
		got := ""
		w.At(time.Millisecond, func() {
			_, err = stream.Dial(client, "tcp", "server:80", time.Second, func(c *stream.Conn, err error) {
				if err != nil {
					w.Fail("dial: %w", err)
					return
				}
				c.OnData(func(p []byte) {
					got += string(p)
				})
				c.Write([]byte("hello, world"))
			})
			if err != nil {
				w.Fail("%w", err)
			}
		})
		w.For(time.Second)
		if got != "hello, world" {
			w.Fail("got %q", got)
		}
	})
}
