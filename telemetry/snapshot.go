package telemetry

import (
	"time"

	"github.com/wakeful-go/wakeful"
)

// This file owns what a Watcher reports. All types are plain values.

// A State says what a loop is doing.
type State string

// The states of a loop.
const (
	StateNew      State = "new"      // Run was not called
	StateRunning  State = "running"  // in a turn, in its wait strategy, or about to be
	StateParked   State = "parked"   // waits for a wake-up
	StateDraining State = "draining" // Shutdown has begun, or auto-exit
	StateEnded    State = "ended"
)

// A Snapshot is what a Watcher knows at one moment. Figures of the loop's own side are up to 64
// turns or some 100 us old while the loop is busy, as those of Loop.Metrics are.
type Snapshot struct {
	// Loop is the loop's name, or "loop 3" if it has none. ID is the loop's number in this
	// process, from 1 on.
	Loop string
	ID   uint64
	// Time is when the snapshot was taken, WatchedSince when Watch was called.
	Time, WatchedSince time.Time
	State              State
	// Metrics are those of the loop since Run was called. Busy, Parked and Spinning are in it;
	// Utilization makes shares of them.
	Metrics wakeful.Metrics
	// Delay is how late functions would have run that were submitted at regular intervals
	// while the loop was awake. DelayInterval is that interval.
	Delay         Histogram
	DelayInterval time.Duration
	// SampleEvery is one in how many callbacks is timed on average, 0 for none.
	SampleEvery int
	// Durations are those of the sampled callbacks, by phase, phases without samples left out.
	Durations []PhaseDurations
	// Slowest are the slowest callbacks that were sampled, the slowest first, at most 32.
	Slowest []Callback
	// StallLimit is that of WithStallLimit, 0 without. Stalls counts the stalls so far, and
	// RecentStalls are the last ones, the latest first, at most 16.
	StallLimit   time.Duration
	Stalls       uint64
	RecentStalls []Stall
	// KeptAlive is what keeps the loop alive: what makes a loop WithAutoExit go on. At most 100
	// entries; KeptAliveCount is how many things there are.
	KeptAlive      []KeepAlive
	KeptAliveCount int
	// Origins reports whether origins are recorded, see WithOrigins.
	Origins bool
}

// PhaseDurations are the durations of the callbacks of one phase. The phases are those of
// wakeful.PanicError: "timers", "priority", "descriptors", "submitted", "immediates",
// "close callbacks", "microtasks"; and "JavaScript" for single callbacks of module js, which are
// also part of the callback of the loop that calls them.
type PhaseDurations struct {
	Phase string
	Histogram
}

// A Callback is one function that the loop has called, with what its samples have shown.
type Callback struct {
	// Name is what Named was given, or the name of the function; for JavaScript the name of
	// the function in the script. File and Line are where it is declared, "" and 0 if that is
	// not known.
	Name string
	File string
	Line int
	// Phase is where it was last called.
	Phase string
	// Samples is how many calls were timed, Total and Max are their sum and the longest.
	Samples    uint64
	Total, Max time.Duration
}

// A Stall is one callback that has run for longer than the limit of WithStallLimit.
type Stall struct {
	// Loop and ID are those of Snapshot.
	Loop string
	ID   uint64
	// Callback is the name of the callback, File and Line are where it is declared; as in
	// Callback. Callback is "" if the stack could not be taken.
	Callback string
	File     string
	Line     int
	// Since is about when the callback began: an eighth of the limit later at most.
	Since time.Time
	// Duration is how long the callback had run since then when this was written, pauses of the
	// process left out. In RecentStalls it is the whole duration once Over is set.
	Duration time.Duration
	Over     bool
	// Report counts the reports of this stall: 1 for the first. A callback that does not
	// return is reported again after 32, 64, 128 times the limit, and so on.
	Report int
	// State is what the goroutine was doing, as in a traceback: "running", "chan receive".
	State string
	// Stack is the stack of the loop's goroutine, as runtime.Stack formats it. SameStack
	// reports whether a second look, a moment later, has found the same functions.
	Stack     string
	SameStack bool
	// Script is the stack of the script that was running, "" if none was.
	Script string
	// Trace is the file with the execution trace, see WithTraces.
	Trace string
}

// A KeepAlive is something that keeps a loop alive.
type KeepAlive struct {
	// Kind is "timer", "descriptor", "keep-alive", "work", or what a package built on loops
	// says, as "Timeout" or "Immediate" of module js.
	Kind string
	// Detail says which: the name of a function, the number of a descriptor.
	Detail string
	// Due is when a timer fires, zero for the others.
	Due time.Time
	// Count is how many are meant: keep-alives and work are counted together unless origins
	// are recorded.
	Count int
	// Origin is where it was created, the innermost function first. Script is the same in a
	// script, as "name (file:line:column)". Both are empty unless origins are recorded, see
	// WithOrigins.
	Origin []Frame
	Script []string
}

// A Frame is one function of a stack.
type Frame struct {
	Function string
	File     string
	Line     int
}

// Utilization divides a window of time. The three shares add up to 1, unless the loop did not run
// in the window: then all are 0.
type Utilization struct {
	Window time.Duration
	// Busy is the share of time in turns, Spinning in the wait strategy, Parked the rest.
	Busy, Spinning, Parked float64
}

// Utilization returns how the loop has spent its time between two snapshots of it. The zero
// Snapshot as earlier means since Run.
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
