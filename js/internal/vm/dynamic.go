package vm

import (
	"reflect"
	"sync"
	"unsafe"
)

// This file makes dynamic objects in the memory of the value of Go that implements them: one
// allocation instead of three, and no call that sets the prototype.

// A DynamicClass makes dynamic objects with one prototype. Loop goroutine only.
type DynamicClass struct {
	rt        *Runtime
	prototype *Object
	template  DynamicMemory
}

// DynamicMemory is the memory of a dynamic object. The value that implements the object embeds it.
type DynamicMemory struct {
	object  Object
	dynamic dynamicObject
}

// dynamicObject mirrors the engine's type of that name.
type dynamicObject struct {
	baseDynamicObject
	implementation DynamicObject
}

// baseDynamicObject mirrors the engine's type of that name.
type baseDynamicObject struct{ val, prototype *Object }

func init() {
	engineNames[reflect.TypeFor[dynamicObject]()] = []string{"baseDynamicObject", "d"}
	engineNames[reflect.TypeFor[baseDynamicObject]()] = []string{"val", "prototype"}
}

// dynamicWorks reports whether the engine's dynamic objects are the mirrored ones.
var dynamicWorks = sync.OnceValue(func() bool {
	if !unsafeAllowed || selfOffset() < 0 {
		return false
	}
	o := newEngine().NewDynamicObject(noProperties{})
	engines := reflect.ValueOf(o).Elem().FieldByName("self").Elem().Type()
	return engines.Kind() == reflect.Pointer && mirrors(reflect.TypeFor[dynamicObject](), engines.Elem())
})

// NewDynamicClass returns a class of dynamic objects.
func NewDynamicClass(rt *Runtime, prototype *Object) *DynamicClass {
	c := &DynamicClass{rt: rt, prototype: prototype}
	if dynamicWorks() {
		o := rt.NewDynamicObject(noProperties{})
		c.template.object = *o
		c.template.dynamic.prototype = prototype
	}
	return c
}

// New returns a dynamic object that d implements. memory is a zero value inside d.
func (c *DynamicClass) New(memory *DynamicMemory, d DynamicObject) *Object {
	if c.template.dynamic.prototype == nil {
		o := c.rt.NewDynamicObject(d)
		_ = o.SetPrototype(c.prototype)
		return o
	}
	*memory = c.template
	memory.dynamic.val, memory.dynamic.implementation = &memory.object, d
	implementationOf(&memory.object).value = unsafe.Pointer(&memory.dynamic)
	return &memory.object
}
