//go:build unix

package workloads

import (
	"math"
	"syscall"
)

// descriptorLimit returns how many descriptors a process may have, 0 if that is not known.
func descriptorLimit() int {
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit) != nil {
		return 0
	}
	return int(min(uint64(limit.Max), math.MaxInt32)) //nolint:unconvert,gosec // signed on FreeBSD, and limited
}
