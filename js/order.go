package js

import (
	"errors"
	"fmt"

	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns the order in which everything in a runtime runs. After each
// callback come the nextTick queue, then the microtasks, then promise rejections
// that nobody handles, and again until nothing is left; then the next callback.
//
// The microtasks are the difficulty. Promise jobs are the engine's own, and it
// runs them when, and only when, its outermost frame returns to Go. A function of
// Go that is called from Go does not count as a frame, so callbacks and nextTicks
// run inside a frame of JavaScript, the trampoline: it asks take for the next
// function, calls it, and asks again. When take finds that promise jobs are due it
// ends the trampoline instead; the engine runs its jobs; and the loop here enters
// the trampoline anew and goes on where it was. As long as no promise job is
// waiting, many callbacks share one entry: most of the cost of calling JavaScript
// from Go is that of entering and leaving it.
//
// Rejected: calling each callback from Go, twice the time per callback; and a
// JavaScript implementation of the queues, as Node has, whose bytecode is slower
// here than Go (docs/decisions/javascript.md has the figures).

// trampoline is the frame in which callbacks run. A callback that is not a
// function is a handle, which knows its function by the name of "". While an exception
// passes the finally block, pass can see where it was thrown.
const trampoline = `(function (order, pass, fail) {
	'use strict';
	return function () {
		for (;;) {
			try {
				let passing = true;
				try {
					for (;;) {
						let callback;
						while (callback = order.tick) callback();
						callback = order.next;
						if (callback === undefined) {
							passing = false;
							return;
						}
						if (typeof callback === 'function') callback(); else callback['']();
					}
				} finally {
					if (passing) pass();
				}
			} catch (e) {
				fail(e);
			}
		}
	};
})`

// steps is the object of which the trampoline reads what to call next. To read a
// property that Go answers takes 0.6 of the time of calling a function of Go, for
// which the engine makes a frame.
type steps struct{ runtime *Runtime }

// Get returns the next callback, or undefined: as tick a nextTick while these run,
// as next whatever comes next.
func (s steps) Get(key string) vm.Value {
	r := s.runtime
	if key != "tick" {
		return r.take()
	}
	if r.order.state == ticking && !r.ending.over.Load() {
		if fn := r.ticks.popFunction(); fn != nil {
			r.order.dirty = true
			return fn
		}
	}
	return vm.Undefined()
}

// Set does nothing, as do the other methods: only the trampoline has the object.
func (steps) Set(string, vm.Value) bool { return false }

// Has reports that nothing can be found.
func (steps) Has(string) bool { return false }

// Delete does nothing.
func (steps) Delete(string) bool { return false }

// Keys returns no names.
func (steps) Keys() []string { return nil }

// order is where in its order a runtime is. Loop goroutine only.
type order struct {
	depth   int // of enter: more than 0 inside JavaScript
	state   state
	source  source
	leaving bool // the trampoline returned to have the engine run its jobs
	args    task // of the callback that apply calls
	jobs    vm.Jobs
	queue   vm.JobQueue   // to add jobs to, if natives.runMicrotasks is set
	visible bool          // jobs can be looked at
	dirty   bool          // a callback ran since the engine last ran its jobs
	script  *script       // somebody waits for it and for what it has queued, or nil
	passing *vm.Exception // what the trampoline is about to catch
}

type state int

const (
	calling   state = iota // ask the source for a callback
	ticking                // run nextTicks
	rejecting              // all nextTicks and jobs have run: look at rejections
)

// A source says what runs next, step by step. Loop goroutine only.
type source interface {
	// next returns a callback together with call, or what to do instead.
	next(r *Runtime) (callback vm.Value, what step)
	// failed says that the callback, or a nextTick after it, has thrown. What ran
	// next in Node depends on where that was.
	failed(r *Runtime)
}

type step int

const (
	call   step = iota // call the callback; or nothing to call if it is nil: ask again
	settle             // run nextTicks and microtasks, then ask again
	pause              // return to the loop and be entered again
	done               // nothing is left
)

// A task is a function of JavaScript or of Go that waits in a queue.
type task struct {
	fn   vm.Value
	args []vm.Value
	run  func() // instead of fn
}

// enter runs a source to its end, or until it pauses.
func (r *Runtime) enter(s source) {
	o := &r.order
	if !r.interrupts.begin(r) {
		return
	}
	if !r.entered.Load() {
		r.entered.Store(true)
	}
	o.depth++
	o.source, o.state = s, calling
	defer func() {
		o.depth--
		o.source = nil
		r.interrupts.end(r)
		r.rest()
	}()
	for {
		o.leaving = false
		err := r.runTrampoline()
		o.dirty = false
		switch {
		case r.ending.over.Load():
			return
		case err != nil:
			r.abrupt(err)
		case !o.leaving:
			return
		}
	}
}

// runTrampoline enters the trampoline. A panic in Go that became no exception is returned
// as an error, as an interrupt is, and both leave the engine as it was before.
func (r *Runtime) runTrampoline() (err error) {
	before := vm.Save(r.vm)
	defer func() {
		if x := recover(); x != nil {
			err = vm.AsError(x)
		}
		if err != nil {
			before.Restore()
		}
	}()
	_, err = r.natives.run(vm.Undefined())
	return err
}

// abrupt handles what no JavaScript can catch: an interrupt, calls too deep, a panic in a
// function of Go that was not guarded or in the engine. The promise jobs that wait are
// dropped. An interrupt also drops the nextTicks and rejections: if each one makes the next,
// to go on with them would undo the interrupt.
func (r *Runtime) abrupt(err error) {
	o := &r.order
	cause := r.interrupts.clear(r)
	var interrupted *vm.InterruptedError
	stopped := errors.As(err, &interrupted)
	if !vm.Repairs() {
		// On its way out of the interrupt the engine may have failed with a panic of its own.
		failed := !stopped && cause != nil
		if failed {
			err = fmt.Errorf("%w: %w: %w", ErrInterrupted, cause, err)
		}
		if failed || !vm.Idle(r.vm) {
			if (failed || stopped) && o.script != nil {
				o.script.interrupted(err)
			}
			r.end(1, fmt.Errorf("js: the engine cannot go on after an uncatchable error: %w", r.wrap(err)))
			return
		}
	}
	vm.DropJobs(r.vm)
	r.microtasks = microtasks{}
	o.state = calling
	if stopped {
		r.ticks = ticks{}
		r.rejections.drop()
	}
	if !stopped || o.script == nil {
		o.source.failed(r)
		r.Report(err)
		return
	}
	// Whoever waits for the script waits no longer: timers and immediates that would come
	// next run in the loop's own phases.
	if _, own := o.source.(*one); !own {
		o.source.failed(r)
	}
	o.source = nothing{}
	o.script.interrupted(err)
}

// nothing is the source of no callbacks.
type nothing struct{}

func (nothing) next(*Runtime) (vm.Value, step) { return nil, done }
func (nothing) failed(*Runtime)                {}

// take returns the next callback to the trampoline, or undefined to make it return.
func (r *Runtime) take() vm.Value {
	o := &r.order
	for !r.ending.over.Load() && !r.interrupts.sent.Load() { // the engine raises the interrupt
		switch o.state {
		case ticking:
			if r.ticks.len() > 0 {
				if c := r.begin(r.ticks.pop()); c != nil {
					return c
				}
				continue
			}
			o.state = rejecting
			if o.visible && !o.jobs.None() || !o.visible && o.dirty {
				o.leaving = true
				return vm.Undefined()
			}
		case rejecting:
			switch {
			case r.ticks.len() > 0:
				o.state = ticking
			case r.rejections.waiting():
				o.state = ticking
				r.announce()
			default:
				o.state = calling
			}
		case calling:
			c, what := o.source.next(r)
			switch what {
			case call:
				o.dirty = true
				if c != nil {
					return c
				}
			case settle:
				o.state = ticking
			case pause, done:
				return vm.Undefined()
			}
		}
	}
	return vm.Undefined()
}

// begin returns what the trampoline calls for a task. A task of Go has run then.
func (r *Runtime) begin(t task) vm.Value {
	r.order.dirty = true
	switch {
	case t.run != nil:
		t.run()
		return nil
	case len(t.args) > 0:
		r.order.args = t
		return r.natives.apply
	}
	return t.fn
}

// apply calls the current callback with its arguments.
func (r *Runtime) apply(c vm.FunctionCall) vm.Value {
	t := r.order.args
	r.order.args = task{}
	fn, _ := vm.AssertFunction(t.fn)
	if _, err := fn(c.This, t.args...); err != nil {
		panic(err)
	}
	return vm.Undefined()
}

// fail is called by the trampoline with what a callback has thrown.
func (r *Runtime) fail(c vm.FunctionCall) vm.Value {
	if r.ending.over.Load() {
		return vm.Undefined()
	}
	r.order.state = calling
	r.order.source.failed(r)
	r.uncaught(c.Argument(0), r.passed(c.Argument(0)), fromException)
	return vm.Undefined()
}

// pass keeps the exception that the trampoline is about to catch.
func (r *Runtime) pass(vm.FunctionCall) vm.Value {
	r.order.passing = vm.PassingException(r.vm)
	return vm.Undefined()
}

// passed returns the exception that pass has kept, if it is that of a value which does not
// know by itself where it was thrown.
func (r *Runtime) passed(value vm.Value) *vm.Exception {
	exception := r.order.passing
	r.order.passing = nil
	if o, ok := value.(*vm.Object); exception == nil || ok && o.ClassName() == "Error" {
		return nil
	}
	if passed := exception.Value(); passed == nil || !passed.SameAs(value) {
		return nil
	}
	return exception
}

// inside reports whether JavaScript is being run.
func (r *Runtime) inside() bool { return r.order.depth > 0 }

// rest prepares what is to come, after everything of a callback has run.
func (r *Runtime) rest() {
	if r.ending.over.Load() {
		return
	}
	// A phase that has paused goes on, unless the loop was closed.
	if r.timers.paused {
		_ = r.loop.QueueMicrotask(r.runTimers)
	}
	if r.immediates.suspended {
		_ = r.loop.QueueMicrotask(r.runImmediates)
	}
	r.immediates.schedule(r)
	r.timers.arm(r)
	r.lookIdle()
}

// one is the source of a single callback.
type one struct {
	task    task
	called  bool
	settled bool
	// after is the phase that it is a part of: the last one for a program, after which
	// timers come.
	after phase
}

func (s *one) next(r *Runtime) (vm.Value, step) {
	switch {
	case !s.called:
		s.called = true
		return r.begin(s.task), call
	case !s.settled:
		s.settled = true
		return nil, settle
	}
	return nil, done
}

func (s *one) failed(r *Runtime) {
	if s.settled {
		r.nextPhase(s.after)
	}
}
