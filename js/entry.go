package js

import "time"

// This file owns what performance.eventLoopUtilization measures. Loop goroutine only.

// entries has the times of the loop when JavaScript returned for the first time.
type entries struct {
	left         bool // for the first time
	idle, active time.Duration
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
