package vm

// This file owns how deep functions of the engine may call each other. The engine counts
// the calls of JavaScript and no others: arrays in arrays that are written as text, or a
// bound function of a bound function, would take the stack of Go to its end, and with it
// the process.

// deepestNative is how deep they may be. Node's limits for such things are from 3,000 to
// 6,000, since it counts bytes.
const deepestNative = 5000

// nesting is the depth in one runtime. Loop goroutine only.
type nesting struct {
	rt     *Runtime
	depth  int
	noop   native
	marked map[*Object]bool
}

func newNesting(rt *Runtime) *nesting {
	n := &nesting{rt: rt, marked: map[*Object]bool{}}
	noop, err := rt.RunString("(() => 0)")
	if err != nil {
		panic(err) // it is a constant
	}
	n.noop = noop.Export().(native)
	return n
}

// enter counts a call. If it returns, leave is to be called at the end.
func (n *nesting) enter() {
	if n.depth >= deepestNative {
		panic(NewError(n.rt, "RangeError", "Maximum call stack size exceeded"))
	}
	n.depth++
}

func (n *nesting) leave() { n.depth-- }

// limitCalls counts the functions of the engine that call any other function.
func limitCalls(rt *Runtime, n *nesting) {
	counted := func(engine native) native {
		return func(c FunctionCall) Value {
			n.enter()
			defer n.leave()
			return engine(c)
		}
	}
	function := rt.ToValue(func(FunctionCall) Value { return nil }).(*Object).Prototype()
	replaceNative(rt, function, "call", counted)
	replaceUnguarded(rt, function, "apply", counted) // what is there is guarded, see arguments.go
	reflect := rt.GlobalObject().Get("Reflect").ToObject(rt)
	for _, name := range []string{"apply", "construct"} {
		replaceUnguarded(rt, reflect, name, counted)
	}
}

// mark notes that an object is being written as text, and reports whether it was not yet.
func (n *nesting) mark(o *Object) bool {
	if n.marked[o] {
		return false
	}
	n.marked[o] = true
	return true
}

func (n *nesting) unmark(o *Object) { delete(n.marked, o) }
