package wakeful

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync/atomic"
)

// Call runs fn on the loop, waits for it and returns its results. In a callback of the loop it runs
// fn at once, so it never waits for itself. Otherwise it submits fn like Submit. It returns early
//
//   - with the context's cause if ctx ends: if fn has not started, it will not run and is counted
//     as discarded; if it has started, it continues and its result is dropped;
//   - with ErrClosed if the loop is ending or ends before fn has run;
//   - with ErrQueueFull if a bounded queue has no room, or drops fn later;
//   - with a *PanicError if fn panics or calls runtime.Goexit. The panic handler is called only if
//     the caller has already returned;
//   - with ErrGuestMode on the goroutine that last called Start or RunUntil, outside callbacks.
//
// Before Run, Call waits for the loop to run. A nil fn is ErrNilFunc, a nil ctx ErrNilContext.
func (l *Loop) Call[T any](ctx context.Context, fn func() (T, error)) (T, error) {
	var none T
	switch {
	case fn == nil:
		return none, ErrNilFunc
	case ctx == nil:
		return none, ErrNilContext
	}
	if l.OnLoop() {
		return fn()
	}
	if l.waitsForHost() {
		return none, l.named(guestMode("Call", "the host's goroutine would wait for its own RunUntil; call it in a callback"))
	}
	if ctx.Err() != nil {
		return none, context.Cause(ctx)
	}
	c := &pendingCall[T]{loop: l, fn: fn, done: make(chan struct{})}
	if err := c.submit(ctx); err != nil {
		return none, err
	}
	select {
	case <-c.done:
	case <-ctx.Done():
		if c.leave() {
			return none, context.Cause(ctx)
		}
		<-c.done
	case <-l.ending.done:
		// Done is closed. fn has run completely, or was discarded.
		select {
		case <-c.done:
		default:
			return none, l.named(ErrClosed)
		}
	}
	return c.value, c.err
}

// pendingCall is the state of one Call.
type pendingCall[T any] struct {
	loop *Loop
	fn   func() (T, error)
	// state goes from waiting over started to finished, set by the loop, or from one of the first
	// two to left, set by the caller. A failed compare-and-swap means that the other side was
	// first. So a function whose caller has left does not start, and a panic goes either to the
	// caller or to the panic handler.
	state atomic.Uint32
	done  chan struct{} // closed when finished; makes value and err visible
	value T
	err   error
}

// Values of pendingCall.state.
const (
	callWaiting = iota
	callStarted
	callFinished
	callLeft
)

func (c *pendingCall[T]) submit(ctx context.Context) error {
	if c.loop.gate == nil {
		return c.loop.Submit(c.run)
	}
	return c.loop.submitLimited(ctx, c.drop, c.run)
}

// leave ends the caller's wait, unless the call has finished. Caller only.
func (c *pendingCall[T]) leave() bool {
	return c.state.CompareAndSwap(callWaiting, callLeft) || c.state.CompareAndSwap(callStarted, callLeft)
}

// drop ends a call whose function a full queue has discarded.
func (c *pendingCall[T]) drop() {
	if c.state.CompareAndSwap(callWaiting, callFinished) {
		c.err = c.loop.named(fmt.Errorf("%w: the call was dropped to make room", ErrQueueFull))
		close(c.done)
	}
}

func (c *pendingCall[T]) run() {
	if !c.state.CompareAndSwap(callWaiting, callStarted) {
		// The turn counts every function that it takes as executed.
		c.loop.turn.counters.executed--
		c.loop.turn.counters.discarded++
		return
	}
	returned := false
	defer func() {
		var e *PanicError
		if !returned {
			e = &PanicError{Value: recover(), Loop: c.loop.Name(), Phase: "call", Stack: debug.Stack()}
			if e.Value == nil {
				e.Value = ErrGoexit
				c.loop.turn.goexitReported = true
			}
			c.err = e
		}
		switch {
		case c.state.CompareAndSwap(callStarted, callFinished):
			close(c.done)
		case e != nil:
			c.loop.report(e)
		}
	}()
	c.loop.turn.sampler.called = entryOf(c.fn)
	c.value, c.err = c.fn()
	returned = true
}
