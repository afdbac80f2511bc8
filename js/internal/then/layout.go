package then

import (
	"reflect"
	"unsafe"

	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns the description of the engine's structures and the check that it
// applies: the version is one that the tests ran against, and every field has the
// described name, type and offset. Otherwise the engine's own then stays.

// object is what an engine's Object refers to.
type object struct{ class, value unsafe.Pointer }

// promise is the engine's Promise.
type promise struct {
	base
	state     vm.PromiseState
	result    vm.Value
	fulfilled []*reaction
	rejected  []*reaction
	handled   bool
}

// base is what the engine's promise has as an object.
type base struct {
	class      string
	val        *vm.Object
	prototype  *vm.Object
	extensible bool
	values     unsafe.Pointer // a map
	names      []string       // of its own properties
	sorted     int
	indexes    int
	symbols    unsafe.Pointer
	privates   unsafe.Pointer // a map
}

// reaction is what waits in a promise, and callback its handler. capability is
// what to settle then, or nil.
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

// fields are the engine's names of the fields, in their order.
var fields = map[reflect.Type][]string{
	reflect.TypeFor[promise]():    {"baseObject", "state", "result", "fulfillReactions", "rejectReactions", "handled"},
	reflect.TypeFor[base]():       {"class", "val", "prototype", "extensible", "values", "propNames", "lastSortedPropLen", "idxPropCount", "symValues", "privateElements"},
	reflect.TypeFor[reaction]():   {"capability", "typ", "handler", "asyncRunner", "asyncCtx"},
	reflect.TypeFor[callback]():   {"callback"},
	reflect.TypeFor[capability](): {"promise", "resolveObj", "rejectObj"},
}

// objectFields are those of the engine's Object.
var objectFields = [][]string{{"self", "runtime"}, {"id", "runtime", "self", "weakRefs"}}

// same reports whether ours describes the engine's type.
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
		return ours.Kind() == engine.Kind() // under a name of the engine's
	}
	return false
}

// known reports whether the engine's structures are those above, and may be used.
func known() bool {
	return allowed && vm.Tested(vm.Version()) && same(reflect.TypeFor[promise](), reflect.TypeFor[vm.Promise]()) && selfOffset >= 0
}

// selfOffset is where an engine's Object has what it refers to, or -1.
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

// self returns what an object refers to.
func self(o *vm.Object) *object { return (*object)(unsafe.Add(unsafe.Pointer(o), selfOffset)) }

// fieldsOf returns the fields of a promise.
func fieldsOf(p *vm.Promise) *promise { return (*promise)(unsafe.Pointer(p)) }

// field returns a field of a runtime, or nil if the runtime has none of that name and type.
func field[T any](runtime *vm.Runtime, name string) *T {
	v := reflect.ValueOf(runtime).Elem().FieldByName(name)
	if !v.IsValid() || v.Type() != reflect.TypeFor[T]() {
		return nil
	}
	return (*T)(unsafe.Pointer(v.UnsafeAddr()))
}
