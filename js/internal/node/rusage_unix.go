//go:build unix

package node

import "golang.org/x/sys/unix"

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
