package promise

// Promises for several promises: All, AllSettled, Race, Any.

import (
	"slices"

	"github.com/wakeful-go/wakeful"
)

// All returns a promise for the values of all promises, in their order. It is
// rejected as soon as one of them is, for that reason. Without promises it is
// fulfilled with an empty slice.
//
// The promises may belong to other loops. A nil one counts as rejected with
// ErrNilPromise. Rejections of the promises are handled by being given here.
func All[T any](l *wakeful.Loop, promises ...*Promise[T]) *Promise[[]T] {
	a := &all[T]{values: make([]T, len(promises)), left: len(promises)}
	if gather(homeOf(l), &a.core, a, promises) {
		a.value = a.values
		a.state.Store(uint32(StateFulfilled))
	}
	return &a.Promise
}

// An Outcome is what has become of a promise: Err is nil if it was fulfilled.
type Outcome[T any] struct {
	Value T
	Err   error
}

// AllSettled returns a promise for the outcomes of all promises, in their order,
// once all have settled. It is never rejected, except by the end of its loop.
// Otherwise it is as All.
func AllSettled[T any](l *wakeful.Loop, promises ...*Promise[T]) *Promise[[]Outcome[T]] {
	a := &allSettled[T]{outcomes: make([]Outcome[T], len(promises)), left: len(promises)}
	if gather(homeOf(l), &a.core, a, promises) {
		a.value = a.outcomes
		a.state.Store(uint32(StateFulfilled))
	}
	return &a.Promise
}

// Race returns a promise that settles as the first of the promises that does. A
// race of none is rejected with ErrNoPromises; in JavaScript it never ends.
// Otherwise it is as All. The losers forget the race, so one of them may be a
// promise that lives long, and races many times.
func Race[T any](l *wakeful.Loop, promises ...*Promise[T]) *Promise[T] {
	a := &race[T]{}
	if gather(homeOf(l), &a.core, a, promises) {
		a.decline(ErrNoPromises)
		a.home.mournSoon(&a.core)
	}
	return &a.Promise
}

// Any returns a promise for the value of the first promise that is fulfilled. If all
// are rejected, or there are none, it is rejected with an *AggregateError.
// Otherwise it is as All.
func Any[T any](l *wakeful.Loop, promises ...*Promise[T]) *Promise[T] {
	a := &anyOf[T]{reasons: make([]error, len(promises)), left: len(promises)}
	if gather(homeOf(l), &a.core, a, promises) {
		a.decline(&AggregateError{})
		a.home.mournSoon(&a.core)
	}
	return &a.Promise
}

// A gatherer makes one promise of several. Loop only.
type gatherer interface {
	// settled tells that the promise with the given index has settled; from is a
	// *Promise[T]. Called only as long as over is false.
	settled(index int, from any)
	// over reports whether the other promises do not matter any more.
	over() bool
}

// gather makes g, whose promise is c, wait for all promises. It returns true if
// there are none, so that the caller says what that means.
func gather[T any](h *home, c *core, g gatherer, promises []*Promise[T]) (none bool) {
	c.init(h)
	switch {
	case h.loop == nil:
		c.decline(h.why())
	case len(promises) == 0:
		return true
	case h.loop.OnLoop():
		await(h, g, promises)
	default:
		promises = slices.Clone(promises)
		if err := h.post(func() { await(h, g, promises) }); err != nil {
			c.decline(err)
		}
	}
	return false
}

// await tells g what has settled already, and attaches it to the other promises.
// Loop only.
func await[T any](h *home, g gatherer, promises []*Promise[T]) {
	var items []item // in one piece: an allocation each would take longer than all the rest
	for i, p := range promises {
		if p.where() != h {
			p = brought(p, h)
		}
		p = p.root()
		if !p.is(StateFulfilled) {
			p.handled.Store(true) // also if nobody is interested by then
		}
		switch {
		case g.over():
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

// An item is the reaction of a gatherer to one of its promises.
type item struct {
	to    gatherer // nil once it has reacted
	index int
}

func (r *item) react(from any) {
	to := r.to
	r.to = nil
	if !to.over() {
		to.settled(r.index, from)
	}
}

func (r *item) dead() bool { return r.to == nil || r.to.over() }

type all[T any] struct {
	Promise[[]T]
	values []T // nil once it is over
	left   int
}

func (a *all[T]) over() bool { return a.values == nil }

func (a *all[T]) settled(index int, settled any) {
	from := settled.(*Promise[T])
	if from.is(StateRejected) {
		a.values = nil
		a.inherit(from.reason())
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

func (a *allSettled[T]) over() bool { return false }

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

func (a *race[T]) over() bool { return a.won }

func (a *race[T]) settled(_ int, settled any) {
	from := settled.(*Promise[T])
	a.won = true
	a.follow(from)
}

type anyOf[T any] struct {
	Promise[T]
	reasons []error // nil once it is over
	left    int
}

func (a *anyOf[T]) over() bool { return a.reasons == nil }

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
