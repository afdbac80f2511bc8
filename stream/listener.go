package stream

// Listening and accepting.

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"runtime"
	"time"

	"github.com/wakeful-go/wakeful"
)

const (
	// acceptsPerTurn bounds the connections that a listener accepts in one turn, so that a burst of
	// new connections does not delay existing ones.
	acceptsPerTurn = 64
	// A listener that runs out of descriptors or memory pauses for this long. The pause doubles
	// until a connection is accepted.
	shortestBackoff = 5 * time.Millisecond
	longestBackoff  = time.Second
)

// A Listener accepts TCP or Unix connections on a loop, see Listen and AdoptListener. Its methods
// belong to the loop's callbacks. Called elsewhere they return wakeful.ErrNotOnLoop, and after
// Close an error that matches ErrClosed. Shutdown of the loop closes it after the submitted
// functions have run.
type Listener struct {
	set          *connSet
	fd           int
	local        endpoint
	registration *wakeful.FDRegistration // nil until OnAccept
	onAccept     func(*Conn)
	onError      func(error)
	secure       func(*Conn)                                   // does the handshake; nil without TLS
	place        func(from *Listener, fd int, remote endpoint) // hands sockets to other loops, see ListenGroup
	backoff      time.Duration                                 // of the last shortage; 0 if there is none
	retry        *wakeful.Timer
	short        bool // of descriptors or memory: retry is waiting
	paused       bool // Pause was called
	unref        bool
	adopted      bool // the package must not remove the path
	closed       bool
}

// Listen opens a listener and calls then on the loop, after the current callback at the earliest,
// with the listener or an error. The network is "tcp", "tcp4", "tcp6" or "unix". The address is as
// for net.Listen: an empty host means every address of the machine, and port 0 a free port, see
// Addr. Closing the listener removes the path of a Unix socket. A path that already exists is an
// error, even if no process listens there.
//
// Any goroutine may call Listen. If it returns an error, or if the loop ends first, then is not
// called. Called off the loop, Listen has no order with Submit.
func Listen(l *wakeful.Loop, network, address string, then func(*Listener, error)) error {
	if err := refusal(l, then != nil); err != nil {
		return err
	}
	open := func(s *connSet, e endpoint) (*Listener, endpoint, error) {
		fd, e, err := s.sockets.listen(e, false)
		if err != nil {
			return nil, e, err
		}
		return newListener(s, fd, s.sockets.local(fd, e.network)), e, nil
	}
	return openLocal(l, "listen", streamNetworks, network, address, open, then)
}

// openLocal resolves a local address. Then on the loop it calls open with the address, and then
// with the result. open returns the endpoint that it tried, for the error.
func openLocal[T io.Closer](l *wakeful.Loop, call string, networks []string, network, address string, open func(*connSet, endpoint) (T, endpoint, error), then func(T, error)) error {
	e, literal, err := parse(networks, network, address)
	if err != nil {
		return err
	}
	failed := func(err error, e endpoint) {
		var local net.Addr
		if e.network != "" {
			local = e.addr()
		}
		var none T
		then(none, opError(call, network, nil, local, err))
	}
	return onLoop(l, func(s *connSet) error {
		_, err := s.resolve(e, literal, address, func(e endpoint, err error) {
			if err != nil {
				failed(err, endpoint{})
				return
			}
			opened, e, err := open(s, e)
			if err != nil {
				failed(err, e)
				return
			}
			handOver(opened, then)
		})
		return err
	}, func(err error) { failed(err, endpoint{}) })
}

// handOver calls then with a socket that is new to the user. If then does not return, because of a
// panic or runtime.Goexit, nobody has set the socket up, and handOver closes it. Loop only.
func handOver[T io.Closer](socket T, then func(T, error)) {
	returned := false
	defer func() {
		if !returned {
			_ = socket.Close() // then may have closed it
		}
	}()
	then(socket, nil)
	returned = true
}

// newListener takes ownership of a listening socket.
func newListener(s *connSet, fd int, local endpoint) *Listener {
	l := &Listener{set: s, fd: fd, local: local}
	s.join(l)
	return l
}

// bound opens a socket and binds it. For every address of the machine it uses an IPv6 socket that
// accepts IPv4 as well, if the machine supports that.
func bound(e endpoint) (int, endpoint, error) { return boundWith(e, false) }

// boundWith is bound for a socket that may share its port with others of this program.
func boundWith(e endpoint, sharesPort bool) (int, endpoint, error) {
	if e.wildcard() {
		for _, choice := range wildcards(e) {
			fd, err := openAndBind(choice, sharesPort)
			if err == nil {
				return fd, choice, nil
			}
			if !noSuchFamily(err) {
				return -1, choice, err
			}
		}
	}
	fd, err := openAndBind(e, sharesPort)
	return fd, e, err
}

func openAndBind(e endpoint, sharesPort bool) (int, error) {
	fd, err := openSocket(e, true)
	if err != nil {
		return -1, err
	}
	if sharesPort {
		err = setReusePort(fd)
	}
	if err == nil && (e.path != "" || !e.unix() || runtime.GOOS == "linux") {
		err = bind(fd, e) // Linux chooses a name for a Unix socket without one
	}
	if err != nil {
		closeSocket(fd)
		return -1, err
	}
	return fd, nil
}

// OnAccept sets the function that receives each new connection, and starts accepting.
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
	registration, err := l.set.loop.RegisterFD(l.fd, l.events(), func(wakeful.Events) { l.accept() })
	if err != nil {
		return opError("register", l.local.network, l.Addr(), nil, err)
	}
	l.registration = registration
	if l.unref {
		registration.Unref()
	}
	return nil
}

