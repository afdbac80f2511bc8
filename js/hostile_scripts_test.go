package js_test

// hostileScripts try to keep running after their context has ended, or to end the process.
var hostileScripts = []hostile{
	// Work that the script queues and RunString waits for.

	{name: "promise jobs without end", source: `let n = 0; (function f() { if (++n === 3) enter(); Promise.resolve().then(f) })()`},
	{name: "microtasks without end", source: `let n = 0; (function f() { if (++n === 3) enter(); queueMicrotask(f) })()`},
	{name: "nextTicks without end", source: `let n = 0; (function f() { if (++n === 3) enter(); process.nextTick(f) })()`},
	{name: "nextTicks with arguments without end", source: `let n = 0; (function f(a) { if (++n === 3) enter(); process.nextTick(f, 1) })()`},
	{name: "nextTicks and microtasks in turns", source: `let n = 0; (function f() { if (++n === 3) enter(); process.nextTick(() => queueMicrotask(f)) })()`},
	{name: "thens of one promise without end", source: `let n = 0, p = Promise.resolve(); (function f() { if (++n === 3) enter(); p = p.then(f, f) })()`},
	{name: "thens of a subclass without end", source: `class P extends Promise {} let n = 0; (function f() { if (++n === 3) enter(); P.resolve().then(f) })()`},
	{name: "thenables without end", source: `let n = 0; const o = { then(done) { if (++n === 3) enter(); done(o) } }; Promise.resolve(o)`},
	{name: "thens of functions of the engine", source: `const args = [], f = Reflect.apply.bind(null, Promise.prototype.then, Promise.resolve(), args);
		args.push(f); Promise.resolve().then(enter); f()`},
	{name: "thens of functions of the engine, of a subclass", source: `class P extends Promise {}
		const args = [], f = Reflect.apply.bind(null, Promise.prototype.then, P.resolve(), args);
		args.push(f); Promise.resolve().then(enter); f()`},
	{name: "await in a loop", source: `(async () => { for (let n = 0; ; n++) { await n; if (n === 3) enter() } })()`},
	{name: "a loop after an await", source: `(async () => { await null; enter(); for (;;); })()`},
	{name: "a loop after two awaits, each in a function of its own", source: `const f = async (n) => { await null; if (n) return f(n - 1); enter(); for (;;); };
		(async () => { await f(2) })()`},
	{name: "a loop in a generator after an await", source: `function* g() { enter(); for (;;); } (async () => { await null; for (const v of g()); })()`},
	{name: "a loop in an asynchronous generator", source: `async function* g() { for (;;) yield 1 }
		(async () => { let n = 0; for await (const v of g()) if (++n === 3) enter() })()`},
	{name: "a loop in a generator", source: `function* g() { try { enter(); for (;;); } finally { globalThis.x = 1 } } [...g()]`},
	{name: "a loop in a generator of a generator", held: true, source: `function* g(n) { if (n) yield* g(n - 1); else { enter(); for (;;); } } [...g(5)]`},
	{name: "a loop after which nextTicks without end would come", source: `process.nextTick(function f() { process.nextTick(f) });
		queueMicrotask(function f() { queueMicrotask(f) }); enter(); for (;;);`},
	{name: "an exception and microtasks without end", source: `let n = 0; (function f() { if (++n === 3) enter(); queueMicrotask(f) })(); throw new Error('first')`},
	{name: "immediates that would come after nextTicks without end", source: `setImmediate(() => { if (globalThis.x) for (;;); });
		let n = 0; (function f() { if (++n === 3) enter(); process.nextTick(f) })()`},

	// Events whose listener causes the next event.

	{name: "unhandled rejections without end", source: `let n = 0; process.on('unhandledRejection', () => { if (++n === 3) enter(); Promise.reject(n) }); Promise.reject(0); 0`},
	{name: "unhandled rejections without end, in the engine", source: `process.on('unhandledRejection', Promise.reject.bind(Promise));
		process.nextTick(enter); Promise.reject(0); 0`},
	{name: "handled rejections without end", source: `let n = 0;
		process.on('unhandledRejection', (e, p) => process.nextTick(() => p.catch(() => 0)));
		process.on('rejectionHandled', () => { if (++n === 3) enter(); Promise.reject(n) }); Promise.reject(0); 0`},
	{name: "uncaught exceptions without end", source: `let n = 0; const f = () => { queueMicrotask(() => { throw n }) };
		process.on('uncaughtException', () => { if (++n === 3) enter(); f() }); f()`},
	{name: "a loop in a listener of uncaught exceptions", source: `process.on('uncaughtException', () => { enter(); for (;;); }); queueMicrotask(() => { throw 1 })`},

	// Loops in the engine over objects that report a large length. The element at index 0, or the
	// last one, is a getter that ends the context.

	{name: "indexOf of an array-like of length 2^53", source: `const o = { length: 2 ** 53 - 1 }; Object.defineProperty(o, 0, { get: enter, set: enter, configurable: true }); Array.prototype.indexOf.call(o, 7)`},
	{name: "includes of an array-like of length 2^53", source: `const o = { length: 2 ** 53 - 1 }; Object.defineProperty(o, 0, { get: enter, set: enter, configurable: true }); Array.prototype.includes.call(o, 7)`},
	{name: "fill of an array-like of length 2^53", source: `const o = { length: 2 ** 53 - 1 }; Object.defineProperty(o, 0, { get: enter, set: enter, configurable: true }); Array.prototype.fill.call(o, 1)`},
	{name: "reverse of an array-like of length 2^53", source: `const o = { length: 2 ** 53 - 1 }; Object.defineProperty(o, 0, { get: enter, set: enter, configurable: true }); Array.prototype.reverse.call(o)`},
	{name: "copyWithin of an array-like of length 2^53", source: `const o = { length: 2 ** 53 - 1 }; Object.defineProperty(o, 2 ** 52 - 1, { get: enter, set: enter, configurable: true }); Array.prototype.copyWithin.call(o, 5, 0, 2 ** 52)`},
	{name: "shift of an array-like of length 2^53", source: `const o = { length: 2 ** 53 - 1 }; Object.defineProperty(o, 0, { get: enter, set: enter, configurable: true }); Array.prototype.shift.call(o)`},
	{name: "forEach of an array-like of length 2^53", source: `const o = { length: 2 ** 53 - 1 }; Object.defineProperty(o, 0, { get: enter, set: enter, configurable: true }); Array.prototype.forEach.call(o, Object)`},
	{name: "filter of an array-like of length 2^53", source: `const o = { length: 2 ** 53 - 1 }; Object.defineProperty(o, 0, { get: enter, set: enter, configurable: true }); Array.prototype.filter.call(o, Boolean)`},
	{name: "find of an array-like of length 2^53", source: `const o = { length: 2 ** 53 - 1 }; Object.defineProperty(o, 0, { get: enter, set: enter, configurable: true }); Array.prototype.find.call(o, Boolean)`},
	{name: "findIndex of an array-like of length 2^53", source: `const o = { length: 2 ** 53 - 1 }; Object.defineProperty(o, 0, { get: enter, set: enter, configurable: true }); Array.prototype.findIndex.call(o, Boolean)`},
	{name: "every of an array-like of length 2^53", source: `const o = { length: 2 ** 53 - 1 }; Object.defineProperty(o, 0, { get: enter, set: enter, configurable: true }); Array.prototype.every.call(o, () => true)`},
	{name: "some of an array-like of length 2^53", source: `const o = { length: 2 ** 53 - 1 }; Object.defineProperty(o, 0, { get: enter, set: enter, configurable: true }); Array.prototype.some.call(o, Boolean)`},
	{name: "reduce of an array-like of length 2^53", source: `const o = { length: 2 ** 53 - 1 }; Object.defineProperty(o, 0, { get: enter, set: enter, configurable: true }); Array.prototype.reduce.call(o, Math.max)`},
	{name: "join of an array-like of length 2^53", source: `[].join.call({ length: 2 ** 53 - 1 })`, want: "RangeError: Invalid string length"},
	{name: "join of an array-like with nothing in between", source: `const o = { length: 2 ** 53 - 1 }; Object.defineProperty(o, 0, { get: enter }); [].join.call(o, '')`},
	{name: "toLocaleString of an array-like of length 2^53", source: `const o = { length: 2 ** 53 - 1 }; Object.defineProperty(o, 0, { get: enter, set: enter, configurable: true }); Array.prototype.toLocaleString.call(o)`},
	{name: "flat of an array-like of length 2^53", source: `const o = { length: 2 ** 53 - 1 }; Object.defineProperty(o, 0, { get: enter, set: enter, configurable: true }); Array.prototype.flat.call(o)`},
	{name: "flatMap of an array-like of length 2^53", source: `const o = { length: 2 ** 53 - 1 }; Object.defineProperty(o, 0, { get: enter, set: enter, configurable: true }); Array.prototype.flatMap.call(o, Boolean)`},
	{name: "sort of an array-like of length 2^53", source: `const o = { length: 2 ** 53 - 1 }; Object.defineProperty(o, 0, { get: enter, set: enter, configurable: true }); Array.prototype.sort.call(o)`},
	{name: "lastIndexOf of an array-like of length 2^53", source: `const o = { length: 2 ** 53 - 1 }; Object.defineProperty(o, 2 ** 53 - 2, { get: enter, set: enter, configurable: true }); Array.prototype.lastIndexOf.call(o, 7)`},
	{name: "findLast of an array-like of length 2^53", source: `const o = { length: 2 ** 53 - 1 }; Object.defineProperty(o, 2 ** 53 - 2, { get: enter, set: enter, configurable: true }); Array.prototype.findLast.call(o, Boolean)`},
	{name: "findLastIndex of an array-like of length 2^53", source: `const o = { length: 2 ** 53 - 1 }; Object.defineProperty(o, 2 ** 53 - 2, { get: enter, set: enter, configurable: true }); Array.prototype.findLastIndex.call(o, Boolean)`},
	{name: "reduceRight of an array-like of length 2^53", source: `const o = { length: 2 ** 53 - 1 }; Object.defineProperty(o, 2 ** 53 - 2, { get: enter, set: enter, configurable: true }); Array.prototype.reduceRight.call(o, Math.max)`},
	{name: "unshift of an array-like of length 2^53", source: `const o = { length: 2 ** 53 - 2 }; Object.defineProperty(o, 2 ** 53 - 3, { get: enter, set: enter, configurable: true }); Array.prototype.unshift.call(o, 1)`},
	{name: "slice of an array-like of length 2^53", source: `const o = { length: 2 ** 53 - 1 }; Object.defineProperty(o, 0, { get: enter }); Array.prototype.slice.call(o, 0, 2 ** 32 - 1)`},
	{name: "splice of an array-like of length 2^53", source: `const o = { length: 2 ** 53 - 1 }; Object.defineProperty(o, 5, { get: enter, set: enter, configurable: true }); Array.prototype.splice.call(o, 4, 1)`},
	{name: "concat of an array-like of length 2^53", source: `const o = { length: 2 ** 53 - 2, [Symbol.isConcatSpreadable]: true }; Object.defineProperty(o, 0, { get: enter }); [].concat(o)`},
	{name: "concat of an array that becomes long when it is asked", source: `const a = [1]; Object.defineProperty(a, 0, { get: enter });
		Object.defineProperty(a, Symbol.isConcatSpreadable, { get() { a.length = 2 ** 32 - 1; return true } }); [].concat(a)`},
	{name: "toReversed of an array of length 2^32", source: `const a = []; a.length = 2 ** 32 - 1; Object.defineProperty(a, 2 ** 32 - 2, { get: enter }); a.toReversed()`},
	{name: "toSpliced of an array of length 2^32", source: `const a = []; a.length = 2 ** 32 - 2; Object.defineProperty(a, 0, { get: enter }); a.toSpliced(2, 0, 1)`},
	{name: "toSorted of an array of length 2^32", source: `const a = []; a.length = 2 ** 32 - 2; Object.defineProperty(a, 0, { get: enter }); a.toSorted()`},
	{name: "with of an array of length 2^32", source: `const a = []; a.length = 2 ** 32 - 2; Object.defineProperty(a, 0, { get: enter }); a.with(2, 0)`},
	{name: "indexOf of a proxy", source: `const t = { length: 2 ** 53 - 1 }; Object.defineProperty(t, 0, { get: enter }); [].indexOf.call(new Proxy(t, {}), 7)`},
	{name: "join of 2^28 separators", source: `const a = new Array(2 ** 28); Object.defineProperty(a, 0, { get: enter }); a.join('x')`},
	{name: "join to a string that is too long", source: `new Array(2 ** 20).join('x'.repeat(1024))`, want: "RangeError: Invalid string length"},
	{name: "fill of a long array", source: `const a = new Array(2 ** 32 - 1); Object.defineProperty(a, 0, { set: enter }); a.fill(1)`},
	{name: "forEach of an array made sparse by its callback", source: `const a = new Array(2 ** 32 - 1); a[0] = a[5000] = 1;
		Object.defineProperty(a, 6000, { get: enter }); a.forEach(() => { a[2 ** 32 - 2] = 1 })`},
	{name: "sort of a long sparse array", source: `const a = [3, 2, 1]; a.length = 2 ** 32 - 1; Object.defineProperty(a, 1, { get: enter }); a.sort()`},
	{name: "sort of many elements", held: true, source: `const a = '7 3 9 '.repeat(1e6).split(' '); enter(); a.sort(); for (;;);`},
	{name: "sort of many elements with a function of the engine", held: true, source: `const a = []; for (let i = 0; i < 1e5; i++) a.push(i % 1000); a[50000] = { valueOf: enter }; a.sort(Math.max); for (;;);`},
	{name: "spread of a long array-like", source: `const o = { length: 2 ** 53 - 1, [Symbol.iterator]: [].values }; Object.defineProperty(o, 0, { get: enter }); [...o]`},
	{name: "spread of a long array-like in a call", source: `const o = { length: 2 ** 53 - 1, [Symbol.iterator]: [].values }; Object.defineProperty(o, 0, { get: enter }); Math.max(...o)`},
	{name: "a set of a long array-like", source: `const o = { length: 2 ** 53 - 1, [Symbol.iterator]: [].values }; Object.defineProperty(o, 0, { get: enter }); new Set(o)`},
	{name: "Array.from of a long array-like", source: `const o = { length: 2 ** 32 - 1 }; Object.defineProperty(o, 0, { get: enter }); Array.from(o)`},
	{name: "Array.from of an array-like that is too long", source: `Array.from({ length: 2 ** 53 - 1 })`, want: "RangeError: Invalid array length"},
	{name: "Array.from of an iterator of the engine without end", source: `Array.from({ [Symbol.iterator]: () => (process.nextTick(enter), enter(), { next: Object }) })`},

	// Regular expressions that try all ways to match.

	{name: "a pattern with a lookahead", source: `const s = 'a'.repeat(40) + '!', r = /(?=a)(a+)+$/; enter(); r.test(s)`},
	{name: "a pattern with a reference", source: `const s = 'a'.repeat(40) + '!'; enter(); /(a*)*\1$/.exec(s)`},
	{name: "a search that goes on in the text", source: `const s = 'aa' + 'a'.repeat(40) + '!', r = /(a+)+$/g; r.lastIndex = 1; enter(); r.test(s); for (;;);`},
	{name: "a sticky pattern", source: `const s = 'a'.repeat(42) + '!', r = /(a|a?)+$/y; r.lastIndex = 1; enter(); r.test(s); for (;;);`},
	{name: "a pattern in a constructor", source: `const s = 'a'.repeat(40) + '!'; enter(); new RegExp('(?=a)(a+)+$').test(s)`},
	{name: "a pattern in eval", source: `const s = 'a'.repeat(40) + '!'; enter(); eval('/(?=a)(a+)+$/.test(s)')`},
	{name: "a pattern in new Function", source: `const s = 'a'.repeat(40) + '!'; enter(); new Function('s', 'return /(?=a)(a+)+$/.test(s)')(s)`},
	{name: "match", source: `const s = 'a'.repeat(40) + '!'; enter(); s.match(/(?=a)(a+)+$/)`},
	{name: "match of all", source: `const s = 'a'.repeat(40) + '!'; enter(); s.match(/(?=a)(a+)+$/g)`},
	{name: "matchAll", source: `const s = 'a'.repeat(40) + '!'; enter(); [...s.matchAll(/(?=a)(a+)+$/g)]`},
	{name: "replace", source: `const s = 'a'.repeat(40) + '!'; enter(); s.replace(/(?=a)(a+)+$/, '')`},
	{name: "replaceAll", source: `const s = 'a'.repeat(40) + '!'; enter(); s.replaceAll(/(?=a)(a+)+$/g, '')`},
	{name: "split", source: `const s = 'a'.repeat(40) + '!'; enter(); s.split(/(?=a)(a+)+$/)`},
	{name: "search", source: `const s = 'a'.repeat(40) + '!'; enter(); s.search(/(?=a)(a+)+$/)`},
	{name: "a compiled pattern", source: `const s = 'a'.repeat(40) + '!', r = /x/; r.compile('(?=a)(a+)+$'); enter(); r.test(s)`},
	{name: "a pattern of a subclass", source: `class R extends RegExp {} const s = 'a'.repeat(40) + '!', r = new R('(?=a)(a+)+$'); enter(); r.test(s)`},
	{name: "a pattern with its flags replaced", source: `const s = 'a'.repeat(40) + '!', r = /(?=a)(a+)+$/; Object.defineProperty(r, 'flags', { value: '' }); enter(); r.test(s)`},
	{name: "a pattern beyond ASCII", source: `const s = 'é'.repeat(40) + '!', r = /(?=é)(é+)+$/u; enter(); r.test(s)`},
	{name: "a pattern that ignores case", source: `const s = 'aA'.repeat(20) + '!', r = /(?=a)(a+)+$/i; enter(); r.test(s)`},
	{name: "a lookbehind", source: `const s = '!' + 'a'.repeat(40), r = /(?<=^(a+)+)$/; enter(); r.test(s)`},
	{name: "a negative lookahead", source: `const s = 'a'.repeat(40) + '!', r = /^(?!(a+)+$)b/; enter(); r.test(s)`},
	{name: "a polynomial pattern on a long text", source: `const s = 'a'.repeat(1e5), r = /(?=a)a*a*a*a*b/; enter(); r.test(s)`},

	// Deep structures, for which the engine recurses once per level.

	{name: "lookups along many prototypes", held: true, source: `let p = {}; for (let i = 0; i < 1e5; i++) p = Object.create(p); enter(); for (;;) p.x`},
	{name: "questions along many prototypes", held: true, source: `let p = {}; for (let i = 0; i < 1e5; i++) p = Object.create(p); enter(); for (;;) 'x' in p`},
	{name: "getters that read themselves", held: true, source: `const o = { get a() { return this.a } }; o.a`, want: "RangeError"},
	{name: "a loop below many getters", held: true, source: `let n = 400; const o = { get a() { if (n--) return this.a; enter(); for (;;); } }; o.a`},
	{name: "proxies that read themselves", held: true, source: `const p = new Proxy({}, { get(t, k, r) { return r[k] } }); p.a`, want: "RangeError"},
	{name: "JSON of deep arrays", source: `let a = []; for (let i = 0; i < 2e5; i++) a = [a]; JSON.stringify(a)`, want: "RangeError: Maximum call stack size exceeded"},
	{name: "JSON of deep objects", source: `let a = {}; for (let i = 0; i < 2e5; i++) a = { a }; JSON.stringify(a, null, 1)`, want: "RangeError: Maximum call stack size exceeded"},
	{name: "JSON of what is written again and again", source: `let a = [1]; for (let i = 0; i < 40; i++) a = [a, a]; enter(); JSON.stringify(a); for (;;);`},
	{name: "JSON of a long array", source: `const a = new Array(2 ** 32 - 1); Object.defineProperty(a, 0, { get: enter, enumerable: true }); JSON.stringify(a)`},
	{name: "deep groups", held: true, source: `new RegExp('('.repeat(1e6) + ')'.repeat(1e6)).test('')`, want: "SyntaxError"},
	{name: "deep groups that need backtracking", source: `new RegExp('(?=a)' + '('.repeat(1e6) + ')'.repeat(1e6)).test('')`, want: "SyntaxError"},
	{name: "bound functions of bound functions", source: `let f = () => 1; for (;;) f = f.bind(null)`, want: "RangeError: Maximum call stack size exceeded"},
	{name: "calls of calls", held: true, source: `let f = () => 1; for (let i = 0; i < 1e5; i++) f = f.call.bind(f); f()`, want: "RangeError: Maximum call stack size exceeded"},
	{name: "an application of itself", source: `const a = [], f = Reflect.apply.bind(null, Reflect.apply, undefined, a); a.push(f, undefined, []); f()`, want: "RangeError: Maximum call stack size exceeded"},
	{name: "proxies of proxies", source: `let p = {}; for (;;) p = new Proxy(p, {})`, want: "RangeError: Maximum call stack size exceeded"},
	{name: "proxies with proxies as handlers", source: `let p = {}; for (;;) p = Proxy.revocable({}, p).proxy`, want: "RangeError: Maximum call stack size exceeded"},
	{name: "text of deep arrays", source: `let a = []; for (let i = 0; i < 3e5; i++) a = [a]; String(a)`, want: "RangeError: Maximum call stack size exceeded"},
	{name: "text of what is written by toString", source: `const o = { join: [].toString, toString: [].toString }; String(o)`, want: "RangeError: Maximum call stack size exceeded"},
	{name: "deep arrays made flat", held: true, source: `let a = []; for (let i = 0; i < 3e5; i++) a = [a]; a.flat(Infinity)`, want: "RangeError"},
	{name: "a clone of deep objects", held: true, source: `let a = {}; for (let i = 0; i < 1e5; i++) a = { a }; structuredClone(a)`, want: "RangeError"},
	{name: "an error of deep causes", held: true, source: `let e = new Error('0'); for (let i = 0; i < 1e5; i++) e = new Error('n', { cause: e }); require('util').inspect(e); throw e`, want: "n"},
}

