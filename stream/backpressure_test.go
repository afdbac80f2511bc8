//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"runtime"
	"testing"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/internal/stress"
	"github.com/wakeful-go/wakeful/stream"
)

// TestBackpressure: a peer that stalls sometimes gets everything in order from a writer that
// resumes at OnDrain. The queue never holds more than its limit.
func TestBackpressure(t *testing.T) {
	const low, high, limit = 10_000, 50_000, 100_000
	for _, network := range []string{"tcp", "unix"} {
		t.Run(network, func(t *testing.T) {
			l := running(t)
			random := stress.Random(stress.Seed(t), 0)
			want := make([]byte, 16<<20)
			for i := range want {
				want[i] = byte(random.Uint32())
			}
			full, drained := make(chan struct{}), 0
			end := make(chan error, 1)
			listener := serve(t, l, network, func(c *stream.Conn) {
				check(t, c.SetWatermarks(low, high, limit))
				check(t, c.OnClose(func(err error) { end <- err }))
				left := want
				write := func() {
					if len(left) == 0 {
						return // the last drain; nothing is left to write
					}
					for len(left) > 0 {
						n, err := c.Write(left[:min(len(left), 1+random.IntN(40_000))])
						if left = left[n:]; err != nil {
							matches(t, err, stream.ErrQueueFull)
							equal(t, "queued when full", c.Queued(), limit)
							equal(t, "above the high watermark", c.AboveHighWatermark(), true)
							if full != nil {
								close(full)
								full = nil
							}
							return
						}
						if c.Queued() > high && !c.AboveHighWatermark() {
							t.Errorf("%d bytes are queued and the queue is not above its high watermark", c.Queued())
						}
					}
					check(t, c.CloseWrite())
				}
				check(t, c.OnDrain(func() {
					drained++
					equal(t, "above the high watermark when drained", c.AboveHighWatermark(), false)
					if c.Queued() > low {
						t.Errorf("drained with %d bytes in the queue", c.Queued())
					}
					write()
				}))
				check(t, c.OnData(func([]byte) {}))
				write()
			})
			stalled := full
			peer := connect(t, listener)
			<-stalled // the peer does not read until the queue is full
			got, err := io.ReadAll(peer)
			check(t, err)
			if !bytes.Equal(got, want) {
				t.Errorf("%d bytes arrived, other than the %d that were written", len(got), len(want))
			}
			check(t, peer.Close())
			check(t, <-end)
			on(t, l, func() {
				if drained == 0 {
					t.Error("never drained")
				}
			})
		})
	}
}

// TestStalledPeers: a thousand peers that never read cost their limits and a block each, however
// much is written to them.
func TestStalledPeers(t *testing.T) {
	const limit, block = 64 << 10, 16 << 10
	n := stress.Rounds(1000)
	l := running(t)
	var conns []*stream.Conn
	all := make(chan struct{})
	listener := serve(t, l, "unix", func(c *stream.Conn) {
		check(t, c.SetWatermarks(limit/4, limit/2, limit))
		if conns = append(conns, c); len(conns) == n {
			close(all)
		}
	})
	var peers []net.Conn
	for range n {
		peers = append(peers, connect(t, listener))
	}
	<-all
	before := heap()
	message := make([]byte, 10_000)
	queued := 0
	on(t, l, func() {
		for range 100 {
			for _, c := range conns {
				if _, err := c.Write(message); err != nil {
					matches(t, err, stream.ErrQueueFull)
				}
			}
		}
		for _, c := range conns {
			queued += c.Queued()
		}
	})
	equal(t, "queued", queued, n*limit)
	grown := heap() - before
	t.Logf("%d connections hold %d bytes, %d of the heap", n, queued, grown)
	const pooled = 2 << 20 // blocks, and buffers in which writes were joined
	if most := int64(n*(limit+2*block)) + pooled; grown > most {
		t.Errorf("the heap has grown by %d bytes, more than %d", grown, most)
	}
	// Peers that start reading get the accepted bytes completely.
	on(t, l, func() {
		for _, c := range conns {
			check(t, c.CloseWrite())
		}
	})
	for _, p := range peers {
		if got, err := io.Copy(io.Discard, p); err != nil || got < limit {
			t.Fatalf("%d bytes arrived: %v", got, err)
		}
		check(t, p.Close())
	}
}

