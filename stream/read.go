package stream

// The reading half of a connection.

import (
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/internal/observe"
)

// OnData sets the function that receives incoming bytes, and starts reading. A nil function stops
// reading. The slice is the loop's buffer, at most 64 KiB, and is valid until the function returns.
// Bytes that arrived before OnData was called are delivered too. Once the loop is ending nothing is
// delivered, and OnData and Resume return wakeful.ErrClosed.
func (c *Conn) OnData(fn func(p []byte)) error {
	if err := c.usable(); err != nil {
		return err
	}
	c.onData = fn
	return c.startReading()
}

// OnEOF sets the function that is called when the peer has ended its direction: once, after the
// last call of OnData. The write direction then stays open until CloseWrite or Close. Without a
// function, the connection calls CloseWrite by itself.
func (c *Conn) OnEOF(fn func()) error {
	if err := c.usable(); err != nil {
		return err
	}
	c.onEOF = fn
	return nil
}

// Pause stops reading. OnData is not called until Resume, and incoming bytes stay in the kernel,
// which stops the peer when its buffer is full. While the connection is paused, the peer's end may
// go unnoticed, and so may a reset behind bytes that were not read.
func (c *Conn) Pause() error {
	if err := c.usable(); err != nil {
		return err
	}
	c.paused = true
	return nil
}

// Resume reverses Pause.
func (c *Conn) Resume() error {
	if err := c.usable(); err != nil {
		return err
	}
	c.paused = false
	return c.startReading()
}

// startReading starts reading if the connection wants data now. It returns an error that ends the
// connection, although OnClose gets that error as well.
func (c *Conn) startReading() error {
	if c.layer != nil {
		c.layer.resume()
	}
	if !c.wantsData() {
		return nil
	}
	err := c.reading.begin()
	if c.events&wakeful.Readable == 0 || c.drainer != nil {
		if ending := c.update(); ending != nil {
			return ending
		}
	}
	switch {
	case c.closed:
		return c.err
	case c.set.drain != nil:
		return wakeful.ErrClosed
	}
	return err
}

// wantsData reports whether the connection should read.
func (c *Conn) wantsData() bool {
	if c.eof || c.closed || c.dialing != nil {
		return false
	}
	if c.closing {
		return true // and drops it, because a peer that cannot write may not read either
	}
	if c.layer != nil {
		return c.layer.wantsData()
	}
	return c.userWantsData()
}

// userWantsData reports whether the user wants to be called with data.
func (c *Conn) userWantsData() bool {
	return c.onData != nil && !c.paused && !c.eof && !c.closed && !c.closing
}

// ready is called by the loop with the events that the poller has found.
func (c *Conn) ready(events wakeful.Events) {
	const trouble = wakeful.Hangup | wakeful.EventError
	if c.mobility.moved != nil {
		defer c.mobility.measure(time.Now())
	}
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
				failed = c.rearm()
			}
			// Read first, and all of it if the connection is in trouble, so that a failing write
			// does not lose what came before the error.
			more := c.receive(events) && events&trouble != 0 && c.wantsData()
			writes = writes && !more
		}
	case c.events&wakeful.Readable != 0:
		// Pause has not changed the requested events, because Resume often comes before
		// more data arrives. Request fewer now. A hang-up may be of one direction only
		// here. If it is of both, the poller reports it again.
		_ = c.update()
		return
	case events&trouble != 0 && c.queue.size == 0:
		c.peerGone(events)
	}
	if writes && !c.closed {
		c.flush()
	}
	if failed != nil {
		c.fail("register", failed)
	}
	c.sendJoined()
}

// receive reads once. The poller reports the remaining bytes in the next turn, after all other
// connections. A read that does not fill the buffer leaves nothing, except an end of the connection
// that was reported together with the bytes before it. receive reports whether it has read bytes.
func (c *Conn) receive(events wakeful.Events) bool {
	buffer := c.readBuffer()
	var n int
	var err error
	if s := c.set.sockets.simulated; s == nil {
		n, err = read(c.fd, buffer)
	} else {
		n, err = s.Read(c.fd, buffer)
	}
	switch {
	case wouldBlock(err):
	case err != nil:
		freeJoinBuffer(c.takeJoined()) // nobody gets it any more
		c.fail("read", err)
	case n == 0:
		if c.closing {
			c.eof = true
			_ = c.update()
		} else if c.layer != nil {
			c.layer.endOfInput()
		} else {
			c.peerEnded()
		}
	default:
		if t := c.set.tags; t.On() {
			t.Tag(observe.TagConnection, c.number, uint32(n), 0)
		}
		c.reading.touch()
		c.idling.touch()
		var failed error
		if n == len(buffer) || events&(wakeful.Hangup|wakeful.EventError) != 0 {
			failed = c.rearm()
		}
		switch {
		case c.closing: // it is dropped
		case c.layer != nil:
			c.layer.receive(buffer[:n:n])
		default:
			c.onData(buffer[:n:n])
		}
		if failed != nil {
			c.fail("register", failed)
		}
		return true
	}
	return false
}

// peerEnded is called once, when the peer has ended its direction.
func (c *Conn) peerEnded() {
	if c.sendJoined(); c.closed {
		return
	}
	c.eof = true
	auto := c.onEOF == nil // without OnEOF the connection ends its own direction
	if auto && c.layer != nil {
		if err := c.layer.closeWrite(); c.closed || err != nil {
			return
		}
	}
	switch {
	case c.writeShut, auto && c.queue.size == 0:
		c.finish(nil)
	default:
		c.writeEnded = c.writeEnded || auto
		_ = c.update()
	}
	if !auto {
		c.onEOF()
	}
}

// peerGone is called when the peer has closed both directions, or has reset the connection, while
// the connection neither reads nor writes. The poller would report that in each turn. So a
// connection that may have data to read is deregistered until the user wants to read.
func (c *Conn) peerGone(events wakeful.Events) {
	unread := false
	if events&wakeful.EventError != 0 {
		// The system keeps what has arrived before a reset. It reports the error behind it, once.
		n, err := c.set.sockets.peek(c.fd)
		if unread = n > 0; !unread && (err == nil || wouldBlock(err)) {
			err = c.set.sockets.error(c.fd)
		}
		if !unread && err != nil {
			c.fail("read", err)
			return
		}
	}
	switch {
	case c.eof:
		c.finish(nil)
	case unread || events&wakeful.Hangup != 0:
		c.deregister()
		c.unwatched = true
		c.updateKeepAlive()
	}
}
