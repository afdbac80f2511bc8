package js

import (
	"github.com/wakeful-go/wakeful/internal/ring"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns process.nextTick and queueMicrotask.

// nextTick is process.nextTick.
func (r *Runtime) nextTick(c vm.FunctionCall) vm.Value {
	r.begins()
	fn := c.Argument(0)
	if !callable(fn) {
		panic(r.invalidCallback(fn))
	}
	if r.process.exiting {
		return vm.Undefined() // as in Node, nextTicks no longer run after exit
	}
	fn = r.inContext(fn)
	if len(c.Arguments) > 1 {
		r.ticks.push(task{fn: fn, args: append([]vm.Value(nil), c.Arguments[1:]...)})
	} else {
		r.ticks.pushFunction(fn.(*vm.Object))
	}
	return vm.Undefined()
}

// ticks is the queue of nextTicks. Nearly all are functions without arguments, which take a single
// word each.
type ticks struct {
	functions ring.Buffer[*vm.Object] // nil stands for the next entry of tasks
	tasks     ring.Buffer[task]       // nextTicks that are not plain functions
}

func (q *ticks) len() int { return q.functions.Len() }

func (q *ticks) push(t task) {
	q.functions.Push(nil)
	q.tasks.Push(t)
}

func (q *ticks) pushFunction(fn *vm.Object) { q.functions.Push(fn) }

// pop removes the oldest tick. The queue must not be empty.
func (q *ticks) pop() task {
	if fn := q.functions.Pop(); fn != nil {
		return task{fn: fn}
	}
	return q.tasks.Pop()
}

// popFunction removes the oldest tick if it is a function without arguments.
func (q *ticks) popFunction() *vm.Object {
	if q.len() == 0 || *q.functions.Front() == nil {
		return nil
	}
	return q.functions.Pop()
}

// microtasks holds the functions of queueMicrotask. They belong into the engine's queue of promise
// jobs, but the engine has no method to add to it. If the field of the queue is known, a job is
// appended to it. Otherwise a promise is resolved with a thenable, which adds a job that calls then
// and costs about ten times as much. Such a job runs a batch of microtasks: those that were queued
// without a promise job in between.
type microtasks struct {
	queue   ring.Buffer[task]
	batches ring.Buffer[int] // the number of microtasks of each job
	left    int              // remaining microtasks of the running batch
	// open is true until the last batch starts. mark is the state of the engine's queue when that
	// batch was added. While the state is the same, the batch is the last job in the queue.
	mark vm.Mark
	open bool
}

// microtaskFrame makes the thenable. As in Node, an exception is reported at once and the
// microtasks continue. As in the trampoline, pass reads where it was thrown.
const microtaskFrame = `(function (take, pass, fail, begin) {
	'use strict';
	return {
		then() {
			begin();
			for (;;) {
				try {
					let passing = true;
					try {
						for (;;) {
							const callback = take();
							if (callback === undefined) {
								passing = false;
								return;
							}
							callback();
						}
					} finally {
						if (passing) pass();
					}
				} catch (e) {
					fail(e);
				}
			}
		}
	};
})`

func (r *Runtime) queueMicrotask(c vm.FunctionCall) vm.Value {
	r.begins()
	fn := c.Argument(0)
	if !callable(fn) {
		panic(r.invalidCallback(fn))
	}
	r.pushMicrotask(task{fn: r.inContext(fn)})
	return vm.Undefined()
}

func (r *Runtime) pushMicrotask(t task) {
	m := &r.microtasks
	m.queue.Push(t)
	if m.open && m.mark == r.order.jobs.Mark() {
		*m.batches.Back()++
		return
	}
	m.batches.Push(1)
	thenable := r.microtaskThenable()
	if r.natives.runMicrotasks != nil && r.inside() {
		r.order.jobs.Push(r.microtaskJob)
	} else {
		_, resolve, _ := r.vm.NewPromise()
		_ = resolve(thenable)
	}
	if r.order.visible {
		m.open, m.mark = true, r.order.jobs.Mark()
	}
}

// microtaskJob is the job of a batch. It calls the JavaScript frame like one of the engine's own
// jobs calls a function. With an ordinary call from Go, the engine would run all other jobs when
// the call returns.
func (r *Runtime) microtaskJob() {
	_ = r.vm.Try(func() { r.natives.runMicrotasks(vm.FunctionCall{This: r.natives.microtask}) })
}

func (r *Runtime) beginMicrotasks(vm.FunctionCall) vm.Value {
	m := &r.microtasks
	m.left = 0
	if m.batches.Len() > 0 { // an interrupt may have dropped the batch
		m.left = m.batches.Pop()
		m.open = m.open && m.batches.Len() > 0
	}
	return vm.Undefined()
}

func (r *Runtime) takeMicrotask(vm.FunctionCall) vm.Value {
	m := &r.microtasks
	for m.left > 0 && m.queue.Len() > 0 && !r.ending.stopped.Load() {
		m.left--
		r.contexts.current = nil
		t := m.queue.Pop()
		if t.run == nil {
			return t.fn
		}
		t.run()
	}
	return vm.Undefined()
}

func (r *Runtime) failMicrotask(c vm.FunctionCall) vm.Value {
	if !r.ending.stopped.Load() {
		r.uncaught(c.Argument(0), r.passed(c.Argument(0)), fromException)
	}
	return vm.Undefined()
}
