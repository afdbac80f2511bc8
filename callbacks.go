package wakeful

// AfterCallback queues fn to run after the current callback, before the microtasks, like
// process.nextTick in Node. Call it in a callback of the loop. Elsewhere it returns ErrNotOnLoop. A
// nil fn is ErrNilFunc.
func (l *Loop) AfterCallback(fn func()) error { return l.pushMicrotask(&l.callbacks.afterCallback, fn) }

// QueueMicrotask queues fn to run after the current callback and its AfterCallback functions,
// before the loop does anything else. The errors are AfterCallback's.
func (l *Loop) QueueMicrotask(fn func()) error { return l.pushMicrotask(&l.callbacks.microtasks, fn) }

// AfterSubmitted queues fn to run in this turn after the submitted functions, or in the next turn
// if such a function calls it, like setImmediate in Node. Call it in a callback of the loop.
// Elsewhere it returns ErrNotOnLoop. Functions that were queued before Shutdown still run. When the
// loop is ending, AfterSubmitted returns ErrClosed. A nil fn is ErrNilFunc.
func (l *Loop) AfterSubmitted(fn func()) error {
	return l.pushDeferred(&l.callbacks.afterSubmitted, fn)
}

// AtTurnEnd queues fn to run at the end of the turn, after the functions of AfterSubmitted, or at
// the end of the next turn if such a function calls it. Components use it to report that they were
// closed during the turn, like Node's close events. The errors are AfterSubmitted's.
func (l *Loop) AtTurnEnd(fn func()) error { return l.pushDeferred(&l.callbacks.atTurnEnd, fn) }

// pushMicrotask adds fn to afterCallback or microtasks.
func (l *Loop) pushMicrotask(q *callbackQueue, fn func()) error {
	if fn == nil {
		return ErrNilFunc
	}
	if !l.OnLoop() {
		return ErrNotOnLoop
	}
	l.callbacks.pushMicrotask(q, fn)
	return nil
}

// pushDeferred adds fn to afterSubmitted or atTurnEnd, unless the loop is ending.
func (l *Loop) pushDeferred(q *callbackQueue, fn func()) error {
	switch {
	case fn == nil:
		return ErrNilFunc
	case !l.OnLoop():
		return ErrNotOnLoop
	case l.ending.state.Load() != running:
		return l.reject(1, ErrClosed)
	}
	q.Push(fn)
	l.turn.counters.deferred++
	return nil
}
