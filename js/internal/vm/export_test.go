package vm

import (
	"sync"
	"testing"
)

// runner returns a function that runs a program and returns its value, or its error, as text.
func runner(t testing.TB, rt *Runtime) func(source string) string {
	return func(source string) string {
		t.Helper()
		program, err := Compile("test", source, false)
		if err != nil {
			t.Fatal(err)
		}
		v, err := rt.RunProgram(program)
		if err != nil {
			return err.Error()
		}
		return v.String()
	}
}

// UnsafeAllowed reports whether this build may use package unsafe.
const UnsafeAllowed = unsafeAllowed

// InstallThen replaces then and Promise.resolve in a runtime that has run nothing, and reports whether it did.
func InstallThen(runtime *Runtime) bool {
	constructor, _ := runtime.Get("Promise").(*Object)
	prototype, _ := constructor.Get("prototype").(*Object)
	engine, ok := prototype.Get("then").Export().(native)
	if !ok || !thenWorks() {
		return false
	}
	then := makeThen(runtime, constructor, engine)
	correctionsOf(runtime).promiseState().then = then
	return then != nil && prototype.DefineDataProperty("then", then.function, FlagTrue, FlagTrue, FlagFalse) == nil
}

var standard = sync.OnceValue(func() *Profile {
	p := NewProfile(nil, nil, nil)
	p.EngineThen = true
	return p
})

// New returns a runtime of the engine with corrections of its faults, and with its own then.
func New() *Runtime { return standard().New(nil) }
