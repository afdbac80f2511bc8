package workloads

import (
	"runtime"
	"slices"
	"time"
)

// This file owns passes that are timed in parts. Something that takes time and must not be
// measured, usually a pause, lies between the operations.

const (
	// leastParts and mostParts bound one pass.
	leastParts = 16
	mostParts  = 1 << 16
)

// parts repeats a preparation and one timed part.
type parts struct {
	session *session
	// perform prepares one part, which may take time. Then it performs the part between a resume
	// and a pause of the session's watch, and returns the pause's result.
	perform func() (time.Duration, error)
	stamps  []int64 // allocated once, as many as a pass may need
}

func (s *session) parts(perform func() (time.Duration, error)) *parts {
	return &parts{session: s, perform: perform, stamps: make([]int64, mostParts)}
}

// pass repeats the part until length has passed, including the time between the parts. It returns
// the duration of each part in nanoseconds.
func (p *parts) pass(length time.Duration) ([]int64, error) {
	s := p.session
	s.watch.open()
	n := 0
	for began := time.Now(); n < mostParts && (n < leastParts || time.Since(began) < length); n++ {
		part, err := p.perform()
		if err != nil {
			return nil, err
		}
		p.stamps[n] = int64(part)
		if s.ctx.Err() != nil {
			return nil, s.stalled()
		}
	}
	s.watch.readMemory()
	return p.stamps[:n], nil
}

// typical is a pass of parts so short that a single disturbance would dominate their sum. It counts
// each of them as long as the median part, less the cost of reading the clock.
func (s *session) typical(p *parts, length time.Duration) (timing, error) {
	each, err := p.pass(length)
	if err != nil {
		return timing{}, err
	}
	sorted := slices.Sorted(slices.Values(each))
	middle := time.Duration(sorted[len(sorted)/2]) - clockCost()
	s.watch.wall = time.Duration(len(each)) * max(middle, time.Nanosecond)
	return timing{ops: len(each), latencies: each}, nil
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
