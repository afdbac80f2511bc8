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
	// slabs have the delivered records in order, from the first that is not finished. next is the
	// position below which everything is finished, and below the number of records under it that
	// are not acknowledged.
	slabs ring.Buffer[*slab[K]]
	next  int64
	below int
	// finished are the records that have finished and are not acknowledged.
	finished []run[K]
	// deadlines are those of WithTimer and WithTTL. They have a lock of their own.
	deadlines deadlines[K]
	running   int           // handlers between their start and done, and functions of WithDeadLetter
	revoked   chan struct{} // closed when no handler may start any more
	idle      chan struct{} // closed when running is 0 after that; nil when nobody waits
	gone      chan struct{} // closed when Lose was called
	over      chan struct{} // closed when Revoke or Lose has done everything
	started   bool          // a record was delivered, and next is known
	ended     bool          // nothing of it has an effect any more
	lost      bool          // Lose was called: nothing may be acknowledged any more
	dropped   bool          // what it had of InFlight is free
}

// An item is a delivered record.
type item[K comparable] struct {
	record Record
	slab   *slab[K]     // see slab.go
	number uint16       // of it in the slab
	next   uint16       // the number of the next one of its run
	alone  bool         // it has failed, and runs in no batch with others
	kind   uint8        // see timers.go
	state  atomic.Int64 // see attempt.go
	err    error        // of done; see attempt.go
}

func (it *item[K]) partition() *partition[K] { return it.slab.partition }

func (it *item[K]) key() K { return it.slab.keys[it.number] }

func (p *partition[K]) isRevoked() bool {
	select {
	case <-p.revoked:
		return true
	default:
		return false
	}
}

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
		close(p.revoked)
		close(p.over)
	} else {
		c.partitions = append(c.partitions, p)
	}
	return assignment[K, S]{c, p}
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

// result records that a handler has ended. It returns false if that has no effect any more.
func (c *Consumer[K, S]) result(it *item[K], err error) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	p := it.partition()
	if p.ended {
		return false
	}
	c.uncount(p)
	if err != nil {
		c.countFailure(err)
		return true
	}
	c.finished(p, runOf(it))
	c.advance(p)
	return true
}

// countFailure counts a handler that has failed. The lock is held.
func (c *Consumer[K, S]) countFailure(err error) {
	c.metrics.Failed++
	if errors.Is(err, ErrPanic) {
		c.metrics.Panicked++
	}
}

// results records that handlers of p have succeeded, and that the function that has called them
// ends, which counted as one.
func (c *Consumer[K, S]) results(p *partition[K], records run[K]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if p.ended {
		return
	}
	c.uncount(p)
	if records.n > 0 {
		c.finished(p, records)
		c.advance(p)
	}
}

// count counts a handler of p that runs on after it has returned.
func (c *Consumer[K, S]) count(p *partition[K]) {
	c.mu.Lock()
	p.running++
	c.mu.Unlock()
}

// uncount ends what start or count has counted. The lock is held.
func (c *Consumer[K, S]) uncount(p *partition[K]) {
	if p.running--; p.running == 0 && p.idle != nil {
		close(p.idle)
		p.idle = nil
	}
}

// finished records that records of p have finished. The lock is held.
func (c *Consumer[K, S]) finished(p *partition[K], records run[K]) {
	for it := range records.all {
		it.slab.finish(it.number)
	}
	c.metrics.Finished += uint64(records.n)
	c.finish(records.n)
	p.finished = append(p.finished, records)
}

// advance finds the first record of p that is not finished. The lock is held.
func (c *Consumer[K, S]) advance(p *partition[K]) {
	for p.slabs.Len() > 0 {
		s := *p.slabs.Front()
		if n := s.firstUnfinished(); n > s.next {
			p.next = s.items[n-1].record.Position + 1
			p.below += n - s.next
			c.below += n - s.next
			s.next = n
		}
		if s.next < s.n {
			break
		}
		p.slabs.Pop()
		c.release(s, 1)
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
func (a assignment[K, S]) Revoke(ctx context.Context) { a.c.revoke(ctx, a.p) }

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
func (a assignment[K, S]) Lose() {
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
// The keys of these records are told. The others find out when their next record arrives, or when
// they are evicted.
func (c *Consumer[K, S]) abandon(p *partition[K]) {
	c.mu.Lock()
	p.ended = true
	var keys []K // that have unfinished records
	rest := 0
	for p.slabs.Len() > 0 {
		s := p.slabs.Pop() // not released: loops may still refer to its items
		for i := s.next; i < s.admitted; i++ {
			it := &s.items[i]
			if !s.hasFinished(i) && it.hasSucceeded() && c.store == nil {
				// The function that has called the handler still runs. It has not stored the state.
				c.finished(p, runOf(it))
			}
			switch {
			case !s.hasFinished(i):
				keys = append(keys, it.key())
				rest++
			case rest > 0:
				rest++
			default:
				p.next = it.record.Position + 1
				p.below++
				c.below++
			}
		}
	}
	c.metrics.Abandoned += uint64(len(keys))
	c.finish(len(keys))
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
