//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream

// Descriptors that were opened elsewhere: how they are duplicated and described.

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// duplicate returns another descriptor of the same open socket.
func duplicate(fd uintptr) (int, error) {
	n, err := unix.FcntlInt(fd, unix.F_DUPFD_CLOEXEC, 0)
	return n, os.NewSyscallError("fcntl", err)
}

// describe returns the kind of socket that fd is.
func describe(fd int) (k socketKind, err error) {
	kind, err := unix.GetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_TYPE)
	if err != nil {
		return k, fmt.Errorf("%w: %w", os.ErrInvalid, os.NewSyscallError("getsockopt", err))
	}
	local, err := unix.Getsockname(fd)
	if err != nil {
		return k, os.NewSyscallError("getsockname", err)
	}
	network := "tcp"
	if kind == unix.SOCK_DGRAM {
		network = "udp"
	}
	switch local.(type) {
	case *unix.SockaddrUnix:
		network = "unix"
		k.stream, k.unixgram = kind == unix.SOCK_STREAM, kind == unix.SOCK_DGRAM
		if k.unixgram {
			network = "unixgram"
		}
	case *unix.SockaddrInet4, *unix.SockaddrInet6:
		_, k.ipv4 = local.(*unix.SockaddrInet4)
		k.stream, k.packets = kind == unix.SOCK_STREAM, kind == unix.SOCK_DGRAM
	}
	k.local = fromSockaddr(network, local)
	if listening, err := unix.GetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_ACCEPTCONN); err == nil {
		k.listening = listening != 0
	}
	if remote, err := unix.Getpeername(fd); err == nil {
		k.connected, k.remote = true, fromSockaddr(network, remote)
	}
	return k, nil
}

// setUpAdopted sets the options of the package's sockets. The first option applies to all
// duplicates.
func setUpAdopted(fd int, k socketKind) error {
	if err := setFlags(fd); err != nil {
		return err
	}
	if k.connected && k.local.network == "tcp" {
		_ = setNoDelay(fd, true) // if the connection was reset, the next read fails
	}
	return nil
}
