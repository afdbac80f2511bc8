//go:build unix

package system

import (
	"math"
	"os/exec"
	"syscall"
	"time"
)

// CPUTime returns the processor time that the process has used, user and system.
func CPUTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0 // cannot happen for the process itself
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// DescriptorLimit returns how many descriptors a process can have open, as far as that is known.
func DescriptorLimit() int {
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit) != nil {
		return math.MaxInt32
	}
	return int(min(uint64(limit.Max), math.MaxInt32)) //nolint:unconvert,gosec // signed on FreeBSD, and limited
}

// SetApart keeps the terminal's Ctrl-C from a process, so that only this one decides what an
// interruption means.
func SetApart(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
