package promise

// Reactions that make another promise: Then and its kin. The record of the reaction
// and the promise that it makes are one allocation. Once it has run it keeps
// neither the function nor the promise before it, so what is behind in a chain is
// garbage.

import "github.com/wakeful-go/wakeful"

// Then calls fn with the value of p and returns a promise for what fn returns. If p
// is rejected, fn is not called, and the returned promise is rejected for the same
// reason. A panic or runtime.Goexit in fn rejects it with a *wakeful.PanicError. A
// Goexit also costs the loop its goroutine, of which the loop's panic handler is told;
// that is the one report of it, OnUnhandled does not report it again.
//
// fn runs on the loop of p, as a microtask, also if p has settled long ago: never
// before Then has returned when that is called on the loop, and in the order in
// which the functions were given to p. A nil fn rejects with wakeful.ErrNilFunc. If
// the loop ends before fn has run, the promise is rejected with ErrAbandoned.
func Then[T, U any](p *Promise[T], fn func(T) (U, error)) *Promise[U] {
	t := &then[T, U]{Promise[U]{core: core{home: p.where()}}, fn}
	begin(p, &t.core, t, fn == nil)
	return &t.Promise
}

// Then is the function Then for an fn whose result has the same type.
func (p *Promise[T]) Then(fn func(T) (T, error)) *Promise[T] { return Then(p, fn) }

// Chain is Then for an fn that begins something else that takes time: the returned
// promise settles as the one that fn returns. A nil promise rejects it with
// ErrNilPromise, the returned promise itself, or one that waits for it, with
// ErrSelfResolution.
//
// A function that returns Chain of itself is a loop, and takes no more memory the
// longer it runs.
func Chain[T, U any](p *Promise[T], fn func(T) *Promise[U]) *Promise[U] {
	t := &chain[T, U]{Promise[U]{core: core{home: p.where()}}, fn}
	begin(p, &t.core, t, fn == nil)
	return &t.Promise
}

// Transform calls fn with the outcome of p, value or error, and returns a promise for
// what fn returns. Otherwise it is as Then.
func Transform[T, U any](p *Promise[T], fn func(T, error) (U, error)) *Promise[U] {
	t := &transform[T, U]{Promise[U]{core: core{home: p.where()}}, fn}
	begin(p, &t.core, t, fn == nil)
	return &t.Promise
}

// Catch calls fn if p is rejected, and returns a promise for what fn returns: a
// value, which mends it, or an error. If p is fulfilled, so is the returned
// promise, and fn is not called. Otherwise it is as Then.
func (p *Promise[T]) Catch(fn func(error) (T, error)) *Promise[T] {
	t := &catch[T]{Promise[T]{core: core{home: p.where()}}, fn}
	begin(p, &t.core, t, fn == nil)
	return &t.Promise
}

// CatchChain is Catch for an fn that returns a promise, as Chain is for Then: the
// second attempt, for instance.
func (p *Promise[T]) CatchChain(fn func(error) *Promise[T]) *Promise[T] {
	t := &catchChain[T]{Promise[T]{core: core{home: p.where()}}, fn}
	begin(p, &t.core, t, fn == nil)
	return &t.Promise
}

// Finally calls fn when p has settled in whichever way, and returns a promise that
// settles as p did, unless fn does not return. After a Shutdown it is also called
// for promises that the end of the loop has rejected; after Close, or the end of
// the context of Run, nothing is called. Otherwise it is as Then.
func (p *Promise[T]) Finally(fn func()) *Promise[T] {
	t := &finally[T]{Promise[T]{core: core{home: p.where()}}, fn}
	begin(p, &t.core, t, fn == nil)
	return &t.Promise
}

