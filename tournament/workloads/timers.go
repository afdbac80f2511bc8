package workloads

import (
	"fmt"
	"strconv"
	"time"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

var _ = register(&Workload{
	Name: "timers",
	Summary: "One goroutine sets a timer and stops it again, while so many others are outstanding; per pair. The histogram is of timers that fire: " +
		"how long after its deadline each one ran.",
	Unit:     nsPerOp,
	Variants: variants("outstanding", "1000", "10000", "100000", "1000000"),
	Quick:    variants("outstanding", "10000"),
	Needs:    contest.Loops | contest.Timers,
	order:    110,
	prepare:  prepareTimers,
})

const (
	// farAway is the earliest deadline of the outstanding timers and the stopped ones: after any
	// sample.
	farAway = time.Hour
	// betweenDeadlines is the interval between two timers that fire.
	betweenDeadlines = 200 * time.Microsecond
)

func prepareTimers(s *session) (pass, error) {
	outstanding, err := strconv.Atoi(s.params["outstanding"])
	if err != nil || outstanding < 1 {
		return nil, fmt.Errorf("outstanding=%q is not a number of timers", s.params["outstanding"])
	}
	timers := s.loop.(contest.Scheduler)
	never := func() {}
	// The deadlines are in an order that is neither that of the calls nor its reverse, as in a real
	// program. The order is the same in every sample.
	for i := range outstanding {
		spread := time.Duration(i*7919%outstanding) * time.Millisecond
		if _, err := timers.After(farAway+spread, never); err != nil {
			return nil, fmt.Errorf("setting timer %d: %w", i+1, err)
		}
	}
	pairs := sizer{watch: &s.watch, perform: func(n int) error {
		s.watch.start()
		for i := range n {
			stop, err := timers.After(farAway+time.Duration(i%outstanding)*time.Millisecond, never)
			if err != nil {
				return fmt.Errorf("setting a timer: %w", err)
			}
			if !stop() {
				return fmt.Errorf("a timer that is due in %v could not be stopped", farAway)
			}
		}
		s.watch.stop()
		s.watch.readMemory()
		return nil
	}}
	lateness := make([]int64, mostParts)
	return func(length time.Duration) (timing, error) {
		t, err := pairs.pass(length / 2)
		if err != nil {
			return timing{}, err
		}
		t.latencies = lateness[:min(max(int(length/2/betweenDeadlines), leastParts), mostParts)]
		return t, s.fireTimers(timers, t.latencies)
	}, nil
}

// fireTimers sets one timer for each element of lateness, and records how late each ran. It sets
// them in advance, so that setting them does not count as lateness.
func (s *session) fireTimers(timers contest.Scheduler, lateness []int64) error {
	left := len(lateness) // owned by the loop once the timers are set
	start := time.Now()
	first := start.Add(time.Duration(len(lateness)) * 20 * time.Microsecond)
	for i := range lateness {
		due := first.Add(time.Duration(i) * betweenDeadlines)
		if _, err := timers.After(time.Until(due), func() {
			lateness[i] = int64(time.Since(due))
			if left--; left == 0 {
				s.done <- struct{}{}
			}
		}); err != nil {
			return fmt.Errorf("setting a timer that is to fire: %w", err)
		}
	}
	return s.await()
}
