package promise

import (
	"context"

	"github.com/wakeful-go/wakeful"
)

// FromGoContext is FromGo with a parent context, see wakeful.GoContext. A nil context rejects with
// wakeful.ErrNilContext.
func FromGoContext[T any](ctx context.Context, l *wakeful.Loop, work func(context.Context) (T, error)) *Promise[T] {
	r := newResolvers[T](stateOf(l))
	switch {
	case ctx == nil:
		r.Reject(wakeful.ErrNilContext)
	case work == nil:
		r.Reject(wakeful.ErrNilFunc)
	case r.promise.settled(): // no loop
	case wakeful.GoContext(ctx, l, work, r.finish) != nil:
		r.Reject(ErrAbandoned)
	}
	return &r.promise
}

// FromGo calls work on another goroutine, as wakeful.Go does, and returns a promise for
// its result. Use it for Go code that blocks. The context ends when the loop begins to end.
// Shutdown waits for the work and still delivers its result. A panic or runtime.Goexit in
// the work rejects with a *wakeful.PanicError. The work keeps an auto-exit loop running. A
// nil work rejects with wakeful.ErrNilFunc.
func FromGo[T any](l *wakeful.Loop, work func(context.Context) (T, error)) *Promise[T] {
	r := newResolvers[T](stateOf(l))
	switch {
	case work == nil:
		r.Reject(wakeful.ErrNilFunc)
	case r.promise.settled(): // no loop
	case wakeful.Go(l, work, r.finish) != nil:
		r.Reject(ErrAbandoned)
	}
	return &r.promise
}
