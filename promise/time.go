package promise

import (
	"context"
	"time"

	"github.com/wakeful-go/wakeful"
)

// Sleep returns a promise that is fulfilled when d has passed, never earlier. A d of
// zero or less is due in the next turn. The end of ctx rejects the promise with ctx's
// cause and stops the timer. Until then the timer keeps an auto-exit loop running.
//
// A nil ctx rejects with wakeful.ErrNilContext. If the loop ends first, or has ended,
// the promise is rejected with ErrAbandoned. Any goroutine may call Sleep.
func Sleep(ctx context.Context, l *wakeful.Loop, d time.Duration) *Promise[struct{}] {
	r := newResolvers[struct{}](stateOf(l))
	if r.promise.settled() {
		return &r.promise // no loop
	}
	if ctx == nil {
		r.Reject(wakeful.ErrNilContext)
		return &r.promise
	}
	t, err := l.AfterFunc(d, func() { r.Resolve(struct{}{}) })
	if err != nil {
		r.Reject(ErrAbandoned)
		return &r.promise
	}
	if ctx.Done() == nil {
		return &r.promise
	}
	stop, err := OnContextDone(ctx, l, func() {
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
