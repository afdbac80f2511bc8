package wakeful

import (
	"sync/atomic"
	"time"
)

// clock is the one runtime timer of the loop. The loop alone sets it, before it parks;
// its function notifies the loop like any other producer.
type clock struct {
	timer *time.Timer
	armed int64 // the deadline it is set to, never if it is not
	// fired is set by the clock's function before it notifies, and cleared by the loop.
	// Without it, a clock that fires between setClock and Prepare would be lost: it found
	// the loop awake (mutant CLOCK_EARLY).
	fired atomic.Bool
}

// setClock sets the clock to the earliest deadline, if it is not already.
func (l *Loop) setClock() {
	if c := &l.clock; c.fired.Load() || l.timers.next.Load() != c.armed {
		l.resetClock()
	}
}

func (l *Loop) resetClock() {
	c := &l.clock
	if c.fired.Load() {
		c.fired.Store(false)
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
		c.timer = time.AfterFunc(delay, l.clockFired)
		return
	}
	c.timer.Reset(delay)
}

// clockFired is the clock's function. It runs on a goroutine of its own.
func (l *Loop) clockFired() {
	l.clock.fired.Store(true)
	l.wake.Notify()
}

// needsSetting reports whether the clock has fired or is set to another deadline than the
// earliest. Loop only.
func (c *clock) needsSetting(ts *timers) bool {
	return c.fired.Load() || ts.next.Load() != c.armed
}

func (c *clock) stop() {
	if c.timer != nil {
		c.timer.Stop()
	}
}
