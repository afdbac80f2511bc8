package vm

// This file keeps the original globals for Go functions and the built-in modules. A program that
// replaces a global does not affect them.

// intrinsicsName is the name of the global that holds them. A program cannot delete or replace it,
// and sees no properties in it.
const intrinsicsName = "wakeful:intrinsics"

// intrinsics holds the engine's original globals. Immutable.
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

// captureIntrinsics stores the globals. It is called before any program runs.
func captureIntrinsics(rt *Runtime) {
	i := &intrinsics{values: map[string]*Object{}}
	for _, name := range IntrinsicNames {
		i.values[name] = rt.GlobalObject().Get(name).(*Object)
	}
	_ = rt.GlobalObject().DefineDataProperty(intrinsicsName, rt.NewDynamicObject(i), FlagFalse, FlagFalse, FlagFalse)
}

// Intrinsic returns the original value of a global. It panics for a name that is not in
// IntrinsicNames. Loop goroutine only.
func Intrinsic(rt *Runtime, name string) *Object {
	i, _ := rt.GlobalObject().Get(intrinsicsName).Export().(*intrinsics)
	if o := i.values[name]; o != nil {
		return o
	}
	panic("vm: " + name + " is not in IntrinsicNames")
}

// NewError returns a new error object made by the named constructor of the engine. Inside
// JavaScript only.
func NewError(rt *Runtime, constructor, message string) *Object {
	o, err := rt.New(Intrinsic(rt, constructor), rt.ToValue(message))
	if err != nil {
		panic(err)
	}
	return o
}
