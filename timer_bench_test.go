package wakeful_test

// Timers in great numbers, against the runtime's.

import (
	"strconv"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
)

// stopper is a timer of either kind.
type stopper interface{ Stop() bool }

// BenchmarkTimers measures on the loop's goroutine, per timer: setting 100,000 timers and then
// stopping them, and setting a timer and stopping it while others wait. Deadlines are in no order
// (random), or each is later than the one before (rising), as with a fixed time limit.
func BenchmarkTimers(b *testing.B) {
	const many = 100_000
	never := func() {}
	for _, impl := range []string{"wakeful", "runtime"} {
		l := start(b)
		after := func(d time.Duration) stopper { return time.AfterFunc(d, never) }
		if impl == "wakeful" {
			after = func(d time.Duration) stopper {
				t, err := l.AfterFunc(d, never)
				if err != nil {
					panic(err)
				}
				return t
			}
		}
		deadlines := map[string]func(i int) time.Duration{
			"random": func(i int) time.Duration { return time.Hour + time.Duration(i*7919%many)*time.Millisecond },
			"rising": func(int) time.Duration { return time.Hour },
		}
		for _, order := range []string{"random", "rising"} {
			deadline := deadlines[order]
			b.Run("impl="+impl+"/all/order="+order, func(b *testing.B) {
				benchOnLoop(b, l, func() {
					timers := make([]stopper, many)
					var set, stop time.Duration
					for b.Loop() {
						t0 := time.Now()
						for i := range timers {
							timers[i] = after(deadline(i))
						}
						t1 := time.Now()
						for _, t := range timers {
							if !t.Stop() {
								panic("not stopped")
							}
						}
						set += t1.Sub(t0)
						stop += time.Since(t1)
					}
					n := float64(b.N * many)
					b.ReportMetric(float64(set.Nanoseconds())/n, "ns/set")
					b.ReportMetric(float64(stop.Nanoseconds())/n, "ns/stop")
					b.ReportMetric(float64((set+stop).Nanoseconds())/n, "ns/pair")
					b.ReportMetric(0, "ns/op")
				})
			})
			for _, size := range []int{10, many} {
				b.Run("impl="+impl+"/one/order="+order+"/waiting="+strconv.Itoa(size), func(b *testing.B) {
					benchOnLoop(b, l, func() {
						timers := make([]stopper, size)
						for i := range timers {
							timers[i] = after(deadline(i))
						}
						b.ResetTimer()
						for i := 0; b.Loop(); i++ {
							if !timers[i%size].Stop() {
								panic("not stopped")
							}
							timers[i%size] = after(deadline(i % size))
						}
						b.StopTimer()
						for _, t := range timers {
							t.Stop()
						}
					})
				})
			}
		}
		b.Run("impl="+impl+"/fire", func(b *testing.B) {
			// All are due when the function ends.
			var left int
			done := make(chan struct{})
			var released time.Time
			var fired time.Duration
			if impl == "runtime" {
				b.Skip("NOT RUN: the runtime's timers call goroutines, not a loop")
			}
			for b.Loop() {
				if err := l.Submit(func() {
					left = many
					for i := range many {
						if _, err := l.AfterFunc(time.Duration(i*7919%many)*10*time.Nanosecond, func() {
							if left--; left == 0 {
								fired += time.Since(released)
								done <- struct{}{}
							}
						}); err != nil {
							panic(err)
						}
					}
					for t := time.Now().Add(time.Millisecond); time.Now().Before(t); {
					}
					released = time.Now()
				}); err != nil {
					b.Fatal(err)
				}
				<-done
			}
			b.ReportMetric(float64(fired.Nanoseconds())/float64(b.N*many), "ns/fire")
		})
	}
}

// benchOnLoop runs a benchmark in one function on the loop.
func benchOnLoop(b *testing.B, l *wakeful.Loop, fn func()) {
	done := make(chan struct{})
	if err := l.Submit(func() {
		defer close(done)
		fn()
	}); err != nil {
		b.Fatal(err)
	}
	<-done
}
