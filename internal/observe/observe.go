// Package observe is how package telemetry and module js reach the inside of a loop, so that the
// public interface of a loop does not grow with what is measured. Package wakeful implements Loop
// and sets Open; package telemetry attaches an Observer; module js reports scripts through Scripts.
//
// The package knows nothing of loops. What is here is data: histograms, samples, origins.
package observe

import "sync/atomic"

// A Loop is the inside of a loop. Any goroutine may call its methods, at any time, unless they say
// otherwise.
type Loop interface {
	// ID returns the loop's number in this process, from 1 on.
	ID() uint64
	// Attach has o observe the loop, instead of whoever did; nil ends that. The loop takes
	// notice at its next callback.
	Attach(o *Observer)
	// State returns where in its life the loop is.
	State() State
	// Parked reports whether the loop has announced a park.
	Parked() bool
	// Now returns nanoseconds on the loop's own clock, which is fake in a bubble of
	// testing/synctest; Epoch returns the moment at which it was 0, in Unix nanoseconds.
	Now() int64
	Epoch() int64

	// Ask asks the loop to answer at its next callback. Asked reports whether it has not
	// answered yet, AnsweredAt when it last has, on its clock. Withdraw takes Ask back.
	Ask()
	Asked() bool
	AnsweredAt() int64
	Withdraw()
	// NotifyUnparked has the observer's Notify called once, before the next callback. If Parked
	// is true after it, no callback begins before Notify was called.
	NotifyUnparked()
	// Goroutine returns the ID of the loop's goroutine as in a traceback, 0 if it is unknown.
	Goroutine() uint64

	// Probe puts a function into the loop's queue that notes when it runs, and wakes nobody. It
	// returns false if the queue is closed. Between Probe and the end of Probing no other Probe.
	Probe() bool
	// Probing reports whether the probe has not run yet, and ProbedAt when it has, on the
	// loop's clock.
	Probing() bool
	ProbedAt() int64

	// Alive returns what keeps the loop alive, at most limit entries, and how much that is.
	Alive(limit int) (entries []Alive, count int)
	// Tracking reports whether origins are on.
	Tracking() bool
	// Track records, while origins are on, that key keeps the loop alive. Untrack ends that.
	Track(key any, a Alive)
	Untrack(key any)
	// Scripts returns what module js and the loop share. The pointer is always the same.
	Scripts() *Scripts
	// ShareHost says that any goroutine may turn a loop in guest mode. So none of them waits for
	// itself when it waits for the loop: another one turns it meanwhile. Call it before Attach.
	ShareHost()
}

// State is where in its life a loop is.
type State int

// The states.
const (
	New State = iota
	Running
	Draining
	Ended
)

// Open returns the inside of a *wakeful.Loop, nil for anything else. Set by package wakeful.
var Open func(loop any) Loop

// An Observer observes one loop.
type Observer struct {
	// Recorder has the samples. Its Every is 0 when nothing is sampled.
	Recorder Recorder
	// Origins has the loop record where things are created that keep it alive.
	Origins bool
	// Stalls says that somebody looks for stalls.
	Stalls bool
	// Notify is called on the loop's goroutine, see NotifyUnparked, and by whoever ends the loop
	// after Done was closed. It must not wait.
	Notify func()
	// Running names the function that runs, while it was given a name (telemetry.Named). The
	// loop's goroutine writes it; whoever reports a stall reads it.
	Running atomic.Pointer[string]
	// Named is the name that ran last at the outermost level. Loop goroutine only.
	Named *string
}

// Scripts is what module js and a loop share. The loop's goroutine owns it. Others read Running.
type Scripts struct {
	// Countdown is how many callbacks of a script come before the next one that is timed.
	// Whoever calls a script's callback counts it down. It is so large that it never ends when
	// nothing is sampled.
	Countdown int64
	// Recorder gets the samples, nil if nothing is sampled.
	Recorder *Recorder
	// Attention is not 0 when the loop is to answer. Then module js calls Answer before the
	// next callback of a script.
	Attention *atomic.Uint32
	Answer    func()
	// Observed says that the loop has an observer, and Stalls that the observer looks for stalls.
	Observed, Stalls bool
	// Running is the script that runs, nil for none. Module js sets it while the loop is
	// Observed. A watchdog reads it: without it, the report of a stall has no script.
	Running atomic.Pointer[Script]
}

// A Script is a script that runs on a loop, in one engine.
type Script struct {
	// Position returns its call stack, the innermost function first. Loop goroutine only.
	Position func() []string
	// Stack returns the same for another goroutine. It waits until the script is at a point at
	// which it can be looked at, or until gone returns true. It returns "" then, or if it cannot
	// know.
	Stack func(gone func() bool) string
}

// An Alive is something that keeps a loop alive.
type Alive struct {
	Kind   string
	Detail string
	// Func is the entry of the function that Detail would name, 0 for none.
	Func uintptr
	// Due is when it fires, on the loop's clock, 0 for never.
	Due int64
	// Count is how many are meant.
	Count int
	// Origin has the program counters of the stack on which it was created, Script the position
	// in the script.
	Origin []uintptr
	Script []string
}

// NamedEntry is the entry of functions that telemetry.Named returns, 0 in a program without. Set by
// package telemetry.
var NamedEntry uintptr
