package keyed

import (
	"fmt"
	"runtime/debug"
	"sync/atomic"

	"github.com/wakeful-go/wakeful/internal/observe"
)

// This file owns one call of a handler: who handles its result. A done within the handler is
// handled by the loop when the handler returns, without a function through the loop's queue. A
// later done is handled by a function that done gives to the key. A handler that is called again for a
// record gets a done of another call, so one of an earlier call has no effect.
//
// call.state is handling when the handler is called. Then:
//
//   - handling -> returned: by the loop, when the handler has returned without done.
//   - handling -> succeeded: by done(nil).
//   - handling -> claimed -> failed: by done(err). call.err is written in between, and the loop
//     reads it after the load that found failed.
//   - claimed -> returned: by the loop, which does not wait for done to write the error.
//   - returned -> late: by done, which then gives the result to the key.
//
// Each change is a compare-and-swap, and one that fails means that somebody else has handled the
// result or will: a second done fails at all of them. A handler of ConsumeFunc has no done, and leaves
// the state at handling.
const (
	handling = iota
	claimed
	succeeded
	failed
	returned
	late
)

// A call is a call of the handler with a record or, in a batch, with several.
type call[K comparable] struct {
	item[K]
	rest    []item[K] // of a batch, all of one partition
	kind    uint8     // see timers.go
	attempt int       // 1 for the first
	failure error     // why the record has failed in a batch with others
	counted bool      // in partition.running. Loop only.
	state   atomic.Int32
	err     error // of done
}

// attempt calls the handler of a key's running record. It returns true and the result if done was
// called.
func (c *Consumer[K, S]) attempt(k *keyState[K, S], l *call[K]) (ended bool, err error) {
	l.attempt++
	if c.store != nil {
		return c.attemptStored(k, l)
	}
	return c.callOnce(k, l)
}

// callOnce is attempt without a state that is stored.
func (c *Consumer[K, S]) callOnce(k *keyState[K, S], l *call[K]) (ended bool, err error) {
	if c.direct != nil || l.kind != ofRecord {
		return true, c.callAgain(k, l)
	}
	c.callHandler(k, l)
	for {
		switch state := l.state.Load(); state {
		case succeeded:
			return true, nil
		case failed:
			return true, l.err
		case handling, claimed:
			if l.state.CompareAndSwap(state, returned) { // failure: done was faster
				return false, nil
			}
		default:
			return false, nil // done has found returned, after a Goexit
		}
	}
}

// callHandler calls the handler. A panic is a done with an error.
func (c *Consumer[K, S]) callHandler(k *keyState[K, S], l *call[K]) {
	completed := false
	defer func() {
		if completed {
			return
		}
		if v := recover(); v != nil {
			c.setResult(l, panicked(v))
			return
		}
		c.exited(l)
	}()
	r := l.d.record(l.number, l.attempt)
	c.tag(observe.Here(), r)
	if c.batches != nil {
		c.batches(&k.state, recordsOfBatch(r, l.rest), func(err error) { c.setResult(l, err) })
	} else {
		c.handler(c.stateFor(k, l), r, func(err error) { c.setResult(l, err) })
	}
	completed = true
}

func panicked(v any) error { return fmt.Errorf("the handler: %w: %v\n%s", ErrPanic, v, debug.Stack()) }

// tag tags the callback with a record, for recordings.
func (c *Consumer[K, S]) tag(tags *observe.Tags, r Record) {
	if tags.On() {
		p := r.Partition()
		tags.Tag(observe.TagPartition, uint32(p.Number), uint32(r.Position()), tags.Label(p.Topic))
	}
}

// callDirect calls the handler of ConsumeFunc for the first time with the records of ch, until one fails
// or the partition is revoked. It returns the one that has failed, which is the key's running record then.
// A panic is its error.
func (c *Consumer[K, S]) callDirect(k *keyState[K, S], ch *chain[K], t *tally[K]) (l *call[K], err error) {
	var it item[K]
	calling := false
	defer func() {
		if !calling && err == nil {
			return
		}
		l = &call[K]{item: it, attempt: 1}
		k.running = l
		if !calling {
			return
		}
		if v := recover(); v != nil {
			err = panicked(v)
			return
		}
		c.exited(l)
	}()
	tags := observe.Here()
	for left := int32(0); ch.n > 0 && err == nil && !ch.d.partition.isRevoked(); left-- {
		if left == 0 {
			left = ch.load()
			t.show()
		}
		it = ch.take()
		r := it.d.record(it.number, 1)
		c.tag(tags, r)
		calling = true
		err = c.direct(&k.state, r)
		if calling = false; err == nil {
			t.add(it)
		}
	}
	t.show()
	return l, err
}

// callAgain calls the handler of ConsumeFunc again, or that of a timer. A panic is its error.
func (c *Consumer[K, S]) callAgain(k *keyState[K, S], l *call[K]) (err error) {
	completed := false
	defer func() {
		if completed {
			return
		}
		if v := recover(); v != nil {
			err = panicked(v)
			return
		}
		c.exited(l)
	}()
	r := l.d.record(l.number, l.attempt)
	c.tag(observe.Here(), r)
	err = c.handlerOf(l)(c.stateFor(k, l), r)
	completed = true
	return err
}

// exited is called when a handler has called runtime.Goexit: attempt does not go on, so the result
// goes through the queue. Without a result the record has failed.
func (c *Consumer[K, S]) exited(l *call[K]) {
	c.count(l)
	for {
		switch state := l.state.Load(); state {
		case succeeded, failed:
			var err error
			if state == failed {
				err = l.err
			}
			l.state.Store(late) // done changes neither of the two
			c.deliverResult(l, err)
			return
		case handling, claimed:
			if l.state.CompareAndSwap(state, returned) { // failure: done was faster
				c.setResult(l, fmt.Errorf("the handler: %w: it has called runtime.Goexit", ErrPanic))
				return
			}
		default:
			return
		}
	}
}

// setResult is what the done of a handler calls. Any goroutine may call it, at any time, any number
// of times.
func (c *Consumer[K, S]) setResult(l *call[K], err error) {
	if err == nil {
		if l.state.CompareAndSwap(handling, succeeded) {
			return
		}
	} else if l.state.CompareAndSwap(handling, claimed) {
		l.err = err
		if l.state.CompareAndSwap(claimed, failed) {
			return
		}
	}
	if l.state.CompareAndSwap(returned, late) {
		c.deliverResult(l, err)
	}
}

// deliverResult gives the result of a handler that has returned to the key.
func (c *Consumer[K, S]) deliverResult(l *call[K], err error) {
	c.do(l.key(), func(k *keyState[K, S]) {
		c.ended(k, l, c.settle(k, l, err))
		c.next(k)
	})
}
