package wakeful

import (
	"time"

	"github.com/wakeful-go/wakeful/internal/native"
	"github.com/wakeful-go/wakeful/internal/observe"
)

// This file is the path from "the turn found no more work" to "parked", top to bottom:
//
//	runTurns (turn.go) asks nextAction after each turn;
//	nextAction decides: another turn, spin, park, or what comes at the end;
//	spin lets the wait strategy poll for work (wait.go), and nextAction decides again;
//	park sets the clock, announces the park, checks for work once more, and parks.
//
// The predicates at the end say what they test and run no user code. Everything here is
// called on the loop's goroutine. docs/wake-protocol.md argues that no wake-up is lost.

// action is what the loop does next.
type action int

const (
	actionTurn action = iota
	actionSpin
	actionPark
	actionDrain // call a function of OnDrain
	actionStop
)

// nextAction decides what the loop does after a turn, or after a spin (spun). Two of its decisions
// have an effect: an auto-exit loop without work closes its queues, and a draining loop starts to
// deliver late results.
func (l *Loop) nextAction(spun bool) action {
	// Read the state before checking for work: queues that were closed before the checks and are found
	// empty stay empty.
	state := l.ending.state.Load()
	switch {
	case state == stopping:
		return actionStop
	case !l.queuesEmpty() || l.hasDeferred() || l.timers.due():
		return actionTurn
	case state == draining && l.ending.drain.count.Load() > 0:
		return actionDrain
	case state == draining && l.workers.allDelivered():
		return actionStop
	case state == draining && l.workers.hasLate.Load():
		l.turn.setItems(&l.workers)
		return actionTurn
	case state == running && l.alive.unused() && l.closeIfUnused():
		return actionTurn
	case l.descriptorReady(): // checked last: an event does not keep a loop from ending
		return actionTurn
	case !spun && l.idle.mayPoll():
		return actionSpin
	}
	return actionPark
}

// spin lets the wait strategy poll for work. The strategy may panic.
func (l *Loop) spin() {
	w := &l.idle
	began := native.Ticks()
	l.countSpurious()
	defer w.policy.End()
	w.poll(began)
	now := native.Ticks()
	l.turn.counters.spun += max(0, now-began)
	found := l.hasWork() || l.shouldStop()
	if found {
		w.policy.WorkArrived(now - began)
	}
	if r := l.turn.sampler.ring; r != nil {
		r.Spin(began, now, found)
	}
}

// park parks until a producer, the clock, a descriptor or the end unparks the loop. It may return
// spuriously.
func (l *Loop) park() {
	l.countSpurious()
	l.timers.clock.set()
	parker := l.descriptors.parker() // nil for the channel
	l.turn.counters.parkedAt = l.parkTime()
	if l.options.strategy != nil {
		l.idle.policy.Refresh(l.turn.counters.parkedAt)
	}
	l.wake.StampClaims = l.idle.mayPoll()
	if s := &l.turn.sampler; s.timesPark() {
		s.beginPark(&l.wake)
	}
	if parker == nil {
		l.wake.Prepare()
	} else {
		l.wake.PrepareOn(parker)
	}
	if l.hasReasonToStayAwake(parker == nil) {
		claimed := l.wake.Cancel()
		l.turn.sampler.staysAwake(&l.wake)
		l.figures.awaitReader()
		if claimed {
			l.turn.counters.wakeups++
		}
		return
	}
	l.wake.Wait()
	l.figures.awaitReader()
	l.unparked()
}

// hasReasonToStayAwake is the second check of the wake protocol, after Prepare. It must check every
// source whose producer notifies. The wake-ups of a missing source would be lost. What callbacks
// have queued is not checked again: nextAction has checked it, and no user code has run since.
func (l *Loop) hasReasonToStayAwake(onChannel bool) bool {
	return !l.queuesEmpty() || l.shouldStop() || l.alive.unused() ||
		l.timers.clock.needsSetting() || l.descriptorReady() ||
		onChannel && l.descriptors.watcherMissing()
}

