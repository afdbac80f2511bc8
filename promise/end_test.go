package promise_test

// The end of the loop: no promise stays pending.

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/promise"
)

// TestEnd: thousands of pending promises of every kind settle with ErrAbandoned, however the loop
// ends. Goroutines await some of them. Reactions run after Shutdown only.
func TestEnd(t *testing.T) {
	for _, c := range []struct {
		name string
		end  func(*wakeful.Loop, context.CancelFunc)
		runs bool
	}{
		{"Shutdown", func(l *wakeful.Loop, _ context.CancelFunc) { check(t, l.Shutdown(context.Background())) }, true},
		{"Close", func(l *wakeful.Loop, _ context.CancelFunc) { l.Close() }, false},
		{"context", func(_ *wakeful.Loop, cancel context.CancelFunc) { cancel() }, false},
		{"Close, never run", func(l *wakeful.Loop, _ context.CancelFunc) { l.Close() }, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := unrun(t)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			if c.name != "Close, never run" {
				go l.Run(ctx)
			}
			n := rounds(5000)
			var all []*promise.Promise[int]
			finals := 0
			begin := func() {
				for range n {
					r := promise.WithResolvers[int](l)
					p := r.Promise()
					all = append(all, p, p.Then(plusOne), p.Finally(func() { finals++ }),
						promise.Race(l, p), p.WithContext(t.Context()),
						promise.New(l, func(func(int), func(error)) {}),
						promise.Sleep(context.Background(), l, time.Hour).Then(func(struct{}) (int, error) { return 1, nil }),
						promise.Sleep(t.Context(), l, time.Hour).Then(func(struct{}) (int, error) { return 1, nil }))
				}
			}
			if c.name == "Close, never run" {
				begin()
			} else {
				on(t, l, begin)
			}
			var waiting sync.WaitGroup
			for _, p := range all[:min(len(all), 500)] {
				waiting.Go(func() {
					_, err := p.Await(t.Context())
					matches(t, err, promise.ErrAbandoned, wakeful.ErrClosed)
				})
			}
			c.end(l, cancel)
			waiting.Wait()
			<-l.Done()
			for _, p := range all {
				rejected(t, p, promise.ErrAbandoned, wakeful.ErrClosed)
				_, err := p.Await(t.Context())
				matches(t, err, promise.ErrAbandoned)
			}
			if want := map[bool]int{true: n}[c.runs]; finals != want {
				t.Errorf("%d of %d Finally functions ran, want %d", finals, n, want)
			}
		})
	}
}

// TestEndSettlesOnce: the end of the loop rejects a promise, whose reaction settles another. The
// end of the loop does not change that other promise.
func TestEndSettlesOnce(t *testing.T) {
	l := running(t)
	var outcomes *promise.Promise[[]promise.Outcome[int]]
	var first *promise.Promise[int]
	on(t, l, func() {
		pending := promise.WithResolvers[int](l).Promise()
		outcomes = promise.AllSettled(l, pending).WithContext(t.Context())
		first = promise.Any(l, pending).WithContext(t.Context())
	})
	check(t, l.Shutdown(t.Context()))
	got, err := outcomes.Result()
	check(t, err)
	if len(got) != 1 || !errors.Is(got[0].Err, promise.ErrAbandoned) {
		t.Errorf("outcomes %v, want one that is ErrAbandoned", got)
	}
	_, err = first.Result()
	if _, ok := errors.AsType[*promise.AggregateError](err); !ok {
		t.Errorf("error %v, want one of Any", err)
	}
}

// TestAfterTheEnd: operations on promises of an ended loop have no effect, and new promises are
// rejected at once.
func TestAfterTheEnd(t *testing.T) {
	l := running(t)
	r := promise.WithResolvers[int](l)
	settled := promise.Resolved(l, 1)
	check(t, l.Shutdown(t.Context()))
	r.Resolve(1)
	r.Reject(errBroken)
	rejected(t, r.Promise(), promise.ErrAbandoned)
	rejected(t, r.Promise().Then(plusOne), promise.ErrAbandoned)
	rejected(t, settled.Then(plusOne), promise.ErrAbandoned)
	rejected(t, promise.All(l, settled), promise.ErrAbandoned)
	rejected(t, settled.WithContext(t.Context()), promise.ErrAbandoned)
	fulfilled(t, settled, 1)
	got, err := settled.Await(t.Context())
	check(t, err)
	equal(t, "value", got, 1)
	_, err = promise.OnContextDone(t.Context(), l, func() {})
	matches(t, err, promise.ErrAbandoned)
	matches(t, promise.OnUnhandled(l, func([]promise.Unhandled) {}), promise.ErrAbandoned)
}

// TestShutdownDrains: Shutdown finishes chains that need no outside event, and waits for work that
// RunBlocking has started.
func TestShutdownDrains(t *testing.T) {
	l := running(t)
	started, finish := make(chan struct{}), make(chan struct{})
	p := promise.RunBlocking(context.Background(), l, func(ctx context.Context) (int, error) {
		close(started)
		<-ctx.Done()
		<-finish
		return 1, nil
	})
	q := p.FlatMap(func(n int) *promise.Promise[int] { return promise.Resolved(l, n).Then(plusOne).Then(plusOne) })
	<-started
	on(t, l, func() {})
	go close(finish)
	check(t, l.Shutdown(t.Context()))
	fulfilled(t, q, 3)
}

// TestReactionsAtTheEnd: a Finally that runs at the end of the loop can use settled promises. New
// promises are abandoned at once.
func TestReactionsAtTheEnd(t *testing.T) {
	var j journal
	script(t, func(l *wakeful.Loop) {
		promise.WithResolvers[int](l).Promise().Catch(func(err error) (int, error) {
			matches(t, err, promise.ErrAbandoned)
			promise.Resolved(l, 0).Then(plusOne).Finally(j.note("settled"))
			promise.WithResolvers[int](l).Promise().Finally(j.note("abandoned")).Catch(func(err error) (int, error) {
				matches(t, err, promise.ErrAbandoned)
				return 0, nil
			})
			return 0, nil
		})
	})
	j.is(t, "abandoned settled")
}

// TestStressEnd: goroutines make, settle and await promises while the loop ends. Every Await
// returns, and no promise is pending afterwards.
func TestStressEnd(t *testing.T) {
	random := seeded(t)
	for range rounds(60) {
		l := unrun(t)
		go l.Run(t.Context())
		stop := random.IntN(3)
		after := random.IntN(2000)
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				for i := range 200 {
					r := promise.WithResolvers[int](l)
					p := r.Promise().Then(plusOne).MarkHandled()
					r.Promise().MarkHandled()
					if i%3 > 0 {
						go r.Resolve(i)
					}
					if i%3 == 0 {
						go r.Reject(errBroken)
					}
					if _, err := p.Await(t.Context()); err != nil && !errors.Is(err, errBroken) && !errors.Is(err, promise.ErrAbandoned) {
						t.Errorf("error %v", err)
					}
					if p.State() == promise.StatePending {
						t.Error("still pending")
					}
				}
			})
		}
		for range after {
			runtime.Gosched()
		}
		switch stop {
		case 0:
			l.Close()
		case 1:
			check(t, l.Shutdown(t.Context()))
		case 2:
			l.Submit(func() { l.Close() })
		}
		all.Wait()
		<-l.Done()
	}
}
