package keyed

import (
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"github.com/wakeful-go/wakeful/internal/ring"
)

// This file owns the order of the records of a key. Everything that has a keyState runs on the
// key's loop.

// A keyState is a key's state with its records.
type keyState[K comparable, S any] struct {
	state   S
	loaded  bool // always so after the first record if there is no function of WithLoad
	loading bool
	paused  bool // by Pause
	// generation grows when the state is dropped, so that a load from before has no effect.
	generation int
	// partitions are those that the state and the records are of. It is one, but for keys whose
	// records are in several. When one of them has ended, the state is dropped before it is used.
	partitions []*partition[K]
	running    *item[K]              // its handler runs, or it waits to run again; nil if none
	rest       []*item[K]            // those that run with it, see batches.go
	waiting    ring.Buffer[*item[K]] // the records after them
	arrived    bool                  // it is in the list of arriveBatches
	timed      bool                  // a timer will call next
	stored     *stored[K, S]         // instead of state, with WithStore
}

// evictAfter is the time after which the memory of an idle key is freed, at most twice that.
const evictAfter = time.Minute

// errInUse is why a state is not evicted.
var errInUse = errors.New("keyed: the key has records, or a state that cannot be loaded again")

// evict returns nil if the memory of an idle key can be freed. A state that cannot be loaded again
// stays until its partition is revoked.
func (c *Consumer[K, S]) evict(_ K, k *keyState[K, S]) error {
	c.forgetEnded(k)
	if k.running == nil && !k.loading && !k.paused && k.waiting.Len() == 0 &&
		(c.loader != nil || !k.loaded || c.store != nil && k.stored == nil) {
		return nil
	}
	return errInUse
}

// do runs fn with the state of a key on its loop. After the end of the group it does nothing: that
// ends the consumer.
func (c *Consumer[K, S]) do(key K, fn func(*keyState[K, S])) { _ = c.keys.Submit(key, fn) }

// belongs notes that a key has a record of a partition. It returns false if that has ended.
func (c *Consumer[K, S]) belongs(k *keyState[K, S], p *partition[K]) bool {
	if len(k.partitions) != 1 || k.partitions[0] != p {
		c.forgetEnded(k)
		if !slices.Contains(k.partitions, p) {
			if c.hasEnded(p) {
				return false // abandoned: its next owner gets it
			}
			k.partitions = append(k.partitions, p)
		}
	}
	if c.loader == nil {
		k.loaded = true
	}
	return true
}

// forgetEnded drops what a key has of partitions that have ended, and then the state.
func (c *Consumer[K, S]) forgetEnded(k *keyState[K, S]) {
	before := len(k.partitions)
	k.partitions = slices.DeleteFunc(k.partitions, c.hasEnded)
	if len(k.partitions) == before {
		return
	}
	if k.running != nil && !slices.Contains(k.partitions, k.running.partition()) {
		k.running, k.rest = nil, nil
	}
	for range k.waiting.Len() {
		if it := k.waiting.Pop(); slices.Contains(k.partitions, it.partition()) {
			k.waiting.Push(it)
		}
	}
	if k.stored != nil {
		k.dropStored(func(st *stored[K, S]) bool { return !slices.Contains(k.partitions, st.partition) })
	}
	var none S
	k.state, k.loaded, k.loading = none, false, false
	k.generation++
}

// next starts the next records of a key, unless one is running.
func (c *Consumer[K, S]) next(k *keyState[K, S]) {
	if k.stored != nil && k.running == nil && !k.paused {
		c.fireMissed(k)
	}
	for k.running == nil && !k.loading && !k.paused && k.waiting.Len() > 0 {
		it := *k.waiting.Front()
		switch {
		case k.loaded && c.batches != nil:
			if c.gathers(k) {
				return
			}
			c.beginBatch(k)
		case k.loaded:
			k.waiting.Pop()
			c.beginRecord(k, it)
		case it.partition().isRevoked():
			k.waiting.Pop() // a state that is loaded now would be out of date when it comes back
		case c.loader == nil:
			k.loaded = true
		default:
			c.loadState(k, it.key(), 1)
		}
	}
}

// beginRecord calls the handler for a record, unless its partition was revoked. If done was called,
// the record has ended.
func (c *Consumer[K, S]) beginRecord(k *keyState[K, S], it *item[K]) {
	if !c.start(it.partition()) {
		k.rest = nil
		return
	}
	k.running = it
	if err := it.err; err != nil && it.alone {
		c.endedAlone(k, it, err) // it has failed in a batch
		return
	}
	if ended, err := c.attempt(k, it); ended {
		c.ended(k, it, err)
	}
}

// ended is called when the handler of the key's running record has called done. The caller calls
// next.
func (c *Consumer[K, S]) ended(k *keyState[K, S], it *item[K], err error) {
	if c.batches != nil && k.running == it {
		var several bool
		if several, err = c.batchEnded(k, err); several {
			return
		}
	}
	c.endedAlone(k, it, err)
}

// endedAlone is ended for a record that ran in no batch with others.
func (c *Consumer[K, S]) endedAlone(k *keyState[K, S], it *item[K], err error) {
	switch {
	case it.kind != recordItem:
		c.fired(k, it, err)
	case !c.result(it, err):
		// Abandoned. forget resets the key.
	case err == nil:
		k.running = nil
	case c.deadLetter != nil && it.record.Attempt >= c.attempts:
		c.callDeadLetter(it, err, it.record.Attempt)
	default:
		it.alone, it.err = true, nil
		c.afterPause(it, it.record.Attempt, func(k *keyState[K, S]) {
			if !k.loaded || k.paused {
				// Another partition of the key was revoked, and the state was dropped with it; or the key
				// was paused meanwhile.
				k.running = nil
				c.pushFront(k, it)
			} else {
				c.beginRecord(k, it)
			}
			c.next(k)
		})
	}
}

