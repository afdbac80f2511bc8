package vm

import (
	"reflect"
	"strings"

	"github.com/dop251/goja/ast"
)

// This file owns what the engine takes for a promise. It is an object whose property
// constructor is Promise: also a proxy, and Object.create(Promise.prototype). await of one
// panics in the engine; Promise.resolve returns it. In the language only an object that was
// made by the constructor is a promise. Promise.resolve, and with it all, race and the
// others, and finally are functions of Go that look first. The operand of await goes through
// another such function, which the syntax tree calls. What eval and new Function compile has
// the engine's await, which panics: SECURITY.md says what that ends.
//
// Rejected: to change the text of what they compile. The engine's tree does not say where the
// parentheses around an operand are, so a call cannot be put around it.

// awaitOperand is the name of that function among the globals. It is not a valid identifier, so no
// program can have such a variable.
const awaitOperand = "wakeful:await"

// promiseOf makes a promise that is resolved with a value that is not a promise, like
// PromiseResolve of ECMA-262.
const promiseOf = `((TypeError) => (C, value) => {
	let resolve, reject;
	const promise = new C((a, b) => {
		if (resolve !== undefined || reject !== undefined) throw new TypeError('Promise executor has already been invoked with non-undefined arguments');
		resolve = a;
		reject = b;
	});
	if (typeof resolve !== 'function' || typeof reject !== 'function') throw new TypeError('Promise resolve or reject function is not callable');
	resolve(value);
	return promise;
})`

// resolvedResult makes a function that passes the result of f through operand.
const resolvedResult = `(operand, f) => () => operand(f())`

var promiseType = reflect.TypeFor[*Promise]()

// needsPromise reports whether a value is an object that is not a promise.
func needsPromise(v Value) bool {
	o, ok := v.(*Object)
	return ok && o.ExportType() != promiseType
}

// promises holds the corrections of the promises of one runtime. Loop goroutine only.
type promises struct {
	engine   *Object // the engine's prototype, with its own methods
	resolved native  // of promiseOf
	operand  Value   // the function of awaitOperand
	methods  map[string]Value
	then     *thenMethod // nil if the engine's own stays
}

// promiseState makes the corrections at the first call.
func (c *corrections) promiseState() *promises {
	if c.promise != nil {
		return c.promise
	}
	rt := c.rt
	p := &promises{methods: map[string]Value{}}
	c.promise = p
	constructor := c.intrinsic("Promise")
	p.engine = c.enginePromises(constructor)
	p.resolved = builtFunction(rt, promiseOf, c.intrinsic("TypeError"))
	p.operand = rt.ToValue(func(call FunctionCall) Value {
		if v := call.Argument(0); needsPromise(v) {
			return p.resolved(FunctionCall{This: Undefined(), Arguments: []Value{constructor, v}})
		}
		return call.Argument(0)
	})
	for _, name := range []string{"constructor", "catch", "then", "finally"} {
		p.methods[name] = p.engine.Get(name)
	}
	if engine, ok := p.methods["then"].(*Object); ok && !c.profile.EngineThen && thenWorks() {
		if call, ok := engine.Export().(native); ok {
			if p.then = makeThen(rt, constructor, call); p.then != nil {
				p.methods["then"] = p.then.function
			}
		}
	}
	if original, ok := p.methods["finally"].(*Object); ok {
		if engine, ok := original.Export().(native); ok {
			resolvedResult := compiled(rt, resolvedResult)
			p.methods["finally"] = likeOriginal(rt, original, Guard(rt, func(call FunctionCall) Value {
				if _, ok := AssertFunction(call.Argument(0)); ok {
					call.Arguments = []Value{resolvedResult(FunctionCall{This: Undefined(), Arguments: []Value{p.operand, call.Argument(0)}})}
				}
				return engine(call)
			}))
		}
	}
	return p
}

// promiseMethod returns a property of the prototype.
func (c *corrections) promiseMethod(name string) Value { return c.promiseState().methods[name] }

// enginePromises returns the engine's own prototype of promises.
func (c *corrections) enginePromises(constructor *Object) *Object {
	if !c.lazy {
		return constructor.Get("prototype").(*Object)
	}
	slot := layoutOf().global(c.rt, "PromisePrototype")
	ours := *slot
	*slot = nil
	p, _, _ := c.rt.NewPromise()
	*slot = ours
	return c.rt.ToValue(p).(*Object).Prototype()
}

// PromiseMethod returns a method of promises as a program has found it. Loop goroutine only.
func PromiseMethod(rt *Runtime, name string) Value { return correctionsOf(rt).promiseMethod(name) }

// correctPromise replaces Promise.resolve.
func (c *corrections) correctPromise(constructor *Object) {
	replaceNative(c.rt, constructor, "resolve", func(engine native) native {
		return func(call FunctionCall) Value {
			value := call.Argument(0)
			if m := c.promiseState().then; m != nil && call.This == Value(m.constructor) {
				if o, ok := value.(*Object); !ok || o.ExportType() != promiseType {
					return m.resolved(value)
				}
			}
			if _, ok := call.This.(*Object); ok && needsPromise(value) {
				return c.promiseState().resolved(FunctionCall{This: Undefined(), Arguments: []Value{call.This, value}})
			}
			return engine(call)
		}
	})
}

// hasAwait reports whether a source may have an await.
func hasAwait(source string) bool { return strings.Contains(source, "await") }

// correctAwait passes the operand through the function.
func correctAwait(n *ast.AwaitExpression) {
	switch n.Argument.(type) {
	case *ast.NumberLiteral, *ast.StringLiteral, *ast.BooleanLiteral, *ast.NullLiteral:
		return // literals are not objects
	}
	n.Argument = called(awaitOperand, n.Argument)
}
