package vm

import (
	"strings"
	"unicode/utf16"
)

// This file owns how a function of Go takes the place of one of the engine's.

// native is a function of the engine, or one in its place.
type native = func(FunctionCall) Value

// sourceText corrects Function.prototype.toString for the functions of built-in modules: a program
// sees no source of them, as of those of the engine.
var sourceText = Change{Owner: "Function.prototype", Name: "toString", With: func(_ *Runtime, engine native) native {
	return func(call FunctionCall) Value {
		if name, file, _ := FunctionPlace(call.This); strings.HasPrefix(file, "node:") || strings.HasPrefix(file, "wakeful:") {
			return StringFromUTF16(utf16.Encode([]rune("function " + name + "() { [native code] }")))
		}
		return engine(call)
	}
}}

// replaceNative puts another function into the place of one of the engine's. Name and
// length stay. It is guarded.
func replaceNative(rt *Runtime, owner *Object, name string, with func(engine native) native) (native, bool) {
	original, ok := owner.Get(name).(*Object)
	if !ok {
		return nil, false
	}
	engine, ok := original.Export().(native)
	if !ok {
		return nil, false
	}
	function := likeOriginal(rt, original, Guard(rt, with(engine)))
	_ = owner.DefineDataProperty(name, function, FlagTrue, FlagTrue, FlagFalse)
	return engine, true
}
