package vm

import (
	"reflect"
	"strings"
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

// correctPromises replaces these functions. It is called before any program runs.
func correctPromises(rt *Runtime) {
	promise := Intrinsic(rt, "Promise")
	factory := compiled(rt, promiseOf)
	resolved := factory(FunctionCall{Arguments: []Value{Intrinsic(rt, "TypeError")}}).(*Object).Export().(native)
	resolvedResult := compiled(rt, resolvedResult)
	operand := func(c FunctionCall) Value {
		if v := c.Argument(0); needsPromise(v) {
			return resolved(FunctionCall{This: Undefined(), Arguments: []Value{promise, v}})
		}
		return c.Argument(0)
	}
	function := rt.ToValue(operand)
	_ = rt.GlobalObject().DefineDataProperty(awaitOperand, function, FlagFalse, FlagFalse, FlagFalse)

	replaceNative(rt, promise, "resolve", func(engine native) native {
		return func(c FunctionCall) Value {
			if _, ok := c.This.(*Object); ok && needsPromise(c.Argument(0)) {
				return resolved(FunctionCall{This: Undefined(), Arguments: []Value{c.This, c.Argument(0)}})
			}
			return engine(c)
		}
	})
	replaceNative(rt, promise.Get("prototype").(*Object), "finally", func(engine native) native {
		return func(c FunctionCall) Value {
			if _, ok := AssertFunction(c.Argument(0)); ok {
				c.Arguments = []Value{resolvedResult(FunctionCall{This: Undefined(), Arguments: []Value{function, c.Argument(0)}})}
			}
			return engine(c)
		}
	})
}

// hasAwait reports whether a source may have an await.
func hasAwait(source string) bool { return strings.Contains(source, "await") }

// correctAwait passes the operand through the function.
func correctAwait(n *AwaitExpression) {
	switch n.Argument.(type) {
	case *NumberLiteral, *StringLiteral, *BooleanLiteral, *NullLiteral:
		return // literals are not objects
	}
	n.Argument = called(awaitOperand, n.Argument)
}
