package wakeful

import (
	"context"
	"fmt"
	"math"
	"sync/atomic"

	"github.com/wakeful-go/wakeful/internal/native"
)

// Values of Loop.stop.
const (
	running  = iota
	draining // Shutdown or auto-exit: run what was accepted, then end
	stopping // Close or the end of the context: end after the current callback
)

// Shutdown refuses new work from now on, lets everything that was accepted run,
// and returns nil once the loop has fully stopped, or, when ctx ends first, an
// error that matches ctx's cause: the loop goes on draining then, and Close ends
// it. Work that Go has accepted is part of that. Timers that have not fired are
// discarded, also those that are due, and descriptors are no longer looked at.
// Called from one of the loop's callbacks, Shutdown returns nil at once, since it
// cannot wait for its caller.
// Before Run it lets a later Run drain, and ends the loop at once if there is
// nothing to drain. It may be called often and from anywhere; after the end it
// returns nil. A nil ctx is ErrNilContext, and nothing has happened.
func (l *Loop) Shutdown(ctx context.Context) error {
	if ctx == nil {
		return ErrNilContext
	}
	l.end(draining, nil)
	if l.OnLoop() {
		return nil
	}
	select {
	case <-l.done:
		return nil
	default:
	}
	select {
	case <-l.done:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("wakeful: the loop is still draining: %w", context.Cause(ctx))
	}
}

// Close refuses new work from now on and ends the loop after the callback that
// is running, if any; what has not started is discarded and counted. It does not
// wait: Done tells when the loop has stopped. It may be called often and from
// anywhere, a callback included, and always returns nil.
func (l *Loop) Close() error {
	l.end(stopping, nil)
	return nil
}

// end raises stop to the given value.
func (l *Loop) end(stop uint32, cause error) {
	e := &l.ending
	e.mu.Lock()
	if e.terminated || l.stop.Load() >= stop {
		e.mu.Unlock()
		return
	}
	e.cause = cause
	l.closeLanes()
	// After the lanes: a loop that sees this and empty lanes may end.
	l.stop.Store(stop)
	if !e.ran && (stop == stopping || !l.pending() && l.errands.idle()) {
		// No Run will come to it: the caller holds the lock that a Run would
		// need, so it may do what belongs to the loop's goroutine.
		e.terminated = true
		e.mu.Unlock()
		l.conclude()
		return
	}
	e.mu.Unlock()
	l.wake.Notify()
}

// closeLanes refuses everything that comes from outside. Any goroutine; the lock
// of the ending is held.
func (l *Loop) closeLanes() {
	if l.bounded != nil {
		l.bounded.close(false)
	}
	l.submitted.Close()
	l.internal.Close()
	l.timers.close()
	l.descriptors.close()
	l.errands.close(l.ending.cause)
}

// over reports whether the loop's end is a reason not to sleep. A loop that
// drains sleeps while it waits for work that goes on elsewhere.
func (l *Loop) over() bool {
	stop := l.stop.Load()
	return stop == stopping || stop == draining && (l.errands.idle() || l.errands.stranded.Load())
}

// exit begins the end of an auto-exit loop that has nothing left to do, and
// reports whether it did.
func (l *Loop) exit() bool {
	if l.alive.Load() != 0 {
		return false
	}
	e := &l.ending
	e.mu.Lock()
	defer e.mu.Unlock()
	if l.stop.Load() != running {
		return true
	}
	if !l.closeIfIdle() {
		return false
	}
	l.closeLanes()
	l.stop.Store(draining)
	return true
}

