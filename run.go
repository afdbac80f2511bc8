package wakeful

import (
	"math"
	"runtime/debug"
	"time"

	"github.com/wakeful-go/wakeful/internal/native"
)

// phase is the loop's position in a turn. After a panic the loop continues with the rest of that
// phase.
type phase int

const (
	betweenTurns phase = iota
	phaseTimers
	phasePriority
	phaseDescriptors
	phaseSubmitted
	phaseAfterSubmitted
	phaseTurnEnd
	phaseEnd
)

// The name of the phase before a turn starts, because then only the wait strategy runs.
var phaseNames = [...]string{"wait strategy", "timers", "priority", "descriptors", "submitted", "after submitted", "turn end", "end"}

// runToEnd runs the loop on the calling goroutine until the loop ends. If a callback ends the
// goroutine instead, a new one continues.
func (l *Loop) runToEnd() {
	ended := false
	defer func() {
		if !ended {
			l.leave()
			go l.runToEnd()
		}
	}()
	l.enter()
	for !l.runTurns() {
	}
	ended = true
	l.finish()
}

// enter makes the calling goroutine the loop's.
func (l *Loop) enter() {
	l.goroutine.Store(native.Goroutine())
	l.labelGoroutine()
	if o := l.observation.observer.Load(); o != nil {
		l.enterObserver(o)
	}
}

// leave is called when the goroutine is no longer the loop's.
func (l *Loop) leave() {
	l.goroutine.Store(0)
	if l.observation.goroutineID.Load() != 0 {
		l.enterObserver(nil)
	}
}

// runTurns runs turns, and spins or parks in between as nextAction decides (idle.go). It
// returns true when the loop ends and false after a callback has panicked.
func (l *Loop) runTurns() (ended bool) {
	defer func() {
		if !ended {
			l.reportCallback(recover())
		}
	}()
	l.observation.running(nil) // clear the name of a callback that has panicked
	l.tracedTurn()             // after a panic: the rest of the turn
	for spun := false; ; {
		switch l.nextAction(spun) {
		case actionTurn:
			if !spun {
				l.letQueueGrow()
			}
			l.tracedTurn()
			spun = false
		case actionSpin:
			spun = l.spin()
		case actionPark:
			l.park()
			l.tracedTurn()
			spun = false
		case actionDrain:
			l.runOnDrain()
			spun = false
		case actionStop:
			return true
		}
	}
}

// reportCallback reports a callback that panicked with value or called runtime.Goexit. In the
// latter case value is nil, and the goroutine is ending.
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

// report calls the panic handler. A panic in the handler is logged.
func (l *Loop) report(e *PanicError) {
	e.Loop = l.name
	defer func() {
		if v := recover(); v != nil {
			logPanic(&PanicError{Value: v, Loop: l.name, Phase: "panic handler", Stack: debug.Stack()})
		}
	}()
	l.onPanic(e)
}

