package promise

// This file owns cancellation with contexts: OnContextDone and WithContext.

import (
	"context"
	"sync/atomic"

	"github.com/wakeful-go/wakeful"
)

// OnContextDone calls fn on the loop when ctx ends, as context.AfterFunc does on a goroutine.
// If ctx has already ended, fn is submitted to the loop and does not run before OnContextDone
// has returned. stop prevents the call and reports whether it did; after a stop on the
// loop, fn does not run. When the loop ends first, fn is not called and ctx no longer
// references it.
//
// OnContextDone returns ErrAbandoned for a loop that has ended, ErrNilLoop,
// wakeful.ErrNilFunc or wakeful.ErrNilContext. Then stop does nothing. Any goroutine may
// call it.
func OnContextDone(ctx context.Context, l *wakeful.Loop, fn func()) (stop func() bool, err error) {
	h := stateOf(l)
	nothing := func() bool { return false }
	switch {
	case ctx == nil:
		return nothing, wakeful.ErrNilContext
	case fn == nil:
		return nothing, wakeful.ErrNilFunc
	}
	w := &watch{owner: h, fn: fn}
	if !h.register(&w.entry, w) {
		return nothing, h.endReason()
	}
	// The loop may end before release is stored. Then loopEnded has not called it.
	release := context.AfterFunc(ctx, w.onContextEnd)
	if w.release.Store(&release); w.done.Load() {
		release()
	}
	return w.stop, nil
}

// watch is one OnContextDone.
type watch struct {
	entry
	owner   *loopState
	fn      func()
	release atomic.Pointer[func() bool]
	// done is set by the first of three: the loop before it calls fn, a caller of
	// stop, the end of the loop.
	done atomic.Bool
}

// onContextEnd is called when ctx has ended, on a goroutine.
func (w *watch) onContextEnd() { _ = w.owner.post(w.fire) } // an ending loop calls loopEnded instead

// fire is onContextEnd on the loop.
func (w *watch) fire() {
	if w.take() {
		w.fn()
	}
}

// take sets done and reports whether the caller was the first.
func (w *watch) take() bool {
	if !w.done.CompareAndSwap(false, true) {
		return false
	}
	w.owner.unregister(&w.entry)
	if release := w.release.Load(); release != nil {
		(*release)()
	}
	return true
}

func (w *watch) stop() bool { return w.take() }

func (w *watch) loopEnded() { w.take() }

// WithContext returns a promise that settles as p does, or is rejected with ctx's cause,
// whichever comes first. It belongs to p's loop. It does not stop the work behind p: that
// work has to watch the same context. It marks a rejection of p as handled. A nil ctx
// rejects with wakeful.ErrNilContext.
func (p *Promise[T]) WithContext(ctx context.Context) *Promise[T] {
	h := p.checkedOwner()
	r := newResolvers[T](h)
	if r.promise.settled() {
		return &r.promise // no loop
	}
	stop, err := OnContextDone(ctx, h.loop, func() { r.Reject(context.Cause(ctx)) })
	if err != nil {
		r.Reject(err)
		return &r.promise
	}
	b := &bounded[T]{Resolvers: r, stop: stop}
	if h.onLoop() {
		attachAll(h, b, []*Promise[T]{p})
	} else {
		_ = h.post(func() { attachAll(h, b, []*Promise[T]{p}) }) // an ending loop rejects r
	}
	return &r.promise
}

// bounded is the combiner of WithContext.
type bounded[T any] struct {
	*Resolvers[T]
	stop func() bool
}

func (b *bounded[T]) decided() bool { return b.claimed.Load() }

func (b *bounded[T]) settled(_ int, from any) {
	b.stop()
	b.finish(from.(*Promise[T]).Result())
}
