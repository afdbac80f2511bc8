package workloads

import (
	"runtime"
	"slices"
	"time"
)

// This file owns passes that are timed in parts: something that takes time and
// is not to be measured, a pause above all, lies between the operations.

const (
	// leastParts and mostParts bound one pass.
	leastParts = 16
	mostParts  = 1 << 16
)

// parts repeats one part and what precedes it.
type parts struct {
	session *session
	// perform readies one part, which may take its time, and performs it between
	// a resume of the session's watch and a pause, whose result it returns.
	perform func() (time.Duration, error)
	stamps  []int64 // as many as a pass may need, made once
}

func (s *session) parts(perform func() (time.Duration, error)) *parts {
	return &parts{session: s, perform: perform, stamps: make([]int64, mostParts)}
}

// pass repeats the part until length has passed, what lies between the parts
// included. It returns how long each part was, in nanoseconds.
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

// typical is a pass of parts so short that a single disturbance would be most of
// their sum: it counts all of them as long as the middle one, less what a look at
// the clock costs.
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

// quiet is how long a loop that has nothing to do is given to fall asleep: many
// times what any of the contestants looks around before it sleeps. The caller
// spends it on its processor, so that what comes next does not pay for waking
// the caller as well.
const quiet = 100 * time.Microsecond

// spinUntil returns at the given moment. With one processor it lets others run
// meanwhile.
func spinUntil(moment time.Time) {
	alone := runtime.GOMAXPROCS(0) == 1
	for time.Until(moment) > 0 {
		if alone {
			runtime.Gosched()
		}
	}
}

// clockCost is what a part takes in which nothing happens.
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
