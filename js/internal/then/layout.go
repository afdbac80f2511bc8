package then

import (
	"reflect"
	"unsafe"

	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file describes the engine's structures and checks the description: the engine's version must
// be one that the tests ran against, and every field must have the described name, type and offset.
// Otherwise the engine's own then stays.

// object is the implementation structure of an engine's Object.
type object struct{ class, value unsafe.Pointer }

// promise is the engine's Promise structure.
type promise struct {
	base
	state     vm.PromiseState
	result    vm.Value
	fulfilled []*reaction
	rejected  []*reaction
	handled   bool
}

// base is the part of the engine's promise that every object has.
type base struct {
	class      string
	val        *vm.Object
	prototype  *vm.Object
	extensible bool
	values     unsafe.Pointer // a map
	names      []string       // names of its own properties
	sorted     int
	indexes    int
	symbols    unsafe.Pointer
	privates   unsafe.Pointer // a map
}

// reaction is an entry in a promise's list of reactions, and callback is its handler. capability is
// the promise to settle afterwards, or nil.
type reaction struct {
	capability *capability
	kind       int
	handler    *callback
	async      unsafe.Pointer
	context    any
}

type callback struct {
	call func(vm.FunctionCall) vm.Value
}

type capability struct{ _, resolve, reject *vm.Object }

// fields are the engine's names of the fields in order.
var fields = map[reflect.Type][]string{
	reflect.TypeFor[promise]():    {"baseObject", "state", "result", "fulfillReactions", "rejectReactions", "handled"},
	reflect.TypeFor[base]():       {"class", "val", "prototype", "extensible", "values", "propNames", "lastSortedPropLen", "idxPropCount", "symValues", "privateElements"},
	reflect.TypeFor[reaction]():   {"capability", "typ", "handler", "asyncRunner", "asyncCtx"},
	reflect.TypeFor[callback]():   {"callback"},
	reflect.TypeFor[capability](): {"promise", "resolveObj", "rejectObj"},
}

// objectFields are the names for the engine's Object, in each of its known forms.
var objectFields = [][]string{{"self", "runtime"}, {"id", "runtime", "self", "weakRefs"}}

// same reports whether our type describes the engine's type.
func same(ours, engine reflect.Type) bool {
	if ours == engine {
		return true
	}
	switch ours.Kind() {
	case reflect.UnsafePointer:
		return engine.Kind() == reflect.Pointer || engine.Kind() == reflect.Map
	case reflect.Pointer, reflect.Slice:
		return ours.Kind() == engine.Kind() && same(ours.Elem(), engine.Elem())
	case reflect.Struct:
		names := fields[ours]
		if engine.Kind() != reflect.Struct || engine.NumField() != len(names) || engine.Size() != ours.Size() {
			return false
		}
		for i, name := range names {
			a, b := ours.Field(i), engine.Field(i)
			if b.Name != name || a.Offset != b.Offset || !same(a.Type, b.Type) {
				return false
			}
		}
		return true
	case reflect.Int, reflect.String:
		return ours.Kind() == engine.Kind() // the engine has another name for it
	}
	return false
}

// known reports whether the engine has the structures above and they may be used.
func known() bool {
	return allowed && vm.Tested(vm.Version()) && same(reflect.TypeFor[promise](), reflect.TypeFor[vm.Promise]()) && selfOffset >= 0
}

// selfOffset is the offset of self in the engine's Object, or -1.
var selfOffset = offsetOfSelf(reflect.TypeFor[vm.Object]())

func offsetOfSelf(object reflect.Type) int {
	var names []string
	for i := range object.NumField() {
		names = append(names, object.Field(i).Name)
	}
	for _, n := range objectFields {
		if self, ok := object.FieldByName("self"); ok && reflect.DeepEqual(names, n) &&
			self.Type.Kind() == reflect.Interface && self.Type.NumMethod() > 0 {
			return int(self.Offset)
		}
	}
	return -1
}

// self returns the implementation of an object.
func self(o *vm.Object) *object { return (*object)(unsafe.Add(unsafe.Pointer(o), selfOffset)) }

// fieldsOf returns the fields of a promise.
func fieldsOf(p *vm.Promise) *promise { return (*promise)(unsafe.Pointer(p)) }

// field returns a pointer to a field of a runtime, or nil if it has no field with that name and
// type.
func field[T any](runtime *vm.Runtime, name string) *T {
	v := reflect.ValueOf(runtime).Elem().FieldByName(name)
	if !v.IsValid() || v.Type() != reflect.TypeFor[T]() {
		return nil
	}
	return (*T)(unsafe.Pointer(v.UnsafeAddr()))
}
