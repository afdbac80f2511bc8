package js

import (
	"context"
	"fmt"
	"sync/atomic"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns the end of a program that has nothing left to do.

// idle is what Wait needs.
type idle struct {
	// waiting is set by Wait and stays. Read by everybody who takes away a reason to
	// stay: who sets it looks afterwards whether any is left.
	waiting atomic.Bool

	// Loop goroutine only.

	scheduled bool
	telling   bool // beforeExit is being emitted
	turned    bool // a callback has run after which, in this turn, no timers have
	main      *vm.Promise
}

// statusUnsettled is the exit code of a program whose top-level await never ends.
const statusUnsettled = 13

// Wait waits until the program has ended and returns its exit code: when nothing
// is left to do, as in Node after the event beforeExit and then exit, or earlier
// by process.exit or an error. The error is the uncaught one, as an *Error, or the
// cause of the end of ctx, or ErrEnded after Close or the end of the loop. The exit code is 1
// with an error, unless the program has set process.exitCode in a listener of exit after an
// uncaught one. Wait may be called from any goroutine but the loop's.
//
// Nothing left to do means: no timer, immediate or keep-alive that keeps the loop,
// no work under way, no call from Go that has not returned. What others do on the
// same loop does not count.
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

// busy reports whether anything is left to do.
func (r *Runtime) busy() bool {
	return r.timers.refs > 0 || r.immediates.refs > 0 || r.ticks.len() > 0 || r.holds.Load() > 0
}

// wakeIdle has the loop look whether anything is left to do. Any goroutine.
func (r *Runtime) wakeIdle() {
	if r.idle.waiting.Load() {
		_ = r.loop.Submit(r.lookIdle)
	}
}

// lookIdle ends the program at the end of the turn if nothing is left to do. On
// the loop, outside of callbacks of the runtime.
func (r *Runtime) lookIdle() {
	i := &r.idle
	if !i.waiting.Load() || i.scheduled || i.telling || r.inside() || r.ending.over.Load() || r.busy() {
		return
	}
	i.scheduled = r.loop.QueueCloseCallback(r.leave) == nil
}

// leave emits beforeExit, which may bring new work, and otherwise exit.
func (r *Runtime) leave() {
	i := &r.idle
	i.scheduled = false
	if r.ending.over.Load() || r.busy() {
		return
	}
	if ts := &r.timers; i.turned && len(ts.heap) > 0 && ts.nextPhase() <= ts.elapsed() {
		// In Node a turn ends with the timers that are due, and only then it is asked
		// whether anything keeps the loop. So those that do not keep it fire once more.
		ts.begin(r)
		r.runTimers()
		r.lookIdle()
		return
	}
	if r.rejections.abandon() {
		r.enterGo(func() {}) // announces them, and looks again whether anything is left
		return
	}
	i.telling = true
	r.enterGo(func() { r.emit("beforeExit", r.vm.ToValue(r.process.code(0))) })
	i.telling, i.turned = false, false
	if r.ending.over.Load() || r.busy() {
		return
	}
	if i.main != nil && i.main.State() == vm.PromisePending && vm.IsNullish(r.process.exitCode) {
		fmt.Fprintln(r.err, "Warning: Detected unsettled top-level await")
		r.process.exitCode = r.vm.ToValue(statusUnsettled)
	}
	r.exit()
}
