package js_test

import (
	_ "embed"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/js"
)

// probe returns all that a script can see: the built-in objects with their properties and
// prototypes, its own variables, module caches, timers, the process.
//
//go:embed testdata/probe.js
var probe string

// changes are statements that change something that a later use could see. The random scripts of
// TestPoolReuse are made of them.
var changes = []string{
	`globalThis.leaked = 1`, `var declared = 1`, `leakedToo = {}`, `eval('let inner = 1; var fromEval = 2')`,
	`Array.prototype.leaked = 1`, `Array.prototype.map = () => 'evil'`, `Object.prototype.leaked = 1`, `delete Array.prototype.push`,
	`Object.defineProperty(Array.prototype, 'filter', { value: 1, writable: true, enumerable: true, configurable: true })`,
	`Object.defineProperty(Object.prototype, 'secret', { get() { return 42 }, configurable: true })`,
	`Object.freeze(Array.prototype)`, `Object.preventExtensions(globalThis)`, `Object.seal(Math)`, `Object.setPrototypeOf(Array.prototype, { x: 1 })`,
	`Math.random = () => 4`, `Math.max.leaked = 1`, `JSON.stringify = () => 'evil'`, `JSON.parse.leaked = 1`, `delete globalThis.JSON`, `Date.now = () => 0`,
	`Date.prototype.toISOString = () => 'evil'`, `String.prototype.trim = function () { return 'evil' }`, `Number.prototype.toFixed.x = 1`,
	`Promise.prototype.then = function () { return 'evil' }`, `Promise.resolve = 1`, `globalThis.Promise = class {}`, `Promise.prototype.finally.x = 2`,
	`RegExp.prototype.exec = () => null`, `RegExp.prototype.test.x = 1`, `/x/y.lastIndex = 5`, `Symbol.for('leaked')`, `Symbol.prototype.x = 1`,
	`Map.prototype.set = 1`, `Set.prototype.add.x = 1`, `WeakMap.prototype.get = 0`, `Function.prototype.call = 1`, `Function.prototype.x = 1`,
	`Error.stackTraceLimit = 0`, `Error.prepareStackTrace = () => 'evil'`, `TypeError.prototype.name = 'evil'`, `Reflect.get = 1`, `Reflect.apply.x = 1`,
	`Object.getPrototypeOf([][Symbol.iterator]()).next = () => ({ done: true })`, `Array.prototype[Symbol.iterator] = function* () { yield 'evil' }`,
	`Object.getPrototypeOf(function* () {}).x = 1`, `Object.getPrototypeOf(async () => {}).x = 1`, `Uint8Array.prototype.set = 1`, `Object.getPrototypeOf(Uint8Array).x = 1`,
	`ArrayBuffer.prototype.slice.x = 1`, `BigInt.prototype.x = 1`, `(5).__proto__.x = 1`, `''.__proto__.y = 1`, `Proxy.x = 1`, `DataView.prototype.x = 1`,
	`setTimeout(() => { globalThis.late = 1 }, 0)`, `setTimeout(() => { globalThis.late = 1 }, 1e6)`, `setInterval(() => {}, 1)`, `+setTimeout(() => {}, 5)`,
	`setImmediate(() => { globalThis.late = 1 })`, `queueMicrotask(() => { globalThis.soon = 1 })`, `process.nextTick(() => { globalThis.soon = 1 })`,
	`Promise.resolve().then(() => { globalThis.soon = 1 })`, `new Promise(() => {})`, `(async () => { await 1; Array.prototype.soon = 1 })()`,
	`setTimeout.x = 1`, `globalThis.setTimeout = 1`, `setTimeout(() => {}, 1).constructor.prototype.x = 1`, `clearTimeout = undefined`,
	`counter += 1`, `state.list.push(1)`, `state.map.set('k', 'v')`, `state.map.delete('a')`, `state.deep.er.value = 'evil'`, `state.self = null`, `state.bytes[0] = 9`,
	`add = () => 'evil'`, `add.calls = 1`, `Account.prototype.balance = 0`, `account.deposit(5)`, `state.date.setTime(5)`, `state.regexp.lastIndex = 3`, `state.gen.next()`,
	`Object.defineProperty(state.list, 0, { get() { return 'evil' } })`, `state.list.length = 0`, `state.list[1e6] = 1`, `state[Symbol.iterator] = 1`, `increase()`, `delete state.deep`,
	`process.exitCode = 3`, `process.on('exit', () => {})`, `process.on('uncaughtException', () => {})`, `process.env.LEAKED = '1'`, `process.chdir('/')`, `process.leaked = 1`, `process.argv.push('x')`,
	`console.group()`, `console.count('n')`, `console.time('t')`, `console.log = () => {}`, `console.leaked = 1`, `process.stdout.write = () => {}`, `console.log('x')`,
	`require('util').inspect.custom2 = 1`, `require('util').inspect.defaultOptions.depth = 0`, `require('events').defaultMaxListeners = 99`, `require('path').sep = 'evil'`,
	`require.cache['/x'] = {}`, `require('fs').readFileSync = 1`, `require('buffer').Buffer.poolSize = 1`, `Buffer.prototype.x = 1`, `URL.prototype.x = 1`, `globalThis.URL = 1`,
	`Event.prototype.x = 1`, `delete globalThis.fetch`, `structuredClone = 1`, `performance.mark('m')`, `TextEncoder.prototype.encode = 1`, `AbortSignal.prototype.x = 1`,
	`(() => { throw new Error('x') })()`, `Promise.reject(new Error('unhandled'))`, `null.x`, `new Array(-1)`, `(function f() { f() })()`,
	`label: for (const x of [1, 2, 3]) { if (x === 2) break label }`, `class Leaked {}`, `for (let i = 0; i < 50; i++) globalThis['k' + i] = i`, `new Function('globalThis.made = 1')()`,
	`state.weak.set(state, 1)`, `state.set.add({})`, `Object.assign(Object, { x: 1 })`, `'x'.replace(/x/g, 'y'); RegExp.x = 1`, `globalThis.global = 1`, `Object.entries(globalThis).length`,
}

