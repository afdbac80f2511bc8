package vm

import "sync"

// This file compiles small JavaScript functions that Go functions call.

// constants are the compiled expressions, by their text.
var constants sync.Map

// compiled returns the value of a constant JavaScript expression, which must be a function. It is
// compiled once for all runtimes. Stack traces do not show its frames.
func compiled(rt *Runtime, expression string) native {
	program, ok := constants.Load(expression)
	if !ok {
		made, err := Compile("wakeful:internal", expression, true)
		if err != nil {
			panic(err) // a constant always compiles
		}
		program, _ = constants.LoadOrStore(expression, made)
	}
	v, err := rt.RunProgram(program.(*Program))
	if err != nil {
		panic(err)
	}
	return v.(*Object).Export().(native)
}
