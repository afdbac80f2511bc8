//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

// Delivery of accepted bytes when a connection or its loop ends.

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"os"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
)

// accepted writes more bytes to a connection than the kernel accepts at once. It returns the
// connection, its peer, which has read nothing, and the channel of OnClose's error.
func accepted(t *testing.T, l *wakeful.Loop, network string, sent []byte) (*stream.Conn, halfCloser, <-chan error) {
	t.Helper()
	end, conns := make(chan error, 1), make(chan *stream.Conn, 1)
	listener := serve(t, l, network, func(c *stream.Conn) {
		check(t, c.OnClose(func(err error) { end <- err }))
		check(t, c.SetWatermarks(0, 1, len(sent)))
		n, err := c.Write(sent)
		check(t, err)
		equal(t, "accepted", n, len(sent))
		if c.Queued() == 0 {
			t.Errorf("the kernel took %d bytes at once: there is nothing to test", len(sent))
		}
		conns <- c
	})
	peer := connect(t, listener).(halfCloser)
	return <-conns, peer, end
}

// pattern returns bytes that differ when shifted, more than a kernel accepts from one connection
// whose peer does not read. They must not be changed.
var pattern = sync.OnceValue(func() []byte {
	p := make([]byte, large)
	for i := range p {
		p[i] = byte(i ^ i>>8 ^ i>>16)
	}
	return p
})

const large = 16 << 20

// TestShutdownSendsTheQueue: accepted bytes arrive, and then the end, with and without CloseWrite.
func TestShutdownSendsTheQueue(t *testing.T) {
	for _, network := range []string{"tcp", "unix"} {
		for name, before := range map[string]func(*stream.Conn) error{
			"CloseWrite": (*stream.Conn).CloseWrite,
			"open":       func(*stream.Conn) error { return nil },
			"reading":    func(c *stream.Conn) error { return c.OnData(func([]byte) {}) },
		} {
			t.Run(network+"/"+name, func(t *testing.T) {
				l := running(t)
				sent := pattern()
				c, peer, end := accepted(t, l, network, sent)
				on(t, l, func() {
					check(t, before(c))
					check(t, l.Shutdown(context.Background()))
				})
				got, err := io.ReadAll(peer)
				check(t, err)
				if !bytes.Equal(got, sent) {
					t.Errorf("%d bytes arrived, other than the %d that were accepted", len(got), len(sent))
				}
				matches(t, <-end, wakeful.ErrClosed)
				<-l.Done()
			})
		}
	}
}

// TestDroppedBytesReset: a peer that does not get all accepted bytes sees a reset, however the
// connection ends. Unix sockets have no reset.
func TestDroppedBytesReset(t *testing.T) {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for name, stop := range map[string]func(*wakeful.Loop, *stream.Conn){
		"Abort":         func(_ *wakeful.Loop, c *stream.Conn) { check(t, c.Abort()) },
		"write timeout": func(_ *wakeful.Loop, c *stream.Conn) { check(t, c.SetWriteTimeout(time.Nanosecond)) },
		"CloseWrite and Abort": func(_ *wakeful.Loop, c *stream.Conn) {
			check(t, c.CloseWrite())
			check(t, c.Abort())
		},
		"Close and Abort": func(_ *wakeful.Loop, c *stream.Conn) {
			check(t, c.Close())
			check(t, c.Abort())
		},
		"Loop.Close":        func(l *wakeful.Loop, _ *stream.Conn) { check(t, l.Close()) },
		"Shutdown, no time": func(l *wakeful.Loop, _ *stream.Conn) { check(t, l.Shutdown(ended)) },
		"Shutdown and Close": func(l *wakeful.Loop, c *stream.Conn) {
			check(t, c.CloseWrite())
			check(t, l.Shutdown(context.Background()))
			go func() { check(t, l.Close()) }()
		},
		"Shutdown, little time": func(l *wakeful.Loop, c *stream.Conn) {
			ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
			t.Cleanup(cancel)
			check(t, l.Shutdown(ctx))
		},
	} {
		t.Run(name, func(t *testing.T) {
			l := running(t)
			sent := pattern()
			c, peer, end := accepted(t, l, "tcp", sent)
			on(t, l, func() { stop(l, c) })
			<-end
			got, err := io.ReadAll(peer)
			matches(t, err, syscall.ECONNRESET)
			if !bytes.HasPrefix(sent, got) {
				t.Errorf("%d bytes arrived that are no beginning of what was accepted", len(got))
			}
		})
	}
}

