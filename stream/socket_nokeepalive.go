//go:build (openbsd || (linux && wakeful_portable)) && !wakeful_nopoll

package stream

import (
	"errors"
	"fmt"
	"net"
)

// setKeepAlive switches keep-alive on or off. OpenBSD has no times per socket, so they are those of
// the system.
func setKeepAlive(fd int, config net.KeepAliveConfig) error {
	if err := enableKeepAlive(fd, config.Enable); err != nil || !config.Enable {
		return err
	}
	if config.Idle >= 0 || config.Interval >= 0 || config.Count >= 0 {
		return fmt.Errorf("keep-alive is on, with the times of the system, because it has none for a socket; use negative values: %w", errors.ErrUnsupported)
	}
	return nil
}
