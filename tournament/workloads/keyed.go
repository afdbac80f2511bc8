package workloads

import "github.com/wakeful-go/wakeful/tournament/contest"

// keyCount is the number of keys of the workload keyed. Their states fit into the first cache, as
// does the one state of a contestant without keys.
const keyCount = 64

var _ = register(&Workload{
	Name: "keyed",
	Summary: "One goroutine has one function called N times on the loop, for 64 keys in turns, and the function adds one to the key's state. " +
		"A contestant without keys gets the function submitted, with one state. Timed until the last has run, per call.",
	Unit:     nsPerOp,
	Variants: noParameters,
	Extra:    true,
	Needs:    contest.Loops,
	order:    240,
	prepare: func(s *session) (pass, error) {
		count := s.count()
		handler := func(state *uint64) {
			*state++
			count()
		}
		var only uint64
		task := func() { handler(&only) }
		do := func(uint64) error { return s.loop.Submit(task) }
		if loop, ok := s.loop.(contest.KeyedLoop); ok {
			var err error
			if do, err = loop.Keyed(handler); err != nil {
				return nil, err
			}
		}
		return s.sized(s.oneProducer(func(n int) (refused uint64, err error) {
			for i := uint64(0); i < uint64(n); {
				if err := do(i % keyCount); err != nil {
					if err := yieldIfFull(err); err != nil {
						return refused, err
					}
					refused++
					continue
				}
				i++
			}
			return refused, nil
		})), nil
	},
})
