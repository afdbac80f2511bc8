package vm

import (
	"testing"

	engine "github.com/dop251/goja"
)

var VersionInPath = versionInPath

// newUncorrected returns a runtime of the engine without corrections.
func newUncorrected() *Runtime { return engine.New() }

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
