package js

import (
	"reflect"
	"time"

	"github.com/wakeful-go/wakeful/js/internal/locale"
	"github.com/wakeful-go/wakeful/js/internal/node"
	"github.com/wakeful-go/wakeful/js/internal/then"
	"github.com/wakeful-go/wakeful/js/internal/vm"
	"github.com/wakeful-go/wakeful/js/internal/web"
)

// This file sets up the globals of a new runtime.

// install makes the globals. It runs before any other code can use the runtime.
func (r *Runtime) install() error {
	r.vm.SetMaxCallStackSize(r.settings.stack)
	r.vm.SetPromiseRejectionTracker(r.rejections.track)
	r.order.jobs, r.order.visible = vm.LookAtJobs(r.vm)
	if !r.settings.engineThen {
		then.Install(r.vm)
	}
	promises := vm.Intrinsic(r.vm, "Promise")
	r.natives.then, _ = vm.AssertFunction(promises.Get("prototype").(*vm.Object).Get("then"))
	r.natives.parse, _ = vm.AssertFunction(vm.Intrinsic(r.vm, "JSON").Get("parse"))
	r.timers = timers{epoch: time.Now(), lists: map[int64]*timerList{}, byID: map[int64]*timeout{}, armed: never}

	if err := r.installOrder(); err != nil {
		return err
	}
	timers := r.prototypeOf("Timeout")
	for _, m := range []property{
		{"ref", method(r, nil, func(t *timeout, c vm.FunctionCall) vm.Value { t.refer(r, true); return c.This })},
		{"unref", method(r, nil, func(t *timeout, c vm.FunctionCall) vm.Value { t.refer(r, false); return c.This })},
		{"hasRef", method(r, vm.Undefined(), func(t *timeout, _ vm.FunctionCall) vm.Value { return r.vm.ToValue(t.ref) })},
		{"refresh", method(r, nil, func(t *timeout, c vm.FunctionCall) vm.Value { r.timers.refresh(t); return c.This })},
		{"close", method(r, nil, func(t *timeout, c vm.FunctionCall) vm.Value { r.timers.clear(t); return c.This })},
	} {
		r.define(timers, m.name, m.value)
	}
	identity := method(r, vm.Undefined(), func(t *timeout, _ vm.FunctionCall) vm.Value { return r.vm.ToValue(r.timers.identity(t)) })
	if err := timers.SetSymbol(vm.SymToPrimitive, r.function(identity)); err != nil {
		return err
	}
	r.natives.timeout = timers
	r.natives.immediate = r.prototypeOf("Immediate")
	for _, m := range []property{
		{"ref", method(r, nil, func(i *immediate, c vm.FunctionCall) vm.Value { i.refer(r, true); return c.This })},
		{"unref", method(r, nil, func(i *immediate, c vm.FunctionCall) vm.Value { i.refer(r, false); return c.This })},
		{"hasRef", method(r, r.vm.ToValue(false), func(i *immediate, _ vm.FunctionCall) vm.Value { return r.vm.ToValue(i.ref && !i.gone) })},
	} {
		r.define(r.natives.immediate, m.name, m.value)
	}

	global := r.vm.GlobalObject()
	for name, fn := range map[string]func(vm.FunctionCall) vm.Value{
		"setTimeout": r.setTimeout, "setInterval": r.setInterval, "setImmediate": r.setImmediate,
		"clearTimeout": r.clearTimeout, "clearInterval": r.clearTimeout, "clearImmediate": r.clearImmediate,
		"queueMicrotask": r.queueMicrotask,
	} {
		if err := global.Set(name, r.function(fn)); err != nil {
			return err
		}
	}
	if r.settings.node {
		r.define(global, "global", global)
	}
	vm.SetStackReader(r.vm, r.readStack)
	if err := locale.Install(r.vm); err != nil {
		return err
	}
	r.installProcess()
	r.installModules()
	if err := web.Install(hostView{r}); err != nil {
		return err
	}
	if err := node.Install(hostView{r}); err != nil {
		return err
	}
	for _, g := range r.settings.globals {
		if err := global.Set(g.name, vm.Guarded(r.vm, g.value)); err != nil {
			return err
		}
	}
	return nil
}

// installOrder makes the trampoline and related functions.
func (r *Runtime) installOrder() error {
	r.natives.apply = r.vm.ToValue(r.apply)
	run, err := r.build(trampoline, r.vm.NewDynamicObject(steps{r}), r.pass, r.fail)
	if err != nil {
		return err
	}
	r.natives.run, _ = vm.AssertFunction(run)
	micro, err := r.build(microtaskFrame, r.takeMicrotask, r.pass, r.failMicrotask, r.beginMicrotasks)
	if err != nil {
		return err
	}
	r.natives.microtask = micro.(*vm.Object)
	var known bool
	if r.order.queue, known = vm.JobQueueOf(r.vm); known {
		r.natives.runMicrotasks, _ = r.natives.microtask.Get("then").Export().(func(vm.FunctionCall) vm.Value)
	}
	return nil
}

// build runs one of the runtime's own scripts. The script is a function, and arguments are objects
// and Go functions for it.
func (r *Runtime) build(source string, arguments ...any) (vm.Value, error) {
	program, err := vm.Compile(internalSource, source, true)
	if err != nil {
		return nil, err
	}
	v, err := r.vm.RunProgram(program)
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
	_ = o.DefineDataProperty(name, r.vm.ToValue(vm.Guarded(r.vm, value)), vm.FlagTrue, vm.FlagTrue, vm.FlagFalse)
}

// exported returns the Go value that implements an object.
func exported[T any](v vm.Value) (t T, ok bool) {
	// Do not export any other object, because that would read all its properties.
	if o, isObject := v.(*vm.Object); isObject && o.ExportType() == reflect.TypeFor[T]() {
		t, ok = o.Export().(T)
	}
	return t, ok
}

// method makes a method for handles implemented by a T. On any other receiver it does nothing, as
// in Node, where these methods only look for properties of their receiver: hasRef returns none, and
// every other method returns its receiver.
func method[T any](r *Runtime, none vm.Value, fn func(T, vm.FunctionCall) vm.Value) func(vm.FunctionCall) vm.Value {
	return func(c vm.FunctionCall) vm.Value {
		t, ok := exported[T](c.This)
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
