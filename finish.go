package wakeful

import (
	"math"

	"github.com/wakeful-go/wakeful/internal/native"
)

// This file owns the end of a loop, from the request to stop until Done is closed.

// requestStop raises the state of the loop to stop, if that is higher.
func (l *Loop) requestStop(stop uint32, cause error) {
	e := &l.ending
	e.mu.Lock()
	if e.terminated || e.state.Load() >= stop {
		e.mu.Unlock()
		return
	}
	e.cause = cause
	if stop == stopping {
		// Before the queues are closed: no callback starts after a Submit has returned ErrClosed.
		l.attention.Or(attentionStop)
	}
	l.closeQueues()
	// After the queues were closed: a loop that sees this value and empty queues may end.
	e.state.Store(stop)
	if stop == stopping {
		e.drain.end(ErrClosed)
	}
	if !e.ran && (stop == stopping || !l.hasQueued() && l.workers.allDelivered()) {
		// Run was not called and will not run it. The caller holds the lock that Run would need, so
		// it may act in place of the loop's goroutine.
		e.terminated = true
		e.mu.Unlock()
		l.finish()
		return
	}
	e.mu.Unlock()
	l.wake.Notify()
}

// closeQueues refuses all further calls from outside. Any goroutine may call it. The lock of ending
// is held.
func (l *Loop) closeQueues() {
	if l.gate != nil {
		l.gate.close()
	}
	l.submitted.Close()
	l.priority.Close()
	l.timers.close()
	l.descriptors.close()
	l.workers.close()
	l.ending.context.end(l.ending.cause)
}

// closeIfUnused starts the end of an auto-exit loop that has nothing left to do, and reports
// whether the loop is ending. Loop only.
func (l *Loop) closeIfUnused() bool {
	e := &l.ending
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.state.Load() != running {
		return true
	}
	if !l.closeIfEmpty() {
		return false
	}
	l.closeQueues()
	e.state.Store(draining)
	e.drain.end(ErrClosed) // no Shutdown gives a time limit
	return true
}

// closeIfEmpty refuses new functions and timers if nothing is left to do. The queue of submitted
// functions is closed only if it is empty at that instant. So "nothing is left" and "nothing more
// is accepted" are one decision. The same holds for timers, descriptors and work under their locks.
// The lock of timers also excludes a Reset that has removed its timer and not yet added it again.
func (l *Loop) closeIfEmpty() bool {
	ts, ds, ws := &l.timers, &l.descriptors, &l.workers
	ts.mu.Lock()
	defer ts.mu.Unlock()
	ds.mu.Lock()
	defer ds.mu.Unlock()
	ws.mu.Lock()
	defer ws.mu.Unlock()
	// In this order: a goroutine that releases a keep-alive has submitted its result to a queue
	// before, and the loop must not end without running the result.
	if l.alive.count.Load() != 0 || l.hasQueued() {
		return false
	}
	ts.closed = l.submitted.CloseIfEmpty()
	ds.closed, ws.closed = ts.closed, ts.closed
	return ts.closed
}

// terminate counts what did not run and releases everything. Nothing is accepted any more. The
// caller is the loop's goroutine, or the loop's only owner.
func (l *Loop) terminate() {
	l.turn.sampler.detach()
	l.ending.terminate()
	l.timers.clock.stop()
	l.descriptors.release()

	c := &l.turn.counters
	for _, q := range []interface {
		Ready(int) int
		Take() func()
	}{&l.submitted, &l.priority} {
		for range q.Ready(math.MaxInt) {
			q.Take()
			c.discarded++
		}
	}
	// The entries of sources and the probe were counted above.
	c.discarded -= l.observation.probe.discard(&l.sources)
	c.discarded += l.sources.discard()
	deferred, microtasks := l.callbacks.discard()
	c.discarded += uint64(deferred)
	c.microtasksDiscarded += uint64(microtasks)
	c.timersDiscarded += l.timers.discard()
	c.endedAt = native.Ticks()
	l.publish()
}

// runOnDrain calls the next function of OnDrain, if any. Loop only.
func (l *Loop) runOnDrain() {
	f := l.ending.nextDrain()
	if f == nil {
		return
	}
	l.turn.phase = phaseEnd
	if l.attention.Load() != 0 {
		l.attention.stopped() // once more, so that each function is one callback
	}
	f.fn(l.ending.drain.ctx)
	l.turn.phase = betweenTurns
}

// finish calls the functions of OnShutdown and then ends the loop. The caller is the loop's
// goroutine, or the loop's only owner. If a function ends that goroutine, a new one continues.
func (l *Loop) finish() {
	ended := false
	defer func() {
		if !ended {
			l.leave()
			go l.finish()
		}
	}()
	l.enter()
	for !l.runOnShutdown() {
	}
	l.terminate()
	l.leave()
	ended = true
	close(l.ending.done)
	l.observation.notify()
}

// runOnShutdown returns true if no function is left, and false after one has panicked.
func (l *Loop) runOnShutdown() (ended bool) {
	defer func() {
		if !ended {
			l.reportCallback(recover())
		}
	}()
	l.turn.phase = phaseEnd
	for {
		if l.callbacks.microtasksPending { // also after a panic
			l.callbacks.drainMicrotasks()
		}
		h := l.ending.nextShutdown()
		if h == nil {
			return true
		}
		if l.attention.Load() != 0 {
			l.attention.stopped()
		}
		h.fn()
	}
}
