package promise

import (
	"context"
	"time"

	"github.com/wakeful-go/wakeful"
)

// After returns a promise that is fulfilled when d has passed, never earlier; for a
// d of zero or less, in the next turn. Until then its timer keeps an auto-exit loop
// going; if the loop ends first, or has ended, the promise is rejected with
// ErrAbandoned. Any goroutine may call it.
func After(l *wakeful.Loop, d time.Duration) *Promise[struct{}] {
	_, r := after(l, d)
	return &r.promise
}

// Sleep is After, except that the end of ctx rejects the promise with ctx's cause,
// and stops the timer. A nil ctx rejects with wakeful.ErrNilContext.
func Sleep(ctx context.Context, l *wakeful.Loop, d time.Duration) *Promise[struct{}] {
	t, r := after(l, d)
	if t == nil {
		return &r.promise
	}
	stop, err := AfterFunc(ctx, l, func() {
		t.Stop()
		r.Reject(context.Cause(ctx))
	})
	if err != nil {
		t.Stop()
		r.Reject(err)
		return &r.promise
	}
	return r.promise.Finally(func() { stop() })
}

// after returns a timer, nil if there is none, and what it resolves.
func after(l *wakeful.Loop, d time.Duration) (*wakeful.Timer, *Resolvers[struct{}]) {
	r := newResolvers[struct{}](homeOf(l))
	if r.promise.settled() {
		return nil, r
	}
	t, err := l.AfterFunc(d, func() { r.Resolve(struct{}{}) })
	if err != nil {
		r.Reject(ErrAbandoned)
		return nil, r
	}
	return t, r
}
