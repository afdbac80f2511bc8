package wakeful

// This file owns the context of a loop, which Go gives to its work and Context to everybody.

import (
	"context"
	"errors"
	"sync"
)

// Context returns a context that ends when the loop begins to end: with the first Shutdown or
// Close, the end of Run's context, or the decision of an auto-exit loop that nothing is left to do.
// Then the loop still runs what it has accepted, unless it was closed: Done tells when it has
// stopped. The context's cause matches ErrClosed, and the cause of Run's context if that was the
// reason.
//
// It is the context that Go gives to its work, the same at each call, and not derived from Run's
// context: it has no deadline and no values. Any goroutine may call Context at any time, before
// Run and after the end too. Holding the context does not keep the loop running.
func (l *Loop) Context() context.Context {
	return l.lifetime.context()
}

// lifetime is the time from New to the beginning of the loop's end, as a context. The context is
// made when it is first asked for.
type lifetime struct {
	mu     sync.Mutex
	ctx    context.Context
	cancel context.CancelCauseFunc
	ended  error // the cause of the end, nil before
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

// end ends the context. Only the first call counts. Any goroutine.
func (t *lifetime) end(cause error) {
	t.mu.Lock()
	if t.ended == nil {
		t.ended = errors.Join(ErrClosed, cause)
	}
	cancel, ended := t.cancel, t.ended
	t.mu.Unlock()
	if cancel != nil {
		cancel(ended) // goes through all derived contexts: not under the lock
	}
}
