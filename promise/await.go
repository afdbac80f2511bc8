package promise

import (
	"context"
	"sync/atomic"

	"github.com/wakeful-go/wakeful"
)

// Await waits until p has settled and returns its value or error. It returns earlier with
// the context's cause when ctx ends; that does not affect p. When the loop ends first, it
// returns ErrAbandoned. Before Run, it waits for the loop to run.
//
// Await is for other goroutines. A callback of p's own loop gets ErrAwaitOnLoop, whether
// or not p has settled. A nil ctx is wakeful.ErrNilContext.
//
// An Await that is waiting when p is rejected handles the rejection. An Await that may
// start after the turn of the rejection does not prevent the report: see MarkHandled.
func (p *Promise[T]) Await(ctx context.Context) (T, error) {
	var none T
	h := p.checkedOwner()
	switch {
	case ctx == nil:
		return none, wakeful.ErrNilContext
	case h.onLoop():
		return none, ErrAwaitOnLoop
	case h.loop == nil:
		return none, h.endReason()
	}
	if p := p.target(); p.settled() {
		return p.MarkHandled().Result()
	}
	w := &waiter{done: make(chan struct{})}
	if h.post(func() { p.attach(w) }) != nil {
		// The loop is ending. p settles before the loop has ended.
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
		return p.Result() // w may have been notified as well
	}
}

// waiter is the reaction of a waiting Await.
type waiter struct {
	// done is closed by the loop once from is there.
	done chan struct{}
	from any
	// left is set by Await when it returns early. Then the promise removes the
	// waiter, see reactionList.
	left atomic.Bool
}

func (w *waiter) react(from any) {
	w.from = from
	close(w.done)
}

func (w *waiter) canceled() bool { return w.left.Load() }
