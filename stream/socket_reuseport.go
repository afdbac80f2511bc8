//go:build linux && !wakeful_nopoll && !wakeful_portable

package stream

import (
	"os"

	"golang.org/x/sys/unix"
)

// distributes: the kernel distributes connections over the sockets that share a port.
const distributes = true

// setReusePort lets a socket share its port with other sockets of this user.
func setReusePort(fd int) error {
	return os.NewSyscallError("setsockopt", unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_REUSEPORT, 1))
}
