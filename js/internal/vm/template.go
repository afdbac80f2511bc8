package vm

import (
	"maps"
	"reflect"
	"sync"
	"unsafe"
)

// This file owns the engine's templates. The engine makes a property of a built-in object when a
// program first touches it: the object refers to a template, which has a function for each
// property. The templates are shared by all runtimes of a process. A runtime of this package gets
// templates of its own, whose functions also correct what the engine's have made, and which have
// more properties. So a new runtime pays only for what its program uses, and a program sees the
// ordinary properties that it would see if all were made at once.
//
// The engine has no method for this. The structures are read and written through package unsafe,
// after a check of the layout and a probe (features.go).
// Otherwise templated reports false, and package vm makes everything at once.

// template mirrors the engine's type objectTemplate. Immutable once a runtime uses it.
type template struct {
	names       []unistring
	properties  map[unistring]maker
	symbols     map[*Symbol]maker
	symbolNames []*Symbol
	prototype   func(*Runtime) *Object
}

// A maker makes a property of a new object. Its result is a *propertyValue or a plain value.
type maker = func(*Runtime) Value

// baseObject mirrors the engine's type of that name.
type baseObject struct {
	class             string
	val, prototype    *Object
	extensible        bool
	values            map[unistring]Value
	names             []unistring
	sorted, indexes   int
	symbols, privates unsafe.Pointer
}

// templatedObject mirrors the engine's type of that name.
type templatedObject struct {
	baseObject
	template *template
	_        bool
}

// propertyValue mirrors the engine's type valueProperty, which is a property with attributes.
type propertyValue struct {
	value                              Value
	writable, configurable, enumerable bool
	accessor                           bool
	getter, setter                     *Object
}

// engineNames are the engine's names of the fields in order. The last one may be more.
var engineNames = map[reflect.Type][]string{
	reflect.TypeFor[template]():        {"propNames", "props", "symProps", "symPropNames", "protoFactory"},
	reflect.TypeFor[baseObject]():      {"class", "val", "prototype", "extensible", "values", "propNames", "lastSortedPropLen", "idxPropCount", "symValues", "privateElements"},
	reflect.TypeFor[templatedObject](): {"baseObject", "tmpl", "protoMaterialised"},
	reflect.TypeFor[propertyValue]():   {"value", "writable", "configurable", "enumerable", "accessor", "getterFunc", "setterFunc"},
}

// more stands for further fields of the engine, which are not known.
const more = "..."

// mirrors reports whether our type describes the engine's type.
func mirrors(ours, engines reflect.Type) bool {
	if ours == engines {
		return true
	}
	switch ours.Kind() {
	case reflect.UnsafePointer:
		return engines.Kind() == reflect.Pointer || engines.Kind() == reflect.Map
	case reflect.Pointer, reflect.Slice:
		return ours.Kind() == engines.Kind() && mirrors(ours.Elem(), engines.Elem())
	case reflect.Map:
		return engines.Kind() == reflect.Map && ours.Key() == engines.Key() && mirrors(ours.Elem(), engines.Elem())
	case reflect.Int, reflect.String: // the engine has another name for it
		return ours.Kind() == engines.Kind()
	case reflect.Func: // the engine has another name for it
		return engines.Kind() == reflect.Func && engines.ConvertibleTo(ours)
	case reflect.Struct:
		if ours == reflect.TypeFor[stack]() {
			return engines.Kind() == reflect.Slice
		}
		names := engineNames[ours]
		if engines.Kind() != reflect.Struct || engines.NumField() < len(names) {
			return false
		}
		if n := len(names); n > 0 && names[n-1] == more {
			names = names[:n-1]
		} else if engines.NumField() != n || engines.Size() != ours.Size() {
			return false
		}
		for i, name := range names {
			a, b := ours.Field(i), engines.Field(i)
			if b.Name != name || a.Offset != b.Offset || !mirrors(a.Type, b.Type) {
				return false
			}
		}
		return true
	}
	return false
}

// implementation mirrors what an Object refers to: an interface.
type implementation struct{ class, value unsafe.Pointer }

// layout is what is known of the engine's structures. The zero value knows nothing.
type layout struct {
	plain    unsafe.Pointer // identifies templated objects
	ordinary unsafe.Pointer // identifies objects of the type baseObject, as those of literals are
	property unsafe.Pointer // identifies properties with attributes
	// globals are the offsets of a runtime's built-in objects by the engine's names.
	globals map[string]uintptr
}

