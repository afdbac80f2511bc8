package js

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/dop251/goja"
	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns the way from Go into JavaScript.

// RunString runs a script and returns the value of its last statement. It waits
// until the script and its nextTicks and microtasks have run, not for its timers
// or promises: Await waits for a promise, Wait for everything.
//
// An exception of the script is returned as an *Error and goes nowhere else. A promise
// that is returned is the caller's: Await returns its rejection, which is no unhandled one.
// Only when Wait finds nothing left to do is a rejection reported that nobody has awaited by
// then; of those, the newest 64. When
// ctx ends, a script that has not begun does not begin, and one that runs is
// interrupted, also when what runs is a nextTick or microtask that it has queued; the
// error then matches ErrInterrupted and ctx's cause, and what was still queued is dropped. A runtime
// or loop that has ended makes it ErrEnded or wakeful.ErrClosed.
//
// The script runs in the global scope and is not strict. What engine or language
// it is too new for is translated. Any goroutine may call RunString; before the
// loop runs, it waits for it; on the loop it runs the script at once.
func (r *Runtime) RunString(ctx context.Context, source string) (Value, error) {
	return r.RunScript(ctx, "[eval]", source)
}

// RunScript is RunString with a name for the script, which stacks show.
func (r *Runtime) RunScript(ctx context.Context, name, source string) (Value, error) {
	program, err := r.compileScript(name, source)
	if err != nil {
		return nil, err
	}
	return r.script(ctx, func() (Value, error) { return r.vm.RunProgram(program) })
}

// Do calls fn on the loop as one callback, with the engine. What it queues in
// JavaScript has run when Do returns. An exception that fn returns, or panics
// with, is returned as an *Error. Context and goroutines are as for RunString.
func (r *Runtime) Do(ctx context.Context, fn func(*goja.Runtime) error) error {
	if fn == nil {
		return wakeful.ErrNilFunc
	}
	_, err := r.script(ctx, func() (Value, error) { return nil, fn(r.vm) })
	return err
}

// Set sets a global. It may be called on the loop, and by whoever made the runtime
// as long as nothing has run on it; otherwise it returns wakeful.ErrNotOnLoop.
func (r *Runtime) Set(name string, value any) error {
	if !r.loop.OnLoop() && r.entered.Load() {
		return fmt.Errorf("js: Set(%q): %w", name, wakeful.ErrNotOnLoop)
	}
	return r.wrap(r.vm.GlobalObject().Set(name, vm.Guarded(r.vm, value)))
}

// script runs fn as the program of a callback.
func (r *Runtime) script(ctx context.Context, fn func() (Value, error)) (Value, error) {
	if ctx == nil {
		return nil, wakeful.ErrNilContext
	}
	s := &script{runtime: r, fn: fn, done: make(chan struct{})}
	if r.loop.OnLoop() {
		s.begin(ctx)
		return s.value, s.err
	}
	if r.ending.over.Load() {
		return nil, r.endedError()
	}
	r.holds.Add(1)
	defer r.release()
	if err := r.loop.Submit(func() { s.schedule(ctx) }); err != nil {
		return nil, err
	}
	select {
	case <-s.done:
	case <-ctx.Done():
		if s.state.CompareAndSwap(scriptWaiting, scriptLeft) {
			return nil, context.Cause(ctx)
		}
		<-s.done // it is being interrupted
	case <-r.loop.Done():
		select {
		case <-s.done:
		default:
			return nil, wakeful.ErrClosed
		}
	}
	return s.value, s.err
}

// A script is a call from Go into JavaScript that somebody waits for.
type script struct {
	runtime *Runtime
	fn      func() (Value, error)
	// state goes from waiting to begun, by the loop, or to left, by the caller whose
	// context ended: a script that was left does not begin.
	state atomic.Uint32
	done  chan struct{}
	value Value
	err   error
	ran   bool // value and err are those of the script
}

// Values of script.state.
const (
	scriptWaiting = iota
	scriptBegun
	scriptLeft
)

