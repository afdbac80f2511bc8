package wakeful

import (
	"math"
	"runtime/debug"
	"time"

	"github.com/wakeful-go/wakeful/internal/native"
)

// phase is where in a turn the loop is. A panic leaves it there, and the loop
// goes on with the rest of that phase.
type phase int

const (
	beginning phase = iota
	phaseTimers
	phasePriority
	phaseDescriptors
	phaseSubmitted
	phaseImmediates
	phaseCloseCallbacks
	phaseEnd
)

// Before the turn begins, the only callback is the wait strategy.
var phaseNames = [...]string{"wait strategy", "timers", "priority", "descriptors", "submitted", "immediates", "close callbacks", "end"}

// runToEnd runs the loop on the calling goroutine until the loop ends. When a callback ends
// the goroutine instead, a new one goes on.
func (l *Loop) runToEnd() {
	ended := false
	defer func() {
		if !ended {
			l.goroutine.Store(0)
			go l.runToEnd()
		}
	}()
	l.goroutine.Store(native.Goroutine())
	for !l.runTurns() {
	}
	ended = true
	l.finish()
}

// runTurns runs turns, and spins or parks in between as nextAction decides (idle.go). It
// returns true when the loop ends and false after a callback has panicked.
func (l *Loop) runTurns() (ended bool) {
	defer func() {
		if !ended {
			l.reportCallback(recover())
		}
	}()
	l.turn() // after a panic: the rest of it
	for spun := false; ; {
		switch l.nextAction(spun) {
		case actionTurn:
			if !spun {
				l.letQueueGrow()
			}
			l.turn()
			spun = false
		case actionSpin:
			spun = l.spin()
		case actionPark:
			l.park()
			l.turn()
			spun = false
		case actionDrain:
			l.runOnDrain()
			spun = false
		case actionStop:
			return true
		}
	}
}

// reportCallback reports a callback that panicked with value, or called runtime.Goexit: then
// value is nil, and the goroutine is ending.
func (l *Loop) reportCallback(value any) {
	if l.goexitReported {
		l.goexitReported = false
		return
	}
	e := &PanicError{Value: value, Phase: phaseNames[l.phase], Stack: debug.Stack()}
	if l.microtasksRun > 0 {
		e.Phase = "microtasks"
	}
	if value == nil {
		e.Value = ErrGoexit
	}
	l.report(e)
}

// report calls the panic handler, whose own panic is logged.
func (l *Loop) report(e *PanicError) {
	defer func() {
		if v := recover(); v != nil {
			logPanic(&PanicError{Value: v, Phase: "panic handler", Stack: debug.Stack()})
		}
	}()
	l.onPanic(e)
}

// A loop that keeps up with its producers takes the cache line from them that they are
// writing, every few functions, and slows down both sides. So after a short turn that was
// part of a stream, if there is more already, the loop leaves the queues alone for a moment,
// in which its next turn grows. It does not wait when there is nothing more: a producer may
// be waiting for this very processor.
const (
	// minStream and maxStream are how many functions a turn has run after which the loop
	// waits. With more, the loop is far enough behind its producers.
	minStream, maxStream = 4, 512
	growTime             = time.Microsecond
	// maxGrowPauses bounds the same where fake time stands still.
	maxGrowPauses = 128
)

// letQueueGrow waits for growTime if the last turn was a short part of a stream.
func (l *Loop) letQueueGrow() {
	ran := l.counters.executed - l.executedBefore
	if ran < minStream || ran >= maxStream || l.singleProcessor || !l.hasQueued() {
		return
	}
	began := native.Ticks()
	for range maxGrowPauses {
		native.Pause()
		if native.Duration(native.Ticks()-began) > growTime {
			return
		}
	}
}

