package wakeful

import (
	"runtime"
	"time"

	"github.com/wakeful-go/wakeful/internal/native"
	"github.com/wakeful-go/wakeful/internal/quota"
)

// A WaitStrategy decides what a loop with nothing to run does before it parks.
// Parking costs nothing while it lasts; being woken costs a fraction of a
// microsecond if a processor is at hand, some 50 us if a thread has to be woken
// first. Spinning saves that and burns a processor instead.
//
// Wait is called on the loop's goroutine. It may poll w.Ready as long as it
// likes; when it returns, the loop looks for work once more and parks if there
// is none. What Wait burns is reported as Metrics.Spinning. A strategy that keeps
// its state in w alone, like those of this package, can serve any number of loops.
type WaitStrategy interface {
	Wait(w *Waiting)
}

// Block returns the strategy that parks at once. It is the default: an idle loop
// costs nothing, and whoever wakes it pays for it.
func Block() WaitStrategy { return block{} }

// Spin returns the strategy that never parks: the least latency, for a whole
// processor. It yields to other goroutines now and then, and all the time where
// there is only one processor to share.
func Spin() WaitStrategy { return spin{} }

// Adaptive returns the strategy that spins when work is likely to arrive before a
// park would have paid: for up to twice the recent gaps between arrivals, 100 us at
// most, and not at all when the gaps are longer than that. Where spinning cannot
// win, with one processor or a quota below two, it is Block.
func Adaptive() WaitStrategy { return adaptive{} }

type block struct{}

func (block) Wait(*Waiting) {}

type spin struct{}

func (spin) Wait(w *Waiting) {
	for !w.Ready() {
	}
}

type adaptive struct{}

// longest is the gap from which on parking is cheaper than spinning: about what
// it costs to wake a thread.
const longest = 100 * time.Microsecond

func (adaptive) Wait(w *Waiting) {
	gap := w.Gap()
	if gap > longest || w.alone() {
		return
	}
	budget := min(2*gap+time.Microsecond, longest)
	for polls := 1; !w.Ready(); polls++ {
		if polls%16 == 0 && native.Duration(native.Ticks()-w.began) > budget {
			return
		}
		if polls > soon {
			native.Pause()
		}
	}
}

// Waiting is what a WaitStrategy can see of its loop. It is valid on the loop's
// goroutine, during the call of Wait.
type Waiting struct {
	loop  *Loop
	polls uint32 // since the wait began
	waits uint32
	began int64 // ticks when the loop ran out of work
	gap   int64 // moving average of the gaps, in ticks
	procs int   // GOMAXPROCS when it was last asked
}

const (
	// soon is after how many polls a loop yields first. Whom the last callbacks
	// have woken may be waiting for this very processor; if that one spins
	// elsewhere, its answer is here before.
	soon = 16
	// seldom is how many polls apart the loop yields from then on.
	seldom = 256
)

// begin starts a wait at the given time.
func (w *Waiting) begin(now int64) { w.began, w.polls = now, 0 }

// end ends a wait: it takes the gap into the average.
func (w *Waiting) end(now int64) { w.gap += (max(0, now-w.began) - w.gap) / 8 }

// Ready reports whether the loop has a reason to go on: something to run, a timer
// that is due, a descriptor that is ready, or its end. Once in a while it also lets
// other goroutines run.
func (w *Waiting) Ready() bool {
	l := w.loop
	if !l.submitted.Idle() && !l.submitted.Empty() || !l.internal.Idle() && !l.internal.Empty() {
		return true
	}
	if w.polls++; w.polls%16 != 0 && w.procs > 1 {
		return false
	}
	if w.polls == soon || w.polls%seldom == 0 || w.procs == 1 {
		w.yield()
	}
	return l.arrived() || l.over() || l.autoExit && l.alive.Load() == 0
}

// yield does what a loop does before it sleeps, without sleeping.
func (w *Waiting) yield() {
	w.loop.submitted.Clear()
	w.loop.internal.Clear()
	w.procs = runtime.GOMAXPROCS(0)
	runtime.Gosched()
}

// glances is how often a loop that spins looks for work before it asks what time
// it is: about as long as the answer of somebody who spins on another processor
// takes. A wait that ends so soon counts as work.
const glances = 128

// glance reports whether something to run arrives at once. A function that comes
// alone has run by then.
func (l *Loop) glance() bool {
	for range glances {
		if !l.submitted.Idle() && !l.submitted.Empty() {
			if l.internal.Idle() && l.stop.Load() == running {
				l.turnOfOne()
			}
			return true
		}
	}
	return false
}

// Gap returns the moving average of how long the loop was without work, parked or
// not, over about the last eight times. Waking up is part of it.
func (w *Waiting) Gap() time.Duration { return native.Duration(w.gap) }

// alone reports whether spinning would keep the one it waits for from running.
func (w *Waiting) alone() bool {
	if w.waits++; w.waits%seldom == 0 {
		w.procs = runtime.GOMAXPROCS(0)
	}
	return w.procs == 1 || runtime.NumCPU() == 1 || quota.CPUs() < 2
}
