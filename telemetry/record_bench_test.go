package telemetry_test

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
)

// costs are the workloads in which a recorded loop is compared with another one. Each runs n functions.
var costs = []struct {
	name string
	n    int
	run  func(l *wakeful.Loop, n int)
}{
	{"round-trip", 500, func(l *wakeful.Loop, n int) {
		ran := make(chan struct{}, 1)
		task := func() { ran <- struct{}{} }
		for range n {
			l.Submit(task)
			<-ran
		}
	}},
	{"bursts-64", 10_240, func(l *wakeful.Loop, n int) { bursts(l, n, 64) }},
	{"bursts-1024", 20_480, func(l *wakeful.Loop, n int) { bursts(l, n, 1024) }},
	{"continuous", 40_000, func(l *wakeful.Loop, n int) { bursts(l, n, n) }},
	{"microtasks", 20_000, func(l *wakeful.Loop, n int) {
		done := make(chan struct{})
		var next func()
		next = func() {
			if n--; n == 0 {
				close(done)
				return
			}
			l.QueueMicrotask(next)
		}
		l.Submit(next)
		<-done
	}},
}

// bursts submits so many functions in a row and waits for the last of them, until n have run.
func bursts(l *wakeful.Loop, n, burst int) {
	ran, left := make(chan struct{}, 1), burst
	task := func() {
		if left--; left == 0 {
			left = burst
			ran <- struct{}{}
		}
	}
	for ; n > 0; n -= burst {
		for range burst {
			l.Submit(task)
		}
		<-ran
	}
}

// BenchmarkRecorded runs each workload on two loops in turns, of which the second is recorded. ratio is
// the median of the ratios of a pair, low and high are the ends of its 95 % interval. In the rows
// recorded=false neither is recorded.
func BenchmarkRecorded(b *testing.B) {
	for _, recorded := range []bool{false, true} {
		for _, c := range costs {
			b.Run(fmt.Sprintf("recorded=%v/%s", recorded, c.name), func(b *testing.B) {
				var loops [2]*wakeful.Loop
				for i := range loops {
					loops[i] = unrun(b)
					launch(b, loops[i])
				}
				if recorded {
					record(b, loops[1])
				}
				var ratios []float64
				for i := 0; b.Loop(); i++ {
					var took [2]time.Duration
					for j := range loops {
						at := (i + j) % 2
						began := time.Now()
						c.run(loops[at], c.n)
						took[at] = time.Since(began)
					}
					ratios = append(ratios, float64(took[1])/float64(took[0]))
				}
				slices.Sort(ratios)
				n := len(ratios)
				b.ReportMetric(ratios[n/2], "ratio")
				// The ranks of a binomial distribution, approximated: n/2 -+ 0.98 sqrt(n).
				half := int(0.98 * math.Sqrt(float64(n)))
				b.ReportMetric(ratios[max(0, n/2-half)], "low")
				b.ReportMetric(ratios[min(n-1, n/2+half)], "high")
			})
		}
	}
}
