package js

import (
	"errors"
	"fmt"

	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns the order in which all code of a runtime runs. After each callback run the
// nextTick queue, then the microtasks, then the handlers of unhandled promise rejections. This
// repeats until nothing is left. Then the next callback runs.
//
// Promise jobs are the difficult part. The engine owns their queue, and runs it when its outermost
// frame returns to Go, and only then. A Go function called from Go is not a frame. So callbacks and
// nextTicks run inside a JavaScript frame, the trampoline, which asks take for the next function,
// calls it, and repeats. When promise jobs are due, take makes the trampoline return, and the
// engine runs its jobs. Then the loop below enters the trampoline again and continues. While no
// promise job is waiting, many callbacks share one entry, because entering and leaving is most of
// the cost of calling JavaScript from Go.
//
// Rejected: calling each callback from Go, which takes twice the time per callback; and queues in
// JavaScript, as Node has, whose bytecode is slower here than Go (docs/decisions/javascript.md has
// the figures).

// trampoline is the frame in which callbacks run. A callback that is not a function is a handle,
// which returns its function as the property "". While an exception passes through the finally
// block, pass can read where it was thrown.
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

// steps is the object from which the trampoline reads the next function to call. Reading a property
// that Go implements takes 0.6 of the time of calling a Go function, because the engine makes no
// frame for it.
type steps struct {
	vm.NoProperties
	runtime *Runtime
}

// Get returns the next callback or undefined: for tick a nextTick, for next whatever comes next.
func (s steps) Get(key string) vm.Value {
	r := s.runtime
	r.scripts.between()
	r.contexts.current = nil
	if key != "tick" {
		c := r.take()
		r.scripts.sampleIfDue(r, c)
		return c
	}
	if r.order.state == ticking && !r.ending.stopped.Load() {
		if fn := r.ticks.popFunction(); fn != nil {
			r.order.dirty = true
			r.scripts.sampleIfDue(r, fn)
			return fn
		}
	}
	return vm.Undefined()
}

// order is a runtime's position in the order of callbacks. Loop goroutine only.
type order struct {
	depth   int // nesting of enter; more than 0 inside JavaScript
	state   state
	source  source
	leaving bool // the trampoline returned so that the engine runs its jobs
	bare    bool // runDirect runs the first part of a script
	args    task // arguments of the callback that apply calls
	jobs    vm.Jobs
	visible bool          // the engine's queue can be inspected
	dirty   bool          // a callback ran since the engine last ran its jobs
	script  *script       // the script that a caller waits for, with the work that it queued, or nil
	passing *vm.Exception // the exception that the trampoline is about to catch
}

type state int

const (
	calling   state = iota // ask the source for a callback
	ticking                // run nextTicks
	rejecting              // all nextTicks and jobs have run: check for rejections
)

// A source says what runs next, step by step. Loop goroutine only.
type source interface {
	// next returns a callback together with run, or another step.
	next(r *Runtime) (callback vm.Value, what step)
	// failed is called when the callback, or a nextTick after it, has thrown. Where it was thrown
	// decides what Node runs next.
	failed(r *Runtime)
}

type step int

const (
	run   step = iota // call the callback; if it is nil, ask again
	drain             // run nextTicks and microtasks, then ask again
	pause             // return to the loop, which enters again
	done              // nothing is left
)

// A task is a JavaScript or Go function in a queue.
type task struct {
	fn   vm.Value
	args []vm.Value
	run  func() // instead of fn
}

// enter runs a source until it is done or pauses.
func (r *Runtime) enter(s source) {
	o := &r.order
	if !r.interrupts.enterJavaScript(r) {
		return
	}
	if !r.entered.Load() {
		r.entered.Store(true)
	}
	if o.depth == 0 && r.meter.timed {
		r.meter.enter(r)
	}
	o.depth++
	o.source, o.state = s, calling
	outer := r.scripts.enter()
	defer func() {
		o.depth--
		o.source = nil
		if o.depth == 0 {
			if r.meter.timed {
				r.meter.leave()
			}
			r.meter.current = nil
		}
		r.scripts.leave(outer)
		r.interrupts.leaveJavaScript(r)
		r.entries.leave(r)
		r.scheduleNext()
	}()
	if script, ok := s.(*script); ok && script.direct && r.runDirect(script) {
		return
	}
	for {
		o.leaving = false
		err := r.runTrampoline()
		o.dirty = false
		switch {
		case r.ending.stopped.Load():
			return
		case err != nil:
			r.abrupt(err)
		case !o.leaving:
			return
		}
	}
}

// runTrampoline enters the trampoline. It returns an interrupt, or a panic of Go that did not
// become an exception, as an error. In both cases the engine is restored to its state before.
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

// abrupt handles errors that JavaScript cannot catch: an interrupt, calls nested too deep, and a
// panic in the engine or in a Go function that was not guarded. It drops the waiting promise jobs.
// After an interrupt it also drops the nextTicks and rejections, because a chain in which each one
// queues the next could otherwise go on forever.
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
		r.ReportError(err)
		return
	}
	// The caller no longer waits for the script, because later timers and immediates run in the
	// loop's own phases.
	if o.source != o.script {
		o.source.failed(r)
	}
	o.source = nothing{}
	o.script.interrupted(err)
}

