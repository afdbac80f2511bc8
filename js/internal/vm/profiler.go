package vm

import (
	"io"
	"sync"
	"time"

	engine "github.com/dop251/goja"
)

// This file owns the engine's profiler, of which a process has one. The engine does not allow it to
// be started and stopped by several goroutines at the same time.

// profiler counts the samples that need the profiler.
var profiler struct {
	mu      sync.Mutex
	samples int
	started bool // by the first of them; otherwise other code profiles
}

// needProfiler has the profiler run until the returned function is called.
func needProfiler() (done func()) {
	p := &profiler
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.samples++; p.samples == 1 {
		p.started = engine.StartProfile(io.Discard) == nil
	}
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.samples--; p.samples == 0 && p.started {
			engine.StopProfile()
		}
	}
}

// ProfileFor writes a profile of all engines of the process to w. It reports false if the profiler
// is in use. Any goroutine may call it.
func ProfileFor(w io.Writer, d time.Duration) bool {
	p := &profiler
	p.mu.Lock()
	defer p.mu.Unlock() // samplers wait meanwhile
	if p.samples > 0 || engine.StartProfile(w) != nil {
		return false
	}
	time.Sleep(d)
	engine.StopProfile()
	return true
}
