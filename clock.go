package wakeful

import (
	"sync/atomic"
	"time"

	"github.com/wakeful-go/wakeful/internal/wake"
)

// timebase is the beginning of a loop's own clock. Immutable.
type timebase struct{ epoch time.Time }

// now returns the time in nanoseconds on that clock.
func (b timebase) now() int64 { return int64(time.Since(b.epoch)) }

// clock is the loop's single runtime timer. Only the loop sets it, before it parks. Its function
// notifies the loop like any other producer.
type clock struct {
	// Immutable after New.

	base timebase
	wake *wake.EventCount
	// next is the earliest deadline, or never, see timers.
	next *atomic.Int64

	// fired is set by the clock's function before it notifies, and cleared by the loop. Without it,
	// a clock that fires between set and Prepare would be lost, because it finds the loop awake
	// (mutant CLOCK_EARLY).
	fired atomic.Bool

	// Loop goroutine only.

	timer *time.Timer
	armed int64 // the deadline that it is set to, or never
}

// set sets the clock to the earliest deadline unless it already has that deadline.
func (c *clock) set() {
	if c.needsSetting() {
		c.reset()
	}
}

// needsSetting reports whether the clock has fired or has another deadline than the earliest.
func (c *clock) needsSetting() bool { return c.fired.Load() || c.next.Load() != c.armed }

func (c *clock) reset() {
	if c.fired.Load() {
		c.fired.Store(false)
		c.armed = never
	}
	next := c.next.Load()
	if next == c.armed {
		return
	}
	c.armed = next
	if next == never {
		c.timer.Stop()
		return
	}
	delay := time.Duration(next - c.base.now())
	if c.timer == nil {
		c.timer = time.AfterFunc(delay, c.fire)
		return
	}
	c.timer.Reset(delay)
}

// fire is the function of the timer. The runtime calls it on a separate goroutine.
func (c *clock) fire() {
	c.fired.Store(true)
	c.wake.Notify()
}

func (c *clock) stop() {
	if c.timer != nil {
		c.timer.Stop()
	}
}
