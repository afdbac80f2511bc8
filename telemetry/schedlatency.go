package telemetry

import (
	"math"
	"runtime/metrics"
	"slices"

	"github.com/wakeful-go/wakeful/internal/recording"
)

// This file owns how long goroutines were runnable before they ran, which the runtime counts for the
// whole process.

// schedLatencies returns the histogram of the runtime.
func schedLatencies() *metrics.Float64Histogram {
	s := []metrics.Sample{{Name: "/sched/latencies:seconds"}}
	metrics.Read(s)
	h := s[0].Value.Float64Histogram()
	return &metrics.Float64Histogram{Counts: slices.Clone(h.Counts), Buckets: h.Buckets}
}

// latenciesSince returns what was added to the histogram of the runtime since an earlier one, without
// the ranges before the first that has some and after the last.
func latenciesSince(before *metrics.Float64Histogram) (added []recording.Latency) {
	if before == nil { // nothing was recorded
		return nil
	}
	now, last := schedLatencies(), 0
	for i, count := range now.Counts {
		count -= min(count, before.Counts[i])
		upper := now.Buckets[i+1]
		if math.IsInf(upper, 1) {
			upper = 0
		}
		if count > 0 || len(added) > 0 {
			added = append(added, recording.Latency{Upper: upper, Count: count})
		}
		if count > 0 {
			last = len(added)
		}
	}
	return added[:last]
}
