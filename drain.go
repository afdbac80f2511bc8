package wakeful

import (
	"context"
	"slices"
	"sync/atomic"
)

// drain holds the functions of OnDrain, with which components finish their work during a Shutdown,
// and the context that limits the time for that.
type drain struct {
	// Guarded by the lock of ending.

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

// add registers fn. The lock of ending is held.
func (d *drain) add(fn func(context.Context)) *drainFunc {
	if d.ctx == nil {
		d.ctx, d.cancel = context.WithCancelCause(context.Background())
	}
	f := &drainFunc{fn}
	d.fns = append(d.fns, f)
	d.count.Add(1)
	return f
}

// forget removes f, and reports whether it was registered. The lock of ending is held.
func (d *drain) forget(f *drainFunc) bool {
	removed := removeFrom(&d.fns, f)
	if removed {
		d.count.Add(-1)
	}
	return removed
}

// limit ends the context with ctx. Shutdown calls it when the loop is already ending. Then OnDrain
// accepts nothing more, so without functions there is nothing to limit. The lock of ending is held.
func (d *drain) limit(ctx context.Context) {
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

// next removes and returns the function that was registered first, or nil. The lock of ending is
// held.
func (d *drain) next() *drainFunc {
	if len(d.fns) == 0 {
		return nil
	}
	f := d.fns[0]
	d.fns = slices.Delete(d.fns, 0, 1)
	d.count.Add(-1)
	return f
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
