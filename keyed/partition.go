package keyed

import (
	"context"
	"slices"
	"sync"

	"github.com/wakeful-go/wakeful/internal/ring"
)

// A partition is what the consumer knows of a partition that its source has. The consumer's lock
// guards it.
type partition[K comparable] struct {
	id Partition
	// items are the delivered records in order, from the first that is not finished.
	items ring.Buffer[*item[K]]
	// next is the position below which everything is finished, and acknowledged the last one that
	// the engine has confirmed.
	next, acknowledged int64
	started            bool       // a record was delivered: next and acknowledged are known
	acknowledging      sync.Mutex // held during a call of Acknowledge; taken before the consumer's
	keys               map[K]struct{}
	running            int           // handlers between their start and done
	revoked            chan struct{} // closed when no handler may start any more
	idle               chan struct{} // closed when running is 0 after that; nil when nobody waits
	ended              bool          // nothing of it has an effect any more
	lost               bool          // another process may own it
}

// An item is a delivered record.
type item[K comparable] struct {
	record    Record
	key       K
	partition *partition[K]
	finished  bool // guarded by the consumer's lock
}

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
	p := &partition[K]{id: id, keys: map[K]struct{}{}, revoked: make(chan struct{})}
	if c.closed {
		close(p.revoked)
	} else {
		c.partitions[p] = struct{}{}
	}
	return assignment[K, S]{c, p}
}

// assignment implements Assignment.
type assignment[K comparable, S any] struct {
	c *Consumer[K, S]
	p *partition[K]
}

// Deliver implements Assignment.
func (a assignment[K, S]) Deliver(ctx context.Context, records []Record) error {
	c, p := a.c, a.p
	for _, r := range records {
		select {
		case c.slots <- struct{}{}:
		case <-p.revoked:
			return nil
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-c.run.Done():
			return ErrEnded
		}
		r.Partition, r.Attempt = p.id, 1
		it := &item[K]{record: r, key: c.keyOf(r), partition: p}
		if !c.accept(it) {
			<-c.slots
			return nil
		}
		if err := c.keys.Do(it.key, func(k *keyState[K, S]) { c.arrive(k, it) }); err != nil {
			c.fail(err)
			return err
		}
	}
	return nil
}

// accept records that it was delivered, unless its partition was revoked.
func (c *Consumer[K, S]) accept(it *item[K]) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	p := it.partition
	if p.isRevoked() {
		return false
	}
	if !p.started {
		p.started = true
		p.next, p.acknowledged = it.record.Position, it.record.Position
	}
	p.items.Push(it)
	p.keys[it.key] = struct{}{}
	c.unfinished++
	c.metrics.Delivered++
	return true
}

// start reports whether the handler of it may start.
func (c *Consumer[K, S]) start(it *item[K]) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if it.partition.isRevoked() {
		return false
	}
	it.partition.running++
	return true
}

// result records that a handler has ended. It returns false if that has no effect any more.
func (c *Consumer[K, S]) result(it *item[K], err error) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	p := it.partition
	if p.ended {
		return false
	}
	if p.running--; p.running == 0 && p.idle != nil {
		close(p.idle)
		p.idle = nil
	}
	if err != nil {
		c.metrics.Failed++
		return true
	}
	c.metrics.Finished++
	it.finished = true
	for p.items.Len() > 0 && (*p.items.Front()).finished {
		p.next = p.items.Pop().record.Position + 1
	}
	c.release(1)
	return true
}

// release gives back the slots of n records. The lock is held.
func (c *Consumer[K, S]) release(n int) {
	for range n {
		<-c.slots
	}
	if c.unfinished -= n; c.unfinished == 0 && c.allDone != nil {
		close(c.allDone)
		c.allDone = nil
	}
}

// Revoke implements Assignment.
func (a assignment[K, S]) Revoke(ctx context.Context) { a.c.revoke(ctx, a.p) }

// Lose implements Assignment.
func (a assignment[K, S]) Lose() {
	if a.c.stopStarting(a.p, true) {
		a.c.abandon(a.p)
	}
}

// revoke ends a partition, see Assignment.
func (c *Consumer[K, S]) revoke(ctx context.Context, p *partition[K]) {
	if !c.stopStarting(p, false) {
		return
	}
	limit, cancel := context.WithTimeout(ctx, c.revokeLimit)
	defer cancel()
	if idle := c.runningEnds(p); idle != nil {
		select {
		case <-idle:
		case <-limit.Done():
		}
	}
	c.abandon(p)
	// The time limit was for the handlers. The engine has limits of its own.
	c.acknowledgePartition(context.WithoutCancel(ctx), p)
}

// stopStarting lets no handler of p start any more. It returns false if p was revoked before.
func (c *Consumer[K, S]) stopStarting(p *partition[K], lost bool) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if p.isRevoked() {
		return false
	}
	p.lost = lost
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

// abandon ends p: what its handlers still do has no effect, and the states of its keys are dropped.
// A record that arrives for the partition afterwards finds no trace of it, because what is given to
// a key runs in order.
func (c *Consumer[K, S]) abandon(p *partition[K]) {
	c.mu.Lock()
	p.ended = true
	unfinished := 0
	for p.items.Len() > 0 {
		if it := p.items.Pop(); !it.finished {
			unfinished++
		}
	}
	c.metrics.Abandoned += uint64(unfinished)
	c.release(unfinished)
	delete(c.partitions, p)
	keys := make([]K, 0, len(p.keys))
	for key := range p.keys {
		keys = append(keys, key)
	}
	c.mu.Unlock()
	for _, key := range keys {
		// It fails when the group is ending, which drops all states.
		_ = c.keys.Do(key, func(k *keyState[K, S]) { c.forget(k, p) })
	}
}

// forget drops the state of a key, and its records of p. Loop only.
func (c *Consumer[K, S]) forget(k *keyState[K, S], p *partition[K]) {
	if k.running != nil && k.running.partition == p {
		k.running = nil
	}
	k.waiting = slices.DeleteFunc(k.waiting, func(it *item[K]) bool { return it.partition == p })
	var none S
	k.state, k.loaded, k.loading = none, false, false
	k.generation++
	c.next(k)
}
