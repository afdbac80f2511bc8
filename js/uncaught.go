package js

import (
	"errors"

	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns what happens to an error that nothing has caught, and how a
// runtime ends.

// uncaught handles an exception as Node does: the program's listeners first, then
// WithUncaught's handler, and otherwise the program ends.
func (r *Runtime) uncaught(value vm.Value, exception *vm.Exception, origin string) {
	kind := r.vm.ToValue(origin)
	r.emit("uncaughtExceptionMonitor", value, kind)
	if r.emit("uncaughtException", value, kind) || r.ending.over.Load() {
		return
	}
	r.fatal(r.thrown(value, exception, origin))
}

// fatal handles an error that JavaScript has not handled.
func (r *Runtime) fatal(err *Error) {
	if r.settings.onUncaught != nil {
		if r.settings.onUncaught(err) {
			return
		}
	} else {
		r.logger.Error("js: uncaught, the program ends: "+err.Error(), "origin", err.Origin, "stack", err.Stack)
	}
	r.exit(1, err)
}

// Report has an error treated as one that JavaScript has thrown and nothing has
// caught. On the loop only; a call from another goroutine has the loop do it.
func (r *Runtime) Report(err error) {
	if !r.loop.OnLoop() {
		r.submit(func() { r.Report(err) })
		return
	}
	if !r.inside() {
		r.enter(&one{task: task{run: func() { r.Report(err) }}})
		return
	}
	var exception *vm.Exception
	var thrown *Error
	switch {
	case err == nil || r.ending.over.Load():
	case errors.As(err, &exception):
		r.uncaught(exception.Value(), exception, fromException)
	case errors.As(err, &thrown):
		r.uncaught(thrown.value, nil, fromException)
	default:
		// It may be an interrupt: no JavaScript must be able to keep it.
		err = r.wrap(err)
		r.fatal(&Error{Name: "Error", Message: err.Error(), Stack: "Error: " + err.Error(), Origin: fromException, cause: err})
	}
}

// exit ends the program as process.exit does. Inside JavaScript.
func (r *Runtime) exit(code int, err error) {
	r.process.exit(r, code)
	r.end(r.process.code(code), err)
}

// end ends the runtime: nothing runs any more. Any goroutine may call it; the
// first call counts.
func (r *Runtime) end(code int, err error) {
	r.ending.once.Do(func() {
		r.ending.mu.Lock()
		r.ending.code, r.ending.err = code, err
		r.ending.mu.Unlock()
		r.ending.over.Store(true)
		r.cancel(ErrEnded)
		r.interrupts.send(r, 0, ErrEnded)
		if r.loop.OnLoop() {
			r.forget()
		} else {
			_ = r.loop.SubmitInternal(r.forget)
		}
		close(r.ending.done)
		if r.settings.onExit != nil {
			r.settings.onExit(code)
		}
	})
}

// forget lets go of everything that would have run. On the loop.
func (r *Runtime) forget() {
	r.timers.stop()
	r.ticks, r.microtasks = queue[task]{}, microtasks{}
	r.immediates.queue, r.immediates.refs = queue[*immediate]{}, 0
	r.rejections = rejections{}
}
