package vm

// This file owns small functions of JavaScript that functions of Go call.

// compiled returns the function that an expression of JavaScript is, to be called by
// functions of Go. Its frames are not shown in stacks.
func compiled(rt *Runtime, expression string) native {
	program, err := Compile("wakeful:internal", expression, true)
	if err != nil {
		panic(err) // it is a constant
	}
	v, err := rt.RunProgram(program)
	if err != nil {
		panic(err)
	}
	return v.(*Object).Export().(native)
}
