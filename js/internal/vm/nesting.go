package vm

import "sync"

// This file limits how deeply functions of the engine may call each other. The engine counts only
// calls of JavaScript functions. Without this limit, converting nested arrays to text, or calling a
// bound function of a bound function, could exhaust Go's stack, which ends the process.

// deepestNative is the largest depth. Node's limit is 3,000 to 6,000 calls, because it counts
// bytes.
const deepestNative = 5000

// nesting is the current depth in one runtime. Loop goroutine only.
type nesting struct {
	c        *corrections
	depth    int
	function native // see noop
	marked   map[*Object]bool
}

var noopProgram = sync.OnceValue(func() *Program {
	program, err := Compile("wakeful:internal", "(() => 0)", true)
	if err != nil {
		panic(err) // a constant always compiles
	}
	return program
})

// noop calls a function of JavaScript that does nothing, which checks for an interrupt.
func (n *nesting) noop() {
	if n.function == nil {
		noop, err := n.c.rt.RunProgram(noopProgram())
		if err != nil {
			panic(err)
		}
		n.function = noop.Export().(native)
	}
	n.function(FunctionCall{})
}

// enter counts a call. If it returns, the caller must call leave at its end.
func (n *nesting) enter() {
	if n.depth >= deepestNative {
		panic(NewError(n.c.rt, "RangeError", "Maximum call stack size exceeded"))
	}
	n.depth++
}

func (n *nesting) leave() { n.depth-- }

// counted wraps a function of the engine that calls other functions, in order to count it.
func (n *nesting) counted(engine native) native {
	return func(c FunctionCall) Value {
		n.enter()
		defer n.leave()
		return engine(c)
	}
}

// mark records that an object is being converted to text. It returns false if that was already
// recorded.
func (n *nesting) mark(o *Object) bool {
	if n.marked[o] {
		return false
	}
	if n.marked == nil {
		n.marked = map[*Object]bool{}
	}
	n.marked[o] = true
	return true
}

func (n *nesting) unmark(o *Object) { delete(n.marked, o) }
