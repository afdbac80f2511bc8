//go:build darwin && !wakeful_nopoll

package stream

// Sockets on systems that set the flags afterwards, under the lock that excludes a fork.

import (
	"syscall"

	"golang.org/x/sys/unix"
)

func newSocket(domain, kind int) (int, error) {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	fd, err := unix.Socket(domain, kind, 0)
	if err != nil {
		return -1, err
	}
	return fd, prepare(fd)
}

// acceptSocket accepts a connection and returns its remote address.
func acceptSocket(fd int, network string) (int, endpoint, error) {
	// The listener does not block, so the lock is not held for long.
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	accepted, sa, err := unix.Accept(fd)
	if err != nil {
		return -1, endpoint{}, err
	}
	if err := prepare(accepted); err != nil {
		return -1, endpoint{}, err
	}
	return setUpAccepted(accepted, network, sa)
}

// prepare sets the flags, or closes the socket.
func prepare(fd int) error {
	unix.CloseOnExec(fd)
	err := setFlags(fd)
	if err != nil {
		closeSocket(fd)
	}
	return err
}

const keepAliveIdle = unix.TCP_KEEPALIVE

// setFlags makes a socket non-blocking, and makes writing to a closed peer return an error instead
// of raising a signal.
func setFlags(fd int) error {
	if err := unix.SetNonblock(fd, true); err != nil {
		return err
	}
	return unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_NOSIGPIPE, 1)
}
