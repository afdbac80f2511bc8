package workloads

import (
	"fmt"
	"time"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

var _ = register(&Workload{
	Name: "cas-failures",
	Summary: "The share of compare-and-swaps that fail while P goroutines submit as fast as they can, of all that Submit tries: " +
		"cas-contention on a loop that counts.",
	Unit:     proportion,
	Variants: variants("producers", "1", "2", "4", "10", "32"),
	Extra:    true,
	Needs:    contest.Loops,
	order:    210,
	prepare: func(s *session) (pass, error) {
		counter, ok := s.loop.(interface{ Retries() uint64 })
		if !ok {
			return nil, fmt.Errorf("%T does not count failed compare-and-swaps", s.loop)
		}
		produce, err := s.manyProducers(untilSubmitted)
		if err != nil {
			return nil, err
		}
		return func(length time.Duration) (timing, error) {
			failed, accepted := counter.Retries(), s.accepted
			t, err := produce(length)
			if err != nil {
				return timing{}, err
			}
			// The pass may have taken several batches. All of them are counted.
			failed, accepted = counter.Retries()-failed, s.accepted-accepted
			t.figure = float64(failed) / float64(failed+accepted)
			return t, nil
		}, nil
	},
})