func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// TestWriteAll: a message larger than the limit is accepted completely. A message behind a full
// queue is refused completely, and OnDrain reports when to write it again.
func TestWriteAll(t *testing.T) {
	for _, network := range []string{"tcp", "unix"} {
		t.Run(network, func(t *testing.T) {
			l := running(t)
			message := pattern()
			filled := make(chan struct{})
			listener := serve(t, l, network, func(c *stream.Conn) {
				check(t, c.SetWatermarks(0, 1, 1000))
				check(t, c.WriteAll(message))
				equal(t, "above the high watermark", c.AboveHighWatermark(), true)
				queued := c.Queued()
				if queued <= 1000 {
					t.Errorf("%d bytes are queued: there is nothing to test", queued)
				}
				matches(t, c.WriteAll([]byte("x")), stream.ErrQueueFull)
				equal(t, "queued", c.Queued(), queued)
				check(t, c.OnDrain(func() {
					check(t, c.OnDrain(nil))
					check(t, c.WriteAll(message))
					check(t, c.CloseWrite())
					matches(t, c.WriteAll(nil), stream.ErrClosed)
				}))
				close(filled)
			})
			peer := connect(t, listener)
			<-filled
			got, err := io.ReadAll(peer)
			check(t, err)
			if !bytes.Equal(got, append(message, message...)) {
				t.Errorf("%d bytes arrived, other than the %d that were accepted", len(got), 2*len(message))
			}
		})
	}
}

// TestWatermarks: invalid values are refused and change nothing.
func TestWatermarks(t *testing.T) {
	l := running(t)
	done := make(chan struct{})
	listener := serve(t, l, "unix", func(c *stream.Conn) {
		defer close(done)
		for _, bad := range [][3]int{{-1, 1, 1}, {1, 1, 1}, {2, 1, 3}, {0, 2, 1}} {
			matches(t, c.SetWatermarks(bad[0], bad[1], bad[2]), wakeful.ErrInvalidOption)
		}
		check(t, c.SetWatermarks(0, 1, 1))
	})
	connect(t, listener)
	<-done
}

// TestConservation: many peers at once, with random sizes and stalls, get every byte back, on any
// number of processors.
func TestConservation(t *testing.T) {
	for _, procs := range []int{1, 2, 8} {
		t.Run("GOMAXPROCS="+string(rune('0'+procs)), func(t *testing.T) {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
			stress.Watch(t)
			seed := stress.Seed(t)
			l := running(t)
			ends := 0
			accept := func(c *stream.Conn) {
				check(t, c.SetWatermarks(1000, 3000, 200_000))
				check(t, c.OnClose(func(err error) { check(t, err); ends++ }))
				echo(t, c)
			}
			listeners := []*stream.Listener{serve(t, l, "tcp", accept), serve(t, l, "unix", accept)}
			const peers = 40
			done := make(chan struct{})
			for i := range peers {
				peer := connect(t, listeners[i%2]).(halfCloser)
				go func() {
					exchange(t, peer, stress.Random(seed, i), stress.Rounds(200))
					done <- struct{}{}
				}()
			}
			for range peers {
				<-done
			}
			until(func() (all bool) {
				on(t, l, func() { all = ends == peers })
				return all
			})
		})
	}
}

// exchange sends random bytes and checks the echo.
func exchange(t *testing.T, peer halfCloser, random *rand.Rand, rounds int) {
	var sent bytes.Buffer
	fed := make(chan []byte, rounds)
	for range rounds {
		p := make([]byte, 1+random.IntN(1<<random.IntN(16)))
		for i := range p {
			p[i] = byte(random.Uint32())
		}
		sent.Write(p)
		fed <- p
	}
	close(fed)
	pace := stress.Random(random.Uint64(), 1)
	go func() {
		for p := range fed {
			_, err := peer.Write(p)
			check(t, err)
			stress.Hesitate(pace)
		}
		check(t, peer.CloseWrite())
	}()
	want := sent.Bytes()
	for p := make([]byte, 40_000); ; stress.Hesitate(random) {
		n, err := peer.Read(p[:1+random.IntN(len(p)-1)])
		if n > len(want) || !bytes.Equal(p[:n], want[:n]) {
			t.Errorf("%d bytes came back that were not sent", n)
			return
		}
		want = want[n:]
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Error(err)
			return
		}
	}
	equal(t, "bytes that did not come back", len(want), 0)
	check(t, peer.Close())
}
