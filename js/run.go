package js

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns the way from Go into JavaScript.

// The engine's types that users meet. They are those of goja, or of sobek when the
// build tag wakeful_sobek is set.
type (
	// VM is the engine. It belongs to the loop: use it in Do, in functions that
	// JavaScript calls, and nowhere else.
	VM = vm.Runtime
	// Value is a value of JavaScript. Primitive values may be read anywhere; objects
	// belong to the loop.
	Value = vm.Value
	// Object is an object of JavaScript.
	Object = vm.Object
	// Call is the call of a Go function by JavaScript: this and its arguments.
	Call = vm.FunctionCall
	// Function is a Go function that JavaScript calls with no conversion.
	Function = func(Call) Value
)

// RunString runs a script and returns the value of its last statement. It waits
// until the script and its nextTicks and microtasks have run, not for its timers
// or promises: Await waits for a promise, Wait for everything.
//
// An exception of the script is returned as an *Error and goes nowhere else. When
// ctx ends, a script that has not begun does not begin, and one that runs is
// interrupted; the error then matches ErrInterrupted and ctx's cause. A runtime
// or loop that has ended makes it ErrEnded or wakeful.ErrTerminated.
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
func (r *Runtime) Do(ctx context.Context, fn func(*VM) error) error {
	if fn == nil {
		return wakeful.ErrNilFunc
	}
	_, err := r.script(ctx, func() (Value, error) { return nil, fn(r.vm) })
	return err
}

// Set sets a global. It may be called on the loop, and by whoever made the runtime
// as long as nothing has run on it; otherwise it returns wakeful.ErrNotOnLoop.
func (r *Runtime) Set(name string, value any) error {
	if !r.loop.OnLoop() && r.begun.Load() {
		return fmt.Errorf("js: Set(%q): %w", name, wakeful.ErrNotOnLoop)
	}
	return r.wrap(r.vm.GlobalObject().Set(name, value))
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
		return nil, ErrEnded
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
			return nil, wakeful.ErrTerminated
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
	if s.runtime.loop.SetClosing(func() { s.run(ctx) }) != nil {
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
	s.err = ErrEnded // unless it runs to its end
	if ctx.Err() != nil {
		s.err = context.Cause(ctx)
		return
	}
	if r.inside() {
		s.call(ctx)
		return
	}
	r.enter(&one{task: task{run: func() { s.call(ctx) }}, first: true})
}

// call runs the function inside JavaScript.
func (s *script) call(ctx context.Context) {
	r := s.runtime
	run, before := r.interrupts.name()
	stop := context.AfterFunc(ctx, func() { r.interrupts.send(r, run, context.Cause(ctx)) })
	heard := false
	defer func() {
		stop()
		r.interrupts.unname(r, before, heard)
	}()
	var err error
	if ex := r.vm.Try(func() { s.value, err = s.fn() }); ex != nil {
		err = ex
	}
	var interrupted *vm.InterruptedError
	if heard = errors.As(err, &interrupted); heard && r.ending.over.Load() {
		heard = false
	}
	s.err = r.wrap(err)
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
		r.enter(&one{task: task{run: fn}})
		return
	}
	if ex := r.vm.Try(fn); ex != nil {
		r.uncaught(ex.Value(), ex, fromException)
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
