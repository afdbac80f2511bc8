//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package sim_test

import (
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

// TestBusy logs how many events a busy world has per second: turns of loops, and arrivals. 64
// clients wait for the echo of one server.
func TestBusy(t *testing.T) {
	length, least := time.Second, uint64(500_000)
	if testing.Short() {
		length, least = 20*time.Millisecond, 10_000
	}
	began := time.Now()
	_, events, failure := sim.Simulate(t, 1, func(w *sim.World) {
		pingPong(w, 64, 0)
		w.For(length)
	})
	took := time.Since(began)
	if failure != "" || events < least {
		t.Errorf("%d events, %s", events, failure)
	}
	t.Logf("%d events in %v: %.2f million per second", events, took, float64(events)/took.Seconds()/1e6)
}

// TestIdleHours logs how long the seeds of an hour take in which a client asks every ten seconds.
func TestIdleHours(t *testing.T) {
	began := time.Now()
	sim.Run(t, 1000, func(w *sim.World) {
		pingPong(w, 1, 10*time.Second)
		w.For(time.Hour)
	})
	t.Logf("it took %v", time.Since(began))
}
