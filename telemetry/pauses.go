package telemetry

import (
	"runtime/metrics"
	"strings"
	"time"
)

// This file owns what looks like a stall and is none: the callback could not run.
//
// The runtime does not say how much processor time a goroutine has had. What it may have had at most
// is estimated from one look to the next: not more than the process has used, and of that its share
// among the goroutines that wanted a processor.

// The metrics that are read.
const (
	runnableGoroutines = iota
	processors
)

// pauses is how much time a callback may have run since it was first found that it had not returned.
// Monitor only.
type pauses struct {
	begun   bool
	own     time.Duration // processor time that the callback may have had
	used    time.Duration // by the process until the last look
	samples []metrics.Sample
}

// begin begins with a callback that has run for as long as own already.
func (p *pauses) begin(own time.Duration) {
	p.begun, p.own, p.used = true, own, processTime()
}

// add takes in the time from the last look to this one.
func (p *pauses) add(passed time.Duration) {
	if used := processTime(); used >= 0 {
		passed, p.used = min(passed, used-p.used), used
	}
	if p.samples == nil {
		p.samples = []metrics.Sample{
			runnableGoroutines: {Name: "/sched/goroutines/runnable:goroutines"},
			processors:         {Name: "/sched/gomaxprocs:threads"},
		}
	}
	metrics.Read(p.samples)
	for _, s := range p.samples {
		if s.Value.Kind() != metrics.KindUint64 {
			return
		}
	}
	p.own += share(passed, p.samples[runnableGoroutines].Value.Uint64(), p.samples[processors].Value.Uint64())
}

// share returns how much of some processor time a goroutine had that competes with others. The
// monitor is running now. With one processor the loop's goroutine is among the runnable ones; with
// more it may be running, and then all that are runnable are others.
func share(passed time.Duration, runnable, processors uint64) time.Duration {
	if runnable <= 1 {
		return passed
	}
	return passed * time.Duration(processors) / time.Duration(runnable+processors-1)
}

// explained reports whether something else than the callback can have taken the time. Its goroutine
// is in the given state, and it may have had so much processor time.
func explained(state string, own, limit time.Duration) bool {
	switch {
	case strings.HasPrefix(state, "GC "):
		return true // it waits for the collector
	case state != "running" && state != "runnable" && state != "preempted":
		return false // it waits for something of its own
	}
	return own < limit
}
