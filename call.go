package wakeful

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync/atomic"
)

// Call runs fn on the loop, waits for it and returns what it returned. Called
// from one of the loop's callbacks it runs fn at once, so it never waits for
// itself. Otherwise it submits fn as Submit does and returns early
//
//   - with the context's cause if ctx ends: if fn has not started by then it will
//     not run and is counted as discarded; if it has, it goes on and its result is dropped;
//   - with ErrClosed if the loop is ending or ends before fn has run;
//   - with ErrQueueFull if a bounded queue has no room, or drops fn later;
//   - with a *PanicError if fn panics or calls runtime.Goexit. The panic handler
//     is called only if the caller has left before.
//
// Before Run, Call waits for the loop to run. A nil fn is ErrNilFunc, a nil ctx
// ErrNilContext.
func Call[T any](ctx context.Context, l *Loop, fn func() (T, error)) (T, error) {
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
	if ctx.Err() != nil {
		return none, context.Cause(ctx)
	}
	c := &call[T]{loop: l, fn: fn, done: make(chan struct{})}
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
	case <-l.done:
		// fn has run completely, or was discarded.
		select {
		case <-c.done:
		default:
			return none, ErrClosed
		}
	}
	return c.value, c.err
}

// call is one Call that is under way.
type call[T any] struct {
	loop *Loop
	fn   func() (T, error)
	// state goes from waiting over started to finished, by the loop, or from one of
	// the first two to left, by the caller. Failure to swap it means that the other
	// was first: so a function whose caller has left does not start, and of a
	// panic either the caller is told or the panic handler.
	state atomic.Uint32
	done  chan struct{} // closed once finished; makes value and err visible
	value T
	err   error
}

// Values of call.state.
const (
	callWaiting = iota
	callStarted
	callFinished
	callLeft
)

func (c *call[T]) submit(ctx context.Context) error {
	if c.loop.gate == nil {
		return c.loop.Submit(c.run)
	}
	return c.loop.submitLimited(ctx, c.drop, c.run)
}

// leave gives the call up, unless it has finished. Caller only.
func (c *call[T]) leave() bool {
	return c.state.CompareAndSwap(callWaiting, callLeft) || c.state.CompareAndSwap(callStarted, callLeft)
}

// drop answers a caller whose function the full queue has discarded.
func (c *call[T]) drop() {
	if c.state.CompareAndSwap(callWaiting, callFinished) {
		c.err = fmt.Errorf("%w: the call was dropped to make room", ErrQueueFull)
		close(c.done)
	}
}

func (c *call[T]) run() {
	if !c.state.CompareAndSwap(callWaiting, callStarted) {
		// Counted as executed by the turn, like any function that it takes.
		c.loop.counters.executed--
		c.loop.counters.discarded++
		return
	}
	returned := false
	defer func() {
		var e *PanicError
		if !returned {
			e = &PanicError{Value: recover(), Phase: "call", Stack: debug.Stack()}
			if e.Value == nil {
				e.Value = ErrGoexit
				c.loop.goexitReported = true
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
	c.value, c.err = c.fn()
	returned = true
}