// begin makes r wait for p. c is the promise that r makes.
func begin[T any](p *Promise[T], c *core, r reaction, noFunc bool) {
	h := c.home
	if h.debug.Load() {
		c.slot = here()
	}
	switch {
	case noFunc || h.loop == nil:
		refuse(p, c, noFunc)
	case h.loop.OnLoop():
		if p.is(StatePending) && p.slot == nil {
			p.slot = r // attach, for the first of a promise: nearly every link is that
			return
		}
		p.attach(r)
	default:
		if err := h.post(func() { p.attach(r) }); err != nil {
			c.decline(err)
		}
	}
}

// refuse rejects a promise that can never be anything else.
func refuse[T any](p *Promise[T], c *core, noFunc bool) {
	if noFunc {
		p.Handled()
		c.decline(wakeful.ErrNilFunc)
		c.home.mournSoon(c)
		return
	}
	c.decline(c.home.why())
}

// decline rejects a promise that nobody has seen yet. Whoever makes it.
func (c *core) decline(err error) { c.blame(&detail{err: err}) }

// then is the record of a Then: the promise, and what makes it.
type then[T, U any] struct {
	Promise[U]
	fn func(T) (U, error)
}

func (t *then[T, U]) dead() bool { return false }

func (t *then[T, U]) react(settled any) {
	from, fn := settled.(*Promise[T]), t.fn
	t.fn = nil
	if from.is(StateRejected) {
		t.inherit(from.reason())
		return
	}
	returned := false
	defer func() {
		if !returned {
			t.fail(recover())
		}
	}()
	value, err := fn(from.value)
	returned = true
	if err != nil {
		t.reject(err)
		return
	}
	t.fulfill(value)
}

type chain[T, U any] struct {
	Promise[U]
	fn func(T) *Promise[U]
}

func (t *chain[T, U]) dead() bool { return false }

func (t *chain[T, U]) react(settled any) {
	from, fn := settled.(*Promise[T]), t.fn
	t.fn = nil
	if from.is(StateRejected) {
		t.inherit(from.reason())
		return
	}
	returned := false
	defer func() {
		if !returned {
			t.fail(recover())
		}
	}()
	next := fn(from.value)
	returned = true
	t.adopt(next)
}

type transform[T, U any] struct {
	Promise[U]
	fn func(T, error) (U, error)
}

func (t *transform[T, U]) dead() bool { return false }

func (t *transform[T, U]) react(settled any) {
	from, fn := settled.(*Promise[T]), t.fn
	t.fn = nil
	var reason error
	if from.is(StateRejected) {
		reason = from.reason().err
	}
	returned := false
	defer func() {
		if !returned {
			t.fail(recover())
		}
	}()
	value, err := fn(from.value, reason)
	returned = true
	t.finish(value, err)
}

type catch[T any] struct {
	Promise[T]
	fn func(error) (T, error)
}

func (t *catch[T]) dead() bool { return false }

func (t *catch[T]) react(settled any) {
	from, fn := settled.(*Promise[T]), t.fn
	t.fn = nil
	if from.is(StateFulfilled) {
		t.fulfill(from.value)
		return
	}
	returned := false
	defer func() {
		if !returned {
			t.fail(recover())
		}
	}()
	value, err := fn(from.reason().err)
	returned = true
	t.finish(value, err)
}

type catchChain[T any] struct {
	Promise[T]
	fn func(error) *Promise[T]
}

func (t *catchChain[T]) dead() bool { return false }

func (t *catchChain[T]) react(settled any) {
	from, fn := settled.(*Promise[T]), t.fn
	t.fn = nil
	if from.is(StateFulfilled) {
		t.fulfill(from.value)
		return
	}
	returned := false
	defer func() {
		if !returned {
			t.fail(recover())
		}
	}()
	next := fn(from.reason().err)
	returned = true
	t.adopt(next)
}

type finally[T any] struct {
	Promise[T]
	fn func()
}

func (t *finally[T]) dead() bool { return false }

func (t *finally[T]) react(settled any) {
	from, fn := settled.(*Promise[T]), t.fn
	t.fn = nil
	returned := false
	defer func() {
		if !returned {
			t.fail(recover())
		}
	}()
	fn()
	returned = true
	t.follow(from)
}
