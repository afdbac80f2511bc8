package wakeful

import "runtime/debug"

// This file owns what the loop does about a callback that does not return.

// reportCallback reports a callback that panicked with value or called runtime.Goexit. In the
// latter case value is nil, and the goroutine is ending.
func (l *Loop) reportCallback(value any) {
	l.countTaken()
	if l.turn.goexitReported {
		l.turn.goexitReported = false
		return
	}
	e := &PanicError{Value: value, Phase: phaseNames[l.turn.phase], Stack: debug.Stack()}
	if l.callbacks.microtasksRun > 0 {
		e.Phase = "microtasks"
	}
	if value == nil {
		e.Value = ErrGoexit
	}
	l.report(e)
}

// report calls the panic handler. A panic in the handler is logged.
func (l *Loop) report(e *PanicError) {
	e.Loop = l.Name()
	defer func() {
		if v := recover(); v != nil {
			logPanic(&PanicError{Value: v, Loop: l.Name(), Phase: "panic handler", Stack: debug.Stack()})
		}
	}()
	l.options.onPanic(e)
}

// reportMicrotasks reports a chain of microtasks that used up its budget.
func (l *Loop) reportMicrotasks(err error) { l.report(&PanicError{Value: err, Phase: "microtasks"}) }
