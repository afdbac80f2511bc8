package wakeful

import (
	"math"
	"runtime/debug"

	"github.com/wakeful-go/wakeful/internal/ingress"
	"github.com/wakeful-go/wakeful/internal/native"
)

// phase is where in a turn the loop is. A panic leaves it there, and the loop
// goes on with the rest of that phase.
type phase int

const (
	beginning phase = iota
	phaseTimers
	phaseInternal
	phaseDescriptors
	phaseSubmitted
	phaseBounded
	phaseImmediates
	phaseClosings
	phaseEnd
)

// Before the turn begins, the only callback is the wait strategy.
var phaseNames = [...]string{"wait strategy", "timers", "internal", "descriptors", "submitted", "submitted", "immediates", "closings", "end"}

// carry carries the loop on the calling goroutine until the loop ends. When a
// callback ends the goroutine instead, another one carries on.
func (l *Loop) carry() {
	ended := false
	defer func() {
		if !ended {
			l.goroutine.Store(0)
			l.thread.leave()
			go l.carry()
		}
	}()
	if err := l.thread.enter(); err != nil {
		l.end(stopping, err)
	}
	l.goroutine.Store(native.Goroutine())
	for !l.turns() {
	}
	ended = true
	l.conclude()
}

// turns takes turns and rests in between. It returns true when the loop ends and
// false after a callback has panicked.
func (l *Loop) turns() (ended bool) {
	defer func() {
		if !ended {
			l.contain(recover())
		}
	}()
	for {
		ran := l.counters.executed
		l.turn()
		ran = l.counters.executed - ran
		// Read before looking for work: lanes that were closed before the look
		// and are found empty stay empty.
		switch stop := l.stop.Load(); {
		case stop == stopping:
			return true
		case !l.calm() && l.pending():
			if ran >= stream && ran < lead {
				l.linger()
			}
		case !l.timers.none() && l.timers.due(l):
		case stop == draining:
			if l.drained() {
				return true
			}
		case l.autoExit && l.exit():
		case l.eventful(): // after those: no event keeps a loop from ending
		default:
			l.rest()
		}
	}
}

// contain reports a callback that panicked with value, or called
// runtime.Goexit, which recover cannot tell and the caller cannot stop.
func (l *Loop) contain(value any) {
	if l.told {
		l.told = false
		return
	}
	e := &PanicError{Value: value, Phase: phaseNames[l.phase], Stack: debug.Stack()}
	if l.chain > 0 {
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

// turn runs one turn, or what a panic has left of it. At the entry of each phase
// it takes a snapshot of what is there; what is added later runs in the next turn.
func (l *Loop) turn() {
	if l.attend {
		l.settle()
	}
	switch l.phase {
	case beginning:
		l.counters.turns++
		if l.counters.turns%publishTurns == 0 {
			l.restless()
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
		l.left = 0
		if !l.internal.Idle() {
			l.left = l.internal.Ready(math.MaxInt)
		}
		l.phase = phaseInternal
		fallthrough
	case phaseInternal:
		if l.left > 0 {
			l.runLane(&l.internal)
		}
		l.left = 0
		if p := l.watched(); p != nil && (p.Ready() || p.Left()) {
			l.collectEvents()
		}
		l.phase = phaseDescriptors
		fallthrough
	case phaseDescriptors:
		if l.left > 0 {
			l.runDescriptors()
		}
		l.left = l.submitted.Ready(l.budget)
		l.spare = l.budget - l.left
		l.phase = phaseSubmitted
		fallthrough
	case phaseSubmitted:
		l.runSubmitted()
		if l.bounded != nil {
			// A budget of its own: messages that keep coming would use up a common one.
			l.left = min(l.budget, l.bounded.len())
		}
		l.phase = phaseBounded
		fallthrough
	case phaseBounded:
		if l.bounded != nil {
			l.runBounded()
		}
		l.left = l.immediates.n
		l.phase = phaseImmediates
		fallthrough
	case phaseImmediates:
		if l.left > 0 {
			l.runLocal(&l.immediates)
		}
		l.left = l.closings.n
		l.phase = phaseClosings
		fallthrough
	case phaseClosings:
		if l.left > 0 {
			l.runLocal(&l.closings)
		}
	}
	l.phase = beginning
}

// restless does now and then what a loop that never rests would not come to.
func (l *Loop) restless() {
	l.publish()
	l.look(busyLooks)
}

// turnOfOne is a turn that begins with a submitted function, since no timer was
// due and nothing internal there an instant ago, and whose snapshot is that one
// function. It is for loops that spin, to which functions come one by one: it
// takes 20 ns less than turn until it calls the function.
func (l *Loop) turnOfOne() {
	l.phase, l.left, l.spare = phaseSubmitted, 0, l.budget-1
	l.counters.turns++
	l.counters.executed++
	l.submitted.Take()()
	l.submitted.Done()
	if l.attend {
		l.settle()
	}
	if l.counters.turns%publishTurns == 0 {
		l.restless()
	}
	if l.unfinished() {
		l.turn() // the rest of it
		return
	}
	l.phase = beginning
}

// runLane runs the snapshot of a lane that has no sequences.
func (l *Loop) runLane(q *ingress.Queue) {
	for l.left > 0 && l.stop.Load() != stopping {
		l.left--
		l.counters.executed++
		q.Take()()
		q.Done()
		if l.attend {
			l.settle()
		}
	}
}

// runSubmitted runs the snapshot of the submitted functions, and the items of
// sequences as far as the budget goes. A sequence that it leaves unfinished goes
// first in the next turn.
func (l *Loop) runSubmitted() {
	for l.stop.Load() != stopping {
		if l.current != nil {
			switch {
			case l.spare > 0:
				l.spare--
			case l.left > 0:
				l.left-- // one function less of the snapshot in this turn
			default:
				return
			}
			l.counters.executed++
			l.current.runNext(l)
		} else {
			if l.left == 0 {
				return
			}
			l.left--
			l.counters.executed++
			l.submitted.Take()()
			l.submitted.Done()
		}
		if l.attend {
			l.settle()
		}
	}
}

func (l *Loop) runBounded() {
	for l.left > 0 && l.stop.Load() != stopping {
		l.left--
		fn := l.bounded.take()
		if fn == nil {
			return
		}
		l.counters.executed++
		fn()
		if l.attend {
			l.settle()
		}
	}
}

// runLocal runs the snapshot of a queue that only callbacks fill.
func (l *Loop) runLocal(q *fifo) {
	for l.left > 0 && l.stop.Load() != stopping {
		l.left--
		l.counters.executed++
		q.pop()()
		if l.attend {
			l.settle()
		}
	}
}
