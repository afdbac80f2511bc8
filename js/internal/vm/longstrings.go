package vm

// This file limits the methods that make a string of a given length: padStart, padEnd and repeat of
// String.prototype. The engine would allocate any length, and panic if there is not enough memory.

// correctStrings replaces the methods. It is called before any program runs.
func correctStrings(rt *Runtime) {
	prototype := rt.GlobalObject().Get("String").(*Object).Get("prototype").(*Object)
	for _, name := range []string{"padStart", "padEnd"} {
		replaceNative(rt, prototype, name, func(engine native) native {
			return func(c FunctionCall) Value { return engine(padded(rt, c)) }
		})
	}
	replaceNative(rt, prototype, "repeat", func(engine native) native {
		return func(c FunctionCall) Value { return engine(repeated(rt, c)) }
	})
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
