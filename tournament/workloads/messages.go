package workloads

import "github.com/wakeful-go/wakeful/tournament/contest"

var _ = register(&Workload{
	Name: "messages",
	Summary: "One goroutine hands N numbers to one function on the loop, over a typed mailbox where the contestant has one, " +
		"else in a closure for each; timed until the last was handled, per number.",
	Unit:     nsPerOp,
	Variants: noParameters,
	Needs:    contest.Loops,
	order:    60,
	prepare:  prepareMessages,
})

func prepareMessages(s *session) (pass, error) {
	count := s.count()
	var sum uint64
	handler := func(value uint64) {
		sum += value
		count()
	}
	send := func(value uint64) error {
		return s.loop.Submit(func() { handler(value) })
	}
	if messenger, ok := s.loop.(contest.Messenger); ok {
		var err error
		if send, err = messenger.Messages(handler); err != nil {
			return nil, err
		}
	}
	return s.sized(s.oneProducer(func(n int) (refused uint64, err error) {
		for value := uint64(0); value < uint64(n); {
			if err := send(value); err != nil {
				if err := yieldIfFull(err); err != nil {
					return refused, err
				}
				refused++
				continue
			}
			value++
		}
		return refused, nil
	})), nil
}
