package wakeful

import (
	"slices"

	"github.com/wakeful-go/wakeful/internal/native"
)

// An atEnd is what runs when the loop has run its last callback.
type atEnd struct{ fn func() }

// AtEnd has fn called once, on the loop, when the loop has run its last callback
// and before Done is closed: after Shutdown has drained, after Close, the end of
// Run's context, or an auto-exit. What was built upon the loop ends there what it
// still has open: connections are closed, promises settled. Functions are called in
// the reverse order of their AtEnd, as deferred ones are. They find a loop that
// accepts nothing, and whose timers and descriptors are silent; microtasks that
// they queue run after each of them, unless the end is Close's or the context's.
// If Run was never called, they run on the goroutine that ends the loop. A panic in
// one is reported as any callback's, in the phase "end", and the others still run.
// They must not wait for goroutines that wait for the loop: a Call whose function was
// discarded returns at Done.
//
// The answer is a function that takes fn back, and reports whether fn will not be
// called for that reason; for a component that is gone before its loop is. AtEnd may
// be called from any goroutine until the first of them is called, and from them also
// then; otherwise it returns ErrTerminated. A nil fn is ErrNilFunc.
func (l *Loop) AtEnd(fn func()) (forget func() bool, err error) {
	if fn == nil {
		return nil, ErrNilFunc
	}
	e := &l.ending
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.concluded || e.concluding && !l.OnLoop() {
		return nil, ErrTerminated
	}
	a := &atEnd{fn}
	e.last = append(e.last, a)
	return func() bool {
		e.mu.Lock()
		defer e.mu.Unlock()
		at := slices.Index(e.last, a)
		if at < 0 {
			return false
		}
		e.last = slices.Delete(e.last, at, at+1)
		return true
	}, nil
}

// conclude calls what AtEnd was given, then ends the loop. The caller is the loop's
// goroutine, or its only owner; when a function ends that goroutine, another one
// concludes.
func (l *Loop) conclude() {
	ended := false
	defer func() {
		if !ended {
			l.goroutine.Store(0)
			l.thread.leave()
			go l.conclude()
		}
	}()
	l.goroutine.Store(native.Goroutine())
	for !l.runAtEnd() {
	}
	l.terminate()
	l.goroutine.Store(0)
	l.thread.leave()
	ended = true
	close(l.done)
}

// runAtEnd returns true when none is left and false after one has panicked.
func (l *Loop) runAtEnd() (ended bool) {
	defer func() {
		if !ended {
			l.contain(recover())
		}
	}()
	l.phase = phaseEnd
	for {
		if l.attend { // also after a panic
			l.settle()
		}
		a := l.ending.next()
		if a == nil {
			return true
		}
		a.fn()
	}
}

// next takes the function that was added last; when there is none, no more are
// accepted.
func (e *ending) next() (last *atEnd) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.concluding = true
	n := len(e.last)
	if n == 0 {
		e.concluded = true
		e.last = nil
		return nil
	}
	last = e.last[n-1]
	e.last[n-1] = nil
	e.last = e.last[:n-1]
	return last
}
