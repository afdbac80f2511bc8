package keyed

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"
)

// This file owns the way of records from a source to their slab, and the limit on how many are in
// flight. bucket.go gives them to their keys.

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
			if err := c.send(s, first, first+n); err != nil {
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
		it.state.Store((it.state.Load()/phases+1)*phases + handling)
		it.err = nil
		it.record = records[i]
		it.record.Partition, it.record.Attempt = id, 0
		it.key = c.keyOf(it.record)
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
		var err error
		select {
		case <-room:
		case <-p.revoked:
		case <-ctx.Done():
			err = context.Cause(ctx)
		case <-c.run.Done():
			err = errEnded
		}
		c.mu.Lock()
		c.waiting--
		if err != nil {
			return 0, err
		}
	}
}
