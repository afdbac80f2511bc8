package wakeful

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
	"sync/atomic"

	"github.com/wakeful-go/wakeful/internal/native"
)

// Values of Loop.stop.
const (
	running  = iota
	draining // Shutdown or auto-exit: run what was accepted, then end
	stopping // Close or the end of the context: end after the current callback
)

// Shutdown refuses new work, runs everything that was accepted, and returns nil when the loop has
// fully stopped. If ctx ends first, it returns an error that matches ctx's cause. The loop then
// continues draining, and Close ends it. Draining includes the work that RunBlocking has accepted
// and what components finish (see OnDrain): package stream sends its queued data. Timers that have
// not fired are discarded, even if they are due, and functions of descriptors are not called any
// more. In a callback of the loop, Shutdown returns nil at once, because it cannot wait for its
// caller. The end of ctx still limits what components finish, so such a caller must not cancel ctx
// when it returns. The same holds on the goroutine that last called Start or RunUntil. Before Run,
// Shutdown makes a later Run drain, or ends the loop at once if nothing was accepted. Any goroutine
// may call it any number of times. After the end it returns nil. For a nil ctx it returns
// ErrNilContext and does nothing.
func (l *Loop) Shutdown(ctx context.Context) error {
	if ctx == nil {
		return ErrNilContext
	}
	l.requestStop(draining, nil)
	l.limitDrain(ctx)
	if l.OnLoop() || l.waitsForHost() {
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

// Close refuses new work and ends the loop after the running callback, if any. Everything that has
// not started is discarded and counted. Close does not wait: Done reports when the loop has
// stopped. Any goroutine, including a callback, may call it any number of times. It always returns
// nil.
func (l *Loop) Close() error {
	l.requestStop(stopping, nil)
	return nil
}

// requestStop sets stop to the given value if it is higher.
func (l *Loop) requestStop(stop uint32, cause error) {
	e := &l.ending
	e.mu.Lock()
	if e.terminated || l.stop.Load() >= stop {
		e.mu.Unlock()
		return
	}
	e.cause = cause
	l.closeQueues()
	// After the queues were closed: a loop that sees this value and empty queues may end.
	l.stop.Store(stop)
	if stop == stopping {
		l.attention.Or(attentionStop)
		l.drain.endContext(ErrClosed)
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
	l.lifetime.endContext(l.ending.cause)
}

// closeIfUnused starts the end of an auto-exit loop that has nothing left to do, and reports
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
	l.drain.endContext(ErrClosed) // no Shutdown gives a time limit
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
	if l.alive.Load() != 0 || l.hasQueued() {
		return false
	}
	ts.closed = l.submitted.CloseIfEmpty()
	ds.closed, ws.closed = ts.closed, ts.closed
	return ts.closed
}

// terminate counts what did not run and releases everything. Nothing is accepted any more. The
// caller is the loop's goroutine, or the loop's only owner.
func (l *Loop) terminate() {
	l.ending.mu.Lock()
	l.ending.terminated = true
	l.drain.endContext(ErrClosed)
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
	if l.observation.probe.discard() {
		c.discarded-- // counted above
	}
	for q := range s.open {
		items, entries := q.discard(l)
		c.discarded += uint64(items) - uint64(entries) // counted above
		s.extra += q.extraItems()
	}
	s.open = nil
	s.mu.Unlock()
	l.items = nil
	c.discarded += uint64(l.afterSubmitted.Len() + l.atTurnEnd.Len())
	c.microtasksDiscarded += uint64(l.afterCallback.Len() + l.microtasks.Len())
	c.timersDiscarded += l.timers.discard()
	l.afterSubmitted, l.atTurnEnd, l.afterCallback, l.microtasks = callbackQueue{}, callbackQueue{}, callbackQueue{}, callbackQueue{}
	l.atPhaseEnd = callbackQueue{}
	c.endedAt = native.Ticks()
	l.publish()
}

// A KeepAlive keeps an auto-exit loop running while it is held, see
// Loop.KeepAlive. It can be held and released many times.
type KeepAlive struct {
	loop *Loop
	held atomic.Bool
}

// KeepAlive returns a held keep-alive. While it is held, a loop made WithAutoExit does not end by
// itself. A goroutine that works for the loop holds one until it has submitted its result. Without
// WithAutoExit it has no effect.
func (l *Loop) KeepAlive() *KeepAlive {
	k := &KeepAlive{loop: l}
	k.Hold()
	return k
}

// Hold keeps the loop running until Release. Holding a held keep-alive has no effect. Any goroutine
// may call it. After the end of the loop it does nothing.
func (k *KeepAlive) Hold() {
	if origin := k.loop.origin(); origin != nil {
		k.loop.observation.origins.hold(k, origin)
		return
	}
	// Count before holding: a Release in between must not decrement the count for something else
	// that keeps the loop running.
	k.loop.addAlive(1)
	if k.held.Swap(true) {
		k.loop.addAlive(-1)
	}
}

// Release lets the loop end when nothing else keeps it running. Releasing a keep-alive that is not
// held has no effect. Any goroutine may call it.
func (k *KeepAlive) Release() {
	if k.loop.observation.origins.enabled.Load() {
		k.loop.observation.origins.release(k)
		return
	}
	if k.held.Swap(false) {
		if k.loop.observation.origins.enabled.Load() {
			k.loop.observation.origins.untrack(k) // recording has begun in between
		}
		k.loop.addAlive(-1)
	}
}

// addAlive changes alive. If nothing keeps an auto-exit loop running any more, it notifies the
// loop.
func (l *Loop) addAlive(change int64) {
	if l.alive.Add(change) == 0 && l.autoExit {
		l.wake.Notify()
	}
}

// Context returns a context that ends when the loop starts to end: with the first Shutdown or
// Close, the end of Run's context, or when an auto-exit loop has nothing left to do. Unless it was
// closed, the loop then still runs what it has accepted. Done reports when it has stopped. The
// context's cause matches ErrClosed, and the cause of Run's context if that was the reason.
//
// Every call returns the same context, and the context of the work of RunBlocking ends with it. It
// is not derived from Run's context: it has no deadline and no values. Any goroutine may call
// Context at any time, also before Run and after the end. Holding the context does not keep the
// loop running.
func (l *Loop) Context() context.Context {
	return l.lifetime.context()
}

// lifetime is the context that lasts from New to the start of the loop's end. It is made at the
// first call of Context.
type lifetime struct {
	mu     sync.Mutex
	ctx    context.Context
	cancel context.CancelCauseFunc
	ended  error // the cause of the end, nil before the end
}

func (t *lifetime) context() context.Context {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ctx == nil {
		t.ctx, t.cancel = context.WithCancelCause(context.Background())
		if t.ended != nil {
			t.cancel(t.ended)
		}
	}
	return t.ctx
}

// endContext ends the context. Only the first call counts. Any goroutine may call it.
func (t *lifetime) endContext(cause error) {
	t.mu.Lock()
	if t.ended == nil {
		t.ended = errors.Join(ErrClosed, cause)
	}
	cancel, ended := t.cancel, t.ended
	t.mu.Unlock()
	if cancel != nil {
		cancel(ended) // not under the lock, because it calls into all derived contexts
	}
}
