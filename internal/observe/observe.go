// Package observe is how package telemetry and module js reach the inside of a loop, so that the
// public interface of a loop does not grow with what is measured. Package wakeful implements Loop
// and sets Open; package telemetry attaches an Observer; module js reports scripts through Scripts.
//
// The package knows nothing of loops. What is here is data: histograms, samples, origins.
package observe

import (
	"sync/atomic"
	"time"
)

// A Loop is the inside of a loop. Any goroutine may call its methods, at any time, unless they say
// otherwise.
type Loop interface {
	// ID returns the loop's number in this process, from 1 on.
	ID() uint64
	// Attach replaces the loop's observer, nil for none. The loop notices it at its next
	// callback.
	Attach(o *Observer)
	// Record replaces the ring into which the loop records its events, nil for none. The loop notices
	// it at its next callback.
	Record(r *Ring)
	// Ring returns the ring, nil for none.
	Ring() *Ring
	// State returns the state of the loop.
	State() State
	// Parked reports whether the loop has announced a park.
	Parked() bool
	// Now returns nanoseconds on the loop's own clock, which is fake in a bubble of
	// testing/synctest. Epoch returns the time at which that clock was 0, in Unix nanoseconds.
	Now() int64
	Epoch() int64

	// Ask asks the loop to answer at its next callback. Asked reports whether it has not
	// answered yet. AnsweredAt returns the time of its last answer, on its clock. Withdraw
	// withdraws the request.
	Ask()
	Asked() bool
	AnsweredAt() int64
	Withdraw()
	// NotifyUnparked requests one call of the observer's Notify, before the next callback. If
	// Parked is true afterwards, no callback starts before Notify was called.
	NotifyUnparked()
	// Goroutine returns the ID of the loop's goroutine in tracebacks, 0 if it is unknown.
	Goroutine() uint64
	// Stack returns the bounds of that goroutine's stack as native.Stack does, both 0 if they are
	// unknown.
	Stack() (low, high uintptr)

	// Probe pushes a function into the loop's queue that records when it runs. It does not wake
	// the loop. It returns false if the queue is closed. It must not be called again while
	// Probing is true.
	Probe() bool
	// Probing reports whether the probe has not run yet. ProbedAt returns the time at which it
	// ran, on the loop's clock.
	Probing() bool
	ProbedAt() int64

	// Alive returns the things that keep the loop alive, at most limit of them, and their number.
	Alive(limit int) (entries []Alive, count int)
	// Tracking reports whether origins are recorded.
	Tracking() bool
	// Track records that key keeps the loop alive, if origins are recorded. Untrack removes it.
	Track(key any, a Alive)
	Untrack(key any)
	// Scripts returns the data that module js and the loop share. The pointer is always the same.
	Scripts() *Scripts
	// AutoExit reports whether the loop ends when nothing keeps it alive.
	AutoExit() bool
	// Hosted reports whether the loop is in guest mode.
	Hosted() bool
	// Tags returns how packages that are built on loops record. The pointer is always the same.
	Tags() *Tags
	// ShareHost declares that any goroutine may turn a loop in guest mode. So a goroutine that
	// waits for the loop does not wait for itself, because another one turns the loop. It is called
	// before Attach.
	ShareHost()
}

// State is the state of a loop.
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
	// Origins makes the loop record where the things that keep it alive are created.
	Origins bool
	// Notify is called on the loop's goroutine, see NotifyUnparked. It is also called after Done
	// was closed, by the goroutine that ended the loop. It must not wait.
	Notify func()
	// Running is the name of the running function, if it has one (telemetry.Named). The loop's
	// goroutine writes it, and the reports of stalls read it.
	Running atomic.Pointer[string]
	// Named is the name that ran last at the outermost level. Loop goroutine only.
	Named *string
}

// Scripts is the data that module js and a loop share. It belongs to the loop's goroutine. Other
// goroutines read Running.
type Scripts struct {
	// Countdown is the number of callbacks of a script before the next one that is timed. Module
	// js counts it down before it calls one. If nothing is sampled, it is too large to reach 0.
	Countdown int64
	// Recorder gets the samples, nil if nothing is sampled.
	Recorder *Recorder
	// Attention is not 0 if the loop was asked. Then module js calls Answer before the next
	// callback of a script.
	Attention *atomic.Uint32
	Answer    func()
	// Observed is set if the loop has an observer.
	Observed bool
	// Running is the running script, nil for none. Module js sets it while the loop is Observed.
	// A watchdog reads it for the report of a stall.
	Running atomic.Pointer[Script]
}

// A Script is a script that runs on a loop, in one engine.
type Script struct {
	// Position returns its call stack, the innermost function first. Loop goroutine only.
	Position func() []string
	// Stack returns the same for another goroutine. It waits until the script is at a point at
	// which its stack can be read. It returns "" if gone returns true before that, and if the stack
	// cannot be read.
	Stack func(gone func() bool) string
}

// An Alive is something that keeps a loop alive.
type Alive struct {
	Kind   string
	Detail string
	// Func is the entry address of the function that Detail would name, 0 for none.
	Func uintptr
	// Due is when it fires, on the loop's clock, 0 for never.
	Due int64
	// Made is when it was created, in nanoseconds of Unix time, 0 unless origins are recorded.
	Made int64
	// Count is the number of such things.
	Count int
	// Origin has the program counters of the stack on which it was created, Script the position
	// in the script.
	Origin []uintptr
	Script []string
}

// A Promise is a promise that is pending.
type Promise struct {
	Made time.Time
	Site string // where, as "function (file:line)"
}

// Promises returns the promises of a *wakeful.Loop that were made with promise.Debug and are pending,
// the oldest first, at most limit of them, and their number. Set by package promise, nil in a program
// without it. Any goroutine may call it.
var Promises func(loop any, limit int) (pending []Promise, count int)

// NamedEntry is the entry of functions that telemetry.Named returns, 0 in a program without. Set by
// package telemetry.
var NamedEntry uintptr

// NameOf returns the name of a function whose entry is NamedEntry. Set by package telemetry.
var NameOf func(fn func()) string
