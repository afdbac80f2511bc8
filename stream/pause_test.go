//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

// Listeners that pause.

import (
	"context"
	"crypto/tls"
	"net"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
	"golang.org/x/sys/unix"
)

// TestPauseListener: a paused listener delivers nothing, and connections that have waited after
// Resume.
func TestPauseListener(t *testing.T) {
	const waiting, parked = 5, 100
	for _, network := range []string{"tcp", "unix"} {
		t.Run(network, func(t *testing.T) {
			l := running(t)
			accepted := make(chan *stream.Conn, 2*waiting)
			listener := serve(t, l, network, func(c *stream.Conn) { accepted <- c })
			connect(t, listener)
			<-accepted
			on(t, l, func() {
				check(t, listener.Pause())
				check(t, listener.Pause())
			})
			for range waiting {
				connect(t, listener)
			}
			for range parked {
				parks(t, l)
			}
			equal(t, "accepted while paused", len(accepted), 0)
			on(t, l, func() { check(t, listener.Resume()) })
			for range waiting {
				<-accepted
			}
			on(t, l, func() { check(t, listener.Resume()) }) // it was not paused
			connect(t, listener)
			<-accepted
			shutDown(t, l)
			// The backlog of a paused listener wakes nobody.
			if n := l.Metrics().Descriptors; n >= parked {
				t.Errorf("%d events for %d connections", n, waiting+2)
			}
		})
	}
}

// TestPauseInOnAccept: no further connection is accepted after Pause has returned, although more
// are waiting. Pause holds before OnAccept as well.
func TestPauseInOnAccept(t *testing.T) {
	const waiting = 5
	l := running(t)
	listener, err := listening(t, l, "tcp", "127.0.0.1:0")
	check(t, err)
	accepted := make(chan *stream.Conn, waiting)
	on(t, l, func() {
		check(t, listener.Pause())
		check(t, listener.OnAccept(func(c *stream.Conn) {
			accepted <- c
			check(t, listener.Pause())
		}))
	})
	for range waiting {
		connect(t, listener)
	}
	parks(t, l)
	equal(t, "accepted before", len(accepted), 0)
	for range waiting {
		on(t, l, func() { check(t, listener.Resume()) })
		<-accepted
		parks(t, l)
		equal(t, "accepted after one", len(accepted), 0)
	}
}

// TestPauseTLS: a handshake that has begun is finished, and no other one begins.
func TestPauseTLS(t *testing.T) {
	l := running(t)
	accepted := make(chan struct{}, 10)
	listener := serveTLS(t, l, serverConfig(t), nil, func(*stream.Conn) { accepted <- struct{}{} })
	begun := connect(t, listener)
	until(func() (open bool) {
		on(t, l, func() { open = stream.Members(l) == 2 })
		return open
	})
	on(t, l, func() { check(t, listener.Pause()) })
	waits := connect(t, listener)
	check(t, tls.Client(begun, clientConfig()).Handshake())
	<-accepted
	finished := make(chan error, 1)
	go func() { finished <- tls.Client(waits, clientConfig()).Handshake() }()
	parks(t, l)
	on(t, l, func() {
		equal(t, "open", stream.Members(l), 2)
		check(t, listener.Resume())
	})
	check(t, <-finished)
	<-accepted
}

// TestPauseMisuse: other goroutines, and a listener that is closed.
func TestPauseMisuse(t *testing.T) {
	l := running(t)
	listener := serve(t, l, "tcp", func(*stream.Conn) {})
	matches(t, listener.Pause(), wakeful.ErrNotOnLoop)
	matches(t, listener.Resume(), wakeful.ErrNotOnLoop)
	on(t, l, func() { check(t, listener.Pause()) })
	peer := connect(t, listener)
	on(t, l, func() {
		check(t, listener.Close())
		matches(t, listener.Pause(), stream.ErrClosed)
		matches(t, listener.Resume(), stream.ErrClosed)
	})
	if n, err := peer.Read(make([]byte, 1)); err == nil {
		t.Errorf("%d bytes of a connection that nobody has accepted", n)
	}
}

// TestPauseWhileTheLoopEnds: Pause has nothing left to do, and Resume cannot do anything.
func TestPauseWhileTheLoopEnds(t *testing.T) {
	l := running(t)
	listener := serve(t, l, "tcp", func(*stream.Conn) {})
	on(t, l, func() {
		check(t, l.Shutdown(context.Background()))
		check(t, listener.Pause())
		matches(t, listener.Resume(), wakeful.ErrClosed)
	})
}

// TestPausedListenerAndAutoExit: a paused listener keeps an auto-exit loop running, unless it is
// unreferenced.
func TestPausedListenerAndAutoExit(t *testing.T) {
	resumed := false
	ended(t, func(l *wakeful.Loop) {
		check(t, stream.Listen(l, "tcp", "127.0.0.1:0", func(listener *stream.Listener, err error) {
			check(t, err)
			check(t, listener.OnAccept(func(*stream.Conn) {}))
			check(t, listener.Pause())
			later, err := l.AfterFunc(time.Millisecond, func() {
				resumed = true
				check(t, listener.Unref())
			})
			check(t, err)
			later.Unref()
		}))
	})
	equal(t, "the loop went on", resumed, true)
}

