package vm

import "strconv"

// This file owns the array methods that check more than their own array, and those that arrays.js
// does not have.

// longestString is the largest length of a string in code units, as in Node.
const longestString = 1<<29 - 24

func (a *arrays) concat(engine native) native {
	return func(c FunctionCall) Value {
		// An element with the property Symbol.isConcatSpreadable can make the result longer.
		ordinary := a.ordinary(c.This) && a.prototype().GetSymbol(SymIsConcatSpreadable) == nil
		for i := -1; ordinary && i < len(c.Arguments); i++ {
			v := c.This
			if i >= 0 {
				v = c.Arguments[i]
			}
			if o, isObject := v.(*Object); isObject {
				ordinary = a.shapes.isArray(o) && a.shapes.bounded(o) && !a.shapes.hasSymbols(o)
			}
		}
		if ordinary {
			return engine(c)
		}
		return a.call("concat", c)
	}
}

// deepest is the depth of nested arrays up to which the engine itself flattens.
const deepest = 100

func (a *arrays) flat(engine native) native {
	return func(c FunctionCall) Value {
		depth := int64(1)
		if v := c.Argument(0); !IsUndefined(v) {
			if IsNumber(v) {
				depth = v.ToInteger()
			} else {
				depth = deepest + 1 // converting the depth may call the program, and must happen only once
			}
		}
		o, ok := c.This.(*Object)
		if ok && depth <= deepest && a.shapes.isArray(o) && a.shapes.flattens(o, int(max(depth, 0))) {
			return engine(c)
		}
		return a.call("flat", c)
	}
}

func (a *arrays) join(engine native) native {
	return func(c FunctionCall) Value {
		a.nesting.enter()
		defer a.nesting.leave()
		if a.ordinary(c.This) {
			return engine(c)
		}
		o := c.This.ToObject(a.rt)
		if !a.nesting.mark(o) {
			return a.rt.ToValue("")
		}
		defer a.nesting.unmark(o)
		n, glue := a.length(o), a.rt.ToValue(",").(String)
		if v := c.Argument(0); !IsUndefined(v) {
			glue = a.textOf(v)
		}
		if glued := int64(glue.Length()); glued > 0 && n-1 > longestString/glued {
			panic(NewError(a.rt, "RangeError", "Invalid string length"))
		}
		var text StringBuilder
		length := int64(0)
		for i := range n {
			a.checkInterrupt(i)
			if i > 0 {
				length = a.write(&text, length, glue)
			}
			if v := o.Get(strconv.FormatInt(i, 10)); !IsNullish(v) {
				length = a.write(&text, length, a.textOf(v))
			}
		}
		return text.String()
	}
}

// toLocaleString passes its arguments on to the elements. The engine's method does not.
func (a *arrays) toLocaleString(native) native {
	return func(c FunctionCall) Value {
		a.nesting.enter()
		defer a.nesting.leave()
		o := c.This.ToObject(a.rt)
		if !a.nesting.mark(o) {
			return a.rt.ToValue("")
		}
		defer a.nesting.unmark(o)
		var text StringBuilder
		length, comma := int64(0), a.rt.ToValue(",").(String)
		for i := range a.length(o) {
			a.checkInterrupt(i)
			if i > 0 {
				length = a.write(&text, length, comma)
			}
			v := o.Get(strconv.FormatInt(i, 10))
			if IsNullish(v) {
				continue
			}
			method, ok := AssertFunction(v.ToObject(a.rt).Get("toLocaleString"))
			if !ok {
				panic(a.rt.NewTypeError("toLocaleString of an element is not a function"))
			}
			local, err := method(v, c.Argument(0), c.Argument(1))
			if err != nil {
				panic(err)
			}
			length = a.write(&text, length, a.textOf(local))
		}
		return text.String()
	}
}

// toStringChanges replace the method of arrays and of typed arrays, which is the same function.
func toStringChanges() []Change {
	of := func(owner string) Change {
		return Change{Owner: owner, Name: "toString", Shared: "toString", With: func(rt *Runtime, engine native) native {
			n := &correctionsOf(rt).nesting
			return func(c FunctionCall) Value {
				n.enter()
				defer n.leave()
				return engine(c)
			}
		}}
	}
	return []Change{of("Array.prototype"), of("TypedArray.prototype")}
}

