package stream

// This file owns joining: what callbacks write to a connection is collected, and goes out with one
// system call. The bytes of a connection's own event go out when that event has been handled, those
// of other callbacks at the end of the turn's phase. Everything here belongs to the loop.
//
// Only a connection that the kernel accepts bytes from joins. Once the kernel refuses some, bytes go
// to the write queue. So joined bytes never wait for a peer, and are not part of the queue.
//
// Rejected: to collect the bytes in the write queue. Its blocks have 16 KiB, so a message to 10,000
// connections would take 160 MiB for a moment, and TLS needs what is not encrypted yet.

import (
	"slices"
	"sync"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/internal/turnphase"
)

const (
	// joinLimit is the number of bytes that one connection joins. More are sent at once.
	joinLimit = 64 << 10
	// joinLoopLimit is the capacity of all buffers in use on a loop. When it is reached, all
	// connections send.
	joinLoopLimit = 4 << 20
)

// The buffers that bytes are joined in. A buffer that is full is exchanged for the next larger one.
// Most connections write little per turn, and a message may go to thousands of them.
type (
	smallJoin  [1 << 10]byte
	mediumJoin [8 << 10]byte
	largeJoin  [joinLimit]byte
)

var (
	smallJoins  = sync.Pool{New: func() any { return new(smallJoin) }}
	mediumJoins = sync.Pool{New: func() any { return new(mediumJoin) }}
	largeJoins  = sync.Pool{New: func() any { return new(largeJoin) }}
)

// newJoinBuffer returns an empty buffer with room for at least n bytes, at most joinLimit.
func newJoinBuffer(n int) []byte {
	switch {
	case n <= len(smallJoin{}):
		return smallJoins.Get().(*smallJoin)[:0]
	case n <= len(mediumJoin{}):
		return mediumJoins.Get().(*mediumJoin)[:0]
	}
	return largeJoins.Get().(*largeJoin)[:0]
}

func freeJoinBuffer(p []byte) {
	switch p = p[:cap(p)]; len(p) {
	case len(smallJoin{}):
		smallJoins.Put((*smallJoin)(p))
	case len(mediumJoin{}):
		mediumJoins.Put((*mediumJoin)(p))
	case joinLimit:
		largeJoins.Put((*largeJoin)(p))
	}
}

// joinQueue holds the connections of a loop that have joined bytes.
type joinQueue struct {
	loop      *wakeful.Loop
	conns     []*Conn // some may have sent their bytes since; nil for one that has left
	capacity  int     // of the buffers in use
	scheduled bool    // endPhase is called at the end of the phase
	endPhase  func()
}

// schedule has the bytes of all connections sent at the end of the phase, and reports whether it
// could.
func (q *joinQueue) schedule() bool {
	if !q.scheduled {
		q.scheduled = turnphase.AtEnd(q.loop, q.endPhase) // false if no phase of a turn is running
	}
	return q.scheduled
}

// send sends the bytes of all connections.
func (q *joinQueue) send() {
	conns := q.conns
	q.conns = nil
	defer func() {
		if len(conns) > 0 { // a function of a TLS configuration has panicked
			q.conns = append(q.conns, conns...)
			q.schedule()
		}
	}()
	first := conns
	for len(conns) > 0 {
		c := conns[0]
		if conns = conns[1:]; c != nil {
			c.willSend = false
			c.sendJoined()
		}
	}
	clear(first)
	if q.conns == nil && cap(first) <= 1<<12 {
		q.conns = first[:0]
	}
}

// remove forgets a connection that leaves the loop.
func (q *joinQueue) remove(c *Conn) {
	if c.willSend {
		q.conns[slices.Index(q.conns, c)] = nil
		c.willSend = false
	}
}

// join adds p to the joined bytes, and reports whether it could. Otherwise p has to be sent now. The
// caller has checked that the connection is writable.
func (c *Conn) join(p []byte) bool {
	size := len(c.joined) + len(p)
	switch {
	case c.direct || size > min(joinLimit, c.high) || c.blocked() || c.aboveHigh || c.set.drain != nil || c.set.ended:
		return false
	case c.layer != nil && c.layer.opening():
		return false // the layer refuses the write
	case c.willSend:
	case c.set.joins.schedule():
		c.willSend = true
		c.set.joins.conns = append(c.set.joins.conns, c)
	default:
		return false
	}
	if size > cap(c.joined) {
		c.growJoined(size)
	}
	c.joined = append(c.joined, p...)
	if c.set.joins.capacity > joinLoopLimit {
		c.set.joins.send()
	}
	return true
}

func (c *Conn) growJoined(size int) {
	old := c.joined
	c.joined = append(newJoinBuffer(size), old...)
	c.set.joins.capacity += cap(c.joined) - cap(old)
	freeJoinBuffer(old)
}

// takeJoined returns the joined bytes, which the caller frees.
func (c *Conn) takeJoined() []byte {
	p := c.joined
	c.joined = nil
	c.set.joins.capacity -= cap(p)
	return p
}

// sendJoined gives the joined bytes to the kernel, and what it does not accept to the write queue.
// That may end the connection.
func (c *Conn) sendJoined() {
	if len(c.joined) == 0 {
		return
	}
	p := c.takeJoined()
	defer freeJoinBuffer(p)
	if c.layer != nil {
		_, _ = c.layer.write(p, true) // its error has ended the connection
		return
	}
	_ = c.pass(p) // its error too
}

// Flush sends now what Write has joined. Without it, that happens after the callback or at the end
// of the phase, see Write. What the kernel does not accept goes to the write queue. An error other
// than wakeful.ErrNotOnLoop and ErrClosed has ended the connection, and OnClose gets it too.
func (c *Conn) Flush() error {
	if err := c.usable(); err != nil {
		return err
	}
	if c.sendJoined(); c.closed {
		return c.err
	}
	return nil
}

// SetJoinWrites sets whether Write joins bytes, which is the default. Without joining, Write makes a
// system call each time. That saves the latency of the callbacks that run before the bytes go out,
// and costs throughput if a callback writes more than once. What was joined before is sent now.
func (c *Conn) SetJoinWrites(on bool) error {
	if err := c.Flush(); err != nil {
		return err
	}
	c.direct = !on
	return nil
}
