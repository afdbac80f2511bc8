package vm

import (
	"maps"
	"math/big"
	"slices"
)

// This file owns what a program sees in the global object, and in the objects that stand for some
// of the engine's until a program touches them.

var bigZero = big.NewInt(0)

// deriveGlobal adds the corrections and the further globals to the template of the global object.
func (p *Profile) deriveGlobal(t *template) {
	t.put(intrinsicsName, func(*Runtime) Value { return nil }) // installTemplates has made it
	for name, correct := range corrected {
		t.change(unistring(name), func(rt *Runtime, engine Value) Value {
			if o, ok := engine.(*Object); ok {
				return correct(correctionsOf(rt), o)
			}
			return engine
		})
	}
	for _, a := range p.additions {
		t.change(unistring(a.Name), func(rt *Runtime, engine Value) Value {
			if o, ok := engine.(*Object); ok {
				a.To(rt, o)
			}
			return engine
		})
	}
	for _, name := range IntrinsicNames {
		t.change(unistring(name), func(rt *Runtime, engine Value) Value {
			correctionsOf(rt).originals[name], _ = engine.(*Object)
			return engine
		})
	}
	for _, name := range slices.Sorted(maps.Keys(hiddenGlobals)) { // programs see the order
		load := hiddenGlobals[name]
		t.put(unistring(name), func(rt *Runtime) Value {
			return layoutOf().newProperty(&propertyValue{value: load(correctionsOf(rt))})
		})
	}
	for _, g := range p.globals {
		t.put(unistring(g.Name), func(rt *Runtime) Value {
			c := correctionsOf(rt)
			if c.loading[g.Name] { // the code that is being loaded asks for itself
				return Undefined()
			}
			if c.loading == nil {
				c.loading = map[string]bool{}
			}
			c.loading[g.Name] = true
			defer delete(c.loading, g.Name)
			v := g.Load(rt)
			if g.Enumerable {
				return v // a plain value is writable, enumerable and configurable
			}
			return layoutOf().newProperty(&propertyValue{value: v, writable: true, configurable: true})
		})
	}
}

// corrected has for each global that the engine makes the function that corrects it, or returns
// another object in its place.
var corrected = map[string]func(c *corrections, made *Object) Value{
	"RegExp":   func(c *corrections, made *Object) Value { return c.regExps().replacement },
	"Promise":  func(c *corrections, made *Object) Value { c.correctPromise(made); return made },
	"JSON":     func(c *corrections, made *Object) Value { c.correctJSON(made); return made },
	"parseInt": func(c *corrections, made *Object) Value { return c.correctParseInt(made) },
	"Number": func(c *corrections, made *Object) Value {
		if engine, ok := made.Get("parseInt").(*Object); ok {
			_ = made.DefineDataProperty("parseInt", c.correctParseInt(engine), FlagTrue, FlagTrue, FlagFalse)
		}
		return made
	},
	"Date": func(c *corrections, made *Object) Value { c.installTemplate("Date.prototype", made); return made },
}

func init() {
	for _, name := range []string{
		"Uint8Array", "Uint8ClampedArray", "Int8Array", "Uint16Array", "Int16Array", "Uint32Array", "Int32Array",
		"Float32Array", "Float64Array", "BigInt64Array", "BigUint64Array",
	} {
		corrected[name] = func(c *corrections, made *Object) Value {
			if class := made.Prototype(); class != nil {
				c.installTemplate("TypedArray.prototype", class)
				c.correctFrom(class)
			}
			return made
		}
	}
}

// correctFrom corrects TypedArray.from, whose source may be a string or another primitive value.
func (c *corrections) correctFrom(class *Object) {
	if c.typedFrom != nil {
		return
	}
	c.typedFrom = replaceNative(c.rt, class, "from", func(engine native) native {
		return func(call FunctionCall) Value {
			if _, isObject := call.Argument(0).(*Object); !isObject && !IsNullish(call.Argument(0)) {
				call.Arguments = slices.Clone(call.Arguments)
				call.Arguments[0] = call.Arguments[0].ToObject(c.rt)
			}
			return engine(call)
		}
	})
}

// installTemplate gives the prototype of a constructor its template.
func (c *corrections) installTemplate(owner string, constructor *Object) {
	if prototype, ok := constructor.Get("prototype").(*Object); ok && c.lazy {
		*layoutOf().templateOf(prototype) = c.profile.templates[owner]
	}
}

// hiddenGlobals are the globals that corrected programs use. A program cannot replace them.
var hiddenGlobals map[string]func(c *corrections) Value

func init() { // its functions use what uses it
	hiddenGlobals = map[string]func(c *corrections) Value{
		awaitOperand: func(c *corrections) Value { return c.promiseState().operand },
		regExpMaker:  func(c *corrections) Value { return c.regExps().maker },
		StackReader: func(c *corrections) Value {
			return c.rt.ToValue(func(call FunctionCall) Value {
				if c.readStack == nil {
					return call.Argument(0)
				}
				return c.readStack(call)
			})
		},
	}
}

// deriveObjects makes the templates of objects that the engine makes all at once. Each stands for
// one of the engine's, from which it takes its properties when a program touches the first.
func (p *Profile) deriveObjects(templates map[string]*template) {
	l := layoutOf()
	promises := &template{
		properties:  map[unistring]maker{},
		symbolNames: []*Symbol{SymToStringTag},
		symbols: map[*Symbol]maker{SymToStringTag: func(rt *Runtime) Value {
			return l.newProperty(&propertyValue{value: correctionsOf(rt).promiseState().engine.GetSymbol(SymToStringTag), configurable: true})
		}},
		prototype: func(rt *Runtime) *Object { return correctionsOf(rt).promiseState().engine.Prototype() },
	}
	for _, name := range []unistring{"constructor", "catch", "finally", "then"} {
		promises.put(name, func(rt *Runtime) Value {
			return l.newProperty(&propertyValue{value: correctionsOf(rt).promiseMethod(string(name)), writable: true, configurable: true})
		})
	}
	templates["Promise.prototype"] = promises
}
