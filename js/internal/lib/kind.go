package lib

import (
	"reflect"
	"strconv"

	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// The Go types of objects that have memory.
var (
	typeArrayBuffer = reflect.TypeFor[vm.ArrayBuffer]()
	typeBytes       = reflect.TypeFor[[]byte]()
)

// KindNative returns the function kind of modules: vm.KindOf.
func KindNative(rt *vm.Runtime) func(vm.FunctionCall) vm.Value {
	return func(call vm.FunctionCall) vm.Value { return rt.ToValue(vm.KindOf(call.Argument(0))) }
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
