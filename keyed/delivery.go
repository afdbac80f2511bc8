package keyed

import (
	"math/bits"
	"time"
)

// This file owns what is known of records that were delivered together: which of them belong to one
// key, and which have finished. A record is a number in its delivery, and its memory is the source's.
//
// Lists of records are chains through delivery.next: those of a key that have not run, and those that
// have finished together. A record is in one chain at a time. The key's loop uses its next until the
// record has finished, and then the consumer's lock guards it.

// A delivery has records of one partition, in order.
type delivery[K comparable] struct {
	partition *partition[K]
	records   Records
	from      int       // the number of its first record in records
	arrived   time.Time // if WithBatch lets records wait

	// Written by Deliver before the loops get them.

	keys   []K        // those of the records, each once
	groups []chain[K] // the records of these keys
	next   []int32

	// Guarded by the consumer's lock.

	n          int  // how many records are in flight
	sent       bool // the loops get it, so keys is complete
	unfinished int
	below      int      // the records below have finished, and count in partition.below
	finished   []uint64 // a bit for each record that has finished, while others have not
}

// A chain has records of one key.
type chain[K comparable] struct {
	d        *delivery[K]
	group    int32 // the index of the key in d.keys
	first, n int32
}

// take removes the first record.
func (ch *chain[K]) take() item[K] {
	it := item[K]{ch.d, ch.group, ch.first}
	ch.n--
	if ch.n > 0 {
		ch.first = ch.d.next[ch.first]
	}
	return it
}

// ahead is how many records of a chain are read before the first of them runs. Another processor has
// written their memory, in many places. The processor waits for several reads together, if none of them
// needs the result of another one, and would wait for one after the other if a handler ran in between.
const ahead = 16

// load reads the first records of a chain, and returns how many.
func (ch *chain[K]) load() int32 {
	n := min(ahead, ch.n)
	i := ch.first
	for range n - 1 {
		ch.d.records.Value(ch.d.from + int(i))
		i = ch.d.next[i]
	}
	return n
}

// An item is a record.
type item[K comparable] struct {
	d             *delivery[K]
	group, number int32
}

func (it item[K]) key() K { return it.d.keys[it.group] }

// record returns the record for an attempt.
func (d *delivery[K]) record(number int32, attempt int) Record {
	return Record{d.records, &d.partition.id, int32(d.from) + number, int32(attempt)}
}

// position returns the position of a record.
func (d *delivery[K]) position(number int) int64 { return d.records.Position(d.from + number) }

// firstUnfinished returns the number of the first record that has not finished, d.n if there is none.
// The lock is held.
func (d *delivery[K]) firstUnfinished() int {
	if d.unfinished == 0 {
		return d.n
	}
	for i := d.below; i < d.n && d.finished != nil; i = (i/64 + 1) * 64 {
		if rest := ^d.finished[i/64] >> (i % 64); rest != 0 {
			return i + bits.TrailingZeros64(rest)
		}
	}
	return d.below
}

// finish records that those of a run have finished. The lock is held.
func (d *delivery[K]) finish(r run[K]) {
	if d.unfinished -= r.n; d.unfinished == 0 {
		return // no bit is needed
	}
	if d.finished == nil {
		d.finished = make([]uint64, (d.n+63)/64)
	}
	for i := range r.all {
		d.finished[i/64] |= 1 << (i % 64)
	}
}

// A run has records of one delivery that have finished together, of several keys.
type run[K comparable] struct {
	d           *delivery[K]
	first, last int32
	n           int
	attempt     int // the last one of each
}

// runOf returns a run of one record.
func runOf[K comparable](it item[K], attempt int) run[K] {
	return run[K]{it.d, it.number, it.number, 1, attempt}
}

// add adds a record of the same delivery that has finished at the first attempt.
func (r *run[K]) add(it item[K]) {
	if r.n == 0 {
		*r = runOf(it, 1)
		return
	}
	it.d.next[r.last] = it.number
	r.last = it.number
	r.n++
}

// all yields the numbers in the order in which they were added. It does not read the next of the last.
func (r run[K]) all(yield func(int32) bool) {
	i := r.first
	for left := r.n; left > 0; left-- {
		if !yield(i) {
			return
		}
		if left > 1 {
			i = r.d.next[i]
		}
	}
}
