package js

// This file owns the position of a runtime in Node's phases: timers, poll, check, and again. The
// loop's turn has the same phases, and each calls the runtime's. Loop goroutine only.
//
// An exception in the last nextTick of a phase leaves nextTicks and microtasks in their queues. In
// Node they wait for the next phase that runs a callback. Here the engine would run its microtasks
// when its outermost frame returns, which is too early. So the next phases run in the same frame,
// ahead of the loop. When the loop reaches these phases, they have already run.

// A phase is one of Node's phases.
type phase int

const (
	timersPhase phase = iota // timers that are due
	pollPhase                // results of work, and calls from Go
	checkPhase               // immediates
)

// phases records the phases that have run ahead of the loop.
type phases struct {
	checks int  // number of check phases
	timers bool // also the timers phase after them
	poll   bool // also the poll phase after that
}

// ahead reports whether phases have run ahead of the loop. Then its timers phase has already run, and a
// check phase must follow.
func (p *phases) ahead() bool { return p.checks > 0 || p.timers || p.poll }

// polled reports whether the loop's poll phase has already run.
func (p *phases) polled() bool { return p.checks > 0 || p.poll }

// checked is called when the loop reaches a check phase. It reports whether that phase has already
// run.
func (p *phases) checked() bool {
	p.timers, p.poll = p.checks > 0 && p.timers, p.checks > 0 && p.poll
	if p.checks > 0 {
		p.checks--
		return true
	}
	return false
}

// nextPhase continues after an exception in the last nextTicks of a phase. The remaining nextTicks
// run after the first callback of the next phase that has one. The check phase runs them first of
// all. If one throws there too, the others run after the first immediate.
func (r *Runtime) nextPhase(after phase) {
	p := &r.phases
	if after == checkPhase && r.timers.due(r) {
		p.timers = true
		r.idle.turned = false
		r.timers.readClock(r)
		r.order.source = &r.timers
		return
	}
	r.idle.turned = true
	if after != pollPhase && r.polling.takeFinished(r) {
		p.poll, r.polling.failure = true, true
		r.order.source = &r.polling
		return
	}
	p.checks++
	p.timers, p.poll = false, false
	r.immediates.lead = true
	r.order.source = &r.immediates
}
