package keyed

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"
)

// This file owns the records of a key that run together. The first of them is keyState.running, whose
// item.state has the result of the call. The others are keyState.rest. All are of one partition.

// defaultBatch is the limit of WithBatch.
const defaultBatch = 100

// A BatchHandler processes records of one key together, on the key's loop, with the key's state. The
// records are in order, and are those that wait, as WithBatch says. What a Handler says of done, of
// the state and of panics is true here too. After done(nil) all records are finished.
//
// After done with BatchError, the records that have no error there are finished. The others have
// failed: each runs again alone, in order, before the later records of the key. After done with
// another error no record is finished and none has failed: each runs again alone, at once. So a record
// that makes its whole batch fail fails alone then, and the others succeed. Only failures of a record,
// not those of a batch with several, count for Record.Attempt and WithDeadLetter.
type BatchHandler[S any] func(state *S, records []Record, done func(error))

// BatchError says which records of a batch have failed, by their index in the batch. It may be
// wrapped. A nil error means that the record is finished. BatchError with an index that the batch
// does not have counts as another error.
type BatchError map[int]error

// Error returns the errors in the order of the records.
func (e BatchError) Error() string {
	var text strings.Builder
	fmt.Fprintf(&text, "%d records of a batch have failed", len(e))
	for _, i := range slices.Sorted(maps.Keys(e)) {
		fmt.Fprintf(&text, "; record %d: %v", i, e[i])
	}
	return text.String()
}

// Unwrap returns the errors in the order of the records.
func (e BatchError) Unwrap() []error {
	var all []error
	for _, i := range slices.Sorted(maps.Keys(e)) {
		if e[i] != nil {
			all = append(all, e[i])
		}
	}
	return all
}

// arriveBatches is arrive for batches: a key begins one when all its records are there.
func (c *Consumer[K, S]) arriveBatches(s *slab[K], first int, states iter.Seq2[int, *keyState[K, S]]) {
	var keys []*keyState[K, S]
	for i, k := range states {
		if !c.belongs(k, s.partition) {
			continue
		}
		k.waiting.Push(&s.items[first+i])
		if !k.arrived {
			k.arrived = true
			keys = append(keys, k)
		}
	}
	// From here on s may belong to the next delivery, when the keys have finished what it has.
	defer func() {
		for _, k := range keys { // after runtime.Goexit in a handler
			k.arrived = false
			if k.waiting.Len() > 0 {
				c.do((*k.waiting.Front()).key(), c.next)
			}
		}
	}()
	for len(keys) > 0 {
		k := keys[0]
		keys = keys[1:]
		k.arrived = false
		c.next(k)
	}
}

// gathers reports whether a key's first record waits for more.
func (c *Consumer[K, S]) gathers(k *keyState[K, S]) bool {
	it := *k.waiting.Front()
	if c.batchWait == 0 || it.alone || k.waiting.Len() >= c.batchLimit || it.partition().isRevoked() {
		return false
	}
	rest := time.Until(it.slab.arrived.Add(c.batchWait))
	if rest <= 0 {
		return false
	}
	if !k.timed {
		k.timed = true
		key := it.key()
		time.AfterFunc(rest, func() {
			c.do(key, func(k *keyState[K, S]) {
				k.timed = false
				c.next(k)
			})
		})
	}
	return true
}

// beginBatch calls the handler for the key's first records.
func (c *Consumer[K, S]) beginBatch(k *keyState[K, S]) {
	it := k.waiting.Pop()
	for !it.alone && len(k.rest)+1 < c.batchLimit && k.waiting.Len() > 0 {
		other := *k.waiting.Front()
		if other.alone || other.partition() != it.partition() {
			break
		}
		k.rest = append(k.rest, k.waiting.Pop())
	}
	c.beginRecord(k, it)
}

// recordsOfBatch returns the records of a batch, whose attempt begins.
func recordsOfBatch[K comparable](it *item[K], rest []*item[K]) []Record {
	records := append(make([]Record, 0, 1+len(rest)), it.record)
	for _, other := range rest {
		other.record.Attempt = 1
		records = append(records, other.record)
	}
	return records
}

// batchEnded is ended for a batch of several records. Of a batch with one record it returns false and
// the record's error.
func (c *Consumer[K, S]) batchEnded(k *keyState[K, S], err error) (several bool, alone error) {
	all := append([]*item[K]{k.running}, k.rest...)
	failed, err := batchError(err, len(all))
	if len(all) == 1 {
		return false, cmp.Or(err, failed[0])
	}
	if !c.batchResult(all, failed, err) {
		return true, nil // abandoned: forgetEnded resets the key
	}
	k.running, k.rest = nil, nil
	var again []*item[K]
	for i, it := range all {
		switch {
		case err != nil:
			it.record.Attempt, it.err = 0, nil
			it.renew()
		case failed[i] != nil:
			it.err = failed[i]
		default:
			continue // its memory may have another record
		}
		it.alone = true
		again = append(again, it)
	}
	c.pushFront(k, again...)
	return true, nil
}

// batchError returns the errors of the records of a batch of n, or that of the batch.
func batchError(err error, n int) (BatchError, error) {
	var failed BatchError
	if !errors.As(err, &failed) {
		return nil, err
	}
	for i := range failed {
		if i < 0 || i >= n {
			return nil, fmt.Errorf("keyed: BatchError has the index %d, and the batch has %d records: %w", i, n, err)
		}
	}
	return failed, nil
}

// batchResult records the result of a batch: err if none is finished, else the failed ones. It returns
// false if that has no effect any more.
func (c *Consumer[K, S]) batchResult(all []*item[K], failed BatchError, err error) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	p := all[0].partition()
	if p.ended {
		return false
	}
	c.uncount(p)
	if err != nil {
		c.countFailure(err)
		return true
	}
	var together run[K]
	for i, it := range all {
		if failed[i] != nil {
			continue
		}
		if together.n > 0 && together.slab != it.slab {
			c.finished(p, together)
			together = run[K]{}
		}
		together.add(it)
	}
	if together.n > 0 {
		c.finished(p, together)
	}
	c.advance(p)
	return true
}
