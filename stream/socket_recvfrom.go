//go:build ((linux && wakeful_portable) || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream

import "golang.org/x/sys/unix"

// receiveFrom receives one packet, where socket_mmsg.go does not receive several.
func receiveFrom(fd int, p []byte) (int, endpoint, error) {
	for {
		n, sa, err := unix.Recvfrom(fd, p, 0)
		if err != unix.EINTR {
			return n, fromSockaddr("", sa), err
		}
	}
}
