package promise

// This file owns the reactions that settle another promise: Then, FlatMap, Handle,
// Catch and Finally. The reaction and its promise are one allocation. After a reaction
// has run, it references neither its function nor the promise before it, so the earlier
// part of a chain can be collected.

import "github.com/wakeful-go/wakeful"

// Then calls fn with the value of p and returns a promise for fn's result. If p is
// rejected, fn is not called and the returned promise is rejected for the same reason.
//
// fn runs on p's loop as a microtask, even if p has already settled: never before Then has returned
// when Then is called on the loop, and in the order in which functions were added to p. A panic or
// runtime.Goexit in fn rejects the returned promise with a *wakeful.PanicError. A Goexit is also
// reported to the loop's panic handler, because it ends the goroutine that runs the loop; then
// OnUnhandled does not report the rejection again.
//
// A nil fn rejects with wakeful.ErrNilFunc. If the loop ends before fn has run, the
// returned promise is rejected with ErrAbandoned.
func (p *Promise[T]) Then[U any](fn func(T) (U, error)) *Promise[U] {
	t := &then[T, U]{owner: p.checkedOwner(), fn: fn}
	addReaction(p, &t.core, t, fn == nil)
	return &t.Promise
}

// FlatMap is Then for an fn that returns a promise: the returned promise settles as
// fn's promise settles. If fn returns nil, it is rejected with ErrNilPromise. If fn
// returns the returned promise itself, or one that waits for it, it is rejected with
// ErrSelfResolution.
//
// A function that returns FlatMap of itself is a loop in constant memory.
func (p *Promise[T]) FlatMap[U any](fn func(T) *Promise[U]) *Promise[U] {
	t := &flatMap[T, U]{owner: p.checkedOwner(), fn: fn}
	addReaction(p, &t.core, t, fn == nil)
	return &t.Promise
}

// Handle calls fn when p has settled, with p's value and a nil error, or with the zero value and
// p's error, and returns a promise for fn's result. Otherwise it behaves as Then.
func (p *Promise[T]) Handle[U any](fn func(T, error) (U, error)) *Promise[U] {
	t := &handle[T, U]{owner: p.checkedOwner(), fn: fn}
	addReaction(p, &t.core, t, fn == nil)
	return &t.Promise
}

// Catch calls fn if p is rejected and returns a promise for fn's result. If p is
// fulfilled, fn is not called and the returned promise is fulfilled with p's value.
// Otherwise it behaves as Then.
func (p *Promise[T]) Catch(fn func(error) (T, error)) *Promise[T] {
	t := &catch[T]{owner: p.checkedOwner(), fn: fn}
	addReaction(p, &t.core, t, fn == nil)
	return &t.Promise
}

// CatchFlatMap is Catch for an fn that returns a promise, for example a retry.
func (p *Promise[T]) CatchFlatMap(fn func(error) *Promise[T]) *Promise[T] {
	t := &catchFlatMap[T]{owner: p.checkedOwner(), fn: fn}
	addReaction(p, &t.core, t, fn == nil)
	return &t.Promise
}

// Finally calls fn when p has settled and returns a promise that settles as p did, or
// is rejected if fn panics. After Shutdown, fn also runs for promises that the end of the
// loop has rejected. After Close, and after the end of Run's context, no function is
// called. Otherwise it behaves as Then.
func (p *Promise[T]) Finally(fn func()) *Promise[T] {
	t := &finally[T]{owner: p.checkedOwner(), fn: fn}
	addReaction(p, &t.core, t, fn == nil)
	return &t.Promise
}

// addReaction adds r to p's reactions. c is the promise that r settles.
func addReaction[T any](p *Promise[T], c *core, r reaction, noFunc bool) {
	h := c.owner
	if h.debug.Load() {
		c.slot = h.callSite()
	}
	switch {
	case noFunc || h.loop == nil:
		refuse(p, c, noFunc)
	case h.loop.OnLoop():
		if p.is(StatePending) && p.slot == nil {
			p.slot = r // the common case of attach: the first reaction
			return
		}
		p.attach(r)
	default:
		if err := h.post(func() { p.attach(r) }); err != nil {
			c.initRejected(err)
		}
	}
}

// refuse rejects a promise whose function is nil or whose loop does not exist.
func refuse[T any](p *Promise[T], c *core, noFunc bool) {
	if noFunc {
		p.MarkHandled()
		c.initRejected(wakeful.ErrNilFunc)
		c.owner.postUnhandled(c)
		return
	}
	c.initRejected(c.owner.endReason())
}

// initRejected rejects a promise that no other goroutine has seen yet. Called by the
// goroutine that makes it.
func (c *core) initRejected(err error) { c.setRejected(&detail{err: err}) }

// then is the reaction of Then, together with its promise.
type then[T, U any] struct {
	Promise[U]
	fn func(T) (U, error)
}

func (t *then[T, U]) canceled() bool { return false }

func (t *then[T, U]) react(settled any) {
	from, fn := settled.(*Promise[T]), t.fn
	t.fn = nil
	if from.is(StateRejected) {
		t.rejectAs(from.reason())
		return
	}
	returned := false
	defer t.failUnless(&returned)
	value, err := fn(from.value)
	returned = true
	if err != nil {
		t.reject(err)
		return
	}
	t.fulfill(value)
}

type flatMap[T, U any] struct {
	Promise[U]
	fn func(T) *Promise[U]
}

func (t *flatMap[T, U]) canceled() bool { return false }

func (t *flatMap[T, U]) react(settled any) {
	from, fn := settled.(*Promise[T]), t.fn
	t.fn = nil
	if from.is(StateRejected) {
		t.rejectAs(from.reason())
		return
	}
	returned := false
	defer t.failUnless(&returned)
	next := fn(from.value)
	returned = true
	t.adopt(next)
}

type handle[T, U any] struct {
	Promise[U]
	fn func(T, error) (U, error)
}

func (t *handle[T, U]) canceled() bool { return false }

func (t *handle[T, U]) react(settled any) {
	from, fn := settled.(*Promise[T]), t.fn
	t.fn = nil
	var reason error
	if from.is(StateRejected) {
		reason = from.reason().err
	}
	returned := false
	defer t.failUnless(&returned)
	value, err := fn(from.value, reason)
	returned = true
	t.finish(value, err)
}

type catch[T any] struct {
	Promise[T]
	fn func(error) (T, error)
}

func (t *catch[T]) canceled() bool { return false }

func (t *catch[T]) react(settled any) {
	from, fn := settled.(*Promise[T]), t.fn
	t.fn = nil
	if from.is(StateFulfilled) {
		t.fulfill(from.value)
		return
	}
	returned := false
	defer t.failUnless(&returned)
	value, err := fn(from.reason().err)
	returned = true
	t.finish(value, err)
}

type catchFlatMap[T any] struct {
	Promise[T]
	fn func(error) *Promise[T]
}

func (t *catchFlatMap[T]) canceled() bool { return false }

func (t *catchFlatMap[T]) react(settled any) {
	from, fn := settled.(*Promise[T]), t.fn
	t.fn = nil
	if from.is(StateFulfilled) {
		t.fulfill(from.value)
		return
	}
	returned := false
	defer t.failUnless(&returned)
	next := fn(from.reason().err)
	returned = true
	t.adopt(next)
}

type finally[T any] struct {
	Promise[T]
	fn func()
}

func (t *finally[T]) canceled() bool { return false }

func (t *finally[T]) react(settled any) {
	from, fn := settled.(*Promise[T]), t.fn
	t.fn = nil
	returned := false
	defer t.failUnless(&returned)
	fn()
	returned = true
	t.settleAs(from)
}
