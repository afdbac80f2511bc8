package wakeful

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/wakeful-go/wakeful/internal/native"
	"github.com/wakeful-go/wakeful/internal/observe"
)

// This file owns guest mode: a loop without a goroutine of its own, which another loop drives, such
// as the main thread of a graphical program, a frame loop, or a C loop. The host calls RunUntil, in
// place of the goroutine of Run. Between two calls of RunUntil the loop is like a parked loop: it
// has announced that it is idle, and the goroutine that gives it work calls the host's wake
// function. The protocol is in package wake, and models/host.pml checks it.

// Start starts a loop made WithHost, in place of Run. Then the host calls RunUntil whenever wake
// was called. If the loop has something to do already, Start calls wake. The end of ctx acts like
// Close. Start returns ErrGuestMode for a loop without a host, and otherwise the errors of Run. Any
// goroutine may call it.
func (l *Loop) Start(ctx context.Context) error {
	h := l.host
	switch {
	case ctx == nil:
		return ErrNilContext
	case h == nil:
		return l.named(guestMode("Start", "the loop was made without WithHost, so call Run"))
	}
	release, err := l.begin(ctx)
	if err != nil {
		return err
	}
	me := native.Goroutine()
	for !l.owner.CompareAndSwap(0, me) {
		runtime.Gosched() // a call of RunUntil on another goroutine is being refused
	}
	h.goroutine.Store(me)
	h.release = release
	l.started()
	h.started = true
	idle := l.returnToHost()
	l.owner.Store(0)
	if !idle {
		h.notify()
	}
	return nil
}

// RunUntil runs callbacks until the loop is idle, or until the given time has passed. It is late by
// at most one callback, and it runs at least one if there is one. A zero until is no limit. more
// reports that the time was over first: then wake is not called, and the host calls RunUntil again.
// A RunUntil may end within a turn of the loop, and the next one continues there, so the order of
// callbacks is that of Run.
//
// RunUntil returns an error that matches ErrClosed once the loop has ended, together with the cause
// of Start's context if that has ended it. It returns ErrGuestMode before Start, for a loop without
// a host, and when another RunUntil of the loop is running: in a callback, for example in a modal
// dialog, the error names the caller of the outer RunUntil. RunUntil may be called on different
// goroutines one after the other.
//
// A callback that panics is reported as in Run, and RunUntil continues. If it ends the goroutine
// with runtime.Goexit, wake is called, and the next RunUntil continues.
func (l *Loop) RunUntil(until time.Time) (more bool, err error) {
	h, me := l.host, native.Goroutine()
	if h == nil {
		return false, l.named(guestMode("RunUntil", "the loop was made without WithHost, so call Run"))
	}
	for !l.owner.CompareAndSwap(0, me) {
		// Refuse this RunUntil only if the other one has not begun to return. Its check for work
		// then comes after this call, and finds the work that this RunUntil was called for.
		if !h.returning.Load() || l.owner.Load() == me {
			return false, l.named(l.nestedRunUntil(me))
		}
		runtime.Gosched()
	}
	if l.wake.Announced() && !h.polls() && !l.timers.due() {
		l.owner.Store(0)
		return false, nil
	}
	if err := l.refuseRunUntil(); err != nil {
		l.owner.Store(0)
		return false, l.named(err)
	}
	l.beginRunUntil(me, until)
	returned := false
	defer func() { l.endRunUntil(me, returned) }()
	for !l.runHosted() {
	}
	returned = true
	if h.ended {
		return false, l.named(l.refuseRunUntil())
	}
	return h.paused, nil
}

// nestedRunUntil returns the error of a call of RunUntil that found another one. me is its goroutine.
func (l *Loop) nestedRunUntil(me uintptr) error {
	if l.owner.Load() != me {
		return guestMode("RunUntil", "another goroutine is calling RunUntil")
	}
	var pcs [64]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs[:])])
	outer := "an outer RunUntil"
	for inner, more := false, true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		if inner {
			outer = fmt.Sprintf("the call that %s called at %s:%d", f.Function, f.File, f.Line)
			break
		}
		inner = strings.HasSuffix(f.Function, ".(*Loop).RunUntil")
	}
	return guestMode("RunUntil", "this is a callback of "+outer+"; submit a function instead of waiting for one")
}

