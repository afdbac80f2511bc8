package promise_test

// Promises keep no reference to the settled part of a chain.

import (
	"runtime"
	"testing"
	"weak"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/promise"
)

// heap returns the size of the live heap in bytes.
func heap() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

const links = 1_000_000

// chain returns the number of links of a chain, with -short a fiftieth. They still take megabytes if they
// are kept.
func chain() int {
	if testing.Short() {
		return links / 50
	}
	return links
}

// TestChainIsFlat: of a million links, each made when the one before has settled, only the last is
// alive at any time.
func TestChainIsFlat(t *testing.T) {
	for _, c := range []struct {
		name string
		next func(*wakeful.Loop, *promise.Promise[int]) *promise.Promise[int]
	}{
		{"Then", func(_ *wakeful.Loop, p *promise.Promise[int]) *promise.Promise[int] { return p.Then(plusOne) }},
		{"Catch", func(_ *wakeful.Loop, p *promise.Promise[int]) *promise.Promise[int] {
			return p.Then(func(n int) (int, error) { return n, errBroken }).Catch(func(error) (int, error) { return 0, nil })
		}},
		{"FlatMap", func(l *wakeful.Loop, p *promise.Promise[int]) *promise.Promise[int] {
			return p.FlatMap(func(n int) *promise.Promise[int] { return promise.Resolved(l, n+1).Then(plusOne) })
		}},
		{"All", func(l *wakeful.Loop, p *promise.Promise[int]) *promise.Promise[int] {
			return promise.All(l, p).Then(func(n []int) (int, error) { return n[0] + 1, nil })
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := running(t)
			n := rounds(links / 5)
			before, most := heap(), int64(0)
			ended := make(chan struct{})
			on(t, l, func() {
				p := promise.Resolved(l, 0)
				made := 0
				var more func()
				more = func() {
					if made++; made == n {
						close(ended)
						return
					}
					if made%(n/4) == 0 {
						most = max(most, heap()-before)
					}
					p = c.next(l, p)
					p.Finally(more)
				}
				more()
			})
			<-ended
			on(t, l, func() { t.Logf("%d links: at most %d bytes more than before", n, most) })
			if most > 1<<20 {
				t.Errorf("%d bytes are alive after %d links, want a constant", most, n)
			}
		})
	}
}

// TestRecursionIsFlat: a function that chains to itself a million times keeps no finished round.
// JavaScript's promises do.
func TestRecursionIsFlat(t *testing.T) {
	l := running(t)
	n := chain()
	before, most := heap(), int64(0)
	var round func(int) *promise.Promise[int]
	round = func(i int) *promise.Promise[int] {
		if i == n {
			return promise.Resolved(l, i)
		}
		if i%(n/4) == 0 {
			most = max(most, heap()-before)
		}
		return promise.Resolved(l, i).Then(plusOne).FlatMap(round)
	}
	var first *promise.Promise[int]
	on(t, l, func() { first = round(0) })
	got, err := first.Await(t.Context())
	check(t, err)
	equal(t, "rounds", got, n)
	on(t, l, func() { t.Logf("%d rounds: at most %d bytes more than before", n, most) })
	if most > 1<<20 {
		t.Errorf("%d bytes are alive after %d rounds, want a constant", most, n)
	}
}

// TestLongChain: a million links that wait for one promise settle one after the other without stack
// growth. Settled links are collected meanwhile.
func TestLongChain(t *testing.T) {
	l := running(t)
	n := chain()
	var full, half int64
	before := heap()
	var last *promise.Promise[int]
	on(t, l, func() {
		r := promise.WithResolvers[int](l)
		p := r.Promise()
		for i := range n {
			if i == n*3/4 {
				p = p.Finally(func() { half = heap() - before })
			} else {
				p = p.Then(plusOne)
			}
		}
		last = p
		full = heap() - before
		r.Resolve(1)
	})
	got, err := last.Await(t.Context())
	check(t, err)
	equal(t, "value", got, n)
	on(t, l, func() { t.Logf("%d links: %d bytes, %d when three quarters have settled", n, full, half) })
	if half > full/2 {
		t.Errorf("%d of %d bytes are alive when three quarters of the links have settled", half, full)
	}
	runtime.KeepAlive(last)
}

