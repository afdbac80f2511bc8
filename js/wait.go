package js

import (
	"context"
	"fmt"
	"sync/atomic"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file ends a program that has nothing left to do.

// idle is the state of Wait.
type idle struct {
	// waiting is set by Wait and stays set. Everything that removes a reason to continue reads it.
	// After setting it, Wait checks whether any reason is left.
	waiting atomic.Bool
	// waiters is the number of calls of WaitIdle. They add to it before they have the loop call
	// checkIdle. Everything that removes a reason to continue reads it.
	waiters atomic.Int32

	// Loop goroutine only.

	scheduled bool
	emitting  bool // beforeExit is being emitted
	turned    bool // a callback has run in this turn, and no timers have run since
	again     bool // an exception was handled since beforeExit began
	main      *vm.Promise
	notify    []chan struct{} // one for each call of WaitIdle
}

// statusUnsettled is the exit code of a program whose top-level await never settles.
const statusUnsettled = 13

// Wait waits until the program has ended and returns its exit code. The program ends when nothing
// is left to do, after the events beforeExit and exit as in Node, or earlier by process.exit or an
// error. The error is the uncaught one as an *Error, the cause of the end of ctx, or ErrEnded after
// Close or the end of the loop. With an error the exit code is 1, unless a listener of exit has set
// process.exitCode after an uncaught error. Any goroutine except the loop's may call Wait.
//
// Nothing is left to do when there is no timer or immediate that keeps the loop running, no work in
// progress, no CallbackRegistration, and no call from Go that has not returned. Other users of the
// same loop do not count.
func (r *Runtime) Wait(ctx context.Context) (code int, err error) {
	switch {
	case ctx == nil:
		return 1, wakeful.ErrNilContext
	case r.loop.OnLoop():
		return 1, fmt.Errorf("js: Wait was called on the loop, and would wait for itself: %w", errWouldWait)
	}
	keep := r.loop.KeepAlive()
	defer keep.Release()
	r.idle.waiting.Store(true)
	r.wakeIdle()
	select {
	case <-r.ending.done:
	case <-ctx.Done():
		return 1, context.Cause(ctx)
	case <-r.loop.Done():
		select {
		case <-r.ending.done:
		default:
			return 1, ErrEnded
		}
	}
	r.ending.mu.Lock()
	defer r.ending.mu.Unlock()
	return r.ending.code, r.ending.err
}

// busy reports whether something is left to do.
func (r *Runtime) busy() bool {
	return r.timers.refs > 0 || r.immediates.refs > 0 || r.ticks.len() > 0 || r.holds.Load() > 0
}

// wakeIdle makes the loop check whether something is left to do. Any goroutine.
func (r *Runtime) wakeIdle() {
	if r.idle.waiting.Load() || r.idle.waiters.Load() > 0 {
		_ = r.loop.SubmitUnlimited(r.checkIdle)
	}
}

// checkIdle ends the program at the end of the turn if nothing is left to do. On the loop, outside
// callbacks of the runtime.
func (r *Runtime) checkIdle() {
	i := &r.idle
	r.notifyIdle()
	if !i.waiting.Load() || i.scheduled || i.emitting || r.inside() || r.ending.stopped.Load() || r.busy() {
		return
	}
	i.scheduled = r.loop.AtTurnEnd(r.leave) == nil
}

// leave emits beforeExit. If its listeners add no work, it emits exit.
func (r *Runtime) leave() {
	i := &r.idle
	i.scheduled = false
	if r.ending.stopped.Load() || r.busy() {
		return
	}
	if ts := &r.timers; i.turned && len(ts.heap) > 0 && ts.nextPhase() <= ts.elapsed() {
		// In Node a turn ends with the timers that are due, and only then checks whether anything
		// keeps the loop running. So timers that do not keep it running fire once more.
		ts.readClock(r)
		r.runTimers()
		r.checkIdle()
		return
	}
	// In Node the loop then runs from its start: timers, poll, check.
	i.emitting, i.turned, i.again = true, false, false
	r.meter.current = nil
	emit := func() { r.emit("beforeExit", r.vm.ToValue(r.process.code(0))) }
	r.enter(&one{task: task{run: emit}, after: checkPhase, leaves: true})
	i.emitting = false
	// The immediate of a handled exception makes the loop run once more. It may have run already,
	// in a phase ahead of the loop.
	if r.ending.stopped.Load() || i.again || r.busy() {
		return
	}
	if i.main != nil && i.main.State() == vm.PromisePending && vm.IsNullish(r.process.exitCode) {
		fmt.Fprintln(r.err, "Warning: Detected unsettled top-level await")
		r.process.exitCode = r.vm.ToValue(statusUnsettled)
	}
	r.exit()
}
