package workloads

import (
	"math"
	"time"
)

// A pass performs operations for about length and times them with the session's
// watch. The first pass of a session is its warm-up.
type pass func(length time.Duration) (timing, error)

// timing is what a pass leaves besides the readings of the watch.
type timing struct {
	ops int
	// latencies in nanoseconds, one for each operation that was stamped; nil
	// when the workload has no latency.
	latencies []int64
	// proportion is the value of a workload whose unit is one.
	proportion float64
}

// A batch performs n operations, with the session's watch.start before the first
// and watch.stop after the last.
type batch func(n int) error

// Bounds of one batch. The upper one bounds the memory that a backlog may take
// when a contestant runs tasks more slowly than they are submitted.
const (
	minBatch = 256
	maxBatch = 4 << 20
	// maxGrowth bounds what one short batch may do to the next one.
	maxGrowth = 16
)

// sizer finds the number of operations that take a wanted time, and performs
// them in one go.
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
	// A batch that ended far too early, because the first pass met with a
	// disturbance or was the first, tells the rate for another one.
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

// fit is how many operations are expected to take length.
func (z *sizer) fit(length time.Duration) int {
	return int(math.Min(math.Max(float64(length)/z.perOp, minBatch), maxBatch))
}
