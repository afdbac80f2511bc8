package promise

import (
	"context"

	"github.com/wakeful-go/wakeful"
)

// RunBlocking calls work on another goroutine, where it may block, as wakeful.Loop.RunBlocking
// does, and returns a promise for its result. The context of the work has the values of ctx. It
// ends when ctx ends, and when the loop starts to end. Shutdown waits for the work and still
// delivers its result. A panic or runtime.Goexit in the work rejects with a *wakeful.PanicError.
// The work keeps an auto-exit loop running. A nil ctx rejects with wakeful.ErrNilContext, a nil
// work with wakeful.ErrNilFunc.
func RunBlocking[T any](ctx context.Context, l *wakeful.Loop, work func(context.Context) (T, error)) *Promise[T] {
	r := newResolvers[T](stateOf(l))
	switch {
	case ctx == nil:
		r.Reject(wakeful.ErrNilContext)
	case work == nil:
		r.Reject(wakeful.ErrNilFunc)
	case r.promise.settled(): // no loop
	case l.RunBlocking(ctx, work, r.finish) != nil:
		r.Reject(ErrAbandoned)
	}
	return &r.promise
}
