package stream

// A connection: what it consists of, how it is registered with the loop, and how
// it ends. Reading is in read.go, writing in write.go, timeouts in timeout.go.

import (
	"net"

	"github.com/wakeful-go/wakeful"
)

// A Conn is a TCP or Unix connection on a loop, from Listen or Dial. Its methods
// belong to the loop's callbacks: called elsewhere they return
// wakeful.ErrNotOnLoop, or nothing where they return no error. After the end of
// the connection they return an error that matches ErrClosed.
//
// A new connection does not read until OnData has a function. Set OnClose before
// anything else, or its end goes unnoticed.
type Conn struct {
	loop          *wakeful.Loop
	roster        *roster
	fd            int
	local, remote endpoint
	named         bool     // local is known
	dialing       *Dialing // not connected yet

	// How it is registered.

	registration *wakeful.Registration
	events       wakeful.Events // asked for
	parked       bool           // taken out until somebody wants to read, see hungUp
	keep         *wakeful.KeepAlive
	unref        bool

	// What it is doing.

	onData  func([]byte)
	onEOF   func()
	onDrain func()
	onClose func(error)

	paused    bool // Pause was called
	eof       bool // the peer has ended its direction
	ending    bool // CloseWrite was called
	shut      bool // and the peer has been told
	closed    bool
	told      bool // OnClose was called
	congested bool
	err       error // what OnClose gets

	queue            queue
	low, high, limit int
	reading          timeout
	writing          timeout
	idling           timeout
}

// What SetQueue changes.
const (
	defaultLow   = 16 << 10
	defaultHigh  = 64 << 10
	defaultLimit = 1 << 20
)

// newConn takes over a socket. Nothing is registered yet.
func newConn(r *roster, fd int, remote endpoint) *Conn {
	c := &Conn{
		loop: r.loop, roster: r, fd: fd, remote: remote,
		low: defaultLow, high: defaultHigh, limit: defaultLimit,
	}
	c.reading = timeout{conn: c, op: "read"}
	c.writing = timeout{conn: c, op: "write"}
	c.idling = timeout{conn: c, op: "idle"}
	r.join(c)
	return c
}

// usable returns why a method cannot do what it should.
func (c *Conn) usable() error {
	switch {
	case !c.loop.OnLoop():
		return wakeful.ErrNotOnLoop
	case c.closed:
		return ErrClosed
	}
	return nil
}

// OnClose sets the function that is called once the connection has ended: with
// nil after Close or after both directions have ended, otherwise with the reason.
// The descriptor is closed by then, and no other callback comes after it.
func (c *Conn) OnClose(fn func(err error)) error {
	if !c.loop.OnLoop() {
		return wakeful.ErrNotOnLoop
	}
	if c.told {
		return ErrClosed
	}
	c.onClose = fn
	return nil
}

// Close ends the connection now. What is queued is dropped: use CloseWrite to have
// it sent. OnClose follows at the end of the turn. Closing again is ErrClosed.
func (c *Conn) Close() error {
	if err := c.usable(); err != nil {
		return err
	}
	c.finish(nil)
	return nil
}

// LocalAddr returns the address of this end, nil if it was not asked for before
// the connection was closed.
func (c *Conn) LocalAddr() net.Addr {
	if !c.loop.OnLoop() {
		return nil
	}
	if !c.named && !c.closed {
		c.local, c.named = localEndpoint(c.fd, c.remote.network), true
	}
	if !c.named {
		return nil
	}
	return c.local.addr()
}

// RemoteAddr returns the address of the peer. A Unix peer that dialed has no name.
// Any goroutine may call it.
func (c *Conn) RemoteAddr() net.Addr { return c.remote.addr() }

// SetNoDelay says whether TCP sends small segments at once, which is the default,
// or waits to fill them (Nagle's algorithm). Unix connections ignore it.
func (c *Conn) SetNoDelay(on bool) error {
	if err := c.usable(); err != nil {
		return err
	}
	if c.remote.network == "unix" {
		return nil
	}
	if err := setNoDelay(c.fd, on); err != nil {
		return opError("setsockopt", c.remote.network, nil, c.remote.addr(), err)
	}
	return nil
}

// Unref lets an auto-exit loop end although this connection is open.
func (c *Conn) Unref() error { return c.refer(false) }

// Ref takes Unref back.
func (c *Conn) Ref() error { return c.refer(true) }

func (c *Conn) refer(ref bool) error {
	if err := c.usable(); err != nil {
		return err
	}
	c.unref = !ref
	c.hold()
	return nil
}