// nothing is a source without callbacks.
type nothing struct{}

func (nothing) next(*Runtime) (vm.Value, step) { return nil, done }
func (nothing) failed(*Runtime)                {}

// take returns the next callback to the trampoline, or undefined to make it return.
func (r *Runtime) take() vm.Value {
	o := &r.order
	for !r.ending.stopped.Load() && !r.interrupts.sent.Load() { // on an interrupt, return and let the engine raise it
		switch o.state {
		case ticking:
			if r.ticks.len() > 0 {
				if c := r.beginTask(r.ticks.pop()); c != nil {
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
			case run:
				o.dirty = true
				if c != nil {
					return c
				}
			case drain:
				o.state = ticking
			case pause, done:
				return vm.Undefined()
			}
		}
	}
	return vm.Undefined()
}

// beginTask returns what the trampoline calls for a task. It runs a task of Go itself.
func (r *Runtime) beginTask(t task) vm.Value {
	r.order.dirty = true
	switch {
	case t.run != nil:
		t.run()
		return nil
	case len(t.args) > 0:
		r.order.args = t
		return r.applyFunction()
	}
	return t.fn
}

// apply calls the current callback with its arguments.
func (r *Runtime) apply(c vm.FunctionCall) vm.Value {
	t := r.order.args
	r.order.args = task{}
	fn, _ := vm.AssertFunction(t.fn)
	vm.Must(fn(c.This, t.args...))
	return vm.Undefined()
}

// fail handles the exception of a callback. The trampoline calls it.
func (r *Runtime) fail(c vm.FunctionCall) vm.Value {
	if r.ending.stopped.Load() {
		return vm.Undefined()
	}
	r.order.state = calling
	// What the handlers of the exception begin may be for the next phase.
	source := r.order.source
	if ts, ok := source.(*timers); ok {
		ts.endCallback() // an interval is set again before those that the handlers set
	}
	r.uncaught(c.Argument(0), r.passed(c.Argument(0)), fromException)
	if !r.ending.stopped.Load() {
		source.failed(r)
	}
	return vm.Undefined()
}

// pass stores the exception that the trampoline is about to catch.
func (r *Runtime) pass(vm.FunctionCall) vm.Value {
	r.order.passing = vm.SuspendedException(r.vm)
	return vm.Undefined()
}

// passed returns the exception stored by pass if value is its value and has no stack of its own.
func (r *Runtime) passed(value vm.Value) (exception *vm.Exception) {
	exception, r.order.passing = r.order.passing, nil
	if o, ok := value.(*vm.Object); exception == nil || ok && o.ClassName() == "Error" {
		return nil
	}
	if passed := exception.Value(); passed == nil || !passed.SameAs(value) {
		return nil
	}
	return exception
}

// inside reports whether JavaScript is running.
func (r *Runtime) inside() bool { return r.order.depth > 0 || r.adopted && !vm.Idle(r.vm) }

// scheduleNext schedules later work after everything of a callback has run.
func (r *Runtime) scheduleNext() {
	if r.ending.stopped.Load() {
		return
	}
	// Continue a paused phase, unless the loop was closed.
	if r.timers.paused {
		_ = r.loop.QueueMicrotask(r.runTimers)
	}
	if r.immediates.suspended {
		_ = r.loop.QueueMicrotask(r.runImmediates)
	}
	r.immediates.schedule(r)
	r.timers.arm(r)
	r.checkIdle()
}
