package js

import (
	"context"
	"sync"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/internal/ring"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns the runtime's worker pool, which does what blocks in the operations of
// fs, as libuv's thread pool does in Node, and the poll phase, in which their results come
// back to the loop.
//
// Work begins in the order in which it was queued; as in Node, a limited number of workers
// does it. The result of each is a callback of its own, with nextTicks and microtasks
// after it. The poll phase runs the callbacks of all work that has ended when the phase
// begins, in the order in which it ended. What these queue, however fast, comes in a later
// phase: so an operation of several steps takes as many turns as in Node.
//
// Rejected: a goroutine for each step. The scheduler runs the goroutine that was started
// last before the others, so later operations overtook earlier ones.

// workers is the pool.
type workers struct {
	mu      sync.Mutex
	waiting ring.Buffer[*work] // not begun
	ended   []*work            // not delivered
	busy    int                // workers that run

	// Loop goroutine only.

	posted bool // poll has been submitted
}

// work is one piece of work. done is called on the loop with its result, and returns the
// function of JavaScript that is to be called with it, and with what; or nil, if it was a
// step of which JavaScript does not learn.
type work struct {
	do   func() (any, error)
	done func(value any, err error) (fn vm.Value, args []vm.Value)
	// Written by the worker; workers.mu makes them visible to the loop.
	value any
	err   error
}

// defaultFileWorkers is the size of libuv's thread pool.
const defaultFileWorkers = 4

// queueWork has a worker call do, and calls done on the loop with the result, in a poll
// phase after that, and then what done returns. Until then the program is kept running. On
// the loop.
func (r *Runtime) queueWork(do func() (any, error), done func(any, error) (vm.Value, []vm.Value)) {
	p := &r.workers
	w := &work{do: do, done: done}
	r.holds.Add(1)
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
	// The loop is ending and accepts no more work. What has been begun goes on here.
	r.drainWork()
	_ = r.loop.QueueMicrotask(r.poll)
}

// run does the work.
func (w *work) run() { w.value, w.err = w.do() }

// postDelivery has the results that are there delivered in the next poll phase. On the
// loop.
func (r *Runtime) postDelivery() {
	p := &r.workers
	p.mu.Lock()
	ended := len(p.ended) > 0
	p.mu.Unlock()
	if !ended || p.posted {
		return
	}
	p.posted = true
	if r.loop.Submit(r.poll) != nil { // a full queue, or the loop is ending
		_ = r.loop.QueueMicrotask(r.poll)
	}
}

// startWorker starts a worker, whose goroutine does one piece of work: its result is
// delivered when the goroutine returns. Any goroutine may call it.
func (r *Runtime) startWorker() error {
	return wakeful.Go(r.loop, r.worker, func(_ struct{}, err error) {
		if err != nil {
			r.Report(err)
		}
		r.poll()
	})
}

// worker does the work that has waited longest, and starts another worker for what is left.
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

// runNext does the work that has waited longest. Without any, the worker is not busy any
// more.
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

// finish adds what has ended.
func (p *workers) finish(w *work) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended = append(p.ended, w)
}

// drainWork does all work that waits.
func (r *Runtime) drainWork() {
	for r.workers.runNext() {
	}
}

// take returns what has ended.
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
	if r.ending.over.Load() || r.phases.polled() {
		return
	}
	if r.polling.begin(r) {
		r.idle.turned = true
		r.enter(&r.polling)
	}
}

// polling is the source that runs the callbacks of work that has ended.
type polling struct {
	ended []*work
	ran   bool // a callback has run, and its nextTicks have not
}

// begin takes what has ended, and reports whether there is anything.
func (q *polling) begin(r *Runtime) bool {
	q.ended, q.ran = r.workers.take(), false
	return len(q.ended) > 0
}

func (q *polling) next(r *Runtime) (vm.Value, step) {
	switch {
	case q.ran:
		q.ran = false
		return nil, settle
	case len(q.ended) == 0:
		return nil, done
	}
	w := q.ended[0]
	q.ended[0] = nil
	q.ended = q.ended[1:]
	q.ran = true
	r.holds.Add(-1)
	fn, args := w.done(w.value, w.err)
	if fn == nil { // no callback, and so no nextTicks after it
		q.ran = false
		return nil, call
	}
	return r.begin(task{fn: fn, args: args}), call
}

// failed goes on with the next callback: nextTicks wait until after that one.
func (q *polling) failed(r *Runtime) {
	q.ran = false
	if len(q.ended) == 0 {
		r.nextPhase(pollPhase)
	}
}
