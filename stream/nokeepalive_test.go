//go:build (openbsd || (linux && wakeful_portable)) && !wakeful_nopoll

package stream_test

import (
	"errors"
	"net"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/stream"
	"golang.org/x/sys/unix"
)

// TestKeepAliveWithoutTimes: where a socket has no times of its own, keep-alive is on by default and
// can be switched, and times are refused.
func TestKeepAliveWithoutTimes(t *testing.T) {
	l := running(t)
	conns := make(chan *stream.Conn, 1)
	connect(t, serve(t, l, "tcp", func(c *stream.Conn) { conns <- c }))
	c := <-conns
	on(t, l, func() {
		enabled := func() bool {
			n, err := unix.GetsockoptInt(stream.FD(c), unix.SOL_SOCKET, unix.SO_KEEPALIVE)
			check(t, err)
			return n != 0
		}
		system := net.KeepAliveConfig{Enable: true, Idle: -1, Interval: -1, Count: -1}
		equal(t, "by default", enabled(), true)
		check(t, c.SetKeepAliveConfig(net.KeepAliveConfig{}))
		equal(t, "switched off", enabled(), false)
		check(t, c.SetKeepAliveConfig(system))
		equal(t, "switched on", enabled(), true)
		system.Idle = time.Minute
		matches(t, c.SetKeepAliveConfig(system), errors.ErrUnsupported)
	})
}
