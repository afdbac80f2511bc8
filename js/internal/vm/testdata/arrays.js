// What a program can see of the methods of arrays: their properties, and what they do, step
// by step, with what is no ordinary array. The program runs here and in Node.
const out = [];
const log = (...v) => out.push(v.join(' '));
const show = (v) => {
	if (typeof v === 'symbol') return String(v);
	if (v === null || typeof v !== 'object') return typeof v + ':' + (Object.is(v, -0) ? '-0' : String(v));
	const names = Reflect.ownKeys(v).filter((k) => k !== 'length' || !Array.isArray(v)).map((k) => String(k) + '=' + show(v[k]));
	return (Array.isArray(v) ? 'array' + v.length : Object.getPrototypeOf(v) === Object.prototype ? 'object' : 'other') + '{' + names.join() + '}';
};
// logged is a proxy that logs what is asked of it.
const logged = (target, steps) => new Proxy(target, new Proxy({}, {
	get: (_, trap) => (t, ...args) => {
		steps.push(trap + '(' + (typeof args[0] === 'symbol' ? String(args[0]) : typeof args[0] === 'object' ? '' : args[0]) + ')');
		return Reflect[trap](t, ...args);
	},
}));
const calls = {
	concat: [[], [1, 2], [[1, [2]], { length: 1, 0: 'x', [Symbol.isConcatSpreadable]: true }], [{ length: 2 }]],
	copyWithin: [[0, 1], [1, 0], [1, 0, 2], [-1, -3, -1], [0, { valueOf: () => 1 }]],
	fill: [[7], [7, 1], [7, -2, -1], [7, 1, undefined]],
	flat: [[], [2], [0], ['1'], [-1]],
	includes: [[2], [undefined], [NaN], [2, 2], [2, -1], [-0]],
	indexOf: [[2], [undefined], [NaN], [2, 2], [2, -1], [2, Infinity]],
	lastIndexOf: [[2], [undefined], [2, 0], [2, -2], [2, -9], [2, undefined]],
	join: [[], ['-'], [undefined], [null]],
	reverse: [[]], shift: [[]], pop: [[]], toReversed: [[]], toLocaleString: [[]], toString: [[]], keys: [[]],
	slice: [[], [1], [-2], [1, 2], [2, 1], [0, -1], [0, undefined]],
	splice: [[], [1], [1, 1], [0, 2, 'a'], [1, 0, 'a', 'b'], [-1, 9, 'a'], [undefined, 1]],
	toSpliced: [[], [1], [1, 1], [0, 2, 'a'], [1, 0, 'a', 'b'], [-1, 9, 'a']],
	unshift: [[], [1], [1, 2]], push: [[1]],
	with: [[0, 'w'], [-1, 'w'], [9, 'w'], [-9, 'w']],
	sort: [[], [(a, b) => b - a], [undefined], [null], [1]],
	toSorted: [[], [(a, b) => b - a], [undefined], [null]],
};
const f = function (...args) { out.push('f ' + this + ' ' + args.slice(0, -1).map(show).join()); return args[0] > 1 };
for (const m of ['every', 'some', 'filter', 'find', 'findIndex', 'findLast', 'findLastIndex', 'forEach', 'map', 'flatMap']) calls[m] = [[f], [f, 'self'], [], [1]];
for (const m of ['reduce', 'reduceRight']) calls[m] = [[f], [f, 'first'], [], [null]];
const receivers = {
	array: () => [1, 2, 3], holes: () => [1, , 3], nested: () => [[1, [2, [3]]], , [[]]], empty: () => [], long: () => { const a = [3, 2, 1]; a.length = 70000; return a },
	object: () => ({ length: 3, 0: 2, 2: 1, x: 1 }), getters: () => ({ get length() { out.push('length'); return '2.5' }, get 0() { out.push('0'); return 2 }, 1: 1 }),
	negative: () => ({ length: -1, 0: 1 }), none: () => ({ 0: 1 }), text: () => 'abc', number: () => 5, boxed: () => Object('ab'), arguments: () => (function () { return arguments })(2, 1),
	frozen: () => Object.freeze([2, 1]), frozenObject: () => Object.freeze({ length: 2, 0: 2, 1: 1 }),
	subclass: () => new (class A extends Array { constructor(...a) { super(...a); out.push('made ' + a.map(show)) } })(3, 2, 1),
	species: () => { const a = [3, 2]; a.constructor = { [Symbol.species]: null }; return a }, species2: () => { const a = [3, 2]; a.constructor = 1; return a },
	big: () => ({ length: 2 ** 53 + 2, [2 ** 53 - 2]: 'last' }), undefined: () => undefined, null: () => null, symbol: () => Symbol('s'), symbols: () => ({ length: 2, 0: Symbol('s'), 1: 1 }),
};
for (const name of Object.getOwnPropertyNames(Array.prototype).sort()) {
	const d = Object.getOwnPropertyDescriptor(Array.prototype, name);
	if (typeof d.value !== 'function' || name === 'constructor') continue;
	const of = (n) => { const p = Object.getOwnPropertyDescriptor(d.value, n); return p && [show(p.value), p.writable, p.enumerable, p.configurable].join() };
	let made = 'made';
	try { new d.value() } catch (e) { made = e.name }
	log('property', name, d.writable, d.enumerable, d.configurable, of('name'), of('length'), of('prototype'), Reflect.ownKeys(d.value).sort(), made, Function.prototype.toString.call(d.value).replace(/\s+/g, ' '));
}
for (const [owner, name] of [[Array, 'from'], [Object.getPrototypeOf([].values()), 'next'], [JSON, 'stringify'], [Function.prototype, 'bind'], [globalThis, 'Proxy']]) {
	const d = Object.getOwnPropertyDescriptor(owner, name);
	log('property', name, d.writable, d.enumerable, d.configurable, d.value.name, d.value.length, Reflect.ownKeys(d.value).sort(), Function.prototype.toString.call(d.value).replace(/\s+/g, ' '));
}
log(Array.prototype.toString === Uint8Array.prototype.toString, Array.prototype[Symbol.iterator] === Array.prototype.values);
const slow = new Set(['big', 'long']);
for (const method in calls) for (const [i, args] of calls[method].entries()) for (const name in receivers) {
	if (name === 'big' && !['push', 'pop', 'lastIndexOf', 'unshift', 'with', 'toReversed', 'toSpliced', 'toSorted'].includes(method)) continue;
	if (name === 'big' && (method === 'unshift' && !args.length || method === 'lastIndexOf')) continue;
	if (name === 'long' && (i > 0 || !['indexOf', 'includes', 'slice', 'join', 'concat', 'splice', 'sort', 'reduce', 'map'].includes(method))) continue;
	for (const proxied of [false, true]) {
		const receiver = receivers[name]();
		if (proxied && (receiver === null || typeof receiver !== 'object' || slow.has(name))) continue;
		const steps = [];
		let result;
		const before = out.length;
		try {
			const r = Array.prototype[method].apply(proxied ? logged(receiver, steps) : receiver, args);
			result = r === receiver ? 'this' : show(typeof r === 'string' ? r.slice(0, 50) : r);
		} catch (e) { result = e.name }
		const seen = out.splice(before).join(';');
		log(method, i, name, proxied ? 'proxy' : 'itself', result.slice(0, 300), show(receiver).slice(0, 300), seen.slice(0, 300), steps.join(' ').slice(0, 1500));
	}
}
for (const [i, args] of [[[1, 2]], ['ab'], [{ length: 2, 0: 'x' }], [new Set([1, 2])], [{ length: 2 }, (v, k) => k], [[3], function (v) { return this + v }, 's'], [{ *[Symbol.iterator]() { yield 1; yield 2 } }],
	[{ [Symbol.iterator]: 1 }], [null], [undefined], [{ length: -1 }], [[1], 1], [5], [(function () { return arguments })(4)], [{ get length() { log('length'); return 1 } }], [[1, , 2]]].entries()) {
	for (const c of [Array, undefined, Object, function () { log('made ' + [...arguments].map(show)) }, () => 0]) {
		let result;
		try { result = show(Array.from.apply(c, args)) } catch (e) { result = e.name }
		log('from', i, typeof c, result);
	}
}
for (const close of [true, false]) {
	let n = 0;
	const it = { [Symbol.iterator]: () => ({ next: () => ({ value: n++, done: n > 3 }), return() { log('return'); return {} } }) };
	try { log(show(Array.from(it, (v) => { if (close && v) throw new RangeError('x'); return v }))) } catch (e) { log(e.name) }
}
// An index that changes the array when it is converted, after the length was read. Not of fill:
// Node's does not write behind the end of an array that has become shorter, which the language asks
// for.
for (const [method, call] of Object.entries({
	copyWithin: (i) => [i, 1], includes: (i) => [undefined, i], indexOf: (i) => [2, i], lastIndexOf: (i) => [2, i],
	slice: (i) => [i], splice: (i) => [i, 1, 'x', 'y'], toSpliced: (i) => [i, 1, 'x', 'y'], with: (i) => [i, 7],
})) {
	for (const change of [(a) => { a.length = 0 }, (a) => { a.length = 2 }, (a) => { a.push(9) }, (a) => { a[6] = 1 }, (a) => { a.reverse() }]) {
		for (const at of [0, 1, -1, 5]) {
			const a = [1, 2, 3];
			let result;
			try { result = show(a[method](...call({ valueOf() { change(a); return at } }))) } catch (e) { result = e.name }
			log('converted', method, String(change), at, result, show(a));
		}
	}
}
