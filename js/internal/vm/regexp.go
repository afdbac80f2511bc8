package vm

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/wakeful-go/wakeful/js/internal/regexps"
)

// This file translates regular expressions for the engine. Literals are translated in the syntax
// tree. Those made at run time are translated by a constructor around the engine's.

// translate replaces the literal's pattern with an equivalent one that the engine supports.
func (c *corrector) translate(literal *RegExpLiteral) {
	pattern, flags, err := regexps.Translate(literal.Pattern, literal.Flags)
	if err == nil {
		literal.Pattern, literal.Flags = pattern, flags
		return
	}
	if c.err == nil {
		file := c.program.File
		c.err = ParserErrors{&ParserError{Position: file.Position(int(literal.Idx) - file.Base()), Message: err.Error()}}
	}
}

// regExps holds the parts of the engine's RegExp that the new constructor uses.
type regExps struct {
	rt          *Runtime
	maker       Value // the function of regExpMaker
	construct   Constructor
	source      Callable
	flags       Callable
	split       native
	replace     Value
	replacement *Object
}

// regExps corrects the engine's constructor at the first call. After that the prototype of regular
// expressions is corrected as well.
func (c *corrections) regExps() *regExps {
	if c.expressions == nil {
		c.expressions = &regExps{rt: c.rt}
		original := c.engineRegExp()
		c.expressions.correct(original)
		if c.bounded {
			c.bound(original.Get("prototype").ToObject(c.rt))
		}
	}
	return c.expressions
}

