package vm

import (
	"sync"

	engine "github.com/dop251/goja"
	"github.com/dop251/goja/parser"
)

// This file owns how a runtime of the engine gets its corrections and its further globals: when a
// program first touches them if the engine has templates that are known, and otherwise at once.

// A Change replaces a method of a built-in object.
type Change struct {
	// Owner is Array.prototype, BigInt.prototype, Date.prototype, Function.prototype,
	// Number.prototype, Object.prototype, String.prototype or TypedArray.prototype.
	Owner, Name string
	// Length is that of a method that the engine does not have. It is added.
	Length int
	// With returns the function that takes the engine's place. Name and length stay. engine is nil for
	// a method that it does not have.
	With func(rt *Runtime, engine func(FunctionCall) Value) func(FunctionCall) Value
	// Unguarded means that With has already guarded it, or calls what is guarded.
	Unguarded bool
}

// A Global is a further property of the global object. It is writable and configurable.
type Global struct {
	Name       string
	Enumerable bool
	// Load makes the value when a program first touches the property.
	Load func(rt *Runtime) Value
}

// An Addition completes one of the engine's globals when a program first touches it.
type Addition struct {
	Name string
	To   func(rt *Runtime, global *Object)
}

// A Profile describes the runtimes that it makes. Any goroutine may use it.
type Profile struct {
	changes   []Change
	globals   []Global
	additions []Addition
	// EngineThen, if it is set before the first runtime is made, keeps the engine's method then.
	EngineThen bool

	once      sync.Once
	templates map[string]*template // by owner; nil if the engine's templates are not known
	engines   map[string]*template // the engine's own
}

// NewProfile returns a profile of runtimes with the corrections of this package and those given.
func NewProfile(changes []Change, globals []Global, additions []Addition) *Profile {
	all := append(append([]Change{sourceText}, missing()...), changes...)
	return &Profile{changes: all, globals: globals, additions: additions}
}

func newEngine() *Runtime { return engine.New() }

// corrections are the corrections of one runtime. Loop goroutine only.
type corrections struct {
	NoProperties
	rt      *Runtime
	profile *Profile
	host    any
	lazy    bool    // the runtime has templates of its own
	adopted bool    // the host has made the runtime
	own     *Object // the globals of an adopted runtime, before those of the host
	// originals are the globals of IntrinsicNames that were made, as the program saw them first.
	originals   map[string]*Object
	expressions *regExps
	promise     *promises
	readStack   native
	parseJSON   native          // the engine's JSON.parse
	parseInt    *Object         // in the place of the engine's
	typedFrom   native          // the engine's TypedArray.from
	descriptor  native          // the engine's Object.getOwnPropertyDescriptor
	loading     map[string]bool // globals that are being loaded
}

// correctionsOf returns the corrections of a runtime.
func correctionsOf(rt *Runtime) *corrections {
	c, _ := rt.GlobalObject().Get(intrinsicsName).Export().(*corrections)
	return c
}

// Host returns what New was given.
func Host(rt *Runtime) any { return correctionsOf(rt).host }

// New returns a runtime for a host.
func (p *Profile) New(host any) *Runtime {
	p.once.Do(p.derive)
	rt := newEngine()
	c := &corrections{rt: rt, profile: p, host: host, lazy: p.templates != nil, originals: map[string]*Object{}}
	if c.lazy {
		c.installTemplates()
	} else {
		_ = rt.GlobalObject().DefineDataProperty(intrinsicsName, rt.NewDynamicObject(c), FlagFalse, FlagFalse, FlagFalse)
		c.makeAll()
	}
	// The engine calls the options of its parser whenever it parses code itself: for eval and new
	// Function, and for Go. A comment of such code could name any file as a source map.
	rt.SetParserOptions(parser.WithDisableSourceMaps, parserOption(c.beforeParsing))
	return rt
}

// Owners of changes whose objects the engine makes without the program's naming them.
var early = []string{"Object.prototype", "Function.prototype", "Array.prototype", "String.prototype", "Number.prototype", "BigInt.prototype"}

// slots are the engine's names of the owners.
var slots = map[string]string{
	"Object.prototype": "ObjectPrototype", "Function.prototype": "FunctionPrototype", "Array.prototype": "ArrayPrototype", "String.prototype": "StringPrototype",
	"Number.prototype": "NumberPrototype", "BigInt.prototype": "BigIntPrototype", "Date.prototype": "DatePrototype",
	"TypedArray.prototype": "TypedArrayPrototype",
}

// installTemplates gives a new runtime its templates.
func (c *corrections) installTemplates() {
	l, rt, t := layoutOf(), c.rt, c.profile.templates
	global := (*templatedObject)(implementationOf(rt.GlobalObject()).value)
	global.template = t["global"]
	global.values[intrinsicsName] = l.newProperty(&propertyValue{value: rt.NewDynamicObject(c)})
	// The engine makes these objects when it first needs them.
	rt.NewArray()
	rt.ToValue(func(FunctionCall) Value { return Undefined() })
	for _, v := range []any{"", 0, bigZero} {
		rt.ToValue(v).ToObject(rt)
	}
	for _, owner := range early {
		*l.templateOf(*l.global(rt, slots[owner])) = t[owner]
	}
	*l.global(rt, "PromisePrototype") = l.newObject(rt, t["Promise.prototype"])
}

