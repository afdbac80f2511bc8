package vm_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// trace runs a script with this then, or with the engine's own. It returns the script's log and the
// rejections and contexts that the engine has reported.
func trace(t interface{ Fatalf(string, ...any) }, source string, ours bool) []string {
	runtime := vm.New()
	if ours && !vm.InstallThen(runtime) {
		t.Fatalf("%s has structures that are not known", vm.Name)
	}
	runtime.SetMaxCallStackSize(500)
	var lines []string
	log := func(words ...any) { lines = append(lines, strings.TrimSpace(fmt.Sprintln(words...))) }
	runtime.SetPromiseRejectionTracker(func(p *vm.Promise, operation vm.PromiseRejectionOperation) {
		log("tracker", operation, p.Result())
	})
	for name, value := range map[string]any{
		"log": func(c vm.FunctionCall) vm.Value {
			var words []any
			for _, a := range c.Arguments {
				words = append(words, a.String())
			}
			log(words...)
			return vm.Undefined()
		},
		"goFunction": func(c vm.FunctionCall) vm.Value { return c.Argument(0) },
		"wrapped":    func(n int) int { return n + 1 },
		"result":     func(p *vm.Promise) string { return fmt.Sprint(p.State(), " ", p.Result()) },
		"interrupt":  func() { runtime.Interrupt("stop") },
		"track":      func() { runtime.SetAsyncContextTracker(&contexts{log: log}) },
	} {
		if err := runtime.Set(name, value); err != nil {
			t.Fatalf("%v", err)
		}
	}
	for _, script := range []string{prelude + source, "Promise.resolve('afterwards').then(log)"} {
		// Return a function and call it, as a runtime on a loop does. A call from Go during
		// RunString would run no jobs.
		v, err := runtime.RunString("() => {" + script + "\n}")
		if call, ok := vm.AssertFunction(v); ok {
			_, err = call(vm.Undefined())
		}
		if err != nil {
			first, _, _ := strings.Cut(err.Error(), "\n")
			log("threw", first)
		}
	}
	return lines
}

// contexts logs the engine's calls of its methods.
type contexts struct {
	log   func(...any)
	given int
}

func (c *contexts) Grab() any           { c.given++; c.log("grab", c.given); return c.given }
func (c *contexts) Resumed(context any) { c.log("resumed", context) }
func (c *contexts) Exited()             { c.log("exited") }

// needed skips a test if this build does not replace then.
func needed(t *testing.T) {
	if vm.UnsafeAllowed {
		return
	}
	if vm.InstallThen(vm.New()) {
		t.Error("it was installed with the tag wakeful_purego")
	}
	t.Skip("NOT RUN: built with the tag wakeful_purego, which keeps the engine's own then")
}

// same runs a script both ways and compares the traces.
func same(t interface{ Fatalf(string, ...any) }, source string) (lines int) {
	want, got := trace(t, source, false), trace(t, source, true)
	if !slices.Equal(got, want) {
		t.Fatalf("with this then\n  %s\nwith the engine's\n  %s\n%s", strings.Join(got, "\n  "), strings.Join(want, "\n  "), source)
	}
	return len(got)
}

// prelude has the functions that all scripts use.
const prelude = `
const show = (name) => [(v) => log(name, 'fulfilled', v), (e) => log(name, 'rejected', e)];
const ticks = async (n, name) => { for (let i = 0; i < n; i++) { await 0; log('tick', name, i) } };
const later = () => { let d = {}; d.p = new Promise((a, b) => { d.resolve = a; d.reject = b }); return d };
`

