package keyed

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// This file owns the records of a key that run together: keyState.running is a call with the first of
// them, and the others in call.rest. All are of one partition.

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

// gathers reports whether a key's first record waits for more.
func (c *Consumer[K, S]) gathers(k *keyState[K, S]) bool {
	ch := k.waiting.Front()
	if c.batchWait == 0 || k.waits >= c.batchLimit || ch.d.partition.isRevoked() {
		return false
	}
	rest := time.Until(ch.d.arrived.Add(c.batchWait))
	if rest <= 0 {
		return false
	}
	if !k.timed {
		k.timed = true
		key, number := k.first().key(), c.number()
		time.AfterFunc(rest, func() {
			c.place.Pass(number)
			c.do(key, func(k *keyState[K, S]) {
				k.timed = false
				c.next(k)
			})
		})
	}
	return true
}

// runBatch calls the handler for the key's first records.
func (c *Consumer[K, S]) runBatch(k *keyState[K, S]) {
	l := &call[K]{item: k.takeWaiting()}
	for len(l.rest)+1 < c.batchLimit && k.waits > 0 && k.waiting.Front().d.partition == l.d.partition {
		l.rest = append(l.rest, k.takeWaiting())
	}
	c.runAlone(k, l)
}

// takeWaiting removes the first of the records in waiting.
func (k *keyState[K, S]) takeWaiting() item[K] {
	ch := k.waiting.Front()
	it := ch.take()
	if k.waits--; ch.n == 0 {
		k.waiting.Pop()
	}
	return it
}

// recordsOfBatch returns the records of a batch: the first, and those of rest.
func recordsOfBatch[K comparable](first Record, rest []item[K]) []Record {
	records := append(make([]Record, 0, 1+len(rest)), first)
	for _, it := range rest {
		records = append(records, it.d.record(it.number, 1))
	}
	return records
}

// batchEnded is ended for a batch of several records. Of a batch with one record it returns false and
// the record's error.
func (c *Consumer[K, S]) batchEnded(k *keyState[K, S], err error) (several bool, alone error) {
	l := k.running
	all := append([]item[K]{l.item}, l.rest...)
	failed, err := batchError(err, len(all))
	if len(all) == 1 {
		return false, cmp.Or(err, failed[0])
	}
	if !c.batchResult(all, failed, err) {
		return true, nil // abandoned: forgetEnded resets the key
	}
	k.running = nil
	var again []*call[K]
	for i, it := range all {
		switch {
		case err != nil:
			again = append(again, &call[K]{item: it})
		case failed[i] != nil:
			again = append(again, &call[K]{item: it, attempt: 1, failure: failed[i]})
		}
	}
	k.again = append(again, k.again...)
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
func (c *Consumer[K, S]) batchResult(all []item[K], failed BatchError, err error) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	p := all[0].d.partition
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
		if together.n > 0 && together.d != it.d {
			c.finished(together)
			together = run[K]{}
		}
		together.add(it)
	}
	if together.n > 0 {
		c.finished(together)
	}
	c.advance(p)
	return true
}
