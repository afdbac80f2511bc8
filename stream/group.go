package stream

// This file owns listening for a group of loops, and which loop gets an accepted connection.
// group_move.go moves connections later.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net"
	"os"
	"slices"
	"sync"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/internal/movable"
)

// A Group is several loops. *group.Group is one. A type that wraps a *group.Group can choose loops
// by a rule of its own. With a method OnResize like that of *group.Group, WithAcceptorPerLoop
// follows the number of its loops.
type Group interface {
	// Pick returns the loop for a new connection. It is called on the first loop, which nil means.
	Pick() *wakeful.Loop
	// Loops returns the loops that get new connections, at least one. The first one stays as long
	// as the group.
	Loops() []*wakeful.Loop
}

// resizing is a group whose number of loops changes. *group.Group is one.
type resizing interface {
	OnResize(fn func(loops []*wakeful.Loop)) (forget func())
}

// A GroupListener accepts connections for a group, see ListenGroup. Any goroutine may call its
// methods.
type GroupListener struct {
	group    Group
	accept   func(*Conn)
	settings groupSettings
	local    endpoint
	adopted  bool // the package must not remove the path

	mu        sync.Mutex
	closed    bool
	paused    bool
	listeners map[*wakeful.Loop]*Listener // nil until the loop has made it
	forget    func()                      // ends the function of OnResize
}

// ListenGroup opens a listener whose connections are spread over the loops of a group. accept is
// called with each connection on the connection's loop, which is c.Loop(), like the function of
// Listener.OnAccept.
//
// One loop accepts, the first one, and hands each connection to the loop that g.Pick returns. With
// WithAcceptorPerLoop each loop accepts its own. The networks and addresses are those of Listen. A
// host name is looked up on the calling goroutine, which waits for it. Connections are accepted
// from the moment ListenGroup returns, and delivered when the loops run.
//
// If the loops are those of a *group.Group, connections that agreed with Conn.AllowMoves move when a
// loop is removed and for the rebalancing. Any goroutine may call ListenGroup. It returns an error
// if the address is wrong or not free, wakeful.ErrNilFunc, and wakeful.ErrClosed when the group is
// ending. Shutdown of the group closes the listener.
func ListenGroup(g Group, network, address string, accept func(*Conn), options ...GroupOption) (*GroupListener, error) {
	l, err := newGroupListener(g, accept, options)
	if err != nil {
		return nil, err
	}
	if l.settings.perLoop && (!distributes || network == "unix") {
		return nil, fmt.Errorf("stream: WithAcceptorPerLoop for %s: %w", network, errors.ErrUnsupported)
	}
	e, literal, err := parse(streamNetworks, network, address)
	switch sockets := socketsOf(g.Loops()[0]); {
	case err != nil:
	case sockets.simulated != nil:
		e, err = sockets.lookup(e, literal, address)
	case !literal:
		e, err = lookup(context.Background(), net.DefaultResolver, network, address)
	}
	if err != nil {
		return nil, err
	}
	fd, err := l.open(&e)
	if err != nil {
		return nil, err
	}
	l.local = socketsOf(g.Loops()[0]).local(fd, e.network)
	if err := l.begin(fd); err != nil {
		return nil, err
	}
	return l, nil
}

// AdoptListenerGroup is ListenGroup for a listener of package net, or for a listening stream socket
// in an *os.File. Ownership is as for AdoptListener. With WithAcceptorPerLoop it returns an error that
// matches errors.ErrUnsupported.
func AdoptListenerGroup(g Group, socket io.Closer, accept func(*Conn), options ...GroupOption) (*GroupListener, error) {
	l, err := newGroupListener(g, accept, options)
	if err != nil {
		return nil, err
	}
	if l.settings.perLoop {
		return nil, fmt.Errorf("stream: WithAcceptorPerLoop for one socket: %w", errors.ErrUnsupported)
	}
	from := socketsOf(g.Loops()[0])
	fd, kind, err := from.duplicateOf(socket)
	if err != nil {
		return nil, err
	}
	if !kind.stream || !kind.listening {
		from.close(fd)
		return nil, fmt.Errorf("stream: adopt: %w: the %T is not a listening stream socket", os.ErrInvalid, socket)
	}
	if err := from.setUpAdopted(fd, kind); err != nil {
		from.close(fd)
		return nil, fmt.Errorf("stream: adopt: %w", err)
	}
	l.local, l.adopted = kind.local, true
	if err := l.begin(fd); err != nil {
		return nil, err
	}
	closeAdopted(socket)
	return l, nil
}

