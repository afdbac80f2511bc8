package promise

import (
	"errors"
	"fmt"
	"sync/atomic"
)

// A State is what has become of a promise.
type State uint32

// The states of a promise. It settles once, from StatePending to one of the others.
const (
	StatePending State = iota
	StateFulfilled
	StateRejected
	// linked is the internal state of a promise that another one has adopted:
	// whatever happens to it happens to that one, see settle.go. For users it is
	// pending, or what the other is.
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

// A Promise is a value of type T that is there, or will be, or the error because of
// which it will not. It belongs to one loop, on which all of its reactions run. All
// methods and functions may be called from any goroutine, at any time; what is
// called from elsewhere takes effect after everything that the same goroutine has
// submitted to the loop before, with the exception that the package documentation
// names. Make one with New, WithResolvers, FromGo or another
// constructor of this package.
type Promise[T any] struct {
	core
	// value is written before the state and never again.
	value T
}

// core is what a promise is apart from its value. The loop owns it; until a promise
// is shared, whoever makes it.
type core struct {
	home *home
	// state is written by the loop, after value and slot. Others who load a settled
	// state may read those.
	state atomic.Uint32
	// handled is set, and stays so, when somebody will learn of a rejection. Set by
	// any goroutine (Handled, Await); the loop reads it before it reports.
	handled atomic.Bool
	// slot is, while the promise is pending, the reactions to it: nil, one, or a
	// crowd; then the *forward of a linked promise, under home.mu for those who are
	// not the loop; or the *detail of a rejected one.
	slot reaction
}

// detail is why a promise is rejected. The promises of a chain share it.
type detail struct {
	mark
	err  error
	site string // where the promise was made, if its loop is debugged
	told bool   // the loop's panic handler knows, so it is not reported once more
}

// reason returns why c, which is rejected, is.
func (c *core) reason() *detail { return c.slot.(*detail) }

// init makes c a pending promise.
func (c *core) init(h *home) {
	c.home = h
	if h.debug.Load() {
		c.slot = here()
	}
}

func (c *core) is(s State) bool { return State(c.state.Load()) == s }

func (c *core) settled() bool {
	s := State(c.state.Load())
	return s == StateFulfilled || s == StateRejected
}

// where returns the home of a promise that may be nil.
func (p *Promise[T]) where() *home {
	if p == nil || p.home == nil {
		return lost
	}
	return p.home
}

// State returns what has become of p so far. A promise that is pending when its
// loop ends is rejected, with ErrAbandoned.
func (p *Promise[T]) State() State {
	h := p.where()
	if h == lost {
		return StateRejected
	}
	// Before the state: nothing is written any more once this is true.
	over := h.over()
	s := State(p.target().state.Load())
	if s == StatePending && over {
		return StateRejected
	}
	return s
}

// Result returns the value of p, or the error for which it was rejected, or
// ErrPending. It does not count as handling a rejection.
func (p *Promise[T]) Result() (T, error) {
	var none T
	h := p.where()
	if h == lost {
		return none, ErrNilPromise
	}
	over := h.over()
	switch p := p.target(); State(p.state.Load()) {
	case StateFulfilled:
		return p.value, nil
	case StateRejected:
		return none, p.reason().err
	}
	if over {
		return none, h.why()
	}
	return none, ErrPending
}

// Handled says that somebody will look at a rejection of p although nothing waits
// for it now, so that it is not reported as unhandled: a goroutine that will call
// Await in its own time, for instance. It returns p.
func (p *Promise[T]) Handled() *Promise[T] {
	if h := p.where(); h != lost {
		p.handled.Store(true)
	}
	return p
}

// String returns the state, for debugging; the value is left out, since it may be
// large or in use.
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
