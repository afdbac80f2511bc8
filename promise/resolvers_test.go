package promise_test

// The functions that start chains: New, WithResolvers, Resolved, Rejected, Try, RunBlocking.

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"testing"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/promise"
)

// TestFirstCounts: the first call of Resolve, Reject or ResolveWith counts.
func TestFirstCounts(t *testing.T) {
	l := running(t)
	on(t, l, func() {
		fulfilled(t, promise.New(l, func(resolve func(int), reject func(error)) {
			resolve(1)
			resolve(2)
			reject(errBroken)
			panic("too late to matter")
		}), 1)
		rejected(t, promise.New(l, func(resolve func(int), reject func(error)) {
			reject(errBroken)
			reject(errOther)
			resolve(1)
		}).MarkHandled(), errBroken)
	})
}

// TestNew: the promise settles by how the function ends, unless the function settles it.
func TestNew(t *testing.T) {
	boom := errors.New("boom")
	for _, c := range []struct {
		name string
		fn   func(func(int), func(error))
		want error
	}{
		{"nothing", func(func(int), func(error)) {}, promise.ErrPending},
		{"panic", func(func(int), func(error)) { panic(boom) }, boom},
		{"nil error", func(_ func(int), reject func(error)) { reject(nil) }, promise.ErrNilReason},
		{"nil", nil, wakeful.ErrNilFunc},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := running(t)
			on(t, l, func() {
				_, err := promise.New(l, c.fn).MarkHandled().Result()
				matches(t, err, c.want)
			})
		})
	}
	ended := unrun(t)
	check(t, ended.Close())
	called := false
	rejected(t, promise.New(ended, func(func(int), func(error)) { called = true }), promise.ErrAbandoned)
	equal(t, "called for a loop that has ended", called, false)
}

// TestNewGoexit: New does not return after a Goexit, so only the report mentions the promise.
func TestNewGoexit(t *testing.T) {
	l := running(t)
	reported := make(chan error, 1)
	check(t, promise.OnUnhandled(l, func(all []promise.Unhandled) { reported <- all[0].Err }))
	go promise.New(l, func(func(int), func(error)) { runtime.Goexit() })
	matches(t, <-reported, wakeful.ErrGoexit)
}

// TestConstructors: each constructor with a nil loop, an ended loop, and a nil function.
func TestConstructors(t *testing.T) {
	ended := unrun(t)
	check(t, ended.Close())
	work := func(context.Context) (int, error) { return 1, nil }
	try := func() (int, error) { return 1, nil }
	l := running(t)
	on(t, l, func() {
		for _, c := range []struct {
			name string
			p    *promise.Promise[int]
			want error
		}{
			{"New, no loop", promise.New(nil, func(func(int), func(error)) {}), promise.ErrNilLoop},
			{"WithResolvers, no loop", promise.WithResolvers[int](nil).Promise(), promise.ErrNilLoop},
			{"Resolved, no loop", promise.Resolved(nil, 1), promise.ErrNilLoop},
			{"Rejected, no loop", promise.Rejected[int](nil, errBroken), promise.ErrNilLoop},
			{"Try, no loop", promise.Try(nil, try), promise.ErrNilLoop},
			{"RunBlocking, no loop", promise.RunBlocking(context.Background(), nil, work), promise.ErrNilLoop},
			{"Race, no loop", promise.Race[int](nil), promise.ErrNilLoop},
			{"Then of no loop", promise.Resolved(nil, 1).Then(plusOne), promise.ErrNilLoop},
			{"WithResolvers, ended", promise.WithResolvers[int](ended).Promise(), promise.ErrAbandoned},
			{"Rejected, ended", promise.Rejected[int](ended, errBroken), errBroken},
			{"Try, ended", promise.Try(ended, try), wakeful.ErrClosed},
			{"RunBlocking, ended", promise.RunBlocking(context.Background(), ended, work), wakeful.ErrClosed},
			{"Race, ended", promise.Race(ended, promise.Resolved(l, 1)), promise.ErrAbandoned},
			{"Then of an ended one", promise.Resolved(ended, 1).Then(plusOne), promise.ErrAbandoned},
			{"Try, nil", promise.Try[int](l, nil).MarkHandled(), wakeful.ErrNilFunc},
			{"RunBlocking, nil", promise.RunBlocking[int](context.Background(), l, nil).MarkHandled(), wakeful.ErrNilFunc},
			{"Rejected, nil", promise.Rejected[int](l, nil).MarkHandled(), promise.ErrNilReason},
			{"nil promise", (*promise.Promise[int])(nil), promise.ErrNilPromise},
			{"Then of nil", (*promise.Promise[int])(nil).Then(plusOne), promise.ErrNilPromise},
			{"Then of a zero promise", new(promise.Promise[int]).Then(plusOne), promise.ErrNilPromise},
		} {
			_, err := c.p.Result()
			if !errors.Is(err, c.want) {
				t.Errorf("%s: %v, want %v", c.name, err, c.want)
			}
			equal(t, c.name, c.p.State(), promise.StateRejected)
		}
		fulfilled(t, promise.Resolved(ended, 1), 1)
	})
	_, err := (*promise.Promise[int])(nil).Await(t.Context())
	matches(t, err, promise.ErrNilPromise)
}

