package promise_test

import (
	"context"
	"testing"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/promise"
)

// TestRunBlockingContext: the work's context has the values of the parent and ends with it.
func TestRunBlockingContext(t *testing.T) {
	type key struct{}
	l := running(t)
	parent, end := context.WithCancelCause(context.WithValue(t.Context(), key{}, "parent"))
	started := make(chan struct{})
	p := promise.RunBlocking(parent, l, func(ctx context.Context) (any, error) {
		close(started)
		<-ctx.Done()
		return ctx.Value(key{}), context.Cause(ctx)
	}).MarkHandled()
	value := promise.RunBlocking(parent, l, func(ctx context.Context) (any, error) { return ctx.Value(key{}), nil })
	<-started
	got, err := value.Await(t.Context())
	check(t, err)
	equal(t, "the parent's value", got, any("parent"))
	end(errBroken)
	_, err = p.Await(t.Context())
	matches(t, err, errBroken)
}

// TestRunBlockingContextRejects: what cannot run is a rejection, and the work is not called.
func TestRunBlockingContextRejects(t *testing.T) {
	work := func(context.Context) (int, error) {
		t.Error("the work was called")
		return 0, nil
	}
	l := running(t)
	check(t, promise.OnUnhandled(l, func([]promise.Unhandled) {})) // Await may come after the turn
	var none context.Context
	_, err := promise.RunBlocking(none, l, work).Await(t.Context())
	matches(t, err, wakeful.ErrNilContext)
	_, err = promise.RunBlocking[int](t.Context(), l, nil).Await(t.Context())
	matches(t, err, wakeful.ErrNilFunc)
	_, err = promise.RunBlocking(t.Context(), nil, work).Await(t.Context())
	matches(t, err, promise.ErrNilLoop)
	ended := unrun(t)
	check(t, ended.Close())
	<-ended.Done()
	_, err = promise.RunBlocking(t.Context(), ended, work).Await(t.Context())
	matches(t, err, promise.ErrAbandoned)
}
