package workloads

import (
	"fmt"
	"time"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

// This file has the workloads of timers.

var timers = &Workload{
	Name: "timers",
	Summary: "One goroutine sets a timer and stops it again, while so many others are outstanding; per pair. The histogram is of timers that fire: " +
		"how long after its deadline each one ran.",
	Unit:     nsPerOp,
	Variants: variants("outstanding", "1000", "10000", "100000", "1000000"),
	Quick:    variants("outstanding", "10000"),
	Needs:    contest.Loops | contest.Timers,
	prepare:  prepareTimers,
}

const (
	// farAway is the earliest deadline of the outstanding timers and the stopped ones: after any
	// sample.
	farAway = time.Hour
	// betweenDeadlines is the interval between two timers that fire.
	betweenDeadlines = 200 * time.Microsecond
)

func prepareTimers(s *session) (pass, error) {
	outstanding := s.number("outstanding")
	scheduler := s.loop.(contest.Scheduler)
	never := func() {}
	// The deadlines are in an order that is neither that of the calls nor its reverse, as in a real
	// program. The order is the same in every sample.
	for i := range outstanding {
		spread := time.Duration(i*7919%outstanding) * time.Millisecond
		if _, err := scheduler.After(farAway+spread, never); err != nil {
			return nil, fmt.Errorf("setting timer %d: %w", i+1, err)
		}
	}
	pairs := s.sized(s.timed(func(n int) error {
		for i := range n {
			stop, err := scheduler.After(farAway+time.Duration(i%outstanding)*time.Millisecond, never)
			if err != nil {
				return fmt.Errorf("setting a timer: %w", err)
			}
			if !stop() {
				return fmt.Errorf("a timer that is due in %v could not be stopped", farAway)
			}
		}
		return nil
	}))
	lateness := make([]int64, mostParts)
	return func(length time.Duration) (timing, error) {
		t, err := pairs(length / 2)
		if err != nil {
			return timing{}, err
		}
		t.latencies = lateness[:min(max(int(length/2/betweenDeadlines), leastParts), mostParts)]
		return t, s.fireTimers(scheduler, t.latencies)
	}, nil
}

// fireTimers sets one timer for each element of lateness, and records how late each ran. It sets
// them in advance, so that setting them does not count as lateness.
func (s *session) fireTimers(scheduler contest.Scheduler, lateness []int64) error {
	left := len(lateness) // owned by the loop once the timers are set
	start := time.Now()
	first := start.Add(time.Duration(len(lateness)) * 20 * time.Microsecond)
	for i := range lateness {
		due := first.Add(time.Duration(i) * betweenDeadlines)
		if _, err := scheduler.After(time.Until(due), func() {
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

// limits is the number of timers that wait at the same time in the workload time-limits.
const limits = 100_000

var timeLimits = &Workload{
	Name: "time-limits",
	Summary: "A task sets 100,000 timers, with deadlines in no order after an hour, and then stops them in the order in which it has set them; " +
		"per timer. This is what time limits cost that are kept.",
	Unit:     nsPerOp,
	Variants: noParameters,
	Extra:    true,
	Needs:    contest.Loops | contest.Timers,
	prepare: func(s *session) (pass, error) {
		set := func(d time.Duration, fn func()) (contest.Timer, error) {
			stop, err := s.loop.(contest.Scheduler).After(d, fn)
			return stopFunc(stop), err
		}
		if setter, ok := s.loop.(contest.TimerSetter); ok {
			set = setter.SetTimer
		}
		kept := make([]contest.Timer, limits)
		count := s.count()
		var failed error // owned by the loop until the task has signalled
		task := func() {
			if failed == nil {
				failed = setAndStop(set, kept)
			}
			count()
		}
		return func(length time.Duration) (t timing, err error) {
			s.watch.start()
			for began := time.Now(); t.ops == 0 || time.Since(began) < length; t.ops += limits {
				if err := s.runTasks(task, 1); err != nil {
					return timing{}, err
				}
				if failed != nil {
					return timing{}, failed
				}
			}
			s.watch.stop()
			s.watch.readMemory()
			return t, nil
		}, nil
	},
}

type stopFunc func() bool

func (stop stopFunc) Stop() bool { return stop() }

func setAndStop(set func(time.Duration, func()) (contest.Timer, error), kept []contest.Timer) error {
	never := func() {}
	for i := range kept {
		spread := time.Duration(i*7919%len(kept)) * time.Millisecond
		timer, err := set(farAway+spread, never)
		if err != nil {
			return fmt.Errorf("setting timer %d: %w", i+1, err)
		}
		kept[i] = timer
	}
	for i, timer := range kept {
		if !timer.Stop() {
			return fmt.Errorf("timer %d, which is due in more than %v, could not be stopped", i+1, farAway)
		}
	}
	return nil
}
