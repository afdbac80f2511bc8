// Calls functions that a program can reach, with odd receivers and arguments. The first
// argument of the result is told of each call before it is made.
((require, modules) => {
	const { ownKeys, getOwnPropertyDescriptor, getPrototypeOf, apply, construct } = Reflect;
	const { call } = Function.prototype, push = call.bind(Array.prototype.push), text = String;
	const matches = call.bind(RegExp.prototype.test), then = call.bind(Promise.prototype.then), P = Promise;
	const clone = structuredClone, proxyOf = Proxy, bytes = Uint8Array, view = DataView, buffer = ArrayBuffer, regexp = RegExp, map = Map, sym = Symbol.species;
	const excluded = /exit|abort|kill|dump|Atomics|chdir|\.fetch|\.eval$|Worker|WebSocket|EventSource|setTimeout|setInterval|stdin|process\.(_|open|bind|dl)|lookup/i;
	const functions = [], seen = new Set([functions]);
	const visit = (value, path, depth) => {
		if (value === null || typeof value !== 'object' && typeof value !== 'function' || seen.has(value) || depth > 6 || matches(excluded, path)) return;
		seen.add(value);
		if (typeof value === 'function') push(functions, { path, f: value });
		for (const key of ownKeys(value)) {
			const d = getOwnPropertyDescriptor(value, key), at = path + '.' + text(key);
			let read;
			if (d.get) { visit(d.get, at + ' get', depth + 1); try { read = value[key] } catch { } }
			if (d.set) visit(d.set, at + ' set', depth + 1);
			visit('value' in d ? d.value : read, at, depth + 1);
		}
		visit(getPrototypeOf(value), path + '.__proto__', depth + 1);
	};
	visit(globalThis, 'globalThis', 0);
	for (const name of modules) { try { visit(require(name), name, 0) } catch (e) { if (e.code !== 'MODULE_NOT_FOUND') throw e } }
	for (const [name, value] of [['generator', (function* () { yield 1 })()], ['async function', async () => 0], ['iterator', [][Symbol.iterator]()], ['map iterator', new Map().entries()],
		['match', 'a'.matchAll(/a/g)], ['arguments', (function () { return arguments })()]]) visit(value, name, 0);
	const detached = (v) => { try { clone(v.buffer ?? v, { transfer: [v.buffer ?? v] }) } catch { } return v };
	const values = [
		() => undefined, () => null, () => true, () => -1, () => NaN, () => Infinity, () => 2 ** 53, () => 1.5, () => -0, () => 10n, () => '', () => 'x', () => 'utf8', () => '\ud800', () => Symbol('s'), () => sym,
		() => ({}), () => [], () => [1, , 3], () => ({ length: 2, 0: 1 }), () => ({ length: -1 }), () => ({ __proto__: null }), () => new proxyOf({}, {}), () => new proxyOf([], {}), () => new proxyOf(function () { }, {}),
		() => { const r = proxyOf.revocable({}, {}); r.revoke(); return r.proxy }, () => new proxyOf({}, { get() { throw new Error('get') } }), () => new proxyOf(P.resolve(1), {}), () => ({ constructor: P }),
		() => P.resolve(1), () => ({ then: 1 }), () => ({ then(f) { f(f) } }), () => function () { }, () => () => { throw 1 }, () => class { }, () => async () => { throw 1 }, () => function* () { }, () => Object.create(Function.prototype),
		() => detached(new bytes(8)), () => detached(new view(new buffer(8))), () => detached(new buffer(8)), () => new bytes(3), () => new buffer(4), () => new view(new buffer(4)),
		() => /a/g, () => new regexp('b', 'y'), () => Object.create(RegExp.prototype), () => ({ exec: null, flags: 'g' }), () => ({ exec() { return {} }, flags: '' }), () => ({ constructor: { [sym]: function () { return {} } } }),
		() => new map([[1, 2]]), () => new Set([1]), () => new WeakMap(), () => new Date(NaN), () => new Error('e'), () => Object.freeze({}), () => globalThis, () => ({ valueOf() { throw 1 } }), () => ({ toString() { return {} } }),
		() => ({ [Symbol.iterator]() { return {} } }), () => ({ *[Symbol.iterator]() { yield [1, 2] } }), () => ({ get length() { throw 2 } }), () => Object(Symbol()), () => Object('boxed'), () => new URLSearchParams('a=b'), () => Buffer.from('b'), () => new AbortController().signal,
		() => functions[pick(functions.length)].f, () => functions[pick(functions.length)].f.prototype,
	];
	let state = 1;
	const random = () => { state = (state + 0x6d2b79f5) | 0; let t = Math_imul(state ^ (state >>> 15), 1 | state); t = (t + Math_imul(t ^ (t >>> 7), 61 | t)) ^ t; return (t ^ (t >>> 14)) >>> 0 };
	const Math_imul = Math.imul, pick = (n) => random() % n;
	const value = () => { try { return values[pick(values.length)]() } catch { return undefined } };
	const globals = ['Error', 'TypeError', 'Promise', 'JSON', 'Array', 'Object', 'Uint8Array', 'Symbol', 'RegExp', 'Map', 'Reflect', 'Function'];
	return (tell, seed, calls) => {
		state = seed;
		const drop = pick(3);
		if (drop === 1) for (const name of globals) delete globalThis[name];
		if (drop === 2) for (const name of globals) globalThis[name] = value();
		for (let i = 0; i < calls; i++) {
			const { path, f } = functions[pick(functions.length)];
			const args = [];
			for (let n = pick(5); n > 0; n--) args[args.length] = value();
			const constructs = pick(4) === 0, receiver = constructs ? value() : value();
			tell(path + (constructs ? ' constructed' : '') + ' with ' + args.length);
			try {
				const result = constructs ? construct(f, args, pick(2) ? f : functions[pick(functions.length)].f) : apply(f, receiver, args);
				if (result instanceof P) then(result, () => 0, () => 0);
			} catch { }
		}
		return functions.length;
	};
})
