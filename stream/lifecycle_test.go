//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
)

// TestEndOfLoop: the end of the loop, of either kind, closes everything, calls OnClose, and the
// peers see the end.
func TestEndOfLoop(t *testing.T) {
	for name, stop := range map[string]func(*wakeful.Loop){
		"Shutdown": func(l *wakeful.Loop) { check(t, l.Shutdown(context.Background())) },
		"Close":    func(l *wakeful.Loop) { check(t, l.Close()) },
		"Close in a callback": func(l *wakeful.Loop) {
			check(t, l.Submit(func() { check(t, l.Close()) }))
		},
	} {
		t.Run(name, func(t *testing.T) {
			before := descriptors(t)
			l := running(t)
			ends := make(chan error, 10) // closed once the loop has ended: a later OnClose panics
			var peers []net.Conn
			for _, network := range []string{"tcp", "unix"} {
				there := make(chan struct{}, 1)
				listener := serve(t, l, network, func(c *stream.Conn) {
					check(t, c.OnClose(func(err error) { ends <- err }))
					echo(t, c)
					there <- struct{}{}
				})
				peers = append(peers, connect(t, listener))
				<-there
				check(t, dial(t, l, network, listener.Addr().String(), 0, nil))
				<-there
			}
			_, err := bind(t, l, "udp", "127.0.0.1:0")
			check(t, err)
			stop(l)
			<-l.Done()
			close(ends)
			calls := 0
			for err := range ends {
				matches(t, err, wakeful.ErrClosed)
				calls++
			}
			equal(t, "calls of OnClose", calls, 4)
			for _, p := range peers {
				if n, err := p.Read(make([]byte, 1)); err == nil {
					t.Errorf("read %d bytes of a connection whose loop has ended", n)
				}
				check(t, p.Close())
			}
			equal(t, "descriptors", descriptors(t), before)
		})
	}
}

// TestOnCloseAtTheEnd: when the loop ends, OnClose is called once for each connection. This
// includes connections after an OnClose that panicked, one that the last callback closed, and one
// that another OnClose closed.
func TestOnCloseAtTheEnd(t *testing.T) {
	before := descriptors(t)
	const connections = 10
	l := running(t, quiet())
	conns := make(chan *stream.Conn, 1)
	listener := serve(t, l, "tcp", func(c *stream.Conn) { conns <- c })
	all := make([]*stream.Conn, connections)
	calls := make([]int, connections)
	var peers []net.Conn
	for i := range all {
		peers = append(peers, connect(t, listener))
		all[i] = <-conns
	}
	check(t, l.Submit(func() {
		for i, c := range all {
			check(t, c.OnClose(func(err error) {
				calls[i]++
				if i > 1 {
					matches(t, err, wakeful.ErrClosed)
				}
				if err := all[1].Close(); err != nil {
					matches(t, err, stream.ErrClosed)
				}
				matches(t, stream.Listen(l, "tcp", "127.0.0.1:0", func(*stream.Listener, error) {}), wakeful.ErrClosed)
				_, err = stream.Dial(l, "tcp", listener.Addr().String(), 0, func(*stream.Conn, error) {})
				matches(t, err, wakeful.ErrClosed)
				matches(t, stream.ListenPacket(l, "udp", "127.0.0.1:0", func(*stream.PacketConn, error) {}), wakeful.ErrClosed)
				if i%2 == 0 {
					panic("on purpose")
				}
			}))
		}
		check(t, all[0].Close())
		check(t, l.Close())
	}))
	<-l.Done()
	for i, n := range calls {
		if n != 1 {
			t.Errorf("OnClose of connection %d was called %d times", i, n)
		}
	}
	for _, p := range peers {
		check(t, p.Close())
	}
	equal(t, "descriptors", descriptors(t), before)
}

// TestMethodsWhileDraining: once the loop is ending, nothing is delivered, nothing new starts, and
// methods that would start something return an error.
func TestMethodsWhileDraining(t *testing.T) {
	l := running(t)
	conns, end := make(chan *stream.Conn, 1), make(chan error, 1)
	listener := serve(t, l, "tcp", func(c *stream.Conn) {
		check(t, c.OnClose(func(err error) { end <- err }))
		conns <- c
	})
	peer := connect(t, listener)
	c := <-conns
	drained := make(chan struct{})
	refused := func() {
		matches(t, c.OnData(func([]byte) { t.Error("called while the loop ends") }), wakeful.ErrClosed)
		matches(t, c.Resume(), wakeful.ErrClosed)
		_, err := stream.Dial(l, "tcp", listener.Addr().String(), time.Hour, func(*stream.Conn, error) { t.Error("called") })
		matches(t, err, wakeful.ErrClosed)
		n, err := c.Write([]byte("x"))
		check(t, err)
		equal(t, "accepted", n, 1)
	}
	on(t, l, func() {
		check(t, l.RunBlocking(context.Background(), func(context.Context) (int, error) {
			<-drained
			return 0, nil
		}, func(int, error) {
			refused()
			matches(t, listener.Close(), stream.ErrClosed)
			matches(t, stream.Listen(l, "tcp", "127.0.0.1:0", func(*stream.Listener, error) { t.Error("called") }), wakeful.ErrClosed)
		}))
		check(t, l.Shutdown(context.Background())) // returns at once: it is called on the loop
		refused()
	})
	for { // until the listener is closed, which happens while the work runs
		another, err := net.Dial("tcp", listener.Addr().String())
		if err != nil {
			break
		}
		check(t, another.Close())
	}
	close(drained)
	got, err := io.ReadAll(peer)
	check(t, err)
	equal(t, "arrived", string(got), "xx")
	matches(t, <-end, wakeful.ErrClosed)
	matches(t, stream.Listen(l, "tcp", "127.0.0.1:0", func(*stream.Listener, error) { t.Error("called") }), wakeful.ErrClosed)
}

