package telemetry

import (
	"time"

	"github.com/wakeful-go/wakeful"
)

// This file owns the values that a Watcher reports. All types are plain values.

// A State is the state of a loop.
type State string

// The states of a loop.
const (
	StateNew      State = "new"      // Run was not called
	StateRunning  State = "running"  // in a turn, in its wait strategy, or about to be
	StateParked   State = "parked"   // waits for a wake-up
	StateDraining State = "draining" // Shutdown has begun, or auto-exit
	StateEnded    State = "ended"
)

// A Snapshot holds the figures of a Watcher at one moment. While the loop is busy, the loop's own
// figures are up to 64 turns old, as those of Loop.Metrics are.
type Snapshot struct {
	// Loop is the loop's name, or "loop 3" if it has none. ID is the loop's number in this process,
	// starting at 1.
	Loop string
	ID   uint64
	// Time is when the snapshot was taken, WatchedSince when Watch was called.
	Time, WatchedSince time.Time
	State              State
	// Metrics counts from the call of Run. Its times count from Watch if that came later and the loop
	// blocks. Utilization computes shares of them.
	Metrics wakeful.Metrics
	// Delay is how late functions would have run that were submitted at regular intervals while the
	// loop was awake. DelayInterval is that interval.
	Delay         Histogram
	DelayInterval time.Duration
	// SampleEvery is n if one in n callbacks is timed on average, 0 for none.
	SampleEvery int
	// Durations holds the sampled durations by phase. Phases without samples are left out.
	Durations []PhaseDurations
	// Slowest lists the slowest sampled callbacks, slowest first, at most 32.
	Slowest []Callback
	// StallLimit is the limit of WithStallLimit, or 0. Stalls counts the stalls so far.
	// RecentStalls lists the last ones, latest first, at most 16.
	StallLimit   time.Duration
	Stalls       uint64
	RecentStalls []Stall
	// AliveEntries lists the things that keep a loop WithAutoExit running, in at most 100 entries.
	// AliveCount is the number of all these things.
	AliveEntries []AliveEntry
	AliveCount   int
	// Origins reports whether origins are recorded, see WithOrigins.
	Origins bool
}

// PhaseDurations holds the durations of the callbacks of one phase. The phases are those of
// wakeful.PanicError: "timers", "priority", "descriptors", "submitted", "after submitted", "turn
// end", "microtasks". "JavaScript" holds single callbacks of module js, which are also part
// of the loop callback that calls them.
type PhaseDurations struct {
	Phase string
	Histogram
}

// A Callback is a function that the loop has called, with the figures of its samples.
type Callback struct {
	// Name is the name given to Named, or the name of the function. For JavaScript it is the
	// function's name in the script. It has at most 256 bytes. A longer name is cut and ends in
	// "…". File and Line are the place of its declaration, "" and 0 if unknown.
	Name string
	File string
	Line int
	// Phase is the phase of its last call.
	Phase string
	// Samples is the number of timed calls. Total and Max are their sum and the longest.
	Samples    uint64
	Total, Max time.Duration
}

// A Stall is a callback that has run for longer than the limit of WithStallLimit.
type Stall struct {
	// Loop and ID are as in Snapshot.
	Loop string
	ID   uint64
	// Callback is the name of the callback, limited as Callback.Name is. File and Line are where in
	// the callback's own function it was when the stack was taken. So the line may differ between
	// stalls of one callback. Callback is "" if the stack could not be taken.
	Callback string
	File     string
	Line     int
	// Since is about when the callback began, at most an eighth of the limit too late.
	Since time.Time
	// Duration is how long the callback had run since then, without pauses of the process. In
	// RecentStalls it is the whole duration once Ended is set.
	Duration time.Duration
	Ended    bool
	// Reports counts the reports of this stall, this one included. A callback that does not return
	// is reported again after 32, 64, 128 times the limit, and so on.
	Reports int
	// State is the state of the goroutine, as in a traceback: "running", "chan receive". On Linux it is
	// "syscall" only if the thread slept in the system call, and otherwise "running in syscall".
	State string
	// Stack is the stack of the loop's goroutine, as runtime.Stack formats it, with that State. SameStack reports
	// whether an earlier stack of the same callback had the same functions.
	Stack     string
	SameStack bool
	// Script is the stack of the script that was computing. It is "" if different scripts computed on
	// several loops. If the script waited in a function of Go, Stack has that function.
	Script string
	// Trace is the file with the execution trace, see WithTraces.
	Trace string
}

// An AliveEntry is something that keeps a loop alive, or several such things of the same kind.
type AliveEntry struct {
	// Kind is "timer", "descriptor", "keep-alive", "work", or a kind of a package built on loops,
	// such as "Timeout", "Immediate" or "FSReqCallback" of module js.
	Kind string
	// Detail identifies it: the name of a function or the number of a descriptor.
	Detail string
	// Due is when a timer fires, and zero for other kinds.
	Due time.Time
	// Count is the number of things in this entry. Keep-alives and work are counted together unless
	// origins are recorded.
	Count int
	// Origin is the stack on which it was created, innermost function first. Script is the stack of
	// the script that has created it, as "name (file:line:column)", or empty if no script has. Both
	// are empty unless origins are recorded, see WithOrigins.
	Origin []Frame
	Script []string
}

// A Frame is a function on a stack.
type Frame struct {
	Function string
	File     string
	Line     int
}

// Utilization divides a window of time. The three shares add up to 1. If the loop did not run in
// the window, all three are 0.
type Utilization struct {
	Window time.Duration
	// Busy is the share of time in turns, Spinning in the wait strategy, Parked the rest.
	Busy, Spinning, Parked float64
}

// Utilization returns how the loop has spent its time between two of its snapshots. A zero earlier
// means since Run.
func (s Snapshot) Utilization(earlier Snapshot) Utilization {
	busy := max(0, s.Metrics.Busy-earlier.Metrics.Busy)
	spinning := max(0, s.Metrics.Spinning-earlier.Metrics.Spinning)
	parked := max(0, s.Metrics.Parked-earlier.Metrics.Parked)
	u := Utilization{Window: busy + spinning + parked}
	if u.Window > 0 {
		whole := float64(u.Window)
		u.Busy, u.Spinning, u.Parked = float64(busy)/whole, float64(spinning)/whole, float64(parked)/whole
	}
	return u
}
