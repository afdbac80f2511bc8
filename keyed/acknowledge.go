package keyed

import (
	"context"
	"fmt"
	"iter"
	"time"
)

// This file owns what the engine is told: which records are finished, when, and what that frees.

// acknowledge acknowledges what is finished, at intervals and when it is asked to.
func (c *Consumer[K, S]) acknowledge(number int) {
	ticker := time.NewTicker(c.ackInterval)
	defer ticker.Stop()
	for {
		select {
		case <-c.work.Done():
			return
		case <-ticker.C:
			c.place.Pass(number)
		case <-c.kick:
			c.place.Pass(number)
		}
		c.acknowledgeFinished(c.work, nil)
	}
}

// askForRoom asks for an acknowledgement if it would free a quarter of WithMaxInFlight, or a
// sixteenth when a source waits. The lock is held. Less than that is acknowledged at the end of the
// interval. If it asked only when a source waits, the loops could be out of records before the
// engine has answered.
func (c *Consumer[K, S]) askForRoom() {
	if c.below > c.inFlight/4 || c.waiting > 0 && c.below > c.inFlight/16 {
		select {
		case c.kick <- struct{}{}:
		default: // somebody has asked already
		}
	}
}

// A pending is what is being acknowledged of a partition.
type pending[K comparable] struct {
	partition *partition[K]
	next      int64
	below     int
	finished  []run[K]
}

// acknowledgeFinished acknowledges what is finished of one partition, or of all.
func (c *Consumer[K, S]) acknowledgeFinished(ctx context.Context, only *partition[K]) {
	c.acknowledging.Lock()
	defer c.acknowledging.Unlock()
	c.mu.Lock()
	var all []pending[K]
	var acks []Ack
	for _, p := range c.partitions {
		if only != nil && p != only || p.lost || len(p.finished) == 0 && p.below == 0 {
			continue
		}
		one := pending[K]{p, p.next, p.below, p.finished}
		p.finished = nil
		all = append(all, one)
		acks = append(acks, Ack{p.id, p.next, recordsOf(one.finished)})
	}
	c.mu.Unlock()
	if len(all) == 0 {
		return
	}
	err := c.source.Acknowledge(ctx, acks)
	switch {
	case err == nil:
		c.report(ofAcknowledge, "", nil)
	case ctx.Err() == nil:
		c.report(ofAcknowledge, "", fmt.Errorf("acknowledge: %w", err))
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	freed := 0
	for _, one := range all {
		p := one.partition
		switch {
		case p.dropped: // its records are free
		case err != nil:
			p.finished = append(one.finished, p.finished...)
		default:
			p.below -= one.below
			freed += one.below
		}
	}
	c.below -= freed
	c.makeRoom(freed)
}

func recordsOf[K comparable](runs []run[K]) iter.Seq[Record] {
	return func(yield func(Record) bool) {
		for _, r := range runs {
			for i := range r.all {
				if !yield(r.d.record(i, r.attempt)) {
					return
				}
			}
		}
	}
}

// makeRoom frees n of WithMaxInFlight. The lock is held.
func (c *Consumer[K, S]) makeRoom(n int) {
	if n == 0 {
		return
	}
	c.free += n
	if c.waiting > 0 {
		close(c.room)
		c.room = make(chan struct{})
	}
}
