package js

import (
	"fmt"
	"slices"

	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns the events of process. Its emitter is written in Go and does not use the module
// events, because every program has a process object and few load events.

// emitter is an event emitter like Node's.
type emitter struct {
	names     []eventName // in the order in which they got their first listener
	listeners map[eventName][]listener
	changed   func(name eventName) // called after a listener was added, and after the last one was removed
	limit     vm.Value             // of setMaxListeners, or nil
	warned    map[eventName]bool   // the names whose listeners exceeded the limit
}

// An eventName is a string or a *vm.Symbol.
type eventName = any

// nameOf returns the event that a program means with v.
func nameOf(v vm.Value) eventName {
	if symbol, ok := v.(*vm.Symbol); ok {
		return symbol
	}
	return v.String()
}

type listener struct {
	fn   vm.Value
	once bool
}

func (e *emitter) add(name eventName, l listener, front bool) {
	if e.listeners == nil {
		e.listeners = map[eventName][]listener{}
	}
	if len(e.listeners[name]) == 0 {
		e.names = append(e.names, name)
	}
	if front {
		e.listeners[name] = slices.Insert(slices.Clone(e.listeners[name]), 0, l)
	} else {
		e.listeners[name] = append(slices.Clip(e.listeners[name]), l)
	}
	e.changed(name)
}

// remove removes the newest listener that equals fn.
func (e *emitter) remove(name eventName, fn vm.Value) bool {
	all := e.listeners[name]
	for i, l := range slices.Backward(all) {
		if l.fn.SameAs(fn) {
			e.set(name, slices.Delete(slices.Clone(all), i, i+1))
			return true
		}
	}
	return false
}

func (e *emitter) set(name eventName, all []listener) {
	if len(all) <= 1 {
		delete(e.warned, name)
	}
	if len(all) == 0 {
		delete(e.listeners, name)
		e.names = slices.DeleteFunc(e.names, func(n eventName) bool { return n == name })
		e.changed(name)
		return
	}
	e.listeners[name] = all
}

// emit calls the listeners of an event and reports whether there were any. It throws what a
// listener throws. Inside JavaScript.
func (r *Runtime) emit(name eventName, args ...vm.Value) bool {
	e := &r.process.events
	all := e.listeners[name]
	for _, l := range all {
		if l.once {
			e.remove(name, l.fn)
		}
		fn, _ := vm.AssertFunction(l.fn)
		vm.Must(fn(r.processObject(), args...))
	}
	return len(all) > 0
}

// maxListeners returns the number of listeners of an event above which process warns, or 0.
func (r *Runtime) maxListeners() vm.Value {
	if limit := r.process.events.limit; limit != nil {
		return limit
	}
	if module, ok := r.modules.loaded["events"].(*vm.Object); ok {
		if limit := module.Get("defaultMaxListeners"); limit != nil && vm.IsNumber(limit) {
			return limit
		}
	}
	return r.vm.ToValue(defaultMaxListeners)
}

// defaultMaxListeners is that of the module events.
const defaultMaxListeners = 10

// warnOfListeners emits a warning, once, when an event has more listeners than is likely.
func (r *Runtime) warnOfListeners(name eventName) {
	e := &r.process.events
	n := len(e.listeners[name])
	if n <= 1 || e.warned[name] {
		return
	}
	most := r.maxListeners()
	if limit := most.ToFloat(); limit <= 0 || float64(n) <= limit {
		return
	}
	if e.warned == nil {
		e.warned = map[eventName]bool{}
	}
	e.warned[name] = true
	label := name
	if symbol, ok := name.(*vm.Symbol); ok {
		label = display(symbol)
	}
	w := r.newError("Error", fmt.Sprintf("Possible EventEmitter memory leak detected. %d %s listeners added to [process]. "+
		"MaxListeners is %s. Use emitter.setMaxListeners() to increase limit", n, label, most))
	r.tellWarning(r.setAll(w, []property{{"name", "MaxListenersExceededWarning"}, {"emitter", r.processObject()}, {"type", name}, {"count", n}}))
}

// installEvents adds the methods of an emitter to an object.
func (r *Runtime) installEvents(o *vm.Object) {
	for _, f := range []property{
		{"setMaxListeners", r.setMaxListeners},
		{"getMaxListeners", func(vm.FunctionCall) vm.Value { return r.maxListeners() }},
		{"emit", func(c vm.FunctionCall) vm.Value {
			return r.vm.ToValue(r.emit(nameOf(c.Argument(0)), c.Arguments[min(1, len(c.Arguments)):]...))
		}},
		{"addListener", r.addListener(false, false)},
		{"on", r.addListener(false, false)},
		{"prependListener", r.addListener(false, true)},
		{"once", r.addListener(true, false)},
		{"prependOnceListener", r.addListener(true, true)},
		{"removeListener", r.removeListener},
		{"off", r.removeListener},
		{"removeAllListeners", r.removeAllListeners},
		{"listeners", r.listenersOf},
		{"rawListeners", r.listenersOf},
		{"listenerCount", func(c vm.FunctionCall) vm.Value {
			return r.vm.ToValue(len(r.process.events.listeners[nameOf(c.Argument(0))]))
		}},
		{"eventNames", r.eventNames},
	} {
		r.define(o, f.name, f.value)
	}
}

// addListener returns the method that adds a listener, at the front or at the end.
func (r *Runtime) addListener(once, front bool) func(vm.FunctionCall) vm.Value {
	e := &r.process.events
	return func(c vm.FunctionCall) vm.Value {
		name, fn := nameOf(c.Argument(0)), c.Argument(1)
		if !callable(fn) {
			panic(r.invalidArgument("listener", "of type function", fn))
		}
		if len(e.listeners["newListener"]) > 0 {
			r.emit("newListener", c.Argument(0), fn)
		}
		e.add(name, listener{fn, once}, front)
		r.warnOfListeners(name)
		return c.This
	}
}

func (r *Runtime) removeListener(c vm.FunctionCall) vm.Value {
	e := &r.process.events
	if e.remove(nameOf(c.Argument(0)), c.Argument(1)) && len(e.listeners["removeListener"]) > 0 {
		r.emit("removeListener", c.Argument(0), c.Argument(1))
	}
	return c.This
}

func (r *Runtime) removeAllListeners(c vm.FunctionCall) vm.Value {
	e := &r.process.events
	if len(c.Arguments) > 0 {
		e.set(nameOf(c.Arguments[0]), nil)
		return c.This
	}
	for _, name := range slices.Clone(e.names) {
		e.set(name, nil)
	}
	return c.This
}

func (r *Runtime) listenersOf(c vm.FunctionCall) vm.Value {
	all := r.process.events.listeners[nameOf(c.Argument(0))]
	values := make([]any, len(all))
	for i, l := range all {
		values[i] = l.fn
	}
	return r.vm.NewArray(values...)
}

func (r *Runtime) setMaxListeners(c vm.FunctionCall) vm.Value {
	n := c.Argument(0)
	if !vm.IsNumber(n) {
		panic(r.invalidArgument("setMaxListeners", "of type number", n))
	}
	if !(n.ToFloat() >= 0) {
		panic(r.outOfRange("setMaxListeners", ">= 0", display(n)))
	}
	r.process.events.limit = n
	return c.This
}

// eventNames returns the names with listeners, symbols last, as Reflect.ownKeys does.
func (r *Runtime) eventNames(vm.FunctionCall) vm.Value {
	var names, symbols []any
	for _, name := range r.process.events.names {
		if _, ok := name.(*vm.Symbol); ok {
			symbols = append(symbols, name)
		} else {
			names = append(names, name)
		}
	}
	return r.vm.NewArray(append(names, symbols...)...)
}
