package vm

import (
	"errors"
	"reflect"
	"runtime/debug"

	"github.com/wakeful-go/wakeful"
)

// This file owns panics of Go functions that JavaScript has called. The engine knows its
// own panics, by which it throws; any other one ends everything up to the function of Go
// that called JavaScript. A guarded function throws an exception instead, which a program
// can catch, and which for Go is a *wakeful.PanicError with the value and the stack.

// panicPhase is the phase of a panic that JavaScript was told of.
const panicPhase = "JavaScript"

// Try calls fn and returns its error, or what it has thrown: an *Exception, an
// *InterruptedError, a *StackOverflowError, or a *wakeful.PanicError when it has panicked in
// Go. The engine is then where it was.
func Try(rt *Runtime, fn func() error) (err error) {
	before := Save(rt)
	defer func() {
		if x := recover(); x != nil {
			err = AsError(x)
		}
		if err != nil {
			before.Restore()
		}
	}()
	if ex := rt.Try(func() { err = fn() }); ex != nil {
		return ex
	}
	return err
}

// AsError returns the error of what a function has panicked with that has called the engine.
func AsError(x any) error {
	if err, ok := x.(error); ok && ofEngine(x) {
		return err
	}
	return AsPanic(x)
}

// AsPanic returns what a function has panicked with as an error, with the stack of the
// panic. It is to be called in the deferred function that recovers.
func AsPanic(x any) *wakeful.PanicError {
	if known, ok := x.(*wakeful.PanicError); ok { // it was caught before and passed on
		return known
	}
	return &wakeful.PanicError{Value: x, Phase: panicPhase, Stack: debug.Stack()}
}

// ofEngine reports whether a panic is one by which the engine throws or is interrupted.
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
	return t.PkgPath() == Path // its type, reference, range and syntax errors are not exported
}

// newPanic returns the exception of a panic. It calls no constructor of the program's, and
// runs no promise jobs.
func newPanic(rt *Runtime, err *wakeful.PanicError) *Object {
	o := rt.NewGoError(err)
	_ = o.DefineDataProperty("value", Hidden(rt, err), FlagFalse, FlagFalse, FlagFalse)
	return o
}

// hidden is the property value of an exception: the error for Go, and for JavaScript
// an object without properties. The value of a panic, and the paths in its stack, are
// nothing that a script is to have.
type hidden struct {
	noProperties
	error
}

// Hidden returns an error of Go as that object.
func Hidden(rt *Runtime, err error) *Object { return rt.NewDynamicObject(&hidden{error: err}) }

// Unwrap returns the error.
func (h *hidden) Unwrap() error { return h.error }

// noProperties makes a DynamicObject of a type of Go in which a script finds nothing.
type noProperties struct{}

// Get returns no property.
func (noProperties) Get(string) Value { return nil }

// Set refuses.
func (noProperties) Set(string, Value) bool { return false }

// Has finds nothing.
func (noProperties) Has(string) bool { return false }

// Delete refuses.
func (noProperties) Delete(string) bool { return false }

// Keys returns no names.
func (noProperties) Keys() []string { return nil }
