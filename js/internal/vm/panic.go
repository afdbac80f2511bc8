package vm

import (
	"errors"
	"reflect"
	"runtime/debug"

	"github.com/wakeful-go/wakeful"
)

// This file handles panics of Go functions that JavaScript has called. The engine recognises only
// the panics with which it throws. Any other panic ends everything up to the Go function that
// called JavaScript. A guarded function instead throws an exception that a program can catch. For
// Go it is a *wakeful.PanicError with the value and the stack.

// panicPhase is the phase of a panic that became a JavaScript exception.
const panicPhase = "JavaScript"

// Try calls fn and returns its error, or what it has thrown: an *Exception, an
// *InterruptedError, a *StackOverflowError, or a *wakeful.PanicError when it has panicked in
// Go. The engine is then where it was.
func Try(rt *Runtime, fn func() error) (err error) {
	TryFunc(rt, func() { err = fn() }, &err)
	return err
}

// TryFunc is Try for a function that stores its error in err itself.
func TryFunc(rt *Runtime, fn func(), err *error) {
	before := Save(rt)
	defer func() {
		if x := recover(); x != nil {
			*err = AsError(x)
		}
		if *err != nil {
			before.Restore()
		}
	}()
	if ex := rt.Try(fn); ex != nil {
		*err = ex
	}
}

// Must returns v, or panics with err. It is for calls whose exception the program gets. Inside
// JavaScript.
func Must[T any](v T, err error) T {
	Check(err)
	return v
}

// Check is Must for a call that returns only an error.
func Check(err error) {
	if err != nil {
		panic(err)
	}
}

// AsError converts a recovered panic value of a function that called the engine into an error.
func AsError(x any) error {
	if err, ok := x.(error); ok && ofEngine(x) {
		return err
	}
	return AsPanic(x)
}

// AsPanic converts a recovered panic value into an error with the stack of the panic. Call it in
// the deferred function that recovers.
func AsPanic(x any) *wakeful.PanicError {
	if known, ok := x.(*wakeful.PanicError); ok { // recovered earlier and passed on
		return known
	}
	return &wakeful.PanicError{Value: x, Phase: panicPhase, Stack: debug.Stack()}
}

// ofEngine reports whether the engine uses this panic value to throw or to interrupt.
func ofEngine(x any) bool {
	switch v := x.(type) {
	case nil, Value, *Exception:
		return true
	case error:
		var interrupted *InterruptedError
		var overflow *StackOverflowError
		if errors.As(v, &interrupted) || errors.As(v, &overflow) {
			return true
		}
	}
	t := reflect.TypeOf(x)
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.PkgPath() == Path // the engine's type, reference, range and syntax errors are not exported
}

// PanicMessage is what scripts see of a panic. Go finds the panic itself, see hidden.
const PanicMessage = "a Go function has panicked"

var errPanicked = errors.New(PanicMessage)

// HideGoErrors hides the errors of Go in the exceptions that the engine makes of them. Their fields
// and methods would be properties. The engine sets the property value of such an exception; a
// setter in its prototype replaces the error.
func HideGoErrors(rt *Runtime) {
	prototype := rt.GlobalObject().Get("GoError").ToObject(rt).Get("prototype").ToObject(rt)
	_ = prototype.DefineAccessorProperty("value", nil, rt.ToValue(func(c FunctionCall) Value {
		this, ok := c.This.(*Object)
		if !ok {
			return Undefined()
		}
		v := c.Argument(0)
		if err, ok := Implementing[error](v); ok {
			v = Hidden(rt, err)
		}
		_ = this.DefineDataProperty("value", v, FlagTrue, FlagTrue, FlagFalse)
		return Undefined()
	}), FlagFalse, FlagFalse)
}

// newPanic returns the exception for a panic. It calls no constructors of the program and runs no
// promise jobs.
func newPanic(rt *Runtime, err *wakeful.PanicError) *Object {
	o := rt.NewGoError(errPanicked)
	_ = o.DefineDataProperty("value", Hidden(rt, err), FlagFalse, FlagFalse, FlagFalse)
	return o
}

// hidden is the property value of an exception. Go gets the error from it, and JavaScript sees an
// object without properties. A script must not see the value of a panic or the paths in its stack.
type hidden struct {
	NoProperties
	error
}

// Hidden returns such an object for an error of Go.
func Hidden(rt *Runtime, err error) *Object { return rt.NewDynamicObject(&hidden{error: err}) }

// Unwrap returns the error.
func (h *hidden) Unwrap() error { return h.error }

// NoProperties implements DynamicObject without any properties. A type that embeds it has methods of
// its own for what it has.
type NoProperties struct{}

// Get returns no property.
func (NoProperties) Get(string) Value { return nil }

// Set changes nothing.
func (NoProperties) Set(string, Value) bool { return false }

// Has finds nothing.
func (NoProperties) Has(string) bool { return false }

// Delete refuses.
func (NoProperties) Delete(string) bool { return false }

// Keys returns no names.
func (NoProperties) Keys() []string { return nil }
