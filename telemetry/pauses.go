package telemetry

import (
	"runtime/metrics"
	"strings"
	"time"
)

// This file owns what looks like a stall and is none: the callback could not run.

// latencies is how long goroutines have waited for a processor.
const latencies = "/sched/latencies:seconds"

// pauses is what has happened since a callback was first found that had not returned. Monitor only.
type pauses struct {
	begun  bool
	after  time.Duration // of the callback
	used   time.Duration // processor time of the process
	waited []metrics.Sample
	counts []uint64
}

// begin notes where things stand, when a callback has run for as long as after.
func (p *pauses) begin(after time.Duration) {
	p.begun, p.after = true, after
	p.used = processTime()
	p.counts = append(p.counts[:0], p.latencies().Counts...)
}

func (p *pauses) latencies() *metrics.Float64Histogram {
	if p.waited == nil {
		p.waited = []metrics.Sample{{Name: latencies}}
	}
	metrics.Read(p.waited)
	if p.waited[0].Value.Kind() != metrics.KindFloat64Histogram {
		return &metrics.Float64Histogram{}
	}
	return p.waited[0].Value.Float64Histogram()
}

// explain reports whether something else than the callback can have taken the time: it has run for
// as long as stuck, in a goroutine that is in the given state.
func (p *pauses) explain(state string, stuck, limit time.Duration) bool {
	switch {
	case strings.HasPrefix(state, "GC "):
		return true // it waits for the collector
	case state != "running" && state != "runnable" && state != "preempted":
		return false // it waits for something of its own
	}
	// With less processor time than that, the process was starved.
	if used := processTime(); used >= 0 && used-p.used < (stuck-p.after)/2 {
		return true
	}
	// Among goroutines that compete for too few processors, the loop's has waited too: perhaps
	// twice as long as the longest wait.
	waited := p.longestWait()
	return waited >= maxSlack && stuck < limit+2*waited
}

// longestWait returns the longest time that a goroutine has waited for a processor since begin.
func (p *pauses) longestWait() time.Duration {
	h := p.latencies()
	for i := len(h.Counts) - 1; i >= 0; i-- {
		if i < len(p.counts) && h.Counts[i] > p.counts[i] {
			return time.Duration(h.Buckets[i] * 1e9) // the lower bound
		}
	}
	return 0
}
