package workloads

import (
	"time"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

// This file has the workloads of bursts that are awaited.

var batchThroughput = &Workload{
	Name:     "batch-throughput",
	Summary:  "One goroutine submits a burst of tasks, awaits the last of them, and submits the next burst at once; per task.",
	Unit:     nsPerOp,
	Variants: variants("burst", "64", "128", "256", "512", "1024", "2048", "4096"),
	Quick:    variants("burst", "1024"),
	Needs:    contest.Loops,
	prepare: func(s *session) (pass, error) {
		size, task := s.number("burst"), s.count()
		return func(length time.Duration) (timing, error) {
			bursts := 0
			s.watch.start()
			for began := time.Now(); bursts == 0 || time.Since(began) < length; bursts++ {
				if err := s.runTasks(task, size); err != nil {
					return timing{}, err
				}
			}
			s.watch.stop()
			s.watch.readMemory()
			return timing{ops: bursts * size}, nil
		}, nil
	},
}

var batchLatency = &Workload{
	Name: "batch-latency",
	Summary: "Bursts of tasks that meet a loop that sleeps; timed from the first Submit of a burst until its last task has run, per task. " +
		"The histogram is of whole bursts.",
	Unit:     nsPerOp,
	Variants: variants("burst", "64", "128", "256", "512", "1024", "2048", "4096"),
	Quick:    variants("burst", "256"),
	Waits:    true,
	Needs:    contest.Loops,
	prepare: func(s *session) (pass, error) {
		return s.burstsAfter(func() time.Time { return time.Now().Add(settleTime) }), nil
	},
}

var mixedLoad = &Workload{
	Name: "mixed-load",
	Summary: "Bursts of tasks, each due a millisecond after the one before has run; timed from the moment when it is due until its last task has run, " +
		"per task, without the pauses. The histogram is of whole bursts.",
	Unit:     nsPerOp,
	Variants: variants("burst", "100", "500", "1000", "2000", "5000"),
	Quick:    variants("burst", "1000"),
	Needs:    contest.Loops,
	prepare: func(s *session) (pass, error) {
		return s.burstsAfter(func() time.Time {
			due := time.Now().Add(betweenBursts)
			time.Sleep(betweenBursts - oversleep)
			return due
		}), nil
	},
}

const (
	// betweenBursts is the pause of mixed-load.
	betweenBursts = time.Millisecond
	// oversleep is how much longer than requested a sleep may take without being late. The rest of
	// the pause is spent polling the clock, so that the system's timers do not affect a burst.
	oversleep = 150 * time.Microsecond
)

// burstsAfter times bursts one by one. Each starts at the time that rest returns.
func (s *session) burstsAfter(rest func() time.Time) pass {
	size, task := s.number("burst"), s.count()
	bursts := s.parts(func() (time.Duration, error) {
		s.watch.resumeAt(rest())
		if err := s.runTasks(task, size); err != nil {
			return 0, err
		}
		return s.watch.pause(), nil
	})
	return func(length time.Duration) (timing, error) {
		each, err := bursts(length)
		return timing{ops: size * len(each), latencies: each}, err
	}
}
