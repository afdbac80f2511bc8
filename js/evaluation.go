package js

import (
	"context"
	"sync/atomic"
	"time"
)

// This file owns which call of Go a callback belongs to. A call, such as Eval, begins an
// evaluation. Timers, immediates, promises of Go and operations of fs that its script starts belong
// to it, and so do those that their callbacks start. The time of a callback counts for its
// evaluation. While the caller waits, it gets the errors that nothing handles. Reactions of promises
// belong to the callback after which they run. Loop goroutine only, except for left.

// An evaluation is one call of Go into JavaScript, with everything that it has caused.
type evaluation struct {
	settled chan<- outcome // where the caller waits; nil for a call that does not wait for promises
	// answered says that the caller has or will get its outcome. What fails afterwards goes to others.
	answered bool
	// running says that the script has not ended. Its outcome waits in early until then, because the
	// caller waits for what the script has queued too.
	running bool
	early   outcome
	used    time.Duration // how long its scripts have run
	// left is set by the caller when it returns, and read by the loop. From then on the caller gets
	// no errors, and time counts for each callback alone. If a callback fails at the moment at which
	// the caller returns, it may miss left. Then it sends its error to a channel that is no longer
	// read, and the error is not logged.
	left atomic.Bool
	// ended is set before left if the caller returns because its context has ended. It pairs with
	// left in cancelled.
	ended atomic.Bool
	ctx   context.Context //nolint:containedctx // the call's: Async gives it to what the call starts. Immutable
}

// leave is called when the caller returns.
func (e *evaluation) leave() {
	e.ended.Store(e.ctx != nil && e.ctx.Err() != nil)
	e.left.Store(true)
}

// workContext returns the context for work that the running callback starts on another goroutine.
// It has the values of the context of the call that the callback belongs to. It ends with the
// runtime, and with the call's context as long as the caller waits: what a call has left behind
// goes on. stop releases it.
func (r *Runtime) workContext() (ctx context.Context, stop func()) {
	e := r.meter.current
	if e == nil || e.ctx == nil {
		return r.ctx, func() {}
	}
	ctx, cancel := context.WithCancelCause(context.WithoutCancel(e.ctx))
	stopRuntime := context.AfterFunc(r.ctx, func() { cancel(context.Cause(r.ctx)) })
	stopCaller := func() bool { return true }
	if !e.left.Load() {
		stopCaller = context.AfterFunc(e.ctx, func() {
			if !e.left.Load() || e.ended.Load() {
				cancel(context.Cause(e.ctx))
			}
		})
	}
	return ctx, func() {
		stopRuntime()
		stopCaller()
		cancel(nil)
	}
}

// waits reports whether a caller waits for the evaluation. A nil evaluation has none.
func (e *evaluation) waits() bool { return e != nil && e.settled != nil && !e.left.Load() }

// deliver gives an error to the caller, and reports whether there is one that waits.
func (e *evaluation) deliver(err error) bool {
	if !e.waits() {
		return false
	}
	return e.answer(outcome{err: err})
}

// answer sends the first outcome of an evaluation, and reports whether this is it. Later ones are
// dropped: the promise of a script may settle after an error that nothing has handled has ended the
// call.
func (e *evaluation) answer(o outcome) bool {
	if e.answered {
		return false
	}
	e.answered = true
	if e.running {
		e.early = o
	} else {
		e.settled <- o
	}
	return true
}

// belongTo makes the running callback a part of an evaluation, or of none.
func (r *Runtime) belongTo(e *evaluation) {
	if r.meter.timed {
		r.meter.change(r, e)
		return
	}
	r.meter.current = e
}
