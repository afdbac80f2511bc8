package wakeful

import (
	"context"
	"math"
	"runtime/trace"

	"github.com/wakeful-go/wakeful/internal/poll"
)

// This file owns the turns of a loop, top to bottom: what comes between two turns, the phases of a
// turn, and how each phase calls its callbacks.

// runTurns runs turns, and spins or parks in between as nextAction decides (idle.go). It
// returns true when the loop ends and false after a callback has panicked.
func (l *Loop) runTurns() (ended bool) {
	defer func() {
		if !ended {
			l.reportCallback(recover())
		}
	}()
	l.observation.running(nil) // clear the name of a callback that has panicked
	l.runTurn()                // after a panic: the rest of the turn
	for spun := false; ; {
		switch l.nextAction(spun) {
		case actionTurn:
			if !spun {
				l.letQueueGrow()
			}
			l.runTurn()
			spun = false
		case actionSpin:
			l.spin()
			spun = true
		case actionPark:
			l.park()
			l.runTurn()
			spun = false
		case actionDrain:
			l.runOnDrain()
			spun = false
		case actionStop:
			return true
		}
	}
}

// runTurn runs one turn, or the rest of a turn after a panic or a pause (guest.go), phase by phase.
// Each phase takes a snapshot when it starts. Callbacks that are added later run in the next turn.
// A phase returns false if the loop pauses before the end of its snapshot.
func (l *Loop) runTurn() {
	if trace.IsEnabled() && !l.turn.traced {
		l.traceTurn()
		return
	}
	t := &l.turn
	if l.callbacks.microtasksPending && !l.host.isResumed() {
		l.callbacks.drainMicrotasks()
	}
	switch t.phase {
	case betweenTurns:
		t.counters.turns++
		t.before = t.counters.executed
		if t.counters.turns%publishTurns == 0 {
			l.catchUp()
		}
		if !l.timers.none() {
			l.timers.begin()
		}
		t.phase = phaseTimers
		fallthrough
	case phaseTimers:
		if l.timers.isDue && !l.fireTimers() {
			return
		}
		l.callbacks.endPhase()
		t.remaining = 0
		if !l.priority.Empty() {
			t.remaining = l.priority.Ready(math.MaxInt)
		}
		t.phase = phasePriority
		fallthrough
	case phasePriority:
		if t.remaining > 0 && !l.runPriority() {
			return
		}
		l.callbacks.endPhase()
		if !l.descriptors.none() {
			l.descriptors.collect()
		}
		t.phase = phaseDescriptors
		fallthrough
	case phaseDescriptors:
		if len(l.descriptors.ready) > 0 && !l.runDescriptors() {
			return
		}
		l.callbacks.endPhase()
		if l.gate != nil {
			l.gate.seal()
		}
		t.remaining = l.submitted.Ready(l.options.budget)
		t.unusedBudget = l.options.budget - t.remaining
		if t.sampler.submitter.asked {
			t.sampler.findSubmitter()
		}
		t.phase = phaseSubmitted
		fallthrough
	case phaseSubmitted:
		if !l.runSubmitted() {
			return
		}
		l.callbacks.endPhase()
		t.remaining = l.callbacks.afterSubmitted.Len()
		t.phase = phaseAfterSubmitted
		fallthrough
	case phaseAfterSubmitted:
		if t.remaining > 0 && !l.runLocal(&l.callbacks.afterSubmitted) {
			return
		}
		l.callbacks.endPhase()
		t.remaining = l.callbacks.atTurnEnd.Len()
		t.phase = phaseTurnEnd
		fallthrough
	case phaseTurnEnd:
		if t.remaining > 0 && !l.runLocal(&l.callbacks.atTurnEnd) {
			return
		}
		l.callbacks.endPhase()
	}
	t.phase = betweenTurns
}

// traceTurn runs a turn as a region of the execution trace, called "wakeful turn" or, in a loop with
// the name orders, "orders turn". This is not in runTurn, because there a deferred call makes each
// turn slower, with or without a trace.
func (l *Loop) traceTurn() {
	region := "wakeful turn"
	if name := l.Name(); name != "" {
		region = name + " turn"
	}
	defer trace.StartRegion(context.Background(), region).End()
	l.turn.traced = true
	defer func() { l.turn.traced = false }()
	l.runTurn()
}

// fireTimers fires the timers of the snapshot.
func (l *Loop) fireTimers() (ended bool) {
	l.timers.reschedule() // still to do if the callback has panicked
	for l.ending.state.Load() == running {
		if l.attention.Load() != 0 && l.mustReturn() {
			break
		}
		t := l.timers.pop()
		if t == nil {
			break
		}
		l.turn.counters.timersFired++
		if l.timers.setIn != 0 {
			l.turn.sampler.timeSetIn(l.timers.setIn)
		}
		l.call(t.fn)
		l.timers.reschedule()
		if l.callbacks.microtasksPending {
			l.callbacks.drainMicrotasks()
		}
	}
	if l.host.isPaused() {
		return false
	}
	l.timers.isDue = false
	return true
}

