//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
)

// movable returns a connection on a loop and the other end of it, which the test's end closes.
func movable(t testing.TB, l *wakeful.Loop, setUp func(*stream.Conn)) (*stream.Conn, net.Conn) {
	t.Helper()
	addresses, conns := make(chan net.Addr, 1), make(chan *stream.Conn, 1)
	check(t, stream.Listen(l, "tcp", "127.0.0.1:0", func(listener *stream.Listener, err error) {
		check(t, err)
		check(t, listener.OnAccept(func(c *stream.Conn) {
			setUp(c)
			check(t, listener.Close())
			conns <- c
		}))
		addresses <- listener.Addr()
	}))
	peer, err := net.Dial("tcp", (<-addresses).String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = peer.Close() })
	return <-conns, peer
}

// fill writes until the queue has more than the kernel will accept while the peer does not read:
// its buffers grow to some 10 MiB. It returns the number of bytes. Loop only.
func fill(t testing.TB, c *stream.Conn) (size int) {
	t.Helper()
	for c.Queued() < 24<<20 {
		check(t, c.WriteAll(make([]byte, 1<<20)))
		size += 1 << 20
	}
	return size
}

// moveTo moves a connection and returns when it has arrived, or when it could not leave.
func moveTo(t testing.TB, from, to *wakeful.Loop, c *stream.Conn) error {
	t.Helper()
	moved := make(chan error, 1)
	on(t, from, func() {
		if err := c.MoveTo(to, func(_ *stream.Conn, err error) { moved <- err }); err != nil {
			moved <- err
		}
	})
	return <-moved
}

// TestMoveWhileBytesFlow: a connection that echoes moves between its callbacks again and again. The
// peer gets back exactly what it has sent.
func TestMoveWhileBytesFlow(t *testing.T) {
	const loops = 3
	size := 32 << 20
	if testing.Short() {
		size = 4 << 20
	}
	var all []*wakeful.Loop
	for range loops {
		all = append(all, running(t))
	}
	moves, failed := 0, make(chan error, 1)
	var on int // the loop that the connection is on; only its callbacks use it
	move := func(c *stream.Conn) {
		to := rand.IntN(loops)
		check(t, c.MoveTo(all[to], func(c *stream.Conn, err error) {
			check(t, err)
			if !all[to].OnLoop() {
				t.Errorf("then was not called on loop %d", to)
			}
			moves++
			on = to
		}))
	}
	_, peer := movable(t, all[0], func(c *stream.Conn) {
		c.OnClose(func(err error) { failed <- err })
		c.OnDrain(func() { check(t, c.Resume()) })
		c.OnData(func(p []byte) {
			if !all[on].OnLoop() {
				t.Errorf("data was not delivered on loop %d", on)
			}
			if err := c.WriteAll(p); err != nil {
				t.Error(err)
			}
			if c.AboveHighWatermark() {
				check(t, c.Pause())
			}
			if rand.IntN(2) == 0 {
				move(c)
			}
		})
	})
	sent := make([]byte, size)
	for i := range sent {
		sent[i] = byte(i ^ i>>8 ^ i>>16)
	}
	go func() {
		_, err := peer.Write(sent)
		check(t, err)
		check(t, peer.(*net.TCPConn).CloseWrite())
	}()
	got, err := io.ReadAll(peer)
	check(t, err)
	check(t, <-failed)
	if !bytes.Equal(got, sent) {
		t.Errorf("%d bytes came back, of %d; equal: false", len(got), len(sent))
	}
	if moves == 0 {
		t.Error("the connection did not move")
	}
	t.Logf("%d moves", moves)
}