func TestAsTheEngine(t *testing.T) {
	needed(t)
	for name, source := range map[string]string{
		"values and reasons pass":     `Promise.resolve(1).then().then(null, 2).then(...show('a')); Promise.reject(3).then(() => 0).then().then(...show('b'))`,
		"a handler throws":            `Promise.resolve().then(() => { throw new TypeError('x') }).then(...show('a')); Promise.reject(1).catch((e) => { throw e + 1 }).then(...show('b'))`,
		"nobody handles it":           `Promise.reject(1).then(() => 0); Promise.resolve().then(() => { throw 2 })`,
		"handled late":                `const p = Promise.resolve().then(() => { throw 1 }); ticks(5, 'a').then(() => p.then(null, (e) => log('late', e)))`,
		"order":                       `ticks(4, 'a'); Promise.resolve().then(() => log(1)).then(() => log(2)).then(() => log(3)); ticks(4, 'b')`,
		"before and after":            `const d = later(), q = d.p.then((v) => v + 1); q.then(...show('a')); ticks(6, 't'); d.resolve(1); q.then(...show('b')); d.p.then(...show('c')); (async () => log('await', await q))()`,
		"await and then in turns":     `const q = Promise.resolve(1).then((v) => v); for (let i = 0; i < 3; i++) { q.then(() => log('then', i)); (async () => { await q; log('await', i) })() }`,
		"await of a rejection":        `(async () => { try { await Promise.resolve().then(() => { throw 1 }) } catch (e) { log('caught', e) } })()`,
		"returns a promise":           `ticks(8, 't'); Promise.resolve().then(() => Promise.resolve(1)).then(...show('a')); Promise.resolve().then(() => Promise.reject(2)).then(...show('b'))`,
		"returns a pending promise":   `const d = later(); Promise.resolve().then(() => d.p).then(...show('a')); ticks(4, 't').then(() => { d.resolve(5); ticks(4, 'u') })`,
		"returns itself":              `const p = Promise.resolve().then(() => p); p.then(...show('a'))`,
		"returns a thenable":          `ticks(6, 't'); Promise.resolve().then(() => ({ then(a, b) { log(typeof a, a.name, a.length, typeof b, this === undefined); a(1); b(2); a(3); throw 4 } })).then(...show('a'))`,
		"a thenable among others":     `ticks(5, 't'); Promise.resolve().then(() => ({ then(a) { a(1) } })).then(...show('a')); Promise.resolve().then(() => ({ then: new Proxy((a) => a(1), {}) })).then(...show('b')); ticks(5, 'u')`,
		"a thenable rejects":          `Promise.resolve().then(() => ({ then(a, b) { b(1); a(2) } })).then(...show('a'))`,
		"a thenable throws":           `Promise.resolve().then(() => ({ then() { throw 1 } })).then(...show('a'))`,
		"a thenable's thenable":       `ticks(9, 't'); Promise.resolve().then(() => ({ then(a) { a({ then(a) { a(7) } }) } })).then(...show('a'))`,
		"then is a getter":            `let n = 0; Promise.resolve().then(() => ({ get then() { log('get', ++n); return (a) => a(n) } })).then(...show('a')); Promise.resolve().then(() => ({ get then() { throw 1 } })).then(...show('b'))`,
		"then is no function":         `Promise.resolve().then(() => ({ then: 1, toString: () => 'it' })).then(...show('a'))`,
		"then is a proxy":             `Promise.resolve().then(() => ({ then: new Proxy(function (a) { log(typeof this.x); a(1) }, {}), x: 1 })).then(...show('a'))`,
		"a function with then":        `Promise.resolve().then(() => Object.assign(() => 0, { then: (a) => a(1) })).then(...show('a'))`,
		"a promise with its own then": `const p = Promise.resolve(1); p.then = function (a) { log('own'); a(2) }; Promise.resolve().then(() => p).then(...show('a'))`,
		"functions as handlers":       `const f = function (a) { return this === undefined || this === globalThis ? a : 'this' }; for (const h of [f, f.bind(null), (a) => a, async (a) => a, goFunction, wrapped, new Proxy(f, {}), class {}, Array.isArray, String, Promise, { m(a) { return a } }.m]) Promise.resolve(1).then(h).then(...show('a'))`,
		"no functions as handlers":    `for (const h of [1, null, {}, [], 'x', Symbol.iterator, new Proxy({}, {}), Promise.resolve()]) Promise.resolve(1).then(h, h).then(...show('a'))`,
		"a revoked proxy":             `const { proxy, revoke } = Proxy.revocable(() => 1, {}); revoke(); Promise.resolve(1).then(proxy).then(...show('a'))`,
		"arguments":                   `Promise.resolve(1).then(function () { log(arguments.length, arguments[0]); arguments[0] = 2; return arguments }).then((a) => log(a[0]))`,
		"subclasses":                  `class P extends Promise { constructor(f) { log('made'); super(f) } } const p = new P((a) => a(1)), q = p.then((v) => v); log(q instanceof P); q.then(...show('a')); Promise.resolve().then(() => p).then(...show('b')); P.resolve(2).catch(0).finally(() => log('f')).then(...show('c'))`,
		"resolve":                     `for (const v of [1, undefined, {}, { then(a) { log('then'); a(7) } }, { get then() { throw 1 } }, Object.create(Promise.prototype)]) Promise.resolve(v).then(...show('a')); const p = Promise.resolve(1); class P extends Promise {} log(Promise.resolve(p) === p, P.resolve(1) instanceof P, P.resolve(p) === p, Promise.resolve(P.resolve(2)) instanceof P); try { Promise.resolve.call(1) } catch (e) { log(e) } p.constructor = P; log(Promise.resolve(p) === p); ticks(5, 't')`,
		"species of a subclass":       `class P extends Promise { static get [Symbol.species]() { return Promise } } const q = new P((a) => a(1)).then((v) => v); log(q instanceof P, q instanceof Promise); q.then(...show('a'))`,
		"species of Promise":          `class P extends Promise { } Object.defineProperty(Promise, Symbol.species, { get() { return P } }); log(Promise.resolve(1).then(() => 1) instanceof P)`,
		"species throws":              `Object.defineProperty(Promise, Symbol.species, { get() { throw 1 } }); try { Promise.resolve(1).then(() => 1) } catch (e) { log(e) } Promise.all([]).then`,
		"a promise's constructor":     `class P extends Promise { } const p = Promise.resolve(1); p.constructor = P; log(p.then(() => 1) instanceof P); p.constructor = undefined; log(p.then(() => 1) instanceof P); p.constructor = 1; try { p.then() } catch (e) { log(e) }`,
		"the prototype's constructor": `class P extends Promise { } Promise.prototype.constructor = P; log(Promise.resolve.call(Promise, 1).then(() => 1) instanceof P)`,
		"the constructor's getter":    `const p = Promise.resolve(1); Object.defineProperty(Promise.prototype, 'constructor', { get() { return this === p ? undefined : null } }); log(p.then(() => 1) instanceof Promise)`,
		"no handlers of another kind": `class P extends Promise { } for (const how of ['resolve', 'reject']) { const d = later(), q = d.p.then((v) => v); q.constructor = P; q.then().then(...show(how)); q.then(0, (e) => log(e)); d[how](1) }`,
		"another prototype":           `const p = Promise.resolve(1); Object.setPrototypeOf(p, null); try { Promise.prototype.then.call(p, (v) => log(v)).then(...show('a')) } catch (e) { log(e) }`,
		"receivers":                   `for (const x of [undefined, null, 1, 'x', {}, [], () => 1, Object.create(Promise.prototype), new Proxy(Promise.resolve(), {})]) try { log(Promise.prototype.then.call(x)) } catch (e) { log(e) }`,
		"the property":                `const d = Object.getOwnPropertyDescriptor(Promise.prototype, 'then'), f = d.value; log(d.writable, d.enumerable, d.configurable, f.name, f.length, Object.keys(Promise.prototype).length, String(f)); try { new f } catch (e) { log(e) } log(JSON.stringify(Object.getOwnPropertyDescriptors(f)))`,
		"then is replaced":            `const own = Promise.prototype.then; Promise.prototype.then = function (...a) { log('then'); return own.apply(this, a) }; Promise.resolve().then(() => Promise.resolve(1)).catch(0).then(...show('a')); (async () => log(await Promise.resolve(2)))()`,
		"promises are objects":        `const a = Promise.resolve().then(() => 1), b = Promise.resolve().then(() => 2); a.x = 1; a[Symbol.iterator] = 2; log(b.x, b[Symbol.iterator], Object.keys(a), Object.keys(b), new Set([a, b, a]).size, new WeakMap([[a, 1]]).get(b), Object.isExtensible(Object.freeze(a)), Object.isExtensible(b), String(a)); a.then(...show('a'))`,
		"methods":                     `const q = (v) => Promise.resolve(v).then((v) => v), r = (v) => Promise.resolve(v).then((v) => { throw v }); ticks(12, 't'); Promise.all([q(1), 2, q(3)]).then(...show('all')); Promise.all([q(1), r(2)]).then(...show('all2')); Promise.race([q(1), r(2)]).then(...show('race')); Promise.any([r(1), q(2)]).then(...show('any')); Promise.any([r(1)]).catch((e) => log(e.errors)); Promise.allSettled([q(1), r(2)]).then((v) => log(JSON.stringify(v))); q(1).finally(() => q(2)).then(...show('finally')); r(1).finally(() => { throw 2 }).then(...show('finally2'))`,
		"async functions":             `ticks(9, 't'); const f = async () => Promise.resolve(1).then((v) => v + 1); f().then(...show('a')); (async () => { const v = await f(); throw v })().then(...show('b'))`,
		"a stack":                     `function handler() { throw new Error('x') }; (async function outer() { try { await Promise.resolve().then(handler) } catch (e) { log(e.stack) } })(); Promise.resolve().then(() => { (function inner() { try { null.x } catch (e) { log(e.stack) } })() })`,
		"nested scripts":              `Promise.resolve().then(() => { Promise.resolve().then(() => log('inner')); log(eval('1 + 1')); [3, 1, 2].sort((a, b) => a - b).forEach((v) => log(v)) })`,
		"a long chain":                `let p = Promise.resolve(0); for (let i = 0; i < 5000; i++) p = p.then((v) => v + 1); p.then(...show('a'))`,
		"a long chain of adoptions":   `const f = (n) => n === 0 ? 'end' : Promise.resolve(n - 1).then(f); f(2000).then(...show('a'))`,
		"exported":                    `const p = Promise.resolve(1).then((v) => v + 1); log(result(p)); p.then(() => log(result(p)))`,
		"an interrupt":                `Promise.resolve().then(() => { Promise.resolve().then(() => log('dropped')); interrupt(); for (;;); }).then(...show('a')); Promise.resolve().then(() => log('dropped'))`,
		"contexts":                    `const d = later(), q = d.p.then((v) => v); track(); (async () => log(await q))(); d.p.then(() => log('then')); q.then(() => log('then q')); d.resolve(1)`,
		"too deep":                    `Promise.resolve().then(() => { const f = () => f(); f() }).then(...show('a')); Promise.resolve().then(() => log('b'))`,
	} {
		t.Run(name, func(t *testing.T) {
			if same(t, source) == 0 {
				t.Error("nothing was compared")
			}
		})
	}
}