// runPriority runs the snapshot of the priority queue.
func (l *Loop) runPriority() (ended bool) {
	for l.turn.remaining > 0 {
		if l.attention.Load() != 0 && l.mustReturn() {
			return !l.host.isPaused()
		}
		l.turn.remaining--
		l.turn.counters.executed++
		l.call(l.priority.Take())
		if l.callbacks.microtasksPending {
			l.callbacks.drainMicrotasks()
		}
	}
	return true
}

// runDescriptors calls the functions of the snapshot of ready descriptors. It skips a registration
// that was closed meanwhile, and an event that is no longer requested.
func (l *Loop) runDescriptors() (ended bool) {
	d := &l.descriptors
	for len(d.ready) > 0 && l.ending.state.Load() == running {
		if l.attention.Load() != 0 && l.mustReturn() {
			return !l.host.isPaused()
		}
		r, events := d.ready[0].Value, Events(d.ready[0].Events)
		d.ready[0] = poll.Ready[*FDRegistration]{} // so that the buffer keeps no registration alive
		d.ready = d.ready[1:]
		if events &= Events(r.wanted.Load()); events == 0 {
			continue
		}
		l.turn.counters.descriptorCalls++
		if l.turn.sampler.due() {
			l.turn.sampler.timedEvents(r, events, int(phaseDescriptors))
		} else {
			r.fn(events)
		}
		if l.callbacks.microtasksPending {
			l.callbacks.drainMicrotasks()
		}
	}
	return true
}

// runSubmitted runs the snapshot of the submitted functions, and the items of batches, mailboxes
// and late results within the budget. If it leaves a source of items unfinished, that source runs
// first in the next turn.
func (l *Loop) runSubmitted() (ended bool) {
	t := &l.turn
	for t.items != nil || t.remaining > 0 {
		if l.attention.Load() != 0 && l.mustReturn() {
			return !l.host.isPaused()
		}
		if t.items != nil {
			if l.gate != nil && l.gate.finish(t) {
				continue
			}
			if !t.spend() {
				return true
			}
			t.counters.executed++
			if t.sampler.timing {
				l.call(t.runItem)
			} else {
				t.items.runNext(t)
			}
			if l.callbacks.microtasksPending {
				l.callbacks.drainMicrotasks()
			}
			continue
		}
		several := t.remaining
		if t.sampler.timing {
			if t.sampler.countdown <= 0 {
				l.runTimed()
				continue
			}
			several = int(min(int64(several), t.sampler.countdown))
		}
		if l.callbacks.microtasksPending { // a chain has used up its budget
			several = 1
		}
		t.stopAt = l.submitted.Next(several)
		for l.submitted.Before(t.stopAt) {
			l.submitted.TakeNext()()
			if l.attention.Load() != 0 {
				break
			}
		}
		l.countTaken() // before microtasks are counted for the sampler
		if l.callbacks.microtasksPending {
			l.callbacks.drainMicrotasks()
		}
	}
	if l.attention.Load() != 0 {
		l.attention.stopped() // answers whether the turn's last callback has returned
	}
	return true
}

// runTimed runs the next submitted function and times it.
func (l *Loop) runTimed() {
	l.turn.sampler.takes()
	fn := l.submitted.Take()
	l.countTaken()
	l.turn.sampler.timed(fn, int(phaseSubmitted))
	if l.callbacks.microtasksPending {
		l.callbacks.drainMicrotasks()
	}
}

// countTaken counts the functions that were taken from the queue since the last call. It is called
// after several of them, because counting each takes as long as taking it.
func (l *Loop) countTaken() {
	t := &l.turn
	n := l.submitted.Taken() - t.counted
	t.counted += n
	t.remaining -= int(n)
	t.counters.executed += n
	t.sampler.countdown -= int64(n)
}

// runLocal runs the snapshot of a queue that only callbacks fill.
func (l *Loop) runLocal(q *callbackQueue) (ended bool) {
	for l.turn.remaining > 0 {
		if l.attention.Load() != 0 && l.mustReturn() {
			return !l.host.isPaused()
		}
		l.turn.remaining--
		l.turn.counters.executed++
		l.call(q.Pop())
		if l.callbacks.microtasksPending {
			l.callbacks.drainMicrotasks()
		}
	}
	return true
}

// call calls a callback, and times it if a sample is due.
func (l *Loop) call(fn func()) {
	if l.turn.sampler.due() {
		l.turn.sampler.timed(fn, int(l.turn.phase))
	} else {
		fn()
	}
}

// mustReturn is called when attention is not 0, between two callbacks of a phase. It reports whether
// no further callback may run, or the deadline of the call has passed (guest.go). Microtasks belong
// to the callback before them, so a deadline does not interrupt them.
func (l *Loop) mustReturn() bool {
	return l.attention.stopped() || l.attention.Load()&attentionPause != 0 &&
		l.host.pause(l.timers.base, l.turn.counters.ran())
}

// catchUp runs every publishTurns turns and does the work that otherwise only a parking loop does.
func (l *Loop) catchUp() {
	l.publish()
	l.descriptors.pollIfDue(busyPollInterval)
}
