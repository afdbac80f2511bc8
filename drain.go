package wakeful

import (
	"context"
	"slices"
	"sync/atomic"
)

// drain holds the functions of OnDrain, with which components finish their work during a Shutdown,
// and the context that limits the time for that.
type drain struct {
	// Guarded by ending.mu.

	fns []*drainFunc
	// count is the length of fns. The loop reads it before it ends or parks. Without it, a Shutdown
	// just before the loop announces a park would call no function while work of Go is running.
	count  atomic.Int32
	ctx    context.Context // nil until the first OnDrain
	cancel context.CancelCauseFunc
	unlink []func() bool // detach ctx from the contexts of Shutdown
}

type drainFunc struct{ fn func(context.Context) }

// OnDrain registers fn, which is called once, on the loop, after Shutdown was called and the
// functions accepted before it have run. Work of Go may still be running then. Its results run
// after fn. In fn, a component starts to finish what it has accepted, such as sending bytes. It
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

// end ends the context. The lock of ending is held.
func (d *drain) end(cause error) {
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
