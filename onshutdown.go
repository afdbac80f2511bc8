package wakeful

import (
	"context"
	"slices"
	"sync/atomic"
)

// This file owns the functions that components have the loop call at its end: those of OnDrain,
// when everything accepted has run, and those of OnShutdown, last of all.

// drain holds the functions of OnDrain, with which components finish their work during a Shutdown,
// and the context that limits the time for that.
type drain struct {
	// Guarded by ending.mu.

	fns []*drainFunc
	// count is the length of fns. The loop reads it before it ends or parks. Without it, a Shutdown
	// just before the loop announces a park would call no function while work of RunBlocking is
	// running.
	count  atomic.Int32
	ctx    context.Context // nil until the first OnDrain
	cancel context.CancelCauseFunc
	unlink []func() bool // detach ctx from the contexts of Shutdown
}

type drainFunc struct{ fn func(context.Context) }

// OnDrain registers fn, which is called once, on the loop, after Shutdown was called and the
// functions accepted before it have run. Work of RunBlocking may still be running then. Its results
// run after fn. In fn, a component starts to finish what it has accepted, such as sending bytes. It
// must use goroutines for that, because timers and descriptors no longer call functions and nothing
// more can be submitted. It waits for those goroutines in its OnShutdown function. Functions are
// called in the order of registration. A panic in one is reported in the phase "end".
//
// The context that fn gets ends with the first context of a Shutdown that ends, with Close, or with
// Run's context. When a loop ends by itself (WithAutoExit), the context has already ended. After
// Close, and after the end of Run's context, fn is no longer called. A Shutdown before Run, with
// nothing queued, ends the loop at once and does not call it either: no callback has run, so no
// component has accepted anything on the loop.
//
// forget removes fn, and reports whether fn will not be called for that reason. Any goroutine may
// call OnDrain. It returns ErrClosed when the loop is ending, and ErrNilFunc for a nil fn.
func (l *Loop) OnDrain(fn func(ctx context.Context)) (forget func() bool, err error) {
	if fn == nil {
		return nil, ErrNilFunc
	}
	e, d := &l.ending, &l.drain
	e.mu.Lock()
	defer e.mu.Unlock()
	if l.stop.Load() != running {
		return nil, l.named(ErrClosed)
	}
	if d.ctx == nil {
		d.ctx, d.cancel = context.WithCancelCause(context.Background())
	}
	f := &drainFunc{fn}
	d.fns = append(d.fns, f)
	d.count.Add(1)
	return func() bool {
		e.mu.Lock()
		defer e.mu.Unlock()
		removed := removeFrom(&d.fns, f)
		if removed {
			d.count.Add(-1)
		}
		return removed
	}, nil
}

// limitDrain ends the drain with ctx. Shutdown calls it when the loop is already ending. Then
// OnDrain accepts nothing more, so without functions there is nothing to limit.
func (l *Loop) limitDrain(ctx context.Context) {
	d := &l.drain
	l.ending.mu.Lock()
	defer l.ending.mu.Unlock()
	if d.ctx == nil || d.ctx.Err() != nil || ctx.Done() == nil {
		return
	}
	cancel := d.cancel
	d.unlink = append(d.unlink, context.AfterFunc(ctx, func() { cancel(context.Cause(ctx)) }))
}

// endContext ends the context. The lock of ending is held.
func (d *drain) endContext(cause error) {
	if d.cancel == nil {
		return
	}
	d.cancel(cause)
	for _, unlink := range d.unlink {
		unlink()
	}
	d.unlink = nil
}

// runOnDrain calls the next function of OnDrain, if any. Loop only.
func (l *Loop) runOnDrain() {
	e, d := &l.ending, &l.drain
	e.mu.Lock()
	if len(d.fns) == 0 {
		e.mu.Unlock()
		return
	}
	f := d.fns[0]
	d.fns = slices.Delete(d.fns, 0, 1)
	d.count.Add(-1)
	e.mu.Unlock()
	l.phase = phaseEnd
	if l.attention.Load() != 0 {
		l.hasStopped() // once more, so that each function is one callback
	}
	f.fn(d.ctx)
	l.phase = betweenTurns
}

// A shutdownHook is a function of OnShutdown.
type shutdownHook struct{ fn func() }

// OnShutdown registers fn, which is called once, on the loop, after the loop's last callback and
// before Done is closed: after Shutdown has drained, after Close, after the end of Run's context,
// or at an auto-exit. In fn, a component that is built on the loop ends what is still open: it
// closes connections and settles promises. Functions are called in the reverse order of
// registration, like deferred functions. The loop accepts nothing any more, and timers and
// descriptors call no functions. Microtasks that fn queues run after it, unless Close or the
// context ended the loop. If Run was never called, the functions run on the goroutine that ends the
// loop. A panic in one is reported like any callback's, in the phase "end", and the others still
// run. fn must not wait for goroutines that wait for the loop: a Call whose function was discarded
// returns at Done.
//
// forget removes fn, and reports whether fn will not be called for that reason. A component that
// ends before its loop uses it. Any goroutine may call OnShutdown until the first function is
// called. From then on only these functions may call it. Otherwise it returns ErrClosed. A nil fn
// is ErrNilFunc.
func (l *Loop) OnShutdown(fn func()) (forget func() bool, err error) {
	if fn == nil {
		return nil, ErrNilFunc
	}
	e := &l.ending
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.hooksFinished || e.hooksRunning && !l.OnLoop() {
		return nil, l.named(ErrClosed)
	}
	h := &shutdownHook{fn}
	e.hooks = append(e.hooks, h)
	return func() bool {
		e.mu.Lock()
		defer e.mu.Unlock()
		return removeFrom(&e.hooks, h)
	}, nil
}

// removeFrom removes v from list, and reports whether it was there.
func removeFrom[T comparable](list *[]T, v T) bool {
	at := slices.Index(*list, v)
	if at < 0 {
		return false
	}
	*list = slices.Delete(*list, at, at+1)
	return true
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
	close(l.done)
	l.observation.notify()
}

// runOnShutdown returns true if no function is left, and false after one has panicked.
func (l *Loop) runOnShutdown() (ended bool) {
	defer func() {
		if !ended {
			l.reportCallback(recover())
		}
	}()
	l.phase = phaseEnd
	for {
		if l.microtasksPending { // also after a panic
			l.drainMicrotasks()
		}
		h := l.ending.next()
		if h == nil {
			return true
		}
		if l.attention.Load() != 0 {
			l.hasStopped()
		}
		h.fn()
	}
}

// next removes and returns the function that was added last. If there is none, no more are
// accepted.
func (e *ending) next() (h *shutdownHook) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.hooksRunning = true
	n := len(e.hooks)
	if n == 0 {
		e.hooksFinished = true
		e.hooks = nil
		return nil
	}
	h = e.hooks[n-1]
	e.hooks[n-1] = nil
	e.hooks = e.hooks[:n-1]
	return h
}
