package workloads

import (
	"fmt"
	"time"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

// limits is the number of timers that wait at the same time in the workload time-limits.
const limits = 100_000

var _ = register(&Workload{
	Name: "time-limits",
	Summary: "A task sets 100,000 timers, with deadlines in no order after an hour, and then stops them in the order in which it has set them; " +
		"per timer. This is what time limits cost that are kept.",
	Unit:     nsPerOp,
	Variants: noParameters,
	Extra:    true,
	Needs:    contest.Loops | contest.Timers,
	order:    260,
	prepare: func(s *session) (pass, error) {
		set := func(d time.Duration, fn func()) (contest.Timer, error) {
			stop, err := s.loop.(contest.Scheduler).After(d, fn)
			return stopFunc(stop), err
		}
		if setter, ok := s.loop.(contest.TimerSetter); ok {
			set = setter.SetTimer
		}
		timers := make([]contest.Timer, limits)
		count := s.count()
		var failed error // owned by the loop until the task has signalled
		task := func() {
			if failed == nil {
				failed = setAndStop(set, timers)
			}
			count()
		}
		return func(length time.Duration) (t timing, err error) {
			s.watch.start()
			for began := time.Now(); t.ops == 0 || time.Since(began) < length; t.ops += len(timers) {
				s.announceTasks(1)
				refused, err := s.submit(task, 1)
				if err != nil {
					return timing{}, err
				}
				s.submitted(1, refused)
				if err := s.await(); err != nil {
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
})

type stopFunc func() bool

func (stop stopFunc) Stop() bool { return stop() }

func setAndStop(set func(time.Duration, func()) (contest.Timer, error), timers []contest.Timer) error {
	never := func() {}
	for i := range timers {
		spread := time.Duration(i*7919%len(timers)) * time.Millisecond
		timer, err := set(farAway+spread, never)
		if err != nil {
			return fmt.Errorf("setting timer %d: %w", i+1, err)
		}
		timers[i] = timer
	}
	for i, timer := range timers {
		if !timer.Stop() {
			return fmt.Errorf("timer %d, which is due in more than %v, could not be stopped", i+1, farAway)
		}
	}
	return nil
}
