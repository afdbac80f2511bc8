package workloads

import (
	"runtime"
	"time"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

// This file has the workloads of a loop that has nothing to do.

var idleCost = &Workload{
	Name:     "idle-cost",
	Summary:  "Processor seconds per second of a loop that has nothing to do, after it has run one task.",
	Unit:     cores,
	Variants: noParameters,
	Quick:    []map[string]string{}, // a short sample of an idle loop shows the scheduler, not the loop
	Needs:    contest.Loops,
	// Twenty of these rounds last more than ten seconds, enough to show a rare wake-up.
	FullLength: time.Second,
	prepare:    func(s *session) (pass, error) { return s.idle(), nil },
}

var watchedIdle = &Workload{
	Name: "watched-idle",
	Summary: "Wake-ups per second of a loop that is watched and has nothing to do, after it has run one task. " +
		"The loop counts how often it was unparked.",
	Unit:       wakeups,
	Variants:   noParameters,
	Extra:      true,
	Needs:      contest.Loops | contest.Watched,
	FullLength: time.Second,
	prepare: func(s *session) (pass, error) {
		observed := s.loop.(contest.Observed)
		idle := s.idle()
		return func(length time.Duration) (timing, error) {
			before := observed.Wakeups()
			t, err := idle(length)
			t.figure = float64(observed.Wakeups()-before) / s.watch.wall.Seconds()
			return t, err
		}, nil
	},
}

// idle is a pass in which the loop has nothing to do. The first one, the warm-up, wakes the loop once.
// After it, a wait strategy has noticed that no work arrives.
func (s *session) idle() pass {
	task := s.count()
	return func(length time.Duration) (timing, error) {
		if s.accepted == 0 {
			if err := s.runTasks(task, 1); err != nil {
				return timing{}, err
			}
		}
		s.watch.start()
		time.Sleep(length)
		s.watch.stop()
		s.watch.readMemory()
		return timing{ops: 1}, nil
	}
}

var emptyTurn = &Workload{
	Name:     "empty-turn",
	Summary:  "One goroutine calls Turn of a loop in guest mode that has nothing to do; per call.",
	Unit:     nsPerOp,
	Variants: noParameters,
	Extra:    true,
	Needs:    contest.Loops | contest.Hosted,
	prepare: func(s *session) (pass, error) {
		if err := s.runTasks(s.count(), 1); err != nil { // then Run has begun
			return nil, err
		}
		guest := s.loop.(contest.Guest)
		return s.sized(s.timed(func(n int) error {
			for range n {
				// While Run's goroutine answers the last task's wake-up, another Turn is refused.
				for guest.Turn() != nil {
					if s.ctx.Err() != nil {
						return s.stalled()
					}
					runtime.Gosched()
				}
			}
			return nil
		})), nil
	},
}
