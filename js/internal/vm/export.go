package vm

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// This file owns the conversion of values to Go values. The results are those of the engine's
// Export, which follows any number of nested objects, until Go's stack is full, returns values that
// contain themselves, and allocates the length of an array that has no elements. This conversion
// returns an error instead.

const (
	// mostNested is how many levels of objects a value may have, as in encoding/json.
	mostNested = 10_000
	// mostMissing is how many elements of its arrays may be missing.
	mostMissing = 1 << 20
)

// Export converts a value to a Go value. It returns an error for a value that is nested too deeply or
// contains itself, and for an array that is nearly empty. It calls getters, and panics with what they throw. On the
// loop.
func Export(rt *Runtime, v Value) (any, error) {
	if v == nil {
		return nil, nil
	}
	if _, isObject := v.(*Object); !isObject {
		return v.Export(), nil
	}
	e := exporter{rt: rt, made: map[*Object]any{}, around: map[*Object]bool{}}
	return e.value(v, 0)
}

// errCyclic is the error for a value that contains itself: printing such a value of Go, for instance,
// would not end.
var errCyclic = errors.New("a value that contains itself cannot become a Go value: break the cycle, or convert a part of it")

// An exporter is one conversion.
type exporter struct {
	rt      *Runtime
	made    map[*Object]any  // so that an object is converted once
	around  map[*Object]bool // objects that are being converted
	missing int64            // elements of arrays
}

func (e *exporter) value(v Value, depth int) (any, error) {
	if v == nil {
		return nil, nil // a missing element
	}
	o, isObject := v.(*Object)
	if !isObject {
		return v.Export(), nil
	}
	kind := exportKindOf(o)
	if kind == exportSimple {
		return o.Export(), nil
	}
	if e.around[o] {
		return nil, errCyclic
	}
	if made, ok := e.made[o]; ok {
		return made, nil
	}
	e.around[o] = true
	defer delete(e.around, o)
	if depth == mostNested {
		return nil, fmt.Errorf("a value with more than %d levels of nested objects cannot become a Go value: nest it less", mostNested)
	}
	switch kind {
	case exportView:
		// The engine returns the memory from before the buffer was detached. An index is read,
		// because a program could replace any named property.
		if IsNullish(o.Get("0")) {
			return reflect.MakeSlice(o.ExportType(), 0, 0).Interface(), nil
		}
		return o.Export(), nil
	case exportList:
		return e.list(o, depth)
	case exportSet:
		return e.set(o, depth)
	case exportMap:
		return e.entries(o, depth)
	default:
		return e.properties(o, depth)
	}
}

func (e *exporter) list(o *Object, depth int) (any, error) {
	length := max(0, o.Get("length").ToInteger())
	if e.missing += max(0, length-int64(elementsOf(o))); e.missing > mostMissing {
		return nil, fmt.Errorf("a value with more than %d empty elements in its arrays cannot become a Go value: make them shorter", mostMissing)
	}
	list := make([]any, length)
	e.made[o] = list
	for i := range list {
		element, err := e.value(o.Get(strconv.Itoa(i)), depth+1)
		if err != nil {
			return nil, err
		}
		list[i] = element
	}
	return list, nil
}

func (e *exporter) set(o *Object, depth int) (any, error) {
	var members []Value
	if err := e.rt.ExportTo(o, &members); err != nil {
		return nil, err
	}
	set := make([]any, len(members))
	e.made[o] = set
	for i, member := range members {
		var err error
		if set[i], err = e.value(member, depth+1); err != nil {
			return nil, err
		}
	}
	return set, nil
}

// entries converts a Map. It reads the entries with the Map's iterator, which a program may have
// replaced.
func (e *exporter) entries(o *Object, depth int) (any, error) {
	var pairs [][2]Value
	if err := e.rt.ExportTo(o, &pairs); err != nil {
		return nil, err
	}
	entries := make([][2]any, len(pairs))
	e.made[o] = entries
	for i, pair := range pairs {
		for j, half := range pair {
			var err error
			if entries[i][j], err = e.value(half, depth+1); err != nil {
				return nil, err
			}
		}
	}
	return entries, nil
}

