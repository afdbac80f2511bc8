//go:build ((linux && !wakeful_portable) || freebsd || dragonfly) && !wakeful_nopoll

package stream

import "golang.org/x/sys/unix"

// acceptSocket accepts a connection and returns its remote address.
func acceptSocket(fd int, network string) (int, endpoint, error) {
	accepted, sa, err := unix.Accept4(fd, unix.SOCK_NONBLOCK|unix.SOCK_CLOEXEC)
	if err != nil {
		return -1, endpoint{}, err
	}
	return setUpAccepted(accepted, network, sa)
}
