package latency

import (
	"time"

	"golang.org/x/sys/windows"
)

func processTime() time.Duration {
	var created, exited, kernel, user windows.Filetime
	if err := windows.GetProcessTimes(windows.CurrentProcess(), &created, &exited, &kernel, &user); err != nil {
		return 0 // cannot happen for the process itself
	}
	// Filetime counts in units of 100 ns.
	spent := func(t windows.Filetime) int64 { return int64(t.HighDateTime)<<32 | int64(t.LowDateTime) }
	return time.Duration(spent(kernel)+spent(user)) * 100
}