func (a *arrays) textOf(v Value) String { return textOf(a.rt, v) }

// textOf is the abstract operation ToString.
func textOf(rt *Runtime, v Value) String {
	if _, ok := v.(*Symbol); ok {
		panic(rt.NewTypeError("Cannot convert a Symbol value to a string"))
	}
	v = v.ToString()
	if s, ok := v.(String); ok {
		return s
	}
	return rt.ToValue(v.String()).(String)
}

// write appends to a text with the given length and returns the new length.
func (a *arrays) write(text *StringBuilder, length int64, s String) int64 {
	if length += int64(s.Length()); length > longestString {
		panic(NewError(a.rt, "RangeError", "Invalid string length"))
	}
	text.WriteString(s)
	return length
}

// length is the abstract operation LengthOfArrayLike.
func (a *arrays) length(o *Object) int64 {
	v := o.Get("length")
	if v == nil {
		return 0
	}
	return min(max(v.ToInteger(), 0), 1<<53-1)
}

func (a *arrays) sort(engine native) native {
	return func(c FunctionCall) Value {
		if a.isShort(c.This) || !isCompareFunction(c.Argument(0)) {
			return engine(c)
		}
		c.Arguments = []Value{a.comparator(c.Argument(0))}
		if a.ordinary(c.This) {
			return engine(c)
		}
		parts := a.call("collected", FunctionCall{This: c.This, Arguments: []Value{a.rt.ToValue(false)}}).(*Object)
		sorted := parts.Get("1")
		engine(FunctionCall{This: sorted, Arguments: c.Arguments})
		return a.call("spreadOut", FunctionCall{This: Undefined(), Arguments: []Value{parts.Get("0"), sorted, parts.Get("2")}})
	}
}

// sortOfEngine returns the engine's sort, whether a program has touched it or not.
func (a *arrays) sortOfEngine() native {
	if a.c.engineSort == nil {
		a.c.engineSort = a.c.engineMethod("Array.prototype", "sort")
	}
	return a.c.engineSort
}

// prototype is Array.prototype, and plain is Object.prototype.
func (a *arrays) prototype() *Object { return a.rt.NewArray().Prototype() }

func (a *arrays) plain() *Object { return a.rt.NewObject().Prototype() }

func (a *arrays) toSorted(engine native) native {
	return func(c FunctionCall) Value {
		if a.isShort(c.This) || !isCompareFunction(c.Argument(0)) {
			return engine(c)
		}
		c.Arguments = []Value{a.comparator(c.Argument(0))}
		if a.ordinary(c.This) {
			return engine(c)
		}
		parts := a.call("collected", FunctionCall{This: c.This, Arguments: []Value{a.rt.ToValue(true)}}).(*Object)
		return a.sortOfEngine()(FunctionCall{This: parts.Get("1"), Arguments: c.Arguments})
	}
}

// isShort reports whether v is so short that sorting it needs no check for an interrupt.
func (a *arrays) isShort(v Value) bool {
	o, ok := v.(*Object)
	return !ok && a.ordinary(v) || ok && a.shapes.short(o)
}

// isCompareFunction reports whether the engine accepts a value as the compare function.
func isCompareFunction(v Value) bool {
	_, ok := AssertFunction(v)
	return ok || IsUndefined(v)
}

// comparator returns a function that compares like the given one, or like the engine's default
// without one, and that checks for an interrupt.
func (a *arrays) comparator(v Value) Value {
	compared := int64(0)
	compare, given := AssertFunction(v)
	return a.rt.ToValue(func(c FunctionCall) Value {
		compared++
		a.checkInterrupt(compared)
		if given {
			result, err := compare(Undefined(), c.Arguments...)
			if err != nil {
				panic(err)
			}
			return result
		}
		return a.rt.ToValue(a.textOf(c.Argument(0)).CompareTo(a.textOf(c.Argument(1))))
	})
}

func (a *arrays) from(engine native) native {
	return func(c FunctionCall) Value {
		if o, ok := c.Argument(0).(*Object); !ok || a.shapes.iterates(o, a.plain()) {
			return engine(c)
		}
		return a.call("from", c)
	}
}
