//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
)

// TestTLSMoveStress: TLS connections with large records move among three loops, while those sweep
// the buffers of their connections, and while data is left over (a paused reader, a buffer that is
// full). Each loop's state is its own, so under the race detector a connection that leaves something
// behind is found.
func TestTLSMoveStress(t *testing.T) {
	rounds := 4
	if testing.Short() {
		rounds = 1
	}
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0)) //nolint:gosec // a test
	for round := range rounds {
		loops := []*wakeful.Loop{running(t), running(t), running(t)}
		stop := make(chan struct{})
		var sweeping sync.WaitGroup
		for _, l := range loops {
			sweeping.Go(func() {
				for {
					select {
					case <-stop:
						return
					default:
						on(t, l, func() { stream.SweepTLS(l) })
					}
				}
			})
		}
		seeds := rand.New(rand.NewPCG(seed, uint64(round)+1)) //nolint:gosec // a test
		listener := serveTLS(t, loops[0], serverConfig(t), nil, func(c *stream.Conn) { wander(t, c, loops, seeds.Uint64()) })
		var clients sync.WaitGroup
		for range 4 {
			peer := connectTLS(t, listener, clientConfig())
			sent := numberedBytes(100_000 + random.IntN(300_000))
			clients.Go(func() {
				_, err := peer.Write(sent)
				check(t, err)
				check(t, peer.CloseWrite())
			})
			clients.Go(func() {
				got, err := io.ReadAll(peer)
				check(t, err)
				if !bytes.Equal(got, sent) {
					t.Errorf("%d bytes came back, other than the %d that were sent", len(got), len(sent))
				}
			})
		}
		clients.Wait()
		close(stop)
		sweeping.Wait()
	}
}

// wander echoes, and moves the connection at random: with what has arrived, after a Pause, and
// several times in a row.
func wander(t *testing.T, c *stream.Conn, loops []*wakeful.Loop, seed uint64) {
	random := rand.New(rand.NewPCG(seed, 1)) //nolint:gosec // a test
	check(t, c.SetWatermarks(64<<10, 1<<20, 8<<20))
	var arrived func(c *stream.Conn, err error)
	move := func() {
		err := c.MoveTo(loops[random.IntN(len(loops))], arrived)
		if !errors.Is(err, stream.ErrMoving) { // another record came before the connection left
			check(t, err)
		}
	}
	arrived = func(c *stream.Conn, err error) {
		switch {
		case errors.Is(err, stream.ErrClosed):
			return // the peer's end came together with the last bytes
		case err != nil:
			t.Error(err)
		case random.IntN(3) == 0:
			move()
			return
		}
		check(t, c.Resume())
	}
	check(t, c.OnData(func(p []byte) {
		check(t, c.WriteAll(p))
		if random.IntN(2) == 0 {
			check(t, c.Pause())
			move()
		} else if random.IntN(2) == 0 {
			move()
		}
	}))
}
