package js

import "github.com/dop251/goja"

// These types of the engine are part of this package's interface. They are goja's own: a program
// may import github.com/dop251/goja and use them with its functions. The engine itself is a
// *goja.Runtime. It belongs to the loop. Use it only in Do and in functions that JavaScript calls.
type (
	// Value is a value of JavaScript. Primitive values may be read anywhere; objects
	// belong to the loop.
	Value = goja.Value
	// FunctionCall is the call of a Go function by JavaScript: this and the arguments. JavaScript
	// calls a func(FunctionCall) Value without conversion.
	FunctionCall = goja.FunctionCall
)
