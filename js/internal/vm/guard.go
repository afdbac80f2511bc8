package vm

import (
	"fmt"
	"math/big"
	"reflect"
	"slices"

	"github.com/wakeful-go/wakeful"
)

// This file owns which functions of Go are guarded: those that a host gives to a runtime, and
// those that this package puts into the place of the engine's. A panic in one is an exception of
// JavaScript.
//
// The engine calls the methods of a value of Go, the functions in its maps, slices and structs,
// and the methods of a DynamicObject itself, and has no hook for it. A panic in one becomes an
// exception in the innermost guarded function that it passes. If it passes none, it ends the
// script. The same holds for the engine's own functions that nothing replaces.
//
// Rejected: to guard each of the engine's functions in a new runtime. The engine makes them when
// a program first uses them. To make all of them takes more than twice the time and memory of a
// new runtime (docs/decisions/javascript.md has the figures).

// A guard makes exceptions of the panics of one runtime. Immutable; its functions are called on
// the loop.
type guard struct {
	rt      *Runtime
	machine *machine
}

func newGuard(rt *Runtime) guard { return guard{rt, machineOf(rt)} }

// guarded returns fn so that a panic in it is an exception.
func guarded[A, R any](g guard, fn func(A) R) func(A) R {
	return func(argument A) R {
		before := depth(g.machine)
		result, thrown := protected(fn, argument)
		if thrown != nil {
			g.throw(thrown, before)
		}
		return result
	}
}

// protected calls fn and returns what it has panicked with. Whoever panics with that again does
// so after the frames of fn have left the stack. A panic in a deferred function would leave them
// there, and Go looks through all of them to find the next deferred function: an interrupt below
// n calls through the engine would take time with the square of n.
func protected[A, R any](fn func(A) R, argument A) (result R, thrown any) {
	defer func() {
		if x := recover(); x != nil {
			if thrown = x; !ofEngine(x) {
				thrown = AsPanic(x) // has the stack, which is gone when this returns
			}
		}
	}()
	return fn(argument), nil
}

// throw makes an exception of a panic of Go. One that has gone through a generator of the engine,
// which leaves its stacks as they are, goes on: the function that called JavaScript restores them.
func (g guard) throw(x any, before int) {
	if panicked, ok := x.(*wakeful.PanicError); ok && !ofEngine(x) && depth(g.machine) == before {
		panic(newPanic(g.rt, panicked))
	}
	panic(x)
}

// Guard returns a function that calls fn and turns a panic into a JavaScript exception.
func Guard(rt *Runtime, fn func(FunctionCall) Value) func(FunctionCall) Value {
	return guarded(newGuard(rt), fn)
}

// Guarded returns value. If value is a non-nil function, it returns a guarded function: one of the same
// type, or an *Object for a function whose parameters may have values of any type.
func Guarded(rt *Runtime, value any) any {
	g := newGuard(rt)
	switch fn := value.(type) {
	case nil, Value:
		return value
	case func(FunctionCall) Value:
		if fn != nil {
			return guarded(g, fn)
		}
	case func(FunctionCall, *Runtime) Value:
		if fn != nil {
			return guarded(g, func(call FunctionCall) Value { return fn(call, rt) })
		}
	case func(ConstructorCall) *Object:
		if fn != nil {
			return guarded(g, fn)
		}
	case func(ConstructorCall, *Runtime) *Object:
		if fn != nil {
			return guarded(g, func(call ConstructorCall) *Object { return fn(call, rt) })
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
	t, call := takesIntegers(rt, v.Type(), call)
	made := reflect.MakeFunc(t, guarded(g, func(arguments []reflect.Value) []reflect.Value {
		results := call(arguments)
		for _, result := range results {
			if losesPrecision(result) {
				panic(NewError(rt, "RangeError", fmt.Sprintf("a Go function has returned %v, which a number cannot hold: let it return a *big.Int or a string", result)))
			}
		}
		return results
	})).Interface()
	for parameter := range v.Type().Ins() {
		if holdsAny(parameter) {
			return g.convertArguments(t, made)
		}
	}
	return made
}

// isInteger reports whether t has integers of 64 bits, which a number cannot hold.
func isInteger(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Int, reflect.Int64, reflect.Uint, reflect.Uint64, reflect.Uintptr:
		return true
	}
	return false
}

// takesIntegers returns a function like fn of type t whose integers of 64 bits are values of the
// engine, and which converts them: the engine does not convert a BigInt.
func takesIntegers(rt *Runtime, t reflect.Type, fn func([]reflect.Value) []reflect.Value) (reflect.Type, func([]reflect.Value) []reflect.Value) {
	var in, out []reflect.Type
	found := false
	for i := range t.NumIn() {
		p := t.In(i)
		if isInteger(p) && (!t.IsVariadic() || i < t.NumIn()-1) {
			p, found = reflect.TypeFor[Value](), true
		}
		in = append(in, p)
	}
	if !found {
		return t, fn
	}
	for r := range t.Outs() {
		out = append(out, r)
	}
	return reflect.FuncOf(in, out, t.IsVariadic()), func(arguments []reflect.Value) []reflect.Value {
		converted := slices.Clone(arguments)
		for i := range converted {
			if in[i] != t.In(i) {
				converted[i] = integerOf(rt, converted[i], t.In(i), i)
			}
		}
		return fn(converted)
	}
}

// integerOf converts an argument to an integer.
func integerOf(rt *Runtime, argument reflect.Value, t reflect.Type, i int) reflect.Value {
	v := reflect.New(t).Elem()
	value, _ := reflect.TypeAssert[Value](argument)
	if value == nil {
		return v
	}
	n, ok := value.Export().(*big.Int)
	if !ok || !IsBigInt(value) {
		if err := rt.ExportTo(value, v.Addr().Interface()); err != nil {
			panic(rt.NewTypeError("could not convert function call parameter %d: %v", i, err))
		}
		return v
	}
	switch {
	case v.CanInt() && n.IsInt64() && !v.OverflowInt(n.Int64()):
		v.SetInt(n.Int64())
	case v.CanUint() && n.IsUint64() && !v.OverflowUint(n.Uint64()):
		v.SetUint(n.Uint64())
	default:
		panic(NewError(rt, "RangeError", fmt.Sprintf("argument %d: %v does not fit into %v", i+1, n, t)))
	}
	return v
}

// losesPrecision reports whether v is an integer that a JavaScript number cannot hold.
func losesPrecision(v reflect.Value) bool {
	const most = 1<<53 - 1
	switch v.Kind() {
	case reflect.Int, reflect.Int64:
		return v.Int() > most || v.Int() < -most
	case reflect.Uint, reflect.Uint64, reflect.Uintptr:
		return v.Uint() > most
	}
	return false
}

// NewFunction returns a guarded Go function as a JavaScript function.
func NewFunction(rt *Runtime, fn func(FunctionCall) Value) Value { return rt.ToValue(Guard(rt, fn)) }