// A loop that is as fast as its producers takes the cache line that they are writing from them
// every few functions, which slows down both sides. So after a short turn in a stream of functions,
// if there are already more, the loop leaves the queues alone for a moment, so that the next turn
// is longer. It does not wait if there are no more, because a producer may be waiting for this
// processor.
const (
	// minStream and maxStream limit the number of functions in a turn after which the loop waits.
	// After a longer turn, the loop is already far behind its producers.
	minStream, maxStream = 4, 512
	growTime             = 4 * time.Microsecond
	// maxGrowPauses bounds the wait if fake time stands still.
	maxGrowPauses = 1024
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

// turn runs one turn, or the rest of a turn after a panic or a pause (host.go). Each phase takes a
// snapshot when it starts. Callbacks that are added later run in the next turn.
func (l *Loop) turn() {
	if l.microtasksPending && !l.isResumed() {
		l.drainMicrotasks()
	}
	switch l.phase {
	case betweenTurns:
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
		if l.firing.due && !l.fireTimers() {
			return
		}
		l.endPhase()
		l.remaining = 0
		if !l.priority.NextEmpty() {
			l.remaining = l.priority.Ready(math.MaxInt)
			l.schedulePause()
		}
		l.phase = phasePriority
		fallthrough
	case phasePriority:
		if l.remaining > 0 && !l.runPriority() {
			return
		}
		l.endPhase()
		l.remaining = 0
		if l.descriptors.poller.Load() != nil {
			l.collectEvents()
		}
		l.phase = phaseDescriptors
		fallthrough
	case phaseDescriptors:
		if l.remaining > 0 && !l.runDescriptors() {
			return
		}
		l.endPhase()
		if l.gate != nil {
			l.gate.seal()
		}
		l.remaining = l.submitted.Ready(l.budget)
		l.unusedBudget = l.budget - l.remaining
		l.schedulePause()
		l.phase = phaseSubmitted
		fallthrough
	case phaseSubmitted:
		if !l.runSubmitted() {
			return
		}
		l.endPhase()
		l.remaining = l.afterSubmitted.Len()
		l.phase = phaseAfterSubmitted
		fallthrough
	case phaseAfterSubmitted:
		if l.remaining > 0 {
			l.schedulePause()
			if !l.runLocal(&l.afterSubmitted) {
				return
			}
		}
		l.endPhase()
		l.remaining = l.atTurnEnd.Len()
		l.phase = phaseTurnEnd
		fallthrough
	case phaseTurnEnd:
		if l.remaining > 0 {
			l.schedulePause()
			if !l.runLocal(&l.atTurnEnd) {
				return
			}
		}
		l.endPhase()
	}
	l.phase = betweenTurns
}

// catchUp runs every publishTurns turns and does the work that otherwise only a parking loop does.
func (l *Loop) catchUp() {
	l.publish()
	l.pollDescriptors(busyPollInterval)
}

// runOne is a turn whose snapshot is one submitted function. It is the fast path of a loop that
// spins and receives functions one at a time. Only IdleState.runIfAlone calls it, after checking
// that there is nothing else to do. It reaches the function 20 ns sooner than turn.
func (l *Loop) runOne() {
	l.phase, l.remaining, l.unusedBudget = phaseSubmitted, 0, l.budget-1
	l.counters.turns++
	l.executedBefore = l.counters.executed
	if l.attention.Load() != 0 {
		l.hasStopped() // answers requests; runIfAlone has checked that the loop has not stopped
	}
	due := l.sampleDue()
	l.counters.executed++
	if fn := l.submitted.Take(); due {
		l.runSample(fn)
	} else {
		fn()
	}
	l.submitted.Done()
	if l.microtasksPending {
		l.drainMicrotasks()
	}
	l.endPhase()
	if l.counters.turns%publishTurns == 0 {
		l.catchUp()
	}
	if l.hasDeferred() {
		l.turn() // the rest of the turn
		return
	}
	l.phase = betweenTurns
}

// runPriority runs the snapshot of the priority queue. Like the other functions that run a
// snapshot, it returns false if the loop pauses before the end of the snapshot.
func (l *Loop) runPriority() (ended bool) {
	q := &l.priority
	for l.attention.Load() == 0 || !l.mustReturn() {
		pause := l.remaining <= l.sampler.pauseAt
		if pause && l.remaining == 0 {
			return true
		}
		l.remaining--
		l.counters.executed++
		if fn := q.Take(); pause {
			l.runSample(fn)
		} else {
			fn()
		}
		q.Done()
		if l.microtasksPending {
			l.drainMicrotasks()
		}
	}
	return !l.isPaused()
}

// runSubmitted runs the snapshot of the submitted functions, and the items of batches, mailboxes
// and late results within the budget. If it leaves a source of items unfinished, that source runs
// first in the next turn.
func (l *Loop) runSubmitted() (ended bool) {
	for l.attention.Load() == 0 || !l.mustReturn() {
		if l.items != nil {
			switch {
			case l.gate != nil && l.gate.finish(l):
				continue
			case l.unusedBudget > 0:
				l.unusedBudget--
			case l.remaining > 0:
				l.remaining-- // one function less in this turn
			default:
				return true
			}
			l.counters.executed++
			if int64(l.counters.executed) > l.sampler.executedBefore {
				l.sampleItem()
			} else {
				l.items.runNext(l)
			}
		} else {
			if l.remaining <= l.sampler.pauseAt {
				if l.remaining == 0 {
					return true
				}
				l.remaining--
				l.counters.executed++
				l.runSample(l.submitted.Take())
			} else {
				l.remaining--
				l.counters.executed++
				l.submitted.Take()()
			}
			l.submitted.Done()
		}
		if l.microtasksPending {
			l.drainMicrotasks()
		}
	}
	return !l.isPaused()
}

// runLocal runs the snapshot of a queue that only callbacks fill.
func (l *Loop) runLocal(q *callbackQueue) (ended bool) {
	for l.attention.Load() == 0 || !l.mustReturn() {
		pause := l.remaining <= l.sampler.pauseAt
		if pause && l.remaining == 0 {
			return true
		}
		l.remaining--
		l.counters.executed++
		if fn := q.Pop(); pause {
			l.runSample(fn)
		} else {
			fn()
		}
		if l.microtasksPending {
			l.drainMicrotasks()
		}
	}
	return !l.isPaused()
}
