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
// its nextTicks and microtasks, but not for its timers or promises: Eval waits for the promise that a
// script returns, Wait for everything.
//
// An exception of the script is returned as an *Error, and nothing else happens. The rejection of a
// promise, also of the one that is returned, is an unhandled one unless something handles it. When ctx
// ends, a script that has not started does not start. A running script is interrupted, also while one
// of its queued nextTicks or microtasks runs. The error then matches ErrInterrupted and the cause of
// ctx, and the rest of the queue is dropped. If the runtime or loop has ended, the error is ErrEnded or
// wakeful.ErrClosed.
//
// The script runs in the global scope and is not strict. Stacks show its name as [eval]; for a name
// of its own give it as a file, with WithFS, and call RunFile. Syntax that the engine does not
// support is translated. Any goroutine may call RunString. Before the loop runs, RunString waits
// for it. On the loop it runs the script at once.
func (r *Runtime) RunString(ctx context.Context, source string) (Value, error) {
	program, err := compileScript("[eval]", source)
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
	ctx, cancel := r.limited(ctx)
	defer cancel()
	s := &script{runtime: r, evaluation: e, ctx: ctx, begin: func(*evaluation) (Value, error) { return fn() }}
	if r.loop.OnLoop() {
		s.number = r.interrupts.number()
		if ctx.Done() != nil {
			stop := context.AfterFunc(ctx, func() { r.interrupts.send(r, s.number, context.Cause(ctx)) })
			defer stop()
		}
		s.runNow()
		return s.value, s.err
	}
	s.caller = r.newCaller()
	if err := s.wait(nil).err; err != nil {
		return nil, err
	}
	return s.value, nil
}

// limited returns a context that also ends when the time of Limits.Wall is over.
func (r *Runtime) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	if limit := r.settings.limits.Wall; limit > 0 {
		return context.WithTimeoutCause(ctx, limit, ErrWallLimit)
	}
	return ctx, func() {}
}

// deadlineGrace is how long a caller whose context has ended waits for its script to end. The
// interrupt of a script takes less, but a native function, or one of Go, cannot be interrupted.
const deadlineGrace = 2 * time.Millisecond

// maxYields is how often that caller yields before it parks. The yields take longer than
// deadlineGrace.
const maxYields = 50_000

// notEnded is the error of a call whose script has not ended when the call returns.
func notEnded(cause error) error {
	return fmt.Errorf("%w, and has not ended yet, because what it calls goes on: %w", ErrInterrupted, cause)
}

// A script is a call from Go into JavaScript whose caller waits.
type script struct {
	runtime    *Runtime
	evaluation *evaluation
	ctx        context.Context //nolint:containedctx // of the call, for the loop
	number     uint64          // for interrupts
	// begin returns the result, or nil if something answers the evaluation later.
	begin   func(*evaluation) (Value, error)
	follows bool // the caller waits for what the result is, or for its promise
	// direct says that begin calls a function with callFunction and does nothing else. So it needs no
	// frame of JavaScript around it. If its result is an object, that is followed in a frame.
	direct bool
	// caller is where the caller waits. Its capacity is 1, and the loop sends once: when the script
	// has ended, or later when the promise has settled that is its result.
	caller *caller
	// left says that the caller has returned before the outcome. Of the caller.
	left bool
	// state changes from waiting to begun and to ended by the loop, or to left by a caller whose
	// context has ended. A script in state left does not start. The loop stores ended before it looks
	// whether the context or the runtime has ended, and the caller looks in the other order. So one of
	// them sees that nobody will send.
	state atomic.Uint32
	// The rest is of the loop, and of the caller after the outcome.

	stepping  func() // step
	scheduled bool   // for the end of the turn
	called    bool   // as a source
	settled   bool   // as a source, so are the jobs that it has queued
	ran       bool   // value and err are the script's results
	value     Value
	err       error
}

// Values of script.state.
const (
	scriptWaiting = iota
	scriptBegun
	scriptEnded
	scriptLeft
)

