package js

import (
	"slices"
	"time"
)

// This file owns the notifications for the clocks of perf_hooks that a runtime enters and leaves
// JavaScript. Loop goroutine only.

// entries has the functions that are called when JavaScript is entered, and the times of the loop
// when JavaScript returned for the first time.
type entries struct {
	watchers []*func()

	left         bool // for the first time
	idle, active time.Duration
}

// OnEntry has fn called when JavaScript is entered from outside, before anything of it runs, until
// cancel is called.
func (v hostView) OnEntry(fn func()) (cancel func()) {
	e, watcher := &v.entries, &fn
	e.watchers = append(e.watchers, watcher)
	return func() {
		// In a copy, because enter may be in its loop.
		e.watchers = slices.DeleteFunc(slices.Clone(e.watchers), func(w *func()) bool { return w == watcher })
	}
}

// entered is called when JavaScript is entered from outside.
func (e *entries) enter() {
	for _, fn := range e.watchers {
		(*fn)()
	}
}

// leave is called when JavaScript has returned to the loop.
func (e *entries) leave(r *Runtime) {
	if !e.left {
		e.left = true
		e.idle, e.active = r.loopTime()
	}
}

// LoopTime returns how long the loop has been idle and active since the first callback of
// JavaScript has ended, 0 before that.
func (v hostView) LoopTime() (idle, active time.Duration) {
	if !v.entries.left {
		return 0, 0
	}
	idle, active = v.loopTime()
	return idle - v.entries.idle, active - v.entries.active
}

// loopTime divides the time since the loop was run. A loop that spins has nothing to do.
func (r *Runtime) loopTime() (idle, active time.Duration) {
	m := r.loop.Metrics()
	return m.Parked + m.Spinning, m.Busy
}
