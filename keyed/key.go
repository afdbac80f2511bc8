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
	running    *call[K]              // its handler runs, or it waits to run again; nil if none
	again      []*call[K]            // records that run next, each alone: they have run before
	waiting    ring.Buffer[chain[K]] // the records after them
	waits      int                   // how many records those are
	timed      bool                  // a timer will call next
	stored     *stored[K, S]         // instead of state, with WithStore
}

// isFree reports whether the next record may run.
func (k *keyState[K, S]) isFree() bool { return k.running == nil && !k.loading && !k.paused }

func (k *keyState[K, S]) hasWaiting() bool { return len(k.again) > 0 || k.waits > 0 }

// push adds the records of a chain, which is empty after that.
func (k *keyState[K, S]) push(ch *chain[K]) {
	k.waiting.Push(*ch)
	k.waits += int(ch.n)
	ch.n = 0
}

// first returns the first record that waits. There is one.
func (k *keyState[K, S]) first() item[K] {
	if len(k.again) > 0 {
		return k.again[0].item
	}
	ch := k.waiting.Front()
	return item[K]{ch.d, ch.group, ch.first}
}

// dropFirst drops the first record that waits, and others of its delivery.
func (k *keyState[K, S]) dropFirst() {
	if len(k.again) > 0 {
		k.again = slices.Delete(k.again, 0, 1)
		return
	}
	ch := k.waiting.Pop()
	k.waits -= int(ch.n)
}

// evictAfter is the time after which the memory of an idle key is freed, at most twice that.
const evictAfter = time.Minute

// errInUse is why a state is not evicted.
var errInUse = errors.New("keyed: the key has records, or a state that cannot be loaded again")

