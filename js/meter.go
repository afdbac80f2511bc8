package js

import (
	"io"
	"runtime"
	"sync/atomic"
	"time"
)

// This file owns the counting for the limits of a runtime.
//
// Time is counted while JavaScript runs on the loop: the time of the processor that the thread has
// used, where the system tells it (threadtime_linux.go), and the time of the clock elsewhere. A timer
// of Go looks when the remaining time may be used up. Without a limit of time nothing is measured,
// and entering JavaScript costs one comparison.

// meter is what a runtime has used. Loop goroutine only, except where a field says otherwise.
type meter struct {
	current *evaluation // that the running callback belongs to, or nil
	timed   bool        // time is limited. Immutable after New

	thread  threadTime    // of the running callback. The goroutine stays on its thread meanwhile
	began   time.Duration // of thread, when the running part of an evaluation began
	alone   evaluation    // for callbacks that belong to no evaluation that a caller waits for
	alarm   *time.Timer   // looks whether the time is used up
	timers  int           // that wait, with immediates
	pending int           // operations of Go

	// alarms is the number of the alarm that counts. The loop adds to it, and an alarm that has fired
	// compares: without it, one that was stopped too late would interrupt the next evaluation.
	alarms  atomic.Uint64
	written atomic.Int64 // bytes of output. Writers add to it; any goroutine
}

// enter is called when JavaScript is entered from outside, with the evaluation that the first
// callback belongs to.
func (m *meter) enter(r *Runtime) {
	runtime.LockOSThread()
	m.thread = currentThread()
	m.began, _ = m.thread.used()
	m.schedule(r)
}

// leave is called when JavaScript has returned to the loop.
func (m *meter) leave() {
	m.stopAlarm()
	m.charge()
	m.current = nil
	runtime.UnlockOSThread()
}

// change ends the running part of an evaluation and begins one of another.
func (m *meter) change(r *Runtime, e *evaluation) {
	if e == m.current && e.waits() {
		return
	}
	if !r.inside() {
		m.current = e
		return
	}
	m.charge()
	m.current = e
	m.schedule(r)
}

// charge adds the time since the last change to what was used.
func (m *meter) charge() {
	now, _ := m.thread.used()
	m.account().used += now - m.began
	m.began = now
}

// account returns the evaluation that time is counted for.
func (m *meter) account() *evaluation {
	if m.current != nil && !m.current.left.Load() {
		return m.current
	}
	return &m.alone
}

func (m *meter) stopAlarm() {
	m.alarms.Add(1)
	if m.alarm != nil {
		m.alarm.Stop()
	}
}

// shortestLook is the shortest time between two looks at the time that a script has used.
const shortestLook = time.Millisecond

// schedule sets the alarm for what the running evaluation has left.
func (m *meter) schedule(r *Runtime) {
	account := m.account()
	if account == &m.alone {
		account.used = 0 // each callback counts by itself
	}
	m.stopAlarm()
	number, entry := m.alarms.Load(), r.interrupts.entry
	thread, end := m.thread, m.began+r.settings.limits.CPU-account.used
	var look func()
	look = func() {
		if m.alarms.Load() != number {
			return
		}
		if now, ok := thread.used(); ok && now < end { // it has waited for a processor, or for Go
			time.AfterFunc(max(end-now, shortestLook), look)
			return
		}
		r.interrupts.sendTo(r, entry, ErrCPULimit)
	}
	m.alarm = time.AfterFunc(end-m.began, look)
}

// admitTimer counts a timer that begins to wait, or throws. Inside JavaScript.
func (r *Runtime) admitTimer() {
	if limit := r.settings.limits.Timers; limit > 0 && r.meter.timers >= limit {
		panic(r.toError(ErrTimerLimit))
	}
	r.meter.timers++
}

// admit returns an error if too many operations are pending.
func (r *Runtime) admit() error {
	if limit := r.settings.limits.PendingPromises; limit > 0 && r.meter.pending >= limit {
		return ErrPromiseLimit
	}
	return nil
}

// metered is an output whose bytes are counted. Any goroutine may write.
type metered struct {
	runtime *Runtime
	to      io.Writer
}

// Write writes the bytes that the limit leaves and interrupts the script with the first byte beyond
// it. It reports no error, because a program could catch it.
func (w *metered) Write(b []byte) (int, error) {
	r := w.runtime
	used := r.meter.written.Add(int64(len(b)))
	if beyond := used - r.settings.limits.Output; beyond > 0 {
		r.interrupts.send(r, 0, ErrOutputLimit)
		if keep := int64(len(b)) - beyond; keep > 0 {
			if _, err := w.to.Write(b[:keep]); err != nil {
				return 0, err
			}
		}
		return len(b), nil
	}
	return w.to.Write(b)
}

// CountOutput counts bytes that do not go through metered.
func (v hostView) CountOutput(n int) {
	if limit := v.settings.limits.Output; limit > 0 && v.meter.written.Add(int64(n)) > limit {
		v.interrupts.send(v.Runtime, 0, ErrOutputLimit)
	}
}
