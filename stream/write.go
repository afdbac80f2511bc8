package stream

// This file owns the writing half of a connection. Bytes go to the kernel while it accepts them, and
// otherwise through the write queue. join.go joins small writes before that.

import (
	"errors"
	"fmt"

	"github.com/wakeful-go/wakeful"
)

// writesPerTurn bounds the calls of writev, of 128 KiB each, that one connection makes per turn, so
// that the others are not delayed.
const writesPerTurn = 4

// Write sends p. The caller may reuse p when Write returns.
//
// Writes are joined: Write copies p, and what callbacks have written goes out with one system call,
// under TLS as one sequence of records. What the connection's own callback has written goes out when
// that has returned, and what other callbacks have written when the running phase of the turn has
// ended. With p, more than 64 KiB would be joined: then Write sends at once, without a copy of p.
// Flush sends now. SetJoinWrites(false) makes Write send at once always.
//
// Bytes that the kernel does not accept are copied to the write queue and sent later. If the queue reaches its limit, Write
// returns how much of p was accepted and an error that matches ErrQueueFull. Write the rest after
// OnDrain, or use WriteAll. After CloseWrite the error matches ErrClosed. Any other error has ended
// the connection, and OnClose gets it too. If joined bytes cannot be sent, only OnClose gets the
// error.
//
// While Shutdown drains the loop, Write still accepts bytes from the last callbacks. See the
// package documentation for the delivery of accepted bytes when a connection or loop ends.
func (c *Conn) Write(p []byte) (n int, err error) {
	if err := c.writable(); err != nil {
		return 0, err
	}
	if c.join(p) {
		return len(p), nil
	}
	if c.layer != nil {
		return c.writeLayer(p, false)
	}
	if n, err = c.writeThrough(p); err != nil || n == len(p) {
		return n, err
	}
	took := max(0, min(len(p)-n, c.limit-c.queued())) // the limit may have been lowered
	if err := c.enqueue(p[n : n+took]); err != nil {
		return n, err
	}
	if n += took; n < len(p) {
		return n, c.full()
	}
	return n, nil
}

// WriteAll is Write for messages that must not be split: it accepts all of p or nothing. It accepts
// p of any size while the queue is below its limit, so a connection holds at most its limit and the
// largest message. Otherwise the error matches ErrQueueFull, and nothing of p is sent. Other errors
// are those of Write.
func (c *Conn) WriteAll(p []byte) error {
	if err := c.writable(); err != nil {
		return err
	}
	if c.join(p) {
		return nil
	}
	if c.layer != nil {
		_, err := c.writeLayer(p, true)
		return err
	}
	n, err := c.writeThrough(p)
	if err != nil || n == len(p) {
		return err
	}
	if c.queued() >= c.limit {
		return c.full()
	}
	return c.enqueue(p[n:])
}

// writeThrough gives p to the kernel, behind the joined bytes, if the queue is empty. It returns how
// much of p the kernel accepted. An error has ended the connection.
func (c *Conn) writeThrough(p []byte) (n int, err error) {
	if c.blocked() {
		return 0, nil
	}
	if len(c.joined) > 0 {
		n, err = c.sendBehindJoined(p)
		if err != nil || c.blocked() {
			return n, err
		}
	}
	if n += c.send(p[n:]); c.closed {
		return n, c.err
	}
	return n, nil
}

// sendBehindJoined writes the joined bytes and the beginning of p, with one system call where that
// is possible, and queues the joined bytes that the kernel does not accept. It returns how much of p
// was written.
func (c *Conn) sendBehindJoined(p []byte) (n int, err error) {
	joined := c.takeJoined()
	defer freeJoinBuffer(joined)
	both := [2][]byte{joined, p[:min(len(p), joinLimit)]}
	took, err := c.set.sockets.writev(c.fd, both[:])
	switch {
	case wouldBlock(err):
		took = 0
	case err != nil:
		c.fail("write", err)
		return 0, c.err
	}
	c.set.tags.Written(c.number, took)
	c.idling.touch()
	if took >= len(joined) {
		return took - len(joined), nil
	}
	return 0, c.pass(joined[took:])
}

// blocked reports whether the kernel has refused bytes, or a drainer sends them. New bytes then go
// behind the others.
func (c *Conn) blocked() bool { return c.queue.size > 0 || c.drainer != nil }

// full records that a write was refused, and returns the error for it.
func (c *Conn) full() error {
	c.aboveHigh = true
	return fmt.Errorf("%w: %d bytes in the queue of %v", ErrQueueFull, c.queued(), c.remote.addr())
}

// enqueue copies p to the queue. If that ends the connection, it returns the reason.
func (c *Conn) enqueue(p []byte) error {
	switch {
	case len(p) == 0:
		return nil
	case c.drainer != nil:
		return c.drainer.push(p)
	}
	first := c.queue.size == 0
	c.queue.push(p)
	if c.queue.size > c.high {
		c.aboveHigh = true
	}
	switch {
	case !first:
		return nil
	case c.set.drain != nil:
		c.startDrain()
		return nil
	}
	if err := c.writing.begin(); err != nil && !errors.Is(err, wakeful.ErrClosed) {
		c.finish(err)
	}
	_ = c.update() // fails on a loop that is ending; a drainer then sends the queue
	if c.closed {
		return c.err
	}
	return nil
}

