package vm

import "reflect"

// This file owns which values of Go are guarded: the functions that a host gives to a
// runtime. The methods of a value of Go, and functions in its maps and structs, are called by
// the engine, which has no hook for it; a panic in one ends the script that has called it.

// Guard returns fn so that a panic in it is an exception of JavaScript.
func Guard(rt *Runtime, fn func(FunctionCall) Value) func(FunctionCall) Value {
	m := machineOf(rt)
	return func(call FunctionCall) Value {
		defer throwPanic(rt, m, depth(m))
		return fn(call)
	}
}

// Guarded returns a value of Go, and if it is a function that is not nil, one of the same
// type that is guarded.
func Guarded(rt *Runtime, value any) any {
	m := machineOf(rt)
	switch fn := value.(type) {
	case nil, Value:
		return value
	case func(FunctionCall) Value:
		if fn != nil {
			return Guard(rt, fn)
		}
	case func(FunctionCall, *Runtime) Value:
		if fn != nil {
			return Guard(rt, func(call FunctionCall) Value { return fn(call, rt) })
		}
	case func(ConstructorCall) *Object:
		if fn != nil {
			return func(call ConstructorCall) *Object {
				defer throwPanic(rt, m, depth(m))
				return fn(call)
			}
		}
	case func(ConstructorCall, *Runtime) *Object:
		if fn != nil {
			return func(call ConstructorCall) *Object {
				defer throwPanic(rt, m, depth(m))
				return fn(call, rt)
			}
		}
	}
	v := reflect.ValueOf(value)
	if v.Kind() != reflect.Func || v.IsNil() {
		return value
	}
	call := v.Call
	if v.Type().IsVariadic() {
		call = v.CallSlice
	}
	return reflect.MakeFunc(v.Type(), func(arguments []reflect.Value) []reflect.Value {
		defer throwPanic(rt, m, depth(m))
		return call(arguments)
	}).Interface()
}

// NewFunction returns a function of Go as one of JavaScript that is guarded.
func NewFunction(rt *Runtime, fn func(FunctionCall) Value) Value { return rt.ToValue(Guard(rt, fn)) }
