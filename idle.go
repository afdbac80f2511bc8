package wakeful

import (
	"github.com/wakeful-go/wakeful/internal/native"
	"github.com/wakeful-go/wakeful/internal/poll"
)

// This file is the path from "the turn found no more work" to "parked", top to bottom:
//
//	runTurns (run.go) asks nextAction after each turn;
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
	// Read stop before checking for work: queues that were closed before the checks and are found
	// empty stay empty.
	state := l.stop.Load()
	switch {
	case state == stopping:
		return actionStop
	case l.hasQueued() || l.timerDue():
		return actionTurn
	case state == draining && l.drain.count.Load() > 0:
		return actionDrain
	case state == draining && l.workers.allDelivered():
		return actionStop
	case state == draining && l.workers.hasLate.Load():
		l.items = &l.workers
		return actionTurn
	case state == running && l.isUnused() && l.closeIfUnused():
		return actionTurn
	case l.descriptorReady(): // checked last: an event does not keep a loop from ending
		return actionTurn
	case !spun && l.shouldSpin():
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
	l.counters.spinning += max(0, now-began)
	if l.hasWork() || l.shouldStop() {
		w.policy.WorkArrived(now - began)
	}
}

// park parks until a producer, the clock, a descriptor or the end unparks the loop. It may return
// spuriously.
func (l *Loop) park() {
	l.countSpurious()
	l.setClock()
	var parker *poll.Parker[*FDRegistration] // nil for the channel
	if l.poller() != nil {
		parker = l.parker()
	}
	parkedAt := native.Ticks()
	if l.strategy != nil {
		l.idle.policy.Refresh(parkedAt)
	}
	l.counters.parkedAt = parkedAt
	if r := l.sampler.recorder; r != nil {
		r.Flush()
	}
	l.wake.StampClaims = l.shouldSpin()
	if parker == nil {
		l.wake.Prepare()
	} else {
		l.wake.PrepareOn(parker)
	}
	if l.hasReasonToStayAwake(parker == nil) {
		claimed := l.wake.Cancel()
		l.awaitReader()
		if claimed {
			l.counters.wakeups++
		}
		return
	}
	l.wake.Wait()
	l.awaitReader()
	l.unparked(parkedAt)
}

// hasReasonToStayAwake is the second check of the wake protocol, after Prepare. It must check every
// source whose producer notifies. The wake-ups of a missing source would be lost. What callbacks
// have queued is not checked again: nextAction has checked it, and no user code has run since.
func (l *Loop) hasReasonToStayAwake(onChannel bool) bool {
	return !l.queuesEmpty() || l.shouldStop() || l.isUnused() ||
		l.clock.needsSetting(&l.timers) || l.descriptorReady() ||
		onChannel && l.watcherMissing()
}

// unparked accounts for a park that started at parkedAt and has ended.
func (l *Loop) unparked(parkedAt int64) {
	c, now := &l.counters, native.Ticks()
	if l.attention.Load() != 0 {
		l.hasStopped() // requests from before the park do not concern the next callback
	}
	// A thread that moved to another socket may read an older tick count. Ignore it.
	c.parked += max(0, now-parkedAt)
	c.parks++
	c.wakeups++
	l.callbacksWhenUnparked = 1 + c.callbacks()
	l.idle.unparked(now)
	if now-l.publishedAt > maxFiguresAge {
		l.publishedAt = now
		l.publish() // otherwise a long callback after a long park would be counted as both
	}
}

// countSpurious counts a wake-up after which no callback ran. It is called when the loop has no
// more work.
func (l *Loop) countSpurious() {
	if l.callbacksWhenUnparked == 1+l.counters.callbacks() {
		l.counters.spurious++
	}
	l.callbacksWhenUnparked = 0
}

// hasWork reports whether a turn has something to do.
func (l *Loop) hasWork() bool {
	return l.hasQueued() || l.timerDue() || l.descriptorReady()
}

// hasQueued reports whether something that was accepted has not run. It ignores timers.
func (l *Loop) hasQueued() bool { return !l.queuesEmpty() || l.hasDeferred() }

// queuesEmpty reports whether the queues that other goroutines fill are empty.
func (l *Loop) queuesEmpty() bool { return l.submitted.Empty() && l.priority.Empty() }

// hasDeferred reports whether callbacks have queued something for this turn or the next.
func (l *Loop) hasDeferred() bool {
	return l.items != nil || l.microtasksPending || l.afterSubmitted.Len() > 0 || l.atTurnEnd.Len() > 0
}

// timerDue reports whether a timer is due.
func (l *Loop) timerDue() bool { return !l.timers.none() && l.timers.due(l) }

// descriptorReady reports whether collecting descriptor events will probably find some.
func (l *Loop) descriptorReady() bool {
	p := l.poller()
	// A loop polls for events left in the kernel before it parks. A spinning loop may never park.
	return p != nil && (p.Ready() || p.MayHaveMore() && l.strategy != nil)
}

// watcherMissing reports whether descriptor events would not unpark a loop that parks on its
// channel, because its first descriptor was registered just now.
func (l *Loop) watcherMissing() bool {
	p := l.poller()
	return p != nil && !p.Armed()
}

// shouldSpin reports whether the wait strategy polls before a park.
func (l *Loop) shouldSpin() bool { return l.strategy != nil && l.idle.policy.Enabled() }

// shouldStop reports whether the loop must not park because it is ending. A draining loop parks
// while it waits for its workers.
func (l *Loop) shouldStop() bool {
	state := l.stop.Load()
	return state == stopping || state == draining &&
		(l.workers.allDelivered() || l.workers.hasLate.Load() || l.drain.count.Load() > 0)
}

// isUnused reports whether an auto-exit loop has nothing that keeps it running.
func (l *Loop) isUnused() bool { return l.autoExit && l.alive.Load() == 0 }

// parker returns the parker of the poller, or nil if the loop parks on its channel.
func (l *Loop) parker() *poll.Parker[*FDRegistration] {
	if p := l.poller(); p != nil {
		return p.Parker()
	}
	return nil
}