// evict returns nil if the memory of an idle key can be freed. A state that cannot be loaded again
// stays until its partition is revoked.
func (c *Consumer[K, S]) evict(_ K, k *keyState[K, S]) error {
	c.forgetEnded(k)
	if k.isFree() && !k.hasWaiting() && (c.loader != nil || !k.loaded || c.store != nil && k.stored == nil) {
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
	over := func(d *delivery[K]) bool { return !slices.Contains(k.partitions, d.partition) }
	if k.running != nil && over(k.running.d) {
		k.running = nil
	}
	k.again = slices.DeleteFunc(k.again, func(l *call[K]) bool { return over(l.d) })
	k.waits = 0
	for range k.waiting.Len() {
		if ch := k.waiting.Pop(); !over(ch.d) {
			k.push(&ch)
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
	var t tally[K]
	defer c.leave(&t) // also after runtime.Goexit in a handler
	c.nextIn(k, &t)
}

// nextIn is next for a loop that calls handlers of several keys.
func (c *Consumer[K, S]) nextIn(k *keyState[K, S], t *tally[K]) {
	if k.stored != nil && k.running == nil && !k.paused {
		c.fireMissed(k)
	}
	for k.isFree() && k.hasWaiting() {
		switch {
		case k.first().d.partition.isRevoked():
			k.dropFirst() // a state that is loaded now would be out of date when it comes back
		case k.loaded && len(k.again) > 0:
			l := k.again[0]
			k.again = slices.Delete(k.again, 0, 1)
			c.runAlone(k, l)
		case k.loaded && c.batches != nil:
			if c.gathers(k) {
				return
			}
			c.runBatch(k)
		case k.loaded:
			c.runWaiting(k, t)
		case c.loader == nil:
			k.loaded = true
		default:
			c.loadState(k, k.first().key(), 1)
		}
	}
}

// runWaiting calls the handler with the first records that wait.
func (c *Consumer[K, S]) runWaiting(k *keyState[K, S], t *tally[K]) {
	ch := k.waiting.Front() // stays where it is, because nothing else uses k meanwhile
	n := ch.n
	defer func() {
		k.waits -= int(n - ch.n)
		if ch.n == 0 {
			k.waiting.Pop()
		}
	}()
	c.runChain(k, ch, t)
}

// runChain calls the handler with the records of ch, until one does not end at once. Then it is the key's
// running record, and the others stay in ch. None stays whose partition was revoked. A record has left ch
// before its handler is called.
func (c *Consumer[K, S]) runChain(k *keyState[K, S], ch *chain[K], t *tally[K]) {
	for ch.n > 0 && k.isFree() {
		var l *call[K]
		var err error
		ended := true
		switch {
		case !c.enter(t, ch.d):
			ch.n = 0
			return
		case c.direct != nil && c.store == nil:
			if l, err = c.callDirect(k, ch, t); l == nil {
				continue
			}
		default:
			l = &call[K]{item: ch.take()}
			k.running = l
			ended, err = c.attempt(k, l)
			if ended && err == nil {
				k.running = nil
				t.add(l.item)
				t.show()
				continue
			}
		}
		c.count(l)
		if ended {
			c.ended(k, l, err)
		}
	}
}

// runAlone calls the handler for a record that has run before or for a batch, unless the partition was
// revoked.
func (c *Consumer[K, S]) runAlone(k *keyState[K, S], l *call[K]) {
	if !c.start(l.d.partition) {
		return
	}
	k.running, l.counted = l, true
	if l.failure != nil {
		c.endedAlone(k, l, l.failure) // it has failed in a batch
		return
	}
	if ended, err := c.attempt(k, l); ended {
		c.ended(k, l, err)
	}
}

// ended is called when the handler of the key's running record has called done. The caller calls
// next.
func (c *Consumer[K, S]) ended(k *keyState[K, S], l *call[K], err error) {
	if c.batches != nil && k.running == l {
		var several bool
		if several, err = c.batchEnded(k, err); several {
			return
		}
	}
	c.endedAlone(k, l, err)
}

// endedAlone is ended for a record that ran in no batch with others.
func (c *Consumer[K, S]) endedAlone(k *keyState[K, S], l *call[K], err error) {
	switch {
	case l.kind != ofRecord:
		c.fired(k, l, err)
	case !c.result(l, err):
		// Abandoned. forget resets the key.
	case err == nil:
		k.running = nil
	case c.deadLetter != nil && l.attempt >= c.attempts:
		c.callDeadLetter(l, err, l.attempt)
	default:
		c.afterPause(l, l.attempt, func(k *keyState[K, S]) {
			// It waits if another partition of the key was revoked, and the state was dropped with it, or
			// if the key was paused meanwhile.
			k.running = nil
			k.again = slices.Insert(k.again, 0, &call[K]{item: l.item, attempt: l.attempt})
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

// afterPause calls fn on the key's loop after the pause of an attempt, if the record has not been
// abandoned.
func (c *Consumer[K, S]) afterPause(l *call[K], attempt int, fn func(*keyState[K, S])) {
	number := c.number()
	time.AfterFunc(c.pause(attempt), func() {
		c.place.Pass(number)
		c.do(l.key(), func(k *keyState[K, S]) {
			if k.running == l {
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
func (c *Consumer[K, S]) callDeadLetter(l *call[K], reason error, attempt int) {
	if !c.start(l.d.partition) {
		return // revoked: forget resets the key
	}
	record := l.d.record(l.number, l.attempt)
	if !c.spawn(func(number int) {
		err := protect("WithDeadLetter", func() error { return c.deadLetter(c.work, record, reason) })
		c.place.Pass(number)
		if err != nil {
			c.report(ofDeadLetter, "", fmt.Errorf("dead letter of %v at %d: %w", record.Partition(), record.Position(), err))
		} else {
			c.report(ofDeadLetter, "", nil)
		}
		c.do(l.key(), func(k *keyState[K, S]) { c.deadLetterReturned(k, l, reason, attempt, err) })
	}) {
		c.letterFailed(l)
	}
}

// deadLetterReturned is called when the function of WithDeadLetter has returned.
func (c *Consumer[K, S]) deadLetterReturned(k *keyState[K, S], l *call[K], reason error, attempt int, err error) {
	if err != nil {
		if c.letterFailed(l) {
			c.afterPause(l, attempt, func(*keyState[K, S]) { c.callDeadLetter(l, reason, attempt+1) })
		}
		return
	}
	c.mu.Lock()
	c.metrics.DeadLetters++ // before the record counts as finished, which ends a Drain
	c.mu.Unlock()
	if c.result(l, nil) {
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
