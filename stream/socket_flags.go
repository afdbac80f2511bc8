//go:build (linux || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream

// Sockets that are non-blocking and closed on exec from the start.

import "golang.org/x/sys/unix"

func newSocket(domain, kind int) (int, error) {
	return unix.Socket(domain, kind|unix.SOCK_NONBLOCK|unix.SOCK_CLOEXEC, 0)
}

// acceptSocket accepts a connection and says who it is from.
func acceptSocket(fd int, network string) (int, endpoint, error) {
	accepted, sa, err := unix.Accept4(fd, unix.SOCK_NONBLOCK|unix.SOCK_CLOEXEC)
	if err != nil {
		return -1, endpoint{}, err
	}
	return welcome(accepted, network, sa)
}
