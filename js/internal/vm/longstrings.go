package vm

// This file limits the methods that make a string of a given length: padStart, padEnd and repeat of
// String.prototype. The engine would allocate any length, and panic if there is not enough memory.

// stringChanges are these methods.
func stringChanges() []Change {
	pad := func(rt *Runtime, engine native) native {
		return func(c FunctionCall) Value { return engine(padded(rt, c)) }
	}
	return []Change{
		{Owner: "String.prototype", Name: "padStart", With: pad},
		{Owner: "String.prototype", Name: "padEnd", With: pad},
		{Owner: "String.prototype", Name: "repeat", With: func(rt *Runtime, engine native) native {
			return func(c FunctionCall) Value { return engine(repeated(rt, c)) }
		}},
		{Owner: "String.prototype", Name: "match", Unguarded: true, With: makesRegExps},
		{Owner: "String.prototype", Name: "matchAll", Unguarded: true, With: makesRegExps},
		{Owner: "String.prototype", Name: "search", Unguarded: true, With: makesRegExps},
	}
}

// makesRegExps is for methods that make a regular expression of a string.
func makesRegExps(rt *Runtime, engine native) native {
	correctionsOf(rt).regExps()
	return engine
}

// padded returns a call of padStart or padEnd whose result is not longer than longestString. It
// converts each argument once, in the order of the specification.
func padded(rt *Runtime, c FunctionCall) FunctionCall {
	if IsNullish(c.This) {
		return c // the engine throws
	}
	s := textOf(rt, c.This)
	length, filler := c.Argument(0).ToInteger(), c.Argument(1)
	if length > int64(s.Length()) {
		if !IsUndefined(filler) {
			filler = textOf(rt, filler)
		}
		if fill, ok := filler.(String); length > longestString && (!ok || fill.Length() != 0) {
			panic(NewError(rt, "RangeError", "Invalid string length"))
		}
	}
	return FunctionCall{This: s, Arguments: []Value{rt.ToValue(length), filler}}
}

// repeated returns a call of repeat whose result is not longer than longestString.
func repeated(rt *Runtime, c FunctionCall) FunctionCall {
	if IsNullish(c.This) {
		return c // the engine throws
	}
	s, count := textOf(rt, c.This), c.Argument(0).ToNumber()
	// The engine rejects infinite and negative counts.
	if length := int64(s.Length()); length > 0 && !IsInfinity(count) && count.ToInteger() > longestString/length {
		panic(NewError(rt, "RangeError", "Invalid string length"))
	}
	return FunctionCall{This: s, Arguments: []Value{count}}
}
