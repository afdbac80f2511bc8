package vm

import (
	_ "embed"
	"strconv"
	"sync"
)

// This file owns the methods of arrays. The engine's own loops do not check for an interrupt:
// Array.prototype.indexOf on an object with length 2^53 would run for years. So each method checks
// its array first. For an ordinary array, whose memory has room for its length, it calls the
// engine's method. For anything else it calls the same method written in JavaScript in arrays.js,
// which is slower and can be interrupted.
//
// Rejected: run the engine's loop on a part of the elements at a time and check for an interrupt in
// between. A program that computes its elements, for example with a proxy, would see several reads
// of the length.

//go:embed arrays.js
var arraysSource string

var arraysProgram = sync.OnceValues(func() (*Program, error) {
	return Compile("wakeful:internal", arraysSource, true)
})

type native = func(FunctionCall) Value

// arrays holds the methods of one runtime. Loop goroutine only.
type arrays struct {
	rt        *Runtime
	nesting   *nesting
	prototype *Object // Array.prototype
	plain     *Object // Object.prototype
	array     Value
	shapes    shapes
	noop      native            // a function of JavaScript; calling it checks for an interrupt
	engine    map[string]native // the engine's own methods
	written   map[string]native // the methods of arrays.js, nil until one is needed
	globals   map[string]Value  // the functions that arrays.js uses
}

// looping lists the methods whose loop in the engine runs for as long as the length.
var looping = []string{
	"copyWithin", "every", "fill", "filter", "find", "findIndex", "findLast", "findLastIndex",
	"forEach", "includes", "indexOf", "lastIndexOf", "map", "reduce", "reduceRight",
	"reverse", "shift", "slice", "some", "splice", "toReversed", "toSpliced", "unshift", "with",
}

func replaceArrayMethods(rt *Runtime, n *nesting, s shapes) {
	array := rt.GlobalObject().Get("Array").ToObject(rt)
	a := &arrays{
		rt: rt, nesting: n, array: array, prototype: array.Get("prototype").ToObject(rt),
		shapes: s, engine: map[string]native{},
	}
	a.noop = n.noop
	a.plain = a.prototype.Prototype()
	object, reflect := rt.GlobalObject().Get("Object"), rt.GlobalObject().Get("Reflect").ToObject(rt)
	a.globals = map[string]Value{
		"Array": array, "Object": object, "RangeError": rt.GlobalObject().Get("RangeError"), "TypeError": rt.GlobalObject().Get("TypeError"),
		"species": SymSpecies, "iterator": SymIterator, "spreadable": SymIsConcatSpreadable,
		"isArray": array.Get("isArray"), "apply": reflect.Get("apply"),
		"put": rt.ToValue(a.put), "isConstructor": rt.ToValue(func(c FunctionCall) Value {
			_, ok := AssertConstructor(c.Argument(0))
			return rt.ToValue(ok)
		}),
	}
	for _, name := range []string{"trunc", "max", "min"} {
		a.globals[name] = rt.GlobalObject().Get("Math").ToObject(rt).Get(name)
	}
	for _, name := range looping {
		at := indexes[name]
		a.replace(a.prototype, name, func(engine native) native {
			return func(c FunctionCall) Value {
				if a.ordinary(c.This) && !converted(at, c.Arguments) {
					return engine(c)
				}
				return a.call(name, c)
			}
		})
	}
	a.replace(a.prototype, "concat", a.concat)
	a.replace(a.prototype, "flat", a.flat)
	a.replace(a.prototype, "flatMap", func(native) native {
		return func(c FunctionCall) Value { return a.call("flatMap", c) }
	})
	a.replace(a.prototype, "join", a.join)
	a.replace(a.prototype, "toLocaleString", a.toLocaleString)
	a.toString()
	a.replace(a.prototype, "sort", a.sort)
	a.replace(a.prototype, "toSorted", a.toSorted)
	a.replace(array, "from", a.from)
	iterators := rt.NewArray().Prototype().GetSymbol(SymIterator)
	values, _ := AssertFunction(iterators)
	if iterator, err := values(rt.NewArray()); err == nil {
		a.replace(iterator.ToObject(rt).Prototype(), "next", a.next)
	}
}

// replace replaces a function of the engine. A program sees no difference: name, length and
// attributes are the same, and the new function is not a constructor either.
func (a *arrays) replace(owner *Object, name string, with func(engine native) native) {
	engine, ok := replaceNative(a.rt, owner, name, with)
	if ok {
		a.engine[name] = engine
	}
}

// indexes are the arguments that the engine converts to numbers: from and to.
var indexes = map[string][2]int{
	"copyWithin": {0, 3}, "fill": {1, 3}, "includes": {1, 2}, "indexOf": {1, 2}, "lastIndexOf": {1, 2},
	"slice": {0, 2}, "splice": {0, 2}, "toSpliced": {0, 2}, "with": {0, 1},
}

// converted reports whether an index is an object. To convert it runs a function of the program,
// which may change the array after the engine has looked at it.
func converted(at [2]int, arguments []Value) bool {
	for _, v := range arguments[min(at[0], len(arguments)):min(at[1], len(arguments))] {
		if _, ok := v.(*Object); ok {
			return true
		}
	}
	return false
}

// few is a length that a loop of the engine passes without noticeable delay.
const few = 1 << 16

// ordinary reports whether the loop of an array method over v ends soon. This holds if v is an
// array with memory for each element or a short one, or if v is null or undefined, for which the
// engine throws.
func (a *arrays) ordinary(v Value) bool {
	switch o := v.(type) {
	case *Object:
		return a.shapes.bounded(o)
	case String:
		return o.Length() <= few
	}
	return true
}

// call calls a method of arrays.js.
func (a *arrays) call(name string, c FunctionCall) Value {
	if a.written == nil {
		a.load()
	}
	a.nesting.enter()
	defer a.nesting.leave()
	return a.written[name](c)
}

func (a *arrays) load() {
	program, err := arraysProgram()
	if err != nil {
		panic(err) // a constant always compiles
	}
	made, err := a.rt.RunProgram(program)
	if err != nil {
		panic(err)
	}
	globals := a.rt.NewObject()
	for name, value := range a.globals {
		_ = globals.Set(name, value)
	}
	factory, _ := AssertFunction(made)
	methods, err := factory(Undefined(), globals)
	if err != nil {
		panic(err)
	}
	a.written = map[string]native{}
	for _, name := range methods.(*Object).Keys() {
		a.written[name] = methods.(*Object).Get(name).Export().(native)
	}
}

// put is CreateDataPropertyOrThrow, for arrays.js.
func (a *arrays) put(c FunctionCall) Value {
	o := c.Argument(0).(*Object)
	if err := o.DefineDataProperty(strconv.FormatInt(c.Argument(1).ToInteger(), 10), c.Argument(2), FlagTrue, FlagTrue, FlagTrue); err != nil {
		panic(err)
	}
	return Undefined()
}

// checkInterrupt checks for an interrupt at some values of i.
func (a *arrays) checkInterrupt(i int64) {
	if i&0xfff == 0 {
		a.noop(FunctionCall{})
	}
}

// next replaces the method next of array iterators. Engine loops that take all elements of an
// iterator, such as [...x], can be interrupted here.
func (a *arrays) next(engine native) native {
	taken := int64(0)
	return func(c FunctionCall) Value {
		taken++
		a.checkInterrupt(taken)
		return engine(c)
	}
}
