package js

import (
	"errors"
	"fmt"

	"github.com/wakeful-go/wakeful/internal/ring"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns what happens to an error that nothing has caught, and how a
// runtime ends.

// uncaught handles an exception as Node does: the program's listeners first, then
// WithUncaught's handler, and otherwise the program ends.
func (r *Runtime) uncaught(value vm.Value, exception *vm.Exception, origin string) {
	kind := r.vm.ToValue(origin)
	handled := false
	if ex := r.vm.Try(func() {
		r.emit("uncaughtExceptionMonitor", value, kind)
		handled = r.emit("uncaughtException", value, kind)
	}); ex != nil {
		// The listener has thrown: no other hears of it, nor of the end.
		r.tell(r.thrown(ex.Value(), ex, origin))
		r.end(statusHandlerThrew, r.thrown(ex.Value(), ex, origin))
		return
	}
	switch {
	case r.ending.over.Load():
	case handled:
		// As Node does, so that a loop that nothing else keeps takes one more turn.
		r.immediates.queue.Push(&immediate{runtime: r, task: task{run: func() {}}, ref: true})
		r.immediates.refs++
	default:
		r.fatal(r.thrown(value, exception, origin))
	}
}

// fatal handles an error that JavaScript has not handled.
func (r *Runtime) fatal(err *Error) {
	if r.tell(err) {
		return
	}
	if p := &r.process; !p.exiting {
		p.exitCode = r.vm.ToValue(1)
		// What its listeners throw is dropped: there has been an error already.
		_ = r.vm.Try(func() { r.emitExit() })
	}
	r.end(r.process.code(1), err)
}

// statusHandlerThrew is the exit code when a listener of uncaughtException throws.
const statusHandlerThrew = 7

// tell tells Go of an uncaught error and reports whether the program goes on.
func (r *Runtime) tell(err *Error) bool {
	if r.settings.onUncaught != nil {
		return r.settings.onUncaught(err)
	}
	r.logger.Error("js: uncaught, the program ends: "+err.Error(), "origin", err.Origin, "stack", err.Stack)
	return false
}

// Report has an error treated as one that JavaScript has thrown and nothing has
// caught. On the loop only; a call from another goroutine has the loop do it.
func (r *Runtime) Report(err error) {
	if !r.loop.OnLoop() {
		r.submit(func() { r.Report(err) })
		return
	}
	if !r.inside() {
		r.enter(&one{task: task{run: func() { r.Report(err) }}, after: pollPhase})
		return
	}
	var exception *vm.Exception
	var thrown *Error
	switch {
	case err == nil || r.ending.over.Load():
	case errors.As(err, &exception):
		r.uncaught(exception.Value(), exception, fromException)
	case errors.As(err, &thrown) && thrown.value != nil:
		r.uncaught(thrown.value, nil, fromException)
	default:
		// It may be an interrupt or calls too deep: no JavaScript must be able to keep it.
		err = r.wrap(err)
		e := Error{Name: "Error", Message: err.Error(), Stack: "Error: " + err.Error(), cause: err}
		if known, ok := errors.AsType[*Error](err); ok {
			e = *known
		}
		e.Origin = fromException
		r.fatal(&e)
	}
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
			_ = r.loop.SubmitPriority(r.forget)
		}
		close(r.ending.done)
		if r.settings.onExit != nil {
			r.settings.onExit(code)
		}
	})
}

// endedError is the error of a call that the end of the runtime has kept from its result: it
// matches ErrEnded and what has ended the runtime. Any goroutine may call it.
func (r *Runtime) endedError() error {
	r.ending.mu.Lock()
	defer r.ending.mu.Unlock()
	if err := r.ending.err; err != nil && !errors.Is(err, ErrEnded) {
		return fmt.Errorf("%w: %w", ErrEnded, err)
	}
	return ErrEnded
}

// forget lets go of everything that would have run. On the loop.
func (r *Runtime) forget() {
	r.timers.stop()
	r.ticks, r.microtasks = ticks{}, microtasks{}
	r.immediates.queue, r.immediates.refs = ring.Buffer[*immediate]{}, 0
	r.polling = polling{}
	r.rejections = rejections{}
}
