package lib

import (
	"math/big"
	"reflect"
	"strconv"

	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// The Go types by which the engine identifies objects. A program cannot fake them.
var (
	typeMap         = reflect.TypeFor[[][2]any]()
	typeSet         = reflect.TypeFor[[]any]()
	typePromise     = reflect.TypeFor[*vm.Promise]()
	typeProxy       = reflect.TypeFor[vm.Proxy]()
	typeArrayBuffer = reflect.TypeFor[vm.ArrayBuffer]()
	typeBytes       = reflect.TypeFor[[]byte]()
	typeBigInt      = reflect.TypeFor[*big.Int]()
	typeString      = reflect.TypeFor[string]()
)

// views maps the exported Go types of typed arrays to their names. Bytes have two, see Kinds.
var views = map[reflect.Type]string{
	reflect.TypeFor[[]int8](): "Int8Array", reflect.TypeFor[[]int16](): "Int16Array", reflect.TypeFor[[]uint16](): "Uint16Array",
	reflect.TypeFor[[]int32](): "Int32Array", reflect.TypeFor[[]uint32](): "Uint32Array",
	reflect.TypeFor[[]float32](): "Float32Array", reflect.TypeFor[[]float64](): "Float64Array",
	reflect.TypeFor[[]int64](): "BigInt64Array", reflect.TypeFor[[]uint64](): "BigUint64Array",
}

// kindProbes makes the methods that identify kinds of objects.
const kindProbes = `(({ getOwnPropertyDescriptor, getPrototypeOf }, Uint8Array, DataView, WeakMap, WeakSet, Symbol) => {
	const tag = getOwnPropertyDescriptor(getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag).get;
	const length = getOwnPropertyDescriptor(DataView.prototype, 'byteLength').get;
	const inMap = WeakMap.prototype.has, inSet = WeakSet.prototype.has;
	return {
		clamped: (v) => tag.call(v) === 'Uint8ClampedArray',
		DataView: (v) => { length.call(v) },
		WeakMap: (v) => { inMap.call(v, v) },
		WeakSet: (v) => { inSet.call(v, v) },
	};
})`

// Kinds returns a function that names the kind of an object, whatever its prototype: Map, Set,
// Date, Uint8Array, and so on. Other objects are Object. For a value that is not an object it
// returns "".
func Kinds(rt *vm.Runtime) func(vm.Value) string {
	// The engine does not expose these kinds to Go. Methods that check their receiver identify
	// them.
	var arguments []vm.Value
	for _, name := range []string{"Object", "Uint8Array", "DataView", "WeakMap", "WeakSet", "Symbol"} {
		arguments = append(arguments, vm.Intrinsic(rt, name))
	}
	made := vm.Built(rt, kindProbes, arguments...)
	probes := map[string]vm.Callable{}
	for _, name := range []string{"clamped", "DataView", "WeakMap", "WeakSet"} {
		probes[name], _ = vm.AssertFunction(made.Get(name))
	}
	return func(v vm.Value) string {
		object, ok := v.(*vm.Object)
		if !ok {
			return ""
		}
		class, exported := object.ClassName(), object.ExportType()
		switch exported {
		case typeProxy:
			return "Proxy"
		case typeMap:
			return "Map"
		case typePromise:
			return "Promise"
		case typeArrayBuffer:
			return "ArrayBuffer"
		case typeBigInt:
			return "BigInt"
		}
		switch class {
		case "Array", "Function", "Date", "RegExp", "Error", "String", "Number", "Boolean", "Arguments":
			return class
		}
		switch exported {
		case typeSet:
			return "Set"
		case typeString:
			return "Symbol"
		case typeBytes:
			if clamped, err := probes["clamped"](vm.Undefined(), v); err == nil && clamped.ToBoolean() {
				return "Uint8ClampedArray"
			}
			return "Uint8Array"
		}
		if view, ok := views[exported]; ok {
			return view
		}
		if _, ok := vm.AssertFunction(v); ok {
			return "Function"
		}
		for _, name := range []string{"DataView", "WeakMap", "WeakSet"} {
			if _, err := probes[name](vm.Undefined(), v); err == nil {
				return name
			}
		}
		return "Object"
	}
}

// KindNative returns the function kind of modules: that of Kinds.
func KindNative(rt *vm.Runtime) func(vm.FunctionCall) vm.Value {
	kind := Kinds(rt)
	return func(call vm.FunctionCall) vm.Value { return rt.ToValue(kind(call.Argument(0))) }
}

// As returns the Go value of an object of the engine or of Go, for example a *vm.Promise or a
// vm.Proxy. It does not export any other object, because Export would read all properties and may
// never end.
func As[T any](v vm.Value) (t T, ok bool) {
	object, isObject := v.(*vm.Object)
	if !isObject || object.ExportType() != reflect.TypeFor[T]() {
		return t, false
	}
	t, ok = object.Export().(T)
	return t, ok
}

// Receiver is As for a value that must be one of Go. It throws a TypeError with the message for others.
func Receiver[T any](rt *vm.Runtime, v vm.Value, message string) T {
	t, ok := As[T](v)
	if !ok {
		panic(rt.NewTypeError(message))
	}
	return t
}

// Bytes returns the memory of an ArrayBuffer or of a view, without a copy. For a detached buffer it
// is empty.
func Bytes(v vm.Value) ([]byte, bool) {
	object, ok := v.(*vm.Object)
	if !ok {
		return nil, false
	}
	switch object.ExportType() {
	case typeArrayBuffer:
		buffer, _ := object.Export().(vm.ArrayBuffer)
		return buffer.Bytes(), true
	case typeBytes:
		if object.ClassName() == "Object" {
			if emptyView(object) {
				return nil, true
			}
			b, ok := object.Export().([]byte)
			return b, ok
		}
		return nil, false
	}
	inner, ok := object.Get("buffer").(*vm.Object)
	if !ok || inner.ExportType() != typeArrayBuffer {
		return nil, false
	}
	buffer, _ := inner.Export().(vm.ArrayBuffer)
	if buffer.Detached() {
		return nil, true
	}
	all := buffer.Bytes()
	from, length := object.Get("byteOffset").ToInteger(), object.Get("byteLength").ToInteger()
	if from < 0 || length < 0 || from+length > int64(len(all)) {
		return nil, false
	}
	return all[from : from+length], true
}

// emptyView reports whether a typed array has no elements, for example because its buffer was
// detached. It reads an index, because a program could replace any named property.
func emptyView(array *vm.Object) bool { return vm.IsNullish(array.Get("0")) }

// Strings returns an array's elements as strings.
func Strings(v vm.Value) []string {
	object, ok := v.(*vm.Object)
	if !ok {
		return nil
	}
	list := make([]string, object.Get("length").ToInteger())
	for i := range list {
		list[i] = object.Get(strconv.Itoa(i)).String()
	}
	return list
}

// StringArray is the inverse of Strings.
func StringArray(rt *vm.Runtime, list []string) vm.Value {
	values := make([]any, len(list))
	for i, s := range list {
		values[i] = s
	}
	return rt.NewArray(values...)
}

// Uint8Array returns b as a Uint8Array that shares its memory.
func Uint8Array(rt *vm.Runtime, b []byte) vm.Value {
	return vm.Must(rt.New(vm.Intrinsic(rt, "Uint8Array"), rt.ToValue(rt.NewArrayBuffer(b))))
}
