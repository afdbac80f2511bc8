(function (natives, global) {
"use strict";
// Scripts run later and may replace every global. So everything that is used here is taken now.
const { apply, defineProperty, getPrototypeOf, ownKeys } = Reflect;
const { create, freeze, keys } = Object;
const uncurry = (method) => (self, ...rest) => apply(method, self, rest);
const getter = (prototype, name) => uncurry(Object.getOwnPropertyDescriptor(prototype, name).get);
const { Map, Set, Error, TypeError, RangeError, BigInt, RegExp, Uint8Array, ArrayBuffer, Number, Math, Infinity, String, Object: ObjectOf, isNaN } = global;
const { queueTicks, classOf, hostFunction } = natives;
const now = hostFunction("now", 0);
const arm = hostFunction("arm", 1);
const print = hostFunction("print", 2);
const parseURL = hostFunction("parseURL", 3); // input, base
const changeURL = hostFunction("changeURL", 4); // href, name, value
const randomBytes = hostFunction("randomBytes", 5);
const loopTime = hostFunction("loopTime", 6); // when the loop called the script

const mapForEach = uncurry(Map.prototype.forEach), mapSet = uncurry(Map.prototype.set), mapGet = uncurry(Map.prototype.get), mapDelete = uncurry(Map.prototype.delete), mapClear = uncurry(Map.prototype.clear);
const setForEach = uncurry(Set.prototype.forEach), setAdd = uncurry(Set.prototype.add);
const hasOwn = uncurry(ObjectOf.prototype.hasOwnProperty);
// Arrays without setters of Array.prototype in between.
const append = (array, value) => defineProperty(array, array.length, { __proto__: null, value, writable: true, enumerable: true, configurable: true });

// What the codec calls.
const TypedArray = getPrototypeOf(Uint8Array);
const dataView = global.DataView.prototype;
const viewOf = (prototype) => ({ buffer: getter(prototype, "buffer"), offset: getter(prototype, "byteOffset"), length: getter(prototype, "byteLength") });
const ofArray = viewOf(TypedArray.prototype), ofData = viewOf(dataView);
const arrays = ["Uint8ClampedArray", "Int8Array", "Uint8Array", "Int16Array", "Uint16Array", "Int32Array", "Uint32Array", "BigInt64Array", "BigUint64Array", "Float16Array", "Float32Array", "Float64Array"].map((name) => global[name]);
const { DataView } = global;
const errors = create(null);
for (const name of ["EvalError", "RangeError", "ReferenceError", "SyntaxError", "TypeError", "URIError"]) errors[name] = global[name];
const { DOMException } = global;
const boxes = { __proto__: null, Number: uncurry(Number.prototype.valueOf), String: uncurry(String.prototype.valueOf), Boolean: uncurry(global.Boolean.prototype.valueOf), BigInt: uncurry(BigInt.prototype.valueOf) };
const regExpSource = getter(RegExp.prototype, "source"), regExpFlags = getter(RegExp.prototype, "flags");
const getTime = uncurry(global.Date.prototype.getTime), bigIntToString = uncurry(BigInt.prototype.toString);
const stringStartsWith = uncurry(String.prototype.startsWith), stringSlice = uncurry(String.prototype.slice);
const hide = (object, name, value) => defineProperty(object, name, { __proto__: null, value, writable: true, enumerable: false, configurable: true });

function describe(value) {
	if (typeof value === "symbol") return "a symbol";
	if (typeof value === "function") return value.name ? "the function " + value.name : "a function";
	return "an object of class " + classOf(value);
}

const codec = {
	newMap: () => new Map(),
	mapSet(map, key, value) { mapSet(map, key, value); },
	mapEntries(map) {
		const all = [];
		mapForEach(map, (value, key) => { append(all, key); append(all, value); });
		return all;
	},
	newSet: () => new Set(),
	setAdd(set, value) { setAdd(set, value); },
	setValues(set) {
		const all = [];
		setForEach(set, (value) => append(all, value));
		return all;
	},
	dateValue: (date) => getTime(date),
	bigIntHex: (n) => bigIntToString(n, 16),
	newBigInt: (hex) => stringStartsWith(hex, "-") ? -BigInt("0x" + stringSlice(hex, 1)) : BigInt("0x" + hex),
	newError(name, message, stack) {
		const error = new (errors[name] || Error)(message);
		if (!errors[name] && name !== "Error") hide(error, "name", name);
		if (stack) hide(error, "stack", stack);
		return error;
	},
	regExpParts: (re) => [regExpSource(re), regExpFlags(re)],
	newRegExp: (source, flags) => new RegExp(source, flags),
	unbox(object) {
		const value = boxes[classOf(object)];
		return value && value(object);
	},
	box: (value) => ObjectOf(value),
	viewBytes(view) {
		const of = classOf(view) === "DataView" ? ofData : ofArray;
		return new Uint8Array(of.buffer(view), of.offset(view), of.length(view));
	},
	newView: (type, buffer) => new (type === 0xff ? DataView : arrays[type])(buffer),
	cloneError: (value, why) => new DOMException(describe(value) + " " + (why || "cannot be copied"), "DataCloneError"),
};

// The event loop's part of JavaScript: ticks, timers, immediates. The engine runs microtasks.
let ticks = [], tickAt = 0;

function nextTick(callback, ...parameters) {
	if (typeof callback !== "function") throw new TypeError("The callback must be a function");
	if (ticks.length === tickAt) queueTicks();
	append(ticks, [callback, parameters]);
}

function runTicks() {
	while (tickAt < ticks.length) {
		const [callback, parameters] = ticks[tickAt++];
		try {
			apply(callback, undefined, parameters);
		} finally {
			if (tickAt < ticks.length) queueTicks(); // for the rest, should this one have thrown
		}
	}
	ticks = [];
	tickAt = 0;
}

// Timers in the order of their deadlines, and of their creation among equal ones. As in Node, a
// deadline counts from when the loop called the script, in whole milliseconds.
let timers = [], immediates = [], running = [], nextId = 1, order = 0, armed = Infinity;
const active = new Map();

// A binary heap.
function before(a, b) { return a.due < b.due || a.due === b.due && a.order < b.order; }

function place(i, timer) {
	defineProperty(timers, i, { __proto__: null, value: timer, writable: true, enumerable: true, configurable: true });
	timer.at = i;
}

function up(i, timer) {
	for (let parent; i > 0 && before(timer, timers[parent = (i - 1) >> 1]); i = parent) place(i, timers[parent]);
	place(i, timer);
}

function down(i, timer) {
	for (;;) {
		let child = 2 * i + 1;
		if (child >= timers.length) break;
		if (child + 1 < timers.length && before(timers[child + 1], timers[child])) child++;
		if (!before(timers[child], timer)) break;
		place(i, timers[child]);
		i = child;
	}
	place(i, timer);
}

function remove(timer) {
	const i = timer.at, last = timers[timers.length - 1];
	timers.length--;
	timer.at = -1;
	if (last === timer) return;
	if (before(last, timer)) up(i, last);
	else down(i, last);
}

const floor = Math.floor;

function insert(timer, from) {
	timer.due = from + timer.delay;
	timer.order = order++;
	up(timers.length, timer);
	if (timer.due < armed) arm(armed = timer.due);
}

const timerMethods = {
	ref() { return this; },
	unref() { return this; },
	hasRef() { return true; },
	refresh() {
		if (this.at >= 0) remove(this);
		else if (!mapGet(active, this.id)) return this;
		insert(this, floor(loopTime()));
		return this;
	},
	close() { clear(this); return this; },
};
class Timeout {
	[Symbol.toPrimitive]() { return this.id; }
	[Symbol.dispose]() { clear(this); }
}
for (const name of keys(timerMethods)) hide(Timeout.prototype, name, timerMethods[name]);

function set(callback, delay, parameters, repeat) {
	if (typeof callback !== "function") throw new TypeError("The callback must be a function");
	delay = floor(Number(delay));
	if (!(delay >= 1 && delay <= 0x7fffffff)) delay = 1;
	const timer = new Timeout();
	for (const [name, value] of [["id", nextId++], ["callback", callback], ["parameters", parameters], ["delay", delay], ["repeat", repeat], ["due", 0], ["order", 0], ["at", -1]]) hide(timer, name, value);
	mapSet(active, timer.id, timer);
	insert(timer, floor(loopTime()));
	return timer;
}

function clear(timer) {
	if (typeof timer === "number" || typeof timer === "string") timer = mapGet(active, Number(timer));
	if (typeof timer !== "object" || timer === null || mapGet(active, timer.id) !== timer) return;
	mapDelete(active, timer.id);
	if (timer.at >= 0) remove(timer);
}

class Immediate {
	ref() { return this; }
	unref() { return this; }
	hasRef() { return true; }
	[Symbol.dispose]() { clearImmediate(this); }
}

function clearImmediate(immediate) {
	if (typeof immediate === "object" && immediate !== null && classOf(immediate) === "Object" && hasOwn(immediate, "callback")) immediate.callback = null;
}

// runTimer runs one callback: that of a timer that is due, or an immediate when there is none. It
// returns whether it did. The host calls it until it did not, with the queues drained in between.
function runTimer(at) {
	at = floor(at);
	const timer = running.length === 0 && timers.length > 0 && timers[0].due <= at ? timers[0] : null;
	if (timer) {
		remove(timer);
		if (!timer.repeat) mapDelete(active, timer.id);
		try {
			apply(timer.callback, timer, timer.parameters);
		} finally {
			if (timer.repeat && mapGet(active, timer.id) === timer && timer.at < 0) insert(timer, at);
		}
		return true;
	}
	// Immediates that an immediate sets run in the next turn.
	if (running.length === 0) {
		running = immediates;
		immediates = [];
		for (let i = 0, n = running.length; i < n >> 1; i++) {
			const first = running[i];
			place2(running, i, running[n - 1 - i]);
			place2(running, n - 1 - i, first);
		}
	}
	while (running.length > 0) {
		const immediate = running[running.length - 1];
		running.length--;
		const { callback } = immediate;
		if (!callback) continue;
		immediate.callback = null;
		apply(callback, immediate, immediate.parameters);
		return true;
	}
	armed = immediates.length > 0 ? at : timers.length > 0 ? timers[0].due : Infinity;
	arm(armed);
	return false;
}

function place2(array, i, value) { defineProperty(array, i, { __proto__: null, value, writable: true, enumerable: true, configurable: true }); }

const globals = {
	setTimeout(callback, delay, ...parameters) { return set(callback, delay, parameters, false); },
	setInterval(callback, delay, ...parameters) { return set(callback, delay, parameters, true); },
	setImmediate(callback, ...parameters) {
		if (typeof callback !== "function") throw new TypeError("The callback must be a function");
		const immediate = new Immediate();
		hide(immediate, "callback", callback);
		hide(immediate, "parameters", parameters);
		append(immediates, immediate);
		if (armed > 0) arm(armed = 0);
		return immediate;
	},
	clearTimeout(timer) { clear(timer); },
	clearInterval(timer) { clear(timer); },
	clearImmediate,
};
for (const name of keys(globals)) hide(global, name, globals[name]);

// endCall forgets what a call has left.
function endCall() {
	ticks = [];
	tickAt = 0;
	timers = [];
	immediates = [];
	running = [];
	mapClear(active);
	armed = Infinity;
}

// noExport is for what is no function of a module's namespace, or of the global object.
function noExport(namespace, name) {
	if (namespace === undefined) throw new TypeError("there is no global function " + name);
	throw new TypeError("the module exports no function " + name + "; its exports are: " + (keys(namespace).join(", ") || "none"));
}

// completion is what an asynchronous script gives, of whose promise the value is {value}.
async function completion(script) { return (await script).value; }

/*LIBRARY*/

return { ...codec, runTimer, runTicks, noExport, completion, endCall, resolveModule, loadModule, importMeta };
})
