package vm

// This file owns how a class of a built-in module becomes an interface of the web. In JavaScript
// that takes two calls and two objects for each member, which was half of the time that such a
// module takes.

// WebInterface gives a class the properties of the web's interfaces: its name, the members of its
// prototype enumerable, and a tag. mixin, if it is not nil, is an object whose own properties
// become members of the prototype. They and the members are configurable. Nothing else may have
// seen the class or mixin yet. Inside JavaScript.
func WebInterface(rt *Runtime, class *Object, name string, mixin *Object) error {
	prototype := class.Get("prototype").ToObject(rt)
	if mixin != nil {
		for _, member := range mixin.GetOwnPropertyNames() {
			if err := enumerable(rt, prototype, mixin, member); err != nil {
				return err
			}
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
		if i := implementationOf(prototype); i.class == l.ordinary {
			values := (*baseObject)(i.value).values
			for name, v := range values {
				if p := l.attributes(v); p != nil && name != "constructor" {
					p.enumerable = true
					if p.writable && p.configurable && !p.accessor { // the engine has a plain value for it
						values[name] = p.value
					}
				}
			}
			return nil
		}
	}
	for _, name := range prototype.GetOwnPropertyNames() {
		if name != "constructor" {
			if err := enumerable(rt, prototype, prototype, name); err != nil {
				return err
			}
		}
	}
	return nil
}

// enumerable gives an object a property of another one, enumerable and configurable.
func enumerable(rt *Runtime, to, from *Object, name string) error {
	descriptor := correctionsOf(rt).describe(from, name).ToObject(rt)
	if get, set := descriptor.Get("get"), descriptor.Get("set"); get != nil {
		return to.DefineAccessorProperty(name, get, set, FlagTrue, FlagTrue)
	}
	return to.DefineDataProperty(name, descriptor.Get("value"), FlagTrue, FlagTrue, FlagTrue)
}
