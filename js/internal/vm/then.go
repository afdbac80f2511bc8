package vm

import (
	"reflect"
	"slices"
	"sync"
	"unsafe"
)

// This file implements Promise.prototype.then and Promise.resolve at a fraction of the engine's cost.
//
// For each promise that they return, the engine makes two functions that settle it. No script ever
// sees them, but each is an object with a map of properties. They take three quarters of the memory of
// a then and most of its time. These methods settle their promises without them. The promises are the
// engine's own, so await, async functions and all methods of Promise work with them. Unusual cases are
// left to the engine's then: subclasses, species, and handlers that are proxies.
//
// The engine has no other way to make or to settle a promise, so the engine's structures are accessed
// through package unsafe (promisememory.go). If the probe finds others, the engine's own then stays.
//
// It follows 27.2.5.4 of ECMA-262 and the operations used there, in the engine's order.

// A method is the function then of one runtime. Only the goroutine of the runtime may use it.
type thenMethod struct {
	runtime     *Runtime
	constructor *Object
	function    *Object
	engine      func(FunctionCall) Value // the engine's own then
	apply       func(FunctionCall) Value // calls a callable object that is not a plain function
	frame       func(FunctionCall) Value // calls a function with an argument

	pending cell             // the template of new promises
	class   unsafe.Pointer   // identifies objects that are promises
	scripts []unsafe.Pointer // identifies functions of scripts

	// Fields of the runtime.

	jobs     *[]func()
	rejected *PromiseRejectionTracker
	context  *AsyncContextTracker
}

// A cell is a promise in a single allocation.
type cell struct {
	object  Object
	promise Promise
}

// engineReflect returns the global Reflect as a program finds it first.
func engineReflect(runtime *Runtime) *Object {
	if runtime.GlobalObject().Get(intrinsicsName) != nil {
		return Intrinsic(runtime, "Reflect")
	}
	return runtime.Get("Reflect").(*Object)
}

// makeThen returns the method then for a runtime, or nil if the engine's own is to stay.
func makeThen(runtime *Runtime, constructor *Object, engine func(FunctionCall) Value) *thenMethod {
	m := &thenMethod{
		runtime:     runtime,
		constructor: constructor,
		engine:      engine,
		jobs:        runtimeField[[]func()](runtime, "jobQueue"),
		rejected:    runtimeField[PromiseRejectionTracker](runtime, "promiseRejectionTracker"),
		context:     runtimeField[AsyncContextTracker](runtime, "asyncContextTracker"),
	}
	if m.jobs == nil || m.rejected == nil || m.context == nil {
		return nil
	}
	if m.scripts = scriptKinds(); m.scripts == nil {
		return nil
	}
	m.apply = builtFunction(runtime, applyFunction, engineReflect(runtime).Get("apply"))
	m.frame = compiled(runtime, `(f, value) => f(value)`)

	p, _, _ := runtime.NewPromise()
	o := runtime.ToValue(p).(*Object)
	if implementationOf(o).value != unsafe.Pointer(p) || fieldsOf(p).val != o {
		return nil
	}
	m.pending = cell{object: *o, promise: *p}
	m.class = implementationOf(o).class

	m.function = Named(runtime, runtime.ToValue(m.then).(*Object), "then", 2)
	return m
}

// applyFunction makes a function that calls another one with this and two arguments.
const applyFunction = `(apply) => function then(f, self, a, b) { return apply(f, self, [a, b]) }`

// scriptKinds are what identifies functions of scripts, or nil if the engine has no such functions.
var scriptKinds = sync.OnceValue(func() []unsafe.Pointer {
	runtime := newEngine()
	var kinds []unsafe.Pointer
	for _, kind := range []string{`() => 0`, `function () {}`, `{ f() {} }.f`, `async () => 0`, `async function () {}`} {
		f, err := runtime.RunString("(" + kind + ")")
		if err != nil {
			return nil
		}
		kinds = append(kinds, implementationOf(f.(*Object)).class)
	}
	return kinds
})

// then is Promise.prototype.then.
func (m *thenMethod) then(c FunctionCall) Value {
	p := m.plain(c.This)
	if p == nil {
		return m.leave(c)
	}
	fulfilled, ok := m.handler(c.Argument(0))
	if !ok {
		return m.leave(c)
	}
	rejected, ok := m.handler(c.Argument(1))
	if !ok {
		return m.leave(c)
	}
	to := m.newPromise()
	m.await(p, &link{method: m, to: to, fulfilled: fulfilled, rejected: rejected})
	return to.val
}