// Pause holds back the records of a key until Resume: no handler of the key starts after Pause has
// reached the key's loop, and none of those that failed runs again. Other keys go on. The records that
// wait count for WithMaxInFlight, and nothing after the first of them in their partition is
// acknowledged. In the end the source waits. Drain waits for them too. A key stays paused when its
// partition is revoked and comes back, but is not paused in another process. Any goroutine may call
// Pause any number of times. It returns an error that matches wakeful.ErrClosed after the end.
func (c *Consumer[K, S]) Pause(key K) error { return c.setPaused(key, true) }

// Resume ends Pause: the records of the key run in order. Any goroutine may call it any number of
// times. It returns an error that matches wakeful.ErrClosed after the end.
func (c *Consumer[K, S]) Resume(key K) error { return c.setPaused(key, false) }

func (c *Consumer[K, S]) setPaused(key K, paused bool) error {
	return c.keys.Submit(key, func(k *keyState[K, S]) {
		if k.paused == paused {
			return
		}
		k.paused = paused
		c.mu.Lock()
		if paused {
			c.metrics.Paused++
		} else {
			c.metrics.Paused--
		}
		c.mu.Unlock()
		c.next(k)
	})
}

// pushFront makes records the next ones of their key.
func (c *Consumer[K, S]) pushFront(k *keyState[K, S], items ...*item[K]) {
	var all ring.Buffer[*item[K]]
	for _, it := range items {
		all.Push(it)
	}
	for k.waiting.Len() > 0 {
		all.Push(k.waiting.Pop())
	}
	k.waiting = all
}

// afterPause calls fn on the key's loop after the pause of an attempt, if the record has not been
// abandoned.
func (c *Consumer[K, S]) afterPause(it *item[K], attempt int, fn func(*keyState[K, S])) {
	number := c.number()
	time.AfterFunc(c.pause(attempt), func() {
		c.place.Pass(number)
		c.do(it.key(), func(k *keyState[K, S]) {
			if k.running == it {
				fn(k)
			}
		})
	})
}

// pause is the time before the attempt after the given one.
func (c *Consumer[K, S]) pause(attempt int) time.Duration {
	d := c.shortestPause
	for range attempt - 1 {
		if d >= c.longestPause/2 {
			return c.longestPause
		}
		d *= 2
	}
	return min(d, c.longestPause)
}

// loadState loads the state of a key. A failure is repeated after a pause.
func (c *Consumer[K, S]) loadState(k *keyState[K, S], key K, attempt int) {
	k.loading = true
	generation := k.generation
	c.spawn(func(number int) {
		var state S
		err := protect("WithLoad", func() (err error) {
			state, err = c.loader(c.work, key)
			return err
		})
		c.place.Pass(number)
		if c.work.Err() != nil {
			return
		}
		loaded := func(k *keyState[K, S]) {
			switch {
			case k.generation != generation:
			case err != nil:
				c.loadState(k, key, attempt+1)
			default:
				k.state, k.loaded, k.loading = state, true, false
				c.next(k)
			}
		}
		if err == nil {
			c.report(ofLoad, "", nil)
			c.do(key, loaded)
			return
		}
		c.report(ofLoad, "", fmt.Errorf("load the state of key %v, attempt %d: %w", key, attempt, err))
		time.AfterFunc(c.pause(attempt), func() {
			c.place.Pass(number)
			c.do(key, loaded)
		})
	})
}

// callDeadLetter calls the function of WithDeadLetter with a record that has failed too often.
func (c *Consumer[K, S]) callDeadLetter(it *item[K], reason error, attempt int) {
	if !c.start(it.partition()) {
		return // revoked: forget resets the key
	}
	record := it.record
	if !c.spawn(func(number int) {
		err := protect("WithDeadLetter", func() error { return c.deadLetter(c.work, record, reason) })
		c.place.Pass(number)
		if err != nil {
			c.report(ofDeadLetter, "", fmt.Errorf("dead letter of %v at %d: %w", record.Partition, record.Position, err))
		} else {
			c.report(ofDeadLetter, "", nil)
		}
		c.do(it.key(), func(k *keyState[K, S]) { c.deadLetterReturned(k, it, reason, attempt, err) })
	}) {
		c.result(it, errEnded)
	}
}

// deadLetterReturned is called when the function of WithDeadLetter has returned.
func (c *Consumer[K, S]) deadLetterReturned(k *keyState[K, S], it *item[K], reason error, attempt int, err error) {
	if err == nil { // before the record counts as finished, which ends a Drain
		c.mu.Lock()
		c.metrics.DeadLetters++
		c.mu.Unlock()
	}
	switch {
	case !c.result(it, err):
	case err != nil:
		c.afterPause(it, attempt, func(*keyState[K, S]) { c.callDeadLetter(it, reason, attempt+1) })
	default:
		k.running = nil
		c.next(k)
	}
}

// protect returns the error of a function of the user's, or its panic as an error.
func protect(name string, fn func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("the function of %s: %w: %v\n%s", name, ErrPanic, v, debug.Stack())
		}
	}()
	return fn()
}
