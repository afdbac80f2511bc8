package vm

import (
	"math"
	"reflect"
)

// This file limits the sizes of ArrayBuffers and typed arrays. The engine allocates any size, and
// Go ends the process if the system has not that much memory: new ArrayBuffer(1e12) would be the
// end of the host. The constructors of a bounded runtime are proxies that look at the size first.

// LargestBuffer is the largest size, in bytes, in a runtime without a smaller limit.
const LargestBuffer = 1 << 30

// elementSizes are the sizes of the elements of typed arrays, by their constructors.
var elementSizes = map[string]int64{
	"Uint8Array": 1, "Uint8ClampedArray": 1, "Int8Array": 1, "Uint16Array": 2, "Int16Array": 2, "Uint32Array": 4, "Int32Array": 4,
	"Float32Array": 4, "Float64Array": 8, "BigInt64Array": 8, "BigUint64Array": 8,
}

// BoundBuffers limits the sizes of the runtime's buffers. It is called before any program runs.
func BoundBuffers(rt *Runtime, largest int64) {
	c := correctionsOf(rt)
	c.largestBuffer = min(largest, LargestBuffer)
	if !c.lazy {
		for name := range elementSizes {
			c.boundGlobal(name)
		}
		c.boundGlobal("ArrayBuffer")
	}
}

// boundGlobal replaces a constructor that was made before the limit was known.
func (c *corrections) boundGlobal(name string) {
	if made, ok := c.rt.GlobalObject().Get(name).(*Object); ok {
		_ = c.rt.GlobalObject().DefineDataProperty(name, c.boundBuffer(name, made), FlagTrue, FlagTrue, FlagFalse)
	}
}

// TouchBuffers makes the constructor ArrayBuffer, whose prototype every buffer has. It is called
// before Go gives a program a value.
func TouchBuffers(rt *Runtime) {
	if c := correctionsOf(rt); c.largestBuffer > 0 {
		_ = rt.GlobalObject().Get("ArrayBuffer")
	}
}

// boundBuffer returns the constructor that takes the place of one of the engine's.
func (c *corrections) boundBuffer(name string, made *Object) Value {
	if c.largestBuffer == 0 {
		return made
	}
	size, typed := elementSizes[name]
	if !typed {
		size = 1
	} else {
		// A program finds the constructor of the buffer below, too.
		_ = c.rt.GlobalObject().Get("ArrayBuffer")
	}
	construct, _ := AssertConstructor(made)
	var proxy *Object
	traps := &ProxyTrapConfig{Construct: func(_ *Object, arguments []Value, target *Object) *Object {
		arguments = c.checkBuffer(arguments, size, typed)
		if target == proxy {
			target = made
		}
		result, err := construct(target, arguments...)
		if err != nil {
			panic(err)
		}
		return result
	}}
	proxy = c.rt.ToValue(c.rt.NewProxy(made, traps)).(*Object)
	// The engine does not find out that a proxy is a constructor when it looks for instances of it.
	_ = made.DefineDataPropertySymbol(SymHasInstance, NewFunction(c.rt, func(call FunctionCall) Value {
		this, isObject := call.This.(*Object)
		v, ok := call.Argument(0).(*Object)
		if !ok || !isObject {
			return c.rt.ToValue(false)
		}
		prototype, _ := this.Get("prototype").(*Object)
		for v = v.Prototype(); v != nil && v != prototype; v = v.Prototype() {
			continue
		}
		return c.rt.ToValue(v != nil)
	}), FlagFalse, FlagFalse, FlagFalse)
	if prototype, ok := made.Get("prototype").(*Object); ok {
		_ = prototype.DefineDataProperty("constructor", proxy, FlagTrue, FlagTrue, FlagFalse)
	}
	return proxy
}

// checkBuffer throws if the arguments of a constructor ask for too much. It returns arguments that
// ask for the same, and with which the engine calls no function of the program that could ask for
// more.
func (c *corrections) checkBuffer(arguments []Value, size int64, typed bool) []Value {
	if len(arguments) == 0 {
		return arguments
	}
	length := arguments[0]
	if o, ok := length.(*Object); ok {
		switch class := o.ClassName(); {
		case !typed:
			length = o.ToNumber()
			arguments = append([]Value{length}, arguments[1:]...)
		case class == "Array":
			length = o.Get("length")
		case isBuffer(o):
			return arguments // as large as what is there
		default:
			return []Value{c.listOf(o)}
		}
	}
	if n := length.ToNumber().ToFloat(); n > float64(c.largestBuffer/size) && !math.IsInf(n, 0) {
		panic(NewError(c.rt, "RangeError", "Array buffer allocation failed"))
	}
	return arguments
}

// isBuffer reports whether an object is an ArrayBuffer or a view of one.
func isBuffer(o *Object) bool {
	switch o.ExportType().Kind() {
	case reflect.Slice:
		return true
	}
	return o.ExportType() == reflect.TypeFor[ArrayBuffer]()
}

// listOf returns an array with the elements of any other object, as Array.from does. That can be
// interrupted.
func (c *corrections) listOf(o *Object) Value {
	array := Intrinsic(c.rt, "Array")
	if c.fromArray == nil {
		c.fromArray, _ = AssertFunction(array.Get("from"))
	}
	list, err := c.fromArray(array, o)
	if err != nil {
		panic(err)
	}
	return list
}
