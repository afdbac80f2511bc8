package workloads

import (
	"time"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

var _ = register(&Workload{
	Name:     "idle-cost",
	Summary:  "Processor seconds per second of a loop that has nothing to do, after it has run one task.",
	Unit:     cores,
	Variants: noParameters,
	Quick:    []map[string]string{}, // a short sample of an idle loop shows the scheduler, not the loop
	Needs:    contest.Loops,
	// Twenty of these rounds last more than ten seconds, enough to show a rare wake-up.
	FullLength: time.Second,
	order:      140,
	prepare: func(s *session) (pass, error) {
		task := s.count()
		return func(length time.Duration) (timing, error) {
			// The warm-up wakes the loop once. After it, a wait strategy has noticed that no work
			// arrives.
			if s.accepted == 0 {
				if err := s.pingPong(task)(1); err != nil {
					return timing{}, err
				}
			}
			s.watch.start()
			time.Sleep(length)
			s.watch.stop()
			s.watch.readMemory()
			return timing{ops: 1}, nil
		}, nil
	},
})
