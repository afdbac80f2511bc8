package promise

// The beginnings of chains: promises that something outside of the package settles.

import (
	"sync/atomic"

	"github.com/wakeful-go/wakeful"
)

// New returns a promise that fn has settled, or will have settled: it is called at
// once, on the calling goroutine, and gets two functions of which the first call
// counts. They may be called from any goroutine and at any time; resolve and reject
// from a goroutine take effect on the loop after everything that it has submitted
// before. A reject with a nil error rejects with ErrNilReason.
//
// If fn panics or calls runtime.Goexit, that rejects the promise with a
// *wakeful.PanicError unless it was settled before. When the loop ends first, the
// promise is rejected with ErrAbandoned; if the loop has ended already, fn is not
// called. A nil loop rejects with ErrNilLoop, a nil fn with wakeful.ErrNilFunc.
//
// A pending promise is no reason for an auto-exit loop to go on, as in Node: a
// goroutine that will settle one holds a wakeful.KeepAlive, or is started by FromGo.
// Until it settles, or the loop ends, the loop keeps it.
func New[T any](l *wakeful.Loop, fn func(resolve func(T), reject func(error))) *Promise[T] {
	r := newResolvers[T](homeOf(l))
	switch {
	case fn == nil:
		r.Reject(wakeful.ErrNilFunc)
	case !r.promise.settled():
		r.call(func() { fn(r.Resolve, r.Reject) })
	}
	return &r.promise
}

// Resolvers are a promise, and what settles it. Make them with WithResolvers. The
// first call of Resolve, Reject or ResolveWith counts, others do nothing; any
// goroutine may call them, as it may those of New.
type Resolvers[T any] struct {
	promise Promise[T]
	entry
	// claimed is set by the first who resolves, from any goroutine, and when the loop
	// ends. Whoever fails to set it comes too late.
	claimed atomic.Bool
}

// WithResolvers returns a pending promise together with what settles it, for code
// in which the one who asks and the one who answers are far apart. It is one
// allocation. Otherwise it is as New.
func WithResolvers[T any](l *wakeful.Loop) *Resolvers[T] { return newResolvers[T](homeOf(l)) }

// Promise returns the promise.
func (r *Resolvers[T]) Promise() *Promise[T] { return &r.promise }

// Resolve fulfills the promise.
func (r *Resolvers[T]) Resolve(value T) {
	if !r.claim() {
		return
	}
	if h := r.promise.home; h.onLoop() {
		r.done()
		r.promise.fulfill(value)
	} else {
		_ = h.post(func() { // or the loop is ending, and ends the promise
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
	if h := r.promise.home; h.onLoop() {
		r.done()
		r.promise.reject(err)
	} else {
		_ = h.post(func() { // or the loop is ending, and ends the promise
			r.done()
			r.promise.reject(err)
		})
	}
}

// ResolveWith settles the promise as other settles: it adopts it. The other promise
// may be one of another loop. A nil one rejects with ErrNilPromise, the promise
// itself, or one that waits for it, with ErrSelfResolution.
func (r *Resolvers[T]) ResolveWith(other *Promise[T]) {
	if !r.claim() {
		return
	}
	if h := r.promise.home; h.onLoop() {
		r.done()
		r.promise.adopt(other)
	} else {
		_ = h.post(func() { // or the loop is ending, and ends the promise
			r.done()
			r.promise.adopt(other)
		})
	}
}

// newResolvers returns resolvers that are registered, or ones of a promise that the
// end of its loop has rejected. Any goroutine.
func newResolvers[T any](h *home) *Resolvers[T] {
	r := &Resolvers[T]{}
	r.promise.init(h)
	if !h.register(&r.entry, r) {
		r.claimed.Store(true)
		r.promise.decline(h.why())
	}
	return r
}

// claim reports whether the caller is the first who resolves.
func (r *Resolvers[T]) claim() bool {
	return !r.claimed.Load() && r.claimed.CompareAndSwap(false, true)
}

// done takes r out of the registry: the promise has its fate. Loop only.
func (r *Resolvers[T]) done() { r.promise.home.unregister(&r.entry) }

// end rejects what is still pending, claimed or not: what a claim has sent cannot
// arrive any more. What waits for a promise that was ended before has settled with it.
func (r *Resolvers[T]) end() {
	r.claimed.Store(true)
	if p := r.promise.root(); !p.settled() {
		p.inherit(abandoned)
	}
}

// abandoned is why promises are rejected when their loop ends.
var abandoned = &detail{err: ErrAbandoned}

// call calls fn, and rejects the promise if it does not return.
func (r *Resolvers[T]) call(fn func()) {
	returned := false
	defer func() {
		if returned {
			return
		}
		value := recover()
		if !r.promise.home.onLoop() {
			r.Reject(caught(value))
		} else if r.claim() {
			r.done()
			r.promise.fail(value)
		}
	}()
	fn()
	returned = true
}

// finish settles the promise with what a function has returned.
func (r *Resolvers[T]) finish(value T, err error) {
	if err != nil {
		r.Reject(err)
		return
	}
	r.Resolve(value)
}

// Resolved returns a promise that is fulfilled, also for a loop that has ended. A nil
// loop rejects with ErrNilLoop. Any goroutine may call it.
func Resolved[T any](l *wakeful.Loop, value T) *Promise[T] {
	p := &Promise[T]{value: value}
	p.init(homeOf(l))
	if p.home.loop == nil {
		p.decline(p.home.why())
	} else {
		p.state.Store(uint32(StateFulfilled))
	}
	return p
}

// Rejected returns a promise that is rejected. It is reported as unhandled if
// nobody waits for it at the end of the turn. A nil error stands for ErrNilReason.
// Otherwise it is as Resolved.
func Rejected[T any](l *wakeful.Loop, err error) *Promise[T] {
	p := &Promise[T]{}
	p.init(homeOf(l))
	if p.home.loop == nil {
		err = p.home.why()
	}
	if err == nil {
		err = ErrNilReason
	}
	p.decline(err)
	p.home.mournSoon(&p.core)
	return p
}

// Try calls fn and returns a promise for what it returns; a panic or runtime.Goexit
// in it rejects with a *wakeful.PanicError. So a function that may fail before it
// gets to its first promise has one way to fail. Called on the loop, Try calls fn at
// once; from elsewhere it has it called on the loop, after what the goroutine has
// submitted before. A nil fn rejects with wakeful.ErrNilFunc.
func Try[T any](l *wakeful.Loop, fn func() (T, error)) *Promise[T] {
	h := homeOf(l)
	r := newResolvers[T](h)
	run := func() { r.call(func() { r.finish(fn()) }) }
	switch {
	case fn == nil:
		r.Reject(wakeful.ErrNilFunc)
	case h.onLoop() && !r.promise.settled():
		run()
	default:
		_ = h.post(run) // a loop that is ending ends the promise
	}
	return &r.promise
}
