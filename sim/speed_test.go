package sim_test

import (
	"os"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/sim"
	"github.com/wakeful-go/wakeful/stream"
)

// pingPong has clients that send a message and wait for its echo, for ever.
func pingPong(w *sim.World, clients int, every time.Duration) {
	server := w.Loop("server")
	err := stream.Listen(server, "tcp", ":80", func(l *stream.Listener, err error) {
		if err == nil {
			l.OnAccept(func(c *stream.Conn) { c.OnData(func(p []byte) { c.Write(p) }) })
		}
	})
	if err != nil {
		w.Fail("%w", err)
	}
	var client *wakeful.Loop
	for i := range clients {
		if i%8 == 0 {
			client = w.Loop("client")
		}
		_, err = stream.Dial(client, "tcp", "server:80", 0, func(c *stream.Conn, err error) {
			if err != nil {
				w.Fail("dial: %w", err)
				return
			}
			message := []byte("ping")
			c.OnData(func([]byte) {
				if every == 0 {
					c.Write(message)
				} else if _, err := c.Loop().AfterFunc(every, func() { c.Write(message) }); err != nil {
					w.Fail("%w", err)
				}
			})
			c.Write(message)
		})
		if err != nil {
			w.Fail("%w", err)
		}
	}
}

// BenchmarkBusy is how long an event of a busy world takes: a turn of a loop, or an arrival. 64 clients
// wait for the echo of one server.
func BenchmarkBusy(b *testing.B) {
	var events uint64
	for b.Loop() {
		_, steps, failure := sim.Simulate(&testing.T{}, 1, func(w *sim.World) {
			pingPong(w, 64, 0)
			w.For(100 * time.Millisecond)
		})
		if failure != nil || steps < 50_000 {
			b.Fatal(steps, failure)
		}
		events += steps
	}
	b.ReportMetric(float64(events)/b.Elapsed().Seconds(), "events/s")
}
