package stream

// Timeouts. Traffic does not reset a timer, because that would take the lock of the loop's timers
// for each read. Traffic records the time instead. A timer that fires before the timeout has passed
// is set again for the rest.

import (
	"errors"
	"os"
	"time"

	"github.com/wakeful-go/wakeful"
)

// timeout ends a connection when an expected event has not occurred for too long.
type timeout struct {
	conn  *Conn
	op    string        // the event that did not occur: "read", "write" or "idle"
	after time.Duration // 0: never
	since time.Time
	timer *wakeful.Timer
	set   bool // the timer is waiting
}

// counts reports whether the event is expected.
func (t *timeout) counts() bool {
	switch t.op {
	case "read":
		return t.conn.wantsData()
	case "write":
		return t.conn.queue.size > 0
	}
	return true
}

// touch records that the event has occurred.
func (t *timeout) touch() {
	if t.after > 0 {
		t.since = time.Now()
	}
}

// begin starts counting from now.
func (t *timeout) begin() error {
	t.touch()
	if t.after == 0 || t.set || !t.counts() {
		return nil
	}
	return t.arm(t.after)
}

// change sets the time limit, from now.
func (t *timeout) change(after time.Duration) error {
	t.stop()
	t.after = max(0, after)
	return t.begin()
}

func (t *timeout) arm(after time.Duration) (err error) {
	if t.timer == nil {
		if t.timer, err = t.conn.loop.AfterFunc(after, t.fire); err == nil {
			t.timer.Unref() // the connection, not its timer, keeps an auto-exit loop running
		}
	} else {
		err = t.timer.Reset(after)
	}
	t.set = err == nil
	return err
}

func (t *timeout) fire() {
	t.set = false
	t.conn.sendJoined()
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

// leave prepares the timeout for another loop. What has passed of it counts on.
func (t *timeout) leave() {
	t.stop()
	t.timer = nil // it is one of the old loop
}

// arrive continues on another loop.
func (t *timeout) arrive() error {
	if t.after == 0 || !t.counts() {
		return nil
	}
	return t.arm(max(0, t.after-time.Since(t.since)))
}

func (t *timeout) stop() {
	if t.set {
		t.timer.Stop()
		t.set = false
	}
}

// SetReadTimeout closes the connection with an error when nothing has arrived for that long while
// it reads. Time in which it is paused does not count. Zero, the default, means no timeout. The
// error matches os.ErrDeadlineExceeded, and its Timeout method returns true. The same holds for the
// other two timeouts. Once the loop is ending, timeouts do not count, and the context of Shutdown
// sets the limit.
func (c *Conn) SetReadTimeout(after time.Duration) error { return c.change(&c.reading, after) }

// SetWriteTimeout closes the connection with an error when the write queue is not empty and the
// kernel has accepted none of it for that long. The queue is dropped, which resets TCP.
func (c *Conn) SetWriteTimeout(after time.Duration) error { return c.change(&c.writing, after) }

// SetIdleTimeout closes the connection with an error when nothing has arrived and nothing was
// written for that long.
func (c *Conn) SetIdleTimeout(after time.Duration) error { return c.change(&c.idling, after) }

func (c *Conn) eachTimeout(do func(*timeout)) {
	for _, t := range [...]*timeout{&c.reading, &c.writing, &c.idling} {
		do(t)
	}
}

func (c *Conn) change(t *timeout, after time.Duration) error {
	if err := c.usable(); err != nil {
		return err
	}
	return t.change(after)
}
