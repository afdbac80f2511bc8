package vm

import (
	_ "embed"
	"math"
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
	c       *corrections
	rt      *Runtime
	nesting *nesting
	shapes  *shapes
	written map[string]native // the methods of arrays.js, nil until one is needed
}

// looping lists the methods whose loop in the engine runs for as long as the length.
var looping = []string{
	"copyWithin", "every", "fill", "filter", "find", "findIndex", "findLast", "findLastIndex",
	"forEach", "includes", "indexOf", "lastIndexOf", "map", "reduce", "reduceRight",
	"reverse", "shift", "slice", "some", "splice", "toReversed", "toSpliced", "unshift", "with",
}

func (c *corrections) arrayState() *arrays {
	if c.arrays == nil {
		c.arrays = &arrays{c: c, rt: c.rt, nesting: &c.nesting, shapes: shapesOf()}
	}
	return c.arrays
}

// arrayChanges are the methods of arrays that are replaced.
func arrayChanges() []Change {
	var all []Change
	change := func(name string, with func(a *arrays, engine native) native) {
		all = append(all, Change{Owner: "Array.prototype", Name: name, With: func(rt *Runtime, engine native) native {
			return with(correctionsOf(rt).arrayState(), engine)
		}})
	}
	for _, name := range looping {
		at := indexes[name]
		change(name, func(a *arrays, engine native) native {
			return func(c FunctionCall) Value {
				if a.ordinary(c.This) && !converted(at, c.Arguments) {
					return engine(c)
				}
				return a.call(name, c)
			}
		})
	}
	change("concat", (*arrays).concat)
	change("flat", (*arrays).flat)
	change("flatMap", func(a *arrays, _ native) native {
		return func(c FunctionCall) Value { return a.call("flatMap", c) }
	})
	change("join", (*arrays).join)
	change("toLocaleString", (*arrays).toLocaleString)
	change("sort", func(a *arrays, engine native) native {
		a.c.engineSort = engine
		return a.sort(engine)
	})
	change("toSorted", (*arrays).toSorted)
	return all
}

// correctArray replaces Array.from.
func (c *corrections) correctArray(array *Object) {
	if c.isArray != nil {
		return
	}
	c.originals["Array"], c.isArray = array, array.Get("isArray")
	replaceNative(c.rt, array, "from", c.arrayState().from)
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

// shortLength is the length up to which a loop of the engine over an array needs no check for an
// interrupt.
const shortLength = 1 << 16

// ordinary reports whether the loop of an array method over v ends soon. This holds if v is an
// array with memory for each element or a short one, or if v is null or undefined, for which the
// engine throws.
func (a *arrays) ordinary(v Value) bool {
	switch o := v.(type) {
	case *Object:
		return a.shapes.bounded(o)
	case String:
		return o.Length() <= shortLength
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
	for name, value := range a.globals() {
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

// globals are what arrays.js uses, as the program has found it.
func (a *arrays) globals() map[string]Value {
	rt := a.rt
	number := func(of func(x, y float64) float64) Value {
		return rt.ToValue(func(c FunctionCall) Value {
			return rt.ToValue(of(c.Argument(0).ToFloat(), c.Argument(1).ToFloat()))
		})
	}
	all := map[string]Value{
		"species": SymSpecies, "iterator": SymIterator, "spreadable": SymIsConcatSpreadable,
		"put": rt.ToValue(a.put), "isConstructor": rt.ToValue(func(c FunctionCall) Value {
			return rt.ToValue(isConstructor(c.Argument(0)))
		}),
		"trunc": number(func(x, _ float64) float64 { return math.Trunc(x) }), "max": number(math.Max), "min": number(math.Min),
	}
	for _, name := range []string{"Array", "Object", "RangeError", "TypeError"} {
		all[name] = a.c.intrinsic(name)
	}
	a.c.intrinsic("Reflect")
	all["isArray"], all["apply"] = a.c.isArray, rt.ToValue(a.c.apply)
	return all
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
		a.nesting.noop()
	}
}

// nextOf replaces the method next of the prototype of array iterators. Engine loops that take all
// elements of an iterator, such as [...x], can be interrupted here.
func (c *corrections) nextOf(prototype *Object) Value {
	original, _ := prototype.Get("next").(*Object)
	engine, ok := original.Export().(native)
	if !ok {
		return original
	}
	a, taken := c.arrayState(), int64(0)
	return likeOriginal(c.rt, original, Guard(c.rt, func(c FunctionCall) Value {
		taken++
		a.checkInterrupt(taken)
		return engine(c)
	}))
}