// statements are the statements of random programs: with promises in p, deferreds in d, and
// numbers.
var statements = []string{
	"p[%[1]d] = p[%[2]d].then((v) => { log(%[3]d, v); return v + 1 })",
	"p[%[1]d] = p[%[2]d].then((v) => { log(%[3]d, v); throw 'e' + v }, (e) => { log(%[3]d, 'handles', e); return 0 })",
	"p[%[1]d] = p[%[2]d].then(() => { log(%[3]d); return p[%[1]d] })",
	"p[%[1]d] = p[%[2]d].then(() => { log(%[3]d); return p[%[3]d %% 4] })",
	"p[%[1]d] = p[%[2]d].then(() => ({ then(a, b) { log(%[3]d); (%[3]d %% 2 ? a : b)(p[%[3]d %% 4]) } }))",
	"p[%[1]d] = p[%[2]d].catch((e) => log(%[3]d, e))",
	"p[%[1]d] = p[%[2]d].finally(() => { log(%[3]d); return p[%[3]d %% 4] })",
	"p[%[1]d] = p[%[2]d].then(null, undefined)",
	"p[%[1]d] = d[%[2]d].p",
	"p[%[1]d] = (async () => { try { log(%[3]d, await p[%[2]d]); return p[%[3]d %% 4] } catch (e) { log(%[3]d, 'caught', e); throw e } })()",
	"p[%[1]d] = Promise[['all', 'race', 'any', 'allSettled'][%[3]d %% 4]]([p[%[2]d], p[%[3]d %% 4]])",
	"p[%[1]d] = P.resolve(p[%[2]d])",
	"p[%[1]d] = new P((a) => a(p[%[2]d]))",
	"d[%[1]d].resolve(%[3]d)",
	"d[%[1]d].resolve(p[%[2]d])",
	"d[%[1]d].reject(%[3]d)",
	"d[%[1]d] = later()",
	"ticks(%[2]d, 'loop%[3]d').then(() => d[%[1]d].resolve(%[3]d))",
	"ticks(%[2]d, 'late%[3]d').then(() => p[%[1]d].then(...show(%[3]d)))",
	"p[%[2]d].then(...show(%[3]d))",
}

