package js

import "github.com/dop251/goja"

// The engine's types that this package's interface names. They are goja's own: a
// program may import github.com/dop251/goja and use them with its functions. The
// engine itself is a *goja.Runtime. It belongs to the loop: use it in Do, in functions
// that JavaScript calls, and nowhere else.
type (
	// Value is a value of JavaScript. Primitive values may be read anywhere; objects
	// belong to the loop.
	Value = goja.Value
	// Object is an object of JavaScript. It belongs to the loop.
	Object = goja.Object
	// FunctionCall is the call of a Go function by JavaScript: this and its arguments.
	// JavaScript calls a func(FunctionCall) Value with no conversion.
	FunctionCall = goja.FunctionCall
)