// TestNotOnLoop: the methods refuse other goroutines, and do nothing.
func TestNotOnLoop(t *testing.T) {
	l := running(t)
	conns := make(chan *stream.Conn, 1)
	listener := serve(t, l, "tcp", func(c *stream.Conn) { conns <- c })
	connect(t, listener)
	c := <-conns
	for name, call := range map[string]func() error{
		"OnData":          func() error { return c.OnData(nil) },
		"OnEOF":           func() error { return c.OnEOF(nil) },
		"OnDrain":         func() error { return c.OnDrain(nil) },
		"OnClose":         func() error { return c.OnClose(nil) },
		"Pause":           c.Pause,
		"Resume":          c.Resume,
		"Write":           func() error { _, err := c.Write([]byte("x")); return err },
		"WriteAll":        func() error { return c.WriteAll([]byte("x")) },
		"CloseWrite":      c.CloseWrite,
		"Close":           c.Close,
		"SetWatermarks":   func() error { return c.SetWatermarks(1, 2, 3) },
		"SetNoDelay":      func() error { return c.SetNoDelay(false) },
		"SetReadTimeout":  func() error { return c.SetReadTimeout(1) },
		"SetWriteTimeout": func() error { return c.SetWriteTimeout(1) },
		"SetIdleTimeout":  func() error { return c.SetIdleTimeout(1) },
		"Ref":             c.Ref,
		"Unref":           c.Unref,
		"listener's Close": func() error {
			return listener.Close()
		},
		"OnAccept": func() error { return listener.OnAccept(func(*stream.Conn) {}) },
		"OnError":  func() error { return listener.OnError(nil) },
	} {
		t.Run(name, func(t *testing.T) { matches(t, call(), wakeful.ErrNotOnLoop) })
	}
	if c.LocalAddr() != nil || c.Queued() != 0 || c.AboveHighWatermark() {
		t.Error("asked off the loop, the connection answers")
	}
	on(t, l, func() {
		check(t, c.SetNoDelay(false))
		check(t, c.Close())
	})
}

// TestAutoExit: open sockets keep an auto-exit loop running, unless they are unreferenced.
func TestAutoExit(t *testing.T) {
	before := descriptors(t)
	echoed := 0
	ended(t, func(l *wakeful.Loop) { // a whole exchange leaves nothing open
		check(t, stream.Listen(l, "tcp", "localhost:0", func(listener *stream.Listener, err error) {
			check(t, err)
			check(t, listener.OnAccept(func(c *stream.Conn) {
				echo(t, c)
				check(t, listener.Close())
			}))
			_, err = stream.Dial(l, "tcp", listener.Addr().String(), 0, func(c *stream.Conn, err error) {
				check(t, err)
				check(t, c.OnData(func(p []byte) { echoed += len(p) }))
				_, err = c.Write([]byte("hello"))
				check(t, err)
				check(t, c.CloseWrite())
			})
			check(t, err)
		}))
	})
	equal(t, "echoed", echoed, 5)
	ended(t, func(l *wakeful.Loop) { // everything that is open is unreferenced
		check(t, stream.Listen(l, "tcp", "127.0.0.1:0", func(listener *stream.Listener, err error) {
			check(t, err)
			check(t, listener.Unref())
			check(t, listener.OnAccept(func(c *stream.Conn) {
				check(t, c.Unref())
				echo(t, c)
			}))
			check(t, listener.Ref())
			check(t, listener.Unref())
			_, err = stream.Dial(l, "tcp", listener.Addr().String(), 0, func(c *stream.Conn, err error) {
				check(t, err)
				check(t, c.OnData(func([]byte) { check(t, c.Unref()) }))
				_, err = c.Write([]byte("hello"))
				check(t, err)
			})
			check(t, err)
		}))
		check(t, stream.ListenPacket(l, "udp", "127.0.0.1:0", func(p *stream.PacketConn, err error) {
			check(t, err)
			check(t, p.Unref())
			check(t, p.OnPacket(func([]byte, netip.AddrPort) {}))
			check(t, p.Ref())
			check(t, p.Unref())
		}))
	})
	equal(t, "descriptors", descriptors(t), before)
}

