package workloads

import "github.com/wakeful-go/wakeful/tournament/contest"

var _ = register(&Workload{
	Name:     "io-throughput",
	Summary:  "Ping-pong with so many registered descriptors that are never ready; per task.",
	Unit:     nsPerOp,
	Variants: variants("descriptors", "0", "1000"),
	// The workload compares its own two rows. A quick run is too short for that ratio.
	Quick: []map[string]string{},
	Needs: contest.Loops | contest.Descriptors,
	order: 104,
	prepare: func(s *session) (pass, error) {
		if err := s.registerIdle(); err != nil {
			return nil, err
		}
		return s.sized(s.pingPong(s.count())), nil
	},
})
