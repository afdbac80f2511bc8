package stream

// The writing half of a connection: straight to the kernel as long as it takes
// everything, and through the write queue otherwise.

import "fmt"

// writesPerTurn bounds how long one connection with much to write keeps the
// others waiting: writev's of 128 KiB.
const writesPerTurn = 4

// Write sends p: what the kernel does not take at once is copied to the write
// queue and sent when it does. p is the caller's again when Write returns. If the
// queue reaches its limit, Write returns how much of p was taken and an error
// that matches ErrQueueFull; the rest is to be written again after OnDrain. After
// CloseWrite the error matches ErrClosed. Any other error has ended the
// connection, and OnClose gets it too.
func (c *Conn) Write(p []byte) (n int, err error) {
	if err := c.usable(); err != nil {
		return 0, err
	}
	if c.ending {
		return 0, fmt.Errorf("write after CloseWrite: %w", ErrClosed)
	}
	if c.queue.size == 0 {
		if n = c.send(p); c.closed {
			return n, c.err
		}
		if n == len(p) {
			return n, nil
		}
	}
	took := max(0, min(len(p)-n, c.limit-c.queue.size)) // the limit may have been lowered
	empty := c.queue.size == 0
	c.queue.push(p[n : n+took])
	n += took
	if n < len(p) {
		c.congested = true
		err = fmt.Errorf("%w: %d bytes in the queue of %v", ErrQueueFull, c.queue.size, c.remote.addr())
	}
	if c.queue.size > c.high {
		c.congested = true
	}
	if empty {
		if failed := c.writing.begin(); failed != nil {
			c.finish(failed)
		}
		c.update()
		if c.closed {
			return n, c.err
		}
	}
	return n, err
}

// send writes as much of p as the kernel takes. An error ends the connection.
func (c *Conn) send(p []byte) (n int) {
	for n < len(p) {
		took, err := write(c.fd, p[n:])
		if wouldBlock(err) {
			break
		}
		if err != nil {
			c.fail("write", err)
			return n
		}
		n += took
	}
	if n > 0 {
		c.idling.touch()
	}
	return n
}

// flush writes what is queued, as far as the kernel takes it.
func (c *Conn) flush() {
	left := true
	for range writesPerTurn {
		blocks := &c.roster.blocks
		n, err := writev(c.fd, blocks[:c.queue.head(blocks)])
		clear(blocks[:])
		if left = !wouldBlock(err); !left {
			break
		}
		if err != nil {
			c.fail("write", err)
			return
		}
		c.queue.advance(n)
		c.writing.touch()
		c.idling.touch()
		if c.queue.size == 0 {
			break
		}
	}
	if c.queue.size == 0 {
		c.writing.stop()
		if c.ending {
			c.shutWrite()
		}
		c.update()
	} else if left {
		if err := c.again(); err != nil {
			c.fail("register", err)
			return
		}
	}
	if c.congested && c.queue.size <= c.low && !c.closed {
		c.congested = false
		if c.onDrain != nil {
			c.onDrain()
		}
	}
}

// OnDrain sets the function that is called when the write queue has fallen to the
// low watermark, after it was above the high one or full.
func (c *Conn) OnDrain(fn func()) error {
	if err := c.usable(); err != nil {
		return err
	}
	c.onDrain = fn
	return nil
}

// Congested reports whether more than the high watermark was waiting and the
// queue has not fallen to the low one since: OnDrain is still to come.
func (c *Conn) Congested() bool { return c.loop.OnLoop() && c.congested && !c.closed }

// Queued returns how many bytes wait in the write queue.
func (c *Conn) Queued() int {
	if !c.loop.OnLoop() {
		return 0
	}
	return c.queue.size
}

// SetQueue sets the watermarks and the limit of the write queue, in bytes, for
// what is written from now on. The defaults are 16 KiB, 64 KiB and 1 MiB. It
// returns ErrWatermarks unless 0 <= low < high <= limit.
func (c *Conn) SetQueue(low, high, limit int) error {
	if err := c.usable(); err != nil {
		return err
	}
	if low < 0 || high <= low || limit < high {
		return fmt.Errorf("%w: low %d, high %d, limit %d", ErrWatermarks, low, high, limit)
	}
	c.low, c.high, c.limit = low, high, limit
	return nil
}

// CloseWrite ends this direction: nothing more can be written, and once the queue
// is empty the peer is told. If the peer has ended its direction, that closes the
// connection; otherwise it goes on reading. A second call is ErrClosed.
func (c *Conn) CloseWrite() error {
	if err := c.usable(); err != nil {
		return err
	}
	if c.ending {
		return fmt.Errorf("CloseWrite was called before: %w", ErrClosed)
	}
	c.endWrite()
	return nil
}

func (c *Conn) endWrite() {
	c.ending = true
	if c.queue.size == 0 {
		c.shutWrite()
	}
}

// shutWrite tells the peer that nothing more will come.
func (c *Conn) shutWrite() {
	if c.shut || c.closed {
		return
	}
	c.shut = true
	if c.eof {
		c.finish(nil) // closing tells the peer as well
	} else if err := shutdownWrite(c.fd); err != nil {
		c.fail("shutdown", err)
	}
}
