package vm

// This file owns the globals that functions of Go and the built-in modules use. They are those
// of the engine, whatever a program has put in their place.

// intrinsicsName is the name of the global that has them. A program can neither delete nor
// replace it, and finds no properties in it.
const intrinsicsName = "wakeful:intrinsics"

// intrinsics are the engine's own. Immutable.
type intrinsics struct {
	noProperties
	values map[string]*Object
}

// IntrinsicNames are the names of these globals. Immutable.
var IntrinsicNames = []string{
	"Error", "TypeError", "RangeError", "SyntaxError", "AggregateError", "Object", "Function", "Array", "Uint8Array",
	"Map", "Set", "WeakMap", "Symbol", "Proxy", "Reflect", "Promise", "JSON", "Math", "Number", "String",
	"Boolean", "BigInt", "Date", "RegExp", "ArrayBuffer", "DataView", "WeakSet",
}

// captureIntrinsics is called before any program runs.
func captureIntrinsics(rt *Runtime) {
	i := &intrinsics{values: map[string]*Object{}}
	for _, name := range IntrinsicNames {
		i.values[name] = rt.GlobalObject().Get(name).(*Object)
	}
	_ = rt.GlobalObject().DefineDataProperty(intrinsicsName, rt.NewDynamicObject(i), FlagFalse, FlagFalse, FlagFalse)
}

// Intrinsic returns what the global of a name was before any program ran. It panics for a
// name that is not in IntrinsicNames. Loop goroutine only.
func Intrinsic(rt *Runtime, name string) *Object {
	i, _ := rt.GlobalObject().Get(intrinsicsName).Export().(*intrinsics)
	if o := i.values[name]; o != nil {
		return o
	}
	panic("vm: " + name + " is not in IntrinsicNames")
}

// NewError returns a new error object of one of the engine's constructors, by its name.
// Inside JavaScript only.
func NewError(rt *Runtime, constructor, message string) *Object {
	o, err := rt.New(Intrinsic(rt, constructor), rt.ToValue(message))
	if err != nil {
		panic(err)
	}
	return o
}
