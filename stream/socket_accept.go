//go:build (netbsd || openbsd || (linux && wakeful_portable)) && !wakeful_nopoll

package stream

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// acceptSocket accepts a connection and returns its remote address. x/sys has no accept4 here, so
// it sets the flags under the lock that excludes a fork.
func acceptSocket(fd int, network string) (int, endpoint, error) {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	accepted, sa, err := unix.Accept(fd)
	if err != nil {
		return -1, endpoint{}, err
	}
	unix.CloseOnExec(accepted)
	if err := setFlags(accepted); err != nil {
		closeSocket(accepted)
		return -1, endpoint{}, err
	}
	return setUpAccepted(accepted, network, sa)
}
