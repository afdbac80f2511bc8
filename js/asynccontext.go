package js

import (
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns the asynchronous context: the value that AsyncLocalStorage of async_hooks keeps
// through timers, nextTicks, microtasks, promises and operations of fs. A context is set while a
// callback runs. What the callback starts captures it, and runs with it.
//
// While no context is set, capturing is one comparison, and nothing is wrapped. The engine's
// tracker of promise reactions is installed when the first context is set. From then on
// Promise.prototype.then is the engine's own, because package then does not track contexts.
//
// Rejected: a field for the context in each task. It makes the queues of programs that use no
// context larger.

// asyncContext is the context of the running callback. Loop goroutine only.
type asyncContext struct {
	// current is nil for none. The order clears it between callbacks, because a callback may have
	// entered a context and not left it.
	current vm.Value
	wrap    vm.Callable // makes a function that runs with a context; nil until the first context
}

// contextFrame makes the function that wraps a callback. After an exception the context is the
// previous one, too.
const contextFrame = `(function (swap) {
	'use strict';
	return function (callback, context) {
		return function (...args) {
			const before = swap(context);
			try {
				return callback.apply(this, args);
			} finally {
				swap(before);
			}
		};
	};
})`

// Grab returns the context for a promise reaction. The engine calls it when then or await adds one.
func (c *asyncContext) Grab() any { return c.current }

// Resumed is called before the reaction runs.
func (c *asyncContext) Resumed(grabbed any) { c.current, _ = grabbed.(vm.Value) }

// Exited is called after it.
func (c *asyncContext) Exited() { c.current = nil }

// swapContext sets the context of the running callback and returns the one before. An undefined
// context is none.
func (r *Runtime) swapContext(next vm.Value) vm.Value {
	c := &r.contexts
	before := c.current
	if before == nil {
		before = vm.Undefined()
	}
	c.current = nil
	if next != nil && !vm.IsUndefined(next) {
		c.current = next
		r.trackContexts()
	}
	return before
}

// trackContexts makes promises carry the context.
func (r *Runtime) trackContexts() {
	c := &r.contexts
	if c.wrap != nil {
		return
	}
	wrap := vm.Must(r.build(contextFrame, func(call vm.FunctionCall) vm.Value { return r.swapContext(call.Argument(0)) }))
	c.wrap, _ = vm.AssertFunction(wrap)
	if !r.adopted || !vm.TracksContexts(r.vm) {
		r.vm.SetAsyncContextTracker(c)
	}
}

// inContext returns a function that calls fn with the current context. Without a context it is fn.
func (r *Runtime) inContext(fn vm.Value) vm.Value {
	c := &r.contexts
	if c.current == nil {
		return fn
	}
	return vm.Must(c.wrap(vm.Undefined(), fn, c.current))
}
