package group_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"testing"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/group"
)

func TestInvalidOptions(t *testing.T) {
	for name, option := range map[string]group.Option{
		"zero":             {},
		"no name":          group.WithName(""),
		"no loop option":   group.WithLoopOptions(wakeful.Option{}),
		"no setup":         group.WithSetup(nil),
		"no panic handler": group.WithPanicHandler(nil),
		"interval":         group.WithRebalancing(group.Rebalancing{Interval: -1}),
		"start":            group.WithRebalancing(group.Rebalancing{StartDifference: 2}),
		"stop":             group.WithRebalancing(group.Rebalancing{StartDifference: 0.1, StopDifference: 0.2}),
		"confirmations":    group.WithRebalancing(group.Rebalancing{Confirmations: -1}),
		"a loop's option":  group.WithLoopOptions(wakeful.WithBudget(0)),
		"a host":           group.WithLoopOptions(wakeful.WithHost(nil)),
	} {
		g, err := group.New(1, option)
		if g != nil {
			t.Errorf("%s: a group", name)
		}
		matches(t, name, err, wakeful.ErrInvalidOption)
	}
	_, err := group.New(0)
	matches(t, "no loops", err, wakeful.ErrInvalidOption)
}

// TestSetupFails: the loops that were made before are ended.
func TestSetupFails(t *testing.T) {
	broken := errors.New("broken")
	var seen []*wakeful.Loop
	_, err := group.New(3, group.WithSetup(func(l *wakeful.Loop) error {
		if seen = append(seen, l); len(seen) == 2 {
			return broken
		}
		return nil
	}))
	matches(t, "New", err, broken)
	for _, l := range seen {
		<-l.Done()
	}
}

func TestNames(t *testing.T) {
	g := running(t, 2, group.WithName("orders"))
	check(t, g.Resize(t.Context(), 4))
	for i, l := range g.Loops() {
		equal(t, "name", l.Name(), fmt.Sprintf("orders/%d", i))
	}
}

// TestRun: what Run returns, and that a group runs once.
func TestRun(t *testing.T) {
	g := made(t, 3)
	matches(t, "a nil context", g.Run(nil), wakeful.ErrNilContext) //nolint:staticcheck // it is what is tested
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	ended := make(chan error)
	go func() { ended <- g.Run(ctx) }()
	started(t, g)
	matches(t, "a second Run", g.Run(ctx), wakeful.ErrAlreadyRun)
	cancel(cause)
	matches(t, "Run", <-ended, cause)
	<-g.Done()
	matches(t, "Resize after the end", g.Resize(t.Context(), 2), wakeful.ErrClosed)
	for range 64 { // also if the context has ended
		check(t, g.Shutdown(ctx))
	}

	g = made(t, 2)
	check(t, g.Close())
	<-g.Done()
	matches(t, "Run after Close", g.Run(t.Context()), wakeful.ErrClosed)
	_, err := group.NewKeyedState[int, int](g)
	matches(t, "NewKeyedState after Close", err, wakeful.ErrClosed)
}

