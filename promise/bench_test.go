package promise_test

// The cost of promises. Each benchmark checks that no promise was lost.

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/promise"
)

func plusOne(n int) (int, error) { return n + 1, nil }

// BenchmarkThen measures the cost of a link in chains of different shapes.
func BenchmarkThen(b *testing.B) {
	for _, links := range []int{1000, 1_000_000} {
		// A chain is made first and then settles from its beginning to its end.
		b.Run(fmt.Sprintf("shape=chain/links=%d", links), func(b *testing.B) {
			perLink(b, links, func(l *wakeful.Loop, n int) *promise.Promise[int] {
				r := promise.WithResolvers[int](l)
				p := r.Promise()
				for range n {
					p = p.Then(plusOne)
				}
				r.Resolve(0)
				return p
			})
		})
		// Each link is made by the link before it.
		b.Run(fmt.Sprintf("shape=loop/links=%d", links), func(b *testing.B) {
			perLink(b, links, func(l *wakeful.Loop, n int) *promise.Promise[int] {
				end := promise.WithResolvers[int](l)
				var step func(int) (int, error)
				step = func(done int) (int, error) {
					if done == n-1 {
						end.Resolve(n)
						return n, nil
					}
					promise.Resolved(l, done+1).Then(step)
					return 0, nil
				}
				promise.Resolved(l, 0).Then(step)
				return end.Promise()
			})
		})
		// A function that chains to itself. Each round adopts a promise.
		b.Run(fmt.Sprintf("shape=recursion/links=%d", links), func(b *testing.B) {
			perLink(b, links, func(l *wakeful.Loop, n int) *promise.Promise[int] {
				var round func(int) *promise.Promise[int]
				round = func(i int) *promise.Promise[int] {
					p := promise.Resolved(l, i)
					if i == n {
						return p
					}
					return p.Then(plusOne).FlatMap(round)
				}
				return round(0)
			})
		})
		// All links wait for one promise.
		b.Run(fmt.Sprintf("shape=fan/links=%d", links), func(b *testing.B) {
			perLink(b, links, func(l *wakeful.Loop, n int) *promise.Promise[int] {
				r := promise.WithResolvers[int](l)
				sum := 0
				add := func(n int) (int, error) {
					sum += n
					return sum, nil
				}
				p := r.Promise()
				for range n - 1 {
					r.Promise().Then(add)
				}
				p = p.Then(add)
				r.Resolve(1)
				return p
			})
		})
	}
}

// perLink runs rounds of many links each, b.N links in all, one round after the other on the loop.
func perLink(b *testing.B, links int, round func(*wakeful.Loop, int) *promise.Promise[int]) {
	l := running(b)
	b.ReportAllocs()
	left, ended := b.N, make(chan struct{})
	var next func()
	next = func() {
		if left == 0 {
			close(ended)
			return
		}
		n := min(left, links)
		left -= n
		round(l, n).Handle(func(got int, err error) (struct{}, error) {
			if got != n || err != nil {
				b.Errorf("%d links: %d, %v", n, got, err)
			}
			check(b, l.Submit(next))
			return struct{}{}, nil
		})
	}
	b.ResetTimer()
	check(b, l.Submit(next))
	<-ended
}

// BenchmarkGather measures the cost of one input of a combinator with many inputs.
func BenchmarkGather(b *testing.B) {
	const many = 100_000
	for _, kind := range []string{"All", "AllSettled", "Any", "Race"} {
		for _, settled := range []bool{true, false} {
			b.Run(fmt.Sprintf("verb=%s/settled=%t/promises=%d", kind, settled, many), func(b *testing.B) {
				gathered(b, kind, settled, many)
			})
		}
	}
}

func gathered(b *testing.B, kind string, settled bool, many int) {
	l := running(b)
	b.ReportAllocs()
	left, ended := b.N, make(chan struct{})
	var next func()
	next = func() {
		if left == 0 {
			close(ended)
			return
		}
		n := min(left, many)
		left -= n
		b.StopTimer()
		resolvers := make([]*promise.Resolvers[int], n)
		promises := make([]*promise.Promise[int], n)
		for i := range resolvers {
			resolvers[i] = promise.WithResolvers[int](l)
			promises[i] = resolvers[i].Promise()
		}
		resolve := func() {
			for i, r := range resolvers {
				r.Resolve(i)
			}
		}
		if settled {
			resolve()
		}
		runtime.GC()
		b.StartTimer()
		counted := counter(l, kind, promises)
		if !settled {
			resolve()
		}
		counted.Handle(func(got int, err error) (struct{}, error) {
			if got != n || err != nil {
				b.Errorf("%d of %d: %v", got, n, err)
			}
			check(b, l.Submit(next))
			return struct{}{}, nil
		})
	}
	check(b, l.Submit(next))
	<-ended
}

// counter returns a promise for the number of promises that a verb has seen.
func counter(l *wakeful.Loop, kind string, promises []*promise.Promise[int]) *promise.Promise[int] {
	switch kind {
	case "All":
		return promise.All(l, promises...).Then(func(all []int) (int, error) { return len(all), nil })
	case "AllSettled":
		return promise.AllSettled(l, promises...).Then(func(all []promise.Outcome[int]) (int, error) { return len(all), nil })
	case "Any":
		return promise.Any(l, promises...).Then(func(first int) (int, error) { return first + len(promises), nil })
	default:
		return promise.Race(l, promises...).Then(func(first int) (int, error) { return first + len(promises), nil })
	}
}

// BenchmarkGoroutine measures the cost of promises that other goroutines use.
func BenchmarkGoroutine(b *testing.B) {
	b.Run("verb=Resolve", func(b *testing.B) {
		l := running(b)
		b.ReportAllocs()
		all := make([]*promise.Promise[int], b.N)
		resolvers := make([]*promise.Resolvers[int], b.N)
		for i := range all {
			resolvers[i] = promise.WithResolvers[int](l)
			all[i] = resolvers[i].Promise()
		}
		b.ResetTimer()
		for i, r := range resolvers {
			r.Resolve(i)
		}
		if v, err := all[b.N-1].Await(b.Context()); v != b.N-1 || err != nil {
			b.Fatal(v, err)
		}
	})
	b.Run("verb=ResolveAndAwait", func(b *testing.B) {
		l := running(b)
		b.ReportAllocs()
		for i := range b.N {
			r := promise.WithResolvers[int](l)
			p := r.Promise().Then(plusOne)
			r.Resolve(i)
			if v, err := p.Await(b.Context()); v != i+1 || err != nil {
				b.Fatal(v, err)
			}
		}
	})
}
