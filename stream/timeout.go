package stream

// Timeouts. Traffic does not reset a timer, which would take the lock of the loop's
// timers for each read. It notes the time, and a timer that fires too early for that
// sets itself to what is left.

import (
	"errors"
	"os"
	"time"

	"github.com/wakeful-go/wakeful"
)

// timeout ends a connection on which something has not happened for too long.
type timeout struct {
	conn  *Conn
	op    string        // what has not happened: "read", "write" or "idle"
	after time.Duration // 0: never
	since time.Time
	timer *wakeful.Timer
	set   bool // the timer is waiting
}

// counts reports whether it is expected to happen.
func (t *timeout) counts() bool {
	switch t.op {
	case "read":
		return t.conn.wantsData()
	case "write":
		return t.conn.queue.size > 0
	}
	return true
}

// touch notes that it has happened.
func (t *timeout) touch() {
	if t.after > 0 {
		t.since = time.Now()
	}
}

// begin starts to count, from now.
func (t *timeout) begin() error {
	t.touch()
	if t.after == 0 || t.set || !t.counts() {
		return nil
	}
	return t.arm(t.after)
}

// change sets how long it may take, from now.
func (t *timeout) change(after time.Duration) error {
	t.stop()
	t.after = max(0, after)
	return t.begin()
}

func (t *timeout) arm(after time.Duration) (err error) {
	if t.timer == nil {
		if t.timer, err = t.conn.loop.AfterFunc(after, t.fire); err == nil {
			t.timer.Unref() // it must not keep an auto-exit loop: that is up to the connection
		}
	} else {
		err = t.timer.Reset(after)
	}
	t.set = err == nil
	return err
}

func (t *timeout) fire() {
	t.set = false
	if t.conn.closed || t.after == 0 || !t.counts() {
		return
	}
	if left := t.after - time.Since(t.since); left > 0 {
		if err := t.arm(left); err != nil && !errors.Is(err, wakeful.ErrClosed) {
			t.conn.finish(err)
		}
		return
	}
	t.conn.fail(t.op, os.ErrDeadlineExceeded)
}

// stopTimeouts stops all three.
func (c *Conn) stopTimeouts() {
	for _, t := range [...]*timeout{&c.reading, &c.writing, &c.idling} {
		t.stop()
	}
}

func (t *timeout) stop() {
	if t.set {
		t.timer.Stop()
		t.set = false
	}
}

// SetReadTimeout closes the connection with an error when nothing has arrived for
// that long while it reads. Time in which it is paused does not count. Zero, the
// default, is no timeout. The error matches os.ErrDeadlineExceeded, and its Timeout
// method returns true. The same holds for the other two timeouts. Once the loop is
// ending, timeouts do not count: the context of Shutdown says how long it may take.
func (c *Conn) SetReadTimeout(after time.Duration) error { return c.change(&c.reading, after) }

// SetWriteTimeout closes the connection with an error when bytes wait in the write
// queue and the kernel has taken none for that long. They are dropped, which resets TCP.
func (c *Conn) SetWriteTimeout(after time.Duration) error { return c.change(&c.writing, after) }

// SetIdleTimeout closes the connection with an error when nothing has arrived and
// nothing was written for that long.
func (c *Conn) SetIdleTimeout(after time.Duration) error { return c.change(&c.idling, after) }

func (c *Conn) change(t *timeout, after time.Duration) error {
	if err := c.usable(); err != nil {
		return err
	}
	return t.change(after)
}
