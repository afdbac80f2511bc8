package keyed

import (
	"math/bits"
	"time"
)

// This file owns the memory of records, and which of them have finished. Those that are delivered
// together are in one slab. So what the consumer's lock guards is counted for a slab or for what one
// loop has of it, and not for each record: a loop that waits for the lock lets a processor be idle.
//
// A slab is used again when the last of its records is acknowledged: what a record needs would
// otherwise be half of what a consumer allocates. Small deliveries and what is left of a revoked
// partition are left to the garbage collector.
//
// A done of the user's may come at any time, also when the slab is in use again. It refers to an
// item, and finds in item.state that its number is over. Nothing else refers to the item of a
// record that is finished.

const (
	// smallestSlab and largestSlab are the numbers of items of the slabs that are used again. Each
	// size is twice the one before.
	smallestSlab, largestSlab = 64, batch
	slabSizes                 = 5
)

// A slab has the items of one delivery, in the order of their partition.
type slab[K comparable] struct {
	partition *partition[K]
	items     []item[K]
	keys      []K // of the items
	size      int // the index of its size; -1 if it is not used again
	n         int // how many of items are in use
	// arrived is when they were delivered, if WithBatch lets them wait.
	arrived time.Time

	// Guarded by the consumer's lock.

	admitted int                // the items below are in flight or were
	next     int                // the items below have finished, and count in partition.below
	finished [batch / 64]uint64 // a bit for each item that has finished
	// held counts the items that are not acknowledged, and 1 while it is in partition.slabs.
	held int
}

// slabSize returns the index of the size of a slab for n items, -1 for few.
func slabSize(n int) int {
	if n < smallestSlab {
		return -1
	}
	size := 0
	for smallestSlab<<size < n {
		size++
	}
	return size
}

// newSlab returns a slab for n items of p.
func (c *Consumer[K, S]) newSlab(p *partition[K], n int) *slab[K] {
	size := slabSize(n)
	var s *slab[K]
	if size >= 0 {
		c.mu.Lock()
		if free := c.slabs[size]; len(free) > 0 {
			s = free[len(free)-1]
			c.slabs[size] = free[:len(free)-1]
			c.spare -= len(s.items)
		}
		c.mu.Unlock()
	}
	if s == nil {
		all := n
		if size >= 0 {
			all = smallestSlab << size
		}
		s = &slab[K]{items: make([]item[K], all), keys: make([]K, all), size: size}
		for i := range s.items {
			s.items[i].slab, s.items[i].number = s, uint16(i)
		}
	}
	if c.batchWait > 0 {
		s.arrived = time.Now()
	}
	s.partition, s.n, s.held, s.admitted, s.next = p, n, n+1, 0, 0
	clear(s.finished[:])
	return s
}

// finish records that an item has finished. The lock is held.
func (s *slab[K]) finish(number uint16) { s.finished[number/64] |= 1 << (number % 64) }

// hasFinished reports whether a record has finished. The lock is held.
func (s *slab[K]) hasFinished(number int) bool { return s.finished[number/64]>>(number%64)&1 != 0 }

// firstUnfinished returns the number of the first record that has not finished. It is s.n if there
// is none. The lock is held.
func (s *slab[K]) firstUnfinished() int {
	for i := s.next; i < s.n; i = (i/64 + 1) * 64 {
		if unfinished := ^s.finished[i/64] >> (i % 64); unfinished != 0 {
			return min(s.n, i+bits.TrailingZeros64(unfinished))
		}
	}
	return s.n
}

// release ends n references to a slab. The lock is held.
func (c *Consumer[K, S]) release(s *slab[K], n int) {
	if s.held -= n; s.held > 0 || s.size < 0 || c.spare+len(s.items) > c.inFlight {
		return
	}
	c.spare += len(s.items)
	c.slabs[s.size] = append(c.slabs[s.size], s)
}

// dropIdleSlabs leaves the slabs that wait to be used to the garbage collector, if nothing was
// delivered since the last call. They have records that are acknowledged: to clear each of them
// when it is acknowledged would take 2 % of the time. It is called on one goroutine.
func (c *Consumer[K, S]) dropIdleSlabs() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.metrics.Delivered == c.deliveredBefore {
		c.slabs, c.spare = [slabSizes][]*slab[K]{}, 0
	}
	c.deliveredBefore = c.metrics.Delivered
}

// A run is what has finished together: items of a slab, each of which has the number of the next.
type run[K comparable] struct {
	slab        *slab[K]
	first, last uint16
	n           int
}

// runOf returns a run of one item.
func runOf[K comparable](it *item[K]) run[K] { return run[K]{it.slab, it.number, it.number, 1} }

// add adds an item of the same slab.
func (r *run[K]) add(it *item[K]) {
	if r.n == 0 {
		*r = runOf(it)
		return
	}
	r.slab.items[r.last].next = it.number
	r.last = it.number
	r.n++
}

// all yields the items in the order in which they were added. It does not read what the last one
// has as its next.
func (r run[K]) all(yield func(*item[K]) bool) {
	number := r.first
	for i := range r.n {
		if i > 0 {
			number = r.slab.items[number].next
		}
		if !yield(&r.slab.items[number]) {
			return
		}
	}
}