// closeIfIdle refuses new functions and timers if nothing is left to do. Closing
// the lane of submitted functions only if it is empty at that instant is what
// makes "nothing is left" and "nothing more is accepted" one decision; the same
// holds for timers, descriptors and work, under their locks, the first of which
// also keeps Reset from being seen while it has its timer in neither place.
func (l *Loop) closeIfIdle() bool {
	ts, ds, es := &l.timers, &l.descriptors, &l.errands
	ts.mu.Lock()
	defer ts.mu.Unlock()
	ds.mu.Lock()
	defer ds.mu.Unlock()
	es.mu.Lock()
	defer es.mu.Unlock()
	// In this order: whoever released a keep-alive has submitted its result to
	// whichever lane before, and the result must not find the loop ending.
	if l.alive.Load() != 0 || l.pending() {
		return false
	}
	if l.bounded != nil {
		ts.closed = l.bounded.close(true)
	} else {
		ts.closed = l.submitted.CloseIfEmpty()
	}
	ds.closed, es.closed = ts.closed, ts.closed
	return ts.closed
}

// terminate counts what did not run and releases everything. Nothing is accepted
// any more; the caller is the loop's goroutine, or its only owner.
func (l *Loop) terminate() {
	l.ending.mu.Lock()
	l.ending.terminated = true
	l.ending.mu.Unlock()
	l.clock.stop()
	l.descriptors.release()
	l.found = nil

	c := &l.counters
	for _, q := range []interface {
		Ready(int) int
		Take() func()
		Clear()
	}{&l.submitted, &l.internal} {
		for range q.Ready(math.MaxInt) {
			q.Take()
			c.discarded++
		}
		q.Clear()
	}
	s := &l.sequences
	s.mu.Lock()
	s.closed = true
	for q := range s.open {
		items, carried := q.discard(l)
		c.discarded += uint64(items)
		if carried {
			c.discarded-- // the carrier, counted above
		}
		s.extra += q.surplus()
	}
	s.open = nil
	s.mu.Unlock()
	l.current = nil
	if l.bounded != nil {
		for l.bounded.take() != nil {
			c.discarded++
		}
	}
	c.discarded += uint64(l.immediates.n + l.closings.n)
	c.microtasksDiscarded += uint64(l.ticks.n + l.microtasks.n)
	c.timersDiscarded += l.timers.discard()
	l.immediates, l.closings, l.ticks, l.microtasks = fifo{}, fifo{}, fifo{}, fifo{}
	c.ended = native.Ticks()
	l.publish()
}

// pending reports whether anything was accepted that has not run, timers aside.
func (l *Loop) pending() bool {
	return !l.submitted.Empty() || !l.internal.Empty() || l.unfinished() ||
		l.bounded != nil && l.bounded.len() > 0
}

// unfinished reports whether callbacks have left something for this turn or the next.
func (l *Loop) unfinished() bool {
	return l.current != nil || l.attend || l.immediates.n > 0 || l.closings.n > 0
}

// calm reports, at a glance that is inlined, that nothing is pending.
func (l *Loop) calm() bool {
	return l.submitted.Idle() && l.internal.Idle() && !l.unfinished() && l.bounded == nil
}

// A KeepAlive keeps an auto-exit loop running while it is held, see
// Loop.KeepAlive. It can be held and released many times.
type KeepAlive struct {
	loop *Loop
	held atomic.Bool
}

// KeepAlive returns a token that is held: as long as it is, a loop made
// WithAutoExit does not end by itself. A goroutine that works for the loop holds
// one until it has submitted its result. Without WithAutoExit it has no effect.
func (l *Loop) KeepAlive() *KeepAlive {
	k := &KeepAlive{loop: l}
	k.Hold()
	return k
}

// Hold keeps the loop running until Release. Holding it twice is holding it
// once. Any goroutine may call it; after the end of the loop it does nothing.
func (k *KeepAlive) Hold() {
	// Counted before it is held: a Release that comes in between must not take
	// away what keeps the loop for another reason.
	k.loop.keep(1)
	if k.held.Swap(true) {
		k.loop.keep(-1)
	}
}

// Release lets the loop end when nothing else keeps it running. Releasing what
// is not held does nothing. Any goroutine may call it.
func (k *KeepAlive) Release() {
	if k.held.Swap(false) {
		k.loop.keep(-1)
	}
}

// keep changes alive, and wakes a loop for which it was the last reason to stay.
func (l *Loop) keep(change int64) {
	if l.alive.Add(change) == 0 && l.autoExit {
		l.wake.Notify()
	}
}
