package promise

// Cancellation. What AbortController is elsewhere, context.Context is in Go.

import (
	"context"
	"sync/atomic"

	"github.com/wakeful-go/wakeful"
)

// AfterFunc has fn called on the loop when ctx ends, as context.AfterFunc has it
// called on a goroutine: it is how work on a loop is cancelled. Also if ctx has ended
// already, fn runs as a function that the loop is given then, not at once. The answer
// is a function that stops that and reports whether fn will not be called for that
// reason; called on the loop, fn is not called after it. When the loop ends first, fn
// is not called, and ctx forgets it.
//
// It returns ErrAbandoned for a loop that has ended, ErrNilLoop, wakeful.ErrNilFunc or
// wakeful.ErrNilContext, and then a stop that does nothing. Any goroutine may call it.
func AfterFunc(ctx context.Context, l *wakeful.Loop, fn func()) (stop func() bool, err error) {
	h := homeOf(l)
	nothing := func() bool { return false }
	switch {
	case ctx == nil:
		return nothing, wakeful.ErrNilContext
	case fn == nil:
		return nothing, wakeful.ErrNilFunc
	}
	w := &watch{home: h, fn: fn}
	if !h.register(&w.entry, w) {
		return nothing, h.why()
	}
	// The loop may end before this, and then release is nil; see end.
	release := context.AfterFunc(ctx, w.ring)
	if w.release.Store(&release); w.over.Load() {
		release()
	}
	return w.stop, nil
}

// watch is one AfterFunc.
type watch struct {
	entry
	home    *home
	fn      func()
	release atomic.Pointer[func() bool]
	// over is set by the first of the loop that calls fn, whoever stops it, and the
	// end of the loop.
	over atomic.Bool
}

// ring is called when ctx has ended, on a goroutine.
func (w *watch) ring() { _ = w.home.post(w.fire) } // a loop that is ending calls end

// fire is ring on the loop.
func (w *watch) fire() {
	if w.take() {
		w.fn()
	}
}

// take reports whether the caller is the first for whom the watch is over.
func (w *watch) take() bool {
	if !w.over.CompareAndSwap(false, true) {
		return false
	}
	w.home.unregister(&w.entry)
	if release := w.release.Load(); release != nil {
		(*release)()
	}
	return true
}

func (w *watch) stop() bool { return w.take() }

func (w *watch) end() { w.take() }

// WithContext returns a promise that settles as p does, or is rejected with the cause
// of ctx, whichever comes first. It is on the loop of p. What p stands for goes on:
// who does the work has to heed the same context, if that is to end. With
// context.WithTimeout it is a time limit. A rejection of p is handled by being given
// here, also one that comes too late. A nil ctx rejects with wakeful.ErrNilContext.
func WithContext[T any](ctx context.Context, p *Promise[T]) *Promise[T] {
	h := p.where()
	r := newResolvers[T](h)
	if r.promise.settled() {
		return &r.promise // no loop
	}
	stop, err := AfterFunc(ctx, h.loop, func() { r.Reject(context.Cause(ctx)) })
	if err != nil {
		r.Reject(err)
		return &r.promise
	}
	b := &bounded[T]{Resolvers: r, stop: stop}
	if h.onLoop() {
		await(h, b, []*Promise[T]{p})
	} else {
		_ = h.post(func() { await(h, b, []*Promise[T]{p}) }) // or the end of the loop ends r
	}
	return &r.promise
}

// bounded is the gatherer of WithContext.
type bounded[T any] struct {
	*Resolvers[T]
	stop func() bool
}

func (b *bounded[T]) over() bool { return b.claimed.Load() }

func (b *bounded[T]) settled(_ int, from any) {
	b.stop()
	b.finish(from.(*Promise[T]).Result())
}
