package stream

// The reading half of a connection.

import "github.com/wakeful-go/wakeful"

// OnData sets the function that gets what arrives, and begins to read; nil stops.
// The bytes are the loop's buffer: they are valid until the function returns, and
// never more than 64 KiB. What arrived before OnData was set is not lost.
func (c *Conn) OnData(fn func(p []byte)) error {
	if err := c.usable(); err != nil {
		return err
	}
	c.onData = fn
	return c.wish()
}

// OnEOF sets the function that is called when the peer has ended its direction:
// after the last of OnData, once. This direction stays open then until CloseWrite
// or Close. Without a function, the connection does CloseWrite by itself.
func (c *Conn) OnEOF(fn func()) error {
	if err := c.usable(); err != nil {
		return err
	}
	c.onEOF = fn
	return nil
}

// Pause stops reading: OnData is not called until Resume, and what arrives is left
// to the kernel, which stops the peer when its buffer is full. While it is paused
// the end of the peer may go unnoticed.
func (c *Conn) Pause() error {
	if err := c.usable(); err != nil {
		return err
	}
	c.paused = true
	return nil
}

// Resume takes Pause back.
func (c *Conn) Resume() error {
	if err := c.usable(); err != nil {
		return err
	}
	c.paused = false
	return c.wish()
}

// wish begins to read if that is wanted now. An end of the connection that it
// brings about is returned, although OnClose gets it as well.
func (c *Conn) wish() error {
	if !c.wantsData() {
		return nil
	}
	err := c.reading.begin()
	if c.events&wakeful.Readable == 0 {
		c.update()
	}
	if c.closed {
		return c.err
	}
	return err
}

// wantsData reports whether the connection is to read.
func (c *Conn) wantsData() bool {
	return c.onData != nil && !c.paused && !c.eof && !c.closed && c.dialing == nil
}

// receive reads once. What it leaves the poller reports again in the next turn,
// after everybody else. A read that does not fill the buffer leaves nothing, but an
// end of the connection that the poller told of with what came before it.
func (c *Conn) receive(events wakeful.Events) {
	buffer := c.roster.buffer
	n, err := read(c.fd, buffer)
	switch {
	case wouldBlock(err):
	case err != nil:
		c.fail("read", err)
	case n == 0:
		c.peerEnded()
	default:
		c.reading.touch()
		c.idling.touch()
		var failed error
		if n == len(buffer) || events&(wakeful.Hangup|wakeful.Error) != 0 {
			failed = c.again()
		}
		c.onData(buffer[:n:n])
		if failed != nil {
			c.fail("register", failed)
		}
	}
}

// peerEnded is called once, at the end of what the peer has sent.
func (c *Conn) peerEnded() {
	c.eof = true
	alone := c.onEOF == nil // nobody is there to end our direction
	switch {
	case c.shut, alone && c.queue.size == 0:
		c.finish(nil)
	default:
		c.ending = c.ending || alone
		c.update()
	}
	if !alone {
		c.onEOF()
	}
}
