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
// it. Work that Go has accepted is part of that, and so is what components finish
// (see OnDrain): package stream sends what is queued. Timers that have not fired are
// discarded, also those that are due, and descriptors are no longer looked at.
// Called from one of the loop's callbacks, Shutdown returns nil at once, since it
// cannot wait for its caller. The end of ctx still limits what components finish, so
// such a caller must not cancel it on return.
// Before Run it lets a later Run drain, and ends the loop at once if there is
// nothing to drain. It may be called often and from anywhere; after the end it
// returns nil. A nil ctx is ErrNilContext, and nothing has happened.
func (l *Loop) Shutdown(ctx context.Context) error {
	if ctx == nil {
		return ErrNilContext
	}
	l.end(draining, nil)
	l.limitDrain(ctx)
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
	l.closeQueues()
	// After the queues: a loop that sees this and empty queues may end.
	l.stop.Store(stop)
	if stop == stopping {
		l.drain.end(ErrClosed)
	}
	if !e.ran && (stop == stopping || !l.hasQueued() && l.workers.allDelivered()) {
		// Run will not run it: the caller holds the lock that Run would need, so it may do
		// what otherwise only the loop's goroutine may do.
		e.terminated = true
		e.mu.Unlock()
		l.finish()
		return
	}
	e.mu.Unlock()
	l.wake.Notify()
}

// closeQueues refuses everything that comes from outside. Any goroutine; the lock of the
// ending is held.
func (l *Loop) closeQueues() {
	if l.gate != nil {
		l.gate.close()
	}
	l.submitted.Close()
	l.priority.Close()
	l.timers.close()
	l.descriptors.close()
	l.workers.close()
	l.lifetime.end(l.ending.cause)
}

// closeIfUnused begins the end of an auto-exit loop that has nothing left to do, and reports
// whether the loop is ending. Loop only.
func (l *Loop) closeIfUnused() bool {
	e := &l.ending
	e.mu.Lock()
	defer e.mu.Unlock()
	if l.stop.Load() != running {
		return true
	}
	if !l.closeIfEmpty() {
		return false
	}
	l.closeQueues()
	l.stop.Store(draining)
	l.drain.end(ErrClosed) // no Shutdown says how long to drain
	return true
}

// closeIfEmpty refuses new functions and timers if nothing is left to do. Closing the queue
// of submitted functions only if it is empty at that instant makes "nothing is left" and
// "nothing more is accepted" one decision. The same holds for timers, descriptors and work,
// under their locks; the first also excludes a Reset that has removed its timer and not yet
// added it again.
func (l *Loop) closeIfEmpty() bool {
	ts, ds, ws := &l.timers, &l.descriptors, &l.workers
	ts.mu.Lock()
	defer ts.mu.Unlock()
	ds.mu.Lock()
	defer ds.mu.Unlock()
	ws.mu.Lock()
	defer ws.mu.Unlock()
	// In this order: a goroutine that releases a keep-alive has submitted its result to
	// either queue before, and the result must not find the loop ending.
	if l.alive.Load() != 0 || l.hasQueued() {
		return false
	}
	ts.closed = l.submitted.CloseIfEmpty()
	ds.closed, ws.closed = ts.closed, ts.closed
	return ts.closed
}

// terminate counts what did not run and releases everything. Nothing is accepted
// any more; the caller is the loop's goroutine, or its only owner.
func (l *Loop) terminate() {
	l.ending.mu.Lock()
	l.ending.terminated = true
	l.drain.end(ErrClosed)
	l.ending.mu.Unlock()
	l.clock.stop()
	l.descriptors.release()
	l.readyDescriptors = nil

	c := &l.counters
	for _, q := range []interface {
		Ready(int) int
		Take() func()
		Clear()
	}{&l.submitted, &l.priority} {
		for range q.Ready(math.MaxInt) {
			q.Take()
			c.discarded++
		}
		q.Clear()
	}
	s := &l.sources
	s.mu.Lock()
	s.closed = true
	for q := range s.open {
		items, entries := q.discard(l)
		c.discarded += uint64(items) - uint64(entries) // counted above
		s.extra += q.extraItems()
	}
	s.open = nil
	s.mu.Unlock()
	l.items = nil
	c.discarded += uint64(l.immediates.Len() + l.closeCallbacks.Len())
	c.microtasksDiscarded += uint64(l.ticks.Len() + l.microtasks.Len())
	c.timersDiscarded += l.timers.discard()
	l.immediates, l.closeCallbacks, l.ticks, l.microtasks = callbackQueue{}, callbackQueue{}, callbackQueue{}, callbackQueue{}
	c.endedAt = native.Ticks()
	l.publish()
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
	k.loop.addAlive(1)
	if k.held.Swap(true) {
		k.loop.addAlive(-1)
	}
}

// Release lets the loop end when nothing else keeps it running. Releasing what
// is not held does nothing. Any goroutine may call it.
func (k *KeepAlive) Release() {
	if k.held.Swap(false) {
		k.loop.addAlive(-1)
	}
}

// addAlive changes alive, and notifies an auto-exit loop that nothing keeps running any more.
func (l *Loop) addAlive(change int64) {
	if l.alive.Add(change) == 0 && l.autoExit {
		l.wake.Notify()
	}
}
