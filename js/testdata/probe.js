// A function that describes all that a script can see. With everything it also loads the built-in
// modules of the globals. What it uses, it takes before it looks at anything.
(everything) => {
	'use strict';
	const out = [], seen = new Map(), queue = [];
	const keys = Reflect.ownKeys, describe = Reflect.getOwnPropertyDescriptor, above = Reflect.getPrototypeOf, extensible = Reflect.isExtensible;
	const loaded = new Set(['NaN', 'Infinity', 'undefined', 'setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate',
		'queueMicrotask', 'global', 'globalThis', 'process', 'eval', 'isNaN', 'isFinite', 'parseInt', 'parseFloat', 'require', 'console', 'add', 'counter', 'state',
		'Object', 'Function', 'Array', 'String', 'Number', 'BigInt', 'RegExp', 'Date', 'Boolean', 'Proxy', 'Reflect', 'Error', 'AggregateError', 'TypeError',
		'ReferenceError', 'SyntaxError', 'RangeError', 'EvalError', 'URIError', 'Math', 'JSON', 'Symbol', 'WeakSet', 'WeakMap', 'Map', 'Set', 'Promise',
		'ArrayBuffer', 'DataView', 'Uint8Array', 'Int32Array', 'Float64Array', 'BigInt64Array']);
	const volatile = new Set(['uptime', 'pid', 'ppid']);
	const text = (v) => {
		switch (typeof v) {
		case 'object':
		case 'function': {
			if (v === null) return 'null';
			if (!seen.has(v)) { seen.set(v, seen.size); queue.push(v) }
			return '#' + seen.get(v);
		}
		case 'symbol': return String(v) + (Symbol.keyFor(v) === undefined ? '' : ' registered');
		case 'string': return v.length > 200 ? 'long ' + v.length : 'text ' + v;
		case 'bigint': return v + 'n';
		}
		return Object.is(v, -0) ? '-0' : String(v);
	};
	const look = (o) => {
		out.push(text(o) + ' ' + typeof o + (extensible(o) ? '' : ' fixed') + ' of ' + text(above(o)));
		const names = keys(o);
		out.push('  ' + names.map(String).join(' ').slice(0, 3000));
		for (const name of names) {
			if (o === globalThis && typeof name === 'string' && !everything && !loaded.has(name)) continue;
			if (typeof name === 'string' && (name.startsWith('wakeful:') || volatile.has(name))) continue;
			const d = describe(o, name);
			if (d === undefined) { out.push('  ' + String(name) + ' is gone'); continue }
			const kind = (d.writable ? 'w' : '') + (d.enumerable ? 'e' : '') + (d.configurable ? 'c' : '');
			out.push('  ' + String(name) + ' ' + kind + ' ' + ('value' in d ? text(d.value) : 'get ' + text(d.get) + ' set ' + text(d.set)));
		}
	};
	text(globalThis);
	for (const v of [state, add, Account, account, increase, [][Symbol.iterator](), function* () {}, async () => {}, (function* () {})(), ''[Symbol.iterator](), new Map().entries(),
		new Set().values(), /x/, new Error('x'), Promise.resolve(1), 5n, 5, 'x', true, Symbol.iterator, new Uint8Array(2), new Proxy({}, {}), 'x'.matchAll(/x/g)]) text(Object(v));
	for (let i = 0; i < queue.length && i < 20000; i++) {
		if (i > 0 && typeof queue[i] === 'object' && queue[i] instanceof Error) continue; // has a stack
		look(queue[i]);
	}
	for (const use of [
		() => counter, () => state.list.join(), () => [...state.map].join('|'), () => state.set.size, () => state.deep.er.value, () => state.bytes.join(), () => state.date.getTime(),
		() => state.regexp.lastIndex, () => state.gen.next().value, () => add(1, 2), () => account.sum, () => increase(), () => state.weak.has(state), () => state.self === state,
		() => typeof leaked, () => typeof declared, () => typeof leakedToo, () => typeof fromEval, () => typeof late, () => typeof soon, () => typeof Leaked,
		() => { const t = setTimeout(() => {}, 1000), id = +t; clearTimeout(t); return id }, () => [1, 2, 3].map((x) => x + 1).filter((x) => x > 2).join(), () => 'a-b'.replace(/-/g, '+'), () => JSON.stringify({ a: [1] }),
		() => process.exitCode, () => process.listenerCount('exit'), () => process.eventNames().join(), () => Object.keys(process.env).join(), () => process.cwd(), () => process.argv.join(),
		() => Object.keys(require.cache).join(), () => new Error('x').stack.split('\n').length > 1, () => { try { null.x } catch (e) { return e.message } }, () => (5).toLocaleString(),
		() => new Date(0).toISOString(), () => String(Promise.resolve(1) instanceof Promise), () => Symbol.keyFor(Symbol.for('p')), () => [...'ab'].join(), () => Array.from({ length: 2 }).length,
	]) {
		try { out.push(String(use)+ ' = ' + use()) } catch (e) { out.push(String(use) + ' threw ' + e.message) }
	}
	if (everything) {
		for (const use of [() => new URL('http://x/?a=1').searchParams.get('a'), () => Buffer.from('x').toString('hex'), () => require('util').inspect({ a: { b: { c: { d: 1 } } } }),
			() => require('events').defaultMaxListeners, () => structuredClone([1]).length, () => performance.getEntries().length, () => new TextEncoder().encode('x').length, () => require('path').sep]) {
			try { out.push(String(use) + ' = ' + use()) } catch (e) { out.push(String(use) + ' threw ' + e.message) }
		}
	}
	return out.join('\n');
}
