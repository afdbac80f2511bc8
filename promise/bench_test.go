package promise_test

// What promises cost. Each benchmark checks that nothing was lost.

import (
	"context"
	"fmt"
	"testing"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/promise"
)

func plusOne(n int) (int, error) { return n + 1, nil }

// BenchmarkThen is what a link costs, by how the links hang together.
func BenchmarkThen(b *testing.B) {
	for _, links := range []int{1000, 1_000_000} {
		// A chain that is made and then settles from its beginning to its end.
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
		// Each link is made by the one before: a loop made of promises.
		b.Run(fmt.Sprintf("shape=loop/links=%d", links), func(b *testing.B) {
			perLink(b, links, func(l *wakeful.Loop, n int) *promise.Promise[int] {
				end := promise.WithResolvers[int](l)
				var step func(int) (int, error)
				step = func(done int) (int, error) {
					if done == n-1 {
						end.Resolve(n)
						return n, nil
					}
					promise.Then(promise.Resolved(l, done+1), step)
					return 0, nil
				}
				promise.Then(promise.Resolved(l, 0), step)
				return end.Promise()
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

// perLink runs rounds of many links each, b.N links in all.
func perLink(b *testing.B, links int, round func(*wakeful.Loop, int) *promise.Promise[int]) {
	l := running(b)
	b.ReportAllocs()
	b.ResetTimer()
	for left := b.N; left > 0; left -= links {
		n := min(left, links)
		var last *promise.Promise[int]
		on(b, l, func() { last = round(l, n) })
		if got, err := last.Await(context.Background()); got != n || err != nil {
			b.Fatalf("%d links: %d, %v", n, got, err)
		}
	}
}

// BenchmarkGather is what one of many promises costs that are waited for together.
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
	for left := b.N; left > 0; left -= many {
		n := min(left, many)
		b.StopTimer()
		resolvers := make([]*promise.Resolvers[int], n)
		promises := make([]*promise.Promise[int], n)
		resolve := func() {
			for i, r := range resolvers {
				r.Resolve(i)
			}
		}
		on(b, l, func() {
			for i := range resolvers {
				resolvers[i] = promise.WithResolvers[int](l)
				promises[i] = resolvers[i].Promise()
			}
			if settled {
				resolve()
			}
		})
		b.StartTimer()
		var count func() int
		on(b, l, func() {
			switch kind {
			case "All":
				p := promise.All(l, promises...)
				count = func() int { v, _ := p.Await(context.Background()); return len(v) }
			case "AllSettled":
				p := promise.AllSettled(l, promises...)
				count = func() int { v, _ := p.Await(context.Background()); return len(v) }
			case "Any":
				p := promise.Any(l, promises...)
				count = func() int { v, _ := p.Await(context.Background()); return v + n }
			case "Race":
				p := promise.Race(l, promises...)
				count = func() int { v, _ := p.Await(context.Background()); return v + n }
			}
			if !settled {
				resolve()
			}
		})
		if got := count(); got != n {
			b.Fatalf("%d of %d", got, n)
		}
	}
}