// TestAutoExitWithoutReading: a connection that does not read keeps an auto-exit loop running, even
// if its peer has closed and it is no longer registered.
func TestAutoExitWithoutReading(t *testing.T) {
	path := filepath.Join(short(t), "s")
	var received []byte
	ended(t, func(l *wakeful.Loop) {
		check(t, stream.Listen(l, "unix", path, func(listener *stream.Listener, err error) {
			check(t, err)
			check(t, listener.OnAccept(func(c *stream.Conn) {
				check(t, listener.Close())
				check(t, c.Unref())
				check(t, c.Ref())
				later, err := l.AfterFunc(20*time.Millisecond, func() {
					check(t, c.OnData(func(p []byte) { received = append(received, p...) }))
				})
				check(t, err)
				later.Unref()
			}))
			_, err = stream.Dial(l, "unix", path, 0, func(c *stream.Conn, err error) {
				check(t, err)
				_, err = c.Write([]byte("last words"))
				check(t, err)
				check(t, c.Close())
			})
			check(t, err)
		}))
	})
	equal(t, "received", string(received), "last words")
}

// TestTimeouts: a peer that sends nothing or reads nothing for too long ends the connection,
// and the error says which timeout it was.
func TestTimeouts(t *testing.T) {
	const short = 20 * time.Millisecond
	for op, set := range map[string]func(c *stream.Conn){
		"read": func(c *stream.Conn) {
			check(t, c.OnData(func([]byte) {}))
			check(t, c.SetReadTimeout(short))
		},
		"read, set before": func(c *stream.Conn) {
			check(t, c.SetReadTimeout(short))
			check(t, c.OnData(func([]byte) {}))
		},
		"read, resumed": func(c *stream.Conn) {
			check(t, c.OnData(func([]byte) {}))
			check(t, c.Pause())
			check(t, c.SetReadTimeout(short))
			check(t, c.Resume())
		},
		"write": func(c *stream.Conn) {
			check(t, c.SetWriteTimeout(short))
			_, err := c.Write(make([]byte, 32<<20))
			matches(t, err, stream.ErrQueueFull)
		},
		"idle": func(c *stream.Conn) {
			check(t, c.SetIdleTimeout(time.Hour))
			check(t, c.SetIdleTimeout(short))
		},
	} {
		t.Run(op, func(t *testing.T) {
			l := running(t)
			end := make(chan error, 1)
			listener := serve(t, l, "tcp", func(c *stream.Conn) {
				check(t, c.OnClose(func(err error) { end <- err }))
				set(c)
			})
			connect(t, listener)
			err := <-end
			matches(t, err, os.ErrDeadlineExceeded)
			var problem *net.OpError
			if !errors.As(err, &problem) || !problem.Timeout() || problem.Op != op[:len(problem.Op)] {
				t.Errorf("%v does not say that it took too long to %s", err, op)
			}
		})
	}
}

// TestTimeoutsThatDoNotCount: a paused connection has no read timeout, an empty queue has no write
// timeout, and zero means no timeout.
func TestTimeoutsThatDoNotCount(t *testing.T) {
	l := running(t)
	conns := make(chan *stream.Conn, 1)
	listener := serve(t, l, "tcp", func(c *stream.Conn) {
		check(t, c.OnClose(func(err error) { t.Errorf("closed: %v", err) }))
		check(t, c.OnData(func([]byte) {}))
		check(t, c.SetReadTimeout(time.Millisecond))
		check(t, c.Pause())
		check(t, c.SetWriteTimeout(time.Millisecond))
		check(t, c.SetIdleTimeout(time.Millisecond))
		check(t, c.SetIdleTimeout(0))
		conns <- c
	})
	connect(t, listener)
	c := <-conns
	later := make(chan struct{}) // later than the timeouts
	_, err := l.AfterFunc(20*time.Millisecond, func() {
		check(t, c.OnClose(nil))
		check(t, c.Close())
		close(later)
	})
	check(t, err)
	<-later
}

// TestTimeoutIsNotEarly: traffic restarts the whole timeout.
func TestTimeoutIsNotEarly(t *testing.T) {
	const timeout = 20 * time.Millisecond
	l := running(t)
	end := make(chan error, 1)
	var last time.Time
	listener := serve(t, l, "tcp", func(c *stream.Conn) {
		left := 30
		writer, err := l.Every(timeout/10, func() {
			if left--; left < 0 {
				return
			}
			now := time.Now()
			if _, err := c.Write([]byte("x")); err == nil {
				last = now
			}
		}, wakeful.WithRepeatMode(wakeful.FixedDelay))

		check(t, err)
		check(t, c.OnClose(func(err error) {
			writer.Stop()
			if last.IsZero() {
				t.Error("closed before anything was written")
			}
			if quiet := time.Since(last); quiet < timeout {
				t.Errorf("closed %v after the last write", quiet)
			}
			end <- err
		}))
		check(t, c.SetIdleTimeout(timeout))
		check(t, c.OnData(func([]byte) {}))
	})
	connect(t, listener)
	matches(t, <-end, os.ErrDeadlineExceeded)
}
