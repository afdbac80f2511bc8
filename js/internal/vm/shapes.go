package vm

import (
	"reflect"
	"slices"
	"sync"
)

// This file inspects objects without calling the program: code that computes its properties must
// not notice the inspection. It reads the engine's structures through reflection. It writes nothing
// and does not use package unsafe. If the engine's structures have other names, nothing is known
// and no object is bounded.

// shapes describes the engine's structures. They are the same for all runtimes.
type shapes struct {
	known            bool
	self             int // field of an Object: the implementation that it refers to
	array, plain     reflect.Type
	proxy, arguments reflect.Type
	iterable         []reflect.Type // types that are finite, or whose iterator checks for an interrupt

	// Fields of an array. count is the number of elements, special the number of accessors.
	values, length, count, special int
	symbols                        []int
	// Fields of a plain object.
	ownSymbols, properties []int
	// Fields of an arguments object, and of a property that is not enumerable, as its length.
	argumentProperties, accessor, value []int
	property                            reflect.Type
}

// shapesOf is what is known of the engine's structures.
var shapesOf = sync.OnceValue(func() *shapes {
	s := learnShapes(newEngine())
	return &s
})

func learnShapes(rt *Runtime) (s shapes) {
	object := reflect.TypeFor[Object]()
	self, ok := object.FieldByName("self")
	if !ok || self.Type.Kind() != reflect.Interface || len(self.Index) != 1 {
		return s
	}
	s.self = self.Index[0]
	typeOf := func(source string) reflect.Type {
		v, err := rt.RunString(source)
		if err != nil {
			return nil
		}
		return reflect.ValueOf(v).Elem().Field(s.self).Elem().Type()
	}
	s.array, s.plain = typeOf("[]"), typeOf("({})")
	s.proxy, s.arguments = typeOf("new Proxy({}, {})"), typeOf("(function () { return arguments })()")
	for _, source := range []string{
		"new Set()", "new Map()", "new Set().values()", "new Map().values()", "[].values()",
		"(function* () {})()", "(function () { return arguments })()", "''.matchAll(/./g)", "''[Symbol.iterator]()", "new Uint8Array()",
	} {
		s.iterable = append(s.iterable, typeOf(source))
	}
	if s.array == nil || s.array.Kind() != reflect.Pointer || s.plain == nil || s.plain.Kind() != reflect.Pointer {
		return s
	}
	field := func(t reflect.Type, name string, kind reflect.Kind) []int {
		f, ok := t.Elem().FieldByName(name)
		if !ok || f.Type.Kind() != kind {
			return nil
		}
		return f.Index
	}
	fields := [][]int{
		field(s.array, "values", reflect.Slice), field(s.array, "length", reflect.Uint32),
		field(s.array, "objCount", reflect.Int), field(s.array, "propValueCount", reflect.Int),
	}
	for _, f := range fields {
		if len(f) != 1 {
			return s
		}
	}
	s.values, s.length, s.count, s.special = fields[0][0], fields[1][0], fields[2][0], fields[3][0]
	s.symbols = field(s.array, "symValues", reflect.Pointer)
	s.ownSymbols, s.properties = field(s.plain, "symValues", reflect.Pointer), field(s.plain, "values", reflect.Map)
	if s.arguments != nil && s.arguments.Kind() == reflect.Pointer {
		s.argumentProperties = field(s.arguments, "values", reflect.Map)
	}
	if s.property = hiddenProperty(rt, s); s.property != nil {
		s.accessor, s.value = field(s.property, "accessor", reflect.Bool), field(s.property, "value", reflect.Interface)
	}
	s.known = s.symbols != nil && s.ownSymbols != nil && s.properties != nil
	return s
}

// hiddenProperty returns the type of a property that is not enumerable, or nil if it is not known.
func hiddenProperty(rt *Runtime, s shapes) reflect.Type {
	v, err := rt.RunString("(function () { return arguments })()")
	if err != nil || s.argumentProperties == nil {
		return nil
	}
	length := s.structureOf(v.(*Object)).Elem().FieldByIndex(s.argumentProperties).MapIndex(lengthKey)
	if !length.IsValid() || length.Elem().Kind() != reflect.Pointer || length.Elem().Type().Elem().Kind() != reflect.Struct {
		return nil
	}
	return length.Elem().Type()
}

