// The globals that QuickJS-ng lacks, from the modules that module js has for another engine, on
// natives of this one.
const sources = {
	/*MODULES*/
};
const loaded = create(null);
const byteLength = getter(ArrayBuffer.prototype, "byteLength");
const isDetached = getter(ArrayBuffer.prototype, "detached");
const toWellFormed = uncurry(String.prototype.toWellFormed), charCode = uncurry(String.prototype.charCodeAt);
const kind = (value) => {
	const name = classOf(value);
	return name === "SharedArrayBuffer" ? "ArrayBuffer" : name;
};
const isArrayBuffer = (value) => kind(value) === "ArrayBuffer";
const scalar = (value) => toWellFormed(String(value));
const { Uint16Array, SyntaxError } = global;
const isIndex = (key) => /^(0|[1-9]\d{0,9})$/.test(key) && key < 4294967295;
const encodeUTF8 = (text) => natives.encodeUTF8(scalar(text));

// Members of interfaces are enumerable, and objects have the name of the interface as their tag.
function webInterface(Class, name, mixin) {
	for (const object of [Class, Class.prototype]) {
		for (const key of ownKeys(object)) {
			if (typeof key === "symbol" || key === "constructor" || key === "prototype" || key === "name" || key === "length") continue;
			defineProperty(object, key, { __proto__: null, enumerable: true });
		}
	}
	if (mixin) for (const key of ownKeys(mixin)) defineProperty(Class.prototype, key, ObjectOf.getOwnPropertyDescriptor(mixin, key));
	defineProperty(Class.prototype, Symbol.toStringTag, { __proto__: null, value: name, configurable: true });
	return Class;
}

// A decoder of TextDecoder: a function of bytes and whether more follow. It returns undefined for
// bytes that are no text, if it is fatal.
function decoder(encoding, fatal, ignoreBOM) {
	let rest = new Uint8Array(0), first = true;
	return (input, more) => {
		let bytes = input === undefined ? new Uint8Array(0) : ArrayBuffer.isView(input) ? new Uint8Array(input.buffer, input.byteOffset, input.byteLength) : new Uint8Array(input);
		if (rest.length > 0) {
			const all = new Uint8Array(rest.length + bytes.length);
			all.set(rest);
			all.set(bytes, rest.length);
			bytes = all;
		}
		const [text, used] = encoding === "utf-8" ? textOfUTF8(bytes, fatal, more) : textOfUTF16(bytes, fatal, more);
		if (text === undefined) {
			rest = new Uint8Array(0);
			return undefined;
		}
		rest = bytes.slice(used);
		if (first && text !== "") {
			first = false;
			if (!ignoreBOM && charCode(text, 0) === 0xfeff) {
				first = !more;
				return text.slice(1);
			}
		}
		if (!more) first = true;
		return text;
	};
}

// textOfUTF8 returns the text and the number of bytes that are in it.
function textOfUTF8(bytes, fatal, more) {
	let end = bytes.length;
	if (more) end -= unfinished(bytes);
	const whole = end === bytes.length ? bytes : bytes.subarray(0, end);
	const text = natives.decodeUTF8(whole);
	if (text !== undefined) return [text, end];
	return fatal ? [undefined, 0] : [repaired(whole), end];
}

// sequence returns how many bytes at i are one character, or begin one: negative if it is not whole.
function sequence(bytes, i) {
	const a = bytes[i];
	const length = a < 0x80 ? 1 : a >= 0xc2 && a <= 0xdf ? 2 : a >= 0xe0 && a <= 0xef ? 3 : a >= 0xf0 && a <= 0xf4 ? 4 : 0;
	if (length < 2) return length === 1 ? 1 : -1;
	for (let n = 1; n < length; n++) {
		const b = bytes[i + n];
		const low = n > 1 ? 0x80 : a === 0xe0 ? 0xa0 : a === 0xf0 ? 0x90 : 0x80, high = n > 1 ? 0xbf : a === 0xed ? 0x9f : a === 0xf4 ? 0x8f : 0xbf;
		if (!(b >= low && b <= high)) return -n;
	}
	return length;
}

