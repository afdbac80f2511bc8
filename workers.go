package wakeful

import (
	"sync"
	"sync/atomic"

	"github.com/wakeful-go/wakeful/internal/ingress"
	"github.com/wakeful-go/wakeful/internal/wake"
)

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

	limit     int
	name      loopName // of the goroutines, "" for none
	submitted *ingress.Queue
	sources   *itemSources
	wake      *wake.EventCount
	state     *loopState
	alive     *references
	// start starts a worker in a simulated world, and gate orders the results; nil elsewhere.
	start func(run func())
	gate  func()

	// accepted counts jobs. Written under mu, together with alive. The loop compares it with
	// delivered after the pool was closed. Before that only Metrics reads it.
	accepted atomic.Int64
	// delivered counts the jobs whose result the loop has got. Written by the loop; observers read it.
	delivered atomic.Int64
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
}

func (p *workerPool) bind(limit int, name loopName, submitted *ingress.Queue, sources *itemSources, wake *wake.EventCount, state *loopState, alive *references) {
	p.limit, p.name, p.submitted, p.sources, p.wake, p.state, p.alive = limit, name, submitted, sources, wake, state, alive
}

// accept starts a goroutine for run, or queues it until a worker is free. It returns false if the
// pool is closed.
func (p *workerPool) accept(run func()) bool {
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return false
	}
	if !p.registered {
		p.registered = true
		p.sources.register(p)
	}
	p.accepted.Add(1)
	p.alive.add(1)
	free := p.workers < p.limit
	if free {
		p.workers++
	} else {
		p.queued.Push(run)
	}
	p.mu.Unlock()
	switch {
	case !free:
	case p.start != nil:
		p.start(func() { p.work(run) })
	default:
		go p.work(run)
	}
	return true
}

// work runs jobs until none is queued. If a job ends the goroutine, a new one continues.
func (p *workerPool) work(run func()) {
	ended := false
	p.name.label()
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
	if p.state.Load() == stopping {
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
	if p.gate != nil {
		p.gate()
	}
	p.posting.Lock()
	switch {
	case p.submitted.Push(deliver):
		p.queuedResults++
	case !p.ended:
		p.late.Push(deliver)
		p.hasLate.Store(true)
	}
	p.posting.Unlock()
	p.wake.Notify()
}

// close refuses further jobs.
func (p *workerPool) close() {
	p.mu.Lock()
	p.closed = true
	p.mu.Unlock()
}

// allDelivered reports whether every accepted job was delivered. It stays true only after the pool
// was closed. Loop only.
func (p *workerPool) allDelivered() bool { return p.accepted.Load() == p.delivered.Load() }

// runNext delivers a late result.
func (p *workerPool) runNext(t *turnState) {
	p.posting.Lock()
	deliver := p.late.Pop()
	p.lateDelivered++
	if p.late.Len() == 0 {
		p.hasLate.Store(false)
		t.items = nil
	}
	p.posting.Unlock()
	deliver()
}

// discard drops late results, now and later, and returns how many jobs were not delivered, without
// the results in the queue, which are counted there.
func (p *workerPool) discard(*turnState) (items, entries int) {
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
