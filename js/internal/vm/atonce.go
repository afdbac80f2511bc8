package vm

import (
	"maps"
	"slices"
)

// This file makes all corrections at once, for an engine whose templates are not known.

func (c *corrections) makeAll() {
	rt := c.rt
	for _, name := range IntrinsicNames {
		c.originals[name] = constructorOf(rt, name)
	}
	for _, change := range c.profile.changes {
		owner := c.owner(change.Owner)
		made := added(rt, change)
		if engine := owner.Get(change.Name); engine != nil {
			made = replacement(rt, engine, change)
		}
		_ = owner.DefineDataProperty(change.Name, made, FlagTrue, FlagTrue, FlagFalse)
	}
	global := rt.GlobalObject()
	for name, correct := range corrected {
		original := constructorOf(rt, name)
		if made := correct(c, original); made != Value(original) {
			_ = global.DefineDataProperty(name, made, FlagTrue, FlagTrue, FlagFalse)
			if c.originals[name] != nil {
				c.originals[name], _ = made.(*Object)
			}
		}
	}
	promises := c.promiseState().engine
	for _, name := range []string{"then", "finally"} {
		_ = promises.DefineDataProperty(name, c.promiseMethod(name), FlagTrue, FlagTrue, FlagFalse)
	}
	c.addHidden()
	for _, a := range c.profile.additions {
		a.To(rt, constructorOf(rt, a.Name))
	}
	for _, g := range c.profile.globals {
		c.access(global, g)
	}
}

// addHidden adds the globals that corrected programs use.
func (c *corrections) addHidden() {
	for _, name := range slices.Sorted(maps.Keys(hiddenGlobals)) { // programs see the order
		_ = c.rt.GlobalObject().DefineDataProperty(name, hiddenGlobals[name](c), FlagFalse, FlagFalse, FlagFalse)
	}
}

// owner returns the object of a change.
func (c *corrections) owner(name string) *Object {
	prototype := func(constructor string) *Object {
		return constructorOf(c.rt, constructor).Get("prototype").(*Object)
	}
	if name == "TypedArray.prototype" {
		return prototype("Uint8Array").Prototype()
	}
	return prototype(name[:len(name)-len(".prototype")])
}

// access makes a further global an accessor that replaces itself.
func (c *corrections) access(global *Object, g Global) {
	Lazy(c.rt, global, g.Name, g.Enumerable, func() Value { return g.Load(c.rt) })
}

// Lazy makes a property whose value is loaded at the first use.
func Lazy(rt *Runtime, o *Object, name string, enumerable bool, load func() Value) {
	set := func(v Value) {
		_ = o.DefineDataProperty(name, v, FlagTrue, FlagTrue, ToFlag(enumerable))
	}
	loading := false
	_ = o.DefineAccessorProperty(name,
		NewFunction(rt, func(FunctionCall) Value {
			if loading { // the code that is being loaded asks for itself
				return Undefined()
			}
			loading = true
			defer func() { loading = false }()
			v := load()
			set(v)
			return v
		}),
		NewFunction(rt, func(call FunctionCall) Value {
			set(call.Argument(0))
			return Undefined()
		}), FlagTrue, ToFlag(enumerable))
}
