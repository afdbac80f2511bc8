package latency

import (
	"errors"
	"math"
	"runtime"
	"runtime/metrics"

	"github.com/wakeful-go/wakeful/tournament/internal/stopworld"
	"github.com/wakeful-go/wakeful/tournament/result"
)

// This file measures how a waiting receiver affects the garbage collector, which must stop a
// spinning receiver each time it stops the world.

// pauseMetric counts the time from the decision to stop the world for a collection until the world
// runs again.
const pauseMetric = "/sched/pauses/total/gc:seconds"

// garbage is the number of allocations between two collections, so that each has some work.
const garbage = 64

// pauses forces collections while the receiver waits. The value is the 99th percentile of the
// pauses.
func pauses(s *sender, o Order) (result.Sample, error) {
	if _, err := s.burst(warmUpGap, warmups, 0, make([]int64, warmups)); err != nil {
		return result.Sample{}, err
	}
	stopworld.Bounded(runtime.GC)
	before, err := readPauses()
	if err != nil {
		return result.Sample{}, err
	}
	cpu, began := s.spent(), s.board.now()
	var kept [garbage]*[1024]byte
	collections := 0
	for collections < o.Iterations || s.board.now()-began < int64(o.Length) {
		for i := range kept {
			kept[i] = new([1024]byte)
		}
		stopworld.Bounded(runtime.GC)
		collections++
		if err := s.ctx.Err(); err != nil {
			return result.Sample{}, err
		}
	}
	runtime.KeepAlive(kept)
	wall := float64(s.board.now()-began) / 1e9
	spent := max(0, (s.spent() - cpu).Seconds())
	after, err := readPauses()
	if err != nil {
		return result.Sample{}, err
	}
	p99, err := quantile(before, after, 0.99)
	if err != nil {
		return result.Sample{}, err
	}
	return result.Sample{Value: 1e9 * p99, Ops: int64(collections), WallSeconds: wall, CPUSeconds: spent}.Rounded(), nil
}

func readPauses() (*metrics.Float64Histogram, error) {
	read := []metrics.Sample{{Name: pauseMetric}}
	metrics.Read(read)
	if read[0].Value.Kind() != metrics.KindFloat64Histogram {
		return nil, errors.New("this version of Go has no metric " + pauseMetric)
	}
	return read[0].Value.Float64Histogram(), nil
}

// quantile returns a quantile of the values that were counted between two readings, interpolated
// within its bucket. A bucket is a quarter of its octave wide. This is precise enough: the pauses
// of single collections, which debug.ReadGCStats reports in nanoseconds, vary by more
// (docs/decisions/waiting.md).
func quantile(before, after *metrics.Float64Histogram, q float64) (float64, error) {
	counts := make([]uint64, len(after.Counts))
	total := uint64(0)
	for i := range counts {
		counts[i] = after.Counts[i] - before.Counts[i]
		total += counts[i]
	}
	if total == 0 {
		return 0, errors.New("there was no pause although collections were forced")
	}
	want := q * float64(total)
	seen := 0.0
	for i, n := range counts {
		if n == 0 || seen+float64(n) < want {
			seen += float64(n)
			continue
		}
		low, high := max(0, after.Buckets[i]), after.Buckets[i+1]
		if math.IsInf(high, 1) {
			return low, nil
		}
		return low + (high-low)*(want-seen)/float64(n), nil
	}
	return 0, errors.New("the metric's buckets do not add up")
}
