package stream

// Listening and accepting.

import (
	"fmt"
	"log/slog"
	"net"
	"time"

	"github.com/wakeful-go/wakeful"
)

const (
	// acceptsPerTurn bounds how many connections one turn accepts on a listener:
	// a storm of them must not keep those that are there waiting.
	acceptsPerTurn = 64
	// A listener that has run out of descriptors or memory pauses for so long, and
	// twice as long each time until one is accepted.
	shortestPause = 5 * time.Millisecond
	longestPause  = time.Second
)

// A Listener accepts TCP or Unix connections on a loop, see Listen. Its methods
// belong to the loop's callbacks: called elsewhere they return
// wakeful.ErrNotOnLoop, and after Close an error that matches ErrClosed.
type Listener struct {
	roster       *roster
	fd           int
	local        endpoint
	registration *wakeful.Registration // nil until OnAccept
	onAccept     func(*Conn)
	onError      func(error)
	pause        time.Duration // of the last shortage; 0 if there is none
	resume       *wakeful.Timer
	unref        bool
	closed       bool
}

// Listen opens a listener and calls then on the loop, not before the current
// callback has ended: with the listener, or with the reason why there is none. The
// network is "tcp", "tcp4", "tcp6" or "unix"; the address is as for net.Listen:
// an empty host is every address of the machine, port 0 one that is free, see
// Addr. A Unix socket's path is removed when the listener is closed; one that
// exists already is an error, whoever left it. If Listen itself returns an error,
// then is not called; nor is it when the loop ends first. Loop only.
func Listen(l *wakeful.Loop, network, address string, then func(*Listener, error)) error {
	if err := refusal(l, then != nil); err != nil {
		return err
	}
	r, err := rosterOf(l)
	if err != nil {
		return err
	}
	_, err = r.resolve(streams, network, address, func(e endpoint, err error) {
		if err != nil {
			then(nil, opError("listen", network, nil, nil, err))
			return
		}
		fd, e, err := bound(e)
		if err == nil {
			if err = listen(fd); err != nil {
				closeSocket(fd)
			}
		}
		if err != nil {
			then(nil, opError("listen", network, nil, e.addr(), err))
			return
		}
		listener := &Listener{roster: r, fd: fd, local: localEndpoint(fd, e.network)}
		r.join(listener)
		then(listener, nil)
	})
	return err
}

// bound opens a socket and binds it. For every address of the machine that is an
// IPv6 socket which takes IPv4 as well, where there is such a thing.
func bound(e endpoint) (int, endpoint, error) {
	if e.wildcard() {
		for _, choice := range wildcards(e) {
			fd, err := openSocket(choice, true)
			if err == nil {
				if err = bind(fd, choice); err == nil {
					return fd, choice, nil
				}
				closeSocket(fd)
			}
			if !noSuchFamily(err) {
				return -1, choice, err
			}
		}
	}
	fd, err := openSocket(e, true)
	if err == nil {
		if err = bind(fd, e); err != nil {
			closeSocket(fd)
		}
	}
	return fd, e, err
}

// OnAccept sets the function that gets each new connection, and begins to accept.
func (l *Listener) OnAccept(fn func(*Conn)) error {
	if err := l.usable(); err != nil {
		return err
	}
	if fn == nil {
		return wakeful.ErrNilFunc
	}
	l.onAccept = fn
	if l.registration != nil {
		return nil
	}
	registration, err := l.roster.loop.RegisterFD(l.fd, wakeful.Readable, func(wakeful.Events) { l.accept() })
	if err != nil {
		return opError("register", l.local.network, l.Addr(), nil, err)
	}
	l.registration = registration
	if l.unref {
		registration.Unref()
	}
	return nil
}

// OnError sets the function that is told why connections could not be accepted. A
// shortage of descriptors or memory pauses the listener for a time that the error
// names; those who connect meanwhile wait in the kernel's backlog. Without a
// function errors are logged with slog.Error.
func (l *Listener) OnError(fn func(error)) error {
	if err := l.usable(); err != nil {
		return err
	}
	l.onError = fn
	return nil
}

// Addr returns the address that is listened on. Any goroutine may call it.
func (l *Listener) Addr() net.Addr { return l.local.addr() }

// Unref lets an auto-exit loop end although this listener is open.
func (l *Listener) Unref() error { return l.refer(false) }

// Ref takes Unref back.
func (l *Listener) Ref() error { return l.refer(true) }

func (l *Listener) refer(ref bool) error {
	if err := l.usable(); err != nil {
		return err
	}
	l.unref = !ref
	switch {
	case l.registration == nil:
	case ref:
		l.registration.Ref()
	default:
		l.registration.Unref()
	}
	return nil
}

// Close stops listening. Connections that were accepted stay open.
func (l *Listener) Close() error {
	if err := l.usable(); err != nil {
		return err
	}
	if l.registration != nil {
		_ = l.registration.Close()
	}
	if l.resume != nil {
		l.resume.Stop()
	}
	l.roster.leave(l)
	l.release()
	return nil
}

func (l *Listener) release() {
	l.closed = true
	unlink(l.local)
	closeSocket(l.fd)
}

func (l *Listener) usable() error {
	switch {
	case !l.roster.loop.OnLoop():
		return wakeful.ErrNotOnLoop
	case l.closed:
		return ErrClosed
	}
	return nil
}

// accept takes connections until there are no more, or enough for one turn: the
// poller reports the rest in the next.
func (l *Listener) accept() {
	for range acceptsPerTurn {
		fd, remote, err := acceptSocket(l.fd, l.local.network)
		switch {
		case wouldBlock(err):
			return
		case aborted(err):
			continue // gone before it was accepted
		case err != nil:
			l.rest(err)
			return
		}
		l.pause = 0
		if l.introduce(newConn(l.roster, fd, remote)); l.closed {
			return
		}
	}
}

// introduce gives a new connection to the user, and registers it once for all that
// the user set up, also if that panicked.
func (l *Listener) introduce(c *Conn) {
	defer c.update()
	l.onAccept(c)
}

// rest stops accepting for a while, since trying again at once would fail again
// and the poller would report it for ever.
func (l *Listener) rest(err error) {
	l.pause = min(max(2*l.pause, shortestPause), longestPause)
	err = fmt.Errorf("accepting pauses for %v: %w", l.pause, err)
	stop := l.registration.Modify(0)
	if stop == nil {
		if l.resume == nil {
			l.resume, stop = l.roster.loop.AfterFunc(l.pause, l.again)
		} else {
			stop = l.resume.Reset(l.pause)
		}
	}
	if stop != nil {
		err = fmt.Errorf("%w; and it cannot be resumed: %w", err, stop)
	} else {
		l.resume.Unref() // the registration keeps an auto-exit loop
	}
	l.report(opError("accept", l.local.network, l.Addr(), nil, err))
}

func (l *Listener) again() {
	if err := l.registration.Modify(wakeful.Readable); err != nil {
		l.report(opError("accept", l.local.network, l.Addr(), nil, err))
	}
}

func (l *Listener) report(err error) {
	if l.onError == nil {
		slog.Error("stream: accepting failed", "error", err)
		return
	}
	l.onError(err)
}
