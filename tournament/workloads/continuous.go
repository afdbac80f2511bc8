package workloads

import (
	"github.com/wakeful-go/wakeful/tournament/contest"
)

var _ = register(&Workload{
	Name: "continuous-load",
	Summary: "One goroutine submits without a pause and is held back when 1,024 of its tasks are outstanding, so that neither side can run ahead; " +
		"timed until the last task has run, per task.",
	Unit:     nsPerOp,
	Variants: noParameters,
	Needs:    contest.Loops,
	order:    90,
	prepare: func(s *session) (pass, error) {
		flow := newFlow(s)
		return s.sized(s.oneProducer(flow.hand)), nil
	},
})

const (
	// grain is the number of tasks between two messages back to the producer, large enough to cost
	// almost nothing per task.
	grain = 256
	// window is the maximum number of outstanding tasks.
	window = 4 * grain
)

// flow limits a producer to the pace of the loop.
type flow struct {
	session *session
	plain   func()
	last    func() // the last task of a grain
	// room holds a value for each grain that may be submitted. Its capacity is all of them, so the
	// loop never waits.
	room chan struct{}
}

func newFlow(s *session) *flow {
	count := s.count()
	f := &flow{session: s, plain: count, room: make(chan struct{}, window/grain)}
	f.last = func() {
		f.room <- struct{}{} // first, so that the room is there when count signals the end
		count()
	}
	for range cap(f.room) {
		f.room <- struct{}{}
	}
	return f
}

// hand submits n tasks.
func (f *flow) hand(n int) (refused uint64, err error) {
	for n > 0 {
		select {
		case <-f.room:
		case <-f.session.ctx.Done():
			return refused, f.session.stalled()
		}
		size := min(n, grain)
		n -= size
		more, err := f.session.submit(f.plain, size-1)
		if err == nil {
			var last uint64
			last, err = f.session.submit(f.last, 1)
			more += last
		}
		refused += more
		if err != nil {
			return refused, err
		}
	}
	return refused, nil
}