// TestMoveKeepsState: the write queue, the watermarks, the directions and the timeouts move along.
func TestMoveKeepsState(t *testing.T) {
	from, to := running(t), running(t)
	closed, eof, drained := make(chan error, 1), make(chan bool, 1), make(chan int, 1)
	c, peer := movable(t, from, func(c *stream.Conn) {
		check(t, c.SetWatermarks(10, 100, 64<<20))
		c.OnEOF(func() { eof <- to.OnLoop() })
		c.OnClose(func(err error) { closed <- err })
		c.OnDrain(func() { drained <- c.Queued() })
		c.OnData(func([]byte) {})
	})
	size := 0
	on(t, from, func() {
		size = fill(t, c)
		check(t, c.CloseWrite())
	})
	check(t, moveTo(t, from, to, c))
	on(t, from, func() {
		_, err := c.Write([]byte("x"))
		matches(t, err, wakeful.ErrNotOnLoop)
		equal(t, "queued, asked on the old loop", c.Queued(), 0)
	})
	on(t, to, func() {
		if c.Queued() < 1<<20 || !c.AboveHighWatermark() {
			t.Errorf("queued: %d, above the high watermark: %v", c.Queued(), c.AboveHighWatermark())
		}
		_, err := c.Write([]byte("x"))
		matches(t, err, stream.ErrClosed) // after CloseWrite
	})
	n, err := io.Copy(io.Discard, peer)
	check(t, err)
	equal(t, "bytes that the peer got", int(n), size)
	if left := <-drained; left > 10 {
		t.Errorf("OnDrain with %d bytes in the queue, the low watermark is 10", left)
	}
	check(t, peer.Close())
	equal(t, "OnEOF on the new loop", <-eof, true)
	check(t, <-closed)
}

// TestMoveKeepsTimeouts: a timeout set on one loop ends the connection on the other.
func TestMoveKeepsTimeouts(t *testing.T) {
	for name, set := range map[string]func(*stream.Conn) error{
		"read": func(c *stream.Conn) error { return c.SetReadTimeout(20 * time.Millisecond) },
		"idle": func(c *stream.Conn) error { return c.SetIdleTimeout(20 * time.Millisecond) },
		"write": func(c *stream.Conn) error {
			check(t, c.SetWatermarks(1, 2, 64<<20))
			fill(t, c)
			return c.SetWriteTimeout(20 * time.Millisecond)
		},
	} {
		t.Run(name, func(t *testing.T) {
			from, to := running(t), running(t)
			type end struct {
				err error
				on  bool
			}
			closed := make(chan end, 1)
			moved := make(chan error, 1)
			_, _ = movable(t, from, func(c *stream.Conn) {
				c.OnClose(func(err error) { closed <- end{err, to.OnLoop()} })
				check(t, c.OnData(func([]byte) {}))
				check(t, set(c))
				check(t, c.MoveTo(to, func(_ *stream.Conn, err error) { moved <- err }))
			})
			check(t, <-moved)
			e := <-closed
			matches(t, e.err, os.ErrDeadlineExceeded)
			equal(t, "OnClose on the new loop", e.on, true)
		})
	}
}

// TestMovePaused: a paused connection does not read on the new loop, and does when it is resumed.
// One whose peer has gone is noticed there.
func TestMovePaused(t *testing.T) {
	from, to := running(t), running(t)
	got, closed := make(chan string, 1), make(chan error, 1)
	paused := false
	c, peer := movable(t, from, func(c *stream.Conn) {
		c.OnClose(func(err error) { closed <- err })
		check(t, c.OnData(func(p []byte) {
			if paused {
				t.Error("data was delivered to a paused connection")
			}
			got <- string(p)
		}))
		check(t, c.Pause())
		paused = true
	})
	_, err := peer.Write([]byte("hello"))
	check(t, err)
	check(t, moveTo(t, from, to, c))
	check(t, moveTo(t, to, from, c))
	check(t, peer.Close())
	check(t, moveTo(t, from, to, c))
	on(t, to, func() {
		paused = false
		check(t, c.Resume())
	})
	equal(t, "what was delivered", <-got, "hello")
	check(t, <-closed)
}

// TestMoveErrors: what MoveTo refuses.
func TestMoveErrors(t *testing.T) {
	from, to, ended := running(t), running(t), running(t)
	shutDown(t, ended)
	closed := make(chan error, 1)
	c, _ := movable(t, from, func(c *stream.Conn) { c.OnClose(func(err error) { closed <- err }) })
	never := func(*stream.Conn, error) { t.Error("a refused MoveTo has called then") }
	matches(t, c.MoveTo(to, never), wakeful.ErrNotOnLoop)
	second := make(chan error, 1)
	on(t, from, func() {
		matches(t, c.MoveTo(nil, never), wakeful.ErrInvalidOption)
		matches(t, c.MoveTo(to, nil), wakeful.ErrNilFunc)
		matches(t, c.MoveTo(ended, never), wakeful.ErrClosed)
		check(t, c.MoveTo(from, func(_ *stream.Conn, err error) { second <- err }))
		matches(t, c.MoveTo(to, never), stream.ErrMoving)
	})
	check(t, <-second) // a move to its own loop
	on(t, from, func() {
		check(t, c.MoveTo(to, func(_ *stream.Conn, err error) { second <- err }))
		check(t, c.Close())
	})
	matches(t, <-second, stream.ErrClosed) // it has ended before it left
	check(t, <-closed)
	on(t, from, func() { matches(t, c.MoveTo(to, never), stream.ErrClosed) })
}

