package vm

import (
	"math"
	"strings"
)

// This file owns methods of the language that the engine lacks, and functions of the global object
// for which its own are wrong.

var (
	zero         = newEngine().ToValue(0)
	negativeZero = newEngine().ToValue(math.Copysign(0, -1))
)

// accessorMethods are __defineGetter__ and the others, of annex B of ECMA-262.
const accessorMethods = `(({ defineProperty, getOwnPropertyDescriptor, getPrototypeOf }, TypeError, is) => {
	const object = (value) => {
		if (value === undefined || value === null) throw new TypeError('Cannot convert undefined or null to object');
		return Object(value);
	};
	const key = (name) => typeof name === 'symbol' ? name : ` + "`${name}`" + `;
	const define = (kind) => function (name, fn) {
		const o = object(this);
		if (typeof fn !== 'function') throw new TypeError('the second argument is not a function');
		defineProperty(o, key(name), { [kind]: fn, enumerable: true, configurable: true });
	};
	const lookup = (kind) => function (name) {
		name = key(name);
		for (let o = object(this); o !== null; o = getPrototypeOf(o)) {
			const found = getOwnPropertyDescriptor(o, name);
			if (found) return found[kind];
		}
	};
	return { __defineGetter__: define('get'), __defineSetter__: define('set'), __lookupGetter__: lookup('get'), __lookupSetter__: lookup('set') }[is];
})`

// missing are the methods that the engine lacks.
func missing() []Change {
	wellFormed := func(rt *Runtime, this Value) (text String, well Value) {
		if IsNullish(this) {
			panic(rt.NewTypeError("String.prototype.toWellFormed called on null or undefined"))
		}
		text = TextOf(rt, this)
		return text, rt.ToValue(text.String()) // a string of Go has no lone surrogates
	}
	changes := []Change{
		{Owner: "String.prototype", Name: "toWellFormed", With: func(rt *Runtime, _ native) native {
			return func(call FunctionCall) Value {
				_, well := wellFormed(rt, call.This)
				return well
			}
		}},
		{Owner: "String.prototype", Name: "isWellFormed", With: func(rt *Runtime, _ native) native {
			return func(call FunctionCall) Value {
				text, well := wellFormed(rt, call.This)
				return rt.ToValue(text.StrictEquals(well))
			}
		}},
	}
	for i, name := range []string{"__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__"} {
		changes = append(changes, Change{Owner: "Object.prototype", Name: name, Length: 2 - i/2, With: func(rt *Runtime, _ native) native {
			return builtFunction(rt, accessorMethods, Intrinsic(rt, "Object"), Intrinsic(rt, "TypeError"), rt.ToValue(name))
		}})
	}
	return changes
}

// correctParseInt returns a parseInt whose result for "-0" and "-0.5" is -0.
func (c *corrections) correctParseInt(engine *Object) Value {
	if c.parseInt == nil {
		call, ok := engine.Export().(native)
		if !ok {
			return engine
		}
		c.parseInt = likeOriginal(c.rt, engine, func(arguments FunctionCall) Value {
			v := call(arguments)
			if v == zero && strings.HasPrefix(strings.TrimSpace(TextOf(c.rt, arguments.Argument(0)).String()), "-") {
				return negativeZero
			}
			return v
		})
	}
	return c.parseInt
}
