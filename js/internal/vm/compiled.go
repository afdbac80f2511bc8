package vm

import "sync"

// This file compiles small JavaScript functions that Go functions call.

// constants are the compiled expressions, by their text.
var constants sync.Map

// Compiled returns the value of a constant JavaScript expression. It is compiled once for all
// runtimes. Stack traces do not show its frames.
func Compiled(rt *Runtime, expression string) (Value, error) {
	program, ok := constants.Load(expression)
	if !ok {
		made := Must(Compile("wakeful:internal", expression, true)) // a constant always compiles
		program, _ = constants.LoadOrStore(expression, made)
	}
	return rt.RunProgram(program.(*Program))
}

// compiled is Compiled for a function.
func compiled(rt *Runtime, expression string) native {
	return Must(Compiled(rt, expression)).(*Object).Export().(native)
}

// Built returns the object that a constant function makes of arguments.
func Built(rt *Runtime, expression string, arguments ...Value) *Object {
	return compiled(rt, expression)(FunctionCall{This: Undefined(), Arguments: arguments}).(*Object)
}

// builtFunction is Built for a function.
func builtFunction(rt *Runtime, expression string, arguments ...Value) native {
	return Built(rt, expression, arguments...).Export().(native)
}
