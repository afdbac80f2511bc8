package workloads

import (
	"math"
	"time"
)

// A pass performs operations for about length and times them with the session's watch. The first
// pass of a session is its warm-up.
type pass func(length time.Duration) (timing, error)

// timing is the result of a pass besides the readings of the watch.
type timing struct {
	ops int
	// latencies in nanoseconds, one for each timestamped operation. nil if the workload has no
	// latency.
	latencies []int64
	// figure is the value of a workload whose unit is neither a time nor processors.
	figure float64
}

// A batch performs n operations, with the session's watch.start before the first
// and watch.stop after the last.
type batch func(n int) error

// Bounds of one batch. The upper bound limits the memory of a backlog when a contestant runs tasks
// more slowly than they are submitted.
const (
	minBatch = 256
	maxBatch = 4 << 20
	// maxGrowth limits how much one short batch may enlarge the next one.
	maxGrowth = 16
)

// sizer finds the number of operations that take a given time, and performs them in one batch.
type sizer struct {
	watch   *watch
	perform batch
	perOp   float64 // nanoseconds, by the latest batch; 0 before the first
}

func (s *session) sized(perform batch) pass {
	return (&sizer{watch: &s.watch, perform: perform}).pass
}

func (z *sizer) pass(length time.Duration) (timing, error) {
	n := minBatch
	if z.perOp > 0 {
		n = z.fit(length)
	}
	// If a batch ended far too early, because of a disturbance in the first pass or because it was
	// the first, use its rate for another batch.
	for {
		if err := z.measure(n); err != nil {
			return timing{}, err
		}
		if z.watch.wall >= length/2 || n == maxBatch {
			return timing{ops: n}, nil
		}
		n = min(max(2*n, z.fit(length)), maxGrowth*n, maxBatch)
	}
}

func (z *sizer) measure(n int) error {
	if err := z.perform(n); err != nil {
		return err
	}
	z.perOp = float64(max(z.watch.wall, 1)) / float64(n)
	return nil
}

// fit returns the number of operations expected to take length.
func (z *sizer) fit(length time.Duration) int {
	return int(math.Min(math.Max(float64(length)/z.perOp, minBatch), maxBatch))
}