// correct makes the constructor that takes the place of the engine's, and which translates. The
// properties of regular expressions still show the program's own pattern.
func (r *regExps) correct(original *Object) {
	rt := r.rt
	prototype := original.Get("prototype").ToObject(rt)
	r.construct, _ = AssertConstructor(original)
	r.source, r.flags = r.getter(prototype, "source"), r.getter(prototype, "flags")
	r.split = r.checked(prototype.GetSymbol(SymSplit))
	r.replace = withLength(r.method("[Symbol.replace]", r.checked(prototype.GetSymbol(SymReplace))), rt.ToValue(2))
	_ = prototype.DefineDataPropertySymbol(SymReplace, r.replace, FlagTrue, FlagTrue, FlagFalse)
	r.maker = r.method("", func(call FunctionCall) Value {
		return r.withoutShortcut(call.Argument(0).ToObject(rt))
	})

	r.replacement = rt.ToValue(Guarded(rt, r.make)).ToObject(rt)
	for name, value := range map[string]any{"name": "RegExp", "length": 2} {
		_ = r.replacement.DefineDataProperty(name, rt.ToValue(value), FlagFalse, FlagTrue, FlagFalse)
	}
	_ = r.replacement.DefineDataProperty("prototype", prototype, FlagFalse, FlagFalse, FlagFalse)
	// The engine has a shortcut for splitting with regular expressions of its own constructor.
	_ = r.replacement.DefineAccessorPropertySymbol(SymSpecies, rt.ToValue(func(call FunctionCall) Value {
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
	_ = prototype.DefineDataPropertySymbol(SymMatchAll, withLength(r.method("[Symbol.matchAll]", r.withoutSets(r.checked(prototype.GetSymbol(SymMatchAll)))), rt.ToValue(1)), FlagTrue, FlagTrue, FlagFalse)
	_ = prototype.DefineDataPropertySymbol(SymSplit, withLength(r.method("[Symbol.split]", r.withoutSets(r.split)), rt.ToValue(2)), FlagTrue, FlagTrue, FlagFalse)
}

// getter returns the engine's getter of a property.
func (r *regExps) getter(prototype *Object, name string) Callable {
	property := correctionsOf(r.rt).describe(prototype, name)
	get, _ := AssertFunction(property.ToObject(r.rt).Get("get"))
	return get
}

func withLength(function *Object, length Value) *Object {
	_ = function.DefineDataProperty("length", length, FlagFalse, FlagTrue, FlagFalse)
	return function
}

// checked wraps a method of the engine so that it throws a TypeError if the receiver's property
// exec is not a function. The engine does not check this.
func (r *regExps) checked(method Value) native {
	engine := method.(*Object).Export().(native)
	return func(call FunctionCall) Value {
		before := depth(machineOf(r.rt))
		defer func() {
			x := recover()
			if x == nil {
				return
			}
			if _, ok := x.(runtime.Error); ok && depth(machineOf(r.rt)) == before {
				panic(r.rt.NewTypeError("the property exec of the regular expression is not a function"))
			}
			panic(x)
		}()
		return engine(call)
	}
}

func (r *regExps) method(name string, fn func(FunctionCall) Value) *Object {
	object := r.rt.ToValue(Guard(r.rt, fn)).ToObject(r.rt)
	_ = object.DefineDataProperty("name", r.rt.ToValue(name), FlagFalse, FlagTrue, FlagFalse)
	return object
}

// isRegExp reports whether a value is a regular expression of the engine.
func isRegExp(v Value) bool {
	object, ok := v.(*Object)
	return ok && object.ClassName() == "RegExp"
}

// make is the constructor. The engine does not tell it whether it is called with new. Without new,
// it also copies a regular expression instead of returning it.
func (r *regExps) make(call ConstructorCall) *Object {
	arguments := slices.Clone(call.Arguments)
	for len(arguments) < 2 {
		arguments = append(arguments, Undefined())
	}
	pattern, flags := arguments[0], arguments[1]
	object, isObject := pattern.(*Object)
	asked := false // treat as a regular expression an object that the engine does not recognise as one
	if isObject {
		match := object.GetSymbol(SymMatch)
		asked = !IsNullish(match) && match.ToBoolean()
	}
	switch {
	case isRegExp(pattern) && IsUndefined(flags): // copy
	case isRegExp(pattern):
		text, _, _ := r.original(pattern)
		r.translate(arguments, text, flags)
	case asked: // the engine reads its source
	case !IsUndefined(pattern):
		r.translate(arguments, patternText(pattern), flags)
	}
	target := call.NewTarget
	tooMuch := !IsUndefined(arguments[1]) && regexps.ReplacesTooMuch(arguments[1].String())
	if isRegExp(pattern) && IsUndefined(flags) {
		tooMuch = regexps.ReplacesTooMuch(r.getFlags(FunctionCall{This: pattern}).String())
	}
	if target == r.replacement {
		target = nil
	}
	made, err := r.construct(target, arguments...)
	if err != nil {
		panic(err)
	}
	if tooMuch {
		return r.withoutShortcut(made)
	}
	return made
}

// patternText returns a pattern as a Go string. Lone surrogates become escapes, because Go strings
// cannot have them. The property source then shows the escapes.
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

// regExpMaker is the global name of the function that makes a regular expression from a literal
// that would replace too much. It is not a valid identifier, so no program can have such a
// variable.
const regExpMaker = "wakeful:regexp"

// withoutShortcut makes the engine follow the specification's steps instead of its shortcut. It
// does so for a regular expression that has a method of its own.
func (r *regExps) withoutShortcut(made *Object) *Object {
	_ = made.DefineDataPropertySymbol(SymReplace, r.replace, FlagTrue, FlagTrue, FlagFalse)
	return made
}

// translate replaces the constructor's arguments with translated ones.
func (r *regExps) translate(arguments []Value, pattern string, flags Value) {
	given := ""
	if !IsUndefined(flags) {
		given = flags.ToString().String()
		arguments[1] = r.rt.ToValue(given)
	}
	translated, forEngine, err := regexps.Translate(pattern, given)
	if err != nil {
		panic(NewError(r.rt, "SyntaxError", err.Error()))
	}
	if translated != pattern {
		arguments[0], arguments[1] = r.rt.ToValue(translated), r.rt.ToValue(forEngine)
	} else if isRegExp(arguments[0]) {
		arguments[0] = r.rt.ToValue(pattern)
	}
}

// original returns the pattern that the program wrote, and whether it has the flag v.
func (r *regExps) original(v Value) (pattern string, sets, translated bool) {
	source, err := r.source(v)
	if err != nil {
		panic(err)
	}
	return regexps.Original(source.String())
}

func (r *regExps) getSource(call FunctionCall) Value {
	source, err := r.source(call.This)
	if err != nil {
		panic(err)
	}
	if original, _, translated := regexps.Original(source.String()); translated {
		return r.rt.ToValue(strings.ReplaceAll(original, "\n", `\n`))
	}
	return source
}

func (r *regExps) getFlags(call FunctionCall) Value {
	flags, err := r.flags(call.This)
	if err != nil {
		panic(err)
	}
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
	text := func(name string) string {
		if v := object.Get(name); v != nil {
			return v.ToString().String()
		}
		return "undefined"
	}
	return r.rt.ToValue("/" + text("source") + "/" + text("flags"))
}

// withoutSets wraps a method that copies a regular expression. The engine cannot copy one with the
// flag v, so the method copies one without it.
func (r *regExps) withoutSets(method native) native {
	return func(call FunctionCall) Value {
		this := call.This
		if isRegExp(this) {
			if _, sets, _ := r.original(this); sets {
				this = r.plain(this)
			}
		}
		return method(FunctionCall{This: this, Arguments: call.Arguments})
	}
}

func (r *regExps) plain(sets Value) *Object {
	plain, err := r.construct(nil, sets)
	if err != nil {
		panic(err)
	}
	flags, err := r.flags(sets)
	if err != nil {
		panic(err)
	}
	_ = plain.DefineDataProperty("flags", flags, FlagFalse, FlagFalse, FlagFalse)
	_ = plain.Set("lastIndex", sets.ToObject(r.rt).Get("lastIndex"))
	return plain
}