func (e *exporter) properties(o *Object, depth int) (any, error) {
	keys := o.Keys()
	object := make(map[string]any, len(keys))
	e.made[o] = object
	for _, key := range keys {
		property, err := e.value(o.Get(key), depth+1)
		if err != nil {
			return nil, err
		}
		object[key] = property
	}
	return object, nil
}

// Implementing returns the Go value of an object of Go whose type implements an interface. It does not
// export any other object.
func Implementing[T any](v Value) (t T, ok bool) {
	o, isObject := v.(*Object)
	if !isObject || !o.ExportType().Implements(reflect.TypeFor[T]()) {
		return t, false
	}
	t, ok = o.Export().(T)
	return t, ok
}

// convertArguments returns a function of JavaScript that calls fn, a function of Go of type t, with
// arguments that Export has converted where the engine would use its own.
func (g guard) convertArguments(t reflect.Type, fn any) *Object {
	engine := g.rt.ToValue(fn).(*Object)
	call, _ := AssertFunction(engine)
	return likeOriginal(g.rt, engine, guarded(g, func(c FunctionCall) Value {
		arguments := slices.Clone(c.Arguments)
		for i, a := range arguments {
			o, isObject := a.(*Object)
			if !isObject || !exportsTo(o, parameterOf(t, i)) {
				continue
			}
			value, err := Export(g.rt, o)
			if err != nil {
				panic(NewError(g.rt, "TypeError", fmt.Sprintf("argument %d: %v", i+1, err)))
			}
			arguments[i] = g.rt.ToValue(value)
		}
		return Must(call(c.This, arguments...))
	}))
}

// parameterOf returns the type of an argument of a function, or nil if it has none.
func parameterOf(t reflect.Type, i int) reflect.Type {
	last := t.NumIn() - 1
	switch {
	case t.IsVariadic() && i >= last:
		return t.In(last).Elem()
	case i <= last:
		return t.In(i)
	}
	return nil
}

// holdsAny reports whether t is any, or a slice or map of such a type.
func holdsAny(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Interface:
		return t.NumMethod() == 0
	case reflect.Slice, reflect.Array, reflect.Map:
		return holdsAny(t.Elem())
	}
	return false
}

// exportsTo reports whether what Export makes of an object can become the parameter of type t. For
// others, the engine has more conversions: of a Map to a map, for example.
func exportsTo(o *Object, t reflect.Type) bool {
	if t == nil || !holdsAny(t) {
		return false
	}
	kind := exportKindOf(o)
	switch t.Kind() {
	case reflect.Slice, reflect.Array:
		return kind == exportList || kind == exportSet
	case reflect.Map:
		return kind == exportProperties
	}
	return kind != exportSimple
}

// An exportKind is how an object is converted.
type exportKind uint8

const (
	exportSimple     exportKind = iota // the engine converts it without looking into it
	exportProperties                   // any object of the program that is none of the others
	exportList                         // an array or the arguments of a function
	exportSet
	exportMap
	exportView // a typed array
)

// exportKindOf returns the kind of an object. Export types do not tell: an array, a Set and a slice of
// Go have the same.
func exportKindOf(o *Object) exportKind {
	switch name, _ := engineType(o); name {
	case "arrayObject", "sparseArrayObject", "argumentsObject":
		return exportList
	case "setObject":
		return exportSet
	case "mapObject":
		return exportMap
	case typedArray:
		return exportView
	default:
		if !strings.HasPrefix(name, "objectGo") && o.ExportType() == reflect.TypeFor[map[string]any]() {
			return exportProperties
		}
		return exportSimple
	}
}

// elementsOf returns how many elements an array has, or at least how many properties the arguments of
// a function have.
func elementsOf(list *Object) int {
	_, implementation := engineType(list)
	for _, name := range []string{"items", "values"} { // of an array with few elements, and of any other
		if elements := field(implementation, name); elements.IsValid() {
			return elements.Len()
		}
	}
	return len(list.Keys())
}