// TestShutdownReportsLostBytes: OnClose reports how many bytes were dropped, and why.
func TestShutdownReportsLostBytes(t *testing.T) {
	l := running(t)
	_, _, end := accepted(t, l, "unix", pattern())
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	returned := make(chan struct{}) // closed after Shutdown has returned
	check(t, l.RunBlocking(context.Background(), func(context.Context) (int, error) {
		<-returned
		return 0, nil
	}, func(int, error) {}))
	matches(t, l.Shutdown(ctx), context.DeadlineExceeded)
	close(returned)
	err := <-end
	matches(t, err, wakeful.ErrClosed, stream.ErrUnsent, context.DeadlineExceeded)
	<-l.Done()
}

// TestShutdownDoesNotWaitForIdleConnections: connections that have sent everything, or nothing,
// do not keep Shutdown waiting, whatever their peers do.
func TestShutdownDoesNotWaitForIdleConnections(t *testing.T) {
	l := running(t)
	ready := make(chan struct{}, 2)
	for _, network := range []string{"tcp", "unix"} {
		listener := serve(t, l, network, func(c *stream.Conn) {
			check(t, c.OnData(func(p []byte) {
				_, err := c.Write(p)
				check(t, err)
			}))
			ready <- struct{}{}
		})
		connect(t, listener) // sends nothing
		<-ready
		peer := connect(t, listener) // gets an answer and does not read it
		<-ready
		_, err := peer.Write([]byte("x"))
		check(t, err)
	}
	shutDown(t, l)
}

// TestShutdownAgainstUnreadInput: a peer that continues to send, although nothing reads its data,
// gets all accepted bytes. Closing a socket with unread input would drop its unsent bytes.
func TestShutdownAgainstUnreadInput(t *testing.T) {
	for _, network := range []string{"tcp", "unix"} {
		t.Run(network, func(t *testing.T) {
			if network == "tcp" && !tellsAcknowledged {
				t.Skip("NOT RUN: this system does not tell what the peer's system has acknowledged, so Shutdown cannot wait for it")
			}
			l := running(t)
			sent := pattern()
			_, peer, end := accepted(t, l, network, sent)
			stop := make(chan struct{})
			written := make(chan struct{})
			go func() { // until the connection is closed
				defer close(written)
				for p := make([]byte, 64<<10); ; {
					if _, err := peer.Write(p); err != nil {
						return
					}
					select {
					case <-stop:
						return
					default:
					}
				}
			}()
			on(t, l, func() { check(t, l.Shutdown(context.Background())) })
			got := make([]byte, large)
			_, err := io.ReadFull(peer, got)
			check(t, err)
			if !bytes.Equal(got, sent) {
				t.Error("other bytes arrived than were accepted")
			}
			matches(t, <-end, wakeful.ErrClosed)
			close(stop)
			check(t, peer.Close())
			<-written
		})
	}
}

// TestWriteWhileDraining: writes of the loop's last callbacks and of late results of RunBlocking
// are sent as well.
func TestWriteWhileDraining(t *testing.T) {
	for _, size := range []int{1, large} { // less and more than the kernel accepts at once
		for _, network := range []string{"tcp", "unix"} {
			t.Run(network, func(t *testing.T) {
				l := running(t)
				end, conns := make(chan error, 1), make(chan *stream.Conn, 1)
				listener := serve(t, l, network, func(c *stream.Conn) {
					check(t, c.OnClose(func(err error) { end <- err }))
					check(t, c.SetWatermarks(0, 1, 3*large))
					conns <- c
				})
				peer := connect(t, listener).(halfCloser)
				c := <-conns
				part := pattern()[:size]
				write := func() {
					n, err := c.Write(part)
					check(t, err)
					equal(t, "accepted", n, size)
				}
				first := make(chan struct{})
				on(t, l, func() {
					check(t, l.RunBlocking(context.Background(), func(context.Context) (int, error) {
						<-first
						return 0, nil
					}, func(int, error) { write() }))
					check(t, l.Submit(func() { write() }))
					check(t, l.Shutdown(context.Background()))
				})
				got := make([]byte, 2*size)
				_, err := io.ReadFull(peer, got[:size])
				check(t, err)
				close(first) // the first part is being drained
				_, err = io.ReadFull(peer, got[size:])
				check(t, err)
				if !bytes.Equal(got[:size], part) || !bytes.Equal(got[size:], part) {
					t.Error("other bytes arrived than were accepted")
				}
				rest, err := io.ReadAll(peer)
				check(t, err)
				equal(t, "bytes too many", len(rest), 0)
				matches(t, <-end, wakeful.ErrClosed)
			})
		}
	}
}

