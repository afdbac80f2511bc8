package vm

import (
	"math/big"
	"reflect"
	"strings"
)

// This file names the kinds of objects, by the types with which the engine implements them: a program
// cannot fake these. An engine that has other names for them makes plain objects of them.

// kinds are the kinds by the engine's names.
var kinds = map[string]string{
	"proxyObject": "Proxy", "mapObject": "Map", "setObject": "Set", "weakMapObject": "WeakMap", "weakSetObject": "WeakSet",
	"Promise": "Promise", "arrayBufferObject": "ArrayBuffer", "dataViewObject": "DataView",
}

// engineType returns the engine's name of an object's type, and its implementation.
func engineType(o *Object) (name string, implementation reflect.Value) {
	o.ExportType() // the engine makes some objects when they are first used
	implementation = reflect.ValueOf(o).Elem().FieldByName("self").Elem()
	return strings.TrimPrefix(implementation.Type().String(), "*goja."), implementation
}

// KindOf names the kind of an object, whatever its prototype: Map, Set, Date, Uint8Array, and so on.
// Other objects are Object. For a value that is not an object it returns "".
func KindOf(v Value) string {
	o, ok := v.(*Object)
	if !ok {
		return ""
	}
	name, implementation := engineType(o)
	if kind, ok := kinds[name]; ok {
		return kind
	}
	if name == typedArray {
		name = strings.TrimPrefix(field(implementation, "typedArray").Elem().Type().String(), "*goja.")
		return strings.ToUpper(name[:1]) + name[1:]
	}
	switch class := o.ClassName(); class {
	case "Array", "Function", "Date", "RegExp", "Error", "String", "Number", "Boolean", "Arguments":
		return class
	}
	switch o.ExportType() {
	case reflect.TypeFor[*big.Int]():
		return "BigInt"
	case reflect.TypeFor[string]():
		return "Symbol"
	}
	if _, ok := AssertFunction(v); ok {
		return "Function"
	}
	return "Object"
}

// typedArray is the engine's name of the type of typed arrays.
const typedArray = "typedArrayObject"
