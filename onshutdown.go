package wakeful

import "slices"

// A shutdownHook is a function of OnShutdown.
type shutdownHook struct{ fn func() }

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
	e := &l.ending
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.hooksFinished || e.hooksRunning && !l.OnLoop() {
		return nil, l.named(ErrClosed)
	}
	h := &shutdownHook{fn}
	e.hooks = append(e.hooks, h)
	return func() bool {
		e.mu.Lock()
		defer e.mu.Unlock()
		return removeFrom(&e.hooks, h)
	}, nil
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

// finish calls the functions of OnShutdown and then ends the loop. The caller is the loop's
// goroutine, or the loop's only owner. If a function ends that goroutine, a new one continues.
func (l *Loop) finish() {
	ended := false
	defer func() {
		if !ended {
			l.leave()
			go l.finish()
		}
	}()
	l.enter()
	for !l.runOnShutdown() {
	}
	l.terminate()
	l.leave()
	ended = true
	close(l.done)
	l.observation.notify()
}

// runOnShutdown returns true if no function is left, and false after one has panicked.
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
		if l.attention.Load() != 0 {
			l.hasStopped()
		}
		h.fn()
	}
}

// next removes and returns the function that was added last. If there is none, no more are
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
