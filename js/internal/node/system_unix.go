//go:build unix

package node

import (
	"errors"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/wakeful-go/wakeful/js/internal/files"
)

// processorTime returns the processor time that this process has used, in microseconds.
func processorTime() (user, system int64) {
	var usage unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &usage); err != nil {
		return 0, 0
	}
	return usage.Utime.Nano() / 1000, usage.Stime.Nano() / 1000
}

// kill sends a signal to a process.
func kill(pid, signal int) error { return unix.Kill(pid, unix.Signal(signal)) }

// setTimes sets the times of an open file.
func setTimes(file files.File, accessed, modified time.Time) error {
	conn, ok := file.(syscall.Conn)
	if !ok {
		return syscall.EPERM
	}
	raw, err := conn.SyscallConn()
	if err != nil {
		return err
	}
	times := []unix.Timeval{unix.NsecToTimeval(accessed.UnixNano()), unix.NsecToTimeval(modified.UnixNano())}
	var failed error
	err = raw.Control(func(fd uintptr) { failed = unix.Futimes(int(fd), times) })
	return errors.Join(err, failed)
}
