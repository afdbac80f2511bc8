package keyed

import (
	"context"
	"errors"
	"iter"
	"slices"
	"sync/atomic"

	"github.com/wakeful-go/wakeful/internal/ring"
)

// This file owns what the consumer knows of a partition, from Assign to Revoke. deliver.go has how
// its records arrive.

// A partition is what the consumer knows of a partition that its source has. The consumer's lock
// guards it.
type partition[K comparable] struct {
	id Partition
	// delivering and revoking are the numbers of the goroutines in Deliver and Revoke, see
	// Consumer.number.
	delivering, revoking int
	// deliveries have the delivered records in order, from the first that is not finished. next is the
	// position below which everything is finished, and below the number of records under it that
	// are not acknowledged.
	deliveries ring.Buffer[*delivery[K]]
	next       int64
	below      int
	// finished are the records that have finished and are not acknowledged.
	finished []run[K]
	tallies  []*tally[K] // of the loops that call its handlers
	// deadlines are those of WithTimer and WithTTL. They have a lock of their own.
	deadlines deadlines[K]
	running   int // handlers between their start and done, and functions of WithDeadLetter
	// stopped says that no handler may start any more. stopStarting sets it under the lock, so start sees
	// it there. A loop also reads it before each record without the lock, and may see it late.
	stopped atomic.Bool
	revoked chan struct{} // closed after that
	idle    chan struct{} // closed when running is 0 after that; nil when nobody waits
	gone    chan struct{} // closed when Lose was called
	over    chan struct{} // closed when Revoke or Lose has done everything
	started bool          // a record was delivered, and next is known
	ended   bool          // nothing of it has an effect any more
	lost    bool          // Lose was called: nothing may be acknowledged any more
	dropped bool          // what it had of InFlight is free
}

// isRevoked reports whether no handler may start any more. Any goroutine may call it.
func (p *partition[K]) isRevoked() bool { return p.stopped.Load() }

// sink is a Consumer with the methods of Sink.
type sink[K comparable, S any] Consumer[K, S]

// Assign implements Sink.
func (s *sink[K, S]) Assign(id Partition) Assignment {
	c := (*Consumer[K, S])(s)
	c.mu.Lock()
	defer c.mu.Unlock()
	p := &partition[K]{
		id: id, delivering: c.number(), revoking: c.number(), next: -1,
		revoked: make(chan struct{}), gone: make(chan struct{}), over: make(chan struct{}),
	}
	if c.closed {
		p.ended, p.dropped = true, true
		p.stopped.Store(true)
		close(p.revoked)
		close(p.over)
	} else {
		c.partitions = append(c.partitions, p)
	}
	return &assignment[K, S]{c: c, p: p}
}

// Report implements Sink.
func (s *sink[K, S]) Report(operation string, err error) {
	(*Consumer[K, S])(s).report(ofSource, operation, err)
}

// start reports whether a handler may start, which then counts as running.
func (c *Consumer[K, S]) start(p *partition[K]) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if p.isRevoked() {
		return false
	}
	p.running++
	return true
}

// result records that the handler of a record has ended. It returns false if that has no effect any more.
func (c *Consumer[K, S]) result(l *call[K], err error) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.endCall(l) {
		return false
	}
	if err != nil {
		c.countFailure(err)
		return true
	}
	c.finished(runOf(l.item, l.attempt))
	c.advance(l.d.partition)
	return true
}

// letterFailed records that the function of WithDeadLetter has failed. It returns false if that has no
// effect any more.
func (c *Consumer[K, S]) letterFailed(l *call[K]) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.endCall(l)
}

// endCall records that a call has returned. It returns false if its partition has ended. The lock is
// held.
func (c *Consumer[K, S]) endCall(l *call[K]) bool {
	p := l.d.partition
	if p.ended {
		return false
	}
	c.uncount(p)
	return true
}

// countFailure counts a handler that has failed. The lock is held.
func (c *Consumer[K, S]) countFailure(err error) {
	c.metrics.Failed++
	if errors.Is(err, ErrPanic) {
		c.metrics.Panicked++
	}
}

// A tally has what handlers have finished that a loop calls one after the other: records of one
// delivery. While it has a delivery, it counts as a handler of its partition. So the lock is taken for
// many records at once.
type tally[K comparable] struct {
	run[K]
	// visible is how many of them abandon counts if it comes before leave. The loop sets it after it has
	// added them, so they and what is between them can be read. Without it, records would run again that
	// have finished before a handler that does not end in time.
	visible atomic.Int64
}

// show makes visible what has finished.
func (t *tally[K]) show() { t.visible.Store(int64(t.n)) }

// enter reports whether a handler may be called with a record of d, which is counted by the caller if it
// does not end at once.
func (c *Consumer[K, S]) enter(t *tally[K], d *delivery[K]) bool {
	if t.d == d {
		return !d.partition.isRevoked()
	}
	c.leave(t)
	p := d.partition
	c.mu.Lock()
	defer c.mu.Unlock()
	if p.isRevoked() {
		return false
	}
	p.running++
	t.d = d
	p.tallies = append(p.tallies, t)
	return true
}

