package stream

// This file owns listening for a group of loops: which loop gets an accepted connection, and how
// connections move later.

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wakeful-go/wakeful"
)

// A Group is several loops. *group.Group is one.
type Group interface {
	// Pick returns the loop for a new connection.
	Pick() *wakeful.Loop
	// Loops returns the loops that get new connections. The first one stays as long as the group.
	Loops() []*wakeful.Loop
}

// changing is a group whose loops change. *group.Group is one. The parameter of AddSource is
// group.Source.
type changing interface {
	OnResize(fn func(loops []*wakeful.Loop)) (forget func())
	AddSource(s interface {
		Move(ctx context.Context, from *wakeful.Loop, to func() *wakeful.Loop, choose func(loads []float64) []int)
	}) (forget func())
}

// A GroupOption changes how ListenGroup accepts.
type GroupOption func(*groupSettings) error

type groupSettings struct {
	perLoop bool
	onError func(error)
}

// WithAcceptorPerLoop opens a socket per loop with SO_REUSEPORT. The kernel chooses the socket of
// each connection by a hash of its addresses. So each loop accepts its own connections, and none is
// handed to another goroutine. There are two disadvantages: the choice ignores how busy a loop is,
// and when a Resize removes a loop, the connections that its socket has not accepted yet are reset.
// Only Linux distributes connections in this way. Elsewhere, and for Unix sockets, ListenGroup
// returns an error that matches errors.ErrUnsupported.
func WithAcceptorPerLoop() GroupOption {
	return func(s *groupSettings) error {
		s.perLoop = true
		return nil
	}
}

// WithAcceptErrors sets the function that gets the errors of accepting, see Listener.OnError. It is
// called on the loop that accepts. The default logs them with slog.Error.
func WithAcceptErrors(fn func(error)) GroupOption {
	return func(s *groupSettings) error {
		if fn == nil {
			return fmt.Errorf("%w: stream.WithAcceptErrors(nil): leave the option out to have errors logged", wakeful.ErrInvalidOption)
		}
		s.onError = fn
		return nil
	}
}

// A GroupListener accepts connections for a group, see ListenGroup. Any goroutine may call its
// methods.
type GroupListener struct {
	group    Group
	accept   func(*Conn)
	settings groupSettings
	local    endpoint

	mu        sync.Mutex
	closed    bool
	listeners map[*wakeful.Loop]*Listener // nil until the loop has made it
	forget    []func()
}

// ListenGroup opens a listener whose connections are spread over the loops of a group. accept is
// called with each connection on the connection's loop, like the function of Listener.OnAccept.
//
// One loop accepts, the first one, and hands each connection to the loop that g.Pick returns. With
// WithAcceptorPerLoop each loop accepts its own. The networks and addresses are those of Listen. A
// host name is looked up on the calling goroutine, which waits for it. Connections are accepted
// from the moment ListenGroup returns, and delivered when the loops run.
//
// If g is a *group.Group, connections that agreed with Conn.Movable move when a loop is removed and
// for the rebalancing. Any goroutine may call ListenGroup. It returns an error if the address is
// wrong or not free, wakeful.ErrNilFunc, and wakeful.ErrClosed when the group is ending. Shutdown
// of the group closes the listener.
func ListenGroup(g Group, network, address string, accept func(*Conn), options ...GroupOption) (*GroupListener, error) {
	if g == nil {
		return nil, errors.New("stream: the group is nil")
	}
	loops := g.Loops()
	if err := refusal(loops[0], accept != nil); err != nil {
		return nil, err
	}
	l := &GroupListener{group: g, accept: accept, listeners: map[*wakeful.Loop]*Listener{}}
	for _, option := range options {
		if option == nil {
			return nil, fmt.Errorf("%w: stream.ListenGroup: an option is nil", wakeful.ErrInvalidOption)
		}
		if err := option(&l.settings); err != nil {
			return nil, err
		}
	}
	if l.settings.perLoop && (!distributes || network == "unix") {
		return nil, fmt.Errorf("stream: WithAcceptorPerLoop for %s: %w", network, errors.ErrUnsupported)
	}
	e, literal, err := parse(streamNetworks, network, address)
	if err == nil && !literal {
		e, err = lookup(context.Background(), net.DefaultResolver, network, address)
	}
	if err != nil {
		return nil, err
	}
	fd, err := l.open(&e)
	if err != nil {
		return nil, err
	}
	if l.local = localEndpoint(fd, e.network); network != "unix" {
		e.ip = l.local.ip // the port, if it was 0
	}
	if err := l.listenOn(loops[0], fd); err != nil {
		return nil, err
	}
	if l.settings.perLoop {
		if err := l.listenOnAll(loops); err != nil {
			_ = l.Close()
			return nil, err
		}
	}
	if c, ok := g.(changing); ok {
		l.follow(c)
	}
	return l, nil
}