func TestRandomPrograms(t *testing.T) {
	needed(t)
	lines := 0
	rapid.Check(t, func(r *rapid.T) {
		source := "class P extends Promise { }\nconst d = [0, 0, 0, 0].map(later), p = [Promise.resolve(1), Promise.reject('r'), d[0].p, d[1].p];\n"
		for i := range rapid.IntRange(1, 25).Draw(r, "statements") {
			s := rapid.SampledFrom(statements).Draw(r, "statement")
			source += fmt.Sprintf(s+";%.[4]s\n", rapid.IntRange(0, 3).Draw(r, "a"), rapid.IntRange(0, 3).Draw(r, "b"), i, "")
		}
		lines += same(r, source)
	})
	t.Logf("%d lines", lines)
}

// TestCost: this then makes at most half of the engine's allocations.
func TestCost(t *testing.T) {
	needed(t)
	allocations := func(install bool) float64 {
		runtime := vm.New()
		if install && !vm.InstallThen(runtime) {
			t.Fatalf("%s has structures that are not known", vm.Name)
		}
		chain, err := runtime.RunString("const f = (v) => v; () => { let p = Promise.resolve(0); for (let i = 0; i < 1000; i++) p = p.then(f); }")
		if err != nil {
			t.Fatal(err)
		}
		call, _ := vm.AssertFunction(chain)
		return testing.AllocsPerRun(10, func() {
			if _, err := call(vm.Undefined()); err != nil {
				t.Error(err)
			}
		}) / 1000
	}
	ours, engine := allocations(true), allocations(false)
	if ours > engine/2 {
		t.Errorf("%.1f allocations per then, the engine's has %.1f", ours, engine)
	}
	t.Logf("%.1f allocations per then, the engine's has %.1f", ours, engine)
}
