package timerheap_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/internal/stress"
)

// BenchmarkHeap is the time of one operation on a heap that keeps its size.
// Deadlines are random.
func BenchmarkHeap(b *testing.B) {
	for _, size := range []int{1e3, 1e4, 1e5, 1e6} {
		random := stress.Random(1, 2)
		var h heap
		nodes := make([]node, size)
		for i := range nodes {
			h.Add(&nodes[i], random.Int64N(1<<40))
		}
		n := new(node)
		run := func(name string, operation func()) {
			b.Run(fmt.Sprintf("op=%s/size=%d", name, size), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					operation()
				}
				if h.Len() != size {
					b.Fatalf("%d nodes instead of %d", h.Len(), size)
				}
			})
		}
		// A deadline that is set and stopped again, as time limits are.
		run("add+remove", func() {
			h.Add(n, random.Int64N(1<<40))
			h.Remove(n)
		})
		// Any of those that wait, set anew.
		run("remove+add", func() {
			n := &nodes[random.IntN(size)]
			h.Remove(n)
			h.Add(n, random.Int64N(1<<40))
		})
		// The earliest fires and is set again.
		run("pop+add", func() {
			n, when := h.PopDue(math.MaxInt64, math.MaxUint64)
			h.Add(n, when+random.Int64N(1<<40))
		})
	}
}

// BenchmarkLongest is the longest single operation while deadlines in no order are added and then
// taken in order: a division, a segment from the allocator, or the garbage collector.
func BenchmarkLongest(b *testing.B) {
	for _, size := range []int{1e4, 1e5, 1e6} {
		b.Run(fmt.Sprintf("size=%d", size), func(b *testing.B) {
			random := stress.Random(1, 2)
			var add, pop time.Duration
			for b.Loop() {
				var h heap
				nodes := make([]node, size)
				for i := range nodes {
					start := time.Now()
					h.Add(&nodes[i], random.Int64N(1<<40))
					add = max(add, time.Since(start))
				}
				for range nodes {
					start := time.Now()
					h.PopDue(math.MaxInt64, math.MaxUint64)
					pop = max(pop, time.Since(start))
				}
			}
			b.ReportMetric(float64(add.Microseconds()), "us/longest-add")
			b.ReportMetric(float64(pop.Microseconds()), "us/longest-pop")
		})
	}
}