// follow registers with a group whose loops change.
func (l *GroupListener) follow(c changing) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.forget = append(l.forget, c.AddSource((*groupSource)(l)))
	if l.settings.perLoop {
		l.forget = append(l.forget, c.OnResize(func(loops []*wakeful.Loop) {
			if err := l.listenOnAll(loops); err != nil {
				l.report(err)
			}
		}))
	}
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
	fd, *e, err = boundWith(*e, l.settings.perLoop)
	if err == nil {
		if err = listen(fd); err != nil {
			closeSocket(fd)
		}
	}
	if err != nil {
		return -1, opError("listen", e.network, nil, e.addr(), err)
	}
	return fd, nil
}

// listenOnAll opens sockets for the loops that have none yet.
func (l *GroupListener) listenOnAll(loops []*wakeful.Loop) error {
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
	forget, err := loop.OnShutdown(func() { closeSocket(fd) }) // if the loop does not come to it
	if err != nil {
		closeSocket(fd)
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
			closeSocket(fd)
			return
		}
		listener := newListener(s, fd, l.local)
		l.mu.Lock()
		closed := l.closed
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
			listener.report(err)
			_ = listener.Close()
		}
	})
	if err != nil && forget() {
		closeSocket(fd)
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
	to := l.group.Pick()
	if to == from.set.loop || l.hand(to, fd, remote) != nil {
		from.deliver(newConn(from.set, fd, remote))
	}
}

// hand hands an accepted socket to another loop.
func (l *GroupListener) hand(to *wakeful.Loop, fd int, remote endpoint) error {
	forget, err := to.OnShutdown(func() { closeSocket(fd) })
	if err != nil {
		return err
	}
	err = to.SubmitUnlimited(func() {
		if !forget() {
			return
		}
		s, err := setOf(to)
		if err != nil {
			closeSocket(fd)
			return
		}
		c := newConn(s, fd, remote)
		defer func() { _ = c.update() }()
		l.deliver(c)
	})
	if err != nil && !forget() {
		return nil // the loop has ended, and has closed the socket
	}
	return err
}

// Addr returns the address of the listener.
func (l *GroupListener) Addr() net.Addr { return l.local.addr() }

// Close stops listening. Accepted connections stay open, and the group can still move them. The
// loops close the sockets soon; Close does not wait for that. It always returns nil.
func (l *GroupListener) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	for loop, listener := range l.listeners {
		if listener != nil {
			// A loop that refuses it has closed the listener, or is doing so.
			_ = loop.SubmitUnlimited(func() { _ = listener.Close() })
		}
	}
	return nil
}

// groupSource are the connections of a listener that agreed to be moved, for the group.
type groupSource GroupListener

// Move implements group.Source.
func (g *groupSource) Move(ctx context.Context, from *wakeful.Loop, to func() *wakeful.Loop, choose func(loads []float64) []int) {
	var pending atomic.Int64
	done := make(chan struct{})
	settle := func() {
		if pending.Add(-1) == 0 {
			close(done)
		}
	}
	pending.Store(1)
	err := from.SubmitUnlimited(func() {
		defer settle()
		conns, loads := (*GroupListener)(g).movable(from)
		for _, i := range choose(loads) {
			c := conns[i]
			pending.Add(1)
			c.leave(to(), func(c *Conn, err error) {
				settle()
				if moved := c.mobility.moved; err == nil && moved != nil {
					moved(c)
				}
			}, settle)
		}
	})
	if err != nil {
		return
	}
	select {
	case <-done:
	case <-ctx.Done():
	case <-from.Done():
	}
}

// movable returns the listener's connections on a loop that may be moved, and the part of the
// recent time that each took. Loop only.
func (l *GroupListener) movable(loop *wakeful.Loop) (conns []*Conn, loads []float64) {
	now := time.Now()
	for m := range sets.Get(loop).members {
		c, ok := m.(*Conn)
		if !ok || c.closed || c.moving || c.mobility.listener != l || c.mobility.moved == nil || c.layer != nil && c.layer.movable() != nil {
			continue
		}
		c.mobility.decay(now)
		conns, loads = append(conns, c), append(loads, c.mobility.busy/float64(mobilityWindow))
	}
	return conns, loads
}
