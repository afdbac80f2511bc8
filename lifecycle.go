package wakeful

import (
	"context"
	"fmt"
)

// This file owns what a program does with the end of a loop: it asks for it, waits for it, and has
// functions called. finish.go ends the loop.

// Shutdown refuses new work, runs everything that was accepted, and returns nil when the loop has
// fully stopped. If ctx ends first, it returns an error that matches ctx's cause. The loop then
// continues draining, and Close ends it. Draining includes the work that RunBlocking has accepted
// and what components finish (see OnDrain): package stream sends its queued data. Timers that have
// not fired are discarded, even if they are due, and functions of descriptors are not called any
// more. In a callback of the loop, Shutdown returns nil at once, because it cannot wait for its
// caller. The end of ctx still limits what components finish, so such a caller must not cancel ctx
// when it returns. The same holds on the goroutine that last called Start or RunUntil. Before Run,
// Shutdown makes a later Run drain, or ends the loop at once if nothing was accepted. Any goroutine
// may call it any number of times. After the end it returns nil. For a nil ctx it returns
// ErrNilContext and does nothing.
func (l *Loop) Shutdown(ctx context.Context) error {
	if ctx == nil {
		return ErrNilContext
	}
	l.requestStop(draining, nil)
	l.ending.limitDrain(ctx)
	if l.OnLoop() || l.waitsForHost() {
		return nil
	}
	select {
	case <-l.ending.done:
		return nil
	default:
	}
	select {
	case <-l.ending.done:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("wakeful: the loop is still draining: %w", context.Cause(ctx))
	}
}

// Close refuses new work and ends the loop after the running callback, if any. Everything that has
// not started is discarded and counted. Close does not wait: Done reports when the loop has
// stopped. Any goroutine, including a callback, may call it any number of times. It always returns
// nil.
func (l *Loop) Close() error {
	l.requestStop(stopping, nil)
	return nil
}

// Context returns a context that ends when the loop starts to end: with the first Shutdown or
// Close, the end of Run's context, or when an auto-exit loop has nothing left to do. Unless it was
// closed, the loop then still runs what it has accepted. Done reports when it has stopped. The
// context's cause matches ErrClosed, and the cause of Run's context if that was the reason.
//
// Every call returns the same context, and the context of the work of RunBlocking ends with it. It
// is not derived from Run's context: it has no deadline and no values. Any goroutine may call
// Context at any time, also before Run and after the end. Holding the context does not keep the
// loop running.
func (l *Loop) Context() context.Context {
	return l.ending.context.get()
}

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
	forget, err = l.ending.onDrain(fn)
	return forget, l.named(err)
}

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
	forget, err = l.ending.onShutdown(fn, l.OnLoop())
	return forget, l.named(err)
}