// hold has the registration, or a token in its place, keep an auto-exit loop.
func (c *Conn) hold() {
	switch {
	case c.registration == nil:
	case c.unref:
		c.registration.Unref()
	default:
		c.registration.Ref()
	}
	if c.keep != nil {
		if c.parked && !c.unref {
			c.keep.Hold()
		} else {
			c.keep.Release()
		}
	} else if c.parked && !c.unref {
		c.keep = c.loop.KeepAlive()
	}
}

// update asks the poller for what the connection waits for. It is also what
// registers it. Failure ends the connection.
//
// TCP is registered edge-triggered: otherwise the loop would have to ask the kernel
// after each message whether it was dealt with, which takes a system call. Whoever
// leaves something asks again. Where a Unix socket has been sent descriptors, a
// read stops although there is more, so there the poller has to look itself.
func (c *Conn) update() {
	if c.closed {
		return
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
			return
		}
		err = c.registration.Modify(events)
	case c.parked && events == 0:
		return
	default:
		c.parked = false
		var options []wakeful.FDOption
		if c.remote.network != "unix" {
			options = append(options, wakeful.EdgeTriggered())
		}
		c.registration, err = c.loop.RegisterFD(c.fd, events, c.ready, options...)
		if c.unref || c.keep != nil {
			c.hold()
		}
	}
	if c.events = events; err != nil {
		c.fail("register", err)
	}
}

// again has the poller tell, in the next turn, of what is left. It is called before
// the user's functions are, which may panic and so keep what comes after them from
// being done. An error ends the connection, after what can still be done.
func (c *Conn) again() error { return c.registration.Modify(c.events) }

// ready is called by the loop with what the poller saw.
func (c *Conn) ready(events wakeful.Events) {
	const trouble = wakeful.Hangup | wakeful.Error
	if c.dialing != nil {
		c.dialing.connected()
		return
	}
	writes := c.queue.size > 0 && events&(wakeful.Writable|trouble) != 0
	var failed error
	switch {
	case c.wantsData():
		if events&(wakeful.Readable|trouble) != 0 {
			if writes {
				failed = c.again()
			}
			// First, so that what came before an error is not lost to a failing write.
			c.receive(events)
		}
	case c.events&wakeful.Readable != 0:
		// Pause has not asked the poller for less: it is often taken back before more
		// arrives. A hang-up may be half of one here, and is reported again if not.
		c.update()
		return
	case events&trouble != 0 && c.queue.size == 0:
		c.hungUp(events)
	}
	if writes && !c.closed {
		c.flush()
	}
	if failed != nil {
		c.fail("register", failed)
	}
}

// hungUp is for a peer that is gone, both ways, while nobody reads or writes. The
// poller goes on reporting it, so a connection that may have something to read is
// taken out until somebody wants to read it.
func (c *Conn) hungUp(events wakeful.Events) {
	if events&wakeful.Error != 0 {
		if err := socketError(c.fd); err != nil {
			c.fail("read", err)
			return
		}
	}
	switch {
	case c.eof:
		c.finish(nil)
	case events&wakeful.Hangup != 0:
		c.deregister()
		c.parked = true
		c.hold()
	}
}

func (c *Conn) deregister() {
	if c.registration != nil {
		// It can only have been closed by the end of the loop.
		_ = c.registration.Close()
		c.registration, c.events = nil, 0
	}
}

// fail ends the connection because an operation went wrong.
func (c *Conn) fail(op string, err error) {
	if c.closed {
		return
	}
	local := c.LocalAddr()
	c.finish(opError(op, c.remote.network, local, c.remote.addr(), err))
}

// finish ends the connection: once, whoever comes first.
func (c *Conn) finish(err error) {
	if c.closed {
		return
	}
	c.closed, c.err = true, err
	c.deregister()
	c.parked = false
	c.hold()
	for _, t := range [...]*timeout{&c.reading, &c.writing, &c.idling} {
		t.stop()
	}
	c.queue.clear()
	closeSocket(c.fd)
	if c.dialing == nil {
		announce(c.loop, c.tell)
	} else {
		c.roster.leave(c) // Dial tells
	}
}

// tell calls OnClose, once.
func (c *Conn) tell() {
	if c.told {
		return
	}
	c.told = true
	c.roster.leave(c)
	if c.onClose != nil {
		c.onClose(c.err)
	}
}

// release is the end of the connection when the loop ends, which may have begun:
// the loop's last turn may not come to its closings phase.
func (c *Conn) release() {
	c.fail("close", wakeful.ErrTerminated)
	if c.dialing == nil {
		c.tell()
	}
}
