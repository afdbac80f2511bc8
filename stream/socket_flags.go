//go:build (linux || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream

// Sockets that are created non-blocking and close-on-exec.

import "golang.org/x/sys/unix"

func newSocket(domain, kind int) (int, error) {
	return unix.Socket(domain, kind|unix.SOCK_NONBLOCK|unix.SOCK_CLOEXEC, 0)
}

// setFlags makes a socket non-blocking.
func setFlags(fd int) error { return unix.SetNonblock(fd, true) }
