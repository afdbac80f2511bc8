//go:build unix

package world

import (
	"math"

	"golang.org/x/sys/unix"
)

// descriptorLimit returns the number of descriptors that a process can have open.
func descriptorLimit() int {
	var limit unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_NOFILE, &limit) != nil || limit.Max > math.MaxInt32 {
		return math.MaxInt32
	}
	return int(limit.Max)
}