// turn runs one turn, or the rest of one in which a callback panicked. At the entry of each
// phase it takes a snapshot of what is there; what is added later runs in the next turn.
func (l *Loop) turn() {
	if l.microtasksPending {
		l.drainMicrotasks()
	}
	switch l.phase {
	case beginning:
		l.counters.turns++
		l.executedBefore = l.counters.executed
		if l.counters.turns%publishTurns == 0 {
			l.catchUp()
		}
		if !l.timers.none() {
			l.beginTimers()
		}
		l.phase = phaseTimers
		fallthrough
	case phaseTimers:
		if l.firing.due {
			l.fireTimers()
		}
		l.remaining = 0
		if !l.priority.NextEmpty() {
			l.remaining = l.priority.Ready(math.MaxInt)
		}
		l.phase = phasePriority
		fallthrough
	case phasePriority:
		if l.remaining > 0 {
			l.runPriority()
		}
		l.remaining = 0
		l.collectEvents()
		l.phase = phaseDescriptors
		fallthrough
	case phaseDescriptors:
		if l.remaining > 0 {
			l.runDescriptors()
		}
		if l.gate != nil {
			l.gate.seal()
		}
		l.remaining = l.submitted.Ready(l.budget)
		l.unusedBudget = l.budget - l.remaining
		l.phase = phaseSubmitted
		fallthrough
	case phaseSubmitted:
		l.runSubmitted()
		l.remaining = l.immediates.Len()
		l.phase = phaseImmediates
		fallthrough
	case phaseImmediates:
		if l.remaining > 0 {
			l.runLocal(&l.immediates)
		}
		l.remaining = l.closeCallbacks.Len()
		l.phase = phaseCloseCallbacks
		fallthrough
	case phaseCloseCallbacks:
		if l.remaining > 0 {
			l.runLocal(&l.closeCallbacks)
		}
	}
	l.phase = beginning
}

// catchUp does every publishTurns turns what a loop that always has work would otherwise not
// come to.
func (l *Loop) catchUp() {
	l.publish()
	l.pollDescriptors(busyPollInterval)
}

// runOne is a turn whose snapshot is one submitted function. It is the fast path of a loop
// that spins, to which functions come one by one. Only IdleState.runIfAlone calls it, which has
// seen that there is nothing else to do. It reaches the function 20 ns sooner than turn.
func (l *Loop) runOne() {
	l.phase, l.remaining, l.unusedBudget = phaseSubmitted, 0, l.budget-1
	l.counters.turns++
	l.executedBefore = l.counters.executed
	l.counters.executed++
	l.submitted.Take()()
	l.submitted.Done()
	if l.microtasksPending {
		l.drainMicrotasks()
	}
	if l.counters.turns%publishTurns == 0 {
		l.catchUp()
	}
	if l.hasDeferred() {
		l.turn() // the rest of it
		return
	}
	l.phase = beginning
}

// runPriority runs the snapshot of the priority queue.
func (l *Loop) runPriority() {
	q := &l.priority
	for l.remaining > 0 && l.stop.Load() != stopping {
		l.remaining--
		l.counters.executed++
		q.Take()()
		q.Done()
		if l.microtasksPending {
			l.drainMicrotasks()
		}
	}
}

// runSubmitted runs the snapshot of the submitted functions, and the items of batches,
// mailboxes and late results as far as the budget goes. A source of items that it leaves
// unfinished goes first in the next turn.
func (l *Loop) runSubmitted() {
	for l.stop.Load() != stopping {
		if l.items != nil {
			switch {
			case l.gate != nil && l.gate.finish(l):
				continue
			case l.unusedBudget > 0:
				l.unusedBudget--
			case l.remaining > 0:
				l.remaining-- // one function less of the snapshot in this turn
			default:
				return
			}
			l.counters.executed++
			l.items.runNext(l)
		} else {
			if l.remaining == 0 {
				return
			}
			l.remaining--
			l.counters.executed++
			l.submitted.Take()()
			l.submitted.Done()
		}
		if l.microtasksPending {
			l.drainMicrotasks()
		}
	}
}

// runLocal runs the snapshot of a queue that only callbacks fill.
func (l *Loop) runLocal(q *callbackQueue) {
	for l.remaining > 0 && l.stop.Load() != stopping {
		l.remaining--
		l.counters.executed++
		q.Pop()()
		if l.microtasksPending {
			l.drainMicrotasks()
		}
	}
}
