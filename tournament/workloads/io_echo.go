package workloads

import (
	"fmt"
	"strconv"
	"time"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

var _ = register(&Workload{
	Name: "io-echo",
	Summary: "So many TCP connections over the loopback, from another process, each of which sends 64 bytes, waits until they are back, and sends the next; per " +
		"request, over all connections. Processor time is that of the server's process. Processors=apart: the server keeps to one half of the machine's processors, " +
		"the clients to the other. Processors=shared: both keep to the same one, so that what a request takes of either adds up.",
	Unit: nsPerOp,
	Variants: append(variants("connections", "1", "64", "100", "1000"),
		map[string]string{"connections": "1", "processors": apart},
		map[string]string{"connections": "1", "processors": shared},
		map[string]string{"connections": "100", "processors": apart},
		map[string]string{"connections": "100", "processors": shared},
		map[string]string{"connections": "1000", "processors": apart},
		map[string]string{"connections": "1000", "processors": shared}),
	Quick: variants("connections", "100"),
	Waits: true,
	Needs: contest.Echoes,
	order: 105,
	refuses: func(_ contest.Entry, params map[string]string) string {
		if params["processors"] == "" {
			return ""
		}
		return Unplaceable()
	},
	prepare: func(s *session) (pass, error) { return s.echoed("") },
})

// serverCPUTime is the processor time of a server's separate process, 0 for a server in this
// process.
func (s *session) serverCPUTime() (time.Duration, error) {
	server, ok := s.server.(contest.SeparateProcess)
	if !ok {
		return 0, nil
	}
	used, err := server.CPUTime()
	if err != nil {
		return 0, fmt.Errorf("asking the server for its processor time: %w", err)
	}
	return used, nil
}

// echoed has clients in another process make requests over connections with a protocol.
func (s *session) echoed(protocol string) (pass, error) {
	connections, err := strconv.Atoi(s.params["connections"])
	if err != nil || connections < 1 {
		return nil, fmt.Errorf("connections=%q is not a number of connections", s.params["connections"])
	}
	c, err := s.startClient(ClientConfig{Address: s.server.Address(), Connections: connections, Processors: s.clientsOn, Protocol: protocol})
	if err != nil {
		return nil, err
	}
	return s.sized(func(n int) error {
		before, err := s.serverCPUTime()
		if err != nil {
			return err
		}
		s.watch.start()
		if err := c.request(n); err != nil {
			return err
		}
		s.watch.stop()
		s.watch.readMemory()
		if after, err := s.serverCPUTime(); err != nil {
			return err
		} else if after > 0 {
			s.watch.cpu = after - before
		}
		return nil
	}), nil
}
