package keyed

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"sync/atomic"

	"github.com/wakeful-go/wakeful/internal/ring"
)

// This file owns what the consumer knows of a partition, from Assign to Revoke.

// A partition is what the consumer knows of a partition that its source has. The consumer's lock
// guards it.
type partition[K comparable] struct {
	id Partition
	// items are the delivered records in order, from the first that is not finished. next is the
	// position below which everything is finished, and below the number of records under it that
	// are not acknowledged.
	items ring.Buffer[*item[K]]
	next  int64
	below int
	// finished are the records that have finished and are not acknowledged, one by one.
	finished list[K]
	// keys are those whose memory has something of the partition. They register when their first
	// record arrives, and leave when they are evicted.
	keys    map[K]struct{}
	running int           // handlers between their start and done, and functions of DeadLetter
	revoked chan struct{} // closed when no handler may start any more
	idle    chan struct{} // closed when running is 0 after that; nil when nobody waits
	gone    chan struct{} // closed when Lose was called
	over    chan struct{} // closed when Revoke or Lose has done everything
	started bool          // a record was delivered, and next is known
	ended   bool          // nothing of it has an effect any more
	lost    bool          // Lose was called: nothing may be acknowledged any more
	dropped bool          // what it had of InFlight is free
}

// An item is a delivered record.
type item[K comparable] struct {
	record   Record
	key      K
	slab     *slab[K]     // see slab.go
	next     *item[K]     // in a list; see bucket.go
	state    atomic.Int64 // see attempt.go
	err      error        // of done; see attempt.go
	finished bool         // guarded by the consumer's lock
}

func (it *item[K]) partition() *partition[K] { return it.slab.partition }

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
		id: id, keys: map[K]struct{}{},
		revoked: make(chan struct{}), gone: make(chan struct{}), over: make(chan struct{}),
	}
	if c.closed {
		p.ended, p.dropped = true, true
		close(p.revoked)
		close(p.over)
	} else {
		c.partitions[p] = struct{}{}
	}
	return assignment[K, S]{c, p}
}

// Report implements Sink.
func (s *sink[K, S]) Report(err error) { s.onError(err) }

// assignment implements Assignment.
type assignment[K comparable, S any] struct {
	c *Consumer[K, S]
	p *partition[K]
}

// Deliver implements Assignment.
func (a assignment[K, S]) Deliver(ctx context.Context, records []Record) error {
	c, p := a.c, a.p
	for chunk := range slices.Chunk(records, batch) {
		items := c.newSlab(p, len(chunk))
		if err := c.fill(items, chunk); err != nil {
			c.fail(err)
			return err
		}
		for len(items) > 0 {
			n, err := c.admit(ctx, items)
			if n == 0 {
				return err
			}
			if err := c.send(items[:n]); err != nil {
				c.fail(err)
				return err
			}
			items = items[n:]
		}
	}
	return nil
}

// fill makes items of records.
func (c *Consumer[K, S]) fill(items []item[K], records []Record) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("the function that returns the key of a record: %w: %v\n%s", ErrPanic, v, debug.Stack())
		}
	}()
	id := items[0].partition().id
	for i := range items {
		it := &items[i]
		it.record = records[i]
		it.record.Partition, it.record.Attempt = id, 0
		it.key = c.keyOf(it.record)
	}
	return nil
}

// admit takes as many of items as there is room for, at least one. It returns 0 when the partition
// is revoked, or when ctx or the consumer has ended, which is the error.
func (c *Consumer[K, S]) admit(ctx context.Context, items []item[K]) (int, error) {
	p := items[0].partition()
	c.mu.Lock()
	defer c.mu.Unlock()
	for {
		if p.isRevoked() {
			return 0, nil
		}
		if n := min(c.free, len(items)); n > 0 {
			if !p.started {
				p.started, p.next = true, items[0].record.Position
			}
			for i := range items[:n] {
				p.items.Push(&items[i])
			}
			c.free -= n
			c.unfinished += n
			c.metrics.Delivered += uint64(n)
			return n, nil
		}
		c.waiting++
		c.askForRoom()
		room := c.room
		c.mu.Unlock()
		var err error
		select {
		case <-room:
		case <-p.revoked:
		case <-ctx.Done():
			err = context.Cause(ctx)
		case <-c.run.Done():
			err = ErrEnded
		}
		c.mu.Lock()
		c.waiting--
		if err != nil {
			return 0, err
		}
	}
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
		c.metrics.Failed++
		return true
	}
	c.finished(p, it)
	c.advance(p)
	return true
}

// results records that handlers of p have succeeded, and that the function that has called them
// ends, which counted as one.
func (c *Consumer[K, S]) results(p *partition[K], items list[K]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if p.ended {
		return
	}
	c.uncount(p)
	for items.head != nil {
		c.finished(p, items.pop())
	}
	c.advance(p)
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

// finished records that a record is finished. The lock is held.
func (c *Consumer[K, S]) finished(p *partition[K], it *item[K]) {
	c.metrics.Finished++
	c.finish(1)
	it.finished = true
	p.finished.push(it)
}

// advance finds the first record of p that is not finished. The lock is held.
func (c *Consumer[K, S]) advance(p *partition[K]) {
	for p.items.Len() > 0 && (*p.items.Front()).finished {
		it := p.items.Pop()
		p.next = it.record.Position + 1
		c.release(it)
		p.below++
		c.below++
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

// abandon ends p: what has not finished never will, what its handlers still do has no effect, and the states of its keys are dropped.
// A record that arrives for the partition afterwards finds no trace of it, because what is given to
// a key runs in order.
func (c *Consumer[K, S]) abandon(p *partition[K]) {
	c.mu.Lock()
	p.ended = true
	unfinished, rest := 0, 0
	for p.items.Len() > 0 {
		it := p.items.Pop()
		if !it.finished && it.hasSucceeded() {
			c.finished(p, it) // the function that has called the handler still runs
		}
		switch {
		case !it.finished:
			unfinished++
			rest++
		case rest > 0:
			rest++
		default:
			p.next = it.record.Position + 1
			p.below++
			c.below++
		}
	}
	c.metrics.Abandoned += uint64(unfinished)
	c.finish(unfinished)
	c.makeRoom(rest)
	keys := make([]K, 0, len(p.keys))
	for key := range p.keys {
		keys = append(keys, key)
	}
	p.keys = nil
	c.mu.Unlock()
	for _, key := range keys {
		c.do(key, func(k *keyState[K, S]) { c.forget(k, p) })
	}
}

// drop ends the acknowledgements of p.
func (c *Consumer[K, S]) drop(p *partition[K]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	p.dropped = true
	c.below -= p.below
	c.makeRoom(p.below)
	p.below, p.finished = 0, list[K]{}
	delete(c.partitions, p)
}

// register notes that a key has something of p. It returns false if p has ended: then abandon has
// been there, and nobody would tell the key.
func (c *Consumer[K, S]) register(key K, p *partition[K]) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if p.ended {
		return false
	}
	p.keys[key] = struct{}{}
	return true
}

// unregister is called when the memory of a key is freed.
func (c *Consumer[K, S]) unregister(key K, partitions []*partition[K]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, p := range partitions {
		delete(p.keys, key) // of a partition that has ended it is nil
	}
}