// structureOf returns the structure that an object refers to.
func (s *shapes) structureOf(o *Object) reflect.Value {
	return reflect.ValueOf(o).Elem().Field(s.self).Elem()
}

func (s *shapes) isArray(o *Object) bool { return s.known && s.structureOf(o).Type() == s.array }

// bounded reports whether a loop over the length of an object ends soon, in the sense of ordinary.
func (s *shapes) bounded(o *Object) bool {
	if !s.known {
		return false
	}
	v := s.structureOf(o)
	if v.Type() != s.array {
		return s.lengthOf(v) <= shortLength
	}
	a := v.Elem()
	length := a.Field(s.length).Uint()
	return length <= shortLength || s.dense(a, length)
}

// dense reports whether an array has memory for all its elements.
func (s *shapes) dense(a reflect.Value, length uint64) bool {
	return a.Field(s.values).Len() == int(length) && a.Field(s.count).Int() == int64(length) && a.Field(s.special).Int() == 0
}

// short reports whether an object is an array with few elements.
func (s *shapes) short(o *Object) bool {
	if !s.known {
		return false
	}
	v := s.structureOf(o)
	return v.Type() == s.array && v.Elem().Field(s.length).Uint() <= shortLength || v.Type() != s.array && s.lengthOf(v) <= shortLength
}

// lengthOf returns the length of an object that is not an array if it is a plain value, and
// otherwise more than shortLength.
func (s *shapes) lengthOf(v reflect.Value) int64 {
	const unknown = shortLength + 1
	var properties reflect.Value
	switch v.Type() {
	case s.plain:
		properties = v.Elem().FieldByIndex(s.properties)
	case s.arguments:
		if s.argumentProperties == nil {
			return unknown
		}
		properties = v.Elem().FieldByIndex(s.argumentProperties)
	default:
		return unknown
	}
	length := properties.MapIndex(lengthKey)
	if !length.IsValid() {
		return unknown
	}
	if length = length.Elem(); length.Kind() == reflect.Pointer { // it is not enumerable, as of arguments
		if length.Type() != s.property || s.accessor == nil || s.value == nil || length.IsNil() {
			return unknown
		}
		if length.Elem().FieldByIndex(s.accessor).Bool() {
			return unknown
		}
		length = length.Elem().FieldByIndex(s.value).Elem()
	}
	if length.Kind() != reflect.Int64 && length.Kind() != reflect.Int {
		return unknown
	}
	return length.Int()
}

var lengthKey = reflect.ValueOf(unistring("length"))

// hasSymbols reports whether an array has own properties with symbols as keys.
func (s *shapes) hasSymbols(o *Object) bool {
	return !s.structureOf(o).Elem().FieldByIndex(s.symbols).IsNil()
}

// flattens reports whether an array and its element arrays down to a depth are bounded.
func (s *shapes) flattens(o *Object, depth int) bool {
	if !s.bounded(o) {
		return false
	}
	return s.arrayFlattens(s.structureOf(o).Elem(), depth)
}

func (s *shapes) arrayFlattens(a reflect.Value, depth int) bool {
	if length := a.Field(s.length).Uint(); length > shortLength && !s.dense(a, length) {
		return false
	}
	values := a.Field(s.values)
	for i := 0; depth > 0 && i < values.Len(); i++ {
		element := values.Index(i).Elem()
		if !element.IsValid() || element.Type() != pointerToObject {
			continue
		}
		switch inner := element.Elem().Field(s.self).Elem(); inner.Type() {
		case s.proxy:
			return false // it may be a proxy of an array
		case s.array:
			if !s.arrayFlattens(inner.Elem(), depth-1) {
				return false
			}
		}
	}
	return true
}

var pointerToObject = reflect.TypeFor[*Object]()

// iterates reports whether taking all elements of an object ends soon or can be interrupted.
func (s *shapes) iterates(o, plain *Object) bool {
	if !s.known {
		return false
	}
	v := s.structureOf(o)
	switch v.Type() {
	case s.array:
		return s.bounded(o)
	case s.plain:
		return v.Elem().FieldByIndex(s.ownSymbols).IsNil() && o.Prototype() == plain &&
			plain.GetSymbol(SymIterator) == nil && s.lengthOf(v) <= shortLength
	}
	return slices.Contains(s.iterable, v.Type())
}
