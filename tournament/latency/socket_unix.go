//go:build unix

package latency

import (
	"errors"

	"golang.org/x/sys/unix"
)

const noPolledSockets = ""

// detached closes the socket and returns a non-blocking duplicate of its descriptor. With the
// socket in the poller, each message would wake a thread although no goroutine waits there.
func detached(s socket) (int, error) {
	raw, err := s.SyscallConn()
	if err != nil {
		return 0, errors.Join(err, s.Close())
	}
	fd, failed := -1, error(nil)
	err = raw.Control(func(own uintptr) {
		fd, failed = unix.FcntlInt(own, unix.F_DUPFD_CLOEXEC, 0)
	})
	if err = errors.Join(err, failed, s.Close()); err != nil {
		return 0, err
	}
	return fd, unix.SetNonblock(fd, true)
}
