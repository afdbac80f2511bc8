package vm

import (
	"reflect"
	"strings"
)

// This file owns where a function of a script is declared, and where a value was thrown. The engine
// does not say so, except for a function that runs and for an error. Reflection reads the engine's
// structures, and of an engine whose structures have other names nothing is known.

// FunctionPlace returns the name of a function, and the file and line where its code begins: "" and
// 0 for what is not known. No code of the program runs.
func FunctionPlace(v Value) (name, file string, line int) {
	o, ok := v.(*Object)
	if !ok {
		return "", "", 0
	}
	self := reflect.ValueOf(o).Elem().FieldByName("self")
	if !self.IsValid() || self.Kind() != reflect.Interface || self.IsNil() {
		return "", "", 0
	}
	program := field(self.Elem(), "prg")
	name = text(field(program, "funcName"))
	source := field(program, "src")
	file = text(field(source, "name"))
	code, places := text(field(source, "src")), field(program, "srcMap")
	if places.IsValid() && places.Kind() == reflect.Slice && places.Len() > 0 {
		if at := field(places.Index(0), "srcPos"); at.IsValid() && at.CanInt() && at.Int() >= 0 && at.Int() <= int64(len(code)) {
			line = 1 + strings.Count(code[:at.Int()], "\n")
		}
	}
	return name, file, line
}

// SuspendedException returns the exception that continues after the innermost running finally block,
// or nil if there is none. Only the engine knows where a value that is no error was thrown: it keeps
// the exception with its stack while such a block runs. Call it on the loop, inside JavaScript.
func SuspendedException(rt *Runtime) *Exception {
	frames := field(field(reflect.ValueOf(rt), "vm"), "tryStack")
	if !frames.IsValid() || frames.Kind() != reflect.Slice {
		return nil
	}
	for i := frames.Len() - 1; i >= 0; i-- {
		e := field(frames.Index(i), "exception")
		if e.IsValid() && e.Type() == reflect.TypeFor[*Exception]() && !e.IsNil() {
			return (*Exception)(e.UnsafePointer())
		}
	}
	return nil
}

// field returns a field of a structure or of what points to one, the zero Value if there is none.
func field(v reflect.Value, name string) reflect.Value {
	for v.IsValid() && (v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface) && !v.IsNil() {
		v = v.Elem()
	}
	if !v.IsValid() || v.Kind() != reflect.Struct {
		return reflect.Value{}
	}
	return v.FieldByName(name)
}

// text returns a string, "" for anything else.
func text(v reflect.Value) string {
	if v.IsValid() && v.Kind() == reflect.String {
		return v.String()
	}
	return ""
}
