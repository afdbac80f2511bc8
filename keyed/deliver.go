package keyed

import (
	"context"
	"fmt"
	"iter"
	"runtime/debug"
	"slices"
)

// This file owns the way of records from a source to their slab, and the limit on how many are in
// flight. attempt.go runs the handlers.

// batch is how many records are divided between the loops at once.
const batch = 1024

// assignment implements Assignment.
type assignment[K comparable, S any] struct {
	c *Consumer[K, S]
	p *partition[K]
}

// Deliver implements Assignment.
func (a assignment[K, S]) Deliver(ctx context.Context, records []Record) error {
	c, p := a.c, a.p
	for chunk := range slices.Chunk(records, batch) {
		s := c.newSlab(p, len(chunk))
		if err := c.fill(s, chunk); err != nil {
			c.fail(err)
			return err
		}
		// When the last records of s have been sent, s may belong to the next delivery.
		for first := 0; first < len(chunk); {
			n, err := c.admit(ctx, s, first)
			if n == 0 {
				return err
			}
			begin := first
			if _, err := c.keys.SubmitBatch(s.keys[begin:begin+n], func(states iter.Seq2[int, *keyState[K, S]]) {
				c.arrive(s, begin, states)
			}); err != nil {
				c.fail(err)
				return err
			}
			first += n
		}
	}
	return nil
}

// fill makes the items of a slab of records.
func (c *Consumer[K, S]) fill(s *slab[K], records []Record) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("the function that returns the key of a record: %w: %v\n%s", ErrPanic, v, debug.Stack())
		}
	}()
	id := s.partition.id
	for i := range records {
		it := &s.items[i]
		it.renew()
		if it.alone || it.err != nil { // seldom, and a store of a pointer costs the collector's barrier
			it.alone, it.err = false, nil
		}
		it.record = records[i]
		it.record.Partition, it.record.Attempt = id, 0
		s.keys[i] = c.keyOf(it.record)
	}
	return nil
}

// admit takes as many of the items of s from first on as there is room for, at least one. It
// returns 0 when the partition is revoked, or when ctx or the consumer has ended, which is the
// error.
func (c *Consumer[K, S]) admit(ctx context.Context, s *slab[K], first int) (int, error) {
	p := s.partition
	c.mu.Lock()
	defer c.mu.Unlock()
	for {
		if p.isRevoked() {
			return 0, nil
		}
		if n := min(c.free, s.n-first); n > 0 {
			if !p.started {
				p.started, p.next = true, s.items[0].record.Position
			}
			if first == 0 {
				p.slabs.Push(s)
			}
			s.admitted = first + n
			c.free -= n
			c.unfinished += n
			c.metrics.Delivered += uint64(n)
			return n, nil
		}
		c.waiting++
		c.askForRoom()
		room := c.room
		c.mu.Unlock()
		select {
		case <-room:
		case <-p.revoked:
		case <-ctx.Done():
		case <-c.run.Done():
		}
		c.place.Pass(p.delivering)
		c.mu.Lock()
		c.waiting--
		switch { // several may be so
		case ctx.Err() != nil:
			return 0, context.Cause(ctx)
		case c.run.Err() != nil:
			return 0, errEnded
		}
	}
}

// arrive runs the handlers of records that have arrived on their loop: items of s, with numbers from
// first on. What must wait for its key is left to it. A handler that calls done before it returns is
// the usual case, and all of those are counted at the end.
func (c *Consumer[K, S]) arrive(s *slab[K], first int, states iter.Seq2[int, *keyState[K, S]]) {
	if c.batches != nil {
		c.arriveBatches(s, first, states)
		return
	}
	p := s.partition
	if !c.start(p) {
		return // abandoned: its next owner gets them
	}
	var finished run[K]
	taken, attempting, completed := 0, false, false
	defer func() {
		if !completed { // runtime.Goexit in the handler of the last one taken
			if attempting {
				c.count(p) // else beginRecord has counted it
			}
			c.arriveLater(s, first, taken, states)
		}
		c.results(p, finished)
	}()
	for i, k := range states {
		it := &s.items[first+i]
		taken++
		if !c.belongs(k, p) {
			continue
		}
		if k.running != nil || k.waiting.Len() > 0 || !k.loaded || k.paused || p.isRevoked() {
			k.waiting.Push(it)
			c.next(k)
			continue
		}
		k.running = it
		attempting = true
		ended, err := c.attempt(k, it)
		attempting = false
		switch {
		case !ended:
			c.count(p)
		case err == nil:
			k.running = nil
			finished.add(it)
		default:
			c.count(p)
			c.ended(k, it, err)
		}
	}
	completed = true
}

// arriveLater leaves records to their keys, all but the first ones of states.
func (c *Consumer[K, S]) arriveLater(s *slab[K], first, taken int, states iter.Seq2[int, *keyState[K, S]]) {
	n := 0
	for i, k := range states {
		if n++; n > taken && c.belongs(k, s.partition) {
			it := &s.items[first+i]
			k.waiting.Push(it)
			c.do(it.key(), c.next)
		}
	}
}
