package keyed

// This file owns the memory of records. Those that are delivered together are in one slab. It is used
// again when the last of them is acknowledged: what a record needs would otherwise be half of what a
// consumer allocates. Small deliveries and what is left of a revoked partition are left to the
// garbage collector.
//
// A done of the user's may come at any time, also when the slab is in use again. It refers to an
// item, and finds in item.state that its number is over. Nothing else refers to the item of a record
// that is finished.

const (
	// smallestSlab and largestSlab are the numbers of items of the slabs that are used again. Each
	// size is twice the one before.
	smallestSlab, largestSlab = 64, batch
	slabSizes                 = 5
)

// A slab has the items of one delivery.
type slab[K comparable] struct {
	partition *partition[K]
	items     []item[K]
	// held counts the references: each item has one while it is in partition.items, and one until it
	// is acknowledged. Guarded by the consumer's lock.
	held int
	size int // the index of its size; -1 if it is not used again
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

// newSlab returns n items of p.
func (c *Consumer[K, S]) newSlab(p *partition[K], n int) []item[K] {
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
		s = &slab[K]{items: make([]item[K], all), size: size}
		for i := range s.items {
			s.items[i].slab = s
		}
	}
	s.partition, s.held = p, 2*n
	return s.items[:n]
}

// release ends a reference to a finished record. The lock is held.
func (c *Consumer[K, S]) release(it *item[K]) {
	s := it.slab
	if s.held--; s.held > 0 || s.size < 0 {
		return
	}
	if c.spare+len(s.items) > c.inFlight {
		return
	}
	for i := range s.items {
		s.items[i].reset()
	}
	s.partition = nil
	c.slabs[s.size] = append(c.slabs[s.size], s)
	c.spare += len(s.items)
}

// reset forgets the record of an item, which is acknowledged.
func (it *item[K]) reset() {
	var none K
	it.record, it.key, it.err, it.next, it.finished = Record{}, none, nil, nil, false
	it.state.Store(it.state.Load() / phases * phases) // waiting
}