// shortage returns a listener that has run out of descriptors for one connection. trouble is called
// with each error.
func shortage(t *testing.T, l *wakeful.Loop, trouble func(*stream.Listener, error)) (listener *stream.Listener, accepted <-chan struct{}, restore func()) {
	t.Helper()
	accepts := make(chan struct{}, 10)
	listener = serve(t, l, "tcp", func(*stream.Conn) { accepts <- struct{}{} })
	on(t, l, func() { check(t, listener.OnError(func(err error) { trouble(listener, err) })) })
	connect(t, listener)
	<-accepts // everything that is opened only once is open
	restore, fd := withoutDescriptors(t)
	port := listener.Addr().(*net.TCPAddr).Port
	check(t, unix.Connect(fd, &unix.SockaddrInet4{Port: port, Addr: [4]byte{127, 0, 0, 1}}))
	return listener, accepts, restore
}

// TestResumeWhileShort: Resume does not end the pause after a shortage of descriptors, which a
// timer ends.
func TestResumeWhileShort(t *testing.T) {
	l := running(t)
	troubles := make(chan error, 100)
	_, accepted, restore := shortage(t, l, func(listener *stream.Listener, err error) {
		check(t, listener.Pause())
		check(t, listener.Resume())
		select {
		case troubles <- err:
		default:
		}
	})
	defer restore()
	const times = 3
	for range times {
		matches(t, <-troubles, unix.EMFILE)
	}
	restore()
	<-accepted
	shutDown(t, l)
	// Each attempt but the first, also the successful one, comes from a timer.
	if n := l.Metrics().TimersFired; n < times {
		t.Errorf("%d attempts after %d timers", times+1, n)
	}
}

// TestPauseWhileShort: the end of the pause after a shortage does not end the one of Pause.
func TestPauseWhileShort(t *testing.T) {
	l := running(t)
	troubles := make(chan error, 100)
	listener, accepted, restore := shortage(t, l, func(listener *stream.Listener, err error) {
		check(t, listener.Pause())
		troubles <- err
	})
	defer restore()
	matches(t, <-troubles, unix.EMFILE)
	restore()
	later := make(chan struct{}) // later than the pause after the first shortage
	_, err := l.AfterFunc(50*time.Millisecond, func() { close(later) })
	check(t, err)
	<-later
	parks(t, l)
	equal(t, "accepted while paused", len(accepted), 0)
	on(t, l, func() { check(t, listener.Resume()) })
	<-accepted
	equal(t, "shortages", len(troubles), 0)
}

// TestPauseGroup: a paused listener of a group delivers nothing on any loop, also on one that is
// added later.
func TestPauseGroup(t *testing.T) {
	const waiting = 20
	for name, options := range map[string][]stream.GroupOption{
		"one acceptor":      nil,
		"acceptor per loop": {stream.WithAcceptorPerLoop()},
	} {
		t.Run(name, func(t *testing.T) {
			if options != nil && !stream.Distributes {
				t.Skip("NOT RUN: SO_REUSEPORT distributes connections on Linux only")
			}
			g := runningGroup(t, 2)
			accepted := make(chan *stream.Conn, 2*waiting)
			l, err := stream.ListenGroup(g, "tcp", "127.0.0.1:0", func(c *stream.Conn) { accepted <- c }, options...)
			if err != nil {
				t.Fatal(err)
			}
			connectAll := func() {
				for range waiting {
					c, err := net.Dial("tcp", l.Addr().String())
					check(t, err)
					t.Cleanup(func() { _ = c.Close() })
				}
			}
			acceptAll := func() {
				for range waiting {
					<-accepted
				}
			}
			connectAll()
			acceptAll()
			check(t, l.Pause())
			check(t, g.Resize(t.Context(), 3))
			for _, loop := range g.Loops() {
				on(t, loop, func() {}) // it has paused
			}
			connectAll()
			for _, loop := range g.Loops() {
				parks(t, loop)
			}
			equal(t, "accepted while paused", len(accepted), 0)
			check(t, l.Resume())
			acceptAll()
			connectAll()
			acceptAll()
			check(t, l.Close())
			matches(t, l.Pause(), stream.ErrClosed)
			matches(t, l.Resume(), stream.ErrClosed)
		})
	}
}

// TestPauseGroupInCallback: on the loop that accepts, Pause holds at once, also after a Resume of
// another goroutine that the loop has not come to.
func TestPauseGroupInCallback(t *testing.T) {
	g := runningGroup(t, 1)
	accepted := make(chan struct{}, 10)
	var l *stream.GroupListener
	made := make(chan struct{})
	l, err := stream.ListenGroup(g, "tcp", "127.0.0.1:0", func(*stream.Conn) {
		<-made
		check(t, <-outside(l.Resume))
		check(t, l.Pause())
		accepted <- struct{}{}
	})
	if err != nil {
		t.Fatal(err)
	}
	close(made)
	const waiting = 3
	for range waiting {
		c, err := net.Dial("tcp", l.Addr().String())
		check(t, err)
		t.Cleanup(func() { c.Close() })
	}
	for range waiting {
		<-accepted
		parks(t, g.Loops()[0])
		equal(t, "accepted after one", len(accepted), 0)
		check(t, l.Resume())
	}
}
