package sandbox_test

// Hostile scripts of each kind of boundary. They may call echo, a tool, and twice, a function, which
// return what they get, and import a.js, b.js (which import each other), loop.js and throws.js.

import "github.com/wakeful-go/wakeful/sandbox"

var hostileModules = sandbox.Files{
	"a.js": "import {b} from './b.js'; export let a = 1; export const f = () => b", "b.js": "import {a} from './a.js'; export const b = () => a",
	"loop.js": "for (;;);", "throws.js": "throw new Error('no')", "data.json": `{"a": [1]}`, "grows.js": "export const l = []; for (;;) l.push({})",
}

var hostileByKind = map[string][]string{
	"tools": {
		"for (;;) echo(1)", "for (;;) await echo(1)", "for (;;) twice(1)", "await Promise.all(Array.from({length: 1e5}, (_, i) => echo(i)))", "await echo('x'.repeat(3e7))", "twice('x'.repeat(3e7))", "for (let s = 'x'; ; s += s) twice(s)",
		"await echo({get x() { return echo(this) }})", "twice({get x() { return twice(this) }})", "await echo(new Proxy({}, {get() { for (;;); }}))", "await echo(() => {})", "await echo(Symbol())", "let o = {}; o.o = o; (await echo(o)).o.o.o",
		"let a = []; for (let i = 0; i < 1e5; i++) a = [a]; await echo(a)", "let a = []; for (let i = 0; i < 900; i++) a = [a]; for (;;) twice(a)", "await echo(new Uint8Array(3e7))", "await echo(Array(1e7).fill(0))", "await echo(new Array(2 ** 32 - 1))",
		"echo.call(null, ...Array(1e6).fill(1))", "Reflect.construct(echo, [1])", "new twice(1)", "echo.constructor('for (;;);')()", "Object.setPrototypeOf(echo, new Proxy(echo, {get() { for (;;); }})); echo.x", "Promise = null; await echo(1)",
		"Promise.prototype.then = () => { for (;;); }; await echo(1)", "Object.prototype.then = function () { for (;;); }; await echo({})", "Object.defineProperty(Object.prototype, 'a', {set() { for (;;); }}); await echo({a: 1}); twice({a: 1})",
		"const l = []; for (let i = 0; i < 200; i++) l.push(echo(new Uint8Array(1e6))); await Promise.all(l)", "echo(1).then(function f(v) { return echo(v).then(f) }); await new Promise(() => {})", "echo(1); for (;;);", "await Promise.race([echo(1), new Promise(() => { for (;;); })])",
		"(function f() { try { f() } finally { twice(f) } })()", "(function f() { twice({get x() { f() }}) })()", "[1e308, -0, NaN, 2 ** 53, 2n ** 70n].map(twice)", "await echo(new Error('x', {cause: new Proxy({}, {})}))", "await echo(new Map([[{}, new Set([new Date(NaN)])]]))",
	},
	"memory of the host": {
		"await echo(Array.from({length: 1000}, () => new Array(1 << 20)))", "twice(Array.from({length: 1000}, () => new Array(1 << 20)))", "Array.from({length: 1000}, () => new Array(1 << 20))", "new Array(1 << 21)",
		"for (let i = 0; i < 100; i++) echo(new Array(2e5).fill(null)); await new Promise(f => setTimeout(f, 50))", "const l = []; for (;;) l.push(echo(Array(1e4).fill().map(() => ({}))))", "twice(Array(2e6).fill(null))", "await echo(Array(2e6).fill(null))",
		"Array(2e5).fill().map(() => ({}))", "throw Array(1e6).fill().map(() => new Map())", "console.log(Array(1e6).fill({}))", "await Promise.all(Array(100).fill().map(() => echo(new Uint8Array(5e5))))",
	},
	"modules": {
		"await import('loop.js')", "await import('grows.js')", "await import('throws.js')", "for (;;) await import('throws.js').catch(() => {})", "(await import('a.js')).f()()", "for (let i = 0; ; i++) await import('./x' + i + '.js').catch(() => {})",
		"await import('/'.repeat(1e6))", "await import('../'.repeat(1e5) + 'etc/passwd')", "await import('file:///etc/passwd')", "await import('data:text/javascript,for(;;);')", "await import('https://example.com/x.js')", "await import({toString() { for (;;); }})", "await import('a.js', {with: {get type() { for (;;); }}})",
		"await import('data.json')", "await import('data.json', {with: {type: 'json'}})", "await import('\\ud800')", "await import('a.js\\0')", "await import('x'.repeat(1e7))", "await Promise.all(Array.from({length: 1e4}, (_, i) => import('m' + i)))", "import('loop.js'); for (;;);",
		"const n = await import('a.js'); for (;;) Object.keys(n)", "Object.prototype.then = f => f(import('a.js')); await import('a.js')", "await import('node:fs')", "await import('stream').then(s => new s.Readable({read() { for (;;) this.push('x') }}).resume())", "(await import('util')).inspect(new Proxy({}, {ownKeys() { for (;;); }}), {showProxy: false})",
		"(await import('assert')).deepStrictEqual(Array(1e6).fill({}), Array(1e6).fill([]))", "(await import('util')).format('%j'.repeat(1e6), ...Array(1e6))", "let o = {}; for (let i = 0; i < 1e5; i++) o = {o}; (await import('util')).inspect(o, {depth: Infinity})", "(await import('querystring')).parse('a='.repeat(1e7))", "(await import('path')).normalize('a/../'.repeat(1e7))",
		"const {EventEmitter} = await import('events'); const e = new EventEmitter(); e.on('x', () => e.emit('x')); e.emit('x')", "(await import('buffer')).Buffer.alloc(2 ** 31)", "(await import('buffer')).Buffer.from('x'.repeat(3e7), 'base64').toString('hex')", "(await import('punycode')).toASCII('ä'.repeat(1e6))",
	},
	"encoding": {
		"new Map(Array.from({length: 1e6}, (_, i) => [i, i]))", "new Set(Array(1e6).keys())", "const o = {}; for (let i = 0; i < 2e4; i++) o['\\ud800' + i] = '\\udfff'; o", "Array.from({length: 1e5}, () => new Date(NaN))", "Array(1e6).fill(-0)", "Array(1e5).fill(1n << 999n)", "const a = {}; Array(1e6).fill(a)",
		"const e = new Error('x'.repeat(1e6)); e.name = 'y'.repeat(1e6); throw e", "let e = 1; for (let i = 0; i < 990; i++) e = new Error('x', {cause: e}); throw e", "const l = []; l.length = 2 ** 32 - 1; l[2 ** 32 - 2] = 1; l", "const l = []; for (let i = 0; i < 1e6; i += 2) l[i] = i; l", "Object.assign([1, 2], {x: 1, [-1]: 2})",
		"new Float16Array([NaN, Infinity, -0])", "new BigUint64Array([2n ** 64n - 1n])", "new Uint8Array(new ArrayBuffer(8, {maxByteLength: 2 ** 20}), 4)", "const b = new ArrayBuffer(8, {maxByteLength: 16}), v = new Uint8Array(b, 4, 4); b.resize(2); v", "Object(1n)", "Object(Symbol())", "new (class extends Array { get length() { for (;;); } })(1, 2)",
		"Object.create(null, {x: {get() { return this }, enumerable: true}})", "({__proto__: new Proxy({}, {}), x: 1})", "({get a() { for (const k in this) delete this[k]; return 1 }, b: 2, c: 3})", "const o = {get a() { for (let i = 0; i < 1e5; i++) o['x' + i] = i; return o }}; o", "[{get x() { throw this }}]", "const r = /x/g; r.lastIndex = {valueOf() { for (;;); }}; r",
		"Object.defineProperty(/x/, 'source', {get() { for (;;); }})", "Object.defineProperty(new Date(), Symbol.toPrimitive, {value() { for (;;); }})", "new Proxy(new Map(), {get() { for (;;); }})", "document = {toJSON() { for (;;); }}; document", "arguments", "this", "globalThis", "new WeakMap()", "new WeakRef({})", "(function* () {})()", "Promise.reject(Promise.reject(1))", "async () => {}", "await {get then() { throw this }}",
	},
	"proxies and getters": {
		"new Proxy(function () {}, {apply() { for (;;); }})()", "const p = new Proxy({}, {has: () => p.x in p}); 1 in p", "const p = new Proxy({}, {get: (t, k, r) => r[k]}); p.x", "for (const k in new Proxy({}, {ownKeys: () => Array(1e7).fill('a')}));", "Object.keys(new Proxy([], {getOwnPropertyDescriptor() { for (;;); }}))", "class A { static get [Symbol.species]() { for (;;); } } [].concat.call(new A())",
		"class A extends Array { static get [Symbol.species]() { return function () { return new Proxy([], {set() { for (;;); }}) } } } new A(1, 2).map(x => x)", "({get [Symbol.toStringTag]() { for (;;); }}) + ''", "Array.prototype[Symbol.iterator] = function* () { for (;;) yield 1 }; [...[1]]", "const {revoke, proxy} = Proxy.revocable({}, {}); revoke(); proxy", "Object.defineProperty(globalThis, 'undefined2', {get() { return undefined2 }}); undefined2",
		"Error.prepareStackTrace = () => { for (;;); }; new Error().stack", "Error.prepareStackTrace = (e, s) => s.map(c => c.getFunction?.()); throw new Error('x')", "Error.stackTraceLimit = Infinity; (function f() { f() })()", "const h = {}; const p = new Proxy({}, h); h.__proto__ = p; p.x", "let p = {}; for (let i = 0; i < 1e6; i++) p = new Proxy(p, {}); p.x",
	},
	"typed arrays": {
		"const b = new ArrayBuffer(1e7, {maxByteLength: 3e7}); new Uint8Array(b).sort((x, y) => { b.resize(1); return x - y })", "const a = new Float64Array(4e6); for (;;) a.reverse()", "const a = new Uint8Array(3e7); for (;;) a.copyWithin(1, 0)", "new Uint8Array(3e7).fill(1).join()", "new BigInt64Array(1e6).map(() => { for (;;); })", "for (const l = []; ;) l.push(new ArrayBuffer(1e6))",
		"const a = new Uint8Array(1e6); a.set({length: 1e6, get 0() { for (;;); }})", "new DataView(new ArrayBuffer(1)).getFloat64(2 ** 53)", "new Uint8Array({length: 2 ** 40})", "new Uint8Array(new SharedArrayBuffer(2 ** 30))", "Uint8Array.from({*[Symbol.iterator]() { for (;;) yield 1 }})", "new Uint32Array(1e7).indexOf(1); for (;;) new Uint32Array(1e6).lastIndexOf(1)", "structuredClone(new Uint8Array(2e7))", "new Uint8Array(3e7).toString().length",
	},
	"timers and jobs": {
		"setTimeout(() => { throw 1 }); await new Promise(() => {})", "setInterval(() => {}, 0); for (;;);", "const t = setInterval(() => t.refresh(), 1); await new Promise(() => {})", "for (let i = 0; i < 1e6; i++) setTimeout(() => {}, i)", "setTimeout({toString() { for (;;); }})", "setTimeout(() => {}, {valueOf() { for (;;); }})", "(function f() { setTimeout(f); setTimeout(f) })(); await new Promise(() => {})",
		"process2 = (async () => { for (;;) await null })(); await process2", "const s = new ReadableStream({pull(c) { c.enqueue(1) }}, {highWaterMark: 1e9}); for await (const x of s);", "AbortSignal.timeout(1).onabort = () => { for (;;); }; await new Promise(() => {})", "const c = new AbortController(); c.signal.addEventListener('abort', () => c.abort()); for (;;) c.abort()", "const e = new EventTarget(); e.addEventListener('x', ev => e.dispatchEvent(new Event('x'))); e.dispatchEvent(new Event('x'))",
		"new Promise(r => r({then(f) { f({then: this.then}) }})); await new Promise(() => {})", "await Promise.all(Array(1e6).fill(1))", "await (async function f(n) { return n ? f(n - 1) : 1 })(1e6)", "await new Promise((_, r) => r({then() { for (;;); }}))", "queueMicrotask(() => { for (;;); })", "using2 = {[Symbol.dispose]() { for (;;); }}; { using x = using2 }",
	},
}
