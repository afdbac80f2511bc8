package group_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/group"
)

// BenchmarkSubmit submits to one loop, for comparison with BenchmarkDo. A sample ends when all
// functions have run.
func BenchmarkSubmit(b *testing.B) {
	g := running(b, 1)
	l := g.Loops()[0]
	var ran atomic.Int64
	count := int64(0)
	fn := func() { count++ }
	b.ReportAllocs()
	for b.Loop() {
		if err := l.Submit(fn); err != nil { // check would take longer than Submit
			b.Fatal(err)
		}
	}
	check(b, l.Submit(func() { ran.Store(count) }))
	check(b, g.Shutdown(context.Background()))
	conserved(b, ran.Load())
}

// BenchmarkDo gives functions to keys in turns.
func BenchmarkDo(b *testing.B) {
	for _, loops := range []int{1, 2, 8} {
		for _, keys := range []int{1, 64, 10_000} {
			b.Run(fmt.Sprintf("loops=%d/keys=%d", loops, keys), func(b *testing.B) {
				g := running(b, loops)
				k, err := group.NewKeyedState[int, int64](g)
				check(b, err)
				fn := func(s *int64) { *s++ }
				b.ReportAllocs()
				key := 0
				for b.Loop() {
					if err := k.Submit(key, fn); err != nil {
						b.Fatal(err)
					}
					if key++; key == keys {
						key = 0
					}
				}
				var ran atomic.Int64
				for key := range keys {
					check(b, k.Submit(key, func(s *int64) { ran.Add(*s) }))
				}
				check(b, g.Shutdown(context.Background()))
				conserved(b, ran.Load())
			})
		}
	}
}

func conserved(b *testing.B, ran int64) {
	b.Helper()
	if ran != int64(b.N) {
		b.Errorf("%d functions ran, want %d", ran, b.N)
	}
}

func BenchmarkPick(b *testing.B) {
	for _, loops := range []int{2, 8, 64, 512} {
		b.Run(fmt.Sprintf("loops=%d", loops), func(b *testing.B) {
			g := running(b, loops)
			b.ReportAllocs()
			var l *wakeful.Loop
			for b.Loop() {
				l = g.Pick()
			}
			_ = l
		})
	}
}

func BenchmarkFor(b *testing.B) {
	for _, loops := range []int{2, 8, 64, 512} {
		b.Run(fmt.Sprintf("loops=%d", loops), func(b *testing.B) {
			g := running(b, loops)
			b.ReportAllocs()
			for b.Loop() {
				g.LoopFor("customer 7")
			}
		})
	}
}
