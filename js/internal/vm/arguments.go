package vm

import (
	"reflect"
	"strconv"
)

// This file limits the length of argument lists that a program passes as an object to
// Function.prototype.apply, Reflect.apply and Reflect.construct. The engine would allocate memory
// for any length that the object reports.

// mostArguments is the largest number of arguments. Node's limit depends on its remaining stack and
// is about 120,000.
const mostArguments = 1 << 20

// functionChanges are the methods of functions that are replaced.
func functionChanges() []Change {
	return []Change{
		{Owner: "Function.prototype", Name: "call", With: func(rt *Runtime, engine native) native {
			return correctionsOf(rt).nesting.counted(engine)
		}},
		{Owner: "Function.prototype", Name: "apply", Unguarded: true, With: func(rt *Runtime, engine native) native {
			return correctionsOf(rt).nesting.counted(Guard(rt, func(c FunctionCall) Value {
				return engine(withList(rt, c, 1, func() bool { return isFunction(c.This) }))
			}))
		}},
		{Owner: "Function.prototype", Name: "bind", With: func(rt *Runtime, engine native) native {
			return correctionsOf(rt).chainState().bind(engine)
		}},
		{Owner: "Function.prototype", Name: "toString", With: func(rt *Runtime, engine native) native {
			c := correctionsOf(rt)
			return func(call FunctionCall) Value {
				if c.replaced != nil && call.This == c.replaced {
					call.This = c.proxy // its source text contains a name
				}
				return engine(call)
			}
		}},
	}
}

// correctReflect replaces methods of Reflect.
func (c *corrections) correctReflect(reflection *Object) {
	rt := c.rt
	replaceUnguarded(rt, reflection, "apply", func(engine native) native {
		c.apply = engine
		return c.nesting.counted(Guard(rt, func(c FunctionCall) Value {
			return engine(withList(rt, c, 2, func() bool { return isFunction(c.Argument(0)) }))
		}))
	})
	replaceUnguarded(rt, reflection, "construct", func(engine native) native {
		return c.nesting.counted(Guard(rt, func(c FunctionCall) Value {
			return engine(withList(rt, c, 1, func() bool {
				return isConstructor(c.Argument(0)) && (len(c.Arguments) < 3 || isConstructor(c.Arguments[2]))
			}))
		}))
	})
}

func isFunction(v Value) bool {
	_, ok := AssertFunction(v)
	return ok
}

func isConstructor(v Value) bool {
	_, ok := AssertConstructor(v)
	return ok
}

var arrayType = reflect.TypeFor[[]any]()

// withList returns a call in which the argument at an index, if it is an object, is an array
// of at most mostArguments elements. If reads says no, the engine makes an exception before it
// has to look at the list.
func withList(rt *Runtime, c FunctionCall, index int, reads func() bool) FunctionCall {
	list, ok := c.Argument(index).(*Object)
	if !ok {
		return c
	}
	isArray := list.ExportType() == arrayType // its length is no property that a program answers for
	if isArray && list.Get("length").ToInteger() <= mostArguments {
		return c
	}
	arguments := append([]Value(nil), c.Arguments...)
	if !reads() {
		arguments[index] = rt.NewArray()
		return FunctionCall{This: c.This, Arguments: arguments}
	}
	length := int64(0)
	if v := list.Get("length"); v != nil {
		length = v.ToInteger()
	}
	if length > mostArguments {
		panic(NewError(rt, "RangeError", "Invalid array length: a function takes at most "+strconv.Itoa(mostArguments)+" arguments"))
	}
	values := make([]any, max(length, 0))
	for i := range values {
		if values[i] = list.Get(strconv.Itoa(i)); values[i] == nil {
			values[i] = Undefined()
		}
	}
	arguments[index] = rt.NewArray(values...)
	return FunctionCall{This: c.This, Arguments: arguments}
}
