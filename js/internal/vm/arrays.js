// The methods of arrays as the language defines them, step by step (23.1.2 and 23.1.3 of ECMA-262),
// for objects that are not ordinary arrays: see arrays.go. The engine checks for an interrupt in
// loops of JavaScript, and not in its own loops. A program that changes the globals must not affect
// this code.
(function (globals) {
	const { Array, Object, RangeError, TypeError, species, iterator, spreadable, isArray, trunc, max, min, apply, put, isConstructor } = globals;
	const longest = 2 ** 53 - 1;
	const integer = (v) => { v = trunc(+v); return v !== v ? 0 : v };
	const lengthOf = (o) => min(max(integer(o.length), 0), longest);
	const relative = (v, n) => { v = integer(v); return v < 0 ? max(n + v, 0) : min(v, n) };
	const object = (v) => {
		if (v === undefined || v === null) throw new TypeError('Cannot convert undefined or null to object');
		return Object(v);
	};
	const callable = (f) => {
		if (typeof f !== 'function') throw new TypeError('the argument, of type ' + typeof f + ', is not a function');
		return f;
	};
	const create = (n) => {
		if (n > 2 ** 32 - 1) throw new RangeError('Invalid array length');
		return new Array(n);
	};
	const createLike = (o, n) => {
		if (!isArray(o)) return create(n);
		let c = o.constructor;
		if (c !== null && (typeof c === 'object' || typeof c === 'function')) {
			c = c[species];
			if (c === null) c = undefined;
		}
		return c === undefined || c === Array ? create(n) : new c(n);
	};
	const grown = (n) => {
		if (n > longest) throw new TypeError('Invalid array length');
		return n;
	};
	const move = (o, from, to) => { if (from in o) o[to] = o[from]; else delete o[to] };
	const flatten = (target, o, n, at, depth, f) => {
		for (let k = 0; k < n; k++) {
			if (!(k in o)) continue;
			let v = o[k];
			if (f !== undefined) v = f(v, k, o);
			if (depth > 0 && typeof v === 'object' && isArray(v)) {
				at = flatten(target, v, lengthOf(v), at, depth - 1);
				continue;
			}
			if (at >= longest) grown(at + 1);
			put(target, at++, v);
		}
		return at;
	};
	// bound returns a function that calls f with self as this.
	const bound = (f, self) => (callable(f), self === undefined ? f : (...args) => apply(f, self, args));
	const search = (o, k, end, step, f) => {
		for (; k !== end; k += step) {
			const v = o[k];
			if (f(v, k, o)) return [k, v];
		}
		return [-1, undefined];
	};
	return {
		indexOf(v, from) {
			const o = object(this), n = lengthOf(o);
			if (n === 0) return -1;
			for (let k = relative(from, n); k < n; k++) if (k in o && o[k] === v) return k;
			return -1;
		},
		includes(v, from) {
			const o = object(this), n = lengthOf(o);
			if (n === 0) return false;
			for (let k = relative(from, n); k < n; k++) {
				const e = o[k];
				if (e === v || e !== e && v !== v) return true;
			}
			return false;
		},
		lastIndexOf(v, ...from) {
			const o = object(this), n = lengthOf(o);
			if (n === 0) return -1;
			let k = from.length ? integer(from[0]) : n - 1;
			for (k = k < 0 ? n + k : min(k, n - 1); k >= 0; k--) if (k in o && o[k] === v) return k;
			return -1;
		},
		fill(v, from, to) {
			const o = object(this), n = lengthOf(o), start = relative(from, n), end = to === undefined ? n : relative(to, n);
			for (let k = start; k < end; k++) o[k] = v;
			return o;
		},
		reverse() {
			const o = object(this), n = lengthOf(o);
			for (let a = 0, b = n - 1; a < b; a++, b--) {
				const hasA = a in o, x = hasA ? o[a] : undefined, hasB = b in o, y = hasB ? o[b] : undefined;
				if (hasB) o[a] = y; else if (hasA) delete o[a];
				if (hasA) o[b] = x; else if (hasB) delete o[b];
			}
			return o;
		},
		copyWithin(target, start, end) {
			const o = object(this), n = lengthOf(o);
			let to = relative(target, n), from = relative(start, n), step = 1;
			let count = min((end === undefined ? n : relative(end, n)) - from, n - to);
			if (from < to && to < from + count) {
				step = -1;
				from += count - 1;
				to += count - 1;
			}
			for (; count > 0; count--, from += step, to += step) move(o, from, to);
			return o;
		},
		slice(start, end) {
			const o = object(this), n = lengthOf(o);
			let k = relative(start, n);
			const final = end === undefined ? n : relative(end, n), a = createLike(o, max(final - k, 0));
			let to = 0;
			for (; k < final; k++, to++) if (k in o) put(a, to, o[k]);
			a.length = to;
			return a;
		},
		splice(...args) {
			const o = object(this), n = lengthOf(o), start = relative(args[0], n), items = max(args.length - 2, 0);
			let removed = 0;
			if (args.length === 1) removed = n - start;
			else if (args.length > 1) removed = min(max(integer(args[1]), 0), n - start);
			grown(n + items - removed);
			const a = createLike(o, removed);
			for (let k = 0; k < removed; k++) if (start + k in o) put(a, k, o[start + k]);
			a.length = removed;
			if (items < removed) {
				for (let k = start; k < n - removed; k++) move(o, k + removed, k + items);
				for (let k = n; k > n - removed + items; k--) delete o[k - 1];
			} else if (items > removed) {
				for (let k = n - removed; k > start; k--) move(o, k + removed - 1, k + items - 1);
			}
			for (let k = 0; k < items; k++) o[start + k] = args[k + 2];
			o.length = n - removed + items;
			return a;
		},
		unshift(...args) {
			const o = object(this), n = lengthOf(o), items = args.length;
			if (items > 0) {
				grown(n + items);
				for (let k = n; k > 0; k--) move(o, k - 1, k + items - 1);
				for (let k = 0; k < items; k++) o[k] = args[k];
			}
			return o.length = n + items;
		},
		shift() {
			const o = object(this), n = lengthOf(o);
			if (n === 0) {
				o.length = 0;
				return undefined;
			}
			const first = o[0];
			for (let k = 1; k < n; k++) move(o, k, k - 1);
			delete o[n - 1];
			o.length = n - 1;
			return first;
		},
		concat(...args) {
			const o = object(this), a = createLike(o, 0);
			let at = 0;
			const add = (e) => {
				let spread = false;
				if (e !== null && (typeof e === 'object' || typeof e === 'function')) {
					spread = e[spreadable];
					spread = spread === undefined ? isArray(e) : !!spread;
				}
				if (!spread) {
					grown(at + 1);
					put(a, at++, e);
					return;
				}
				const n = lengthOf(e);
				grown(at + n);
				for (let k = 0; k < n; k++, at++) if (k in e) put(a, at, e[k]);
			};
			add(o);
			for (let i = 0; i < args.length; i++) add(args[i]);
			a.length = at;
			return a;
		},
		flat(depth) {
			const o = object(this), n = lengthOf(o);
			depth = depth === undefined ? 1 : integer(depth);
			const a = createLike(o, 0);
			flatten(a, o, n, 0, depth);
			return a;
		},
		flatMap(f, self) {
			const o = object(this), n = lengthOf(o), call = bound(f, self), a = createLike(o, 0);
			flatten(a, o, n, 0, 1, call);
			return a;
		},
		every(f, self) {
			const o = object(this), n = lengthOf(o);
			const call = bound(f, self);
			for (let k = 0; k < n; k++) if (k in o && !call(o[k], k, o)) return false;
			return true;
		},
		some(f, self) {
			const o = object(this), n = lengthOf(o);
			const call = bound(f, self);
			for (let k = 0; k < n; k++) if (k in o && call(o[k], k, o)) return true;
			return false;
		},
		forEach(f, self) {
			const o = object(this), n = lengthOf(o);
			const call = bound(f, self);
			for (let k = 0; k < n; k++) if (k in o) call(o[k], k, o);
		},
		map(f, self) {
			const o = object(this), n = lengthOf(o);
			const call = bound(f, self);
			const a = createLike(o, n);
			for (let k = 0; k < n; k++) if (k in o) put(a, k, call(o[k], k, o));
			return a;
		},
		filter(f, self) {
			const o = object(this), n = lengthOf(o);
			const call = bound(f, self);
			const a = createLike(o, 0);
			for (let k = 0, to = 0; k < n; k++) {
				if (!(k in o)) continue;
				const v = o[k];
				if (call(v, k, o)) put(a, to++, v);
			}
			return a;
		},
		find(f, self) { const o = object(this), n = lengthOf(o); return search(o, 0, n, 1, bound(f, self))[1] },
		findIndex(f, self) { const o = object(this), n = lengthOf(o); return search(o, 0, n, 1, bound(f, self))[0] },
		findLast(f, self) { const o = object(this), n = lengthOf(o); return search(o, n - 1, -1, -1, bound(f, self))[1] },
		findLastIndex(f, self) { const o = object(this), n = lengthOf(o); return search(o, n - 1, -1, -1, bound(f, self))[0] },
		reduce(f, ...initial) {
			const o = object(this), n = lengthOf(o);
			callable(f);
			let k = 0;
			if (initial.length === 0) {
				while (k < n && !(k in o)) k++;
				if (k >= n) throw new TypeError('Reduce of empty array with no initial value');
			}
			let v = initial.length ? initial[0] : o[k++];
			for (; k < n; k++) if (k in o) v = f(v, o[k], k, o);
			return v;
		},
		reduceRight(f, ...initial) {
			const o = object(this), n = lengthOf(o);
			callable(f);
			let k = n - 1;
			if (initial.length === 0) {
				while (k >= 0 && !(k in o)) k--;
				if (k < 0) throw new TypeError('Reduce of empty array with no initial value');
			}
			let v = initial.length ? initial[0] : o[k--];
			for (; k >= 0; k--) if (k in o) v = f(v, o[k], k, o);
			return v;
		},
		with(index, v) {
			const o = object(this), n = lengthOf(o), i = integer(index), at = i < 0 ? n + i : i;
			if (at >= n || at < 0) throw new RangeError('Invalid index : ' + i);
			const a = create(n);
			for (let k = 0; k < n; k++) put(a, k, k === at ? v : o[k]);
			return a;
		},
		toReversed() {
			const o = object(this), n = lengthOf(o), a = create(n);
			for (let k = 0; k < n; k++) put(a, k, o[n - k - 1]);
			return a;
		},
		toSpliced(...args) {
			const o = object(this), n = lengthOf(o), start = relative(args[0], n), items = max(args.length - 2, 0);
			let skipped = 0;
			if (args.length === 1) skipped = n - start;
			else if (args.length > 1) skipped = min(max(integer(args[1]), 0), n - start);
			const a = create(grown(n + items - skipped));
			let to = 0;
			for (; to < start; to++) put(a, to, o[to]);
			for (let k = 0; k < items; k++) put(a, to++, args[k + 2]);
			for (let k = start + skipped; k < n; k++) put(a, to++, o[k]);
			return a;
		},
		// collected returns the elements of an array-like object, for the engine to sort.
		collected(holes) {
			const o = object(this), n = lengthOf(o), a = create(holes ? n : 0);
			for (let k = 0, to = 0; k < n; k++) if (holes || k in o) put(a, to++, o[k]);
			return [o, a, n];
		},
		// spreadOut stores them back.
		spreadOut(o, a, n) {
			for (let k = 0; k < a.length; k++) o[k] = a[k];
			for (let k = a.length; k < n; k++) delete o[k];
			return o;
		},
		from(items, map, self) {
			const call = map === undefined ? undefined : bound(map, self);
			const constructs = typeof this === 'function' && this !== Array && isConstructor(this);
			const method = items[iterator];
			let k = 0;
			if (method !== undefined && method !== null) {
				callable(method);
				const a = constructs ? new this() : [];
				const source = { __proto__: null, [iterator]: () => apply(method, items, []) };
				for (const v of source) {
					put(a, k, call === undefined ? v : call(v, k));
					k++;
				}
				a.length = k;
				return a;
			}
			const o = object(items), n = lengthOf(o), a = constructs ? new this(n) : create(n);
			for (; k < n; k++) put(a, k, call === undefined ? o[k] : call(o[k], k));
			a.length = n;
			return a;
		},
	};
})