// Pause stops accepting, for example when the program has as many connections as it can serve. Once
// Pause has returned, OnAccept gets no connection until Resume, with one exception: a listener of
// ListenTLS finishes the handshakes of connections that it has accepted before.
//
// The listener keeps its address. The kernel goes on to complete connections, up to the backlog of
// 4,096 or the kernel's own limit, if that is lower. They wait there until Resume, also those whose
// peer has closed meanwhile. Beyond the backlog, peers repeat their attempt until they give up. Close
// resets those that wait. A paused listener keeps an auto-exit loop running, unless Unref was called.
//
// Pause may be called before OnAccept and repeatedly; one Resume reverses all.
func (l *Listener) Pause() error {
	err := l.setPaused(true)
	if errors.Is(err, wakeful.ErrClosed) {
		return nil // a loop that is ending accepts nothing
	}
	return err
}

// Resume reverses Pause. Connections that have waited come first. On a loop that is ending it returns
// wakeful.ErrClosed.
func (l *Listener) Resume() error { return l.setPaused(false) }

func (l *Listener) setPaused(paused bool) error {
	if err := l.usable(); err != nil {
		return err
	}
	l.paused = paused
	return l.watch()
}

// events are those that the listener waits for.
func (l *Listener) events() wakeful.Events {
	if l.paused || l.short {
		return 0
	}
	return wakeful.Readable
}

// watch has the poller report what events returns.
func (l *Listener) watch() error {
	if l.registration == nil {
		return nil // OnAccept registers it
	}
	err := l.registration.Modify(l.events())
	if err != nil && !errors.Is(err, wakeful.ErrClosed) {
		err = opError("accept", l.local.network, l.Addr(), nil, err)
	}
	return err
}

// OnError sets the function that receives the errors of accepting. A shortage of descriptors or
// memory pauses the listener; the error contains the duration. Meanwhile connections wait in the
// kernel's backlog. Without a function, errors are logged with slog.Error.
func (l *Listener) OnError(fn func(error)) error {
	if err := l.usable(); err != nil {
		return err
	}
	l.onError = fn
	return nil
}

// Addr returns the address of the listener. Any goroutine may call it.
func (l *Listener) Addr() net.Addr { return l.local.addr() }

// Loop returns the loop of the listener. Any goroutine may call it.
func (l *Listener) Loop() *wakeful.Loop { return l.set.loop }

// Unref lets an auto-exit loop end although this listener is open.
func (l *Listener) Unref() error { return l.setRef(false) }

// Ref reverses Unref.
func (l *Listener) Ref() error { return l.setRef(true) }

func (l *Listener) setRef(ref bool) error {
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

// Close stops listening. Accepted connections stay open.
func (l *Listener) Close() error {
	if err := l.usable(); err != nil {
		return err
	}
	l.set.leave(l)
	l.release()
	return nil
}

func (l *Listener) release() {
	l.closed = true
	if l.registration != nil {
		_ = l.registration.Close()
	}
	if l.retry != nil {
		l.retry.Stop()
	}
	if !l.adopted {
		unlink(l.local)
	}
	l.set.sockets.close(l.fd)
}

func (l *Listener) usable() error {
	switch {
	case !l.set.loop.OnLoop():
		return wakeful.ErrNotOnLoop
	case l.closed:
		return ErrClosed
	}
	return nil
}

// accept accepts connections until there are no more or the limit of a turn is reached. The poller
// reports the rest in the next turn.
func (l *Listener) accept() {
	for range acceptsPerTurn {
		if l.closed || l.paused {
			return
		}
		fd, remote, err := l.set.sockets.accept(l.fd, l.local.network)
		switch {
		case wouldBlock(err):
			return
		case aborted(err):
			continue // closed by the peer before it was accepted
		case err != nil:
			l.backOff(err)
			return
		}
		l.backoff = 0
		if l.place != nil {
			l.place(l, fd, remote)
		} else {
			l.deliver(newConn(l.set, fd, remote))
		}
	}
}

// deliver passes a new connection to the user's function. It registers the connection once, after
// the function has set it up.
func (l *Listener) deliver(c *Conn) {
	returned := false
	defer func() {
		c.failUnless(returned)
		_ = c.update() // fails on a loop that is ending, which releases it
	}()
	c.side = serverSide
	if l.secure != nil {
		l.secure(c)
	} else {
		l.onAccept(c)
	}
	returned = true
}

// backOff pauses accepting. Otherwise the next attempt would fail at once, and the poller would
// report the listener in each turn.
func (l *Listener) backOff(err error) {
	l.backoff = min(max(2*l.backoff, shortestBackoff), longestBackoff)
	err = fmt.Errorf("accepting pauses for %v: %w", l.backoff, err)
	l.short = true
	stop := l.watch()
	if stop == nil {
		if l.retry == nil {
			l.retry, stop = l.set.loop.AfterFunc(l.backoff, l.acceptAgain)
		} else {
			stop = l.retry.Reset(l.backoff)
		}
	}
	if stop != nil {
		err = fmt.Errorf("%w; and it cannot be resumed: %w", err, stop)
	} else {
		l.retry.Unref() // the registration keeps an auto-exit loop running
	}
	l.report(opError("accept", l.local.network, l.Addr(), nil, err))
}

func (l *Listener) acceptAgain() {
	l.short = false
	if err := l.watch(); err != nil {
		l.report(err)
	}
}

func (l *Listener) report(err error) {
	if l.onError == nil {
		slog.Error("stream: accepting failed", "error", err)
		return
	}
	l.onError(err)
}