function unfinished(bytes) {
	for (let n = 1; n <= 3 && n <= bytes.length; n++) {
		const i = bytes.length - n;
		if ((bytes[i] & 0xc0) === 0x80) continue;
		return bytes[i] >= 0xc2 && bytes[i] <= 0xf4 && sequence(bytes, i) === -n ? n : 0;
	}
	return 0;
}

function repaired(bytes) {
	let text = "", from = 0;
	for (let i = 0; i < bytes.length;) {
		const n = sequence(bytes, i);
		if (n < 0) {
			text += natives.decodeUTF8(bytes.subarray(from, i)) + "\ufffd";
			from = i - n;
		}
		i += n < 0 ? -n : n;
	}
	return text + natives.decodeUTF8(bytes.subarray(from));
}

function textOfUTF16(bytes, fatal, more) {
	let text = "", used = bytes.length & ~1;
	if (more && used >= 2 && (bytes[used - 1] & 0xfc) === 0xd8) used -= 2; // half of a pair
	for (let i = 0; i < used; i += 2) text += String.fromCharCode(bytes[i] | bytes[i + 1] << 8);
	if (fatal && (!text.isWellFormed() || !more && bytes.length & 1)) return [undefined, 0];
	text = toWellFormed(text);
	return more ? [text, used] : [text + (bytes.length & 1 ? "\ufffd" : ""), bytes.length];
}

const labels = { __proto__: null, "utf-8": "utf-8", utf8: "utf-8", "unicode-1-1-utf-8": "utf-8", "utf-16le": "utf-16le", "utf-16": "utf-16le", "ucs-2": "utf-16le", unicode: "utf-16le" };

const formByte = (text) => decoders.utf8(unescapeBytes(text.replace(/\+/g, " ")));

const formText = (text) => {
	let out = "";
	for (const byte of encodeUTF8(text)) {
		const c = String.fromCharCode(byte);
		out += byte === 0x20 ? "+" : /[A-Za-z0-9*._-]/.test(c) ? c : "%" + (byte < 16 ? "0" : "") + byte.toString(16).toUpperCase();
	}
	return out;
};

const ownNatives = {
	__proto__: null,
	webInterface, scalar, kind, isArrayBuffer,
	now,
	timeout: (delay, f) => { set(f, delay, [], false); },
	detach: natives.detach,
	detached: (buffer) => isDetached(buffer),
	label: (name) => labels[String(name).trim().toLowerCase()],
	encode: encodeUTF8,
	encodeInto(source, destination) {
		let read = 0, written = 0;
		for (const c of source) {
			const bytes = encodeUTF8(c);
			if (written + bytes.length > destination.length) break;
			destination.set(bytes, written);
			read += c.length;
			written += bytes.length;
		}
		return [read, written];
	},
	decoder,
	decodeUTF8: (bytes) => decoder("utf-8", false, false)(bytes, false),
	parse: (input, base) => {
		const parts = base === undefined ? parseURL(input) : parseURL(input, base);
		return parts ? { parts } : undefined;
	},
	get: (record, name) => record.parts[name],
	set: (record, name, value) => { record.parts = changeURL(record.parts.href, name, value); },
	parseForm(text) {
		const list = [];
		for (const pair of text.split("&")) {
			if (pair === "") continue;
			const at = pair.indexOf("=");
			append(list, formByte(at < 0 ? pair : pair.slice(0, at)));
			append(list, at < 0 ? "" : formByte(pair.slice(at + 1)));
		}
		return list;
	},
	formatForm(list) {
		let text = "";
		for (let i = 0; i < list.length; i += 2) text += (i > 0 ? "&" : "") + formText(list[i]) + "=" + formText(list[i + 1]);
		return text;
	},
	promise(value, pending, rejected) {
		const [state, result] = natives.promiseState(value);
		return state === 0 ? [pending, undefined] : state === 2 ? [rejected, result] : [undefined, result];
	},
	proxy(value, both = true) {
		const parts = natives.proxyParts(value);
		return parts && (both ? parts : parts[0]);
	},
	ownNonIndex: (object, onlyEnumerable) => (onlyEnumerable ? keys(object) : ObjectOf.getOwnPropertyNames(object)).filter((key) => !isIndex(key)),
	stack: (text) => text,
};

