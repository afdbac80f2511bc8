package js

import (
	"github.com/wakeful-go/wakeful/internal/ring"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns process.nextTick and queueMicrotask.

// nextTick is process.nextTick.
func (r *Runtime) nextTick(c vm.FunctionCall) vm.Value {
	fn := c.Argument(0)
	if !callable(fn) {
		panic(r.invalidCallback(fn))
	}
	if r.process.exiting {
		return vm.Undefined() // as in Node there is no next tick
	}
	if len(c.Arguments) > 1 {
		r.ticks.push(task{fn: fn, args: append([]vm.Value(nil), c.Arguments[1:]...)})
	} else {
		r.ticks.pushFunction(fn.(*vm.Object))
	}
	return vm.Undefined()
}

// ticks is the queue of nextTicks. Nearly all are functions without arguments, and
// such a one takes a single word.
type ticks struct {
	functions ring.Buffer[*vm.Object] // nil where a task has its turn
	tasks     ring.Buffer[task]       // those
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

// microtasks are the functions of queueMicrotask. They belong into the engine's
// queue of promise jobs, which it has no function to add to. A job is added to its field if
// that is known; otherwise, at some ten times the cost, a promise is resolved with a thenable,
// which adds a job that calls then. Such a job runs a batch of microtasks: those that were
// queued with no promise job in between.
type microtasks struct {
	queue   ring.Buffer[task]
	batches ring.Buffer[int] // how many microtasks each job runs
	left    int              // of the batch that runs
	// open says that the last batch has not begun, and mark is what the engine's queue
	// looked like when it was added. While that looks the same, the batch is its last job.
	mark vm.Mark
	open bool
}

// microtaskFrame makes the thenable. An exception is reported at once, and the
// microtasks go on, as in Node. pass sees where it was thrown, as in the trampoline.
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
	fn := c.Argument(0)
	if !callable(fn) {
		panic(r.invalidCallback(fn))
	}
	r.pushMicrotask(task{fn: fn})
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
	if r.natives.runMicrotasks != nil && r.inside() {
		r.order.queue.Push(r.microtaskJob)
	} else {
		_, resolve, _ := r.vm.NewPromise()
		_ = resolve(r.natives.microtask)
	}
	if r.order.visible {
		m.open, m.mark = true, r.order.jobs.Mark()
	}
}

// microtaskJob is the job of a batch. The frame of JavaScript is called as one of the engine's
// own jobs calls a function: not from outside, or the engine would run all other jobs when
// that returns.
func (r *Runtime) microtaskJob() {
	_ = r.vm.Try(func() { r.natives.runMicrotasks(vm.FunctionCall{This: r.natives.microtask}) })
}

func (r *Runtime) beginMicrotasks(vm.FunctionCall) vm.Value {
	m := &r.microtasks
	m.left = 0
	if m.batches.Len() > 0 { // an interrupt may have dropped them
		m.left = m.batches.Pop()
		m.open = m.open && m.batches.Len() > 0
	}
	return vm.Undefined()
}

func (r *Runtime) takeMicrotask(vm.FunctionCall) vm.Value {
	m := &r.microtasks
	for m.left > 0 && m.queue.Len() > 0 && !r.ending.over.Load() {
		m.left--
		t := m.queue.Pop()
		if t.run == nil {
			return t.fn
		}
		t.run()
	}
	return vm.Undefined()
}

func (r *Runtime) failMicrotask(c vm.FunctionCall) vm.Value {
	if !r.ending.over.Load() {
		r.uncaught(c.Argument(0), r.passed(c.Argument(0)), fromException)
	}
	return vm.Undefined()
}
