package keyed

import (
	"context"
	"fmt"
	"iter"
	"runtime/debug"
	"strings"
	"time"
)

// This file owns the way of records from a source to the loops of their keys, and the limit on how many
// are in flight. key.go runs the handlers.

// batch is how many records of a partition are divided between the loops at once, at most. More of them
// have more records for each key, which are then handed over together. Each loop runs its part in one
// callback.
const batch = 4096

// known is how many keys of a partition Deliver remembers, at most.
const known = 1 << 14

// assignment implements Assignment.
type assignment[K comparable, S any] struct {
	c *Consumer[K, S]
	p *partition[K]

	// Of the goroutine in Deliver. refs has the keys of recent records, and numbers their indexes. So a
	// string that is a part of a fetch is copied once for many records.

	refs    []ref[K]
	numbers map[K]int32
	calls   int // the number of the delivery
}

// A ref is a key that Deliver knows.
type ref[K comparable] struct {
	key   K
	group int32 // its number in its last delivery
	last  int32 // its last record there
	call  int   // that delivery
}

// Deliver implements Assignment.
func (a *assignment[K, S]) Deliver(ctx context.Context, records Records) error {
	c := a.c
	for from := 0; from < records.Len(); {
		d := &delivery[K]{partition: a.p, records: records, from: from}
		n, err := c.admit(ctx, d, min(batch, records.Len()-from))
		if n == 0 {
			return err
		}
		if err = a.divide(d, n); err == nil && c.mayBeSent(d) {
			_, err = c.keys.SubmitBatch(d.keys, func(states iter.Seq2[int, *keyState[K, S]]) { c.arrive(d, states) })
		}
		if err != nil {
			c.fail(err)
			return err
		}
		from += n
	}
	return nil
}

// admit takes up to n records into d, as many as there is room for. It returns 0 when the partition is
// revoked, or when ctx or the consumer has ended, which is the error.
func (c *Consumer[K, S]) admit(ctx context.Context, d *delivery[K], n int) (int, error) {
	p := d.partition
	c.mu.Lock()
	defer c.mu.Unlock()
	for {
		if p.isRevoked() {
			return 0, nil
		}
		if n := min(c.free, n); n > 0 {
			if !p.started {
				p.started, p.next = true, d.position(0)
			}
			d.n, d.unfinished = n, n
			if c.batchWait > 0 {
				d.arrived = time.Now()
			}
			p.deliveries.Push(d)
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

// divide divides the n records of d between their keys.
func (a *assignment[K, S]) divide(d *delivery[K], n int) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("the function that returns the key of a record: %w: %v\n%s", ErrPanic, v, debug.Stack())
		}
	}()
	if a.numbers == nil || len(a.refs) > known {
		a.refs, a.numbers = nil, map[K]int32{}
	}
	a.calls++
	d.next, d.keys, d.groups = make([]int32, n), make([]K, 0, min(n, len(a.refs))), make([]chain[K], 0, min(n, len(a.refs)))
	for i := range int32(n) {
		key := a.c.keyOf(d.record(i, 0))
		number, ok := a.numbers[key]
		if !ok {
			if text, ok := any(&key).(*string); ok {
				*text = strings.Clone(*text) // it may be a part of a fetch, see StringKey
			}
			number = int32(len(a.refs))
			a.numbers[key] = number
			a.refs = append(a.refs, ref[K]{key: key})
		}
		ref := &a.refs[number]
		if ref.call == a.calls {
			d.next[ref.last] = i
			ref.last = i
			d.groups[ref.group].n++
			continue
		}
		ref.call, ref.group, ref.last = a.calls, int32(len(d.keys)), i
		d.keys = append(d.keys, ref.key)
		d.groups = append(d.groups, chain[K]{d, ref.group, i, 1})
	}
	return nil
}

// mayBeSent reports whether the loops may get a delivery. After that, abandon tells its keys.
func (c *Consumer[K, S]) mayBeSent(d *delivery[K]) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	d.sent = !d.partition.ended
	return d.sent
}

// arrive runs the handlers of the records of d whose keys are on this loop. What must wait for its key is
// left to it.
func (c *Consumer[K, S]) arrive(d *delivery[K], states iter.Seq2[int, *keyState[K, S]]) {
	var t tally[K]
	var ch chain[K] // the records of a key that it has not taken
	taken, completed := 0, false
	defer func() {
		if !completed { // runtime.Goexit in a handler
			c.arriveLater(d, states, taken, &ch)
		}
		c.leave(&t)
	}()
	for i, k := range states {
		taken++
		if !c.belongs(k, d.partition) {
			continue // its next owner gets it
		}
		ch = d.groups[i] // a copy, because another loop uses the same cache line
		if k.loaded && c.batches == nil && k.isFree() && !k.hasWaiting() {
			c.runChain(k, &ch, &t)
		}
		if ch.n > 0 {
			k.push(&ch)
			c.nextIn(k, &t)
		}
	}
	completed = true
}

// arriveLater leaves records to their keys: of the last of the taken keys those in ch, and those of the
// keys after it.
func (c *Consumer[K, S]) arriveLater(d *delivery[K], states iter.Seq2[int, *keyState[K, S]], taken int, ch *chain[K]) {
	n := 0
	for i, k := range states {
		if n++; n > taken {
			*ch = d.groups[i]
		}
		if n >= taken && ch.n > 0 && c.belongs(k, d.partition) {
			k.push(ch)
			c.do(d.keys[i], c.next)
		}
	}
}
