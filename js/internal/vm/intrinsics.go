package vm

import "slices"

// This file keeps the original globals for Go functions and the built-in modules. A program that
// replaces a global does not affect them.

// intrinsicsName is the name of the global that holds the corrections of a runtime. A program
// cannot delete or replace it, and sees no properties in it.
const intrinsicsName = "wakeful:intrinsics"

// IntrinsicNames are the names of these globals. Immutable.
var IntrinsicNames = []string{
	"Error", "TypeError", "RangeError", "SyntaxError", "AggregateError", "Object", "Function", "Array", "Uint8Array",
	"Map", "Set", "WeakMap", "Symbol", "Proxy", "Reflect", "Promise", "JSON", "Math", "Number", "String",
	"Boolean", "BigInt", "Date", "RegExp", "ArrayBuffer", "DataView", "WeakSet",
}

// Intrinsic returns the original value of a global. It panics for a name that is not in
// IntrinsicNames. Loop goroutine only.
func Intrinsic(rt *Runtime, name string) *Object { return correctionsOf(rt).intrinsic(name) }

func (c *corrections) intrinsic(name string) *Object {
	if o := c.originals[name]; o != nil {
		return o
	}
	if !slices.Contains(IntrinsicNames, name) {
		panic("vm: " + name + " is not in IntrinsicNames")
	}
	// Nothing has touched the global, or it would have been recorded.
	o, _ := c.rt.GlobalObject().Get(name).(*Object)
	c.originals[name] = o
	return o
}

// NewError returns a new error object made by the named constructor of the engine. Inside
// JavaScript only.
func NewError(rt *Runtime, constructor, message string) *Object {
	return Must(rt.New(Intrinsic(rt, constructor), rt.ToValue(message)))
}
