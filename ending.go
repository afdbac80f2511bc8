package wakeful

import (
	"context"
	"errors"
	"sync"
)

// ending guards the start and the end of a loop.
type ending struct {
	state loopState
	done  chan struct{} // closed when the loop has fully stopped
	// context lasts until the loop starts to end.
	context lifetime

	mu            sync.Mutex
	ran           bool  // Run was called
	terminated    bool  // the loop has fully ended
	cause         error // cause of the context that ended the loop, if any; final before done is closed
	drain         drain
	hooks         []*shutdownHook
	hooksRunning  bool // OnShutdown's functions are running: only they may add more
	hooksFinished bool // no function is accepted any more
}

// enter admits one Run.
func (e *ending) enter() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.ran {
		return ErrAlreadyRun
	}
	if e.terminated {
		return ErrClosed
	}
	e.ran = true
	return nil
}

// hasRun reports whether Run was called.
func (e *ending) hasRun() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.ran
}

// isDone reports whether the loop has fully stopped.
func (e *ending) isDone() bool {
	select {
	case <-e.done:
		return true
	default:
		return false
	}
}

// terminate records that nothing runs any more.
func (e *ending) terminate() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.terminated = true
	e.drain.end(ErrClosed)
}

// onDrain registers fn for the end. Once the loop is ending it returns ErrClosed.
func (e *ending) onDrain(fn func(context.Context)) (forget func() bool, err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.state.Load() != running {
		return nil, ErrClosed
	}
	f := e.drain.add(fn)
	return func() bool {
		e.mu.Lock()
		defer e.mu.Unlock()
		return e.drain.forget(f)
	}, nil
}

// limitDrain ends the drain with ctx.
func (e *ending) limitDrain(ctx context.Context) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.drain.limit(ctx)
}

// nextDrain returns the next function of OnDrain, or nil.
func (e *ending) nextDrain() *drainFunc {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.drain.next()
}

// A shutdownHook is a function of OnShutdown.
type shutdownHook struct{ fn func() }

// onShutdown registers fn for the end. Once the functions are running it returns ErrClosed, unless
// one of them is the caller.
func (e *ending) onShutdown(fn func(), onLoop bool) (forget func() bool, err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.hooksFinished || e.hooksRunning && !onLoop {
		return nil, ErrClosed
	}
	h := &shutdownHook{fn}
	e.hooks = append(e.hooks, h)
	return func() bool {
		e.mu.Lock()
		defer e.mu.Unlock()
		return removeFrom(&e.hooks, h)
	}, nil
}

// nextShutdown removes and returns the function that was added last. If there is none, no more are
// accepted.
func (e *ending) nextShutdown() (h *shutdownHook) {
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

// lifetime is the context that lasts from New to the start of the loop's end. It is made at the
// first call of Context.
type lifetime struct {
	mu     sync.Mutex
	ctx    context.Context
	cancel context.CancelCauseFunc
	ended  error // the cause of the end, nil before the end
}

// get returns the context.
func (t *lifetime) get() context.Context {
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
