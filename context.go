package wakeful

// This file owns the context of a loop, which Context returns and which Go passes to its work.

import (
	"context"
	"errors"
	"sync"
)

// Context returns a context that ends when the loop starts to end: with the first Shutdown or
// Close, the end of Run's context, or when an auto-exit loop has nothing left to do. Unless it was
// closed, the loop then still runs what it has accepted. Done reports when it has stopped. The
// context's cause matches ErrClosed, and the cause of Run's context if that was the reason.
//
// Every call returns the same context, and Go passes it to its work. It is not derived from Run's
// context: it has no deadline and no values. Any goroutine may call Context at any time, also
// before Run and after the end. Holding the context does not keep the loop running.
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

// end ends the context. Only the first call counts. Any goroutine may call it.
func (t *lifetime) end(cause error) {
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
