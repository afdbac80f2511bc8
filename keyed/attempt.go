package keyed

import (
	"fmt"
	"runtime/debug"
)

// This file owns one call of a handler: who handles its result. A done within the handler is handled
// by the loop when the handler returns, without a function through the loop's queue. A later done is
// handled by a function that done gives to the key. Each call of the handler is an attempt with a
// number, so that a done of an earlier attempt has no effect.
//
// item.state is attempt*phases + phase. The loop writes the number and `handling` before it calls
// the handler. Then:
//
//   - handling -> returned: by the loop, when the handler has returned without done.
//   - handling -> claimed -> early: by done. item.err is written in between. The loop that finds
//     early handles the result; it reads item.err after the load that found it.
//   - claimed -> returned: by the loop, which does not wait for done to write the error.
//   - returned -> late: by done, which then gives the result to the key.
//
// Each change is a compare-and-swap, and one that fails means that somebody else has handled the
// result or will: a second done fails at all of them.
const (
	handling = iota
	claimed
	early
	returned
	late
	phases
)

// attempt calls the handler of a key's running record. It returns true if done was called; then
// it.err is the result.
func (c *Consumer[K, S]) attempt(k *keyState[K, S], it *item[K]) bool {
	it.record.Attempt++
	base := int64(it.record.Attempt) * phases
	it.state.Store(base + handling)
	c.callHandler(k, it, base)
	if it.state.CompareAndSwap(base+handling, base+returned) || it.state.CompareAndSwap(base+claimed, base+returned) {
		return false
	}
	return it.state.Load() == base+early // else done has found returned, after a Goexit
}

// hasSucceeded reports whether done(nil) was called within the handler. Any goroutine may call it.
func (it *item[K]) hasSucceeded() bool { return it.state.Load()%phases == early && it.err == nil }

// callHandler calls the handler. A panic is a done with an error.
func (c *Consumer[K, S]) callHandler(k *keyState[K, S], it *item[K], base int64) {
	completed := false
	defer func() {
		if completed {
			return
		}
		if v := recover(); v != nil {
			c.setResult(it, base, fmt.Errorf("the handler: %w: %v\n%s", ErrPanic, v, debug.Stack()))
			return
		}
		// runtime.Goexit: attempt does not go on, so the result goes through the queue.
		err := fmt.Errorf("the handler: %w: it has called runtime.Goexit", ErrPanic)
		if it.state.CompareAndSwap(base+early, base+late) {
			c.deliverResult(it, it.err)
			return
		}
		if it.state.CompareAndSwap(base+handling, base+returned) || it.state.CompareAndSwap(base+claimed, base+returned) {
			c.setResult(it, base, err)
		}
	}()
	c.handler(&k.state, it.record, func(err error) { c.setResult(it, base, err) })
	completed = true
}

// setResult is what the done of a handler calls. Any goroutine may call it, at any time, any number of times.
func (c *Consumer[K, S]) setResult(it *item[K], base int64, err error) {
	if it.state.CompareAndSwap(base+handling, base+claimed) {
		it.err = err
		if it.state.CompareAndSwap(base+claimed, base+early) {
			return
		}
	}
	if it.state.CompareAndSwap(base+returned, base+late) {
		c.deliverResult(it, err)
	}
}

// deliverResult gives the result of a handler that has returned to the key.
func (c *Consumer[K, S]) deliverResult(it *item[K], err error) {
	c.do(it.key, func(k *keyState[K, S]) {
		c.ended(k, it, err)
		c.next(k)
	})
}
