package promise

import (
	"errors"
	"fmt"
	"sync/atomic"
)

// A State is the state of a promise.
type State uint32

// The states of a promise. It settles once, from StatePending to one of the others.
const (
	StatePending State = iota
	StateFulfilled
	StateRejected
	// linked is the internal state of a promise that has been adopted. It settles together with the
	// adopting promise, see settle.go. To users it appears pending, or settled as the adopting
	// promise is.
	linked
)

// String returns the state's name.
func (s State) String() string {
	switch s {
	case StatePending:
		return "pending"
	case StateFulfilled:
		return "fulfilled"
	case StateRejected:
		return "rejected"
	}
	return fmt.Sprintf("State(%d)", uint32(s))
}

// A Promise is the future value of an operation, or the error that prevents the value.
// It belongs to one loop, and all its reactions run there. Any goroutine may call its
// methods at any time. A call from another goroutine takes effect after everything that
// this goroutine has submitted to the loop before. Create one with New, WithResolvers,
// RunBlocking or another constructor of this package.
type Promise[T any] struct {
	core
	// value is written before the state and never again.
	value T
}

// core is a promise without its value. The loop owns it. Before a promise is shared, the goroutine
// that makes it owns it.
type core struct {
	owner *loopState
	// state is written by the loop, after value and slot. A goroutine that loads a settled state
	// may read those two fields.
	state atomic.Uint32
	// handled is set when a rejection has a reader, and is never reset. Any goroutine sets it
	// (MarkHandled, Await). The loop reads it before it reports.
	handled atomic.Bool
	// slot holds the reactions while the promise is pending: nil, one, or a reactionList. In a
	// linked promise it holds the *forward; other goroutines read that under owner.mu. In a
	// rejected promise it holds the *detail.
	slot reaction
}

// detail is the reason of a rejection. The promises of a chain share it.
type detail struct {
	notReaction
	err      error
	site     string // where the promise was made, if its loop is debugged
	reported bool   // the loop's panic handler was called, so the rejection is not reported again
}

// reason returns the reason of a rejected promise.
func (c *core) reason() *detail { return c.slot.(*detail) }

// init makes c a pending promise.
func (c *core) init(h *loopState) {
	c.owner = h
	if h.debug.Load() {
		c.slot = h.callSite()
	}
}

func (c *core) is(s State) bool { return State(c.state.Load()) == s }

func (c *core) settled() bool {
	s := State(c.state.Load())
	return s == StateFulfilled || s == StateRejected
}

// checkedOwner returns the owner of a promise that may be nil.
func (p *Promise[T]) checkedOwner() *loopState {
	if p == nil || p.owner == nil {
		return noPromise
	}
	return p.owner
}

// State returns the state of p. A promise that is pending when its loop ends is rejected
// with ErrAbandoned. It never waits.
func (p *Promise[T]) State() State {
	h := p.checkedOwner()
	if h == noPromise {
		return StateRejected
	}
	// Read this before the state: once it is true, nothing is written any more.
	ended := h.hasEnded()
	s := State(p.target().state.Load())
	if s == StatePending && ended {
		return StateRejected
	}
	return s
}

// Result returns the value of p, the error that p was rejected with, or ErrPending. It
// never waits, and it does not mark a rejection as handled.
func (p *Promise[T]) Result() (T, error) {
	var none T
	h := p.checkedOwner()
	if h == noPromise {
		return none, ErrNilPromise
	}
	ended := h.hasEnded()
	switch p := p.target(); State(p.state.Load()) {
	case StateFulfilled:
		return p.value, nil
	case StateRejected:
		return none, p.reason().err
	}
	if ended {
		return none, h.endReason()
	}
	return none, ErrPending
}

// MarkHandled suppresses the report of an unhandled rejection of p. Use it when a
// goroutine will call Await later. It returns p.
func (p *Promise[T]) MarkHandled() *Promise[T] {
	if h := p.checkedOwner(); h != noPromise {
		p.handled.Store(true)
	}
	return p
}

// String returns the state of p and, if p is rejected, its error. It omits the value,
// which may be large or in use.
func (p *Promise[T]) String() string {
	switch _, err := p.Result(); {
	case err == nil:
		return "Promise(fulfilled)"
	case errors.Is(err, ErrPending):
		return "Promise(pending)"
	default:
		return fmt.Sprintf("Promise(rejected: %v)", err)
	}
}
