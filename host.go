package wakeful

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"time"

	"github.com/wakeful-go/wakeful/internal/native"
	"github.com/wakeful-go/wakeful/internal/observe"
	"github.com/wakeful-go/wakeful/internal/poll"
)

// This file owns guest mode: a loop without a goroutine of its own, which another loop drives, such
// as the main thread of a graphical program, a frame loop, or a C loop. The host calls RunUntil, in
// place of the goroutine of Run. Between two calls of RunUntil the loop is like a parked loop: it
// has announced that it is idle, and the goroutine that gives it work calls the host's wake
// function. The protocol is in package wake, and models/host.pml checks it.

// WithHost puts the loop into guest mode: instead of Run, the program calls Start once and then
// RunUntil, on a goroutine of its own. No goroutine and no thread belong to the loop, except one
// parked goroutine while descriptors are registered and PollFD was not called.
//
// wake is called when an idle loop gets something to do: a function, a due timer, a ready
// descriptor, or its end. It is called once for each change from idle to busy, even if the host has
// already noticed by itself. It must arrange for a call of RunUntil and return at once. It must not
// call RunUntil. It runs on the goroutine that made the work, which may hold locks, so it must not
// call methods of the loop. A panic in it is logged. wake may be nil for a host that uses PollFD or
// calls RunUntil regularly.
//
// A descriptor that was closed before its registration, while its file stays open elsewhere, wakes
// the host again and again; see RegisterFD.
//
// In guest mode the host waits for work, so WithWaitStrategy with another strategy than Block is
// ErrInvalidOption.
func WithHost(wake func()) Option {
	return Option{func(s *settings) error {
		if wake == nil {
			wake = func() {}
		}
		s.wakeHost = wake
		return nil
	}}
}

// ErrGuestMode is returned by calls that do not fit the mode of the loop: Run for a loop made
// WithHost; Start, RunUntil and PollFD for a loop without a host; RunUntil before Start, and
// RunUntil in a callback or beside another RunUntil; and Call on the goroutine of the host, which
// would wait for itself.
var ErrGuestMode = errors.New("wakeful: the call does not fit the loop's mode")

func guestMode(call, advice string) error {
	return fmt.Errorf("%w: %s: %s", ErrGuestMode, call, advice)
}

// host is the state of a loop in guest mode.
type host struct {
	wake   func() // the host's function. Immutable
	shared bool   // another goroutine turns the loop while one waits. Immutable after Start
	// signal makes the descriptor of PollFD readable. It is nil before PollFD.
	signal atomic.Pointer[poll.Signal]
	// goroutine is the identity of the goroutine that last called Start or RunUntil. Calls that
	// would wait for a call of RunUntil compare it with their own.
	goroutine atomic.Uintptr
	// returning is set while a call of RunUntil, or Start, may have announced that the loop is idle
	// and has not returned yet. wake may be called in that time. A call of RunUntil that answers it
	// on another goroutine must wait: if it were refused, no RunUntil would run the work. Written
	// by the goroutine that has set Loop.goroutine. TestRunUntilOnAGoroutinePerWake hangs without it.
	returning atomic.Bool

	// Guarded by Loop.goroutine: used by the goroutine that has set it from 0 to its own identity.

	started  bool
	ended    bool
	idle     bool        // the last RunUntil, or Start, has announced that the loop is idle
	observed uintptr     // the goroutine that was last recorded for the observer
	release  func() bool // detaches the loop from Start's context

	// Of the current RunUntil.

	deadline int64  // on the loop's clock
	before   uint64 // callbacks that had run when the call began
	paused   bool   // the deadline has passed before the next callback
	resumed  bool   // the running turn of the loop continues after a pause
}

// notify calls the host. Any goroutine may call it, also while it holds locks of the loop.
func (h *host) notify() {
	defer func() {
		if v := recover(); v != nil {
			logPanic(&PanicError{Value: v, Phase: "wake function of the host", Stack: debug.Stack()})
		}
	}()
	if s := h.signal.Load(); s != nil {
		s.Send()
	}
	h.wake()
}

// pause reports whether the call must end before the next callback. The first callback of a call of
// RunUntil always runs. Called by mustReturn, on the loop.
func (h *host) pause(l *Loop) bool {
	if !h.paused {
		h.paused = l.now() >= h.deadline && l.counters.callbacks() != h.before
	}
	return h.paused
}

// isPaused reports whether the call ends because of its deadline. Loop only.
func (l *Loop) isPaused() bool { return l.host != nil && l.host.paused }

