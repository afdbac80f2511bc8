package js

import (
	"context"
	"sync"

	"github.com/wakeful-go/wakeful/internal/ring"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns the runtime's worker pool and its poll phase. The pool runs the blocking parts of
// fs operations, like libuv's thread pool in Node. The poll phase passes their results to the loop.
//
// Work starts in the order in which it was queued, on a limited number of workers as in Node. Each
// result is a callback of its own, followed by nextTicks and microtasks. The poll phase runs the
// callbacks of all work that has ended when the phase starts, in the order in which it ended. Work
// that these queue comes in a later phase, however fast it is. So an operation with several steps
// takes as many turns as in Node.
//
// Rejected: a goroutine for each step. The scheduler runs the most recently started goroutine
// first, so later operations overtook earlier ones.

// workers is the pool.
type workers struct {
	mu      sync.Mutex
	waiting ring.Buffer[*work] // not started
	ended   []*work            // not delivered
	busy    int                // running workers

	// Loop goroutine only.

	posted bool // poll has been submitted
}

// work is one piece of work. done is called on the loop with the result. It returns the JavaScript
// function to call and its arguments, or nil after a step that JavaScript does not see.
type work struct {
	do   func() (any, error)
	done func(value any, err error) (fn vm.Value, args []vm.Value)
	// Written by the worker. workers.mu makes them visible to the loop.
	value any
	err   error

	evaluation *evaluation // that the code belongs to which has queued it. Immutable
}

// defaultFileWorkers is the size of libuv's thread pool.
const defaultFileWorkers = 4

// QueueWork runs do on a worker. In a later poll phase it calls done on the loop with the result,
// and then the function that done returns. Until then the program keeps running. On the loop.
func (v hostView) QueueWork(do func() (any, error), done func(any, error) (vm.Value, []vm.Value)) {
	r, p := v.Runtime, &v.workers
	if context := r.contexts.current; context != nil {
		deliver := done
		done = func(value any, err error) (vm.Value, []vm.Value) {
			fn, args := deliver(value, err)
			if fn != nil {
				r.contexts.current = context
				fn = r.inContext(fn)
				r.contexts.current = nil
			}
			return fn, args
		}
	}
	w := &work{do: do, done: done, evaluation: r.meter.current}
	r.meter.pending++
	r.holds.Add(1)
	r.scripts.track(w, w.alive)
	if r.settings.fileWorkers == 0 {
		w.run()
		p.finish(w)
		r.postDelivery()
		return
	}
	p.mu.Lock()
	p.waiting.Push(w)
	free := p.busy < r.settings.fileWorkers
	if free {
		p.busy++
	}
	p.mu.Unlock()
	if !free || r.startWorker() == nil {
		return
	}
	// The loop is ending and accepts no more work. Run the rest of a started operation here.
	r.drainWork()
	_ = r.loop.QueueMicrotask(r.poll)
}

// run performs the work.
func (w *work) run() { w.value, w.err = w.do() }

// postDelivery schedules the delivery of finished work for the next poll phase. On the loop.
func (r *Runtime) postDelivery() {
	p := &r.workers
	p.mu.Lock()
	ended := len(p.ended) > 0
	p.mu.Unlock()
	if !ended || p.posted {
		return
	}
	p.posted = true
	if r.loop.SubmitUnlimited(r.poll) != nil { // the loop is ending
		_ = r.loop.QueueMicrotask(r.poll)
	}
}

// startWorker starts a worker on a goroutine that does one piece of work. The result is delivered
// when the goroutine returns. Any goroutine may call it.
func (r *Runtime) startWorker() error {
	return r.loop.RunBlocking(context.Background(), r.worker, func(_ struct{}, err error) {
		if err != nil {
			r.ReportError(err)
		}
		r.poll()
	})
}

// worker does the oldest waiting work, and starts another worker for the rest.
func (r *Runtime) worker(context.Context) (none struct{}, err error) {
	p := &r.workers
	if !p.runNext() {
		return none, nil
	}
	p.mu.Lock()
	more := p.waiting.Len() > 0
	if !more {
		p.busy--
	}
	p.mu.Unlock()
	if more && r.startWorker() != nil {
		r.drainWork() // the loop is ending
	}
	return none, nil
}

// runNext does the oldest waiting work. If there is none, the worker stops.
func (p *workers) runNext() bool {
	p.mu.Lock()
	if p.waiting.Len() == 0 {
		p.busy--
		p.mu.Unlock()
		return false
	}
	w := p.waiting.Pop()
	p.mu.Unlock()
	w.run()
	p.finish(w)
	return true
}

// finish adds finished work to ended.
func (p *workers) finish(w *work) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended = append(p.ended, w)
}

// drainWork does all waiting work.
func (r *Runtime) drainWork() {
	for r.workers.runNext() {
	}
}

// take returns the finished work.
func (p *workers) take() []*work {
	p.mu.Lock()
	defer p.mu.Unlock()
	ended := p.ended
	p.ended = nil
	return ended
}

// poll is the loop's poll phase.
func (r *Runtime) poll() {
	r.workers.posted = false
	if r.ending.stopped.Load() || r.phases.polled() {
		return
	}
	if r.polling.takeFinished(r) {
		r.idle.turned = true
		r.enter(&r.polling)
	}
}

// polling is the source that runs the callbacks of finished work.
type polling struct {
	ended []*work
	ran   bool // a callback has run, its nextTicks have not
	// failure: a callback has thrown and left nextTicks or microtasks, which run after the next
	// callback of the phase or, without one, in the next phase.
	failure bool
}

// takeFinished takes the finished work and reports whether there is any.
func (q *polling) takeFinished(r *Runtime) bool {
	q.ended, q.ran, q.failure = r.workers.take(), false, false
	return len(q.ended) > 0
}

func (q *polling) next(r *Runtime) (vm.Value, step) {
	switch {
	case q.ran:
		q.ran = false
		return nil, drain
	case len(q.ended) == 0 && q.failure:
		q.failure = false
		r.nextPhase(pollPhase)
		return nil, run
	case len(q.ended) == 0:
		return nil, done
	}
	w := q.ended[0]
	q.ended[0] = nil
	q.ended = q.ended[1:]
	q.ran = true
	r.holds.Add(-1)
	r.meter.pending--
	r.belongTo(w.evaluation)
	r.scripts.deliver(w)
	fn, args := w.done(w.value, w.err)
	if fn == nil { // no callback, so no nextTicks after it
		q.ran = false
		return nil, run
	}
	q.failure = false
	return r.beginTask(task{fn: fn, args: args}), run
}

// failed continues with the next callback. The nextTicks run after that one. Steps that JavaScript
// does not see are no callbacks.
func (q *polling) failed(*Runtime) { q.ran, q.failure = false, true }
