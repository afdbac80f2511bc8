//go:build ((linux && !wakeful_portable) || darwin || freebsd || netbsd || dragonfly) && !wakeful_nopoll

package stream

// The times of TCP keep-alive, which these systems have per socket.

import (
	"math"
	"net"
	"time"

	"golang.org/x/sys/unix"
)

// setKeepAlive applies a configuration. Zero values are the defaults of package net, and negative
// ones change nothing.
func setKeepAlive(fd int, config net.KeepAliveConfig) error {
	if err := enableKeepAlive(fd, config.Enable); err != nil {
		return err
	}
	for _, o := range [...]struct{ option, value, standard int }{
		{keepAliveIdle, seconds(config.Idle), 15},
		{unix.TCP_KEEPINTVL, seconds(config.Interval), 15},
		{unix.TCP_KEEPCNT, config.Count, 9},
	} {
		switch {
		case o.value < 0:
			continue
		case o.value == 0:
			o.value = o.standard
		}
		if err := unix.SetsockoptInt(fd, unix.IPPROTO_TCP, o.option, o.value); err != nil {
			return err
		}
	}
	return nil
}

// seconds rounds up, as package net does.
func seconds(d time.Duration) int {
	if d < 0 {
		return -1
	}
	s := d / time.Second
	if d%time.Second > 0 {
		s++
	}
	return int(min(s, math.MaxInt32))
}