// hugeScripts ask for more memory at once than there is. Go ends the process if the system refuses
// it, so the engine must not be asked.
var hugeScripts = []string{
	`new ArrayBuffer(1e12)`, `new ArrayBuffer({ valueOf: () => 1e12 })`, `new ArrayBuffer('1e12')`, `new Uint8Array(1e11)`, `new Float64Array(1e9)`,
	`Uint8Array.from({ length: 1e11 })`, `new (new Uint8Array(1).constructor)(1e12)`, `new (new Uint8Array(1).buffer.constructor)(1e12)`,
	`class A extends ArrayBuffer {} new A(1e12)`, `class A extends Uint8Array {} new A(1e12)`, `Reflect.construct(ArrayBuffer, [1e12], Object)`,
	`new Uint8Array({ length: 1e12 })`, `new (new TextEncoder().encode('a').buffer.constructor)(1e12)`, `new (given.constructor)(1e12)`,
	`new (given.buffer.constructor)(1e12)`, `Buffer.alloc(4e9)`, `Buffer.allocUnsafe(4e9)`, `'x'.repeat(1e12)`, `'x'.padEnd(1e12)`, `new Array(2 ** 32 - 1).join('x')`,
	`let n = 0; new Uint8Array({ get length() { return n++ ? 1e12 : 1e13 } })`, `Array.from({ length: 1e12 })`, `crypto.getRandomValues(new Uint8Array(1e12))`,
}