// leave records what has finished.
func (c *Consumer[K, S]) leave(t *tally[K]) {
	if t.d == nil {
		return
	}
	p := t.d.partition
	c.mu.Lock()
	defer c.mu.Unlock()
	if !p.ended {
		p.tallies = slices.DeleteFunc(p.tallies, func(other *tally[K]) bool { return other == t })
		c.uncount(p)
		if t.n > 0 {
			c.finished(t.run)
			c.advance(p)
		}
	}
	t.run = run[K]{}
	t.show()
}

// count counts a call that runs on after the tally.
func (c *Consumer[K, S]) count(l *call[K]) {
	if !l.counted {
		l.counted = true
		c.mu.Lock()
		l.d.partition.running++
		c.mu.Unlock()
	}
}

// uncount ends what start or count has counted. The lock is held.
func (c *Consumer[K, S]) uncount(p *partition[K]) {
	if p.running--; p.running == 0 && p.idle != nil {
		close(p.idle)
		p.idle = nil
	}
}

// finished records that records have finished. The lock is held.
func (c *Consumer[K, S]) finished(records run[K]) {
	records.d.finish(records)
	c.metrics.Finished += uint64(records.n)
	c.finish(records.n)
	p := records.d.partition
	p.finished = append(p.finished, records)
}

// advance finds the first record of p that is not finished. The lock is held.
func (c *Consumer[K, S]) advance(p *partition[K]) {
	for p.deliveries.Len() > 0 {
		d := *p.deliveries.Front()
		if n := d.firstUnfinished(); n > d.below {
			p.next = d.position(n-1) + 1
			p.below += n - d.below
			c.below += n - d.below
			d.below = n
		}
		if d.below < d.n {
			break
		}
		p.deliveries.Pop()
	}
	c.askForRoom()
}

// finish counts n records that are finished or abandoned. The lock is held.
func (c *Consumer[K, S]) finish(n int) {
	if c.unfinished -= n; c.unfinished == 0 && c.allDone != nil {
		close(c.allDone)
		c.allDone = nil
	}
}

// Revoke implements Assignment.
func (a *assignment[K, S]) Revoke(ctx context.Context) { a.c.revoke(ctx, a.p) }

// revoke ends a partition, see Assignment.
func (c *Consumer[K, S]) revoke(ctx context.Context, p *partition[K]) {
	if !c.stopStarting(p) {
		<-p.over
		return
	}
	limit, cancel := context.WithTimeout(ctx, c.revokeLimit)
	defer cancel()
	if idle := c.runningEnds(p); idle != nil {
		select {
		case <-idle:
		case <-p.gone:
		case <-limit.Done():
		}
		c.place.Pass(p.revoking)
	}
	c.abandon(p)
	// The time limit was for the handlers. The engine has limits of its own.
	c.acknowledgeFinished(context.WithoutCancel(ctx), p)
	c.drop(p)
	close(p.over)
}

// Lose implements Assignment.
func (a *assignment[K, S]) Lose() {
	c, p := a.c, a.p
	first := c.stopStarting(p)
	c.mu.Lock()
	if !p.lost {
		p.lost = true
		close(p.gone)
	}
	c.mu.Unlock()
	if first {
		c.abandon(p)
		c.drop(p)
		close(p.over)
	}
	<-p.over
}

// stopStarting lets no handler of p start any more. It returns false if that was so.
func (c *Consumer[K, S]) stopStarting(p *partition[K]) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if p.isRevoked() {
		return false
	}
	p.stopped.Store(true)
	close(p.revoked)
	return true
}

// runningEnds returns a channel that is closed when no handler of p runs, nil if none runs.
func (c *Consumer[K, S]) runningEnds(p *partition[K]) <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	if p.running > 0 && p.idle == nil {
		p.idle = make(chan struct{})
	}
	return p.idle
}

// hasEnded reports whether nothing of a partition has an effect any more.
func (c *Consumer[K, S]) hasEnded(p *partition[K]) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return p.ended
}

// abandon ends p: what has not finished never will, and what its handlers still do has no effect.
// The keys of its deliveries are told. The others find out when their next record arrives, or when
// they are evicted.
func (c *Consumer[K, S]) abandon(p *partition[K]) {
	c.mu.Lock()
	p.ended = true
	for _, t := range p.tallies {
		if n := int(t.visible.Load()); n > 0 {
			c.finished(run[K]{d: t.d, first: t.first, n: n, attempt: 1})
		}
	}
	p.tallies = nil
	c.advance(p)
	var keys []K
	rest, unfinished := 0, 0
	for p.deliveries.Len() > 0 {
		d := p.deliveries.Pop()
		unfinished += d.unfinished
		rest += d.n - d.below
		if d.unfinished > 0 && d.sent {
			keys = append(keys, d.keys...)
		}
	}
	c.metrics.Abandoned += uint64(unfinished)
	c.finish(unfinished)
	c.makeRoom(rest)
	c.mu.Unlock()
	_, _ = c.keys.SubmitBatch(keys, func(states iter.Seq2[int, *keyState[K, S]]) { // fails when the group is ending, which ends the consumer
		for _, k := range states {
			c.forgetEnded(k)
			c.next(k)
		}
	})
}

// drop ends the acknowledgements of p.
func (c *Consumer[K, S]) drop(p *partition[K]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	p.dropped = true
	c.below -= p.below
	c.makeRoom(p.below)
	p.below, p.finished = 0, nil
	c.partitions = slices.DeleteFunc(c.partitions, func(other *partition[K]) bool { return other == p })
}