// TestTry: the function runs at once when Try is called on the loop, and on the loop otherwise.
func TestTry(t *testing.T) {
	l := running(t, wakeful.WithPanicHandler(func(*wakeful.PanicError) {}))
	got, err := promise.Try(l, func() (bool, error) { return l.OnLoop(), nil }).Await(t.Context())
	check(t, err)
	equal(t, "on the loop", got, true)
	on(t, l, func() {
		fulfilled(t, promise.Try(l, func() (int, error) { return 3, nil }), 3)
		rejected(t, promise.Try(l, func() (int, error) { return 3, errBroken }).MarkHandled(), errBroken)
		rejected(t, promise.Try(l, func() (int, error) { panic(errOther) }).MarkHandled(), errOther)
	})
	check(t, promise.OnUnhandled(l, func([]promise.Unhandled) {})) // Await may come after the turn
	_, err = promise.Try(l, func() (int, error) { runtime.Goexit(); return 0, nil }).Await(t.Context())
	matches(t, err, wakeful.ErrGoexit)
}

// TestRunBlocking: the function runs on a goroutine, the reactions run on the loop, and the loop
// waits.
func TestRunBlocking(t *testing.T) {
	var j journal
	script(t, func(l *wakeful.Loop) {
		p := promise.RunBlocking(context.Background(), l, func(ctx context.Context) (string, error) {
			if l.OnLoop() {
				t.Error("the work runs on the loop")
			}
			return "worked", ctx.Err()
		})
		p.Then(func(s string) (int, error) {
			if !l.OnLoop() {
				t.Error("the reaction does not run on the loop")
			}
			j.add(s)
			return 0, nil
		})
		promise.RunBlocking(context.Background(), l, func(context.Context) (int, error) { return 0, errBroken }).Catch(func(err error) (int, error) {
			matches(t, err, errBroken)
			return 0, nil
		})
		promise.RunBlocking(context.Background(), l, func(context.Context) (int, error) { panic(errOther) }).Catch(func(err error) (int, error) {
			if _, ok := errors.AsType[*wakeful.PanicError](err); !ok {
				t.Errorf("error %v, want a panic's", err)
			}
			matches(t, err, errOther)
			return 0, nil
		})
	})
	j.is(t, "worked")
}

// TestAfterSubmits: a goroutine's calls on promises take effect after its earlier submissions, even
// while other goroutines submit.
func TestAfterSubmits(t *testing.T) {
	l := running(t)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for i := range rounds(500) {
				submitted := -1
				check(t, l.Submit(func() { submitted = i }))
				r := promise.WithResolvers[int](l)
				p := r.Promise().Then(func(n int) (int, error) { return submitted - n, nil })
				r.Resolve(i)
				if got, err := p.Await(t.Context()); got != 0 || err != nil {
					t.Errorf("overtaken: %d, %v", got, err)
				}
			}
		})
	}
	all.Wait()
}

// TestQueueLimit: a loop with a queue limit loses no resolution, whatever its policy.
func TestQueueLimit(t *testing.T) {
	for _, policy := range []wakeful.OverflowPolicy{wakeful.OverflowReject, wakeful.OverflowBlock, wakeful.OverflowDropOldest} {
		t.Run(policy.String(), func(t *testing.T) {
			l := unrun(t, wakeful.WithQueueLimit(2, policy))
			var all []*promise.Promise[int]
			for i := range 100 {
				r := promise.WithResolvers[int](l)
				all = append(all, r.Promise().Then(plusOne))
				r.Resolve(i)
			}
			launch(t, l)
			got, err := promise.All(l, all...).Await(t.Context())
			check(t, err)
			equal(t, "values", len(got), 100)
		})
	}
}