// prepare is what Setup runs.
const prepare = `
var counter = 0;
const state = {
	list: [1, 2], map: new Map([['a', 1]]), set: new Set([1]), deep: { er: { value: 1 } }, bytes: new Uint8Array([1, 2]), date: new Date(0),
	regexp: /a/g, gen: (function* () { yield 1; yield 2 })(), weak: new WeakMap(),
};
state.self = state;
function add(a, b) { return a + b }
class Account { #sum = 0; deposit(n) { return this.#sum += n } get sum() { return this.#sum } }
const account = new Account();
const increase = (() => { let n = 0; return () => ++n })();
`

// reuseOptions are the options of the runtimes that are compared.
func reuseOptions(out *output) []js.Option {
	return []js.Option{quiet, js.WithFullAccess(), js.WithStdout(out), js.WithStderr(out), js.WithEnv(map[string]string{"A": "1"}), js.WithLimits(js.Limits{Stack: 200})}
}

// TestPoolReuse runs random scripts in runtimes of a pool, and compares what a probe sees
// afterwards with what it sees in a fresh runtime.
func TestPoolReuse(t *testing.T) {
	scripts, deep := 1000, 40
	if testing.Short() {
		scripts = 20
	}
	for _, warm := range []bool{false, true} {
		t.Run(fmt.Sprintf("warm=%v", warm), func(t *testing.T) {
			before := prepare
			if warm { // everything that the probe sees has been made before the first use
				before += "\n" + "(" + probe + "\n)(true)"
			}
			t.Parallel()
			seed := uint64(time.Now().UnixNano())
			t.Logf("seed %d", seed)
			random := rand.New(rand.NewPCG(seed, 0)) //nolint:gosec // a test
			var out output
			p := newPool(t, js.PoolConfig{Min: 1, Max: 1, Queue: 1, Options: reuseOptions(&out), Setup: setup(before)})
			want := map[bool]string{}
			for _, everything := range []bool{false, true} {
				var out output
				fresh := start(t, reuseOptions(&out)...)
				if err := setup(before)(fresh); err != nil {
					t.Fatal(err)
				}
				if seen, err := fresh.Eval(t.Context(), fmt.Sprintf("(%s\n)(%v)", probe, everything)); err != nil {
					t.Fatal(err)
				} else {
					want[everything] = seen.(string)
				}
			}
			for i := range scripts {
				var script []string
				for range 1 + random.IntN(6) {
					script = append(script, changes[random.IntN(len(changes))])
				}
				source := "try { " + strings.Join(script, " } catch {}\ntry { ") + " } catch {}"
				_, _ = p.Run(t.Context(), `(source) => { (0, eval)(source); return 1 }`, source)
				everything := i%deep == 0
				seen, err := p.Run(t.Context(), probe, everything)
				if err != nil {
					t.Fatalf("the probe failed after\n%s\n%v", source, err)
				}
				if seen != want[everything] {
					t.Fatalf("after\n%s\nthe probe sees\n%s", source, difference(seen.(string), want[everything]))
				}
			}
			t.Logf("%+v", p.Metrics())
		})
	}
}

// difference returns the lines that only one of two texts has.
func difference(got, want string) string {
	count := map[string]int{}
	for line := range strings.SplitSeq(got, "\n") {
		count[line]++
	}
	for line := range strings.SplitSeq(want, "\n") {
		count[line]--
	}
	var text strings.Builder
	for _, all := range []string{got, want} {
		for line := range strings.SplitSeq(all, "\n") {
			if n := count[line]; n != 0 && text.Len() < 4000 {
				fmt.Fprintf(&text, "%+d %s\n", n, line)
				count[line] = 0
			}
		}
	}
	return text.String()
}
