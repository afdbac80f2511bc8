package workloads

import (
	"fmt"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

var _ = register(&Workload{
	Name:     "microtasks",
	Summary:  "One task whose microtask queues the next microtask, N times over; timed from the task's Submit until the last has run, per microtask.",
	Unit:     nsPerOp,
	Variants: noParameters,
	Needs:    contest.Loops | contest.Microtasks,
	order:    120,
	prepare: func(s *session) (pass, error) {
		queue := s.loop.(contest.Microtasker).QueueMicrotask
		var left int
		var failed error
		end := s.count()
		var next func()
		next = func() {
			if left == 0 {
				end()
				return
			}
			left--
			if err := queue(next); err != nil {
				failed = fmt.Errorf("queueing a microtask with %d to go: %w", left, err)
				end()
			}
		}
		return s.sized(func(n int) error {
			left = n
			if err := s.oneProducer(func(int) (uint64, error) { return s.submit(next, 1) })(1); err != nil {
				return err
			}
			return failed
		}), nil
	},
})
