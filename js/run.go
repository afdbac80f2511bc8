package js

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/dop251/goja"
	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns the calls from Go into JavaScript.

// RunString runs a script and returns the value of its last statement. It waits for the script and
// its nextTicks and microtasks, but not for its timers or promises: Await waits for a promise, Wait
// for everything.
//
// An exception of the script is returned as an *Error, and nothing else happens. A returned promise
// belongs to the caller: Await returns its rejection, which is not reported as unhandled. Only if
// the caller has not awaited it when Wait finds nothing left to do is the rejection reported, and
// only for the newest 64. When ctx ends, a script that has not started does not start. A running
// script is interrupted, also while one of its queued nextTicks or microtasks runs. The error then
// matches ErrInterrupted and the cause of ctx, and the rest of the queue is dropped. If the runtime
// or loop has ended, the error is ErrEnded or wakeful.ErrClosed.
//
// The script runs in the global scope and is not strict. Stacks show its name as [eval]; for a name
// of its own give it as a file, with WithFS, and call RunFile. Syntax that the engine does not
// support is translated. Any goroutine may call RunString. Before the loop runs, RunString waits
// for it. On the loop it runs the script at once.
func (r *Runtime) RunString(ctx context.Context, source string) (Value, error) {
	return r.runScript(ctx, "[eval]", source)
}

// runScript is RunString with a script name, which stacks show.
func (r *Runtime) runScript(ctx context.Context, name, source string) (Value, error) {
	program, err := compileScript(name, source)
	if err != nil {
		return nil, err
	}
	return r.script(ctx, func() (Value, error) { return r.vm.RunProgram(program) })
}

// Do calls fn on the loop as one callback, with the engine. JavaScript jobs that fn queues have run
// when Do returns. An exception that fn returns or panics with is returned as an *Error. Context
// and goroutines are as for RunString.
func (r *Runtime) Do(ctx context.Context, fn func(*goja.Runtime) error) error {
	if fn == nil {
		return wakeful.ErrNilFunc
	}
	_, err := r.script(ctx, func() (Value, error) {
		r.hideGoErrors()
		return nil, fn(r.vm)
	})
	return err
}

// Set sets a global. Call it on the loop, or before anything has run on the runtime, when no other
// goroutine uses it yet. Elsewhere it returns wakeful.ErrNotOnLoop.
func (r *Runtime) Set(name string, value any) error {
	if !r.loop.OnLoop() && r.entered.Load() {
		return fmt.Errorf("js: Set(%q): %w", name, wakeful.ErrNotOnLoop)
	}
	r.hideGoErrors()
	return r.wrap(r.vm.GlobalObject().Set(name, r.given(value)))
}

// script runs fn as the program of a callback.
func (r *Runtime) script(ctx context.Context, fn func() (Value, error)) (Value, error) {
	if ctx == nil {
		return nil, wakeful.ErrNilContext
	}
	e := &evaluation{ctx: ctx}
	defer e.leave()
	if limit := r.settings.limits.Wall; limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, limit, ErrWallLimit)
		defer cancel()
	}
	s := &script{runtime: r, evaluation: e, fn: fn}
	if r.loop.OnLoop() {
		s.runNow(ctx)
		return s.value, s.err
	}
	return s.wait(ctx, nil)
}

// deadlineGrace is how long a caller whose context has ended waits for its script to end. The
// interrupt of a script takes less, but a native function, or one of Go, cannot be interrupted.
const deadlineGrace = 8 * time.Millisecond

// notEnded is the error of a call whose script has not ended when the call returns.
func notEnded(cause error) error {
	return fmt.Errorf("%w, and has not ended yet, because what it calls goes on: %w", ErrInterrupted, cause)
}

// wait has the loop run the script, and waits until it has. closed, if it is not nil, is the end of
// the pool.
func (s *script) wait(ctx context.Context, closed <-chan struct{}) (Value, error) {
	r := s.runtime
	s.done = make(chan struct{})
	if r.ending.stopped.Load() {
		return nil, r.endedError()
	}
	r.holds.Add(1)
	defer r.release()
	s.ctx = ctx
	if err := r.loop.Submit(s.schedule); err != nil {
		return nil, err
	}
	select {
	case <-s.done:
	case <-ctx.Done():
		if s.state.CompareAndSwap(scriptWaiting, scriptLeft) {
			return nil, context.Cause(ctx)
		}
		grace := time.NewTimer(deadlineGrace)
		defer grace.Stop()
		select {
		case <-s.done: // the interrupt has ended it
		case <-grace.C:
			s.left = true
			return nil, notEnded(context.Cause(ctx))
		}
	case <-closed:
		s.left = true
		return nil, ErrPoolClosed
	case <-r.loop.Done():
		select {
		case <-s.done:
		default:
			return nil, wakeful.ErrClosed
		}
	}
	return s.value, s.err
}

// A script is a call from Go into JavaScript whose caller waits.
type script struct {
	runtime    *Runtime
	evaluation *evaluation
	fn         func() (Value, error)
	// direct says that fn calls JavaScript without a frame around it. If it sets rest, that is
	// called next, in a frame.
	direct bool
	rest   func() (Value, error)
	// left says that the caller has returned before the script. Of the caller.
	left bool
	// state changes from waiting to begun by the loop, or to left by a caller whose context has
	// ended. A script in state left does not start.
	state atomic.Uint32
	done  chan struct{}
	ctx   context.Context //nolint:containedctx // of the call, for the loop
	value Value
	err   error
	ran   bool // value and err are the script's results
}

