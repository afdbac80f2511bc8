package js

import (
	"fmt"

	"github.com/dop251/goja"
	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns runtimes whose engine the host has made, and which it also calls itself.

// Adopt gives an engine that the host has made, such as that of goja_nodejs or of a load generator,
// timers, promises that any goroutine settles, modules, and the other globals that the options ask
// for, on a loop and in Node's order of events. It takes the options of New.
//
// What the host has set stays: its globals, as its own console, require or setTimeout, the engine's
// functions, its tracker of rejections, its mapper of field names, and its limit of nested calls
// unless Limits.Stack is given. WithGlobal replaces a global of the same name. So scripts see the
// engine's faults in regular expressions of the constructor, in eval, in toLocaleString and in error
// messages, which New corrects, and accessors in the place of globals until they are first used. An
// adopted runtime takes some 290 KB, where one of New takes 18, and cannot be one of a Pool. Everything else
// works as on a runtime of New. While the host has a tracker of rejections, it alone gets them, and
// with a tracker of asynchronous contexts AsyncLocalStorage does not follow promises. Modules have a
// require of their own; import() of a script that is no module calls the host's if it has one.
//
// The host goes on owning the engine. It may call it where it may call the engine of Do: on the loop,
// and before the loop runs, when no other goroutine uses it. Timers, nextTicks and rejections of such a
// call begin after the callback of the loop in which it was made, or after the loop has started. The
// engine runs promise jobs when the call returns, so before its nextTicks. RunString, Do and Eval have
// Node's order, and are what limits, contexts and Interrupt apply to. On another goroutine functions
// such as setTimeout throw an error that matches wakeful.ErrNotOnLoop. Code that uses none of them is
// a data race there, as in the engine alone.
//
// Close stops what the runtime has begun. The engine remains the host's and can be used afterwards:
// the globals stay, and those that would begin something throw an error that matches ErrEnded. An
// engine can be adopted once. Call Adopt on the loop, or before it runs.
func Adopt(loop *wakeful.Loop, engine *goja.Runtime, options ...Option) (*Runtime, error) {
	if engine == nil {
		return nil, invalid("Adopt", "nil", "pass the engine of the host, or make a runtime with New")
	}
	r, err := made("Adopt", loop, options)
	if err != nil {
		return nil, err
	}
	r.vm, r.adopted = engine, true
	r.natives.hidden = true // the errors of Go that the host's scripts see stay as they are
	if err := profileOf(&r.settings).Adopt(engine, r); err != nil {
		return nil, fmt.Errorf("js: Adopt: the engine cannot be adopted: %w", err)
	}
	if err := r.start(); err != nil {
		return nil, err
	}
	// From the first callback on, the engine belongs to the loop.
	return r, loop.SubmitUnlimited(func() { r.entered.Store(true) })
}

// prepareEngine sets what the engine has one of.
func (r *Runtime) prepareEngine() {
	const nested = 2000
	switch {
	case r.settings.stack > 0:
		r.vm.SetMaxCallStackSize(r.settings.stack)
	case !r.adopted:
		r.vm.SetMaxCallStackSize(nested)
	}
	switch {
	case !r.adopted:
		r.vm.SetPromiseRejectionTracker(r.rejections.track)
	case !vm.TracksRejections(r.vm):
		r.vm.SetPromiseRejectionTracker(func(p *goja.Promise, operation goja.PromiseRejectionOperation) {
			if r.schedule() == nil {
				r.rejections.track(p, operation)
			}
		})
	}
}

// begins is called when JavaScript begins something that runs later. It throws if the host of an
// adopted runtime has called that from another goroutine, or after the end.
func (r *Runtime) begins() {
	if r.adopted {
		if err := r.schedule(); err != nil {
			panic(r.vm.NewGoError(err)) // errors.Is finds the error in the host's
		}
	}
}

// schedule makes sure that what is begun outside of the runtime's own callbacks, in a call of the
// host, runs after the callback of the loop.
func (r *Runtime) schedule() error {
	switch on := r.loop.OnLoop(); {
	case r.ending.stopped.Load():
		return r.endedError()
	case !on && r.entered.Load():
		return fmt.Errorf("js: an adopted runtime was called on another goroutine: %w", wakeful.ErrNotOnLoop)
	case r.flushing || on && r.order.depth > 0:
		return nil
	case on:
		r.flushing = true
		return r.loop.QueueMicrotask(r.flush)
	default:
		r.flushing = true
		return r.loop.SubmitUnlimited(r.flush)
	}
}

// flush runs what a call of the host has queued.
func (r *Runtime) flush() {
	r.flushing = false
	r.enterGo(func() {})
}

// join makes a script a part of a call of the host. The result ends that.
func (r *Runtime) join() func() {
	_ = r.schedule()
	if !r.interrupts.enterJavaScript(r) {
		return func() {}
	}
	r.order.depth++
	return func() {
		r.order.depth--
		r.interrupts.leaveJavaScript(r)
	}
}
