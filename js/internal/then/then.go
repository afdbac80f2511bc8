// Package then implements Promise.prototype.then at a fraction of the engine's cost.
//
// For each promise that then returns, the engine makes two functions that settle it. No
// script ever sees them, but each is an object with a map of properties. They take three
// quarters of the memory of a then and most of its time. This then settles its promise
// without them. The promises are the engine's own, so await, async functions and all
// methods of Promise work with them. Unusual cases are left to the engine's then:
// subclasses, species, and handlers that are proxies.
//
// The engine has no other way to make or to settle a promise, so this package accesses
// the engine's structures through package unsafe. Install first checks that the engine
// is a version that the tests ran against, and then every field of the structures. If
// either differs, Install does nothing and the engine's own then stays.
//
// It follows 27.2.5.4 of ECMA-262 and the operations used there, in the engine's order.
package then

import (
	"reflect"
	"slices"
	"sync"
	"unsafe"

	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// A method is the function then of one runtime. Only the goroutine of the runtime may use it.
type method struct {
	runtime     *vm.Runtime
	constructor *vm.Object
	function    *vm.Object
	engine      func(vm.FunctionCall) vm.Value // the engine's own then
	apply       func(vm.FunctionCall) vm.Value // calls a callable object that is not a plain function
	frame       func(vm.FunctionCall) vm.Value // calls a function with an argument

	pending cell             // the template of new promises
	class   unsafe.Pointer   // identifies objects that are promises
	scripts []unsafe.Pointer // identifies functions of scripts
	values  reflect.Type

	// Fields of the runtime.

	jobs     *[]func()
	rejected *vm.PromiseRejectionTracker
	context  *vm.AsyncContextTracker
}

// A cell is a promise in a single allocation.
type cell struct {
	object  vm.Object
	promise vm.Promise
}

// Install replaces then in a new runtime and reports whether it did. The engine's own then stays if
// the engine's version was not tested or its structures are unknown. Call it before any script
// runs.
func Install(runtime *vm.Runtime) bool {
	constructor, _ := runtime.Get("Promise").(*vm.Object)
	prototype, _ := constructor.Get("prototype").(*vm.Object)
	engine, ok := prototype.Get("then").Export().(func(vm.FunctionCall) vm.Value)
	if !ok {
		return false
	}
	function := New(runtime, constructor, engine)
	return function != nil && prototype.DefineDataProperty("then", function, vm.FlagTrue, vm.FlagTrue, vm.FlagFalse) == nil
}

// New returns the method then for a runtime, or nil if the engine's own is to stay.
func New(runtime *vm.Runtime, constructor *vm.Object, engine func(vm.FunctionCall) vm.Value) *vm.Object {
	m := &method{
		runtime:     runtime,
		constructor: constructor,
		engine:      engine,
		jobs:        field[[]func()](runtime, "jobQueue"),
		rejected:    field[vm.PromiseRejectionTracker](runtime, "promiseRejectionTracker"),
		context:     field[vm.AsyncContextTracker](runtime, "asyncContextTracker"),
	}
	if !layoutKnown() || m.jobs == nil || m.rejected == nil || m.context == nil {
		return nil
	}
	if m.scripts = scriptKinds(); m.scripts == nil {
		return nil
	}
	reflection := vm.Intrinsic(runtime, "Reflect")
	m.apply = function1(runtime, applyProgram, reflection.Get("apply"))
	m.frame = function1(runtime, frameProgram, vm.Undefined())

	p, _, _ := runtime.NewPromise()
	o := runtime.ToValue(p).(*vm.Object)
	if self(o).value != unsafe.Pointer(p) || fieldsOf(p).val != o {
		return nil
	}
	m.pending = cell{object: *o, promise: *p}
	m.class = self(o).class
	base, _ := reflect.TypeFor[vm.Promise]().FieldByName("values")
	m.values = base.Type

	m.function = runtime.ToValue(m.then).(*vm.Object)
	_ = m.function.DefineDataProperty("name", runtime.ToValue("then"), vm.FlagFalse, vm.FlagTrue, vm.FlagFalse)
	_ = m.function.DefineDataProperty("length", runtime.ToValue(2), vm.FlagFalse, vm.FlagTrue, vm.FlagFalse)
	return m.function
}

var layoutKnown = sync.OnceValue(known)

// program returns a function of JavaScript that is compiled once.
func program(source string) func() *vm.Program {
	return sync.OnceValue(func() *vm.Program {
		p, err := vm.Compile("wakeful:internal", source, false)
		if err != nil {
			panic(err) // a constant always compiles
		}
		return p
	})
}

var (
	applyProgram = program(`(apply => function then(f, self, a, b) { return apply(f, self, [a, b]) })`)
	frameProgram = program(`(() => (f, value) => f(value))`)
)

// function1 calls a program's function with an argument and returns the function that it returns.
func function1(runtime *vm.Runtime, program func() *vm.Program, argument vm.Value) func(vm.FunctionCall) vm.Value {
	made, err := runtime.RunProgram(program())
	if err != nil {
		panic(err) // a constant always runs
	}
	factory, _ := vm.AssertFunction(made)
	function, err := factory(vm.Undefined(), argument)
	if err != nil {
		panic(err)
	}
	call, _ := function.Export().(func(vm.FunctionCall) vm.Value)
	return call
}

// scriptKinds are what identifies functions of scripts, or nil if the engine has no such functions.
var scriptKinds = sync.OnceValue(func() []unsafe.Pointer {
	runtime := vm.New()
	var kinds []unsafe.Pointer
	for _, kind := range []string{`() => 0`, `function () {}`, `{ f() {} }.f`, `async () => 0`, `async function () {}`} {
		f, err := runtime.RunString("(" + kind + ")")
		if err != nil {
			return nil
		}
		kinds = append(kinds, self(f.(*vm.Object)).class)
	}
	return kinds
})

// then is Promise.prototype.then.
func (m *method) then(c vm.FunctionCall) vm.Value {
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
func (m *method) leave(c vm.FunctionCall) vm.Value {
	arguments := slices.Clone(c.Arguments)
	for i, v := range arguments[:min(2, len(arguments))] {
		if _, callable := vm.AssertFunction(v); callable && !slices.Contains(m.scripts, self(v.(*vm.Object)).class) {
			arguments[i] = m.runtime.ToValue(func(c vm.FunctionCall) vm.Value {
				return m.frame(vm.FunctionCall{This: vm.Undefined(), Arguments: []vm.Value{v, c.Argument(0)}})
			})
		}
	}
	return m.engine(vm.FunctionCall{This: c.This, Arguments: arguments})
}

// plain returns the promise of a value if its then returns a plain promise.
func (m *method) plain(v vm.Value) *promise {
	o, ok := v.(*vm.Object)
	if !ok || *m.context != nil {
		return nil
	}
	s := self(o)
	if s.class != m.class {
		return nil
	}
	if o.Get("constructor") != m.constructor || m.constructor.GetSymbol(vm.SymSpecies) != m.constructor {
		return nil
	}
	return (*promise)(s.value)
}

var functionType = reflect.TypeFor[func(vm.FunctionCall) vm.Value]()

// handler returns a function that calls the handler passed to then, or nil if there is none. ok is
// false if the engine itself must call it.
//
// A Go function is called from a JavaScript frame. Called directly from a job, it would be the
// outermost call. Any call that it makes into the engine, such as console.log calling util.inspect,
// would then run the other jobs first.
func (m *method) handler(v vm.Value) (call func(vm.FunctionCall) vm.Value, ok bool) {
	call, ok = function(v)
	if call != nil && !slices.Contains(m.scripts, self(v.(*vm.Object)).class) {
		return func(c vm.FunctionCall) vm.Value {
			return m.frame(vm.FunctionCall{This: c.This, Arguments: []vm.Value{v, c.Argument(0)}})
		}, true
	}
	return call, ok
}

// function returns a function that calls a value, or nil if the value is not an object. ok is false
// if the engine itself must call it.
func function(v vm.Value) (call func(vm.FunctionCall) vm.Value, ok bool) {
	o, isObject := v.(*vm.Object)
	if !isObject {
		return nil, true
	}
	if o.ExportType() != functionType {
		return nil, false
	}
	call, ok = o.Export().(func(vm.FunctionCall) vm.Value)
	return call, ok
}

// newPromise returns a pending promise.
func (m *method) newPromise() *promise {
	c := new(cell)
	*c = m.pending
	self(&c.object).value = unsafe.Pointer(&c.promise)
	p := fieldsOf(&c.promise)
	p.val = &c.object
	p.values = reflect.MakeMap(m.values).UnsafePointer()
	return p
}

// await adds a link to the reactions of a promise.
func (m *method) await(p *promise, l *link) {
	l.from = p
	switch p.state {
	case vm.PromisePending:
		l.reaction = reaction{kind: linked, handler: &l.handler}
		l.handler.call = l.settled
		l.list[0] = &l.reaction
		if p.fulfilled == nil {
			p.fulfilled, p.rejected = l.list[:], l.list[:]
		} else {
			p.fulfilled = append(p.fulfilled, &l.reaction)
			p.rejected = append(p.rejected, &l.reaction)
		}
	case vm.PromiseFulfilled:
		m.queue(l, p.result)
	default:
		if !p.handled {
			m.track(p, vm.PromiseRejectionHandle)
		}
		m.queue(l, p.result)
	}
	p.handled = true
}

func (m *method) track(p *promise, operation vm.PromiseRejectionOperation) {
	if track := *m.rejected; track != nil {
		track((*vm.Promise)(unsafe.Pointer(p)), operation)
	}
}
