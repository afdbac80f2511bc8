package keyed

import (
	"fmt"
	"runtime/debug"

	"github.com/wakeful-go/wakeful/internal/observe"
)

// This file owns one call of a handler: who handles its result. A done within the handler is
// handled by the loop when the handler returns, without a function through the loop's queue. A
// later done is handled by a function that done gives to the key. Each call of the handler has a
// number, which is never used again for the same memory, so that a done of an earlier call has no
// effect, not even if the memory has another record now (slab.go).
//
// item.state is number*phases + phase. The phase is `handling` when the item is made and when it is
// used again, and the loop writes the next number and `handling` before it calls the handler again.
// Until the handler is called, nobody has a done of that number. Then:
//
//   - handling -> returned: by the loop, when the handler has returned without done.
//   - handling -> succeeded: by done(nil).
//   - handling -> claimed -> failed: by done(err). item.err is written in between, and the loop
//     reads it after the load that found failed.
//   - claimed -> returned: by the loop, which does not wait for done to write the error.
//   - returned -> late: by done, which then gives the result to the key.
//
// Each change is a compare-and-swap, and one that fails means that somebody else has handled the
// result or will: a second done fails at all of them. A handler of ConsumeFunc has no done, and leaves
// the phase at handling. Whether a record has succeeded is in the
// state alone, because abandon reads it while the next attempt may begin.
const (
	handling = iota
	claimed
	succeeded
	failed
	returned
	late
	phases
)

// attempt calls the handler of a key's running record. It returns true and the result if done was
// called.
func (c *Consumer[K, S]) attempt(k *keyState[K, S], it *item[K]) (ended bool, err error) {
	it.record.Attempt++
	if it.record.Attempt > 1 {
		it.renew()
	}
	base := it.state.Load() / phases * phases
	if c.store != nil {
		return c.attemptStored(k, it, base)
	}
	return c.call(k, it, base)
}

// call is attempt for the attempt that base says.
func (c *Consumer[K, S]) call(k *keyState[K, S], it *item[K], base int64) (ended bool, err error) {
	if c.direct != nil || it.kind != recordItem {
		return true, c.callDirect(k, it, base)
	}
	c.callHandler(k, it, base)
	for {
		switch state := it.state.Load(); state {
		case base + succeeded:
			return true, nil
		case base + failed:
			return true, it.err
		case base + handling, base + claimed:
			if it.state.CompareAndSwap(state, base+returned) { // failure: done was faster
				return false, nil
			}
		default:
			return false, nil // done has found returned, after a Goexit
		}
	}
}

// renew begins the next number. A done of the number before has no effect any more.
func (it *item[K]) renew() { it.state.Store((it.state.Load()/phases+1)*phases + handling) }

// hasSucceeded reports whether done(nil) was called within the handler. Any goroutine may call it.
func (it *item[K]) hasSucceeded() bool { return it.state.Load()%phases == succeeded }

// callHandler calls the handler. A panic is a done with an error.
func (c *Consumer[K, S]) callHandler(k *keyState[K, S], it *item[K], base int64) {
	completed := false
	defer func() {
		if completed {
			return
		}
		if v := recover(); v != nil {
			c.setResult(it, base, panicked(v))
			return
		}
		c.exited(it, base)
	}()
	c.tag(it)
	if c.batches != nil {
		c.batches(&k.state, recordsOfBatch(it, k.rest), func(err error) { c.setResult(it, base, err) })
	} else {
		c.handler(c.stateFor(k, it), it.record, func(err error) { c.setResult(it, base, err) })
	}
	completed = true
}

func panicked(v any) error { return fmt.Errorf("the handler: %w: %v\n%s", ErrPanic, v, debug.Stack()) }

// tag tags the callback with the record, for recordings.
func (c *Consumer[K, S]) tag(it *item[K]) {
	if t := observe.Here(); t.On() {
		p := it.record.Partition
		t.Tag(observe.TagPartition, uint32(p.Number), uint32(it.record.Position), t.Label(p.Topic))
	}
}

// callDirect calls the handler of ConsumeFunc. A panic is its error.
func (c *Consumer[K, S]) callDirect(k *keyState[K, S], it *item[K], base int64) (err error) {
	completed := false
	defer func() {
		if completed {
			return
		}
		if v := recover(); v != nil {
			err = panicked(v)
			return
		}
		c.exited(it, base)
	}()
	c.tag(it)
	handler := c.direct
	if it.kind != recordItem {
		handler = c.handlerOf(it)
	}
	err = handler(c.stateFor(k, it), it.record)
	completed = true
	return err
}

// exited is called when a handler has called runtime.Goexit: attempt does not go on, so the result
// goes through the queue. Without a result the record has failed.
func (c *Consumer[K, S]) exited(it *item[K], base int64) {
	for {
		switch state := it.state.Load(); state {
		case base + succeeded, base + failed:
			var err error
			if state == base+failed {
				err = it.err
			}
			it.state.Store(base + late) // done changes neither of the two
			c.deliverResult(it, err)
			return
		case base + handling, base + claimed:
			if it.state.CompareAndSwap(state, base+returned) { // failure: done was faster
				c.setResult(it, base, fmt.Errorf("the handler: %w: it has called runtime.Goexit", ErrPanic))
				return
			}
		default:
			return
		}
	}
}

// setResult is what the done of a handler calls. Any goroutine may call it, at any time, any number
// of times.
func (c *Consumer[K, S]) setResult(it *item[K], base int64, err error) {
	if err == nil {
		if it.state.CompareAndSwap(base+handling, base+succeeded) {
			return
		}
	} else if it.state.CompareAndSwap(base+handling, base+claimed) {
		it.err = err
		if it.state.CompareAndSwap(base+claimed, base+failed) {
			return
		}
	}
	if it.state.CompareAndSwap(base+returned, base+late) {
		c.deliverResult(it, err)
	}
}

// deliverResult gives the result of a handler that has returned to the key.
func (c *Consumer[K, S]) deliverResult(it *item[K], err error) {
	c.do(it.key(), func(k *keyState[K, S]) {
		c.ended(k, it, c.settle(k, it, err))
		c.next(k)
	})
}
