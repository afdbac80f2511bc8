package wakeful

import (
	"context"
	"slices"
	"sync/atomic"
)

// drain is what a Shutdown gives to components that have something to finish:
// a call when it drains, and a context that says for how long.
type drain struct {
	// Guarded by ending.mu.

	fns []*drainFunc
	// count is the length of fns, for the loop: it is read before the loop ends or parks.
	// Without that, a Shutdown that comes just before the loop announces a park would call
	// no function as long as work of Go goes on.
	count  atomic.Int32
	ctx    context.Context // nil until the first OnDrain
	cancel context.CancelCauseFunc
	unlink []func() bool // take the functions back that end ctx with a Shutdown's
}

type drainFunc struct{ fn func(context.Context) }

// OnDrain has fn called once, on the loop, when Shutdown has been called and the
// functions accepted before it have run. Work of Go may still be going on then, and
// its results run after fn. A component that has accepted something, such as bytes to
// send, starts to finish it in fn, on goroutines, since timers and descriptors are
// silent and nothing can be submitted any more. It waits for those goroutines in its
// OnShutdown function. Functions are called in the order of their OnDrain, and a panic
// in one is reported in the phase "end".
//
// The context that fn gets ends when the context of a Shutdown ends, whichever is
// first, and at Close and the end of Run's context. When a loop ends by itself
// (WithAutoExit), it has ended already. After Close and after the end of Run's
// context fn is not called any more, nor by a Shutdown that ends a loop before its Run.
//
// The answer is a function that takes fn back, and reports whether fn will not be
// called for that reason. Any goroutine may call OnDrain. It returns ErrClosed
// once the loop is ending, and ErrNilFunc for a nil fn.
func (l *Loop) OnDrain(fn func(ctx context.Context)) (forget func() bool, err error) {
	if fn == nil {
		return nil, ErrNilFunc
	}
	e, d := &l.ending, &l.drain
	e.mu.Lock()
	defer e.mu.Unlock()
	if l.stop.Load() != running {
		return nil, ErrClosed
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
		at := slices.Index(d.fns, f)
		if at < 0 {
			return false
		}
		d.fns = slices.Delete(d.fns, at, at+1)
		d.count.Add(-1)
		return true
	}, nil
}

// limitDrain ends the drain with ctx. Shutdown calls it once the loop is ending:
// no OnDrain is accepted then, so a loop without one has nothing to limit.
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

// end ends the context. The lock of the ending is held.
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

// runOnDrain calls the next function of OnDrain, if there is one. Loop only.
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
	f.fn(d.ctx)
	l.phase = beginning
}
