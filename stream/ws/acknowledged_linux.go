package ws

import "golang.org/x/sys/unix"

// States of a TCP connection.
const (
	tcpEstablished = 1
	tcpClose       = 7
	tcpCloseWait   = 8
)

// unacknowledged returns how many bytes of a TCP connection the peer's system has not acknowledged,
// without the end of our direction, which the kernel counts as one. It returns 0 for a connection
// that was reset, because no acknowledgment will arrive.
func unacknowledged(fd int) int {
	n, err := unix.IoctlGetInt(fd, unix.SIOCOUTQ)
	if err != nil || n == 0 {
		return 0
	}
	info, err := unix.GetsockoptTCPInfo(fd, unix.IPPROTO_TCP, unix.TCP_INFO)
	switch {
	case err != nil || info.State == tcpEstablished || info.State == tcpCloseWait:
		return n
	case info.State == tcpClose:
		return 0
	}
	return n - 1
}