// TestMoveToALoopThatEnds: the connection is closed and its OnClose called, whatever the new loop
// comes to.
func TestMoveToALoopThatEnds(t *testing.T) {
	for name, ends := range map[string]func(*wakeful.Loop){
		"close":    func(l *wakeful.Loop) { check(t, l.Close()) },
		"shutdown": func(l *wakeful.Loop) { go l.Shutdown(context.Background()) },
	} {
		t.Run(name, func(t *testing.T) {
			from := running(t)
			to, err := wakeful.New()
			if err != nil {
				t.Fatal(err)
			}
			closed := make(chan error, 1)
			c, peer := movable(t, from, func(c *stream.Conn) {
				c.OnClose(func(err error) { closed <- err })
				check(t, c.OnData(func([]byte) {}))
			})
			on(t, from, func() {
				check(t, c.MoveTo(to, func(c *stream.Conn, err error) { check(t, err) }))
			})
			on(t, from, func() {}) // it has left
			ends(to)
			_ = to.Run(context.Background())
			<-to.Done()
			matches(t, <-closed, wakeful.ErrClosed)
			if _, err := peer.Read(make([]byte, 1)); err == nil || errors.Is(err, os.ErrDeadlineExceeded) {
				t.Errorf("the peer's read: %v, want the end", err)
			}
		})
	}
}

// TestMoveKeepsAutoExit: a loop that only the connection kept running ends when it has left, and
// the new one does not.
func TestMoveKeepsAutoExit(t *testing.T) {
	to, err := wakeful.New(wakeful.WithAutoExit())
	check(t, err)
	from, err := wakeful.New(wakeful.WithAutoExit())
	check(t, err)
	hold, listening := to.KeepAlive(), from.KeepAlive()
	ends := make(chan string, 2)
	go func() { check(t, from.Run(context.Background())); ends <- "from" }()
	go func() { check(t, to.Run(context.Background())); ends <- "to" }()
	moved := make(chan struct{})
	_, peer := movable(t, from, func(c *stream.Conn) {
		check(t, c.OnData(func([]byte) {}))
		listening.Release()
		check(t, c.MoveTo(to, func(_ *stream.Conn, err error) {
			check(t, err)
			hold.Release()
			close(moved)
		}))
	})
	<-moved
	equal(t, "the first loop that ends", <-ends, "from")
	check(t, peer.Close())
	equal(t, "the second loop that ends", <-ends, "to")
}

// TestMoveTLS: a TLS connection that echoes moves while bytes flow, and is refused during its
// handshake.
func TestMoveTLS(t *testing.T) {
	everyTLS(t, func(t *testing.T, version uint16) {
		from, to := running(t), running(t)
		ends := make(chan error, 1)
		moves := 0
		listener := serveTLS(t, from, withVersion(serverConfig(t), version), nil, func(c *stream.Conn) {
			check(t, c.OnClose(func(err error) { ends <- err }))
			check(t, c.OnDrain(func() { check(t, c.Resume()) }))
			check(t, c.OnData(func(p []byte) {
				if err := c.WriteAll(p); err != nil {
					t.Error(err)
				}
				if c.AboveHighWatermark() {
					check(t, c.Pause())
				}
				target := from
				if from.OnLoop() {
					target = to
				}
				err := c.MoveTo(target, func(c *stream.Conn, err error) {
					if errors.Is(err, stream.ErrClosed) {
						return // the peer's end came together with the last bytes
					}
					check(t, err)
					_, err = c.ConnectionState()
					check(t, err)
					moves++
				})
				switch {
				case errors.Is(err, errors.ErrUnsupported): // a goroutine reads it
				case errors.Is(err, stream.ErrMoving): // another record came before the connection left
				default:
					check(t, err)
				}
			}))
		})
		sent := numberedBytes(2 << 20)
		peer := connectTLS(t, listener, clientConfig())
		go func() {
			_, err := peer.Write(sent)
			check(t, err)
			check(t, peer.CloseWrite())
		}()
		got, err := io.ReadAll(peer)
		check(t, err)
		if !bytes.Equal(got, sent) {
			t.Errorf("%d bytes came back, other than the %d that were sent", len(got), len(sent))
		}
		check(t, <-ends)
		t.Logf("%d moves", moves)
	})
}