// TestLongChainIsCollected: after a million links have settled, the unreferenced ones are
// collected, although the first and the last are referenced.
func TestLongChainIsCollected(t *testing.T) {
	l := running(t)
	n := chain()
	var first, last *promise.Promise[int]
	var between []weak.Pointer[promise.Promise[int]]
	on(t, l, func() {
		r := promise.WithResolvers[int](l)
		first = r.Promise()
		last = first
		for i := range n {
			if i > 0 && i%(n/100) == 0 {
				between = append(between, weak.Make(last))
			}
			last = last.Then(plusOne)
		}
		r.Resolve(0)
	})
	got, err := last.Await(t.Context())
	check(t, err)
	equal(t, "value", got, n)
	equal(t, "links looked at", len(between), 99)
	on(t, l, runtime.GC) // a preempted loop may keep references on its stack
	for i, p := range between {
		if p.Value() != nil {
			t.Fatalf("link %d of %d is alive", (i+1)*(n/100), n)
		}
	}
	runtime.KeepAlive(first)
	runtime.KeepAlive(last)
}

// TestNothingIsKept: an unreferenced promise and the variables of its reaction are collected after
// it has settled, even if the next promise of the chain is referenced.
func TestNothingIsKept(t *testing.T) {
	type big [1 << 16]byte
	l := running(t)
	var first weak.Pointer[promise.Promise[*big]]
	var captured, value weak.Pointer[big]
	var last *promise.Promise[int]
	on(t, l, func() {
		r := promise.WithResolvers[*big](l)
		p, b, v := r.Promise(), new(big), new(big)
		first, captured, value = weak.Make(p), weak.Make(b), weak.Make(v)
		last = p.Then(func(*big) (int, error) { return len(b), nil })
		for range 10 {
			last = last.Then(plusOne)
		}
		r.Resolve(v)
	})
	_, err := last.Await(t.Context())
	check(t, err)
	on(t, l, runtime.GC) // as above
	if first.Value() != nil || captured.Value() != nil || value.Value() != nil {
		t.Errorf("kept: the promise %t, what was captured %t, its value %t",
			first.Value() != nil, captured.Value() != nil, value.Value() != nil)
	}
	runtime.KeepAlive(last)
}

// TestLosersAreReleased: races, time limits and canceled Awaits leave no reference in a promise
// that stays pending.
func TestLosersAreReleased(t *testing.T) {
	l := running(t)
	r := promise.WithResolvers[int](l)
	n := rounds(100_000)
	on(t, l, func() { promise.Race(l, r.Promise(), promise.Resolved(l, 1)) })
	before := heap()
	on(t, l, func() {
		for range n {
			other := promise.WithResolvers[int](l)
			promise.Race(l, r.Promise(), other.Promise())
			promise.Any(l, other.Promise(), r.Promise())
			other.Resolve(1)
		}
	})
	if more := heap() - before; more > 1<<20 {
		t.Errorf("%d races have left %d bytes", 2*n, more)
	}
	r.Resolve(2)
}

// TestLoopIsCollected: the package does not keep an unreferenced loop alive, ended or not.
func TestLoopIsCollected(t *testing.T) {
	for _, ended := range []bool{true, false} {
		collected := make(chan struct{})
		func() {
			l, err := wakeful.New()
			check(t, err)
			promise.WithResolvers[int](l).Promise().Then(plusOne)
			if ended {
				l.Close()
			}
			runtime.AddCleanup(l, func(c chan struct{}) { close(c) }, collected)
		}()
		other := unrun(t) // becomes the loop that was looked up last
		promise.Resolved(other, 1)
		for done := false; !done; {
			runtime.GC()
			select {
			case <-collected:
				done = true
			default:
				runtime.Gosched()
			}
		}
		check(t, other.Close())
	}
}

// TestAllocations: a link is one allocation.
func TestAllocations(t *testing.T) {
	if identityAllocates {
		t.Skip("NOT RUN: in plain Go it allocates to ask whether one is on the loop")
	}
	l := running(t)
	on(t, l, func() {
		p := promise.Resolved(l, 1)
		for name, verb := range map[string]func(){
			"Then":          func() { p.Then(plusOne) },
			"Handle":        func() { p.Handle(handled) },
			"Catch":         func() { p.Catch(mended) },
			"Finally":       func() { p.Finally(nothing) },
			"WithResolvers": func() { promise.WithResolvers[int](l).Resolve(1) },
			"Resolved":      func() { promise.Resolved(l, 1) },
		} {
			verb() // grow the queues first
			if got := testing.AllocsPerRun(100, verb); got != 1 {
				t.Errorf("%s: %v allocations, want 1", name, got)
			}
		}
	})
}

func handled(n int, err error) (int, error) { return n, err }
func mended(error) (int, error)             { return 0, nil }
func nothing()                              {}
