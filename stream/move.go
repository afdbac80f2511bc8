package stream

// Moving a connection to another loop. It leaves its loop between two callbacks: there it is
// deregistered, and nothing of it is left. Then it arrives on the other loop in a submitted
// function and is registered there. What the kernel holds stays in the kernel, the write queue
// moves with the connection, and the registration reports what is ready at that time. So nothing is
// lost, and nothing can overtake.

import (
	"fmt"
	"math"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/internal/observe"
)

// MoveTo moves the connection to loop l. The connection leaves its loop after the current callback,
// with its write queue, its settings, its functions, the elapsed part of its timeouts, and the
// state of both directions. Then it calls then on l, before any other callback of the connection
// there. Bytes that arrive during the move wait in the kernel. No byte is lost, doubled or
// reordered.
//
// In the callback that calls MoveTo, the connection can still be used. After that callback its
// methods return wakeful.ErrNotOnLoop until the call of then, and on the old loop always. The
// functions that were set before, such as that of OnData, are called on l. They must not use
// anything that belongs to the old loop.
//
// MoveTo belongs to the callbacks of the connection's loop. A connection whose CloseWrite was
// called can move. After an error nothing moves, and then is not called. The errors are
//
//   - ErrClosed for a connection that has ended;
//   - wakeful.ErrClosed if one of the two loops is ending;
//   - ErrMoving if the connection is already leaving;
//   - ErrHandshakeIncomplete before the end of a TLS handshake;
//   - errors.ErrUnsupported for the rare TLS connection that is read by a goroutine;
//   - wakeful.ErrNotOnLoop and wakeful.ErrNilFunc.
//
// If the connection ends before it has left, then gets the error on the old loop. If l refuses the
// connection, then gets the error on the old loop too, and the connection stays there. If l ends
// before the connection has arrived, OnClose is called on l, and then is not called.
func (c *Conn) MoveTo(l *wakeful.Loop, then func(*Conn, error)) error {
	if err := c.usable(); err != nil {
		return err
	}
	switch {
	case l == nil:
		return fmt.Errorf("%w: stream.Conn.MoveTo: the loop is nil", wakeful.ErrInvalidOption)
	case then == nil:
		return wakeful.ErrNilFunc
	case c.moving:
		return ErrMoving
	case c.set.drain != nil || c.set.ended || l.Context().Err() != nil:
		return fmt.Errorf("move: %w", wakeful.ErrClosed)
	}
	if c.layer != nil {
		if err := c.layer.movable(); err != nil {
			return err
		}
	}
	c.moving = true
	return c.loop.AfterCallback(func() { c.leave(l, then, func() {}) })
}

// leave takes the connection from its loop. It calls then, or abandoned if l ends first. Loop only,
// between two callbacks.
func (c *Conn) leave(l *wakeful.Loop, then func(*Conn, error), abandoned func()) {
	c.moving = false
	if l != c.loop {
		c.sendJoined()
	}
	switch {
	case c.closed || c.closing:
		then(c, ErrClosed)
		return
	case l == c.loop:
		then(c, nil)
		return
	case c.set.drain != nil || c.set.ended: // it is ending since
		then(c, fmt.Errorf("move: %w", wakeful.ErrClosed))
		return
	}
	target := sets.Get(l)
	// For the case that l ends without calling the function below.
	forget, err := l.OnShutdown(func() {
		defer abandoned()
		c.endWith(target)
	})
	if err != nil {
		then(c, fmt.Errorf("move: %w", err))
		return
	}
	old := c.set
	if c.layer != nil {
		c.layer.leave()
	}
	c.deregister()
	c.eachTimeout((*timeout).leave)
	if c.keep != nil {
		c.keep.Release()
		c.keep = nil
	}
	old.leave(c)
	left := old.tags.Out(observe.TagConnection, c.number, target.tags, 0)
	old.joins.remove(c)
	c.current.Store(nil)
	c.do.leave(l)
	err = l.SubmitUnlimited(func() {
		if forget() {
			target.tags.In(observe.TagConnection, c.number, old.tags, left, 0)
			c.arrive(target, then, nil)
		}
	})
	if err != nil && forget() {
		c.arrive(old, then, fmt.Errorf("move: %w", err))
	}
}

// enter makes the connection one of the set. Loop only.
func (c *Conn) enter(s *connSet) {
	c.set, c.loop = s, s.loop
	c.current.Store(s.loop)
	c.do.arrive(s.loop)
	s.join(c)
}

// arrive continues on the loop of s, and calls then. Loop only.
func (c *Conn) arrive(s *connSet, then func(*Conn, error), err error) {
	c.enter(s)
	if s.ended { // the loop was ending before it had anything of this package
		c.release()
		return
	}
	c.updateKeepAlive()
	if c.layer != nil {
		c.layer.arrive()
	}
	// The loop's end is the only error, and then the connection set ends the connection.
	c.eachTimeout(func(t *timeout) { _ = t.arrive() })
	defer func() { _ = c.update() }() // also after a panic, and once, after all that then sets up
	then(c, err)
}

// endWith ends the connection on a loop that has ended before the connection arrived. Loop only.
func (c *Conn) endWith(s *connSet) {
	c.enter(s)
	if s.ended {
		c.release()
	} // else the set's own function comes later and releases it
}

// mobility says whether a group may move the connection, and how much work it is.
type mobility struct {
	moved    func(*Conn) // nil: it stays
	busy     float64     // nanoseconds in callbacks, with weights that fall by a factor of e per window
	at       time.Time   // when busy was right
	listener *GroupListener
}

// mobilityWindow is the time over which the work of a connection is measured.
const mobilityWindow = 3 * time.Second

// AllowMoves lets the group that has accepted the connection move it: when a Resize removes its
// loop, and when the rebalancing moves work to a loop with less. Then moved is called on the new
// loop, before any other callback there, as for MoveTo. A nil function ends that. Without a call, a
// connection stays on the loop that it was placed on. The group then measures how long the
// connection's events take, with two readings of the clock per event.
//
// For a connection that no ListenGroup has accepted, AllowMoves has no effect.
func (c *Conn) AllowMoves(moved func(*Conn)) error {
	if err := c.usable(); err != nil {
		return err
	}
	c.mobility.moved = moved
	return nil
}

// measure adds the time since an event began.
func (m *mobility) measure(began time.Time) {
	now := time.Now()
	m.decay(now)
	m.busy += float64(now.Sub(began))
}

func (m *mobility) decay(now time.Time) {
	m.busy *= math.Exp(-float64(now.Sub(m.at)) / float64(mobilityWindow))
	m.at = now
}
