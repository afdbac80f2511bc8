package promise

import (
	"context"
	"sync/atomic"

	"github.com/wakeful-go/wakeful"
)

// Await waits until p has settled and returns its value, or the error for which it
// was rejected. It is for goroutines: called from a callback of p's own loop it
// returns ErrAwaitOnLoop, whether p has settled or not. It returns early with the
// context's cause if ctx ends; p is not affected by that. Before Run it waits for
// the loop to run; when the loop ends first, it returns ErrAbandoned. A nil ctx is
// wakeful.ErrNilContext.
//
// An Await that waits when p is rejected handles that. One that may come later than
// the turn of the rejection does not keep it from being reported: see Handled.
func (p *Promise[T]) Await(ctx context.Context) (T, error) {
	var none T
	h := p.where()
	switch {
	case ctx == nil:
		return none, wakeful.ErrNilContext
	case h.onLoop():
		return none, ErrAwaitOnLoop
	case h.loop == nil:
		return none, h.why()
	}
	if p := p.target(); p.settled() {
		return p.Handled().Result()
	}
	w := &waiter{done: make(chan struct{})}
	if h.post(func() { p.attach(w) }) != nil {
		// Whatever becomes of p has become of it when the loop has ended.
		select {
		case <-h.loop.Done():
			return p.Result()
		case <-ctx.Done():
			return none, context.Cause(ctx)
		}
	}
	select {
	case <-w.done:
		return w.from.(*Promise[T]).Result()
	case <-ctx.Done():
		w.left.Store(true)
		return none, context.Cause(ctx)
	case <-h.loop.Done():
		return p.Result() // in which w may have been told, too
	}
}

// waiter is an Await that is under way.
type waiter struct {
	// done is closed by the loop once from is there.
	done chan struct{}
	from any
	// left is set when the caller is gone; the promise forgets the waiter then, see
	// crowd.
	left atomic.Bool
}

func (w *waiter) react(from any) {
	w.from = from
	close(w.done)
}

func (w *waiter) dead() bool { return w.left.Load() }
