package stream

// This file owns a connection: its state, its registration with the loop, and its end.
// Reading is in read.go, writing in write.go, and timeouts are in timeout.go. drain.go
// has what a Shutdown still sends.

import (
	"errors"
	"fmt"
	"net"
	"sync/atomic"

	"github.com/wakeful-go/wakeful"
)

// A Conn is a TCP or Unix connection on a loop, from Listen, Dial or AdoptConn. Its methods belong
// to the loop's callbacks, except Do, Loop and RemoteAddr. Called elsewhere they return
// wakeful.ErrNotOnLoop, or do nothing if they return no error. After the end of the connection they return an error that matches ErrClosed.
//
// A new connection does not read until OnData has a function. Set OnClose first, to notice an early
// end of the connection.
type Conn struct {
	// current is the loop that the connection is on, nil between two loops. The loop that it leaves
	// and the loop that it arrives on write it, and methods on any goroutine read it to refuse
	// callers from elsewhere. Everything else but do belongs to the callbacks of that loop.
	current       atomic.Pointer[wakeful.Loop]
	loop          *wakeful.Loop
	set           *connSet
	fd            int // -1 once a drainer has it
	local, remote endpoint
	localKnown    bool
	dialing       *dialing // not connected yet
	layer         layer    // TLS; nil without
	side          side

	// How it is registered.

	registration *wakeful.FDRegistration
	events       wakeful.Events // asked for
	unwatched    bool           // deregistered until the user wants to read, see peerGone
	keep         *wakeful.KeepAlive
	unref        bool

	// What it is doing.

	onData  func([]byte)
	onEOF   func()
	onDrain func()
	onClose func(error)

	paused     bool // Pause was called
	eof        bool // the peer has ended its direction
	writeEnded bool // CloseWrite was called, or the connection ended its direction by itself
	writeShut  bool // the peer was sent the end of the direction
	closing    bool // Close was called, and the queue is still being sent
	closed     bool
	moving     bool   // MoveTo was called, and the connection is still here
	reported   bool   // OnClose was called
	aboveHigh  bool   // the queue was above the high watermark, and has not fallen to the low one
	number     uint32 // for recordings
	err        error  // what OnClose gets

	joined   []byte // what Write has joined, in a buffer of newJoinBuffer; nil if nothing
	willSend bool   // the connection is in the loop's joinQueue
	direct   bool   // SetJoinWrites(false)

	queue            queue
	drainer          *drainer // sends the queue once the loop is ending
	low, high, limit int
	reading          timeout
	writing          timeout
	idling           timeout
	mobility         mobility
	do               doQueue // any goroutine
}

// What SetWatermarks changes.
const (
	defaultLow   = 16 << 10
	defaultHigh  = 64 << 10
	defaultLimit = 1 << 20
)

// conns counts the connections of the process.
var conns atomic.Uint32

// newConn takes over a socket. Nothing is registered yet.
func newConn(s *connSet, fd int, remote endpoint) *Conn {
	c := &Conn{
		loop: s.loop, set: s, fd: fd, remote: remote, number: conns.Add(1),
		low: defaultLow, high: defaultHigh, limit: defaultLimit,
	}
	c.current.Store(s.loop)
	c.do.loop = s.loop
	c.reading = timeout{conn: c, op: "read"}
	c.writing = timeout{conn: c, op: "write"}
	c.idling = timeout{conn: c, op: "idle"}
	s.join(c)
	return c
}

// onLoop reports whether the caller is a callback of the connection's loop. Any goroutine.
func (c *Conn) onLoop() bool {
	l := c.current.Load()
	return l != nil && l.OnLoop()
}

// usable returns the reason why a method cannot do its work, or nil.
func (c *Conn) usable() error {
	switch {
	case !c.onLoop():
		return wakeful.ErrNotOnLoop
	case c.closed || c.closing:
		return ErrClosed
	}
	return nil
}

// OnClose sets the function that is called once when the connection has ended: with nil after Close
// and after both directions have ended, otherwise with the reason. The descriptor is already
// closed. No other callback of the connection comes after it.
func (c *Conn) OnClose(fn func(err error)) error {
	if !c.onLoop() {
		return wakeful.ErrNotOnLoop
	}
	if c.reported {
		return ErrClosed
	}
	c.onClose = fn
	return nil
}

// LocalAddr returns the address of this end. After the end of the connection it returns nil, unless
// it was called before.
func (c *Conn) LocalAddr() net.Addr {
	if !c.onLoop() {
		return nil
	}
	if !c.localKnown && !c.closed {
		c.local, c.localKnown = c.set.sockets.local(c.fd, c.remote.network), true
	}
	if !c.localKnown {
		return nil
	}
	return c.local.addr()
}

// RemoteAddr returns the address of the peer. A Unix socket that dialed has no name.
// Any goroutine may call it.
func (c *Conn) RemoteAddr() net.Addr { return c.remote.addr() }

// Unref lets an auto-exit loop end although this connection is open.
func (c *Conn) Unref() error { return c.setRef(false) }

