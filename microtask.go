package wakeful

import (
	"fmt"
	"math"
	"reflect"
	"runtime"

	"github.com/wakeful-go/wakeful/internal/observe"
	"github.com/wakeful-go/wakeful/internal/ring"
)

// callbackQueue holds functions in order. Its owner is the loop's goroutine, or the holder of its
// lock.
type callbackQueue = ring.Buffer[func()]

// callbackQueues are the functions that callbacks have queued. Loop goroutine only.
type callbackQueues struct {
	// microtasksPending is set if the microtask queues may not be empty. It is the only check after
	// most callbacks.
	microtasksPending bool
	microtasksRun     int // microtasks since the last callback; 0 outside drainMicrotasks

	afterCallback  callbackQueue // AfterCallback
	microtasks     callbackQueue // QueueMicrotask
	afterSubmitted callbackQueue // AfterSubmitted
	atTurnEnd      callbackQueue // AtTurnEnd
	atPhaseEnd     callbackQueue // turnphase.AtEnd

	// Immutable after New.

	budget    int // of microtasks in a row, or too large to be reached
	turn      *turnState
	attention *attention
	overrun   func(error) // reports a chain that used up its budget
}

func (c *callbackQueues) bind(budget int, turn *turnState, attention *attention, overrun func(error)) {
	if budget == 0 {
		budget = math.MaxInt
	}
	c.budget, c.turn, c.attention, c.overrun = budget, turn, attention, overrun
}

// pushMicrotask adds fn to afterCallback or microtasks.
func (c *callbackQueues) pushMicrotask(q *callbackQueue, fn func()) {
	q.Push(fn)
	c.microtasksPending, c.turn.stopAt = true, 0
}

// deferred reports whether functions wait for this turn or the next.
func (c *callbackQueues) deferred() bool {
	return c.microtasksPending || c.afterSubmitted.Len() > 0 || c.atTurnEnd.Len() > 0
}

// drainMicrotasks empties the microtask queues after a callback: first all functions of
// AfterCallback, then all microtasks, and again until both are empty. Only the budget, Close or a
// panic ends it earlier. Then the rest runs after the next callback. After a panic it runs at once,
// with the same budget.
func (c *callbackQueues) drainMicrotasks() {
	t := c.turn
	for {
		q := &c.afterCallback
		if q.Len() == 0 {
			if q = &c.microtasks; q.Len() == 0 {
				c.microtasksPending = false
				break
			}
		}
		for q.Len() > 0 {
			if c.attention.Load() != 0 && c.attention.stopped() {
				c.microtasksRun = 0
				return
			}
			if c.microtasksRun == c.budget {
				c.microtasksRun = 0
				c.overrun(c.exceeded(*q.Front()))
				return
			}
			c.microtasksRun++
			t.counters.microtasks++
			if fn := q.Pop(); t.sampler.due() {
				t.sampler.timed(fn, observe.PhaseMicrotasks)
			} else {
				fn()
			}
		}
	}
	c.microtasksRun = 0
}

// endPhase is called after the last callback of a phase. It runs what components have asked for.
func (c *callbackQueues) endPhase() {
	if c.atPhaseEnd.Len() > 0 {
		c.runAtPhaseEnd()
	}
}

// runAtPhaseEnd is separate so that endPhase is inlined.
func (c *callbackQueues) runAtPhaseEnd() {
	for c.atPhaseEnd.Len() > 0 {
		c.atPhaseEnd.Pop()()
	}
}

// exceeded returns the error for a chain of microtasks that used up its budget, before next.
func (c *callbackQueues) exceeded(next func()) error {
	name := "unknown"
	if f := runtime.FuncForPC(reflect.ValueOf(next).Pointer()); f != nil {
		file, line := f.FileLine(f.Entry())
		name = fmt.Sprintf("%s (%s:%d)", f.Name(), file, line)
	}
	return fmt.Errorf("%w: %d ran after one callback and more are waiting; the next is %s", ErrMicrotaskBudget, c.budget, name)
}

// discard drops the functions, and returns how many there were.
func (c *callbackQueues) discard() (deferred, microtasks int) {
	deferred = c.afterSubmitted.Len() + c.atTurnEnd.Len()
	microtasks = c.afterCallback.Len() + c.microtasks.Len()
	c.afterSubmitted, c.atTurnEnd, c.afterCallback, c.microtasks = callbackQueue{}, callbackQueue{}, callbackQueue{}, callbackQueue{}
	c.atPhaseEnd = callbackQueue{}
	return deferred, microtasks
}