// leave passes a call to the engine's then. It wraps a handler that is not a function of a script
// in a JavaScript frame, because the engine checks for an interrupt only in such a frame. Without
// it, a chain of Go handlers that each queue the next could never be interrupted.
func (m *thenMethod) leave(c FunctionCall) Value {
	arguments := slices.Clone(c.Arguments)
	for i, v := range arguments[:min(2, len(arguments))] {
		if _, callable := AssertFunction(v); callable && !slices.Contains(m.scripts, implementationOf(v.(*Object)).class) {
			arguments[i] = m.runtime.ToValue(func(c FunctionCall) Value {
				return m.frame(FunctionCall{This: Undefined(), Arguments: []Value{v, c.Argument(0)}})
			})
		}
	}
	return m.engine(FunctionCall{This: c.This, Arguments: arguments})
}

// plain returns the promise of a value if its then returns a plain promise.
func (m *thenMethod) plain(v Value) *promiseMemory {
	o, ok := v.(*Object)
	if !ok || *m.context != nil {
		return nil
	}
	s := implementationOf(o)
	if s.class != m.class {
		return nil
	}
	if o.Get("constructor") != m.constructor || m.constructor.GetSymbol(SymSpecies) != m.constructor {
		return nil
	}
	return (*promiseMemory)(s.value)
}

var functionType = reflect.TypeFor[func(FunctionCall) Value]()

// handler returns a function that calls the handler passed to then, or nil if there is none. ok is
// false if the engine itself must call it.
//
// A Go function is called from a JavaScript frame. Called directly from a job, it would be the
// outermost call. Any call that it makes into the engine, such as console.log calling util.inspect,
// would then run the other jobs first.
func (m *thenMethod) handler(v Value) (call func(FunctionCall) Value, ok bool) {
	call, ok = callableOf(v)
	if call != nil && !slices.Contains(m.scripts, implementationOf(v.(*Object)).class) {
		return func(c FunctionCall) Value {
			return m.frame(FunctionCall{This: c.This, Arguments: []Value{v, c.Argument(0)}})
		}, true
	}
	return call, ok
}

// function returns a function that calls a value, or nil if the value is not an object. ok is false
// if the engine itself must call it.
func callableOf(v Value) (call func(FunctionCall) Value, ok bool) {
	o, isObject := v.(*Object)
	if !isObject {
		return nil, true
	}
	if o.ExportType() != functionType {
		return nil, false
	}
	call, ok = o.Export().(func(FunctionCall) Value)
	return call, ok
}

// newPromise returns a pending promise.
func (m *thenMethod) newPromise() *promiseMemory {
	c := new(cell)
	*c = m.pending
	implementationOf(&c.object).value = unsafe.Pointer(&c.promise)
	p := fieldsOf(&c.promise)
	p.val = &c.object
	p.values = map[unistring]Value{}
	return p
}

// resolved is Promise.resolve of a value that is not a promise.
func (m *thenMethod) resolved(value Value) Value {
	p := m.newPromise()
	m.resolve(p, value)
	return p.val
}

// await adds a link to the reactions of a promise.
func (m *thenMethod) await(p *promiseMemory, l *link) {
	l.from = p
	switch p.state {
	case PromisePending:
		l.reaction = reaction{kind: linked, handler: &l.handler}
		l.handler.call = l.settled
		l.list[0] = &l.reaction
		if p.fulfilled == nil {
			p.fulfilled, p.rejected = l.list[:], l.list[:]
		} else {
			p.fulfilled = append(p.fulfilled, &l.reaction)
			p.rejected = append(p.rejected, &l.reaction)
		}
	case PromiseFulfilled:
		m.queue(l, p.result)
	default:
		if !p.handled {
			m.track(p, PromiseRejectionHandle)
		}
		m.queue(l, p.result)
	}
	p.handled = true
}

func (m *thenMethod) track(p *promiseMemory, operation PromiseRejectionOperation) {
	if track := *m.rejected; track != nil {
		track((*Promise)(unsafe.Pointer(p)), operation)
	}
}
