package wakeful

import (
	"sync/atomic"
	"time"

	"github.com/wakeful-go/wakeful/internal/native"
)

// clock is the one runtime timer of the loop. The loop alone sets it, before it
// parks; its function notifies the loop like any other producer.
type clock struct {
	timer *time.Timer
	armed int64 // the deadline it is set to, never if it is not
	// rang is set by the clock's function before it notifies, and cleared by the
	// loop. Without it a clock that rings between arming and Prepare would be
	// lost: it found the loop awake (mutant CLOCK_EARLY).
	rang atomic.Bool
}

// arm sets the clock to the next deadline, if it is not already.
func (l *Loop) arm() {
	if c := &l.clock; c.rang.Load() || l.timers.next.Load() != c.armed {
		l.rearm()
	}
}

func (l *Loop) rearm() {
	c := &l.clock
	if c.rang.Load() {
		c.rang.Store(false)
		c.armed = never
	}
	next := l.timers.next.Load()
	if next == c.armed {
		return
	}
	c.armed = next
	if next == never {
		c.timer.Stop()
		return
	}
	delay := time.Duration(next - l.now())
	if c.timer == nil {
		c.timer = time.AfterFunc(delay, l.ring)
		return
	}
	c.timer.Reset(delay)
}

// ring is the clock's function. It runs on a goroutine of its own.
func (l *Loop) ring() {
	l.clock.rang.Store(true)
	l.wake.Notify()
}

func (c *clock) stop() {
	if c.timer != nil {
		c.timer.Stop()
	}
}

// arrived reports whether there is a reason for another turn. Loop only.
func (l *Loop) arrived() bool {
	return !l.calm() && l.pending() || l.timers.due(l) || l.eventful()
}

// called reports whether there is a reason not to sleep, work apart: the loop is
// to end, descriptors are ready, or the clock must be set anew.
func (l *Loop) called() bool {
	return l.over() || l.clock.rang.Load() || l.eventful() ||
		l.timers.next.Load() != l.clock.armed || l.autoExit && l.alive.Load() == 0
}

// rest is what the loop does with nothing to run: it waits as its strategy says,
// then parks until a producer, the clock, a descriptor or the end wakes it. It may
// return for no reason.
func (l *Loop) rest() {
	vigilant := l.vigilant()
	for vigilant && l.glance() {
		if l.pressed() {
			return
		}
	}
	c := &l.counters
	now := native.Ticks()
	c.rested = now
	if l.woken == 1+c.callbacks() {
		c.wasted++
	}
	l.woken = 0
	if vigilant || now-l.shown > seldomShown {
		l.publish()
		l.shown = now
	}
	switch {
	case vigilant:
		if l.await(now) {
			return
		}
		now = native.Ticks()
		c.rested = now
	case l.strategy != nil:
		l.waiting.manners.askAgain(now)
	}
	l.submitted.Clear()
	l.internal.Clear()
	l.arm()
	bed := l.bed()
	l.wake.Timed = l.vigilant() // for whoever only parks, 10 ns of a Notify for nothing
	if bed == nil {
		l.wake.Prepare()
	} else {
		l.wake.PrepareIn(bed)
	}
	if l.called() || bed == nil && l.unwatched() || !l.calm() && l.pending() {
		if l.wake.Cancel() && !l.visit() {
			c.wakeups++
		}
		return
	}
	l.wake.Wait()
	began := now
	now = native.Ticks()
	// A thread that moved to another socket may read an older count: ignore it.
	c.parked += max(0, now-began)
	l.waiting.woken(now)
	if l.visit() {
		return
	}
	c.parks++
	c.wakeups++
	l.woken = 1 + c.callbacks()
	if now-began > seldomShown {
		// A callback that does not return would hide the sleep before it.
		l.publish()
		l.shown = now
	}
}

// visit reports whether the token that has just arrived was that of a reader of
// the metrics.
func (l *Loop) visit() bool {
	visited := l.visited
	l.visited = false
	return visited
}
