package ingress_test

// The queue and rejected designs in one benchmark.

import (
	"fmt"
	"runtime"
	"sync"
	"testing"
)

// BenchmarkDelivery measures the time per function from the first push until the last has run.
// Producers push as fast as they can, and one goroutine takes and runs.
func BenchmarkDelivery(b *testing.B) {
	for _, producers := range []int{1, 2, 8, 32} {
		for _, impl := range correct {
			b.Run(fmt.Sprintf("impl=%s/producers=%d", impl.name, producers), func(b *testing.B) {
				b.ReportAllocs()
				benchmarkDelivery(b, impl.new(), producers)
			})
		}
	}
}

func benchmarkDelivery(b *testing.B, q mpsc, producers int) {
	ran := 0
	fn := func() { ran++ }
	var pushing sync.WaitGroup
	for p := range producers {
		n := b.N / producers
		if p < b.N%producers {
			n++
		}
		pushing.Go(func() {
			for range n {
				q.Push(fn)
			}
		})
	}
	for taken := 0; taken < b.N; {
		n := q.Ready(1024)
		if n == 0 {
			runtime.Gosched()
		}
		for range n {
			q.Take()()
		}
		taken += n
	}
	b.StopTimer()
	pushing.Wait()
	if ran != b.N || q.Ready(1) != 0 {
		b.Errorf("%d functions were pushed, %d ran, %d are left", b.N, ran, q.Ready(all))
	}
}

// BenchmarkAlone measures a push and a take by a single goroutine, without contention.
func BenchmarkAlone(b *testing.B) {
	for _, impl := range correct {
		b.Run("impl="+impl.name, func(b *testing.B) {
			q, ran, pushed := impl.new(), 0, 0
			fn := func() { ran++ }
			b.ReportAllocs()
			for b.Loop() {
				q.Push(fn)
				pushed++
				if q.Ready(1) == 1 {
					q.Take()()
				}
			}
			if ran != pushed {
				b.Errorf("%d functions were pushed, %d ran", pushed, ran)
			}
		})
	}
}