// TestShutdownRunsWhatWasAccepted: also before Run, and when a callback calls it.
func TestShutdownRunsWhatWasAccepted(t *testing.T) {
	g := made(t, 2, group.WithLoopOptions(wakeful.WithAutoExit()))
	var mu sync.Mutex
	ran := 0
	for _, l := range g.Loops() {
		check(t, l.Submit(func() {
			mu.Lock()
			defer mu.Unlock()
			ran++
		}))
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	matches(t, "Shutdown before Run", g.Shutdown(ctx), context.Canceled)
	for _, l := range g.Loops() {
		<-l.Context().Done() // it refuses functions
	}
	check(t, g.Run(t.Context()))
	equal(t, "functions that ran", ran, 2)

	g = running(t, 2, group.WithLoopOptions(wakeful.WithAutoExit()))
	l, after := g.Loops()[1], false
	check(t, l.Submit(func() {
		check(t, l.Submit(func() { after = true }))
		check(t, g.Shutdown(context.Background()))
		<-l.Context().Done()
	}))
	<-g.Done()
	equal(t, "a function that was accepted before has run", after, true)
}

// TestResize: the number of loops, what is refused, and that the counters never fall.
func TestResize(t *testing.T) {
	g := made(t, 2)
	matches(t, "before Run", g.Resize(t.Context(), 3), group.ErrNotRunning)
	go run(t, g)
	started(t, g)
	matches(t, "no context", g.Resize(nil, 1), wakeful.ErrNilContext) //nolint:staticcheck // it is what is tested
	matches(t, "no loops", g.Resize(t.Context(), 0), wakeful.ErrInvalidOption)
	_, err := g.Loops()[0].Call(t.Context(), func() (int, error) { return 0, g.Resize(t.Context(), 1) })
	matches(t, "on a loop", err, group.ErrOnLoop)
	var last uint64
	var seen [][]*wakeful.Loop
	forget := g.OnResize(func(loops []*wakeful.Loop) { seen = append(seen, loops) })
	for _, n := range []int{4, 4, 1, 3} {
		check(t, g.Resize(t.Context(), n))
		equal(t, "loops", len(g.Loops()), n)
		equal(t, "loops of the metrics", len(g.Metrics().Loops), n)
		for _, l := range g.Loops() {
			_, err := l.Call(t.Context(), func() (int, error) { return 0, nil })
			check(t, err)
		}
		// A loop publishes its counters some time after a callback, but they never fall.
		wanted := last + uint64(n)
		for last < wanted {
			total := g.Metrics().Total.Executed
			if total < last {
				t.Fatalf("executed: %d after %d", total, last)
			}
			last = total
			runtime.Gosched()
		}
	}
	equal(t, "changes", len(seen), 3)
	forget()
	check(t, g.Resize(t.Context(), 1))
	equal(t, "changes after forget", len(seen), 3)
}

// TestResizeGivesUp: when its context ends, Resize returns, and the change is completed later.
func TestResizeGivesUp(t *testing.T) {
	g := running(t, 2)
	removed := g.Loops()[1]
	hold := make(chan struct{})
	check(t, removed.Submit(func() { <-hold }))
	ctx, cancel := context.WithCancel(t.Context())
	g.OnResize(func([]*wakeful.Loop) { cancel() })
	matches(t, "Resize", g.Resize(ctx, 1), context.Canceled)
	matches(t, "another Resize", g.Resize(ctx, 2), context.Canceled)
	close(hold)
	<-removed.Done()
	check(t, g.Resize(t.Context(), 2))
}

// TestPanicPolicy: the handler is called for all loops, one at a time, and names the loop.
func TestPanicPolicy(t *testing.T) {
	busy := false // no lock: the calls exclude each other
	names := map[string]int{}
	g, err := group.New(4, group.WithName("orders"), group.WithPanicHandler(func(e *wakeful.PanicError) {
		if busy {
			t.Error("two calls of the handler at the same time")
		}
		busy = true
		names[e.Loop]++
		busy = false
	}))
	check(t, err)
	go run(t, g)
	started(t, g)
	for range 100 {
		for _, l := range g.Loops() {
			check(t, l.Submit(func() { panic("planted") }))
		}
	}
	check(t, g.Shutdown(t.Context()))
	for i := range 4 {
		equal(t, "panics", names[fmt.Sprintf("orders/%d", i)], 100)
	}
}

// TestFor: a key has one loop, and Resize moves only keys that must.
func TestFor(t *testing.T) {
	g := running(t, 4)
	before := map[string]*wakeful.Loop{}
	count := map[*wakeful.Loop]int{}
	for i := range 4000 {
		key := fmt.Sprint(i)
		before[key] = g.LoopFor(key)
		count[g.LoopFor(key)]++
	}
	for _, l := range g.Loops() {
		if count[l] < 800 || count[l] > 1200 { // 1000, with a standard deviation of 27
			t.Errorf("a loop has %d of 4000 keys", count[l])
		}
	}
	kept := g.Loops()[:3]
	check(t, g.Resize(t.Context(), 3))
	for key, l := range before {
		stays := l == kept[0] || l == kept[1] || l == kept[2]
		if stays && g.LoopFor(key) != l {
			t.Errorf("key %s has moved although its loop stays", key)
		}
	}
}

// TestPick: a busy loop is not picked while there is an idle one.
func TestPick(t *testing.T) {
	g := running(t, 2)
	busy := g.Loops()[0]
	hold := make(chan struct{})
	defer close(hold)
	check(t, busy.Submit(func() { <-hold }))
	for range 200_000 {
		check(t, busy.Submit(func() {})) // they wait
	}
	for range 1000 {
		if g.Pick() == busy {
			t.Fatal("the busy loop was picked")
		}
	}
}
