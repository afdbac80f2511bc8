package js

import (
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
	queue[*vm.Object]             // nil where a task has its turn
	tasks             queue[task] // those
}

func (q *ticks) push(t task) {
	q.queue.push(nil)
	q.tasks.push(t)
}

func (q *ticks) pushFunction(fn *vm.Object) { q.queue.push(fn) }

// pop removes the oldest tick. The queue must not be empty.
func (q *ticks) pop() task {
	if fn := q.queue.pop(); fn != nil {
		return task{fn: fn}
	}
	return q.tasks.pop()
}

// popFunction removes the oldest tick if it is a function without arguments.
func (q *ticks) popFunction() *vm.Object {
	if q.n == 0 || q.ring[q.head] == nil {
		return nil
	}
	return q.queue.pop()
}

// microtasks are the functions of queueMicrotask. They belong into the engine's
// queue of promise jobs, which it has no function to add to; but resolving a
// promise with a thenable adds one job, which calls then. Such a job runs a batch
// of microtasks: those that were queued with no promise job in between.
type microtasks struct {
	queue   queue[task]
	batches queue[int] // how many microtasks each job runs
	left    int        // of the batch that runs
	// open says that the last batch has not begun, and mark is what the engine's queue
	// looked like when it was added. While that looks the same, the batch is its last job.
	mark vm.Mark
	open bool
}

// microtaskFrame makes the thenable. An exception is reported at once, and the
// microtasks go on, as in Node.
const microtaskFrame = `(function (take, fail, begin) {
	'use strict';
	return {
		then() {
			begin();
			for (;;) {
				try {
					for (;;) {
						const callback = take();
						if (callback === undefined) return;
						callback();
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
	m.queue.push(t)
	if m.open && m.mark == r.order.jobs.Mark() {
		m.batches.ring[(m.batches.head+m.batches.n-1)&(len(m.batches.ring)-1)]++
		return
	}
	m.batches.push(1)
	_, resolve, _ := r.vm.NewPromise()
	_ = resolve(r.natives.microtask)
	if r.order.visible {
		m.open, m.mark = true, r.order.jobs.Mark()
	}
}

func (r *Runtime) beginMicrotasks(vm.FunctionCall) vm.Value {
	m := &r.microtasks
	m.left = 0
	if m.batches.n > 0 { // an interrupt may have dropped them
		m.left = m.batches.pop()
		m.open = m.open && m.batches.n > 0
	}
	return vm.Undefined()
}

func (r *Runtime) takeMicrotask(vm.FunctionCall) vm.Value {
	m := &r.microtasks
	for m.left > 0 && m.queue.n > 0 && !r.ending.over.Load() {
		m.left--
		t := m.queue.pop()
		if t.run == nil {
			return t.fn
		}
		t.run()
	}
	return vm.Undefined()
}

func (r *Runtime) failMicrotask(c vm.FunctionCall) vm.Value {
	if !r.ending.over.Load() {
		r.uncaught(c.Argument(0), nil, fromException)
	}
	return vm.Undefined()
}