// Ref reverses Unref.
func (c *Conn) Ref() error { return c.setRef(true) }

func (c *Conn) setRef(ref bool) error {
	if err := c.usable(); err != nil {
		return err
	}
	c.unref = !ref
	c.updateKeepAlive()
	return nil
}

// updateKeepAlive has the registration, or a token in its place, keep an auto-exit
// loop running.
func (c *Conn) updateKeepAlive() {
	switch {
	case c.registration == nil:
	case c.unref:
		c.registration.Unref()
	default:
		c.registration.Ref()
	}
	if c.keep != nil {
		if c.unwatched && !c.unref {
			c.keep.Hold()
		} else {
			c.keep.Release()
		}
	} else if c.unwatched && !c.unref {
		c.keep = c.loop.KeepAlive()
	}
}

// update requests the events that the connection waits for. It registers a connection
// that is not registered. A loop that is ending refuses. Then update returns
// wakeful.ErrClosed, and a drainer sends what is queued. Any other failure ends the
// connection.
//
// TCP is registered edge-triggered. With level-triggered events, the loop would ask the
// kernel after each message whether everything was read, which is one more system call.
// A reader or writer that leaves something calls rearm. Unix sockets are
// level-triggered, because a read stops early at a message with descriptors.
func (c *Conn) update() error {
	if c.closed || c.drainer != nil {
		return nil
	}
	var events wakeful.Events
	if c.wantsData() {
		events |= wakeful.Readable
	}
	if c.queue.size > 0 || c.dialing != nil {
		events |= wakeful.Writable
	}
	var err error
	switch {
	case c.registration != nil:
		if events == c.events {
			return nil
		}
		err = c.registration.Modify(events)
	case c.unwatched && events == 0:
		return nil
	default:
		c.unwatched = false
		var options []wakeful.FDOption
		if c.remote.network != "unix" {
			options = append(options, wakeful.WithEdgeTriggered())
		}
		c.registration, err = c.loop.RegisterFD(c.fd, events, c.ready, options...)
		if c.unref || c.keep != nil {
			c.updateKeepAlive()
		}
	}
	if errors.Is(err, wakeful.ErrClosed) {
		return err
	}
	if c.events = events; err != nil {
		c.fail("register", err)
	}
	return nil
}

// rearm makes the poller report current readiness in the next turn. It is called before
// the user's function, because a panic in that function skips what comes after it. An
// error other than the loop's end ends the connection, after the rest of the event.
func (c *Conn) rearm() error {
	if err := c.registration.Modify(c.events); !errors.Is(err, wakeful.ErrClosed) {
		return err
	}
	return nil
}

func (c *Conn) deregister() {
	if c.registration != nil {
		// It can only have been closed by the end of the loop.
		_ = c.registration.Close()
		c.registration, c.events = nil, 0
	}
}

// fail ends the connection because an operation failed.
func (c *Conn) fail(op string, err error) {
	if c.closed {
		return
	}
	if c.closing && !errors.Is(err, ErrUnsent) {
		err = fmt.Errorf("%w: %d bytes were dropped after Close: %w", ErrUnsent, c.queued(), err)
	}
	local := c.LocalAddr()
	c.finish(opError(op, c.remote.network, local, c.remote.addr(), err))
}

// failUnless ends a connection that is new to the user if the function that got it has not returned.
// It has panicked or called runtime.Goexit, so nobody has set the connection up, and nothing else
// would end it before the loop.
func (c *Conn) failUnless(returned bool) {
	if !returned {
		c.fail("open", errNotReturned)
	}
}

// finish ends the connection, once. Bytes that are dropped reset it.
func (c *Conn) finish(err error) {
	if c.closed {
		return
	}
	if c.sendJoined(); c.closed {
		c.err = err // the reason why it ends, and not that the socket does not send any more
		return
	}
	c.closed, c.err = true, err
	c.do.end()
	if c.layer != nil {
		c.layer.closing(err)
	}
	c.deregister()
	c.unwatched = false
	c.updateKeepAlive()
	c.eachTimeout((*timeout).stop)
	if c.drainer != nil {
		c.drainer.abort()
	} else {
		if c.queue.size > 0 && c.remote.network != "unix" {
			c.set.sockets.resetOnClose(c.fd)
		}
		c.set.sockets.close(c.fd)
	}
	c.queue.clear()
	if c.dialing == nil {
		atEndOfTurn(c.loop, c.report)
	} else {
		c.set.leave(c) // dialing.fail reports it
	}
}

// report calls OnClose, once.
func (c *Conn) report() {
	if c.reported {
		return
	}
	c.reported = true
	c.set.leave(c)
	if c.onClose != nil {
		c.onClose(c.err)
	}
}

// release ends the connection when the loop has run its last callback, or calls the
// OnClose of one that ended too late for its close callback.
func (c *Conn) release() {
	c.sendJoined()
	if !c.closed {
		if err := c.endError(); c.closing && !errors.Is(err, ErrUnsent) {
			c.finish(nil)
		} else {
			c.fail("close", err)
		}
	}
	if c.dialing == nil {
		c.report()
	}
}
