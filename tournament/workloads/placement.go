package workloads

import (
	"fmt"

	"github.com/wakeful-go/wakeful/tournament/internal/processors"
)

// This file owns where a server and its clients run. Left to the system, they are
// now on one processor and now on two, for a whole sample, and which of the two
// moves a server of one connection by more than any server differs from another
// (docs/decisions/streams.md).

// The values of the parameter processors; without it the system chooses.
const (
	// apart: the server has one half of the processors, its clients have the other.
	apart = "apart"
	// shared: both have the same processor, so that what all of it takes adds up.
	shared = "shared"
)

// placement returns the processors of the server and of its clients, nil for those
// of the system's choice.
func placement(params map[string]string) (server, clients []int, err error) {
	where := params["processors"]
	if where == "" {
		return nil, nil, nil
	}
	first, second, err := processors.Halves()
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

// Unplaceable is the reason why a server and its clients cannot be kept on
// processors here, and empty where they can.
func Unplaceable() string {
	if _, _, err := processors.Halves(); err != nil {
		return err.Error()
	}
	return ""
}

// settle keeps this process, in which the server is, where the server is to run.
// Call it before anybody makes the server.
func (s *session) settle() error {
	server, clients, err := placement(s.params)
	if err != nil || server == nil {
		return err
	}
	undo, err := processors.Keep(server)
	if err != nil {
		return fmt.Errorf("placing the server: %w", err)
	}
	s.clientsOn = clients
	// Its error would be that of a system that takes back what it has granted; a
	// sample's process ends with it.
	s.remains = append(s.remains, func() { _ = undo() })
	return nil
}
