package wakeful

import (
	"context"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"github.com/wakeful-go/wakeful/internal/observe"
)

// RunBlocking calls work on another goroutine, where it may block, and then calls then on the loop
// with the result. Any goroutine may call RunBlocking, also a callback. It does not wait for work.
// It returns nil if the work was accepted. Then both functions are called once, unless Close or the
// end of Run's context comes first. Otherwise it returns ErrNilContext, ErrNilFunc, or ErrClosed
// when the loop is ending, and calls neither.
//
// WithMaxWorkers sets how much work runs at the same time, also before Run. Further work waits in
// order without a goroutine. The result has the position in the queue of a function that work's
// goroutine submits last, and no queue limit applies to it. Until then is called, the work keeps an
// auto-exit loop running.
//
// The context of the work has the values of ctx. It ends when ctx ends, and when the loop starts to
// end. Work that was accepted runs even if ctx has ended before. When the loop ends, its cause
// matches ErrClosed, and the cause of the end of Run's context if that was the reason. Shutdown
// still runs all accepted work, with a context that has ended, and waits for it. Work that returns
// when its context ends keeps that wait short. Work must not wait for Shutdown for longer than its
// context lasts. Close neither waits for running work nor starts waiting work. Results that were
// not delivered are discarded and counted at once, even if the work returns later.
//
// If work panics or calls runtime.Goexit, then gets a *PanicError, like the caller of Call, and the
// panic handler is not called.
func (l *Loop) RunBlocking[T any](ctx context.Context, work func(ctx context.Context) (T, error), then func(T, error)) error {
	switch {
	case ctx == nil:
		return ErrNilContext
	case work == nil || then == nil:
		return ErrNilFunc
	}
	j := &job[T]{loop: l, ctx: ctx, work: work, then: then}
	o := &l.observation.origins
	origin := l.origin()
	if origin == nil {
		return l.workers.accept(j.run)
	}
	// Before it is accepted: it may be delivered at once.
	o.track(j, origin.alive(observe.Alive{Kind: kindWork, Func: entryOf(work)}))
	err := l.workers.accept(j.run)
	if err != nil {
		o.untrack(j)
	}
	return err
}

// job is the state of one RunBlocking.
type job[T any] struct {
	loop *Loop
	ctx  context.Context
	work func(context.Context) (T, error)
	then func(T, error)
	// Written by work's goroutine. The queue makes them visible to the loop.
	value T
	err   error
}

// run calls work and posts the result, even if work does not return.
func (j *job[T]) run() {
	returned := false
	defer func() {
		if !returned {
			p := &PanicError{Value: recover(), Loop: j.loop.name, Phase: "goroutine", Stack: debug.Stack()}
			if p.Value == nil {
				p.Value = ErrGoexit
			}
			j.err = p
		}
		j.work = nil
		j.loop.workers.post(j.deliver)
	}()
	ctx, stop := j.context()
	defer stop()
	j.value, j.err = j.work(ctx)
	returned = true
}

// context returns the caller's context, which also ends with the loop. To merge the two costs
// allocations, which a context without an end and without values does not need.
func (j *job[T]) context() (ctx context.Context, stop func()) {
	ofLoop := j.loop.Context()
	if j.ctx == context.Background() {
		return ofLoop, func() {}
	}
	ctx, cancel := context.WithCancelCause(j.ctx)
	detach := context.AfterFunc(ofLoop, func() { cancel(context.Cause(ofLoop)) })
	return ctx, func() {
		detach()
		cancel(nil)
	}
}

// deliver calls then. Loop only.
func (j *job[T]) deliver() {
	l := j.loop
	l.workers.delivered++
	l.workers.settled.Store(l.workers.delivered)
	if l.observation.origins.enabled.Load() {
		l.observation.origins.untrack(j)
	}
	l.addAlive(-1)
	l.sampler.entry = entryOf(j.then)
	j.then(j.value, j.err)
}

// workerPool holds the jobs that RunBlocking has accepted, and counts the goroutines that run them.
//
// A result is pushed like a submitted function. When the loop is ending its queue is closed, and
// further results are late. A draining loop takes them from a separate list, as an itemSource. So a
// turn has no cost for late results.
//
// Rejected: a queue for results, which every turn of every loop would have to check; a mailbox,
// whose messages share an entry in the queue, so that a result could overtake functions that its
// goroutine submitted before.
type workerPool struct {
	// Immutable after New.

	loop  *Loop
	limit int

	// accepted counts jobs. Written under mu, together with alive. The loop compares it with
	// delivered after the pool was closed. Before that only Metrics reads it.
	accepted atomic.Int64
	// settled is delivered for observers. Written by the loop.
	settled atomic.Int64
	// hasLate is set while late is not empty. Written under posting before the loop is
	// notified; read by a draining loop before it parks and after Prepare. Without the
	// latter, a result that comes in between would never be delivered (TestRunBlockingAgainstEnds).
	hasLate atomic.Bool

	mu         sync.Mutex
	closed     bool
	registered bool          // with the item sources, since the first job
	workers    int           // running goroutines
	queued     callbackQueue // jobs without a worker

	// posting is separate from mu, because a push can block and RunBlocking must not wait for that.
	// It makes a push and its count one step for Metrics.
	posting       sync.Mutex
	ended         bool          // late results are dropped
	late          callbackQueue // results that the closed queue refused
	queuedResults int64         // results that the queue accepted
	lateDelivered int64

	// Loop goroutine only.

	delivered int64
}

// accept starts a goroutine for run, or queues it until a worker is free.
func (p *workerPool) accept(run func()) error {
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return p.loop.reject(1, ErrClosed)
	}
	if !p.registered {
		p.registered = true
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

// work runs jobs until none is queued. If a job ends the goroutine, a new one continues.
func (p *workerPool) work(run func()) {
	ended := false
	p.loop.labelGoroutine()
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

// next returns the next job, or nil, after which the worker ends.
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

// post passes a result to the loop. The worker calls it.
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

// allDelivered reports whether every accepted job was delivered. It stays true only after the pool
// was closed. Loop only.
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

// discard drops late results, now and later, and returns how many jobs were not delivered, without
// the results in the queue, which are counted there.
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
