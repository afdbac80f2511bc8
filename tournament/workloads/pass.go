package workloads

import (
	"math"
	"runtime"
	"slices"
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

// timed is a batch of operations with nothing before or after them.
func (s *session) timed(perform func(n int) error) batch {
	return func(n int) error {
		s.watch.start()
		if err := perform(n); err != nil {
			return err
		}
		s.watch.stop()
		s.watch.readMemory()
		return nil
	}
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

// leastParts and mostParts bound the parts of one pass.
const (
	leastParts = 16
	mostParts  = 1 << 16
)

// parts times a pass in parts: something that takes time and must not be measured, usually a pause,
// lies between the operations. perform prepares one part. Then it performs the part between a resume
// and a pause of the session's watch, and returns the pause's result. The returned function repeats
// this until length has passed, including the time between the parts, and returns the duration of
// each part in nanoseconds.
func (s *session) parts(perform func() (time.Duration, error)) func(length time.Duration) ([]int64, error) {
	stamps := make([]int64, mostParts) // allocated once, as many as a pass may need
	return func(length time.Duration) ([]int64, error) {
		s.watch.open()
		n := 0
		for began := time.Now(); n < mostParts && (n < leastParts || time.Since(began) < length); n++ {
			part, err := perform()
			if err != nil {
				return nil, err
			}
			stamps[n] = int64(part)
			if s.ctx.Err() != nil {
				return nil, s.stalled()
			}
		}
		s.watch.readMemory()
		return stamps[:n], nil
	}
}

// typical is a pass of parts so short that a single disturbance would dominate their sum. It counts
// each of them as long as the median part, less the cost of reading the clock. A part has so many
// operations.
func (s *session) typical(ops int, perform func() (time.Duration, error)) pass {
	parts := s.parts(perform)
	return func(length time.Duration) (timing, error) {
		each, err := parts(length)
		if err != nil {
			return timing{}, err
		}
		sorted := slices.Sorted(slices.Values(each))
		middle := time.Duration(sorted[len(sorted)/2]) - clockCost()
		s.watch.wall = time.Duration(len(each)) * max(middle, time.Nanosecond)
		return timing{ops: len(each) * ops, latencies: each}, nil
	}
}

// typicalCost is typical for a cost, which is not a latency.
func (s *session) typicalCost(ops int, perform func() (time.Duration, error)) pass {
	typical := s.typical(ops, perform)
	return func(length time.Duration) (timing, error) {
		t, err := typical(length)
		t.latencies = nil
		return t, err
	}
}

// settleTime is the time in which an idle loop parks: many times as long as any contestant spins
// before it parks. The caller spins meanwhile, so that the next step does not include waking the
// caller.
const settleTime = 100 * time.Microsecond

// spinUntil returns at the given time. With one processor it yields meanwhile.
func spinUntil(moment time.Time) {
	alone := runtime.GOMAXPROCS(0) == 1
	for time.Until(moment) > 0 {
		if alone {
			runtime.Gosched()
		}
	}
}

// clockCost is the duration of an empty part.
func clockCost() time.Duration {
	const looks = 1001
	costs := make([]time.Duration, looks)
	for i := range costs {
		began := time.Now()
		costs[i] = time.Since(began)
	}
	slices.Sort(costs)
	return costs[looks/2]
}
