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

// TestSpeed prints how fast worlds are.
func TestSpeed(t *testing.T) {
	if os.Getenv("WAKEFUL_SIM_SPEED") == "" {
		t.Skip("NOT RUN: it measures; set WAKEFUL_SIM_SPEED")
	}
	for range 5 {
		began := time.Now()
		_, steps, failure := sim.Simulate(t, 1, func(w *sim.World) {
			pingPong(w, 64, 0)
			w.For(time.Second)
		})
		took := time.Since(began)
		t.Logf("busy: %d events in %v, %.2f million per second, %v", steps, took, float64(steps)/took.Seconds()/1e6, failure)
	}
	began := time.Now()
	sim.Run(t, 1000, func(w *sim.World) {
		pingPong(w, 1, 10*time.Second)
		w.For(time.Hour)
	})
	t.Logf("1,000 idle hours: %v", time.Since(began))
}
