package telemetry_test

import (
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/telemetry"
)

// watching lists the configurations in which a benchmark's loop is watched.
var watching = []struct {
	name    string
	options []telemetry.Option // nil: not watched
	record  bool
}{
	{"no", nil, false},
	{"unsampled", []telemetry.Option{telemetry.WithSampling(0), telemetry.WithStallLimit(100*time.Millisecond, nil)}, false},
	{"sampled", []telemetry.Option{telemetry.WithStallLimit(100*time.Millisecond, nil)}, false},
	{"recorded", nil, true},
}

func benchmark(b *testing.B, run func(b *testing.B, l *wakeful.Loop)) {
	for _, how := range watching {
		b.Run("watched="+how.name, func(b *testing.B) {
			l := unrun(b)
			if how.options != nil {
				watch(b, l, how.options...)
			}
			if how.record {
				record(b, l)
			}
			launch(b, l)
			on(b, l, func() {})
			b.ReportAllocs()
			b.ResetTimer()
			run(b, l)
		})
	}
}

// BenchmarkPingPong is the time per function from the first Submit until the last has run.
func BenchmarkPingPong(b *testing.B) {
	benchmark(b, func(b *testing.B, l *wakeful.Loop) {
		ran, all := 0, make(chan struct{})
		task := func() {
			if ran++; ran == b.N {
				close(all)
			}
		}
		for range b.N {
			if l.Submit(task) != nil {
				b.Fatal("not accepted")
			}
		}
		<-all
	})
}

// BenchmarkRoundTrip submits a function and waits until it has run. Both sides park.
func BenchmarkRoundTrip(b *testing.B) {
	benchmark(b, func(b *testing.B, l *wakeful.Loop) {
		ran := make(chan struct{}, 1)
		task := func() { ran <- struct{}{} }
		for range b.N {
			if l.Submit(task) != nil {
				b.Fatal("not accepted")
			}
			<-ran
		}
	})
}

// BenchmarkOnLoop is the time of a function that is already queued: the cost of the loop alone.
func BenchmarkOnLoop(b *testing.B) {
	benchmark(b, func(b *testing.B, l *wakeful.Loop) {
		const queued = 4096
		task, done := func() {}, make(chan struct{})
		var fill func()
		left := b.N
		fill = func() {
			if left -= queued; left <= 0 {
				close(done)
				return
			}
			for range queued {
				if l.AfterSubmitted(task) != nil {
					b.Error("not accepted")
				}
			}
			check(b, l.Submit(fill))
		}
		check(b, l.Submit(fill))
		<-done
	})
}

// BenchmarkBursts submits 64 functions and waits until they have run. The time is that of a function.
func BenchmarkBursts(b *testing.B) {
	benchmark(b, func(b *testing.B, l *wakeful.Loop) {
		const burst = 64
		ran, last := make(chan struct{}, 1), 0
		task := func() {
			if last++; last == burst {
				last = 0
				ran <- struct{}{}
			}
		}
		for n := 0; n < b.N; n += burst {
			for range burst {
				if l.Submit(task) != nil {
					b.Fatal("not accepted")
				}
			}
			<-ran
		}
	})
}