const libraryProcess = { nextTick, emitWarning(warning) { consoleLine("warn", [String(warning)]); }, cwd: () => "/", versions: create(null), env: create(null), platform: "wakeful", pid: 1, argv: [], execArgv: [] };
const aliases = { __proto__: null, "path/posix": "path", "util/types": "internal/types" };
function load(name) {
	if (name === "internal/domexception") return { DOMException };
	if (aliases[name]) name = aliases[name];
	if (loaded[name]) return loaded[name].exports;
	const module = loaded[name] = { exports: {} };
	sources[name](module.exports, load, module, { __proto__: null, ...ownNatives, ...nativesOf[name] }, libraryProcess);
	return module.exports;
}

/*NODE*/

// The console. What a script prints goes to the host as lines of text.
let inspector, group = "";
const counts = new Map(), timersOfConsole = new Map();
const consoleLine = (method, values) => print(method, group + inspector.format(...values).replaceAll("\n", "\n" + group));
const methods = {
	log(...values) { consoleLine("log", values); },
	info(...values) { consoleLine("info", values); },
	warn(...values) { consoleLine("warn", values); },
	error(...values) { consoleLine("error", values); },
	debug(...values) { consoleLine("debug", values); },
	trace(...values) { consoleLine("trace", ["Trace: " + inspector.format(...values) + "\n" + new Error().stack]); },
	dir(value, options) { consoleLine("log", [inspector.inspect(value, { customInspect: false, ...options })]); },
	assert(value, ...values) {
		if (value) return;
		if (typeof values[0] === "string") values[0] = "Assertion failed: " + values[0];
		else values.unshift("Assertion failed");
		consoleLine("warn", values);
	},
	count(label = "default") {
		const n = (mapGet(counts, `${label}`) || 0) + 1;
		mapSet(counts, `${label}`, n);
		consoleLine("log", [`${label}: ${n}`]);
	},
	countReset(label = "default") { mapDelete(counts, `${label}`); },
	group(...values) {
		if (values.length > 0) consoleLine("log", values);
		group += "  ";
	},
	groupEnd() { group = group.slice(2); },
	time(label = "default") { mapSet(timersOfConsole, `${label}`, now()); },
	timeLog(label = "default", ...values) {
		const start = mapGet(timersOfConsole, `${label}`);
		if (start !== undefined) consoleLine("log", [`${label}: ${(now() - start).toFixed(3)}ms`, ...values]);
	},
	timeEnd(label = "default") {
		methods.timeLog(label);
		mapDelete(timersOfConsole, `${label}`);
	},
};

function install() {
	inspector = load("internal/inspect");
	const { Event, CustomEvent, EventTarget } = load("internal/events");
	const all = { Event, CustomEvent, EventTarget, ...load("internal/abort"), ...load("internal/encoding"), ...load("internal/url"), ...load("internal/blob") };
	delete all.invalid;
	const streams = load("internal/streams");
	for (const name of keys(streams)) if (/^[A-Z]/.test(name)) all[name] = streams[name];
	for (const name of keys(all)) hide(global, name, all[name]);
	hide(global, "structuredClone", load("internal/clone").structuredClone);
	hide(global, "console", ObjectOf.assign(create({}), methods));
	hide(global, "performance", global.performance);
	const integers = arrays.slice(0, 9);
	const crypto = {
		getRandomValues(array) {
			const prototype = integers.find((type) => kind(array) === type.name);
			if (!prototype) throw new DOMException("The data argument must be an integer-type TypedArray", "TypeMismatchError");
			const bytes = codec.viewBytes(array);
			if (bytes.length > 65536) throw new DOMException(`The requested length exceeds 65,536 bytes`, "QuotaExceededError");
			bytes.set(randomBytes(bytes.length));
			return array;
		},
		randomUUID() {
			const bytes = randomBytes(16);
			bytes[6] = bytes[6] & 0x0f | 0x40;
			bytes[8] = bytes[8] & 0x3f | 0x80;
			let text = "";
			for (let i = 0; i < 16; i++) text += (i === 4 || i === 6 || i === 8 || i === 10 ? "-" : "") + (bytes[i] < 16 ? "0" : "") + bytes[i].toString(16);
			return text;
		},
	};
	hide(global, "crypto", ObjectOf.assign(create({}), crypto));
	for (const name of builtins) load(name);
	hide(global, "Buffer", load("buffer").Buffer);
}
install();
