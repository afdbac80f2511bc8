// What a program can see of objects that look like promises, in everything that waits for one.
const out = [];
const note = (name, p) => p.then((v) => out.push(name + ' ' + String(v)), (e) => out.push(name + ' ' + e.name));
const odd = {
	proxy: () => new Proxy(Promise.resolve(1), {}),
	rejected: () => new Proxy(Object.assign(Promise.resolve(1)), { get(t, k) { return k === 'then' ? undefined : t[k]; } }),
	binding: () => new Proxy(Promise.resolve(5), { get(t, k) { const v = t[k]; return typeof v === 'function' && k !== 'constructor' ? v.bind(t) : v; } }),
	created: () => Object.create(Promise.prototype),
	constructed: () => ({ constructor: Promise }),
	thenable: () => ({ constructor: Promise, then(done) { done(7) } }),
	plain: () => ({ then(done) { done(8) } }),
	subclass: () => (class P extends Promise {}).resolve(9),
	getter: () => { let n = 0; return { get constructor() { out.push('constructor was read'); return Promise } } },
	throwing: () => new Proxy({}, { get() { throw new RangeError('x') } }),
	revoked: () => { const r = Proxy.revocable({}, {}); r.revoke(); return r.proxy },
	number: () => 3, none: () => undefined,
};
const uses = {
	await: async (v) => await v,
	awaitTwice: async (v) => { try { return await v } finally { await v } },
	return: async (v) => v,
	'for await': async (v) => { for await (const x of [v]) return x },
	'for await of a generator': async (v) => { for await (const x of (function* () { yield v })()) return x },
	'async generator': async (v) => { for await (const x of (async function* () { yield v })()) return x },
	'yield*': async (v) => { for await (const x of (async function* () { yield* [v] })()) return x },
	'return of an async generator': async (v) => (await (async function* () { return v })().next()).value,
	resolve: (v) => Promise.resolve(v).then((x) => x),
	'resolve of a subclass': (v) => (class Q extends Promise {}).resolve(v).then((x) => x),
	new: (v) => new Promise((done) => done(v)),
	all: (v) => Promise.all([v]).then((a) => a[0]),
	allSettled: (v) => Promise.allSettled([v]).then((a) => a[0].status + String(a[0].value) + a[0].reason?.name),
	any: (v) => Promise.any([v]),
	race: (v) => Promise.race([v]),
	then: (v) => Promise.resolve().then(() => v),
	finally: (v) => Promise.resolve('kept').finally(() => v),
	'finally after a rejection': (v) => Promise.reject(new EvalError('kept')).finally(() => v),
	'finally without a function': (v) => Promise.resolve('kept').finally(v),
	'top-level thenable': (v) => (async () => await (await v, v))(),
};
for (const [n, c] of Object.entries({ none: undefined, object: {}, function: () => 0, number: 1, twice: function (f) { f(1, 1); f(2, 2) }, quiet: function (f) { f() }, good: function (f) { f(() => 0, () => 0) } })) {
	for (const [k, v] of Object.entries({ n: 1, o: {} })) {
		try { out.push('resolve of ' + n + ' ' + k + ' ' + typeof Promise.resolve.call(c, v)) } catch (e) { out.push('resolve of ' + n + ' ' + k + ' ' + e.name) }
	}
}
out.push([Promise.resolve.name, Promise.resolve.length, Promise.prototype.finally.name, Promise.prototype.finally.length, Object.keys(Object.getOwnPropertyDescriptors(Promise.resolve)).sort()].join());
// The order of settlement against a count of ticks.
const order = [];
const ticks = async (n) => { for (let i = 0; i < n; i++) { await null; order.push(i) } };
(async () => {
	for (const use of Object.keys(uses)) for (const name of Object.keys(odd)) {
		try { const v = odd[name](); await uses[use](v).then((x) => out.push(use + ' ' + name + ' ' + (typeof x === 'object' ? typeof x : String(x))), (e) => out.push(use + ' ' + name + ' ' + e.name)) } catch (e) { out.push(use + ' ' + name + ' threw ' + e.name) }
	}
	for (const name of Object.keys(odd)) for (const use of ['await', 'resolve', 'all', 'finally', 'return']) {
		order.length = 0;
		const t = ticks(8);
		await Promise.all([uses[use](odd[name]()).then(() => order.push('x'), () => order.push('x')), t]);
		out.push('order ' + use + ' ' + name + ' ' + order.join(' '));
	}
	console.log(out.join('\n'));
})();
