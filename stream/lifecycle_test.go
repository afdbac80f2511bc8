//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
)

// TestEndOfLoop: whatever is open when the loop ends is closed, however it ends,
// and its peers are told by the kernel.
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
			ends := make(chan error, 10) // closed once the loop has ended: whoever tells later panics
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
			told := 0
			for err := range ends {
				matches(t, err, wakeful.ErrTerminated)
				told++
			}
			equal(t, "ends that were told", told, 4)
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

// TestEndIsTold: everybody is told once, although one panics, one was closed when
// no turn was left to tell it, and one is closed by another that is told.
func TestEndIsTold(t *testing.T) {
	before := descriptors(t)
	const connections = 10
	l := running(t, quiet())
	conns := make(chan *stream.Conn, 1)
	listener := serve(t, l, "tcp", func(c *stream.Conn) { conns <- c })
	all := make([]*stream.Conn, connections)
	told := make([]int, connections)
	var peers []net.Conn
	for i := range all {
		peers = append(peers, connect(t, listener))
		all[i] = <-conns
	}
	check(t, l.Submit(func() {
		for i, c := range all {
			check(t, c.OnClose(func(err error) {
				told[i]++
				if i > 1 {
					matches(t, err, wakeful.ErrTerminated)
				}
				if err := all[1].Close(); err != nil {
					matches(t, err, stream.ErrClosed)
				}
				matches(t, stream.Listen(l, "tcp", "127.0.0.1:0", func(*stream.Listener, error) {}), wakeful.ErrTerminated)
				_, err = stream.Dial(l, "tcp", listener.Addr().String(), 0, func(*stream.Conn, error) {})
				matches(t, err, wakeful.ErrTerminated)
				matches(t, stream.Bind(l, "udp", "127.0.0.1:0", func(*stream.PacketConn, error) {}), wakeful.ErrTerminated)
				if i%2 == 0 {
					panic("on purpose")
				}
			}))
		}
		check(t, all[0].Close())
		check(t, l.Close())
	}))
	<-l.Done()
	for i, n := range told {
		if n != 1 {
			t.Errorf("connection %d was told %d times", i, n)
		}
	}
	for _, p := range peers {
		check(t, p.Close())
	}
	equal(t, "descriptors", descriptors(t), before)
}

// TestEndWhileWriting: a loop that is draining still runs functions; a connection
// that needs the poller in one of them is told that there is none any more.
func TestEndWhileWriting(t *testing.T) {
	l := running(t)
	conns, end := make(chan *stream.Conn, 1), make(chan error, 1)
	listener := serve(t, l, "tcp", func(c *stream.Conn) {
		check(t, c.OnClose(func(err error) { end <- err }))
		conns <- c
	})
	connect(t, listener)
	c := <-conns
	on(t, l, func() {
		check(t, l.Shutdown(context.Background())) // returns at once: it is called on the loop
		_, err := c.Write(make([]byte, 32<<20))
		matches(t, err, wakeful.ErrTerminated)
		_, err = stream.Dial(l, "tcp", listener.Addr().String(), time.Hour, func(*stream.Conn, error) { t.Error("called") })
		matches(t, err, wakeful.ErrTerminated)
	})
	matches(t, <-end, wakeful.ErrTerminated)
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
		"CloseWrite":      c.CloseWrite,
		"Close":           c.Close,
		"SetQueue":        func() error { return c.SetQueue(1, 2, 3) },
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
		"Listen":   func() error { return stream.Listen(l, "tcp", ":0", func(*stream.Listener, error) {}) },
	} {
		t.Run(name, func(t *testing.T) { matches(t, call(), wakeful.ErrNotOnLoop) })
	}
	if c.LocalAddr() != nil || c.Queued() != 0 || c.Congested() {
		t.Error("asked off the loop, the connection answers")
	}
	on(t, l, func() {
		check(t, c.SetNoDelay(false))
		check(t, c.Close())
	})
}

// TestAutoExit: what is open keeps an auto-exit loop, unless it is unreferenced.
func TestAutoExit(t *testing.T) {
	before := descriptors(t)
	echoed := 0
	ended(t, func(l *wakeful.Loop) { // a whole exchange, and then nothing is left
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
	ended(t, func(l *wakeful.Loop) { // nothing that is open is referenced
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
		check(t, stream.Bind(l, "udp", "127.0.0.1:0", func(p *stream.PacketConn, err error) {
			check(t, err)
			check(t, p.Unref())
			check(t, p.OnPacket(func([]byte, netip.AddrPort) {}))
			check(t, p.Ref())
			check(t, p.Unref())
		}))
	})
	equal(t, "descriptors", descriptors(t), before)
}

// TestAutoExitDeaf: a connection that does not read keeps an auto-exit loop, also
// when its peer is gone and the poller no longer watches it.
func TestAutoExitDeaf(t *testing.T) {
	path := filepath.Join(short(t), "s")
	var heard []byte
	ended(t, func(l *wakeful.Loop) {
		check(t, stream.Listen(l, "unix", path, func(listener *stream.Listener, err error) {
			check(t, err)
			check(t, listener.OnAccept(func(c *stream.Conn) {
				check(t, listener.Close())
				check(t, c.Unref())
				check(t, c.Ref())
				later, err := l.AfterFunc(20*time.Millisecond, func() {
					check(t, c.OnData(func(p []byte) { heard = append(heard, p...) }))
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
	equal(t, "heard", string(heard), "last words")
}

// TestTimeouts: a peer that is silent, or does not read, for too long is an error
// that says which.
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

// TestTimeoutsThatDoNotCount: a paused connection has no read timeout, an empty
// queue no write timeout, and zero is none at all.
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

// TestTimeoutIsNotEarly: traffic puts a timeout off, by the whole of it.
func TestTimeoutIsNotEarly(t *testing.T) {
	const timeout = 20 * time.Millisecond
	l := running(t)
	end := make(chan error, 1)
	var last time.Time
	listener := serve(t, l, "tcp", func(c *stream.Conn) {
		left := 30
		writer, err := l.Every(timeout/10, wakeful.FromEnd, func() {
			if left--; left < 0 {
				return
			}
			now := time.Now() // before the write puts the timeout off
			if _, err := c.Write([]byte("x")); err == nil {
				last = now
			}
		})
		check(t, err)
		check(t, c.OnClose(func(err error) {
			writer.Stop()
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
