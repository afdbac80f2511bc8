package workloads

import (
	"fmt"
	"time"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/internal/system"
)

// This file has the workloads of servers that send back what their clients send.

var ioEcho = &Workload{
	Name: "io-echo",
	Summary: "So many TCP connections over the loopback, from another process, each of which sends 64 bytes, waits until they are back, and sends the next; per " +
		"request, over all connections. Processor time is that of the server's process. Processors=apart: the server keeps to one half of the machine's processors, " +
		"the clients to the other. Processors=shared: both keep to the same one, so that what a request takes of either adds up.",
	Unit:     nsPerOp,
	Variants: append(variants("connections", "1", "64", "100", "1000"), placed("1", "100", "1000")...),
	Quick:    variants("connections", "100"),
	Waits:    true,
	Needs:    contest.Echoes,
	refuses:  ifPlaceable,
	prepare:  func(s *session) (pass, error) { return s.echoed("") },
}

var tlsEcho = &Workload{
	Name:     "tls-echo",
	Summary:  "As io-echo, over TLS 1.3. The handshakes are not timed.",
	Unit:     nsPerOp,
	Variants: placed("100", "1000"),
	Quick:    quickProtocolVariants,
	Needs:    contest.TLSEchoes,
	refuses:  ifPlaceable,
	prepare:  func(s *session) (pass, error) { return s.echoed("tls") },
}

var websocketEcho = &Workload{
	Name:     "websocket-echo",
	Summary:  "As io-echo, with messages of 64 bytes over WebSockets without compression. The handshakes are not timed. Server and clients keep to one processor.",
	Unit:     nsPerOp,
	Variants: []map[string]string{{"connections": "100", "processors": shared}, {"connections": "1000", "processors": shared}},
	Quick:    quickProtocolVariants,
	Needs:    contest.WebSocketEchoes,
	refuses:  ifPlaceable,
	prepare:  func(s *session) (pass, error) { return s.echoed("websocket") },
}

// quickProtocolVariants: on one processor a row is decided in few rounds.
var quickProtocolVariants = []map[string]string{{"connections": "100", "processors": shared}}

// echoed has clients in another process make requests over connections with a protocol.
func (s *session) echoed(protocol string) (pass, error) {
	c, err := s.startClient(protocol)
	if err != nil {
		return nil, err
	}
	requests := s.timed(c.request)
	return s.sized(func(n int) error {
		before, err := s.serverCPUTime()
		if err != nil {
			return err
		}
		if err := requests(n); err != nil {
			return err
		}
		if after, err := s.serverCPUTime(); err != nil {
			return err
		} else if after > 0 {
			s.watch.cpu = after - before
		}
		return nil
	}), nil
}

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

// The values of the parameter processors; without it the system chooses. If the system places server
// and clients, they share one processor in some samples and use two in others. For a server of one
// connection, that changes the figure more than any two servers differ (docs/decisions/streams.md).
const (
	// apart: the server has one half of the processors, and its clients have the other.
	apart = "apart"
	// shared: both have the same processor, so that the costs of both add up.
	shared = "shared"
)

// placed are the variants with these numbers of connections and a given placement.
func placed(connections ...string) []map[string]string {
	var all []map[string]string
	for _, n := range connections {
		all = append(all, map[string]string{"connections": n, "processors": apart},
			map[string]string{"connections": n, "processors": shared})
	}
	return all
}

// ifPlaceable is the reason why a variant with a placement is not measured here.
func ifPlaceable(_ contest.Entry, params map[string]string) string {
	if params["processors"] == "" {
		return ""
	}
	return Unplaceable()
}

// placement returns the processors of the server and of its clients, nil if the system chooses.
func placement(params map[string]string) (server, clients []int, err error) {
	where := params["processors"]
	if where == "" {
		return nil, nil, nil
	}
	first, second, err := system.Halves()
	if err != nil {
		return nil, nil, fmt.Errorf("choosing where the server and its clients run: %w", err)
	}
	switch where {
	case apart:
		return second, first, nil
	case shared:
		return second[:1], second[:1], nil
	}
	return nil, nil, fmt.Errorf("processors=%q is neither %q nor %q", where, apart, shared)
}

// Unplaceable is the reason why a server and its clients cannot be pinned to processors here, or
// empty if they can.
func Unplaceable() string {
	if _, _, err := system.Halves(); err != nil {
		return err.Error()
	}
	return ""
}

// settle pins this process, which contains the server, to the server's processors. Call it before
// the server is created.
func (s *session) settle() error {
	server, clients, err := placement(s.params)
	if err != nil || server == nil {
		return err
	}
	undo, err := system.Pin(server)
	if err != nil {
		return fmt.Errorf("placing the server: %w", err)
	}
	s.clientsOn = clients
	// An error would mean that the system revokes what it has granted. The process ends after its
	// sample anyway.
	s.remains = append(s.remains, func() { _ = undo() })
	return nil
}
