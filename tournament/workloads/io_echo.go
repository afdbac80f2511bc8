package workloads

import (
	"fmt"
	"strconv"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

var _ = register(&Workload{
	Name: "io-echo",
	Summary: "So many TCP connections over the loopback, from another process, each of which sends 64 bytes, waits until they are back, and sends the next; per " +
		"request, over all connections. Processor time is that of the server's process.",
	Unit:     nsPerOp,
	Variants: variants("connections", "1", "100", "1000"),
	Quick:    variants("connections", "100"),
	Needs:    contest.Echoes,
	order:    105,
	prepare: func(s *session) (pass, error) {
		connections, err := strconv.Atoi(s.params["connections"])
		if err != nil || connections < 1 {
			return nil, fmt.Errorf("connections=%q is not a number of connections", s.params["connections"])
		}
		c, err := s.startClient(Errand{Address: s.server.Address(), Connections: connections})
		if err != nil {
			return nil, err
		}
		return s.sized(func(n int) error {
			s.watch.start()
			if err := c.request(n); err != nil {
				return err
			}
			s.watch.stop()
			s.watch.readMemory()
			return nil
		}), nil
	},
})
