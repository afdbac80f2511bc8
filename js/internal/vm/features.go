package vm

import (
	"reflect"
	"sync"
)

// This file owns what the module does with the engine's private memory: three features, each with a
// probe at the first use that looks at the layout of the structures and at what the engine does with
// them. A version number would say less: a build with a replaced engine has none. If a probe fails,
// the feature is off, and everything else works as before.

// A Feature is something that needs the engine's private memory.
type Feature struct {
	Name string
	On   bool
	// Without says what its absence costs.
	Without string
}

// Features returns all features. Any goroutine may call it.
func Features() []Feature {
	return []Feature{
		{"interrupts", Repairs(), "an interrupt can end its runtime, and functions that Go calls take longer"},
		{"templates", layoutOf() != nil, "a new runtime takes some 40 times as long, and ten times the memory"},
		{"then", thenWorks(), "a chain of promises takes about twice as long, and four times the memory"},
	}
}

// machineWorks is the probe of the stacks: an interrupted generator leaves entries behind, a
// checkpoint removes them, and the engine goes on.
func machineWorks() bool {
	rt := newEngine()
	if rt.Set("stop", func() { rt.Interrupt("stop") }) != nil {
		return false
	}
	inside := 0
	_ = rt.Set("inside", func() { inside = machineOf(rt).callStack.len })
	if machineOf(rt).callStack.len != 0 {
		return false
	}
	if _, err := rt.RunString(`(() => { inside() })()`); err != nil || inside == 0 {
		return false
	}
	err := Try(rt, func() error {
		_, err := rt.RunString(`(function* () { try { stop(); for (;;); } finally { } })().next()`)
		return err
	})
	m := machineOf(rt)
	if err == nil || m.callStack.len != 0 || m.tryStack.len != 0 || m.iterStack.len != 0 {
		return false
	}
	rt.ClearInterrupt()
	v, err := rt.RunString(`let done = 0; Promise.resolve(1).then((n) => { done += n }); done`)
	if err != nil || v.ToInteger() != 0 {
		return false
	}
	v, err = rt.RunString(`done`)
	return err == nil && v.ToInteger() == 1
}

// templatesWork is the probe of the templates: a property that a template adds is an ordinary one, and
// those of the engine stay.
func templatesWork(l *layout) bool {
	rt := newEngine()
	t := (*templatedObject)(implementationOf(rt.GlobalObject()).value).template
	if t == nil || t.properties["parseInt"] == nil {
		return false
	}
	made := t.clone()
	made.put("added", func(rt *Runtime) Value {
		return l.newProperty(&propertyValue{value: rt.ToValue(5), writable: true, configurable: true})
	})
	*l.templateOf(rt.GlobalObject()) = made
	v, err := rt.RunString(`const d = Object.getOwnPropertyDescriptor(globalThis, 'added');
		[added, d.writable, d.enumerable, d.configurable, parseInt('7'), 'added' in globalThis, delete globalThis.added, 'added' in globalThis].join()`)
	return err == nil && v.String() == "5,true,false,true,7,true,true,false"
}

// thenWorks is the probe of then: promises settle, in the engine's order.
var thenWorks = sync.OnceValue(func() bool {
	if !mirrors(reflect.TypeFor[promiseMemory](), reflect.TypeFor[Promise]()) || machineOffset() < 0 || selfOffset() < 0 {
		return false
	}
	const program = `const order = [];
		const p = Promise.resolve(1).then((n) => { order.push(n); return Promise.resolve(n + 1) }).then((n) => { order.push(n); throw n });
		p.then(null, (n) => order.push('caught' + n)); p.catch(() => {}).then(() => order.push('last'));
		Promise.resolve().then(() => order.push('a')).then(() => order.push('b')).then(() => order.push('c'));
		(async () => { order.push(await new Promise((done) => setDone = done).then((x) => x * 2)) })();
		var setDone; Promise.resolve().then(() => setDone(21)); order`
	order := func(ours bool) string {
		rt := newEngine()
		constructor := rt.Get("Promise").(*Object)
		prototype, _ := constructor.Get("prototype").(*Object)
		engine, ok := prototype.Get("then").Export().(native)
		if !ok {
			return ""
		}
		if ours {
			then := makeThen(rt, constructor, engine)
			if then == nil || prototype.DefineDataProperty("then", then.function, FlagTrue, FlagTrue, FlagFalse) != nil {
				return ""
			}
		}
		v, err := rt.RunString(program)
		if err != nil {
			return ""
		}
		return v.String()
	}
	engines := order(false)
	return engines != "" && engines == order(true)
})

// MayUseMemory reports whether the build allows it.
const MayUseMemory = unsafeAllowed
