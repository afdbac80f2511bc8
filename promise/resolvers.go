package promise

// This file owns promises that code outside of the package settles.

import (
	"sync/atomic"

	"github.com/wakeful-go/wakeful"
)

// New returns a promise that fn settles, now or later. New calls fn at once, on the
// calling goroutine. fn gets two functions; the first call of either counts. Any goroutine
// may call them at any time. A call from a goroutine takes effect on the loop after
// everything that this goroutine has submitted before. A reject with a nil error rejects
// with ErrNilReason.
//
// If fn panics or calls runtime.Goexit before it has settled the promise, the promise is
// rejected with a *wakeful.PanicError. When the loop ends first, the promise is rejected
// with ErrAbandoned. If the loop has already ended, fn is not called. A nil loop rejects
// with ErrNilLoop, a nil fn with wakeful.ErrNilFunc.
//
// A pending promise does not keep an auto-exit loop running, as in Node. A goroutine that
// will settle one holds a wakeful.KeepAlive or is started by RunBlocking. The loop references
// the promise until it settles or the loop ends.
func New[T any](l *wakeful.Loop, fn func(resolve func(T), reject func(error))) *Promise[T] {
	r := newResolvers[T](stateOf(l))
	switch {
	case fn == nil:
		r.Reject(wakeful.ErrNilFunc)
	case !r.promise.settled():
		r.call(func() { fn(r.Resolve, r.Reject) })
	}
	return &r.promise
}

// Resolvers holds a promise and the functions that settle it. Create one with
// WithResolvers. The first call of Resolve, Reject or ResolveWith counts; later calls do
// nothing. Any goroutine may call them, as for New.
type Resolvers[T any] struct {
	promise Promise[T]
	entry
	// claimed is set by the first call that resolves, from any goroutine, and by the
	// end of the loop. A failed CompareAndSwap means that another call was first.
	claimed atomic.Bool
}

// WithResolvers returns a pending promise together with the functions that settle it. It
// is one allocation. Otherwise it behaves as New.
func WithResolvers[T any](l *wakeful.Loop) *Resolvers[T] { return newResolvers[T](stateOf(l)) }

// Promise returns the promise.
func (r *Resolvers[T]) Promise() *Promise[T] { return &r.promise }

// Resolve fulfills the promise.
func (r *Resolvers[T]) Resolve(value T) {
	if !r.claim() {
		return
	}
	if h := r.promise.owner; h.onLoop() {
		r.done()
		r.promise.fulfill(value)
	} else {
		_ = h.post(func() { // an ending loop rejects the promise
			r.done()
			r.promise.fulfill(value)
		})
	}
}

// Reject rejects the promise.
func (r *Resolvers[T]) Reject(err error) {
	if !r.claim() {
		return
	}
	if h := r.promise.owner; h.onLoop() {
		r.done()
		r.promise.reject(err)
	} else {
		_ = h.post(func() { // an ending loop rejects the promise
			r.done()
			r.promise.reject(err)
		})
	}
}

// ResolveWith settles the promise as other settles. The other promise may belong to
// another loop. A nil promise rejects with ErrNilPromise. The promise itself, or one that
// waits for it, rejects with ErrSelfResolution. A cycle over several loops is not found: its
// promises stay pending until one of the loops ends, and then reject with ErrAbandoned.
func (r *Resolvers[T]) ResolveWith(other *Promise[T]) {
	if !r.claim() {
		return
	}
	if h := r.promise.owner; h.onLoop() {
		r.done()
		r.promise.adopt(other)
	} else {
		_ = h.post(func() { // an ending loop rejects the promise
			r.done()
			r.promise.adopt(other)
		})
	}
}

// newResolvers returns registered resolvers. For a loop that has ended, their promise is
// already rejected. Any goroutine.
func newResolvers[T any](h *loopState) *Resolvers[T] {
	r := &Resolvers[T]{}
	r.promise.init(h)
	if !h.register(&r.entry, r) {
		r.claimed.Store(true)
		r.promise.initRejected(h.endReason())
	}
	return r
}

// claim reports whether the caller is the first to resolve the promise.
func (r *Resolvers[T]) claim() bool {
	return !r.claimed.Load() && r.claimed.CompareAndSwap(false, true)
}

// done removes r from the registry: the promise has been resolved. Loop only.
func (r *Resolvers[T]) done() { r.promise.owner.unregister(&r.entry) }

// loopEnded rejects a pending promise, claimed or not: a posted settlement can no longer arrive. A
// promise that was linked to an already ended one has settled with it.
func (r *Resolvers[T]) loopEnded() {
	r.claimed.Store(true)
	if p := r.promise.root(); !p.settled() {
		p.rejectAs(abandoned)
	}
}

// abandoned is the reason of promises that are pending when their loop ends.
var abandoned = &detail{err: ErrAbandoned}

// call calls fn, and rejects the promise if it does not return.
func (r *Resolvers[T]) call(fn func()) {
	returned := false
	defer func() {
		if returned {
			return
		}
		value := recover()
		if h := r.promise.owner; !h.onLoop() {
			r.Reject(h.caught(value))
		} else if r.claim() {
			r.done()
			r.promise.fail(value)
		}
	}()
	fn()
	returned = true
}

// finish settles the promise with the result of a function.
func (r *Resolvers[T]) finish(value T, err error) {
	if err != nil {
		r.Reject(err)
		return
	}
	r.Resolve(value)
}

// Resolved returns a promise that is fulfilled with value, even if the loop has ended. A
// nil loop rejects with ErrNilLoop. Any goroutine may call it.
func Resolved[T any](l *wakeful.Loop, value T) *Promise[T] {
	p := &Promise[T]{value: value}
	p.init(stateOf(l))
	if p.owner.loop == nil {
		p.initRejected(p.owner.endReason())
	} else {
		p.setFulfilled()
	}
	return p
}

// Rejected returns a promise that is rejected with err. A nil err stands for
// ErrNilReason. It is reported as unhandled if nothing waits for it at the end of the turn.
// Otherwise it behaves as Resolved.
func Rejected[T any](l *wakeful.Loop, err error) *Promise[T] {
	p := &Promise[T]{}
	p.init(stateOf(l))
	if p.owner.loop == nil {
		err = p.owner.endReason()
	}
	if err == nil {
		err = ErrNilReason
	}
	p.initRejected(err)
	p.owner.postUnhandled(&p.core)
	return p
}

// Try calls fn and returns a promise for its result. A panic or runtime.Goexit in fn
// rejects with a *wakeful.PanicError, so an operation that can fail before its first
// promise still fails in one way only. On the loop, Try calls fn at once. From elsewhere,
// fn runs on the loop after everything that the goroutine has submitted before. A nil fn
// rejects with wakeful.ErrNilFunc.
func Try[T any](l *wakeful.Loop, fn func() (T, error)) *Promise[T] {
	h := stateOf(l)
	r := newResolvers[T](h)
	run := func() { r.call(func() { r.finish(fn()) }) }
	switch {
	case fn == nil:
		r.Reject(wakeful.ErrNilFunc)
	case h.onLoop() && !r.promise.settled():
		run()
	default:
		_ = h.post(run) // an ending loop rejects the promise
	}
	return &r.promise
}