// send writes as much of p as the kernel accepts. An error ends the connection.
func (c *Conn) send(p []byte) (n int) {
	for n < len(p) {
		var took int
		var err error
		if s := c.set.sockets.simulated; s == nil {
			took, err = write(c.fd, p[n:])
		} else {
			took, err = s.Write(c.fd, p[n:])
		}
		if wouldBlock(err) {
			break
		}
		if err != nil {
			c.fail("write", err)
			return n
		}
		n += took
		c.set.tags.Written(c.number, took)
	}
	if n > 0 {
		c.idling.touch()
	}
	return n
}

// flush writes as much of the queue as the kernel accepts.
func (c *Conn) flush() {
	left := true
	for range writesPerTurn {
		blocks := &c.set.blocks
		n, err := c.set.sockets.writev(c.fd, blocks[:c.queue.head(blocks)])
		clear(blocks[:])
		if left = !wouldBlock(err); !left {
			break
		}
		if err != nil {
			c.fail("write", err)
			return
		}
		c.queue.advance(n)
		c.set.tags.Written(c.number, n)
		c.writing.touch()
		c.idling.touch()
		if c.queue.size == 0 {
			break
		}
	}
	if c.queue.size == 0 {
		c.writing.stop()
		if c.closing {
			c.finish(nil)
			return
		}
		if c.writeEnded {
			c.shutWrite()
		}
		_ = c.update()
	} else if left {
		if err := c.rearm(); err != nil {
			c.fail("register", err)
			return
		}
	}
	if c.aboveHigh && c.queue.size <= c.low && !c.closed && !c.closing {
		c.aboveHigh = false
		if c.onDrain != nil {
			c.onDrain()
		}
	}
}

// OnDrain sets the function that is called when the write queue has fallen to the low watermark,
// after it was above the high watermark or refused a write. It is not called once the loop is
// ending.
func (c *Conn) OnDrain(fn func()) error {
	if err := c.usable(); err != nil {
		return err
	}
	c.onDrain = fn
	return nil
}

// AboveHighWatermark reports whether the write queue was above its high watermark or refused a
// write, and has not fallen to the low watermark since. OnDrain is then still to be called. It is
// false when called off the loop and after the end of the connection.
func (c *Conn) AboveHighWatermark() bool { return c.onLoop() && c.aboveHigh && !c.closed && !c.closing }

// Queued returns the number of bytes in the write queue, which the kernel has not accepted. Joined
// bytes, at most 64 KiB, are not in it. Off the loop it returns 0.
func (c *Conn) Queued() int {
	if !c.onLoop() {
		return 0
	}
	return c.queued()
}

func (c *Conn) queued() int {
	if c.drainer != nil {
		return c.drainer.size()
	}
	return c.queue.size
}

// SetWatermarks sets the watermarks and the limit of the write queue, in bytes, for later writes.
// The defaults are 16 KiB, 64 KiB and 1 MiB. Unless 0 <= low < high <= limit, it
// returns an error that matches wakeful.ErrInvalidOption and changes nothing.
func (c *Conn) SetWatermarks(low, high, limit int) error {
	if err := c.usable(); err != nil {
		return err
	}
	if low < 0 || high <= low || limit < high {
		return fmt.Errorf("%w: stream.Conn.SetWatermarks(%d, %d, %d): want 0 <= low < high <= limit", wakeful.ErrInvalidOption, low, high, limit)
	}
	if c.sendJoined(); c.closed {
		return c.err
	}
	c.low, c.high, c.limit = low, high, limit
	return nil
}

// CloseWrite ends the write direction: later writes fail, and the peer sees the end after the queue
// is sent. If the peer has ended its direction, CloseWrite closes the connection. Otherwise the
// connection continues to read. A second call returns an error that matches ErrClosed.
func (c *Conn) CloseWrite() error {
	if err := c.usable(); err != nil {
		return err
	}
	if c.writeEnded {
		return fmt.Errorf("CloseWrite was called before: %w", ErrClosed)
	}
	if c.sendJoined(); c.closed {
		return c.err
	}
	if c.layer != nil {
		if err := c.layer.closeWrite(); err != nil {
			return err
		}
	}
	c.writeEnded = true
	switch {
	case c.drainer != nil:
		c.drainer.finish()
	case c.queue.size == 0:
		c.shutWrite()
	}
	return nil
}

// shutWrite signals the end of the write direction to the peer.
func (c *Conn) shutWrite() {
	if c.writeShut || c.closed {
		return
	}
	c.writeShut = true
	if c.eof {
		c.finish(nil) // closing signals the end as well
	} else if err := c.set.sockets.shutdownWrite(c.fd); err != nil {
		c.fail("shutdown", err)
	}
}
