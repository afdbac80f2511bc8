package vm

import (
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/parser"

	"github.com/wakeful-go/wakeful/js/internal/regexps"
)

// This file translates regular expressions for the engine. Literals are translated in the syntax
// tree. Those made at run time are translated by a constructor around the engine's.
//
// The engine has fast methods for regular expressions whose prototype has its own exec and flags.
// So these and the methods named by symbols stay the engine's. The few regular expressions for
// which one of them is wrong have methods of their own.

// translate replaces the literal's pattern with an equivalent one that the engine supports.
func (c *corrector) translate(literal *ast.RegExpLiteral) {
	pattern, flags, err := regexps.Translate(literal.Pattern, literal.Flags)
	if err == nil {
		literal.Pattern, literal.Flags = pattern, flags
		return
	}
	if c.err == nil {
		file := c.program.File
		c.err = parser.ErrorList{&parser.Error{Position: file.Position(int(literal.Idx) - file.Base()), Message: err.Error()}}
	}
}

// regExps holds the parts of the engine's RegExp that the new constructor uses.
type regExps struct {
	rt          *Runtime
	maker       Value // the function of regExpMaker
	construct   Constructor
	source      Callable
	flags       Callable
	replacement *Object
	// The engine's methods, and those for the flag v, which the engine does not have.
	replace         Value
	split, matchAll *Object
}

// regExps corrects the engine's constructor at the first call.
func (c *corrections) regExps() *regExps {
	if c.expressions == nil {
		c.expressions = &regExps{rt: c.rt}
		c.expressions.correct(c.engineRegExp())
	}
	return c.expressions
}

// regExpConstructor makes the constructor that programs see. Only a function of JavaScript learns
// whether it is called with new. In a function without new the engine lets new.target be that of the
// constructor around the call, so this is looked at, too.
const regExpConstructor = `(make, getPrototypeOf) => function RegExp(pattern, flags) {
	"use strict";
	const constructs = new.target !== undefined && typeof this === 'object' && this !== null && getPrototypeOf(this) === new.target.prototype;
	return make(constructs ? new.target : undefined, pattern, flags);
}`

// correct makes the constructor that takes the place of the engine's, and which translates. The
// properties of regular expressions still show the program's own pattern.
func (r *regExps) correct(original *Object) {
	rt := r.rt
	prototype := original.Get("prototype").ToObject(rt)
	r.construct, _ = AssertConstructor(original)
	r.source, r.flags = r.getter(prototype, "source"), r.getter(prototype, "flags")
	r.replace = prototype.GetSymbol(SymReplace)
	r.split = r.withoutSets(prototype.GetSymbol(SymSplit).(*Object))
	r.matchAll = r.withoutSets(prototype.GetSymbol(SymMatchAll).(*Object))
	r.maker = r.method("", func(call FunctionCall) Value {
		return r.withOwnMethods(call.Argument(0).ToObject(rt))
	})
	if correctionsOf(rt).adopted {
		return
	}
	r.replacement = Built(rt, regExpConstructor, NewFunction(rt, r.make), Intrinsic(rt, "Object").Get("getPrototypeOf"))
	_ = r.replacement.DefineDataProperty("prototype", prototype, FlagFalse, FlagFalse, FlagFalse)
	// The engine has a shortcut for splitting with regular expressions of its own constructor.
	_ = r.replacement.DefineAccessorPropertySymbol(SymSpecies, r.method("get [Symbol.species]", func(call FunctionCall) Value {
		if call.This == r.replacement {
			return original
		}
		return call.This
	}), nil, FlagTrue, FlagFalse)
	_ = prototype.DefineDataProperty("constructor", r.replacement, FlagTrue, FlagTrue, FlagFalse)
	for name, get := range map[string]func(FunctionCall) Value{"source": r.getSource, "flags": r.getFlags, "unicodeSets": r.getSets} {
		_ = prototype.DefineAccessorProperty(name, r.method("get "+name, get), nil, FlagTrue, FlagFalse)
	}
	_ = prototype.DefineDataProperty("toString", r.method("toString", r.toString), FlagTrue, FlagTrue, FlagFalse)
}

// getter returns the engine's getter of a property.
func (r *regExps) getter(prototype *Object, name string) Callable {
	property := correctionsOf(r.rt).describe(prototype, name)
	get, _ := AssertFunction(property.ToObject(r.rt).Get("get"))
	return get
}

func (r *regExps) method(name string, fn func(FunctionCall) Value) *Object {
	object := NewFunction(r.rt, fn).ToObject(r.rt)
	_ = object.DefineDataProperty("name", r.rt.ToValue(name), FlagFalse, FlagTrue, FlagFalse)
	return object
}

// isRegExp reports whether a value is a regular expression of the engine.
func isRegExp(v Value) bool {
	object, ok := v.(*Object)
	return ok && object.ClassName() == "RegExp"
}

// looksLikeRegExp is the abstract operation IsRegExp.
func looksLikeRegExp(v Value) bool {
	object, ok := v.(*Object)
	if !ok {
		return false
	}
	if match := object.GetSymbol(SymMatch); match != nil && !IsUndefined(match) {
		return match.ToBoolean()
	}
	return isRegExp(v)
}

