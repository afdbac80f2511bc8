package vm

// This file owns how a class of a built-in module becomes an interface of the web. In JavaScript
// that takes two calls and two objects for each member, which was half of the time that such a
// module takes. Here it takes a look into the properties.

// WebInterface gives a class the properties of the web's interfaces: its name, the members of its
// prototype enumerable, and a tag. mixin, if it is not nil, is an object whose own properties
// become members of the prototype. They and the members are configurable. Nothing else may have
// seen the class or mixin yet. Inside JavaScript.
func WebInterface(rt *Runtime, class *Object, name string, mixin *Object) error {
	prototype := class.Get("prototype").ToObject(rt)
	if mixin != nil {
		if err := move(rt, prototype, mixin); err != nil {
			return err
		}
	}
	if err := enumerate(rt, prototype); err != nil {
		return err
	}
	value := rt.ToValue(name)
	if !value.StrictEquals(class.Get("name")) { // the bundler has changed it
		if err := class.DefineDataProperty("name", value, FlagFalse, FlagTrue, FlagFalse); err != nil {
			return err
		}
	}
	return prototype.DefineDataPropertySymbol(SymToStringTag, value, FlagFalse, FlagTrue, FlagFalse)
}

// enumerate makes the own properties of a prototype enumerable, except its constructor.
func enumerate(rt *Runtime, prototype *Object) error {
	if l := layoutOf(); l != nil {
		if o := l.ordinaryObject(prototype); o != nil {
			for name, v := range o.values {
				if p := l.attributes(v); p != nil && name != "constructor" {
					o.values[name] = l.enumerable(v, p)
				}
			}
			return nil
		}
	}
	for _, name := range prototype.GetOwnPropertyNames() {
		if name != "constructor" {
			if err := define(prototype, name, correctionsOf(rt).describe(prototype, name).ToObject(rt)); err != nil {
				return err
			}
		}
	}
	return nil
}

// enumerable returns a property with attributes as one that is enumerable. As in the engine, one
// that has all attributes is a plain value.
func (l *layout) enumerable(v Value, p *propertyValue) Value {
	if p.writable && p.configurable && !p.accessor {
		return p.value
	}
	p.enumerable = true
	return v
}

// move gives an object the properties of another one, which is not used any more.
func move(rt *Runtime, to, from *Object) error {
	if l := layoutOf(); l != nil {
		if a, b := l.ordinaryObject(to), l.ordinaryObject(from); a != nil && b != nil {
			names := append([]unistring(nil), a.names...)
			for _, name := range b.names {
				if _, known := a.values[name]; !known {
					names = append(names, name)
				}
				a.values[name] = b.values[name]
			}
			a.names = names
			return nil
		}
	}
	for _, name := range from.GetOwnPropertyNames() {
		if err := define(to, name, correctionsOf(rt).describe(from, name).ToObject(rt)); err != nil {
			return err
		}
	}
	return nil
}

// define defines an enumerable and configurable property as a descriptor says.
func define(object *Object, name string, descriptor *Object) error {
	if get, set := descriptor.Get("get"), descriptor.Get("set"); get != nil {
		return object.DefineAccessorProperty(name, get, set, FlagTrue, FlagTrue)
	}
	return object.DefineDataProperty(name, descriptor.Get("value"), FlagTrue, FlagTrue, FlagTrue)
}
