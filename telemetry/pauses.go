package telemetry

import (
	"runtime"
	"runtime/metrics"
	"slices"
	"strings"
	"time"
)

// This file owns the detection of false stalls, in which the callback could not run.
//
// The runtime does not report the processor time of a goroutine. So the monitor estimates an upper
// bound from one check to the next: the processor time of the process, multiplied by the
// goroutine's share among the goroutines that wanted a processor.

// pauses is how much processor time a callback may have had since it was first found not to have
// returned. Monitor only.
type pauses struct {
	started bool
	own     time.Duration // processor time that the callback may have had
	used    time.Duration // and the process, at most that of one processor
	total   time.Duration // of the process until the last check
}

// beginCallback starts with a callback that has already run for own.
func (p *pauses) beginCallback(own time.Duration) {
	p.started, p.own, p.used, p.total = true, own, own, processTime()
}

// add adds the time between the last check and this one.
func (p *pauses) add(passed time.Duration) {
	if total := processTime(); total >= 0 {
		passed, p.total = min(passed, total-p.total), total
	}
	p.used += passed
	p.own += share(passed, runnable(), uint64(runtime.GOMAXPROCS(0)))
}

// runnable returns the number of goroutines that wait for a processor.
func runnable() uint64 {
	s := []metrics.Sample{{Name: "/sched/goroutines/runnable:goroutines"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}

// othersWant reports whether other goroutines than the caller's, or threads of the process that run C, run or
// wait for a processor. With one processor, only waiting goroutines say so.
func othersWant() bool { return runnable() > 0 || othersRun() }

// share returns the part of some processor time that a goroutine had in competition with others.
// The monitor is running now. With one processor, the loop's goroutine is among the runnable ones.
// With more, it may be running, and then all runnable goroutines are others.
func share(passed time.Duration, runnable, processors uint64) time.Duration {
	if runnable <= 1 {
		return passed
	}
	return passed * time.Duration(processors) / time.Duration(runnable+processors-1)
}

// pauseExplains reports whether a pause can explain the time. state is the state of the callback's
// goroutine, behind is that of goroutineStack, own is the processor time that the goroutine may have
// had, and used that of the process.
func pauseExplains(state string, behind bool, own, used, limit time.Duration) bool {
	switch {
	case behind && used < limit:
		return true // the goroutine that it waits for may not have had a processor
	case strings.HasPrefix(state, "GC "):
		return true // it waits for the collector
	case !wantsProcessor(state):
		return false // it is blocked for a reason of its own
	}
	return own < limit
}

// waitsForGoroutine reports whether a goroutine in a state waits for what another one does. A coroutine is
// another goroutine.
func waitsForGoroutine(state string) bool {
	return slices.ContainsFunc([]string{"sync.", "semacquire", "chan ", "select", "coroutine"}, func(begin string) bool {
		return strings.HasPrefix(state, begin)
	})
}

// wantsProcessor reports whether a goroutine in a state runs or waits for a processor.
func wantsProcessor(state string) bool {
	return state == "running" || state == runningInSyscall || state == "runnable" || state == "preempted"
}
