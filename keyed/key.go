package keyed

import (
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"time"
)

// This file owns the order of the records of a key. Everything that has a keyState runs on the
// key's loop, in functions of group.Keyed.

// evictAfter is the time after which the memory of an idle key is freed.
const evictAfter = time.Minute

// A keyState is a key's state with its records.
type keyState[K comparable, S any] struct {
	state   S
	loaded  bool
	loading bool
	// generation grows when the state is dropped, so that a load from before has no effect.
	generation int
	running    *item[K]   // its handler runs, or it waits to run again; nil if none
	waiting    []*item[K] // the records after it
}

// evict is called for a key that was idle. A state that cannot be loaded again stays.
func (c *Consumer[K, S]) evict(_ K, k *keyState[K, S]) error {
	if k.running != nil || k.loading || len(k.waiting) > 0 || k.loaded && c.loader == nil {
		return errInUse
	}
	return nil
}

var errInUse = errors.New("keyed: the key is in use")

// arrive adds a record.
func (c *Consumer[K, S]) arrive(k *keyState[K, S], it *item[K]) {
	k.waiting = append(k.waiting, it)
	c.next(k)
}

// next starts the next record of a key, unless one is running.
func (c *Consumer[K, S]) next(k *keyState[K, S]) {
	for k.running == nil && !k.loading && len(k.waiting) > 0 {
		if !k.loaded && c.loader != nil {
			c.loadState(k, k.waiting[0], 1)
			return
		}
		k.loaded = true
		it := k.waiting[0]
		k.waiting[0] = nil
		if k.waiting = k.waiting[1:]; len(k.waiting) == 0 {
			k.waiting = nil
		}
		k.running = it
		if !c.callHandler(k, it) {
			k.running = nil // its partition was revoked, and forget comes
		}
	}
}

// loadState loads the state of a key for its first record. A failure is repeated after a pause.
func (c *Consumer[K, S]) loadState(k *keyState[K, S], it *item[K], attempt int) {
	k.loading = true
	generation := k.generation
	c.spawn(func() {
		state, err := c.loader(c.work, it.key)
		if err != nil {
			if c.work.Err() != nil {
				return
			}
			c.onError(fmt.Errorf("load the state of key %v, attempt %d: %w", it.key, attempt, err))
		}
		c.later(err, attempt, it.key, func(k *keyState[K, S]) {
			switch {
			case k.generation != generation:
			case err != nil:
				c.loadState(k, it, attempt+1)
			default:
				k.state, k.loaded, k.loading = state, true, false
				c.next(k)
			}
		})
	})
}

// later gives fn to the key: at once without an error, and otherwise after the pause of an attempt.
func (c *Consumer[K, S]) later(err error, attempt int, key K, fn func(*keyState[K, S])) {
	if err == nil {
		_ = c.keys.Do(key, fn) // fails when the group is ending, which ends the consumer
		return
	}
	time.AfterFunc(c.pause(attempt), func() { _ = c.keys.Do(key, fn) })
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

// callHandler calls the handler. It returns false if the record's partition was revoked.
func (c *Consumer[K, S]) callHandler(k *keyState[K, S], it *item[K]) (started bool) {
	if !c.start(it) {
		return false
	}
	started = true // also when the handler panics
	var once sync.Once
	done := func(err error) {
		once.Do(func() {
			_ = c.keys.Do(it.key, func(k *keyState[K, S]) { c.ended(k, it, err) })
		})
	}
	defer func() {
		if v := recover(); v != nil {
			done(fmt.Errorf("%w: %v\n%s", ErrPanic, v, debug.Stack()))
		}
	}()
	c.handler(&k.state, it.record, done)
	return started
}

// ended is called when the handler of the key's running record has called done.
func (c *Consumer[K, S]) ended(k *keyState[K, S], it *item[K], err error) {
	if !c.result(it, err) {
		return // abandoned: forget has reset the key
	}
	if err == nil {
		k.running = nil
		c.next(k)
		return
	}
	if c.deadLetter != nil && it.record.Attempt >= c.attempts {
		c.bury(it, err)
		return
	}
	c.again(it, err)
}

// again runs the handler once more after a pause.
func (c *Consumer[K, S]) again(it *item[K], err error) {
	attempt := it.record.Attempt
	c.later(err, attempt, it.key, func(k *keyState[K, S]) {
		if k.running != it {
			return // abandoned meanwhile
		}
		it.record.Attempt++
		c.callHandler(k, it)
	})
}

// bury gives a record that has failed too often to the function of DeadLetter.
func (c *Consumer[K, S]) bury(it *item[K], reason error) {
	record := it.record
	c.spawn(func() {
		err := c.deadLetter(c.work, record, reason)
		if err != nil {
			c.onError(fmt.Errorf("dead letter of %v at %d: %w", record.Partition, record.Position, err))
		}
		c.later(err, record.Attempt, it.key, func(k *keyState[K, S]) {
			switch {
			case k.running != it || !c.start(it):
			case err != nil:
				it.record.Attempt++
				c.result(it, err)
				c.bury(it, reason)
			case c.result(it, nil):
				c.mu.Lock()
				c.metrics.DeadLetters++
				c.mu.Unlock()
				k.running = nil
				c.next(k)
			}
		})
	})
}