// refuseRunUntil returns the error of a call of RunUntil before Start or after the end.
func (l *Loop) refuseRunUntil() error {
	switch {
	case !l.host.started:
		if l.ending.isDone() {
			return ErrClosed
		}
		return guestMode("RunUntil", "call Start first")
	case !l.host.ended:
		return nil
	case l.ending.cause != nil:
		return fmt.Errorf("%w: %w", ErrClosed, l.ending.cause)
	}
	return ErrClosed
}

// beginRunUntil makes the calling goroutine the loop's until endRunUntil.
func (l *Loop) beginRunUntil(me uintptr, until time.Time) {
	h, c := l.host, &l.turn.counters
	h.returning.Store(false)
	notified := l.wake.TakeBack()
	l.figures.awaitReader()
	if h.idle {
		h.idle = false
		if !notified {
			c.wakeups-- // unparked counts one
		}
		l.unparked()
	}
	h.goroutine.Store(me)
	if o := &l.observation; h.recorded != me && o.watched() {
		observe.Enter(h.recorded, nil, nil)
		h.recorded = me
		o.enter(o.observer.Load())
	}
	h.resumed, h.paused, h.before = h.paused, false, c.ran()
	switch {
	case h.simulated: // the driver wants one callback
		l.attention.Or(attentionPause)
	case !until.IsZero():
		h.deadline = int64(until.Sub(l.timers.base.epoch))
		l.attention.Or(attentionPause)
	}
	if h.polls() {
		l.descriptors.pollIfDue(0) // no watcher reports events
	}
}

// endRunUntil gives the goroutine back to the host. returned is false when a callback ends it.
func (l *Loop) endRunUntil(me uintptr, returned bool) {
	h := l.host
	if l.owner.Load() != me {
		return // the loop's end continues on another goroutine
	}
	l.attention.And(^uint32(attentionPause))
	if h.paused || !returned {
		l.publish() // no reader finds the loop parked
	}
	again := !returned || h.paused && h.signal.Load() != nil
	l.owner.Store(0)
	if again {
		h.notify()
	}
}

// runHosted is runTurns for a call of RunUntil. It returns true when the call is over, and false
// after a callback has panicked.
func (l *Loop) runHosted() (over bool) {
	defer func() {
		if !over {
			l.host.resumed = false
			l.reportCallback(recover())
		}
	}()
	l.observation.running(nil)
	if l.turn.phase != betweenTurns {
		l.runTurn() // the rest of a turn, after a panic or a pause
	}
	l.host.resumed = false
	for !l.host.paused {
		switch l.nextAction(true) {
		case actionTurn:
			l.runTurn()
			if !l.host.paused {
				l.letQueueGrow()
			}
		case actionDrain:
			l.runOnDrain()
		case actionStop:
			over = true
			l.host.ended = true
			l.host.release()
			l.finish()
			return true
		default:
			if l.returnToHost() {
				return true
			}
		}
	}
	l.callbacks.endPhase() // the call pauses within a phase
	return true
}

// returnToHost is park for a loop with a host. It announces that the loop is idle and checks for
// work once more. It reports whether there is none: then the host may be called from now on, and
// the caller returns to it.
func (l *Loop) returnToHost() bool {
	l.countSpurious()
	l.timers.clock.set()
	p := l.descriptors.active()
	polled := l.host.polls() // the host watches the kernel's queue
	if p != nil && !polled {
		p.ArmWatcher()
	}
	l.turn.counters.parkedAt = l.parkTime()
	if s := &l.turn.sampler; s.timesPark() {
		s.beginPark(&l.wake)
	}
	l.host.idle = true
	l.host.returning.Store(true)
	l.wake.PrepareToReturn()
	if l.hasReasonToStayAwake(!polled) {
		if l.wake.TakeBack() {
			l.turn.counters.wakeups++
		}
		l.turn.sampler.staysAwake(&l.wake)
		l.figures.awaitReader()
		l.host.idle = false
		l.host.returning.Store(false)
		return false
	}
	return true
}

// waitsForHost reports whether the caller is the host's goroutine, outside the loop's callbacks. A
// call that waits for the loop would wait for itself.
func (l *Loop) waitsForHost() bool {
	return l.host != nil && l.host.goroutine.Load() == native.Goroutine() && !l.host.shared
}
