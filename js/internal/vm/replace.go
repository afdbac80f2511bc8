package vm

// This file owns how a function of Go takes the place of one of the engine's.

// replaceNative puts another function into the place of one of the engine's, as arrays.replace
// says. It is guarded.
func replaceNative(rt *Runtime, owner *Object, name string, with func(engine native) native) (native, bool) {
	return replaceUnguarded(rt, owner, name, func(engine native) native { return Guard(rt, with(engine)) })
}

// replaceUnguarded is replaceNative with a function that is not guarded: around one that is.
func replaceUnguarded(rt *Runtime, owner *Object, name string, with func(engine native) native) (native, bool) {
	original, ok := owner.Get(name).(*Object)
	if !ok {
		return nil, false
	}
	engine, ok := original.Export().(native)
	if !ok {
		return nil, false
	}
	function := rt.ToValue(with(engine)).(*Object)
	for _, property := range []string{"name", "length"} {
		_ = function.DefineDataProperty(property, original.Get(property), FlagFalse, FlagTrue, FlagFalse)
	}
	_ = owner.DefineDataProperty(name, function, FlagTrue, FlagTrue, FlagFalse)
	return engine, true
}
