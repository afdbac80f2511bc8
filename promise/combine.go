package promise

// This file owns the combinators: All, AllSettled, Race, Any.

import (
	"slices"

	"github.com/wakeful-go/wakeful"
)

// All returns a promise for the values of all promises, in their order. It is rejected
// with the first rejection of any of them. With no promises, it is fulfilled with an
// empty slice.
//
// The promises may belong to other loops. A nil promise counts as rejected with
// ErrNilPromise. All marks rejections of the promises as handled.
func All[T any](l *wakeful.Loop, promises ...*Promise[T]) *Promise[[]T] {
	a := &all[T]{values: make([]T, len(promises)), left: len(promises)}
	if combine(stateOf(l), &a.core, a, promises) {
		a.value = a.values
		a.setFulfilled()
	}
	return &a.Promise
}

// An Outcome is the value or the error of a settled promise. Err is nil if the promise
// was fulfilled.
type Outcome[T any] struct {
	Value T
	Err   error
}

// AllSettled returns a promise for the outcomes of all promises, in their order. It is
// fulfilled when all have settled, and is rejected only by the end of its loop. Otherwise
// it behaves as All.
func AllSettled[T any](l *wakeful.Loop, promises ...*Promise[T]) *Promise[[]Outcome[T]] {
	a := &allSettled[T]{outcomes: make([]Outcome[T], len(promises)), left: len(promises)}
	if combine(stateOf(l), &a.core, a, promises) {
		a.value = a.outcomes
		a.setFulfilled()
	}
	return &a.Promise
}

// Race returns a promise that settles as the first of the promises to settle. With no
// promises, it is rejected with ErrNoPromises, whereas JavaScript's stays pending.
// Otherwise it behaves as All. The other promises forget the race, so a long-lived promise
// may take part in many races.
func Race[T any](l *wakeful.Loop, promises ...*Promise[T]) *Promise[T] {
	a := &race[T]{}
	if combine(stateOf(l), &a.core, a, promises) {
		a.initRejected(ErrNoPromises)
		a.owner.postUnhandled(&a.core)
	}
	return &a.Promise
}

// Any returns a promise for the value of the first promise to be fulfilled. If all are
// rejected, or there are none, it is rejected with an *AggregateError. Otherwise it
// behaves as All.
func Any[T any](l *wakeful.Loop, promises ...*Promise[T]) *Promise[T] {
	a := &anyOf[T]{reasons: make([]error, len(promises)), left: len(promises)}
	if combine(stateOf(l), &a.core, a, promises) {
		a.initRejected(&AggregateError{})
		a.owner.postUnhandled(&a.core)
	}
	return &a.Promise
}

// A combiner settles one promise from several. Loop only.
type combiner interface {
	// settled is called when the promise with the given index has settled. from is a
	// *Promise[T]. It is not called after decided has become true.
	settled(index int, from any)
	// decided reports whether the result no longer depends on the other promises.
	decided() bool
}

// combine attaches g, whose promise is c, to all promises. It returns true if there are
// none; the caller then settles c.
func combine[T any](h *loopState, c *core, g combiner, promises []*Promise[T]) (none bool) {
	c.init(h)
	switch {
	case h.loop == nil:
		c.initRejected(h.endReason())
	case len(promises) == 0:
		return true
	case h.loop.OnLoop():
		attachAll(h, g, promises)
	default:
		promises = slices.Clone(promises)
		if err := h.post(func() { attachAll(h, g, promises) }); err != nil {
			c.initRejected(err)
		}
	}
	return false
}

// attachAll passes the promises that have settled to g, and attaches g to the others.
// Loop only.
func attachAll[T any](h *loopState, g combiner, promises []*Promise[T]) {
	var items []item // one allocation for all items
	for i, p := range promises {
		if p.checkedOwner() != h {
			p = mirror(p, h)
		}
		p = p.root()
		if !p.is(StateFulfilled) {
			p.handled.Store(true) // even if g is decided before p settles
		}
		switch {
		case g.decided():
		case p.settled():
			g.settled(i, p)
		default:
			if items == nil {
				items = make([]item, len(promises)-i)
			}
			r := &items[0]
			items = items[1:]
			r.to, r.index = g, i
			p.attach(r)
		}
	}
}

// An item is the reaction of a combiner to one promise.
type item struct {
	to    combiner // nil once it has reacted
	index int
}

func (r *item) react(from any) {
	to := r.to
	r.to = nil
	if !to.decided() {
		to.settled(r.index, from)
	}
}

func (r *item) canceled() bool { return r.to == nil || r.to.decided() }

type all[T any] struct {
	Promise[[]T]
	values []T // nil once it is decided
	left   int
}

func (a *all[T]) decided() bool { return a.values == nil }

func (a *all[T]) settled(index int, settled any) {
	from := settled.(*Promise[T])
	if from.is(StateRejected) {
		a.values = nil
		a.rejectAs(from.reason())
		return
	}
	a.values[index] = from.value
	if a.left--; a.left == 0 {
		values := a.values
		a.values = nil
		a.fulfill(values)
	}
}

type allSettled[T any] struct {
	Promise[[]Outcome[T]]
	outcomes []Outcome[T]
	left     int
}

func (a *allSettled[T]) decided() bool { return false }

func (a *allSettled[T]) settled(index int, settled any) {
	from := settled.(*Promise[T])
	a.outcomes[index].Value, a.outcomes[index].Err = from.Result()
	if a.left--; a.left == 0 {
		outcomes := a.outcomes
		a.outcomes = nil
		a.fulfill(outcomes)
	}
}

type race[T any] struct {
	Promise[T]
	won bool
}

func (a *race[T]) decided() bool { return a.won }

func (a *race[T]) settled(_ int, settled any) {
	from := settled.(*Promise[T])
	a.won = true
	a.settleAs(from)
}

type anyOf[T any] struct {
	Promise[T]
	reasons []error // nil once it is decided
	left    int
}

func (a *anyOf[T]) decided() bool { return a.reasons == nil }

func (a *anyOf[T]) settled(index int, settled any) {
	from := settled.(*Promise[T])
	if from.is(StateFulfilled) {
		a.reasons = nil
		a.fulfill(from.value)
		return
	}
	a.reasons[index] = from.reason().err
	if a.left--; a.left == 0 {
		reasons := a.reasons
		a.reasons = nil
		a.reject(&AggregateError{Errors: reasons})
	}
}
