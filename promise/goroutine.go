package promise

import (
	"context"

	"github.com/wakeful-go/wakeful"
)

// FromGo calls work on another goroutine, as wakeful.Go does, and returns a promise
// for what it returns: that is how promises use everything in Go that blocks. The
// context ends when the loop begins to end; Shutdown waits for the work, and its
// result is still delivered. A panic or runtime.Goexit in it rejects with a
// *wakeful.PanicError. The work keeps an auto-exit loop going. A nil work rejects
// with wakeful.ErrNilFunc.
func FromGo[T any](l *wakeful.Loop, work func(context.Context) (T, error)) *Promise[T] {
	r := newResolvers[T](homeOf(l))
	switch {
	case work == nil:
		r.Reject(wakeful.ErrNilFunc)
	case r.promise.settled(): // no loop
	case wakeful.Go(l, work, r.finish) != nil:
		r.Reject(ErrAbandoned)
	}
	return &r.promise
}
