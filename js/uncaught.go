package js

import (
	"errors"
	"fmt"

	"github.com/wakeful-go/wakeful/internal/ring"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file handles uncaught errors and ends runtimes.

// uncaught handles an exception as Node does. The program's listeners come first, then the handler
// of WithUncaught. Otherwise the program ends.
func (r *Runtime) uncaught(value vm.Value, exception *vm.Exception, origin string) {
	kind := r.vm.ToValue(origin)
	handled := false
	if ex := r.vm.Try(func() {
		r.emit("uncaughtExceptionMonitor", value, kind)
		if capture := r.process.capture; capture != nil {
			handled = true
			vm.Must(capture(vm.Undefined(), value))
			return
		}
		handled = r.emit("uncaughtException", value, kind)
	}); ex != nil {
		// The listener threw. No other listener is called, and exit is not emitted.
		if r.reportUncaught(r.thrown(ex.Value(), ex, origin)) && !r.mayEnd() {
			return
		}
		r.end(statusHandlerThrew, r.thrown(ex.Value(), ex, origin))
		return
	}
	switch {
	case r.ending.stopped.Load():
	case handled:
		r.begins()
		// As Node does, so that an otherwise idle loop takes one more turn.
		r.idle.again = true
		r.immediates.queue.Push(&immediate{runtime: r, ref: true})
		r.immediates.refs++
	default:
		r.fatal(r.thrown(value, exception, origin))
	}
}

// fatal handles an error that JavaScript has not handled.
func (r *Runtime) fatal(err *Error) {
	if r.reportUncaught(err) {
		return
	}
	if p := &r.process; !p.exiting {
		p.exitCode = r.vm.ToValue(1)
		// Exceptions of its listeners are dropped, because the program already ends with an error.
		_ = r.vm.Try(func() { r.emitExit() })
	}
	r.end(r.process.code(1), err)
}

// statusHandlerThrew is the exit code when a listener of uncaughtException throws.
const statusHandlerThrew = 7

// reportUncaught passes an uncaught error to Go and reports whether the program continues. It is
// the error of the evaluation that the running callback belongs to, unless scripts may end the
// runtime.
func (r *Runtime) reportUncaught(err *Error) bool {
	if (!r.mayEnd() || errors.Is(err, ErrLimit)) && r.meter.current.deliver(err) {
		return true
	}
	if r.settings.onUncaught != nil {
		return r.settings.onUncaught(err)
	}
	if !r.mayEnd() {
		r.logger.Error("js: uncaught: "+err.Error(), "origin", err.Origin, "stack", err.Stack)
		return true
	}
	r.logger.Error("js: uncaught, the program ends: "+err.Error(), "origin", err.Origin, "stack", err.Stack)
	return false
}

// ReportError handles an error like an exception that JavaScript has not caught. Any goroutine may
// call it. On the loop it takes effect at once. Use it where a callback of Go has called JavaScript
// and has no caller for the error.
func (r *Runtime) ReportError(err error) {
	if !r.loop.OnLoop() {
		r.submit(func() { r.ReportError(err) })
		return
	}
	if !r.inside() {
		r.enter(&one{task: task{run: func() { r.ReportError(err) }}, after: pollPhase})
		return
	}
	var exception *vm.Exception
	var thrown *Error
	switch {
	case err == nil || r.ending.stopped.Load():
	case errors.As(err, &exception):
		r.uncaught(exception.Value(), exception, fromException)
	case errors.As(err, &thrown) && thrown.value != nil:
		r.uncaught(thrown.value, nil, fromException)
	default:
		// It may be an interrupt or calls nested too deep, which JavaScript must not be able to
		// suppress.
		err = r.wrap(err)
		e := Error{Name: "Error", Message: err.Error(), Stack: "Error: " + err.Error(), cause: err}
		if known, ok := errors.AsType[*Error](err); ok {
			e = *known
		}
		e.Origin = fromException
		r.fatal(&e)
	}
}

// end ends the runtime, so that nothing runs any more. Any goroutine may call it. The first call
// counts.
func (r *Runtime) end(code int, err error) {
	r.ending.once.Do(func() {
		r.ending.mu.Lock()
		r.ending.code, r.ending.err = code, err
		r.ending.mu.Unlock()
		r.ending.stopped.Store(true)
		r.cancel(ErrEnded)
		r.interrupts.send(r, 0, ErrEnded)
		if r.loop.OnLoop() {
			r.forget()
		} else {
			_ = r.loop.SubmitPriority(r.forget)
		}
		close(r.ending.done)
		if r.settings.onExit != nil {
			r.settings.onExit(code)
		}
	})
}

// endedError returns the error of a call that got no result because the runtime ended. It matches
// ErrEnded and the error that ended the runtime. Any goroutine may call it.
func (r *Runtime) endedError() error {
	r.ending.mu.Lock()
	defer r.ending.mu.Unlock()
	if err := r.ending.err; err != nil && !errors.Is(err, ErrEnded) {
		return fmt.Errorf("%w: %w", ErrEnded, err)
	}
	return ErrEnded
}

// forget drops everything that would have run. On the loop.
func (r *Runtime) forget() {
	r.timers.stop()
	r.scripts.untrackAll()
	r.ticks, r.microtasks = ticks{}, microtasks{}
	r.immediates.queue, r.immediates.refs = ring.Buffer[*immediate]{}, 0
	r.polling = polling{}
	r.rejections = rejections{}
}
