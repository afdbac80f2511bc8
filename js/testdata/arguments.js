// What a program can see of lists of arguments: what is read of them, in which order, and
// what is refused.
const out = [];
const count = function () { return new.target ? { n: arguments.length } : [typeof this, arguments.length, ...[].slice.call(arguments, 0, 3)].join() };
const lists = {
	array: () => [1, 2], holes: () => [1, , 3], empty: () => [], object: () => ({ length: 2, 0: 'a', 1: 'b', 2: 'c' }), none: () => ({}), negative: () => ({ length: -5 }),
	text: () => ({ length: '2', 0: 1 }), fraction: () => ({ length: 1.9, 0: 1 }), NaN: () => ({ length: NaN }), typed: () => new Uint8Array([7, 8]), string: () => Object('ab'), arguments: () => (function () { return arguments })(3, 4),
	getters: () => ({ get 1() { out.push('1'); return 1 }, get length() { out.push('length'); return 2 }, get 0() { out.push('0'); return 0 } }),
	proxy: () => new Proxy([1, 2], { get(t, k) { out.push('get ' + String(k)); return t[k] } }), getter: () => { const a = [1, 2]; Object.defineProperty(a, 0, { get() { a.length = 1; return 'g' } }); return a },
	throwing: () => ({ get length() { throw new EvalError() } }), symbol: () => ({ length: Symbol() }), bigint: () => ({ length: 2n }), function: () => (a, b) => 0,
	huge: () => ({ length: 2 ** 53 - 1 }), infinite: () => ({ length: Infinity }), sparse: () => { const a = []; a.length = 2 ** 32 - 1; return a }, large: () => ({ length: 2 ** 31 }),
	undefined: () => undefined, null: () => null, number: () => 5, primitive: () => 'ab', class: () => Object.assign(class {}, { length: 1 }),
};
const targets = { function: count, bound: count.bind('b'), proxy: new Proxy(count, {}), arrow: (...a) => a.length, class: class { constructor(...a) { this.n = a.length } }, object: {}, undefined: undefined, native: Math.max };
const run = (name, f) => {
	let result;
	try { const v = f(); result = typeof v === 'object' ? 'n' + v.n : String(v) } catch (e) { result = e.name }
	out.push(name + ': ' + result);
};
const apply = Function.prototype.apply;
for (const [t, target] of Object.entries(targets)) for (const [l, list] of Object.entries(lists)) {
	run(`apply ${t} ${l}`, () => apply.call(target, 'this', list()));
	run(`Reflect.apply ${t} ${l}`, () => Reflect.apply(target, 1, list()));
	run(`Reflect.construct ${t} ${l}`, () => Reflect.construct(target, list()));
	run(`Reflect.construct ${t} ${l} with undefined`, () => Reflect.construct(target, list(), undefined));
	run(`Reflect.construct ${t} ${l} with Array`, () => Array.isArray(Reflect.construct(target, list(), Array)));
}
run('apply', () => count.apply());
run('apply this', () => count.apply(1));
run('Reflect.apply', () => Reflect.apply(count));
run('Reflect.construct', () => Reflect.construct(count));
run('many', () => Math.max.apply(null, Array.from({ length: 50000 }, (_, i) => i)));
for (const f of [apply, Reflect.apply, Reflect.construct]) out.push([f.name, f.length, Object.keys(Object.getOwnPropertyDescriptors(f)).sort()].join());
console.log(out.join('\n'));
