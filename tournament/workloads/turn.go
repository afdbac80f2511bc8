package workloads

import (
	"runtime"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

var _ = register(&Workload{
	Name:     "empty-turn",
	Summary:  "One goroutine calls Turn of a loop in guest mode that has nothing to do; per call.",
	Unit:     nsPerOp,
	Variants: noParameters,
	Extra:    true,
	Needs:    contest.Loops | contest.Hosted,
	order:    250,
	prepare: func(s *session) (pass, error) {
		guest := s.loop.(contest.Guest)
		task := s.count()
		return s.sized(func(n int) error {
			if s.accepted == 0 { // Run has begun when a task has run
				if err := s.pingPong(task)(1); err != nil {
					return err
				}
			}
			s.watch.start()
			for range n {
				// While Run's goroutine answers the last task's wake-up, another Turn is refused.
				for guest.Turn() != nil {
					if s.ctx.Err() != nil {
						return s.stalled()
					}
					runtime.Gosched()
				}
			}
			s.watch.stop()
			s.watch.readMemory()
			return nil
		}), nil
	},
})
