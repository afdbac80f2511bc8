package js

import (
	"path/filepath"
	"sync"
	"time"

	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/locale"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file sets up the globals of a new runtime.

// profiles are the profiles of runtimes, by what their options say.
var profiles sync.Map // exposure: func() *vm.Profile

// An exposure is what decides which globals a runtime has. Values of WithGlobal come on top.
type exposure struct{ node, requirable, sockets, engineThen bool }

// profileOf returns the profile of runtimes with these settings. It is made once.
func profileOf(s *settings) *vm.Profile {
	p := exposure{s.node, s.requirable(), s.opensSockets(), s.engineThen}
	once, ok := profiles.Load(p)
	if !ok {
		once, _ = profiles.LoadOrStore(p, sync.OnceValue(p.make))
	}
	return once.(func() *vm.Profile)()
}

func (p exposure) make() *vm.Profile {
	given := builtins()
	globals := p.globals()
	for _, g := range given.globals {
		if (!g.node || p.node) && (!g.socket || p.sockets) {
			globals = append(globals, vm.Global{Name: g.name, Enumerable: enumerable[g.name], Load: func(rt *vm.Runtime) vm.Value { return g.load(hostView{runtimeOf(rt)}) }})
		}
	}
	made := vm.NewProfile(locale.Changes(formatDate), globals, given.additions)
	made.EngineThen = p.engineThen
	return made
}

// enumerable are the globals of packages node and web that Object.keys(globalThis) has, as in Node.
var enumerable = map[string]bool{
	"atob": true, "btoa": true, "crypto": true, "fetch": true, "performance": true, "structuredClone": true,
}

// formatDate formats a time as Intl.DateTimeFormat does.
func formatDate(rt *vm.Runtime, ms, locales, options vm.Value, wanted [2]string) vm.Value {
	return host.Invoke(hostView{runtimeOf(rt)}, "internal/intl", "formatDate", ms, locales, options, rt.ToValue(wanted[0]), rt.ToValue(wanted[1]))
}

// runtimeOf returns the runtime of an engine.
func runtimeOf(rt *vm.Runtime) *Runtime { return vm.Host(rt).(*Runtime) }

// globals are the runtime's own globals.
func (p exposure) globals() []vm.Global {
	var all []vm.Global
	method := func(name string, fn func(*Runtime, vm.FunctionCall) vm.Value) {
		all = append(all, vm.Global{Name: name, Enumerable: true, Load: func(rt *vm.Runtime) vm.Value {
			r := runtimeOf(rt)
			return rt.ToValue(r.member(name, func(c vm.FunctionCall) vm.Value { return fn(r, c) }))
		}})
	}
	method("setTimeout", (*Runtime).setTimeout)
	method("setInterval", (*Runtime).setInterval)
	method("setImmediate", (*Runtime).setImmediate)
	method("clearTimeout", (*Runtime).clearTimeout)
	method("clearInterval", (*Runtime).clearTimeout)
	method("clearImmediate", (*Runtime).clearImmediate)
	method("queueMicrotask", (*Runtime).queueMicrotask)
	if p.node {
		all = append(all,
			vm.Global{Name: "global", Enumerable: true, Load: func(rt *vm.Runtime) vm.Value { return rt.GlobalObject() }},
			vm.Global{Name: "process", Load: func(rt *vm.Runtime) vm.Value { return runtimeOf(rt).processObject() }})
	}
	if p.requirable {
		all = append(all, vm.Global{Name: "require", Load: func(rt *vm.Runtime) vm.Value {
			r := runtimeOf(rt)
			return r.requireFor(filepath.Join(r.cwd(), "[eval]"))
		}})
	}
	return all
}

// install prepares a new runtime. It runs before any other code can use it.
func (r *Runtime) install() error {
	r.prepareEngine()
	r.order.jobs, r.order.visible = vm.JobsOf(r.vm)
	r.timers = timers{epoch: time.Now(), armed: never}
	if err := r.installOrder(); err != nil {
		return err
	}
	vm.SetStackReader(r.vm, r.readStack)
	r.process.exitCode, r.process.began = vm.Undefined(), time.Now()
	r.process.events.changed = r.watchSignal
	if r.settings.dir != "" {
		r.files.Chdir(r.settings.dir)
	}
	r.installModules()
	for _, g := range r.settings.globals {
		r.hideGoErrors()
		if err := r.vm.GlobalObject().Set(g.name, r.given(g.value)); err != nil {
			return err
		}
	}
	return nil
}

// hideGoErrors is called before scripts can get values of Go that the host has made: their
// functions may return errors. It takes 5 KB, which a runtime without such values does not need.
func (r *Runtime) hideGoErrors() {
	if !r.natives.hidden {
		r.natives.hidden = true
		vm.HideGoErrors(r.vm)
	}
}

// timeoutPrototype returns the prototype of what setTimeout returns.
func (r *Runtime) timeoutPrototype() *vm.Object {
	if r.natives.timeout != nil {
		return r.natives.timeout
	}
	timers := r.prototypeOf("Timeout")
	r.natives.timeout = timers
	for _, m := range []property{
		{"ref", method(r, nil, func(t *timeout, c vm.FunctionCall) vm.Value { r.begins(); t.refer(r, true); return c.This })},
		{"unref", method(r, nil, func(t *timeout, c vm.FunctionCall) vm.Value { t.refer(r, false); return c.This })},
		{"hasRef", method(r, vm.Undefined(), func(t *timeout, _ vm.FunctionCall) vm.Value { return r.vm.ToValue(t.ref) })},
		{"refresh", method(r, nil, func(t *timeout, c vm.FunctionCall) vm.Value { r.begins(); r.timers.refresh(t); return c.This })},
		{"close", method(r, nil, func(t *timeout, c vm.FunctionCall) vm.Value { r.timers.clear(t); return c.This })},
	} {
		r.define(timers, m.name, m.value)
	}
	identity := method(r, vm.Undefined(), func(t *timeout, _ vm.FunctionCall) vm.Value { return r.vm.ToValue(r.timers.identity(t)) })
	_ = timers.DefineDataPropertySymbol(vm.SymToPrimitive, r.function(identity), vm.FlagTrue, vm.FlagTrue, vm.FlagTrue)
	r.makeDisposable(timers, r.clearTimeout)
	return timers
}

// immediatePrototype returns the prototype of what setImmediate returns.
func (r *Runtime) immediatePrototype() *vm.Object {
	if r.natives.immediate != nil {
		return r.natives.immediate
	}
	r.natives.immediate = r.prototypeOf("Immediate")
	for _, m := range []property{
		{"ref", method(r, nil, func(i *immediate, c vm.FunctionCall) vm.Value { i.refer(r, true); return c.This })},
		{"unref", method(r, nil, func(i *immediate, c vm.FunctionCall) vm.Value { i.refer(r, false); return c.This })},
		{"hasRef", method(r, r.vm.ToValue(false), func(i *immediate, _ vm.FunctionCall) vm.Value { return r.vm.ToValue(i.ref && !i.gone) })},
	} {
		r.define(r.natives.immediate, m.name, m.value)
	}
	r.makeDisposable(r.natives.immediate, r.clearImmediate)
	return r.natives.immediate
}

// makeDisposable gives handles the method [Symbol.dispose], which clears them.
func (r *Runtime) makeDisposable(prototype *vm.Object, clearHandle func(vm.FunctionCall) vm.Value) {
	symbol, ok := vm.Intrinsic(r.vm, "Symbol").Get("dispose").(*vm.Symbol)
	if !ok {
		return
	}
	dispose := r.function(func(c vm.FunctionCall) vm.Value {
		return clearHandle(vm.FunctionCall{Arguments: []vm.Value{c.This}})
	})
	_ = prototype.DefineDataPropertySymbol(symbol, dispose, vm.FlagTrue, vm.FlagTrue, vm.FlagFalse)
}

// installOrder makes the trampoline.
func (r *Runtime) installOrder() error {
	run, err := r.build(trampoline, r.vm.NewDynamicObject(steps{runtime: r}), r.pass, r.fail)
	if err != nil {
		return err
	}
	r.natives.run, _ = vm.AssertFunction(run)
	return nil
}

// applyFunction returns the function apply.
func (r *Runtime) applyFunction() vm.Value {
	if r.natives.apply == nil {
		r.natives.apply = r.vm.ToValue(r.apply)
	}
	return r.natives.apply
}

// microtaskThenable returns the thenable whose job runs microtasks.
func (r *Runtime) microtaskThenable() *vm.Object {
	if r.natives.microtask == nil {
		made := vm.Must(r.build(microtaskFrame, r.takeMicrotask, r.pass, r.failMicrotask, r.beginMicrotasks))
		r.natives.microtask = made.(*vm.Object)
		if r.order.jobs.CanPush() {
			r.natives.runMicrotasks, _ = r.natives.microtask.Get("then").Export().(func(vm.FunctionCall) vm.Value)
		}
	}
	return r.natives.microtask
}

// then returns the original Promise.prototype.then.
func (r *Runtime) originalThen() vm.Callable {
	if r.natives.then == nil {
		r.natives.then, _ = vm.AssertFunction(vm.PromiseMethod(r.vm, "then"))
	}
	return r.natives.then
}

// build runs one of the runtime's own scripts. The script is a function, and arguments are objects
// and Go functions for it.
func (r *Runtime) build(source string, arguments ...any) (vm.Value, error) {
	v, err := vm.Compiled(r.vm, source)
	if err != nil {
		return nil, err
	}
	fn, _ := vm.AssertFunction(v)
	args := make([]vm.Value, len(arguments))
	for i, a := range arguments {
		args[i] = r.vm.ToValue(a)
	}
	return fn(vm.Undefined(), args...)
}

// function returns a Go function as a JavaScript function. A panic in it becomes an exception.
func (r *Runtime) function(fn func(vm.FunctionCall) vm.Value) vm.Value {
	return vm.NewFunction(r.vm, fn)
}

// define makes a property that is not enumerable, like built-in properties.
func (r *Runtime) define(o *vm.Object, name string, value any) {
	_ = o.DefineDataProperty(name, r.vm.ToValue(r.member(name, value)), vm.FlagTrue, vm.FlagTrue, vm.FlagFalse)
}

// member returns the value of a property. A function of Go gets the property's name; the engine would
// give it Go's.
func (r *Runtime) member(name string, value any) any {
	fn, ok := value.(func(vm.FunctionCall) vm.Value)
	if !ok {
		return vm.Guarded(r.vm, value)
	}
	made := r.function(fn).(*vm.Object)
	_ = made.DefineDataProperty("name", r.vm.ToValue(name), vm.FlagFalse, vm.FlagTrue, vm.FlagFalse)
	return made
}

// method makes a method for handles implemented by a T. On any other receiver it does nothing, as
// in Node, where these methods only look for properties of their receiver: hasRef returns none, and
// every other method returns its receiver.
func method[T any](r *Runtime, none vm.Value, fn func(T, vm.FunctionCall) vm.Value) func(vm.FunctionCall) vm.Value {
	return func(c vm.FunctionCall) vm.Value {
		t, ok := lib.As[T](c.This)
		switch {
		case ok:
			return fn(t, c)
		case vm.IsNullish(c.This):
			panic(r.vm.NewTypeError("Cannot read properties of " + c.This.String()))
		case none != nil:
			return none
		}
		return c.This
	}
}

// prototypeOf makes the prototype of handles. Its constructor only provides a name.
func (r *Runtime) prototypeOf(name string) *vm.Object {
	p := r.vm.NewObject()
	constructor := r.vm.ToValue(func(vm.ConstructorCall) *vm.Object {
		panic(r.vm.NewTypeError("Illegal constructor"))
	}).(*vm.Object)
	_ = constructor.DefineDataProperty("name", r.vm.ToValue(name), vm.FlagFalse, vm.FlagTrue, vm.FlagFalse)
	_ = constructor.Set("prototype", p)
	r.define(p, "constructor", constructor)
	return p
}