// parkTime returns the time in ticks, or beforeAll if nobody uses it.
func (l *Loop) parkTime() int64 {
	if l.figures.since.Load() == 0 {
		return beforeAll
	}
	return native.Ticks()
}

// unparked accounts for a park that has ended.
func (l *Loop) unparked() {
	c := &l.turn.counters
	if l.attention.Load() != 0 {
		l.attention.stopped() // requests from before the park do not concern the next callback
	}
	c.parks++
	c.wakeups++
	if r := l.turn.sampler.ring; r != nil && r.TimedPark() {
		l.turn.sampler.unparked(l.wokenBy(), &l.wake)
	}
	l.idle.callbacksWhenUnparked = 1 + c.ran()
	since := l.figures.since.Load()
	if since == 0 {
		return // nobody uses the time
	}
	now := native.Ticks()
	if l.idle.mayPoll() {
		l.idle.unparked(now, l.wake.ClaimedAt())
	}
	// A thread that moved to another socket may read an older tick count. Ignore it.
	c.parked += max(0, now-max(c.parkedAt, since))
	if now-l.figures.publishedAt > maxFiguresAge {
		l.figures.publishedAt = now
		l.publish() // otherwise a long callback after a long park would be counted as both
	}
}

// wokenBy returns what there is to do for a loop that was unparked, for a recording.
func (l *Loop) wokenBy() uint8 {
	switch {
	case l.shouldStop():
		return observe.WokenEnd
	case !l.priority.Empty():
		return observe.WokenPriority
	case !l.submitted.Empty():
		return observe.WokenSubmitted
	case l.timers.due():
		return observe.WokenTimer
	case l.descriptorReady():
		return observe.WokenDescriptor
	}
	return observe.WokenOther
}

// countSpurious counts a wake-up after which no callback ran. It is called when the loop has no
// more work.
func (l *Loop) countSpurious() {
	if l.idle.callbacksWhenUnparked == 1+l.turn.counters.ran() {
		l.turn.counters.spurious++
	}
	l.idle.callbacksWhenUnparked = 0
}

// hasWork reports whether a turn has something to do.
func (l *Loop) hasWork() bool {
	return l.hasQueued() || l.timers.due() || l.descriptorReady()
}

// descriptorReady reports whether collecting descriptor events will probably find some.
func (l *Loop) descriptorReady() bool {
	return !l.descriptors.none() && l.descriptors.mayHaveEvents(l.options.strategy != nil)
}

// mustContinue reports whether a loop that spins must stop that.
func (l *Loop) mustContinue() bool { return l.hasWork() || l.shouldStop() || l.alive.unused() }

// shouldStop reports whether the loop must not park because it is ending. A draining loop parks
// while it waits for its workers.
func (l *Loop) shouldStop() bool {
	state := l.ending.state.Load()
	return state == stopping || state == draining &&
		(l.workers.allDelivered() || l.workers.hasLate.Load() || l.ending.drain.count.Load() > 0)
}

// A loop that is as fast as its producers takes the cache line that they are writing from them
// every few functions, which slows down both sides. So after a short turn in a stream of functions,
// if there are already more, the loop leaves the queues alone for a moment, so that the next turn
// is longer. It does not wait if there are no more, because a producer may be waiting for this
// processor.
const (
	// minStream and maxStream limit the number of functions in a turn after which the loop waits.
	// After a longer turn, the loop is already far behind its producers.
	minStream, maxStream = 4, 512
	growTime             = 4 * time.Microsecond
	// maxGrowPauses bounds the wait if fake time stands still.
	maxGrowPauses = 1024
)

// letQueueGrow waits for growTime if the last turn was a short part of a stream.
func (l *Loop) letQueueGrow() {
	ran := l.turn.counters.executed - l.turn.before
	if ran < minStream || ran >= maxStream || l.turn.singleProcessor || !l.hasQueued() {
		return
	}
	began := native.Ticks()
	for range maxGrowPauses {
		native.Pause()
		if native.Duration(native.Ticks()-began) > growTime {
			return
		}
	}
}