// derive makes the templates from the engine's.
func (p *Profile) derive() {
	l := layoutOf()
	if l == nil {
		return
	}
	rt := newEngine()
	templates, engines := map[string]*template{}, map[string]*template{}
	for owner, object := range map[string]*Object{
		"global":               rt.GlobalObject(),
		"Object.prototype":     rt.NewObject().Prototype(),
		"Function.prototype":   constructorOf(rt, "Function").Get("prototype").(*Object),
		"Array.prototype":      constructorOf(rt, "Array").Get("prototype").(*Object),
		"String.prototype":     constructorOf(rt, "String").Get("prototype").(*Object),
		"Number.prototype":     constructorOf(rt, "Number").Get("prototype").(*Object),
		"BigInt.prototype":     constructorOf(rt, "BigInt").Get("prototype").(*Object),
		"Date.prototype":       constructorOf(rt, "Date").Get("prototype").(*Object),
		"TypedArray.prototype": constructorOf(rt, "Uint8Array").Prototype().Get("prototype").(*Object),
	} {
		engines[owner] = *l.templateOf(object)
		templates[owner] = engines[owner].clone()
	}
	engines["Object"] = *l.templateOf(constructorOf(rt, "Object"))
	for _, change := range p.changes {
		t, name := templates[change.Owner], unistring(change.Name)
		if t.properties[name] == nil {
			t.put(name, func(rt *Runtime) Value {
				return l.newProperty(&propertyValue{value: added(rt, change), writable: true, configurable: true})
			})
			continue
		}
		t.change(name, func(rt *Runtime, engine Value) Value { return replacement(rt, engine, change) })
	}
	p.deriveObjects(templates)
	p.deriveGlobal(templates["global"])
	p.templates, p.engines = templates, engines
}

func constructorOf(rt *Runtime, name string) *Object { return rt.GlobalObject().Get(name).(*Object) }

// replacement returns the function that takes the place of one of the engine's.
func replacement(rt *Runtime, engine Value, change Change) Value {
	original, ok := engine.(*Object)
	if !ok {
		return engine
	}
	call, ok := original.Export().(native)
	if !ok {
		return engine
	}
	fn := change.With(rt, call)
	if !change.Unguarded {
		fn = Guard(rt, fn)
	}
	return likeOriginal(rt, original, fn)
}

// added returns a method that the engine does not have.
func added(rt *Runtime, change Change) Value {
	return Named(rt, NewFunction(rt, change.With(rt, nil)).(*Object), change.Name, change.Length)
}

// Named gives a function a name and a length, and returns it.
func Named(rt *Runtime, function *Object, name string, length int) *Object {
	_ = function.DefineDataProperty("name", rt.ToValue(name), FlagFalse, FlagTrue, FlagFalse)
	_ = function.DefineDataProperty("length", rt.ToValue(length), FlagFalse, FlagTrue, FlagFalse)
	return function
}

// likeOriginal returns a function with the name and the length of another one.
func likeOriginal(rt *Runtime, original *Object, fn native) *Object {
	function := rt.ToValue(fn).(*Object)
	for _, property := range []string{"name", "length"} {
		_ = function.DefineDataProperty(property, original.Get(property), FlagFalse, FlagTrue, FlagFalse)
	}
	return function
}

// engineMade makes a property that the engine would make, without a correction: its value, or the
// getter. Only with templates.
func (c *corrections) engineMade(owner, name string) (value Value, getter *Object) {
	made := c.profile.engines[owner].properties[unistring(name)](c.rt)
	if p := layoutOf().attributes(made); p != nil {
		return p.value, p.getter
	}
	return made, nil
}

// engineRegExp returns the engine's constructor RegExp.
func (c *corrections) engineRegExp() *Object {
	if c.lazy {
		made, _ := c.engineMade("global", "RegExp")
		return made.(*Object)
	}
	return constructorOf(c.rt, "RegExp")
}

// describe is Object.getOwnPropertyDescriptor.
func (c *corrections) describe(o *Object, name string) Value {
	if c.descriptor == nil {
		var describe Value
		if c.lazy {
			describe, _ = c.engineMade("Object", "getOwnPropertyDescriptor")
		} else {
			describe = constructorOf(c.rt, "Object").Get("getOwnPropertyDescriptor")
		}
		c.descriptor, _ = describe.(*Object).Export().(native)
	}
	return c.descriptor(FunctionCall{This: Undefined(), Arguments: []Value{o, c.rt.ToValue(name)}})
}

// Method returns a method of the engine, or the getter of a property, for the function With of a
// Change. Owner is an owner of changes. Whatever the program has put into its place does not matter.
func Method(rt *Runtime, owner, name string) func(FunctionCall) Value {
	c := correctionsOf(rt)
	var value, getter Value
	if c.lazy {
		v, g := c.engineMade(owner, name)
		if value = v; g != nil {
			getter = g
		}
	} else {
		property := c.describe(c.owner(owner), name).ToObject(rt)
		value, getter = property.Get("value"), property.Get("get")
	}
	for _, v := range []Value{value, getter} {
		if o, ok := v.(*Object); ok {
			fn, _ := o.Export().(native)
			return fn
		}
	}
	return nil
}
