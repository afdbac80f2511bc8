package promise_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/promise"
)

// TestAwaitOnLoop: Await in a callback of the promise's own loop returns ErrAwaitOnLoop in every
// state. A callback of another loop may call it.
func TestAwaitOnLoop(t *testing.T) {
	l, other := running(t), running(t)
	on(t, l, func() {
		for _, p := range []*promise.Promise[int]{
			promise.Resolved(l, 1), promise.Rejected[int](l, errBroken).MarkHandled(), promise.WithResolvers[int](l).Promise(),
		} {
			_, err := p.Await(context.Background())
			matches(t, err, promise.ErrAwaitOnLoop)
		}
		promise.Resolved(l, 1).Finally(func() {
			_, err := promise.Resolved(l, 1).Await(context.Background())
			matches(t, err, promise.ErrAwaitOnLoop)
		})
	})
	on(t, other, func() {
		got, err := promise.Resolved(l, 1).Then(plusOne).Await(t.Context())
		check(t, err)
		equal(t, "value", got, 2)
	})
}

// TestAwaitContext: Await returns when its context ends, and the promise is unaffected.
func TestAwaitContext(t *testing.T) {
	l := running(t)
	r := promise.WithResolvers[int](l)
	ctx, cancel := context.WithCancelCause(t.Context())
	ended := make(chan error)
	for range 100 {
		go func() {
			_, err := r.Promise().Await(ctx)
			ended <- err
		}()
	}
	on(t, l, func() {})
	cancel(errOther)
	for range 100 {
		matches(t, <-ended, errOther)
	}
	_, err := r.Promise().Await(ctx)
	matches(t, err, errOther)
	_, err = r.Promise().Await(nil) //nolint:staticcheck // what a nil context does
	matches(t, err, wakeful.ErrNilContext)
	r.Resolve(6)
	got, err := r.Promise().Await(t.Context())
	check(t, err)
	equal(t, "value", got, 6)
}

// TestAwaitAfterItsContextEnded: an Await with an ended context does not handle the rejection.
func TestAwaitAfterItsContextEnded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := running(t)
		reported := make(chan error, 1)
		check(t, promise.OnUnhandled(l, func(all []promise.Unhandled) { reported <- all[0].Err }))
		r := promise.WithResolvers[int](l)
		ctx, cancel := context.WithCancel(t.Context())
		go r.Promise().Await(ctx)
		synctest.Wait()
		cancel()
		synctest.Wait()
		r.Reject(errBroken)
		matches(t, <-reported, errBroken)
	})
}

// TestAwaitHandles: an Await that is waiting when the promise is rejected handles the rejection.
func TestAwaitHandles(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := running(t)
		r := promise.WithResolvers[int](l)
		got := make(chan error)
		go func() {
			_, err := r.Promise().Await(t.Context())
			got <- err
		}()
		synctest.Wait()
		r.Reject(errBroken)
		matches(t, <-got, errBroken)
		on(t, l, func() {}) // the turn has ended; see unrun
	})
}

// TestAwaitBeforeRun: Await waits for the loop to run, as Call does.
func TestAwaitBeforeRun(t *testing.T) {
	l := unrun(t)
	p := promise.Resolved(l, 1).Then(plusOne)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Await(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	equal(t, "state", p.State(), promise.StatePending)
	_, err := p.Result()
	matches(t, err, promise.ErrPending)
	launch(t, l)
	got, err := p.Await(t.Context())
	check(t, err)
	equal(t, "value", got, 2)
}
