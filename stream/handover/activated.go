//go:build unix

package handover

// Sockets of a service manager, by the protocol of systemd's sd_listen_fds.

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// firstActivated is the descriptor of the first socket.
const firstActivated = 3

// Activated returns the sockets that a service manager has opened for this process, in the order of
// its configuration and with their names: those that LISTEN_FDS counts and LISTEN_FDNAMES names. It
// returns none if there is no service manager, or if LISTEN_PID is another process. Call it once, at
// the beginning. It removes the variables from the environment, so that programs that this process
// starts do not take the sockets for theirs.
func Activated() ([]Socket, error) {
	pid, count, names := os.Getenv("LISTEN_PID"), os.Getenv("LISTEN_FDS"), os.Getenv("LISTEN_FDNAMES")
	err := errors.Join(os.Unsetenv("LISTEN_PID"), os.Unsetenv("LISTEN_FDS"), os.Unsetenv("LISTEN_FDNAMES"))
	if err != nil {
		return nil, fmt.Errorf("handover: %w", err)
	}
	if pid != strconv.Itoa(os.Getpid()) {
		return nil, nil
	}
	n, err := strconv.ParseUint(count, 10, 16)
	if err != nil {
		return nil, fmt.Errorf("handover: LISTEN_FDS: %w", err)
	}
	sockets, named := make([]Socket, n), strings.Split(names, ":")
	for i := range sockets {
		fd := firstActivated + i
		syscall.CloseOnExec(fd)
		if i < len(named) {
			sockets[i].Name = named[i]
		}
		sockets[i].File = os.NewFile(uintptr(fd), sockets[i].Name)
	}
	return sockets, nil
}
