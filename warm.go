package wakeful

import (
	"time"

	"github.com/wakeful-go/wakeful/internal/native"
)

// This file owns how a loop that spins for a long time keeps the code of Submit in the processor's
// caches. After some milliseconds without a function, other work has replaced that code there, and
// fetching it again takes as long as the rest of the path from Submit to the callback. The spinning
// loop has the time to execute it now and then. Then the code is in the caches of the loop's
// processor, from where the submitter's processor gets it sooner than from memory.
// docs/decisions/waiting.md has the measurements. Everything here runs on the loop's goroutine.

// warmInterval is the time between two executions, and before the first one in a wait. One takes
// less than a microsecond, and delays a function that is submitted meanwhile by as much. With a
// millisecond, about half of the gain is left.
const warmInterval = 200 * time.Microsecond

// cacheWarmer submits functions that do nothing to a loop of its own, and runs them. So it executes
// the code that Submit and the spinning loop execute for the next function, without an effect on
// the loop that it belongs to.
type cacheWarmer struct {
	interval int64 // ticks
	next     int64 // ticks; set when a wait begins
	target   *Loop // never runs; nil before the first execution
}

func (w *cacheWarmer) init() { w.interval = native.TicksIn(warmInterval) }

// begin begins a wait.
func (w *cacheWarmer) begin(now int64) { w.next = now + w.interval }

// warm executes the path if it is time for that.
func (w *cacheWarmer) warm(now int64) {
	if now < w.next {
		return
	}
	w.next = now + w.interval
	if w.target == nil {
		w.target = newWarmTarget()
	}
	if w.target.Submit(doNothing) == nil {
		w.target.idle.runIfAlone()
	}
}

func doNothing() {}

// newWarmTarget returns a loop with what Submit and runIfAlone need.
func newWarmTarget() *Loop {
	l := &Loop{budget: 1}
	l.wake.Init()
	l.submitted.Init(prioritySegment)
	l.priority.Init(1)
	l.scheduleSamples() // none
	l.idle.loop, l.idle.builtIn = l, true
	return l
}
