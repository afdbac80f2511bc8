package wakeful

import (
	"sync/atomic"
	"time"
)

// clock is the loop's single runtime timer. Only the loop sets it, before it parks. Its function
// notifies the loop like any other producer.
type clock struct {
	timer *time.Timer
	armed int64 // the deadline that it is set to, or never
	// fired is set by the clock's function before it notifies, and cleared by the loop. Without it,
	// a clock that fires between setClock and Prepare would be lost, because it finds the loop
	// awake (mutant CLOCK_EARLY).
	fired atomic.Bool
}

// setClock sets the clock to the earliest deadline unless it already has that deadline.
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

// clockFired is the clock's function. The runtime calls it on a separate goroutine.
func (l *Loop) clockFired() {
	l.clock.fired.Store(true)
	l.wake.Notify()
}

// needsSetting reports whether the clock has fired or has another deadline than the earliest. Loop
// only.
func (c *clock) needsSetting(ts *timers) bool {
	return c.fired.Load() || ts.next.Load() != c.armed
}

func (c *clock) stop() {
	if c.timer != nil {
		c.timer.Stop()
	}
}