// make is the constructor. Its arguments are new.target, the pattern and the flags.
func (r *regExps) make(call FunctionCall) Value {
	target, _ := call.Argument(0).(*Object)
	pattern, flags := call.Argument(1), call.Argument(2)
	like := looksLikeRegExp(pattern)
	if target == nil && like && IsUndefined(flags) && pattern.(*Object).Get("constructor") == Value(r.replacement) {
		return pattern
	}
	switch {
	case isRegExp(pattern):
		if IsUndefined(flags) {
			flags = r.getFlags(FunctionCall{This: pattern})
		}
		source := Must(r.source(pattern))
		pattern = source
		if text, _, translated := regexps.Original(source.String()); translated {
			pattern = r.rt.ToValue(text)
		}
	case like:
		o := pattern.(*Object)
		pattern = orUndefined(o.Get("source"))
		if IsUndefined(flags) {
			flags = orUndefined(o.Get("flags"))
		}
	}
	if !IsUndefined(pattern) {
		pattern = TextOf(r.rt, pattern)
	}
	given := ""
	if !IsUndefined(flags) {
		given = TextOf(r.rt, flags).String()
	}
	arguments := []Value{pattern, r.rt.ToValue(given)}
	if !IsUndefined(pattern) {
		text := patternText(pattern)
		translated, forEngine, err := regexps.Translate(text, given)
		if err != nil {
			panic(NewError(r.rt, "SyntaxError", err.Error()))
		}
		if translated != text {
			arguments[0], arguments[1] = r.rt.ToValue(translated), r.rt.ToValue(forEngine)
		}
	}
	if target == r.replacement {
		target = nil
	}
	made := Must(r.construct(target, arguments...))
	if regexps.NeedsOwnMethods(given) {
		return r.withOwnMethods(made)
	}
	return made
}

func orUndefined(v Value) Value {
	if v == nil {
		return Undefined()
	}
	return v
}

// TextOf is the abstract operation ToString.
func TextOf(rt *Runtime, v Value) String {
	if _, ok := v.(*Symbol); ok {
		panic(rt.NewTypeError("Cannot convert a Symbol value to a string"))
	}
	v = v.ToString()
	if s, ok := v.(String); ok {
		return s
	}
	return rt.ToValue(v.String()).(String)
}

// patternText returns a pattern as a Go string. Lone surrogates become escapes, because Go strings
// cannot have them.
func patternText(pattern Value) string {
	text, ok := pattern.ToString().(String)
	if !ok {
		return pattern.String()
	}
	var b strings.Builder
	for i := 0; i < text.Length(); i++ {
		unit := rune(text.CharAt(i))
		if !utf16.IsSurrogate(unit) {
			b.WriteRune(unit)
			continue
		}
		if i+1 < text.Length() {
			if r := utf16.DecodeRune(unit, rune(text.CharAt(i+1))); r != utf8.RuneError {
				b.WriteRune(r)
				i++
				continue
			}
		}
		fmt.Fprintf(&b, `\u%04x`, unit)
	}
	return b.String()
}

// regExpMaker is the global name of the function that gives a regular expression of a literal its
// own methods. It is not a valid identifier, so no program can have such a variable.
const regExpMaker = "wakeful:regexp"

// withOwnMethods gives a regular expression methods of its own. Then the engine follows the
// specification's steps instead of its shortcut, which would replace too much.
func (r *regExps) withOwnMethods(made *Object) *Object {
	_ = made.DefineDataPropertySymbol(SymReplace, r.replace, FlagTrue, FlagTrue, FlagFalse)
	if _, sets, _ := r.original(made); sets {
		_ = made.DefineDataPropertySymbol(SymSplit, r.split, FlagTrue, FlagTrue, FlagFalse)
		_ = made.DefineDataPropertySymbol(SymMatchAll, r.matchAll, FlagTrue, FlagTrue, FlagFalse)
	}
	return made
}

// original returns the pattern that the program wrote, and whether it has the flag v.
func (r *regExps) original(v Value) (pattern string, sets, translated bool) {
	source := Must(r.source(v))
	return regexps.Original(source.String())
}

func (r *regExps) getSource(call FunctionCall) Value {
	source := Must(r.source(call.This))
	text := source.String()
	if original, _, translated := regexps.Original(text); translated {
		return r.rt.ToValue(regexps.Source(original))
	}
	if strings.Contains(text, `\u002f`) { // the engine's spelling of a slash
		return r.rt.ToValue(regexps.Source(patternText(source)))
	}
	return source
}

func (r *regExps) getFlags(call FunctionCall) Value {
	flags := Must(r.flags(call.This))
	if isRegExp(call.This) {
		if _, sets, _ := r.original(call.This); sets {
			return r.rt.ToValue(strings.Replace(flags.String(), "u", "v", 1))
		}
	}
	return flags
}

func (r *regExps) getSets(call FunctionCall) Value {
	if !isRegExp(call.This) {
		return Undefined()
	}
	_, sets, _ := r.original(call.This)
	return r.rt.ToValue(sets)
}

func (r *regExps) toString(call FunctionCall) Value {
	object, ok := call.This.(*Object)
	if !ok {
		panic(r.rt.NewTypeError("RegExp.prototype.toString was called on a value that is no object"))
	}
	text := func(name string) string { return TextOf(r.rt, orUndefined(object.Get(name))).String() }
	return r.rt.ToValue("/" + text("source") + "/" + text("flags"))
}

// withoutSets returns a method that copies a regular expression with the flag v, which the engine
// cannot, as one without it.
func (r *regExps) withoutSets(method *Object) *Object {
	engine, ok := method.Export().(native)
	if !ok {
		return method
	}
	return likeOriginal(r.rt, method, Guard(r.rt, func(call FunctionCall) Value {
		if isRegExp(call.This) {
			call.This = r.plain(call.This)
		}
		return engine(call)
	}))
}

func (r *regExps) plain(sets Value) *Object {
	plain := Must(r.construct(nil, sets))
	flags := Must(r.flags(sets))
	_ = plain.DefineDataProperty("flags", flags, FlagFalse, FlagFalse, FlagFalse)
	_ = plain.Set("lastIndex", sets.ToObject(r.rt).Get("lastIndex"))
	return plain
}
