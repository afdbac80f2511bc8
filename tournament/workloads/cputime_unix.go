//go:build unix

package workloads

import (
	"syscall"
	"time"
)

// cpuTime returns the processor time that the process has used, user and system.
func cpuTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0 // cannot happen for the process itself
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
