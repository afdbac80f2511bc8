package workloads

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/internal/pipes"
)

// This file owns the descriptors that are registered with a session's loop.

// registerReadable makes the loop call fn while fd is readable, until the end of the session. A
// call may still be running then, so fd must stay open until the loop has ended.
func (s *session) registerReadable(fd int, fn func()) error {
	loop := s.loop.(contest.Registrar)
	if err := loop.RegisterReadable(fd, fn); err != nil {
		return fmt.Errorf("registering descriptor %d: %w", fd, err)
	}
	s.addCleanup(func() {
		if err := loop.Unregister(fd); err != nil {
			s.undone = errors.Join(s.undone, fmt.Errorf("unregistering descriptor %d: %w", fd, err))
		}
	})
	return nil
}

// registerIdle registers as many descriptors as the parameter says. None of them ever becomes
// ready.
func (s *session) registerIdle() error {
	n, err := strconv.Atoi(s.params["descriptors"])
	if err != nil || n < 0 {
		return fmt.Errorf("descriptors=%q is not a number of descriptors", s.params["descriptors"])
	}
	idle, release, err := pipes.Idle(n)
	if err != nil {
		return err
	}
	s.remains = append(s.remains, release)
	for _, fd := range idle {
		if err := s.registerReadable(fd, func() {}); err != nil {
			return err
		}
	}
	return nil
}
