//go:build unix

package telemetry

import (
	"time"

	"golang.org/x/sys/unix"
)

// processTime returns the processor time that the process has used, -1 if it is unknown.
func processTime() time.Duration {
	var u unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &u) != nil {
		return -1
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