// Values of script.state.
const (
	scriptWaiting = iota
	scriptBegun
	scriptLeft
)

// schedule runs the script at the end of the turn. So, as in Node, its timers come before its
// immediates if they are due.
func (s *script) schedule() {
	if s.runtime.loop.AtTurnEnd(s.run) != nil {
		s.run() // the loop is ending and has accepted the script
	}
}

func (s *script) run() {
	if !s.state.CompareAndSwap(scriptWaiting, scriptBegun) {
		return
	}
	defer close(s.done)
	s.runNow(s.ctx)
}

// runNow runs the script at once.
func (s *script) runNow(ctx context.Context) {
	r := s.runtime
	defer func() {
		if !s.ran {
			s.err = r.endedError()
		}
	}()
	if ctx.Err() != nil {
		s.err, s.ran = context.Cause(ctx), true
		return
	}
	number := r.interrupts.enter()
	defer r.interrupts.leave(r)
	if ctx.Done() != nil {
		stop := context.AfterFunc(ctx, func() { r.interrupts.send(r, number, context.Cause(ctx)) })
		defer stop()
	}
	if r.inside() {
		if r.order.depth == 0 {
			defer r.join()()
		}
		s.nested(ctx)
		return
	}
	r.order.script = s
	r.meter.current = s.evaluation
	defer func() { r.order.script = nil }()
	// If ctx has ended before the engine runs, its function found nothing to interrupt. So
	// outermost checks again.
	first := &one{task: task{run: func() { s.outermost(ctx) }}, after: checkPhase}
	if s.direct {
		first.direct = s
	}
	r.enter(first)
}

// outermost runs the function as the program of a callback, followed by the nextTicks and
// microtasks that it has queued. After an interrupt, abrupt drops these.
func (s *script) outermost(ctx context.Context) {
	r := s.runtime
	if ctx.Err() != nil {
		s.err, s.ran = context.Cause(ctx), true
		return
	}
	err := s.call()
	var interrupted *vm.InterruptedError
	if errors.As(err, &interrupted) && r.interrupts.sent.Load() && !r.ending.stopped.Load() {
		panic(interrupted)
	}
	s.finish(err)
}

// nested runs the function as a part of the running callback. Work that it queues belongs to that
// callback.
func (s *script) nested(ctx context.Context) {
	r := s.runtime
	if ctx.Err() != nil {
		s.err, s.ran = context.Cause(ctx), true
		return
	}
	if r.order.depth == 0 { // in a call of an adopted engine's host
		if !r.interrupts.enterJavaScript(r) {
			s.err, s.ran = ErrEnded, true
			return
		}
		defer r.interrupts.leaveJavaScript(r)
	}
	err := s.call()
	if _, ok := errors.AsType[*vm.InterruptedError](err); ok {
		r.interrupts.endNested(r)
	}
	s.finish(err)
}

func (s *script) call() error {
	return vm.Try(s.runtime.vm, func() (err error) {
		s.value, err = s.fn()
		return err
	})
}

// finish records the result of the function.
func (s *script) finish(err error) {
	if err == nil {
		s.runtime.rejections.own(s.value)
	}
	s.err, s.ran = s.runtime.wrap(err), true
}

// interrupted records that the script, or work that it queued, was interrupted.
func (s *script) interrupted(err error) {
	err = s.runtime.wrap(err)
	if s.ran && s.err != nil {
		err = errors.Join(s.err, err) // it threw, and then work that it had queued was interrupted
	}
	s.value, s.err, s.ran = nil, err, true
}

// release decrements holds.
func (r *Runtime) release() {
	if r.holds.Add(-1) == 0 {
		r.wakeIdle()
	}
}

// submit calls fn on the loop as one callback, and keeps Wait from returning until then.
func (r *Runtime) submit(fn func()) bool { return r.submitFor(nil, fn) }

// submitFor is submit for a callback that belongs to an evaluation.
func (r *Runtime) submitFor(e *evaluation, fn func()) bool {
	if r.ending.stopped.Load() {
		return false
	}
	r.holds.Add(1)
	err := r.loop.Submit(func() {
		r.holds.Add(-1)
		r.enterFor(e, fn)
	})
	if err != nil {
		r.holds.Add(-1)
		return false
	}
	return true
}

// enterGo calls fn as one callback, or as a part of the running one.
func (r *Runtime) enterGo(fn func()) { r.enterFor(nil, fn) }

// enterFor is enterGo for a callback that belongs to an evaluation.
func (r *Runtime) enterFor(e *evaluation, fn func()) {
	if !r.inside() {
		r.meter.current = e
		r.idle.turned = true
		r.enter(&one{task: task{run: fn}, after: pollPhase})
		return
	}
	if err := vm.Try(r.vm, func() error { fn(); return nil }); err != nil {
		r.ReportError(err)
	}
}

// callJS calls a JavaScript function as one callback, or as a part of the running one.
func (r *Runtime) callJS(fn vm.Callable, this vm.Value, args ...vm.Value) {
	r.enterGo(func() {
		if _, err := fn(this, args...); err != nil {
			panic(err)
		}
	})
}