// step puts the script at the end of the turn, and runs it there. So, as in Node, its timers come
// before its immediates if they are due.
func (s *script) step() {
	if !s.scheduled {
		s.scheduled = true
		if s.runtime.loop.AtTurnEnd(s.stepping) == nil {
			return
		} // the loop is ending and has accepted the script
	}
	if !s.state.CompareAndSwap(scriptWaiting, scriptBegun) {
		return
	}
	defer s.end()
	s.runNow()
}

// end sends what there is to send when the script has ended.
func (s *script) end() {
	e := s.evaluation
	s.state.Store(scriptEnded)
	e.running = false
	switch {
	case s.err != nil:
		e.early = outcome{err: s.err}
	case e.settled == nil || e.answered:
	case s.ctx.Err() != nil, s.runtime.ending.stopped.Load():
		e.early = outcome{err: errUnsettled}
	default:
		return // a promise has not settled
	}
	e.answered = true
	s.caller.outcome <- e.early
}

// runNow runs the script at once.
func (s *script) runNow() {
	r := s.runtime
	defer func() {
		if !s.ran {
			s.err = r.endedError()
		}
	}()
	if s.ctx.Err() != nil {
		s.err, s.ran = context.Cause(s.ctx), true
		return
	}
	r.interrupts.enter(s.number)
	defer r.interrupts.leave(r)
	if r.inside() {
		if r.order.depth == 0 {
			defer r.join()()
		}
		s.nested()
		return
	}
	r.order.script = s
	r.meter.current = s.evaluation
	defer func() { r.order.script = nil }()
	r.enter(s)
}

// next makes the script a source of one callback.
func (s *script) next(*Runtime) (vm.Value, step) {
	switch {
	case !s.called:
		s.called = true
		s.runtime.order.dirty = true
		vm.Check(s.outermost())
		return nil, run
	case !s.settled:
		s.settled = true
		return nil, drain
	}
	return nil, done
}

// failed is called when the script has thrown. It belongs to the last phase, after which timers come.
func (s *script) failed(r *Runtime) {
	if s.settled {
		r.nextPhase(checkPhase)
	}
}

// outermost runs the function as the program of a callback, followed by the nextTicks and
// microtasks that it has queued. It returns an interrupt, for which abrupt drops these. If the context
// has ended before the engine runs, the caller has found nothing to interrupt. So outermost looks
// again.
func (s *script) outermost() error {
	r := s.runtime
	if isClosed(s.ctx.Done()) {
		s.err, s.ran = context.Cause(s.ctx), true
		return nil
	}
	err := s.call()
	if err != nil && r.interrupts.sent.Load() && !r.ending.stopped.Load() {
		if interrupted, ok := errors.AsType[*vm.InterruptedError](err); ok {
			return interrupted
		}
	}
	s.finish(err)
	return nil
}

// nested runs the function as a part of the running callback. Work that it queues belongs to that
// callback.
func (s *script) nested() {
	r := s.runtime
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

// call calls begin, and follows its result.
func (s *script) call() error {
	vm.TryFunc(s.runtime.vm, s.callNow, &s.err)
	return s.err
}

func (s *script) callNow() {
	s.value, s.err = s.begin(s.evaluation)
	if s.follows && s.err == nil && s.value != nil {
		if _, isObject := s.value.(*vm.Object); isObject && s.runtime.order.bare {
			return // runDirect has it followed
		}
		s.follow()
	}
}

func (s *script) follow() {
	v := s.value
	s.value = nil
	s.err = s.runtime.follow(v, s.evaluation)
}

// finish records the result of the function.
func (s *script) finish(err error) {
	if s.ran, s.err = true, err; err != nil {
		s.err = s.runtime.wrap(err)
	}
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

// submitFor is submit for a callback that belongs to an evaluation. No queue limit applies, because
// the callback is the result of work that was accepted before: without it, a promise would stay
// pending.
func (r *Runtime) submitFor(e *evaluation, fn func()) bool {
	if r.ending.stopped.Load() {
		return false
	}
	r.holds.Add(1)
	err := r.loop.SubmitUnlimited(func() {
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
