package vm

// This file compiles small JavaScript functions that Go functions call.

// compiled returns the value of a JavaScript expression, which must be a function. Stack traces do
// not show its frames.
func compiled(rt *Runtime, expression string) native {
	program, err := Compile("wakeful:internal", expression, true)
	if err != nil {
		panic(err) // a constant always compiles
	}
	v, err := rt.RunProgram(program)
	if err != nil {
		panic(err)
	}
	return v.(*Object).Export().(native)
}
