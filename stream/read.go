package stream

// The reading half of a connection.

import "github.com/wakeful-go/wakeful"

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
// go unnoticed.
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

// receive reads once. The poller reports the remaining bytes in the next turn, after all other
// connections. A read that does not fill the buffer leaves nothing, except an end of the connection
// that was reported together with the bytes before it.
func (c *Conn) receive(events wakeful.Events) {
	buffer := c.readBuffer()
	n, err := read(c.fd, buffer)
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
		c.reading.touch()
		c.idling.touch()
		var failed error
		if n == len(buffer) || events&(wakeful.Hangup|wakeful.EventError) != 0 {
			failed = c.rearm()
		}
		c.input(buffer[:n:n])
		if failed != nil {
			c.fail("register", failed)
		}
	}
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
