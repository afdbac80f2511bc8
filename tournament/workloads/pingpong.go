package workloads

import "github.com/wakeful-go/wakeful/tournament/contest"

var _ = register(&Workload{
	Name:     "ping-pong",
	Summary:  "One goroutine submits N tasks; timed until the last has run, per task.",
	Unit:     nsPerOp,
	Variants: noParameters,
	Needs:    contest.Loops,
	order:    10,
	prepare: func(s *session) (pass, error) {
		return s.sized(s.pingPong(s.count())), nil
	},
})

// pingPong submits from the owner's goroutine and waits for the last task.
func (s *session) pingPong(task func()) batch {
	return s.oneProducer(func(n int) (refused uint64, err error) { return s.submit(task, n) })
}

// oneProducer times hand, which submits n tasks on the owner's goroutine, until the last task has
// run.
func (s *session) oneProducer(hand func(n int) (refused uint64, err error)) batch {
	return func(n int) error {
		s.announceTasks(n)
		s.watch.start()
		refused, err := hand(n)
		if err != nil {
			return err
		}
		s.submitted(n, refused)
		if err := s.await(); err != nil {
			return err
		}
		s.watch.stop()
		s.watch.readMemory()
		return nil
	}
}
