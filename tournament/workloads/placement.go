package workloads

import (
	"fmt"

	"github.com/wakeful-go/wakeful/tournament/internal/system"
)

// This file owns the placement of a server and its clients on processors. If the system places
// them, they share one processor in some samples and use two in others. For a server of one
// connection, that changes the figure more than any two servers differ (docs/decisions/streams.md).

// The values of the parameter processors; without it the system chooses.
const (
	// apart: the server has one half of the processors, and its clients have the other.
	apart = "apart"
	// shared: both have the same processor, so that the costs of both add up.
	shared = "shared"
)

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