// TestAbortWhileDraining: Conn.Abort ends the drain of that connection only.
func TestAbortWhileDraining(t *testing.T) {
	l := running(t)
	closing, peer, end := accepted(t, l, "tcp", pattern())
	_, other, _ := accepted(t, l, "tcp", pattern())
	result := make(chan struct{})
	on(t, l, func() {
		check(t, l.RunBlocking(context.Background(), func(context.Context) (int, error) {
			<-result
			return 0, nil
		}, func(int, error) {
			if closing.Queued() == 0 {
				t.Error("nothing is queued")
			}
			check(t, closing.Abort())
			matches(t, closing.Abort(), stream.ErrClosed)
			equal(t, "queued", closing.Queued(), 0)
		}))
		check(t, l.Shutdown(context.Background()))
	})
	_, err := io.CopyN(io.Discard, other, large/2) // it is being drained
	check(t, err)
	close(result)
	check(t, <-end)
	_, err = io.Copy(io.Discard, peer)
	matches(t, err, syscall.ECONNRESET)
	n, err := io.Copy(io.Discard, other)
	check(t, err)
	equal(t, "bytes of the other", n, large/2)
}

// TestPeerGoneWhileDraining: a peer that closes ends the drain with its error.
func TestPeerGoneWhileDraining(t *testing.T) {
	l := running(t)
	_, peer, end := accepted(t, l, "tcp", pattern())
	on(t, l, func() { check(t, l.Shutdown(context.Background())) })
	_, err := io.CopyN(io.Discard, peer, large/2)
	check(t, err)
	check(t, peer.Close())
	err = <-end
	matches(t, err, wakeful.ErrClosed, stream.ErrUnsent)
	if !errors.Is(err, syscall.ECONNRESET) && !errors.Is(err, syscall.EPIPE) {
		t.Errorf("%v does not say that the peer is gone", err)
	}
}

// TestShutdownOfBothEnds: two ends of one connection on one loop do not wait for each other.
func TestShutdownOfBothEnds(t *testing.T) {
	for _, network := range []string{"tcp", "unix"} {
		t.Run(network, func(t *testing.T) {
			l := running(t)
			filled := make(chan struct{}, 2)
			fill := func(c *stream.Conn) {
				defer func() { filled <- struct{}{} }()
				check(t, c.OnData(func([]byte) { check(t, c.Pause()) }))
				_, err := c.Write(make([]byte, large))
				matches(t, err, stream.ErrQueueFull)
			}
			listener := serve(t, l, network, fill)
			check(t, dial(t, l, network, listener.Addr().String(), 0, fill))
			<-filled
			<-filled
			shutDown(t, l)
		})
	}
}

// TestShutdownWhileConnecting: a connect or a name lookup in progress does not delay Shutdown, and
// leaves nothing open.
func TestShutdownWhileConnecting(t *testing.T) {
	before := descriptors(t)
	l := running(t)
	listener := serve(t, l, "tcp", func(*stream.Conn) {})
	on(t, l, func() {
		_, err := stream.Dial(l, "tcp", listener.Addr().String(), time.Hour, func(c *stream.Conn, err error) {})
		check(t, err)
		check(t, l.Submit(func() { check(t, l.Shutdown(context.Background())) }))
	})
	<-l.Done()
	if c, err := net.Dial("tcp", listener.Addr().String()); err == nil {
		t.Error("the address is still listened on")
		check(t, c.Close())
	}
	equal(t, "descriptors", descriptors(t), before)
}

// TestAutoExitDropsTheUnreferenced: an auto-exit loop does not wait for the queue of an
// unreferenced connection. It resets the connection.
func TestAutoExitDropsTheUnreferenced(t *testing.T) {
	peers, err := net.Listen("tcp", "127.0.0.1:0")
	check(t, err)
	defer peers.Close()
	var lost error
	ended(t, func(l *wakeful.Loop) {
		_, err := stream.Dial(l, "tcp", peers.Addr().String(), 0, func(c *stream.Conn, err error) {
			check(t, err)
			check(t, c.OnClose(func(err error) { lost = err }))
			_, err = c.Write(make([]byte, large))
			matches(t, err, stream.ErrQueueFull)
			check(t, c.Unref())
		})
		check(t, err)
	})
	matches(t, lost, stream.ErrUnsent, wakeful.ErrClosed)
	if errors.Is(lost, os.ErrDeadlineExceeded) {
		t.Errorf("%v names a deadline that nobody has set", lost)
	}
	c, err := peers.Accept()
	check(t, err)
	_, err = io.Copy(io.Discard, c)
	matches(t, err, syscall.ECONNRESET)
	check(t, c.Close())
}
