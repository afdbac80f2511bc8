package wakeful

import (
	"context"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// Go calls work on another goroutine, and then, on the loop, calls then with what
// work returned. That is how a loop uses everything in Go that blocks. Any
// goroutine may call it, callbacks included, and it never waits. It returns nil if
// the work was accepted: both functions are called once then, unless Close or the
// end of Run's context comes first. Otherwise it returns ErrNilFunc, or
// ErrClosed once the loop is ending, and neither is called.
//
// As much work as WithMaxWorkers says goes on at once, also before Run; what is
// accepted beyond that waits for its turn in order, without a goroutine. The
// result runs where a function would that work's goroutine had submitted last, and
// a queue limit does not hold for it. Until then is called, the work keeps an
// auto-exit loop running.
//
// The context ends when the loop begins to end; its cause matches ErrClosed,
// and the cause of the end of Run's context if that was the reason. Shutdown
// still has everything called that was accepted, with the context that has ended,
// and waits for it: work that heeds its context keeps that short, and work that
// itself waits for Shutdown must not do so for longer than its context lasts.
// Close neither waits for work nor calls what has not begun; results that were not
// delivered are discarded and counted at once, whenever the work returns.
//
// When work panics or calls runtime.Goexit, then gets a *PanicError, as the caller
// of Call does, and the panic handler is not called.
func Go[T any](l *Loop, work func(ctx context.Context) (T, error), then func(T, error)) error {
	if work == nil || then == nil {
		return ErrNilFunc
	}
	j := &job[T]{loop: l, work: work, then: then}
	return l.workers.accept(j.run)
}

// job is one Go that is under way.
type job[T any] struct {
	loop *Loop
	work func(context.Context) (T, error)
	then func(T, error)
	// Written by the goroutine of work; the queue makes them visible to the loop.
	value T
	err   error
}

// run calls work, and posts the result also when work does not return.
func (j *job[T]) run() {
	returned := false
	defer func() {
		if !returned {
			p := &PanicError{Value: recover(), Phase: "goroutine", Stack: debug.Stack()}
			if p.Value == nil {
				p.Value = ErrGoexit
			}
			j.err = p
		}
		j.work = nil
		j.loop.workers.post(j.deliver)
	}()
	j.value, j.err = j.work(j.loop.Context())
	returned = true
}

// deliver calls then. Loop only.
func (j *job[T]) deliver() {
	j.loop.workers.delivered++
	j.loop.addAlive(-1)
	j.then(j.value, j.err)
}

// workerPool has the jobs that Go has accepted, and the goroutines that run them.
//
// A result is pushed like a submitted function. Once the loop is ending its queue is closed,
// and results are late: a loop that drains takes them from a list of their own, as an
// itemSource. So a turn pays nothing for them.
//
// Rejected: a queue for results, which every turn of every loop would have to check; a
// mailbox, whose messages share an entry in the queue, so that a result could overtake what
// its goroutine has submitted before.
type workerPool struct {
	// Immutable after New.

	loop  *Loop
	limit int

	// accepted counts jobs. Written under mu, together with alive; the loop compares it
	// with delivered once the pool is closed, and before that only Metrics reads it.
	accepted atomic.Int64
	// hasLate is set while late is not empty. Written under posting before the loop is
	// notified; read by a draining loop before it parks and after Prepare. Without the
	// latter, a result that comes in between would never be delivered (TestGoAgainstEnds).
	hasLate atomic.Bool

	mu      sync.Mutex
	closed  bool
	known   bool          // to the item sources, since the first job
	workers int           // goroutines that run
	queued  callbackQueue // jobs without a worker

	// posting is apart from mu, since a push can be held back, and Go must not wait for
	// that. It makes a push and its count one step for Metrics.
	posting       sync.Mutex
	ended         bool          // late results are dropped
	late          callbackQueue // results that the closed queue did not take
	queuedResults int64         // results that it did take
	lateDelivered int64

	// Loop goroutine only.

	delivered int64
}

// accept has run called on a goroutine, now or when one is free.
func (p *workerPool) accept(run func()) error {
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return p.loop.reject(1, ErrClosed)
	}
	if !p.known {
		p.known = true
		p.loop.sources.register(p)
	}
	p.accepted.Add(1)
	p.loop.addAlive(1)
	free := p.workers < p.limit
	if free {
		p.workers++
	} else {
		p.queued.Push(run)
	}
	p.mu.Unlock()
	if free {
		go p.work(run)
	}
	return nil
}

// work runs jobs until none is queued. When one ends the goroutine, a new one goes on.
func (p *workerPool) work(run func()) {
	ended := false
	defer func() {
		if ended {
			return
		}
		if run := p.next(); run != nil {
			go p.work(run)
		}
	}()
	for ; run != nil; run = p.next() {
		run()
	}
	ended = true
}

// next returns the job to run next, or nil, after which the worker ends.
func (p *workerPool) next() func() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.loop.stop.Load() == stopping {
		p.queued = callbackQueue{} // the end of the loop counts them
	}
	if p.queued.Len() == 0 {
		p.workers--
		return nil
	}
	return p.queued.Pop()
}

// post hands a result to the loop. The goroutine that worked calls it.
func (p *workerPool) post(deliver func()) {
	p.posting.Lock()
	switch {
	case p.loop.submitted.Push(deliver):
		p.queuedResults++
	case !p.ended:
		p.late.Push(deliver)
		p.hasLate.Store(true)
	}
	p.posting.Unlock()
	p.loop.wake.Notify()
}

// close refuses further jobs.
func (p *workerPool) close() {
	p.mu.Lock()
	p.closed = true
	p.mu.Unlock()
}

// allDelivered reports whether every job that was accepted has been delivered. It stays so
// only once nothing more is accepted. Loop only.
func (p *workerPool) allDelivered() bool { return p.accepted.Load() == p.delivered }

// runNext delivers a late result.
func (p *workerPool) runNext(l *Loop) {
	p.posting.Lock()
	deliver := p.late.Pop()
	p.lateDelivered++
	if p.late.Len() == 0 {
		p.hasLate.Store(false)
		l.items = nil
	}
	p.posting.Unlock()
	deliver()
}

// discard drops late results, now and later, and returns how many jobs have not been
// delivered. Results in the queue are not among them: they are counted there.
func (p *workerPool) discard(*Loop) (items, entries int) {
	p.posting.Lock()
	defer p.posting.Unlock()
	p.ended, p.late = true, callbackQueue{}
	return int(p.accepted.Load() - p.queuedResults - p.lateDelivered), 0
}

func (p *workerPool) extraItems() int64 {
	// In this order: a result that is queued in between was accepted before.
	accepted := p.accepted.Load()
	p.posting.Lock()
	defer p.posting.Unlock()
	return accepted - p.queuedResults
}
