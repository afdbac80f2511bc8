package js

// This file owns the position of a runtime in Node's phases: timers, poll, check and
// again. The loop's turn has the same phases, and each of them calls the runtime's. Loop
// goroutine only.
//
// An exception in the last nextTick of a phase leaves nextTicks and microtasks in their
// queues. In Node they wait for the next phase that runs a callback. Here the engine runs
// its microtasks when its outermost frame returns, which would be too early; so the next
// phases run in the same frame, before the loop has come to them. When the loop does, it
// finds that they have run.

// A phase is one of Node's.
type phase int

const (
	timersPhase phase = iota // timers that are due
	pollPhase                // results of work, and what Go has called
	checkPhase               // immediates
)

// phases counts the phases that have run before the loop has come to them.
type phases struct {
	checks int  // check phases
	timers bool // also the timers after these
	poll   bool // also the poll phase after those
}

// ahead reports whether there are any. Then a check phase has to come.
func (p *phases) ahead() bool { return p.checks > 0 || p.timers || p.poll }

// fired reports whether the loop's phase of timers has run already.
func (p *phases) fired() bool { return p.checks > 0 || p.timers || p.poll }

// polled reports whether the loop's poll phase has run already.
func (p *phases) polled() bool { return p.checks > 0 || p.poll }

// checked is called when the loop comes to a check phase, and reports whether it has run
// already.
func (p *phases) checked() bool {
	p.timers, p.poll = p.checks > 0 && p.timers, p.checks > 0 && p.poll
	if p.checks > 0 {
		p.checks--
		return true
	}
	return false
}

// nextPhase goes on after an exception has cut the last nextTicks of a phase short. Those
// that are left run after the first callback of the next phase that has one. The check
// phase runs them first of all; if then one of them throws, too, the others run after the
// first immediate.
func (r *Runtime) nextPhase(after phase) {
	p := &r.phases
	if after == checkPhase && r.timers.due(r) {
		p.timers = true
		r.timers.begin(r)
		r.order.source = &r.timers
		return
	}
	if after != pollPhase && r.polling.begin(r) {
		p.poll = true
		r.order.source = &r.polling
		return
	}
	p.checks++
	p.timers, p.poll = false, false
	r.immediates.lead = true
	r.order.source = &r.immediates
}