// layoutOf is the layout, or nil if templates cannot be used.
var layoutOf = sync.OnceValue(func() *layout {
	if machineOffset() < 0 {
		return nil
	}
	global, found := reflect.TypeFor[Runtime]().FieldByName("global")
	if !found || selfOffset() < 0 || global.Type.Kind() != reflect.Struct {
		return nil
	}
	rt := newEngine()
	l := &layout{globals: map[string]uintptr{}}
	for f := range global.Type.Fields() {
		if f.Type == reflect.TypeFor[*Object]() {
			l.globals[f.Name] = global.Offset + f.Offset
		}
	}
	o := rt.GlobalObject()
	templated := reflect.ValueOf(o).Elem().FieldByName("self").Elem().Type()
	if templated.Kind() != reflect.Pointer || !mirrors(reflect.TypeFor[templatedObject](), templated.Elem()) {
		return nil
	}
	l.plain = implementationOf(o).class
	literal := rt.NewObject()
	if ordinary := reflect.ValueOf(literal).Elem().FieldByName("self").Elem().Type(); ordinary != reflect.PointerTo(templated.Elem().Field(0).Type) {
		return nil
	}
	l.ordinary = implementationOf(literal).class
	// The value Infinity has attributes.
	rt.GlobalObject().Get("Infinity")
	values := reflect.ValueOf(o).Elem().FieldByName("self").Elem().Elem().FieldByName("values")
	infinity := values.MapIndex(reflect.ValueOf(unistring("Infinity")))
	if !infinity.IsValid() || infinity.Elem().Kind() != reflect.Pointer || !mirrors(reflect.TypeFor[propertyValue](), infinity.Elem().Type().Elem()) {
		return nil
	}
	v := (*templatedObject)(implementationOf(o).value).values["Infinity"]
	l.property = (*implementation)(unsafe.Pointer(&v)).class
	if !templatesWork(l) {
		return nil
	}
	return l
})

// implementationOf returns the implementation of an object.
func implementationOf(o *Object) *implementation {
	return (*implementation)(unsafe.Add(unsafe.Pointer(o), selfOffset()))
}

// selfOffset is the offset of an Object's implementation, or -1.
var selfOffset = sync.OnceValue(func() int {
	self, ok := reflect.TypeFor[Object]().FieldByName("self")
	if !ok || self.Type.Kind() != reflect.Interface || self.Type.NumMethod() == 0 {
		return -1
	}
	return int(self.Offset)
})

// global returns where a runtime keeps one of its built-in objects.
func (l *layout) global(rt *Runtime, name string) **Object {
	return (**Object)(unsafe.Add(unsafe.Pointer(rt), l.globals[name]))
}

// templateOf returns where an object that has a template refers to it. The engine has three types
// of such objects, which begin with the same fields.
func (l *layout) templateOf(o *Object) **template {
	return &(*templatedObject)(implementationOf(o).value).template
}

// attributes returns a property's attributes, or nil if it has none and is a plain value.
func (l *layout) attributes(v Value) *propertyValue {
	if i := (*implementation)(unsafe.Pointer(&v)); i.class == l.property {
		return (*propertyValue)(i.value)
	}
	return nil
}

// property makes a property with attributes. made is any property of the engine: the new one has
// its type.
func (l *layout) newProperty(p *propertyValue) Value {
	var v Value
	*(*implementation)(unsafe.Pointer(&v)) = implementation{l.property, unsafe.Pointer(p)}
	return v
}

// object makes an object with a template, in the place of one that the engine would make.
func (l *layout) newObject(rt *Runtime, t *template) *Object {
	o := rt.NewObject()
	made := &templatedObject{
		class: "Object", val: o, extensible: true, values: map[unistring]Value{},
		template: t,
	}
	*implementationOf(o) = implementation{l.plain, unsafe.Pointer(made)}
	return o
}

// clone returns a copy that can be changed.
func (t *template) clone() *template {
	c := &template{
		names:       append([]unistring(nil), t.names...),
		properties:  make(map[unistring]maker, len(t.properties)+96),
		symbols:     make(map[*Symbol]maker, len(t.symbols)),
		symbolNames: append([]*Symbol(nil), t.symbolNames...),
		prototype:   t.prototype,
	}
	maps.Copy(c.properties, t.properties)
	maps.Copy(c.symbols, t.symbols)
	return c
}

// put adds or replaces a property.
func (t *template) put(name unistring, create maker) {
	if _, known := t.properties[name]; !known {
		t.names = append(t.names, name)
	}
	t.properties[name] = create
}

// change replaces the value of a property that the engine makes. The attributes stay.
func (t *template) change(name unistring, with func(rt *Runtime, engine Value) Value) {
	engine := t.properties[name]
	if engine == nil {
		return
	}
	t.properties[name] = func(rt *Runtime) Value {
		made := engine(rt)
		l := layoutOf()
		if p := l.attributes(made); p != nil {
			p.value = with(rt, p.value)
			return made
		}
		return with(rt, made)
	}
}
