package group_test

import (
	"context"
	"runtime"
	"sync/atomic"
	"testing"
	"time"
	"weak"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/group"
)

// TestCloseKeyed: what was accepted runs, then each state is evicted once, then nothing is
// accepted. The group and its other KeyedState go on.
func TestCloseKeyed(t *testing.T) {
	const keys = 200
	g := running(t, 2)
	var saved, evicted atomic.Int64
	k, err := group.NewKeyedState(g, group.WithEviction(time.Hour, func(_ int, n *int64) error {
		saved.Add(*n)
		evicted.Add(1)
		return context.Canceled // nobody looks at it
	}))
	check(t, err)
	other, err := group.NewKeyedState[int, int](g)
	check(t, err)
	for range 3 {
		for key := range keys {
			check(t, k.Submit(key, func(n *int64) { *n++ }))
		}
	}
	check(t, k.Close())
	check(t, k.Close())
	matches(t, "Submit after Close", k.Submit(1, func(*int64) { t.Error("it has run") }), wakeful.ErrClosed)
	if k.Loop(1) == nil {
		t.Error("Loop after Close returns nil")
	}
	check(t, g.Resize(t.Context(), 3)) // a closed KeyedState takes no part in it
	check(t, g.Resize(t.Context(), 1))
	ran := make(chan struct{})
	check(t, other.Submit(1, func(*int) { close(ran) }))
	<-ran
	check(t, g.Shutdown(t.Context()))
	equal(t, "functions whose effect was saved", saved.Load(), 3*keys)
	equal(t, "evictions", evicted.Load(), keys)
	m := g.Metrics().Total
	equal(t, "submitted - executed - discarded", m.Submitted-m.Executed-m.Discarded-m.Rejected, 0)
	check(t, k.Close()) // after the end of the group
}

// TestCloseKeyedFreesIt: the group does not refer to a closed KeyedState. The test hangs if it
// does.
func TestCloseKeyedFreesIt(t *testing.T) {
	g := running(t, 2)
	var freed weak.Pointer[group.KeyedState[int, int]]
	func() {
		k, err := group.NewKeyedState(g, group.WithEviction(time.Hour, func(int, *int) error { return nil }))
		check(t, err)
		for key := range 100 {
			check(t, k.Submit(key, increment))
		}
		freed = weak.Make(k)
		check(t, k.Close())
	}()
	for freed.Value() != nil {
		for _, l := range g.Loops() { // until the loops have dropped what they were sent
			_, err := l.Call(t.Context(), func() (int, error) { return 0, nil })
			check(t, err)
		}
		runtime.GC()
	}
}

// TestCloseKeyedOnALoop: it would wait for a Resize that waits for the callback.
func TestCloseKeyedOnALoop(t *testing.T) {
	g := running(t, 1)
	k, err := group.NewKeyedState[int, int](g)
	check(t, err)
	_, err = g.Loops()[0].Call(t.Context(), func() (int, error) { return 0, k.Close() })
	matches(t, "Close", err, group.ErrOnLoop)
	check(t, k.Submit(1, increment)) // it was not closed
}

// TestCloseKeyedBeforeRun: what was accepted runs later.
func TestCloseKeyedBeforeRun(t *testing.T) {
	g := made(t, 2)
	k, err := group.NewKeyedState[int, int](g)
	check(t, err)
	ran := make(chan struct{})
	check(t, k.Submit(1, func(*int) { close(ran) }))
	check(t, k.Close())
	matches(t, "Submit", k.Submit(1, increment), wakeful.ErrClosed)
	go run(t, g)
	<-ran
}

// TestCloseKeyedWithPanics: a panic of the function that evicts keeps no other state.
func TestCloseKeyedWithPanics(t *testing.T) {
	const keys = 100
	var panics, evicted atomic.Int64
	g := running(t, 2, group.WithPanicHandler(func(*wakeful.PanicError) { panics.Add(1) }))
	k, err := group.NewKeyedState(g, group.WithEviction(time.Hour, func(key int, _ *int) error {
		evicted.Add(1)
		if key%3 == 0 {
			panic("planted")
		}
		return nil
	}))
	check(t, err)
	for key := range keys {
		check(t, k.Submit(key, increment))
	}
	check(t, k.Close())
	check(t, g.Shutdown(t.Context()))
	equal(t, "evictions", evicted.Load(), keys)
	equal(t, "panics", panics.Load(), 34)
}

// TestEndOfGroupWithClosedKeyed: Close of the KeyedState and the end of the group at the same time
// evict each state once.
func TestEndOfGroupWithClosedKeyed(t *testing.T) {
	rounds := 200
	if testing.Short() {
		rounds = 30
	}
	for round := range rounds {
		var evicted atomic.Int64
		g := running(t, 2)
		k, err := group.NewKeyedState(g, group.WithEviction(time.Hour, func(int, *int) error {
			evicted.Add(1)
			return nil
		}))
		check(t, err)
		var ran atomic.Int64
		const keys = 40
		for key := range keys {
			check(t, k.Submit(key, func(*int) { ran.Add(1) }))
		}
		for ran.Load() < keys {
			runtime.Gosched()
		}
		closed := make(chan struct{})
		go func() {
			defer close(closed)
			check(t, k.Close())
		}()
		if round%2 == 0 {
			check(t, g.Close())
		} else {
			check(t, g.Shutdown(t.Context()))
		}
		<-closed
		<-g.Done()
		equal(t, "evictions", evicted.Load(), keys)
	}
}

// A callback that calls runtime.Goexit ends the goroutine on which the group runs its loop. The
// loop goes on, and the group ends.
func TestGoexitDoesNotKeepRun(t *testing.T) {
	g := made(t, 2, group.WithPanicHandler(func(*wakeful.PanicError) {}))
	ended := make(chan error, 1)
	go func() { ended <- g.Run(context.Background()) }()
	for _, l := range g.Loops() {
		check(t, l.Submit(runtime.Goexit))
	}
	started(t, g)
	check(t, g.Shutdown(context.Background()))
	check(t, <-ended)

	g = made(t, 1, group.WithPanicHandler(func(*wakeful.PanicError) {}))
	ctx, cancel := context.WithCancel(context.Background())
	go func() { ended <- g.Run(ctx) }()
	check(t, g.Loops()[0].Submit(runtime.Goexit))
	started(t, g)
	cancel()
	matches(t, "Run", <-ended, context.Canceled)
}

// TestNewKeyedStateFails: nothing of it stays on the loops that could have had it.
func TestNewKeyedStateFails(t *testing.T) {
	g := made(t, 2)
	check(t, g.Loops()[1].Close())
	_, err := group.NewKeyedState(g, group.WithEviction(time.Hour, func(int, *int) error { return nil }))
	matches(t, "NewKeyedState with a loop that has ended", err, wakeful.ErrClosed)
	check(t, g.Close())
	equal(t, "timers that were left", g.Loops()[0].Metrics().TimersDiscarded, 0)
}
