package wakeful

import (
	"runtime"
	"time"

	"github.com/wakeful-go/wakeful/internal/native"
)

// A WaitStrategy decides what a loop with nothing to run does before it parks.
// Parking costs nothing while it lasts; being woken costs a fraction of a
// microsecond if a processor is at hand, some 50 to 100 us if a thread has to be
// woken first. Spinning saves that and burns a processor instead.
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
// processor. It gives way to goroutines that wait for a processor, and yields all
// the time where there is only one processor to share, or where as many loops of
// the program spin as there are processors.
func Spin() WaitStrategy { return spin{} }

type block struct{}

func (block) Wait(*Waiting) {}

type spin struct{}

// Wait pauses once between two polls. Without it a processor has loads of the same
// line under way when another one writes there, and throws away all of them.
func (spin) Wait(w *Waiting) { w.spin(never, 1) }

// Waiting is what a WaitStrategy can see of its loop. It is valid on the loop's
// goroutine, during the call of Wait.
type Waiting struct {
	loop *Loop
	// own: the strategy is one of this package's, which do nothing but poll Ready.
	own bool

	polls  uint32 // since the wait began
	began  int64  // ticks when the loop ran out of work
	looked int64  // ticks when it last looked closely
	ran    bool   // the wait ended with a function, which has run
	gap    int64  // moving average of the gaps, in ticks

	manners   manners
	rehearsal rehearsal
	past      history // Adaptive's
}

// closely is how many polls apart Ready looks at more than the lanes, and at the
// clock: less than 100 ns. Everything else is a matter of time.
const closely = 16

// mostLooks bounds a spin with a budget by looks, since fake time may stand still. As
// many take some ten times as long as the longest budget.
const mostLooks = 1 << 14

func (w *Waiting) init(l *Loop) {
	w.loop = l
	w.manners.procs = runtime.GOMAXPROCS(0)
	switch l.strategy.(type) {
	case nil:
		return
	case spin:
		w.own = true
	case adaptive:
		w.own = true
		w.manners.blocks = true
		w.past.init()
	}
	w.manners.init()
	w.rehearsal.init()
	if l.thread != nil {
		w.manners.pin()
	}
}

// spin spins until there is a reason to go on, or for about as many ticks as budget
// says, or until others need the processor more. It pauses between two polls, though
// not at first: what comes soon is not to wait for a pause.
func (w *Waiting) spin(budget int64, pauses int) {
	l, hints := w.loop, 0
	for looks := 1; ; looks++ {
		for range closely {
			if !l.submitted.Idle() && !l.submitted.Empty() {
				w.run()
				return
			}
			if !l.internal.Idle() && !l.internal.Empty() {
				return
			}
			for range hints {
				native.Pause()
			}
		}
		if w.look() || w.looked-w.began > budget {
			return
		}
		if budget != never && (w.manners.crowded || looks == mostLooks) {
			return
		}
		hints = pauses
	}
}

// run runs a function that has come alone while a strategy of this package looked:
// what it would take to begin an ordinary turn is a third of the time from Submit to
// its call. Other strategies may not have looked at timers and descriptors an instant
// ago, so that their loops take an ordinary turn.
func (w *Waiting) run() {
	l := w.loop
	if !w.own || !l.internal.Idle() || l.stop.Load() != running {
		return
	}
	w.ran = true
	l.counters.spinning += max(0, w.looked-w.began)
	l.turnOfOne()
}

// Ready reports whether the loop has a reason to go on: something to run, a timer
// that is due, a descriptor that is ready, or its end. Once in a while it also lets
// other goroutines run, if any are waiting.
func (w *Waiting) Ready() bool {
	l := w.loop
	if !l.submitted.Idle() && !l.submitted.Empty() || !l.internal.Idle() && !l.internal.Empty() {
		return true
	}
	if w.polls++; w.polls%closely != 0 && w.manners.procs > 1 {
		return false
	}
	return w.look()
}

// look looks closely. It gives way before it looks, so that nothing that has
// happened meanwhile is missed when Wait returns after it.
func (w *Waiting) look() bool {
	w.looked = native.Ticks()
	if m := &w.manners; w.looked >= m.next || m.procs == 1 {
		w.giveWay()
	}
	if w.rehearsal.due(w.began, w.looked) {
		w.rehearse()
	}
	l := w.loop
	return l.arrived() || l.over() || l.autoExit && l.alive.Load() == 0
}

// Gap returns the moving average of how long the loop was without work, parked or
// not, over about the last eight times. Waking up is not part of it: a gap ends
// when somebody wakes the loop, or when the loop finds something.
func (w *Waiting) Gap() time.Duration { return native.Duration(w.gap) }

// glances is how often a loop that spins looks for work before it asks what time
// it is: about as long as the answer of somebody who spins on another processor
// takes. A wait that ends so soon counts as work.
const glances = 128

// glance reports whether something to run arrives at once. A function that comes
// alone has run by then. A loop that owes others the processor does not look.
func (l *Loop) glance() bool {
	if l.waiting.manners.owing() {
		return false
	}
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

// pressed reports whether a loop that has run a function while it looked has a reason
// for an ordinary turn. One that finds nothing to do would do harm: of two functions
// that come in the middle of it, it may run the later one first.
func (l *Loop) pressed() bool {
	return l.arrived() || l.autoExit && l.alive.Load() == 0 || l.stop.Load() != running
}

// vigilant reports whether the loop does anything else than park.
func (l *Loop) vigilant() bool { return l.strategy != nil && !l.waiting.manners.alone }

// await waits as the strategy says, since began, and reports whether the loop is to
// take a turn. It parks otherwise.
func (l *Loop) await(began int64) bool {
	w := &l.waiting
	for w.begin(began); ; w.begin(native.Ticks()) {
		w.wait()
		if !w.ran {
			break
		}
		w.end(w.looked)
		for !l.pressed() && l.glance() {
		}
		if l.pressed() {
			return true
		}
		l.publish()
	}
	now := native.Ticks()
	l.counters.spinning += max(0, now-w.began)
	if l.arrived() || l.over() {
		w.end(now)
		return true
	}
	return false
}

// begin starts a wait at the given time.
//
// It clears the slots of the functions that have run. Nobody is after their line
// now, and a line that was written here last goes over to the next producer's core
// as its own, at its first look; one that was only read goes over to be read, and a
// second time to be written.
func (w *Waiting) begin(now int64) {
	w.loop.submitted.Clear()
	w.began, w.looked, w.polls, w.ran = now, now, 0, false
	w.manners.begin(now)
}

// wait has the strategy wait. It may panic.
func (w *Waiting) wait() {
	defer w.manners.leave()
	w.loop.strategy.Wait(w)
}

// end ends a wait in which work came at the given time.
func (w *Waiting) end(came int64) {
	gap := max(0, came-w.began)
	w.gap += (gap - w.gap) / 8
	w.past.last, w.past.fresh = gap, true
}

// woken ends a wait in which the loop parked and was woken.
func (w *Waiting) woken(now int64) {
	if !w.loop.vigilant() {
		return
	}
	came := w.loop.wake.Claimed()
	if came == 0 {
		came = now // an event of a descriptor, and nobody knows when
	}
	w.end(came)
	w.past.delay(now - came)
}
