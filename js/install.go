package js

import (
	"maps"
	"time"

	"github.com/wakeful-go/wakeful/js/internal/node"
	"github.com/wakeful-go/wakeful/js/internal/then"
	"github.com/wakeful-go/wakeful/js/internal/vm"
	"github.com/wakeful-go/wakeful/js/internal/web"
)

// This file owns what a new runtime looks like to JavaScript.

// install makes the globals. It runs before the runtime is known to anybody else.
func (r *Runtime) install() error {
	r.vm.SetMaxCallStackSize(r.settings.stack)
	r.vm.SetPromiseRejectionTracker(r.rejections.track)
	r.order.jobs, r.order.visible = vm.LookAtJobs(r.vm)
	then.Install(r.vm)
	r.timers = timers{epoch: time.Now(), lists: map[int64]*timerList{}, byID: map[int64]*timeout{}, armed: never}

	if err := r.installOrder(); err != nil {
		return err
	}
	r.natives.timeout = r.prototypeOf("Timeout", map[string]func(*timeout, vm.FunctionCall) vm.Value{
		"ref":     func(t *timeout, c vm.FunctionCall) vm.Value { t.refer(r, true); return c.This },
		"unref":   func(t *timeout, c vm.FunctionCall) vm.Value { t.refer(r, false); return c.This },
		"hasRef":  func(t *timeout, _ vm.FunctionCall) vm.Value { return r.vm.ToValue(t.ref) },
		"refresh": func(t *timeout, c vm.FunctionCall) vm.Value { r.timers.refresh(t); return c.This },
		"close":   func(t *timeout, c vm.FunctionCall) vm.Value { r.timers.clear(t); return c.This },
	})
	primitive := func(c vm.FunctionCall) vm.Value {
		t, ok := exported[*timeout](c.This)
		if !ok {
			return vm.NaN()
		}
		return r.vm.ToValue(r.timers.identity(t))
	}
	if err := r.natives.timeout.SetSymbol(vm.SymToPrimitive, r.vm.ToValue(primitive)); err != nil {
		return err
	}
	r.natives.immediate = r.prototypeOf("Immediate", nil)
	for name, fn := range map[string]func(*immediate, vm.FunctionCall) vm.Value{
		"ref":    func(i *immediate, c vm.FunctionCall) vm.Value { i.refer(r, true); return c.This },
		"unref":  func(i *immediate, c vm.FunctionCall) vm.Value { i.refer(r, false); return c.This },
		"hasRef": func(i *immediate, _ vm.FunctionCall) vm.Value { return r.vm.ToValue(i.ref && !i.gone) },
	} {
		r.define(r.natives.immediate, name, method(r, fn))
	}

	global := r.vm.GlobalObject()
	for name, fn := range map[string]func(vm.FunctionCall) vm.Value{
		"setTimeout": r.setTimeout, "setInterval": r.setInterval, "setImmediate": r.setImmediate,
		"clearTimeout": r.clearTimeout, "clearInterval": r.clearTimeout, "clearImmediate": r.clearImmediate,
		"queueMicrotask": r.queueMicrotask,
	} {
		if err := global.Set(name, fn); err != nil {
			return err
		}
	}
	r.define(global, "global", global)
	vm.SetStackReader(r.vm, r.readStack)
	r.installProcess()
	r.installModules()
	if err := web.Install(view{r}); err != nil {
		return err
	}
	if err := node.Install(view{r}); err != nil {
		return err
	}
	for _, g := range r.settings.globals {
		if err := global.Set(g.name, g.value); err != nil {
			return err
		}
	}
	return nil
}

// installOrder makes the trampoline and what belongs to it.
func (r *Runtime) installOrder() error {
	r.natives.apply = r.vm.ToValue(r.apply)
	run, err := r.build(trampoline, r.vm.NewDynamicObject(steps{r}), r.fail)
	if err != nil {
		return err
	}
	r.natives.run, _ = vm.AssertFunction(run)
	micro, err := r.build(microtaskFrame, r.takeMicrotask, r.failMicrotask, r.beginMicrotasks)
	if err != nil {
		return err
	}
	r.natives.microtask = micro.(*vm.Object)
	return nil
}

// build runs a script of the runtime itself, which is a function, with the given
// arguments: objects, and functions of Go.
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

// define makes a property that is not enumerable, as built-in ones are.
func (r *Runtime) define(o *vm.Object, name string, value any) {
	_ = o.DefineDataProperty(name, r.vm.ToValue(value), vm.FlagTrue, vm.FlagTrue, vm.FlagFalse)
}

// exported returns the value of Go that backs an object.
func exported[T any](v vm.Value) (t T, ok bool) {
	if o, isObject := v.(*vm.Object); isObject {
		t, ok = o.Export().(T)
	}
	return t, ok
}

// method makes a method for handles backed by a T.
func method[T any](r *Runtime, fn func(T, vm.FunctionCall) vm.Value) func(vm.FunctionCall) vm.Value {
	return func(c vm.FunctionCall) vm.Value {
		t, ok := exported[T](c.This)
		if !ok {
			panic(r.vm.NewTypeError("the method was called on an object that it does not belong to"))
		}
		return fn(t, c)
	}
}

// prototypeOf makes the prototype of handles, with a constructor that only
// names them.
func (r *Runtime) prototypeOf(name string, methods map[string]func(*timeout, vm.FunctionCall) vm.Value) *vm.Object {
	p := r.vm.NewObject()
	constructor := r.vm.ToValue(func(vm.ConstructorCall) *vm.Object {
		panic(r.vm.NewTypeError("Illegal constructor"))
	}).(*vm.Object)
	_ = constructor.DefineDataProperty("name", r.vm.ToValue(name), vm.FlagFalse, vm.FlagTrue, vm.FlagFalse)
	_ = constructor.Set("prototype", p)
	r.define(p, "constructor", constructor)
	for method := range maps.Keys(methods) {
		fn := methods[method]
		r.define(p, method, func(c vm.FunctionCall) vm.Value {
			t, ok := exported[*timeout](c.This)
			if !ok {
				panic(r.vm.NewTypeError(method + " was called on an object that is no " + name))
			}
			return fn(t, c)
		})
	}
	return p
}