// schedule has the script run at the end of the turn, so that, as in Node, the
// timers that it sets come before its immediates if they are due.
func (s *script) schedule(ctx context.Context) {
	if s.runtime.loop.QueueCloseCallback(func() { s.run(ctx) }) != nil {
		s.run(ctx) // the loop is ending, and this was accepted
	}
}

func (s *script) run(ctx context.Context) {
	if !s.state.CompareAndSwap(scriptWaiting, scriptBegun) {
		return
	}
	defer close(s.done)
	s.begin(ctx)
}

// begin runs the script now.
func (s *script) begin(ctx context.Context) {
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
	stop := context.AfterFunc(ctx, func() { r.interrupts.send(r, number, context.Cause(ctx)) })
	defer func() {
		stop()
		r.interrupts.leave(r)
	}()
	if r.inside() {
		s.nested(ctx)
		return
	}
	r.order.script = s
	defer func() { r.order.script = nil }()
	// When ctx has ended by the time that the engine runs, its function has found nothing
	// to interrupt: outermost looks again.
	r.enter(&one{task: task{run: func() { s.outermost(ctx) }}, after: checkPhase})
}

// outermost runs the function as the program of a callback, after which come the nextTicks
// and microtasks that it has queued. An interrupt drops these: abrupt does so.
func (s *script) outermost(ctx context.Context) {
	r := s.runtime
	if ctx.Err() != nil {
		s.err, s.ran = context.Cause(ctx), true
		return
	}
	err := s.call()
	var interrupted *vm.InterruptedError
	if errors.As(err, &interrupted) && r.interrupts.sent.Load() && !r.ending.over.Load() {
		panic(interrupted)
	}
	s.finish(err)
}

// nested runs the function as a part of the callback that runs. What it queues belongs
// to that callback.
func (s *script) nested(ctx context.Context) {
	r := s.runtime
	if ctx.Err() != nil {
		s.err, s.ran = context.Cause(ctx), true
		return
	}
	err := s.call()
	if _, ok := errors.AsType[*vm.InterruptedError](err); ok {
		r.interrupts.heard(r)
	}
	s.finish(err)
}

func (s *script) call() error {
	return vm.Try(s.runtime.vm, func() (err error) {
		s.value, err = s.fn()
		return err
	})
}

// finish notes what the function has returned.
func (s *script) finish(err error) {
	if err == nil {
		s.runtime.rejections.own(s.value)
	}
	s.err, s.ran = s.runtime.wrap(err), true
}

// interrupted notes that the script, or what it has queued, was interrupted.
func (s *script) interrupted(err error) {
	err = s.runtime.wrap(err)
	if s.ran && s.err != nil {
		err = errors.Join(s.err, err) // it has thrown, and then something that it has queued ran
	}
	s.value, s.err, s.ran = nil, err, true
}

// release takes a hold back.
func (r *Runtime) release() {
	if r.holds.Add(-1) == 0 {
		r.wakeIdle()
	}
}

// submit has fn called on the loop as one callback, and keeps Wait from returning
// until then.
func (r *Runtime) submit(fn func()) bool {
	if r.ending.over.Load() {
		return false
	}
	r.holds.Add(1)
	err := r.loop.Submit(func() {
		r.holds.Add(-1)
		r.enterGo(fn)
	})
	if err != nil {
		r.holds.Add(-1)
		return false
	}
	return true
}

// enterGo calls fn as one callback, or as a part of the one that runs.
func (r *Runtime) enterGo(fn func()) {
	if !r.inside() {
		r.idle.turned = true
		r.enter(&one{task: task{run: fn}, after: pollPhase})
		return
	}
	if err := vm.Try(r.vm, func() error { fn(); return nil }); err != nil {
		r.Report(err)
	}
}

// callJS calls a function of JavaScript as one callback, or as a part of the one
// that runs.
func (r *Runtime) callJS(fn vm.Callable, this vm.Value, args ...vm.Value) {
	r.enterGo(func() {
		if _, err := fn(this, args...); err != nil {
			panic(err)
		}
	})
}
