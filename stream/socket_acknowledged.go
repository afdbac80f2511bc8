//go:build linux && !wakeful_nopoll && !wakeful_portable

package stream

// What the peer's system has acknowledged. Linux alone tells it, and reports each acknowledgment as
// an event.

import "golang.org/x/sys/unix"

// tcpClose is the state of a connection that has ended or was reset.
const tcpClose = 7

// inFlight returns how many bytes of a TCP connection the peer's system has not acknowledged, also
// after a reset. The end of our direction counts as one.
func inFlight(fd int) int {
	n, err := unix.IoctlGetInt(fd, unix.SIOCOUTQ)
	if err != nil {
		return 0
	}
	return n
}

// unacknowledged is inFlight, or 0 for a connection that was reset, because no acknowledgment will
// arrive.
func unacknowledged(fd int) int {
	n := inFlight(fd)
	if n == 0 {
		return 0
	}
	if info, err := unix.GetsockoptTCPInfo(fd, unix.IPPROTO_TCP, unix.TCP_INFO); err == nil && info.State == tcpClose {
		return 0
	}
	return n
}