// isResumed reports whether the turn continues after a pause. Then microtasks are left only if
// their budget was used up, and they run after the next callback. Loop only.
func (l *Loop) isResumed() bool { return l.host != nil && l.host.resumed }

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
	if err := l.ending.enter(); err != nil {
		return l.named(err)
	}
	me := native.Goroutine()
	for !l.goroutine.CompareAndSwap(0, me) {
		runtime.Gosched() // a call of RunUntil on another goroutine is being refused
	}
	h.goroutine.Store(me)
	if ctx.Err() != nil {
		l.requestStop(stopping, context.Cause(ctx))
	}
	h.release = context.AfterFunc(ctx, func() { l.requestStop(stopping, context.Cause(ctx)) })
	l.counters.startedAt = native.Ticks()
	l.publishedAt = l.counters.startedAt
	l.publish()
	h.started = true
	idle := l.returnToHost()
	l.goroutine.Store(0)
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
	for !l.goroutine.CompareAndSwap(0, me) {
		// Refuse this RunUntil only if the other one has not begun to return. Its check for work
		// then comes after this call, and finds the work that this RunUntil was called for.
		if !h.returning.Load() || l.goroutine.Load() == me {
			return false, l.named(l.nestedRunUntil(me))
		}
		runtime.Gosched()
	}
	if l.wake.Announced() && h.signal.Load() == nil && !l.timerDue() {
		l.goroutine.Store(0)
		return false, nil
	}
	if err := h.refuse(l); err != nil {
		l.goroutine.Store(0)
		return false, l.named(err)
	}
	l.beginRunUntil(me, until)
	returned := false
	defer func() { l.endRunUntil(me, returned) }()
	for !l.runHosted() {
	}
	returned = true
	if h.ended {
		return false, l.named(h.refuse(l))
	}
	return h.paused, nil
}

// nestedRunUntil returns the error of a call of RunUntil that found another one. me is its goroutine.
func (l *Loop) nestedRunUntil(me uintptr) error {
	if l.goroutine.Load() != me {
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

// refuse returns the error of a call of RunUntil before Start or after the end.
func (h *host) refuse(l *Loop) error {
	switch {
	case !h.started:
		select {
		case <-l.done:
			return ErrClosed
		default:
		}
		return guestMode("RunUntil", "call Start first")
	case !h.ended:
		return nil
	case l.ending.cause != nil:
		return fmt.Errorf("%w: %w", ErrClosed, l.ending.cause)
	}
	return ErrClosed
}

// beginRunUntil makes the calling goroutine the loop's until endRunUntil.
func (l *Loop) beginRunUntil(me uintptr, until time.Time) {
	h, c := l.host, &l.counters
	h.returning.Store(false)
	notified := l.wake.TakeBack()
	l.awaitReader()
	if h.idle {
		h.idle = false
		if !notified {
			c.wakeups-- // unparked counts one
		}
		l.unparked(c.parkedAt)
	}
	h.goroutine.Store(me)
	if o := l.observation.observer.Load(); o != nil && h.observed != me {
		observe.Enter(h.observed, nil)
		h.observed = me
		l.enterObserver(o)
	}
	h.resumed, h.paused, h.before = h.paused, false, c.callbacks()
	if !until.IsZero() {
		h.deadline = int64(until.Sub(l.epoch))
		l.attention.Or(attentionPause)
	}
	if h.signal.Load() != nil {
		l.pollDescriptors(0) // no watcher reports events
	}
}

// endRunUntil gives the goroutine back to the host. returned is false when a callback ends it.
func (l *Loop) endRunUntil(me uintptr, returned bool) {
	h := l.host
	if l.goroutine.Load() != me {
		return // the loop's end continues on another goroutine
	}
	l.attention.And(^uint32(attentionPause))
	if h.paused || !returned {
		l.publish() // no reader finds the loop parked
	}
	again := !returned || h.paused && h.signal.Load() != nil
	l.goroutine.Store(0)
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
	if l.phase != betweenTurns {
		l.tracedTurn() // the rest of a turn, after a panic or a pause
	}
	l.host.resumed = false
	for !l.host.paused {
		switch l.nextAction(true) {
		case actionTurn:
			l.tracedTurn()
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
	l.endPhase() // the call pauses within a phase
	return true
}

// returnToHost is park for a loop with a host. It announces that the loop is idle and checks for
// work once more. It reports whether there is none: then the host may be called from now on, and
// the caller returns to it.
func (l *Loop) returnToHost() bool {
	l.countSpurious()
	l.submitted.Clear()
	l.priority.Clear()
	l.setClock()
	p := l.poller()
	polled := l.host.signal.Load() != nil // the host watches the kernel's queue
	if p != nil && !polled {
		p.ArmWatcher()
	}
	l.counters.parkedAt = native.Ticks()
	if r := l.sampler.recorder; r != nil {
		r.Flush()
	}
	l.host.idle = true
	l.host.returning.Store(true)
	l.wake.PrepareToReturn()
	if l.hasReasonToStayAwake(!polled) {
		if l.wake.TakeBack() {
			l.counters.wakeups++
		}
		l.awaitReader()
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
