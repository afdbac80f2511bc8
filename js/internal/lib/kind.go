package lib

import (
	"math/big"
	"reflect"
	"strconv"

	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// The Go types by which the engines tell what an object is; a program cannot fake them.
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

// views are the typed arrays by what they export; bytes are two, see Kinds.
var views = map[reflect.Type]string{
	reflect.TypeFor[[]int8](): "Int8Array", reflect.TypeFor[[]int16](): "Int16Array", reflect.TypeFor[[]uint16](): "Uint16Array",
	reflect.TypeFor[[]int32](): "Int32Array", reflect.TypeFor[[]uint32](): "Uint32Array",
	reflect.TypeFor[[]float32](): "Float32Array", reflect.TypeFor[[]float64](): "Float64Array",
	reflect.TypeFor[[]int64](): "BigInt64Array", reflect.TypeFor[[]uint64](): "BigUint64Array",
}

// Kinds returns a function that names what an object is underneath, whatever its
// prototype: Map, Set, Date, Uint8Array, ..., Object for everything else, "" for
// what is no object.
func Kinds(rt *vm.Runtime) func(vm.Value) string {
	// What the engines keep to themselves is asked of methods that check their
	// receiver. They are taken now, before a program can replace them.
	probes := map[string]vm.Callable{}
	for name, source := range map[string]string{
		"clamped":  `(() => { const { get } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag); return (v) => get.call(v) === 'Uint8ClampedArray' })()`,
		"DataView": `(() => { const { get } = Object.getOwnPropertyDescriptor(DataView.prototype, 'byteLength'); return (v) => { get.call(v) } })()`,
		"WeakMap":  `(() => { const { has } = WeakMap.prototype; return (v) => { has.call(v, v) } })()`,
		"WeakSet":  `(() => { const { has } = WeakSet.prototype; return (v) => { has.call(v, v) } })()`,
	} {
		value, err := rt.RunString(source)
		if err != nil {
			panic(err)
		}
		probes[name], _ = vm.AssertFunction(value)
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

// As returns what an object of the engine or of Go is, a *vm.Promise or a vm.Proxy for
// example. It does not look into any other object: Export would, and some never end.
func As[T any](v vm.Value) (t T, ok bool) {
	object, isObject := v.(*vm.Object)
	if !isObject || object.ExportType() != reflect.TypeFor[T]() {
		return t, false
	}
	t, ok = object.Export().(T)
	return t, ok
}

// Bytes returns the memory of an ArrayBuffer or of a view of one, without a copy.
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
	all := buffer.Bytes()
	from, length := object.Get("byteOffset").ToInteger(), object.Get("byteLength").ToInteger()
	if from < 0 || length < 0 || from+length > int64(len(all)) {
		return nil, false
	}
	return all[from : from+length], true
}

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

// Uint8Array returns bytes, which it keeps, as a Uint8Array.
func Uint8Array(rt *vm.Runtime, b []byte) vm.Value {
	array, err := rt.New(rt.GlobalObject().Get("Uint8Array"), rt.ToValue(rt.NewArrayBuffer(b)))
	if err != nil {
		panic(err)
	}
	return array
}
