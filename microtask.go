package wakeful

import (
	"fmt"
	"math"
	"reflect"
	"runtime"

	"github.com/wakeful-go/wakeful/internal/ring"
)

// callbackQueue holds functions in order. Its owner is the loop's goroutine, or the holder of its
// lock.
type callbackQueue = ring.Buffer[func()]

// AfterCallback queues fn to run after the current callback, before the microtasks, like
// process.nextTick in Node. Call it in a callback of the loop. Elsewhere it returns ErrNotOnLoop. A
// nil fn is ErrNilFunc.
func (l *Loop) AfterCallback(fn func()) error { return l.pushMicrotask(&l.afterCallback, fn) }

// QueueMicrotask queues fn to run after the current callback and its AfterCallback functions,
// before the loop does anything else. The errors are AfterCallback's.
func (l *Loop) QueueMicrotask(fn func()) error { return l.pushMicrotask(&l.microtasks, fn) }

// AfterSubmitted queues fn to run in this turn after the submitted functions, or in the next turn
// if such a function calls it, like setImmediate in Node. Call it in a callback of the loop.
// Elsewhere it returns ErrNotOnLoop. Functions that were queued before Shutdown still run. When the
// loop is ending, AfterSubmitted returns ErrClosed. A nil fn is ErrNilFunc.
func (l *Loop) AfterSubmitted(fn func()) error { return l.pushDeferred(&l.afterSubmitted, fn) }

// AtTurnEnd queues fn to run at the end of the turn, after the functions of AfterSubmitted, or at
// the end of the next turn if such a function calls it. Components use it to report that they were
// closed during the turn, like Node's close events. The errors are AfterSubmitted's.
func (l *Loop) AtTurnEnd(fn func()) error { return l.pushDeferred(&l.atTurnEnd, fn) }

// pushMicrotask adds fn to afterCallback or microtasks.
func (l *Loop) pushMicrotask(q *callbackQueue, fn func()) error {
	if fn == nil {
		return ErrNilFunc
	}
	if !l.OnLoop() {
		return ErrNotOnLoop
	}
	q.Push(fn)
	l.microtasksPending = true
	return nil
}

// pushDeferred adds fn to afterSubmitted or atTurnEnd, unless the loop is ending.
func (l *Loop) pushDeferred(q *callbackQueue, fn func()) error {
	switch {
	case fn == nil:
		return ErrNilFunc
	case !l.OnLoop():
		return ErrNotOnLoop
	case l.stop.Load() != running:
		return l.reject(1, ErrClosed)
	}
	q.Push(fn)
	l.counters.local++
	return nil
}

// drainMicrotasks empties the microtask queues after a callback: first all functions of
// AfterCallback, then all microtasks, and again until both are empty. Only the budget, Close or a
// panic ends it earlier. Then the rest runs after the next callback. After a panic it runs at once,
// with the same budget.
func (l *Loop) drainMicrotasks() {
	pause := l.microtaskPause()
	for {
		q := &l.afterCallback
		if q.Len() == 0 {
			if q = &l.microtasks; q.Len() == 0 {
				l.microtasksPending = false
				break
			}
		}
		for q.Len() > 0 {
			if l.attention.Load() != 0 && l.hasStopped() {
				l.microtasksRun = 0
				return
			}
			if l.microtasksRun < pause {
				l.microtasksRun++
				l.counters.microtasks++
				q.Pop()()
				continue
			}
			if l.microtasksRun == l.microtaskBudget && l.microtasksRun > 0 {
				l.microtasksRun = 0
				l.overrun(q)
				return
			}
			l.microtasksRun++
			if int64(l.counters.microtasks) >= l.sampler.microtasksBefore {
				l.counters.microtasks++
				l.sampleMicrotask(q.Pop())
			} else {
				l.counters.microtasks++
				q.Pop()()
			}
			pause = l.microtaskPause()
		}
	}
	l.microtasksRun = 0
}

// microtaskPause returns how many microtasks may run, including those of microtasksRun, before the
// budget is used up or a sample is due.
func (l *Loop) microtaskPause() int {
	pause := math.MaxInt
	if l.microtaskBudget > 0 && l.microtasksRun <= l.microtaskBudget {
		pause = l.microtaskBudget
	}
	ahead := l.sampler.microtasksBefore - int64(l.counters.microtasks)
	if ahead < int64(pause-l.microtasksRun) {
		pause = l.microtasksRun + int(max(0, ahead))
	}
	return pause
}

// overrun reports a chain of microtasks that used up its budget.
func (l *Loop) overrun(q *callbackQueue) {
	name := "unknown"
	if f := runtime.FuncForPC(reflect.ValueOf(*q.Front()).Pointer()); f != nil {
		file, line := f.FileLine(f.Entry())
		name = fmt.Sprintf("%s (%s:%d)", f.Name(), file, line)
	}
	l.report(&PanicError{
		Value: fmt.Errorf("%w: %d ran after one callback and more are waiting; the next is %s",
			ErrMicrotaskBudget, l.microtaskBudget, name),
		Phase: "microtasks",
	})
}
