//go:build unix && !linux

package latency

import (
	"time"

	"golang.org/x/sys/unix"
)

func processTime() time.Duration {
	var usage unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &usage); err != nil {
		return 0 // cannot happen for the process itself
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
