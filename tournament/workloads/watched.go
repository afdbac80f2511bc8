package workloads

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

// This file has the workload about the delay that the observer of a loop reports.

const (
	// longestTask is the longest of the tasks whose delays are compared.
	longestTask = 10 * time.Millisecond
	// leastPlanted is how long delays are planted, whatever the length of the sample: a percentile
	// of a thousand probes is off by 2 % by chance.
	leastPlanted = 10 * time.Second
)

var watchedDelay = &Workload{
	Name: "watched-delay",
	Summary: "How far off the reported 99th percentile of the delay is, as a share. One task after the other takes a random time of up to 10 ms, for 10 s. " +
		"The right value follows from the times at which they began.",
	Unit:     proportion,
	Variants: noParameters,
	Extra:    true,
	Needs:    contest.Loops | contest.Watched,
	prepare: func(s *session) (pass, error) {
		observed := s.loop.(contest.Observed)
		task := s.count()
		return func(length time.Duration) (timing, error) {
			if s.accepted == 0 { // the warm-up
				return timing{ops: 1}, s.runTasks(task, 1)
			}
			return s.plantDelays(observed, max(length, leastPlanted))
		}, nil
	},
}

// plantDelays runs one task after the other for about length.
func (s *session) plantDelays(observed contest.Observed, length time.Duration) (timing, error) {
	var began []time.Time // owned by the loop until the last task has signalled
	var failed error
	end := time.Now().Add(length)
	var next func()
	next = func() {
		s.ran++
		began = append(began, time.Now())
		if began[len(began)-1].After(end) {
			s.done <- struct{}{}
			return
		}
		time.Sleep(rand.N(longestTask))
		if failed = s.loop.Submit(next); failed != nil {
			s.done <- struct{}{}
		}
	}
	p99 := observed.Delays()
	s.watch.start()
	if err := s.loop.Submit(next); err != nil {
		return timing{}, fmt.Errorf("submitting to the running loop: %w", err)
	}
	if err := s.await(); err != nil {
		return timing{}, err
	}
	s.watch.stop()
	s.watch.readMemory()
	reported := p99()
	s.submitted(len(began), 0)
	if failed != nil {
		return timing{}, fmt.Errorf("submitting to the running loop: %w", failed)
	}
	var intervals []float64
	for i, at := range began[1:] {
		intervals = append(intervals, float64(at.Sub(began[i])))
	}
	return timing{ops: len(began), figure: math.Abs(float64(reported)/residual(intervals, 0.99) - 1)}, nil
}

// residual returns the quantile q of the time from a random moment until the end of the interval in
// which it is. P(time > x) is the sum of what the intervals have beyond x, divided by their sum:
// the residual life of a renewal process.
func residual(intervals []float64, q float64) float64 {
	slices.Sort(intervals)
	sum := 0.0
	for _, d := range intervals {
		sum += d
	}
	// From the longest interval down: beyond x, n intervals have their sum minus n*x.
	beyond, wanted := 0.0, (1-q)*sum
	for n, d := range slices.Backward(intervals) {
		longer := float64(len(intervals) - 1 - n)
		if beyond-longer*d >= wanted {
			return (beyond - wanted) / longer
		}
		beyond += d
	}
	return max(0, (beyond-wanted)/float64(len(intervals)))
}
