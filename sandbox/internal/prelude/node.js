// Node's modules that need no access, and the modules of a script's imports.
const { parse: parseJSON } = global.JSON;
const resolveByHost = hostFunction("resolve", 7); // importer, specifier
const loadByHost = hostFunction("load", 8); // name, whether it is JSON
const charCodes = String.fromCharCode;

// textOfUnits makes a string of code units, in parts that fit on the stack.
function textOfUnits(units) {
	let text = "";
	for (let i = 0; i < units.length; i += 4096) text += apply(charCodes, null, units.subarray(i, i + 4096));
	return text;
}

function unitsOf(text, array) {
	for (let i = 0; i < array.length; i++) array[i] = charCode(text, i);
	return array;
}

// As in Node, an invalid character ends hex and is skipped in base64.
const encoders = {
	__proto__: null,
	utf8: encodeUTF8,
	latin1: (text) => unitsOf(text, new Uint8Array(text.length)),
	utf16le: (text) => new Uint8Array(unitsOf(text, new Uint16Array(text.length)).buffer),
	hex: (text) => Uint8Array.fromHex(/^(?:[0-9a-f]{2})*/i.exec(text)[0]),
	base64(text) {
		text = text.replace(/=.*/s, "").replaceAll("-", "+").replaceAll("_", "/").replace(/[^A-Za-z0-9+/]/g, "");
		return Uint8Array.fromBase64(text.length % 4 === 1 ? text.slice(0, -1) : text);
	},
};
encoders.ascii = encoders.latin1;
encoders.base64url = encoders.base64;

const decoders = {
	__proto__: null,
	utf8: (bytes) => textOfUTF8(bytes, false, false)[0],
	latin1: textOfUnits,
	ascii: (bytes) => textOfUnits(bytes.map((byte) => byte & 0x7f)),
	utf16le: (bytes) => textOfUnits(new Uint16Array(new Uint8Array(bytes.subarray(0, bytes.length & ~1)).buffer)),
	hex: (bytes) => bytes.toHex(),
	base64: (bytes) => bytes.toBase64(),
	base64url: (bytes) => bytes.toBase64({ alphabet: "base64url", omitPadding: true }),
};

// plain returns the bytes of a view as a Uint8Array, of which no subclass changes the methods.
const plain = (bytes) => new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const unescapeBytes = (text) => {
	const bytes = encodeUTF8(scalar(text)), out = [];
	for (let i = 0; i < bytes.length; i++) {
		const hex = bytes[i] === 0x25 ? charCodes(bytes[i + 1] || 0, bytes[i + 2] || 0) : "";
		if (/^[0-9a-f]{2}$/i.test(hex)) {
			append(out, Number("0x" + hex));
			i += 2;
		} else append(out, bytes[i]);
	}
	return new Uint8Array(out);
};

const numberTypes = [
	["UInt8", "Uint8", 1], ["Int8", "Int8", 1], ["UInt16", "Uint16", 2], ["Int16", "Int16", 2], ["UInt32", "Uint32", 4], ["Int32", "Int32", 4],
	["BigUInt64", "BigUint64", 8], ["BigInt64", "BigInt64", 8], ["Float", "Float32", 4], ["Double", "Float64", 8],
];

let asyncContext;
const nativesOf = {
	__proto__: null,
	buffer: {
		encode: (text, encoding) => encoders[encoding](`${text}`),
		byteLength(text, encoding) {
			switch (encoding) {
			case "latin1": case "ascii": return text.length;
			case "utf16le": return 2 * text.length;
			case "hex": return text.length >>> 1;
			case "base64": case "base64url": return text.replace(/=+$/, "").length * 3 >>> 2;
			}
			return encodeUTF8(scalar(text)).length;
		},
		decode: (bytes, encoding, from, to) => decoders[encoding](plain(bytes).subarray(from, to)),
		compare(a, b) {
			a = plain(a);
			b = plain(b);
			const n = a.length < b.length ? a.length : b.length;
			for (let i = 0; i < n; i++) if (a[i] !== b[i]) return a[i] < b[i] ? -1 : 1;
			return a.length === b.length ? 0 : a.length < b.length ? -1 : 1;
		},
		numbers(prototype, read, write) {
			for (const [name, type, size] of numberTypes) {
				for (const order of size === 1 ? [""] : ["BE", "LE"]) {
					const little = order === "LE", verbs = { read: `read${name}${order}`, write: `write${name}${order}` };
					const methods = {
						[verbs.read](offset = 0) { return apply(read, this, [type, size, little, offset]); },
						[verbs.write](value, offset = 0) { return apply(write, this, [type, size, little, value, offset]); },
					};
					for (const key of [verbs.read, verbs.write]) prototype[key] = prototype[key.replace("UInt", "Uint")] = methods[key];
				}
			}
		},
		isUTF8: (bytes) => natives.decodeUTF8(plain(bytes)) !== undefined,
		isASCII: (bytes) => plain(bytes).every((byte) => byte < 0x80),
	},
	querystring: { unescape: (text) => decoders.utf8(unescapeBytes(text)), unescapeBytes },
	util: { errorName: (number) => `Unknown system error ${number}` },
	url: {
		toASCII(name) {
			if (/^[\0-\x7f]*$/.test(name)) return name;
			const parts = parseURL("ws://" + name);
			return parts ? parts.hostname : "";
		},
		toUnicode: (name) => load("punycode").toUnicode(name),
	},
	async_hooks: {
		current: () => asyncContext,
		swap(next) {
			const before = asyncContext;
			asyncContext = next;
			return before;
		},
	},
};

// What scripts may import.
const builtins = ["assert", "assert/strict", "buffer", "events", "path", "path/posix", "path/win32", "punycode", "querystring", "stream", "stream/consumers", "stream/promises", "stream/web", "string_decoder", "timers", "timers/promises", "url", "util", "util/types"];
const isBuiltin = create(null);
for (const name of builtins) isBuiltin[name] = true;

function resolveModule(importer, specifier) {
	const schemed = stringStartsWith(specifier, "node:");
	const name = schemed ? stringSlice(specifier, 5) : specifier;
	if (isBuiltin[name]) return "node:" + name;
	if (schemed) throw new TypeError(`there is no built-in module ${specifier}, which ${importer} imports; there are: ${builtins.join(", ")}`);
	return resolveByHost(importer, specifier);
}

function loadModule(name, attributes) {
	if (stringStartsWith(name, "node:")) {
		const exports = load(stringSlice(name, 5)), all = create(null);
		for (const key of keys(exports)) all[key] = exports[key];
		all.default = exports;
		return all;
	}
	const isJSON = attributes !== undefined && attributes.type === "json";
	if (!isJSON && /\.json$/.test(name)) throw new TypeError(`the module ${name} is JSON: import it with { type: "json" }`);
	const source = loadByHost(name, isJSON);
	if (!isJSON) return source;
	try {
		return { __proto__: null, default: parseJSON(source) };
	} catch (error) {
		throw new SyntaxError(`the module ${name} is no JSON: ${error.message}`);
	}
}

// importMeta fills import.meta.
function importMeta(meta, name) { meta.url = "file:///" + global.encodeURI(name); }