// newGroupListener makes a listener that has no socket yet.
func newGroupListener(g Group, accept func(*Conn), options []GroupOption) (*GroupListener, error) {
	if g == nil || len(g.Loops()) == 0 {
		return nil, errors.New("stream: the group is nil or has no loops")
	}
	if err := refusal(g.Loops()[0], accept != nil); err != nil {
		return nil, err
	}
	l := &GroupListener{group: g, accept: accept, listeners: map[*wakeful.Loop]*Listener{}}
	for _, option := range options {
		if option.apply == nil {
			return nil, invalidZero("ListenGroup")
		}
		if err := option.apply(&l.settings); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// begin has the loops accept, the first one from socket fd, which it owns from now on.
func (l *GroupListener) begin(fd int) error {
	loops := l.group.Loops()
	if err := l.listenOn(loops[0], fd); err != nil {
		return err
	}
	if l.settings.perLoop {
		if err := l.listenOnAll(loops); err != nil {
			_ = l.Close()
			return err
		}
	}
	if r := movable.Of(loops[0]); r != nil {
		r.Add((*movableConns)(l))
	}
	if g, ok := l.group.(resizing); ok && l.settings.perLoop {
		l.forget = g.OnResize(func(loops []*wakeful.Loop) {
			if err := l.listenOnAll(loops); err != nil {
				l.report(err)
			}
		})
	}
	return nil
}

func (l *GroupListener) report(err error) {
	if l.settings.onError == nil {
		slog.Error("stream: accepting failed", "error", err)
		return
	}
	l.settings.onError(err)
}

// open opens a listening socket.
func (l *GroupListener) open(e *endpoint) (fd int, err error) {
	fd, *e, err = socketsOf(l.group.Loops()[0]).listen(*e, l.settings.perLoop)
	if err != nil {
		return -1, opError("listen", e.network, nil, e.addr(), err)
	}
	return fd, nil
}

// listenOnAll opens sockets for the loops that have none yet, and forgets the loops that have ended.
func (l *GroupListener) listenOnAll(loops []*wakeful.Loop) error {
	l.mu.Lock()
	maps.DeleteFunc(l.listeners, func(loop *wakeful.Loop, _ *Listener) bool { return loop.Context().Err() != nil })
	l.mu.Unlock()
	for _, loop := range loops {
		l.mu.Lock()
		_, known := l.listeners[loop]
		closed := l.closed
		l.mu.Unlock()
		if known || closed {
			continue
		}
		e := l.local
		fd, err := l.open(&e)
		if err != nil {
			return err
		}
		if err := l.listenOn(loop, fd); err != nil {
			return err
		}
	}
	return nil
}

// listenOn has a loop accept from a socket, which it owns from now on, even if it fails.
func (l *GroupListener) listenOn(loop *wakeful.Loop, fd int) error {
	sockets := socketsOf(loop)
	forget, err := loop.OnShutdown(func() { sockets.close(fd) }) // if the loop does not come to it
	if err != nil {
		sockets.close(fd)
		return err
	}
	l.mu.Lock()
	l.listeners[loop] = nil
	l.mu.Unlock()
	err = loop.SubmitUnlimited(func() {
		if !forget() {
			return
		}
		s, err := setOf(loop)
		if err != nil {
			sockets.close(fd)
			return
		}
		listener := newListener(s, fd, l.local)
		listener.adopted = l.adopted
		l.mu.Lock()
		closed := l.closed
		listener.paused = l.paused
		l.listeners[loop] = listener
		l.mu.Unlock()
		if closed {
			_ = listener.Close()
			return
		}
		listener.onError = l.settings.onError
		if !l.settings.perLoop {
			listener.place = l.place
		}
		if err := listener.OnAccept(l.deliver); err != nil {
			_ = listener.Close()
			listener.report(err)
		}
	})
	if err != nil && forget() {
		sockets.close(fd)
	}
	return err
}

// deliver passes a connection to the user's function. Loop only.
func (l *GroupListener) deliver(c *Conn) {
	c.side = serverSide
	c.mobility.listener = l
	l.accept(c)
}

// place hands an accepted socket to the loop that the group picks. Loop only.
func (l *GroupListener) place(from *Listener, fd int, remote endpoint) {
	to := l.pick(from, fd)
	if to == nil || to == from.set.loop || l.hand(to, fd, remote) != nil {
		from.deliver(newConn(from.set, fd, remote))
	}
}

// pick asks the group for a loop. It closes the socket if the group's function does not return.
func (l *GroupListener) pick(from *Listener, fd int) *wakeful.Loop {
	returned := false
	defer func() {
		if !returned {
			from.set.sockets.close(fd)
		}
	}()
	to := l.group.Pick()
	returned = true
	return to
}

// hand hands an accepted socket to another loop.
func (l *GroupListener) hand(to *wakeful.Loop, fd int, remote endpoint) error {
	forget, err := to.OnShutdown(func() {
		if !l.handOn(to, fd, remote) {
			socketsOf(to).close(fd)
		}
	})
	if err != nil {
		return err
	}
	err = to.SubmitUnlimited(func() {
		if !forget() || l.handOn(to, fd, remote) {
			return
		}
		s, err := setOf(to)
		if err != nil {
			socketsOf(to).close(fd)
			return
		}
		c := newConn(s, fd, remote)
		returned := false
		defer func() {
			c.failUnless(returned)
			_ = c.update() // once, after all that the function sets up
		}()
		l.deliver(c)
		returned = true
	})
	if err != nil && !forget() {
		return nil // the loop has ended, and has handed the socket on or closed it
	}
	return err
}

// handOn hands a socket to the first loop if the group has removed loop from since it was picked, and
// reports whether it did. A loop is removed from Loops before its connections move. So a connection
// that comes before that moves with them, and for a later one handOn is called. Called on from.
func (l *GroupListener) handOn(from *wakeful.Loop, fd int, remote endpoint) bool {
	loops := l.group.Loops()
	return !slices.Contains(loops, from) && l.hand(loops[0], fd, remote) == nil
}

// Addr returns the address of the listener.
func (l *GroupListener) Addr() net.Addr { return l.local.addr() }

// Close stops listening. Accepted connections stay open, and the group can still move them. The
// loops close the sockets soon; Close does not wait for that. It always returns nil.
func (l *GroupListener) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.forget != nil && !l.closed {
		l.forget()
	}
	l.closed = true
	for loop, listener := range l.listeners {
		if listener != nil {
			// A loop that refuses it has closed the listener, or is doing so.
			_ = loop.SubmitUnlimited(func() { _ = listener.Close() })
		}
	}
	return nil
}
