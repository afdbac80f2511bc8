package vm

// This file limits how deeply functions of the engine may call each other. The engine counts only
// calls of JavaScript functions. Without this limit, converting nested arrays to text, or calling a
// bound function of a bound function, could exhaust Go's stack, which ends the process.

// deepestNative is the largest depth. Node's limit is 3,000 to 6,000 calls, because it counts
// bytes.
const deepestNative = 5000

// nesting is the current depth in one runtime. Loop goroutine only.
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
		panic(err) // a constant always compiles
	}
	n.noop = noop.Export().(native)
	return n
}

// enter counts a call. If it returns, the caller must call leave at its end.
func (n *nesting) enter() {
	if n.depth >= deepestNative {
		panic(NewError(n.rt, "RangeError", "Maximum call stack size exceeded"))
	}
	n.depth++
}

func (n *nesting) leave() { n.depth-- }

// limitCalls wraps the engine's functions that call other functions, in order to count them.
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

// mark records that an object is being converted to text. It returns false if that was already
// recorded.
func (n *nesting) mark(o *Object) bool {
	if n.marked[o] {
		return false
	}
	n.marked[o] = true
	return true
}

func (n *nesting) unmark(o *Object) { delete(n.marked, o) }
