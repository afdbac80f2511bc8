package vm

import (
	"io"
	"sync"
	"time"

	engine "github.com/dop251/goja"
)

// This file owns the engine's profiler, of which a process has one. The engine does not allow it to
// be started and stopped by several goroutines at the same time.

var profiling sync.Mutex

// ProfileFor writes a profile of all engines of the process to w. It reports false if the profiler
// is in use. Any goroutine may call it.
func ProfileFor(w io.Writer, d time.Duration) bool {
	if !profiling.TryLock() {
		return false
	}
	defer profiling.Unlock()
	if engine.StartProfile(w) != nil {
		return false // other code profiles
	}
	time.Sleep(d)
	engine.StopProfile()
	return true
}
