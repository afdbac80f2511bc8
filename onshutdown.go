package wakeful

import (
	"slices"

	"github.com/wakeful-go/wakeful/internal/native"
)

// A shutdownHook runs when the loop has run its last callback.
type shutdownHook struct{ fn func() }

// OnShutdown has fn called once, on the loop, when the loop has run its last callback
// and before Done is closed: after Shutdown has drained, after Close, the end of
// Run's context, or an auto-exit. What was built upon the loop ends there what it
// still has open: connections are closed, promises settled. Functions are called in
// the reverse order of their OnShutdown, as deferred ones are. They find a loop that
// accepts nothing, and whose timers and descriptors are silent; microtasks that
// they queue run after each of them, unless the end is Close's or the context's.
// If Run was never called, they run on the goroutine that ends the loop. A panic in
// one is reported as any callback's, in the phase "end", and the others still run.
// They must not wait for goroutines that wait for the loop: a Call whose function was
// discarded returns at Done.
//
// The answer is a function that takes fn back, and reports whether fn will not be
// called for that reason; for a component that is gone before its loop is. OnShutdown may
// be called from any goroutine until the first of them is called, and from them also
// then; otherwise it returns ErrClosed. A nil fn is ErrNilFunc.
func (l *Loop) OnShutdown(fn func()) (forget func() bool, err error) {
	if fn == nil {
		return nil, ErrNilFunc
	}
	e := &l.ending
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.hooksFinished || e.hooksRunning && !l.OnLoop() {
		return nil, ErrClosed
	}
	h := &shutdownHook{fn}
	e.hooks = append(e.hooks, h)
	return func() bool {
		e.mu.Lock()
		defer e.mu.Unlock()
		at := slices.Index(e.hooks, h)
		if at < 0 {
			return false
		}
		e.hooks = slices.Delete(e.hooks, at, at+1)
		return true
	}, nil
}

// finish calls the functions of OnShutdown, then ends the loop. The caller is the loop's
// goroutine, or its only owner; when a function ends that goroutine, a new one goes on.
func (l *Loop) finish() {
	ended := false
	defer func() {
		if !ended {
			l.goroutine.Store(0)
			go l.finish()
		}
	}()
	l.goroutine.Store(native.Goroutine())
	for !l.runOnShutdown() {
	}
	l.terminate()
	l.goroutine.Store(0)
	ended = true
	close(l.done)
}

// runOnShutdown returns true when none is left and false after one has panicked.
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
		h.fn()
	}
}

// next takes the function that was added last; when there is none, no more are
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
