//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

import (
	"errors"
	"io"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/stream"
)

// TestJoinOrder: writes of all sizes, from callbacks of all phases, with and without joining, arrive
// in order, however the connection is used between them.
func TestJoinOrder(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	rounds := 2000
	if testing.Short() {
		rounds = 300
	}
	for _, network := range []string{"tcp", "unix"} {
		l := running(t)
		conns := make(chan *stream.Conn, 1)
		listener := serve(t, l, network, func(c *stream.Conn) { conns <- c })
		peer := connect(t, listener)
		c := <-conns
		sent, left := 0, rounds
		done := make(chan struct{})
		var step func()
		write := func() {
			p := make([]byte, random.IntN(1<<random.IntN(18)))
			for i := range p {
				p[i] = pattern()[(sent+i)%large]
			}
			var err error
			n := len(p)
			if random.IntN(2) == 0 {
				n, err = c.Write(p)
			} else if err = c.WriteAll(p); err != nil {
				n = 0
			}
			if sent += n; err != nil && !errors.Is(err, stream.ErrQueueFull) {
				t.Error(err)
			}
			clear(p)
		}
		step = func() {
			for range random.IntN(4) {
				switch random.IntN(8) {
				case 0:
					check(t, c.Flush())
				case 1:
					check(t, c.SetJoinWrites(random.IntN(2) == 0))
				case 2:
					high := 1 + random.IntN(1<<18)
					check(t, c.SetWatermarks(random.IntN(high), high, high+random.IntN(1<<18)))
				default:
					write()
				}
			}
			if left--; left == 0 {
				check(t, c.CloseWrite())
				close(done)
				return
			}
			next := []func(func()) error{l.Submit, l.AfterSubmitted, l.AtTurnEnd, l.AfterCallback, l.SubmitPriority}
			check(t, next[random.IntN(len(next))](step))
		}
		check(t, l.Submit(step))
		got, err := io.ReadAll(peer)
		check(t, err)
		<-done
		equal(t, "bytes", len(got), sent)
		for i, b := range got {
			if b != pattern()[i%large] {
				t.Fatalf("%s: byte %d differs", network, i)
			}
		}
	}
}
