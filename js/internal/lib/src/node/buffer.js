'use strict';
// node:buffer. Go copies and encodes large amounts of bytes.
const { withCode, invalidArgType, outOfRange, validateInteger } = require('internal/errors');
const { encodingOf, known } = require('../shared/encodings');
const maxLength = 2 ** 32;
const maxText = 536870888; // V8's
let most = 50; // INSPECT_MAX_BYTES

function Buffer(value, encodingOrOffset, length) {
  if (typeof value !== 'number') return Buffer.from(value, encodingOrOffset, length);
  if (typeof encodingOrOffset === 'string') throw invalidArgType('string', 'string', value);
  return Buffer.alloc(value);
}
Object.setPrototypeOf(Buffer, Uint8Array);
Object.setPrototypeOf(Buffer.prototype, Uint8Array.prototype);

const adopt = (bytes) => Object.setPrototypeOf(bytes, Buffer.prototype);

// copyOf returns a buffer with the elements of an array, or of any object like one.
function copyOf(list) {
  const bytes = new Uint8Array(list.length > 0 ? list.length : 0);
  if (bytes.length > 0) bytes.set(list);
  return adopt(bytes);
}
Buffer.from = function from(value, encodingOrOffset, length) {
  if (typeof value === 'string') return adopt(native.encode(value, typeof encodingOrOffset === 'string' && encodingOrOffset !== '' ? known(encodingOrOffset) : 'utf8'));
  if (value !== null && typeof value === 'object') {
    if (native.isArrayBuffer(value)) return view(value, +encodingOrOffset, length);
    const primitive = value.valueOf?.();
    if (primitive !== value && primitive != null && (typeof primitive === 'string' || typeof primitive === 'object')) return Buffer.from(primitive, encodingOrOffset, length);
    if (value.length !== undefined || native.isArrayBuffer(value.buffer)) return copyOf(typeof value.length === 'number' ? value : []);
    if (value.type === 'Buffer' && Array.isArray(value.data)) return copyOf(value.data);
    const text = value[Symbol.toPrimitive]?.('string');
    if (typeof text === 'string') return Buffer.from(text, encodingOrOffset);
  }
  throw invalidArgType('first argument', ['string', 'Buffer', 'ArrayBuffer', 'Array', 'Array-like Object'], value);
};
// view returns a buffer on a part of an ArrayBuffer.
function view(memory, offset, length) {
  if (Number.isNaN(offset)) offset = 0;
  const most = memory.byteLength - offset;
  if (most < 0) throw withCode(RangeError, 'ERR_BUFFER_OUT_OF_BOUNDS', '"offset" is outside of buffer bounds');
  if (Math.trunc(offset) < 0) throw new RangeError(`Start offset ${Math.trunc(offset)} is outside the bounds of the buffer`);
  length = length === undefined ? most : Math.max(0, +length || 0);
  if (length > most) throw withCode(RangeError, 'ERR_BUFFER_OUT_OF_BOUNDS', '"length" is outside of buffer bounds');
  return adopt(new Uint8Array(memory, Math.trunc(offset), Math.trunc(length)));
}
Buffer.byteLength = function byteLength(value, encoding) {
  if (typeof value === 'string') return native.byteLength(value, encodingOf(encoding) ?? 'utf8');
  if (ArrayBuffer.isView(value) || native.isArrayBuffer(value)) return value.byteLength;
  throw invalidArgType('string', ['string', 'Buffer', 'ArrayBuffer'], value);
};
Buffer.isEncoding = (encoding) => typeof encoding === 'string' && encoding.length !== 0 && encodingOf(encoding) !== undefined;
Buffer.isBuffer = function isBuffer(value) { return value instanceof Buffer; };
Buffer.concat = function concat(list, length) {
  if (!Array.isArray(list)) throw invalidArgType('list', 'Array', list);
  list.forEach((item, i) => { if (!(item instanceof Uint8Array)) throw invalidArgType(`list[${i}]`, ['Buffer', 'Uint8Array'], item); });
  if (length !== undefined) validateInteger(length, 'length', 0, maxLength);
  if (list.length === 0) return Buffer.alloc(0);
  const all = Buffer.alloc(length ?? list.reduce((sum, item) => sum + item.length, 0));
  let at = 0;
  for (const item of list) {
    if (at >= all.length) break;
    all.set(at + item.length > all.length ? Uint8Array.prototype.subarray.call(item, 0, all.length - at) : item, at);
    at += item.length;
  }
  return all;
};

function size(n) {
  if (typeof n !== 'number') throw invalidArgType('size', 'number', n);
  if (!(n >= 0 && n <= maxLength)) throw outOfRange('size', `>= 0 && <= ${maxLength}`, n);
}
Buffer.compare = function compare(a, b) {
  if (!(a instanceof Uint8Array)) throw invalidArgType('buf1', ['Buffer', 'Uint8Array'], a);
  if (!(b instanceof Uint8Array)) throw invalidArgType('buf2', ['Buffer', 'Uint8Array'], b);
  return native.compare(a, b);
};
const TypedArray = Object.getPrototypeOf(Uint8Array);
Buffer.copyBytesFrom = function copyBytesFrom(view, offset, length) {
  if (!(view instanceof TypedArray)) throw invalidArgType('view', ['TypedArray'], view);
  if (offset !== undefined) validateInteger(offset, 'offset', 0);
  if (length !== undefined) validateInteger(length, 'length', 0);
  const copy = view.slice(offset ?? 0, length === undefined ? undefined : (offset ?? 0) + length);
  return adopt(new Uint8Array(copy.buffer));
};
Buffer.alloc = function alloc(n, fill, encoding) {
  size(n);
  const made = adopt(new Uint8Array(n));
  return n > 0 && fill !== undefined && fill !== 0 ? made.fill(fill, 0, n, encoding) : made;
};
Buffer.allocUnsafe = function allocUnsafe(n) { return Buffer.alloc(n); };
Buffer.allocUnsafeSlow = function allocUnsafeSlow(n) { return Buffer.alloc(n); };

const { prototype } = Buffer;
function define(name, value) {
  Object.defineProperty(value, 'name', { value: name });
  prototype[name] = value;
}
// clamp converts the bounds of a part as Node does.
function clamp(buffer, start, end) {
  const { length } = buffer;
  start = start === undefined ? 0 : Math.max(0, Math.trunc(start) || 0);
  end = end === undefined ? length : Math.min(length, Math.trunc(end) || 0);
  return start >= end ? undefined : [start, end];
}
define('toString', function (encoding, start, end) {
  const name = encoding === undefined ? 'utf8' : known(encoding);
  const bounds = clamp(this, start, end);
  if (bounds === undefined) return '';
  if (bounds[1] - bounds[0] > maxText) throw withCode(Error, 'ERR_STRING_TOO_LONG', `Cannot create a string longer than 0x${maxText.toString(16)} characters`);
  return native.decode(this, name, bounds[0], bounds[1]);
});
prototype.toLocaleString = prototype.toString;
define('subarray', function (start, end) { return adopt(Uint8Array.prototype.subarray.call(this, start, end)); });
define('slice', function (start, end) { return this.subarray(start, end); });
define('copy', function (target, targetStart = 0, sourceStart = 0, sourceEnd = this.length) {
  if (!(target instanceof Uint8Array)) throw invalidArgType('target', ['Buffer', 'Uint8Array'], target);
  targetStart = Math.trunc(targetStart) || 0;
  sourceStart = Math.trunc(sourceStart) || 0;
  sourceEnd = Math.trunc(sourceEnd) || 0;
  if (targetStart < 0) throw outOfRange('targetStart', '>= 0', targetStart);
  if (sourceStart < 0 || sourceStart > this.length) throw outOfRange('sourceStart', `>= 0 && <= ${this.length}`, sourceStart);
  if (sourceEnd < 0) throw outOfRange('sourceEnd', '>= 0', sourceEnd);
  const n = Math.min(sourceEnd - sourceStart, this.length - sourceStart, target.length - targetStart);
  if (n <= 0) return 0;
  target.set(Uint8Array.prototype.subarray.call(this, sourceStart, sourceStart + n), targetStart);
  return n;
});
define('toJSON', function () { return { type: 'Buffer', data: Array.from(this) }; });
for (const [name, of] of [['parent', 'buffer'], ['offset', 'byteOffset']]) {
  Object.defineProperty(prototype, name, { enumerable: true, configurable: true, get() { return this instanceof Buffer ? this[of] : undefined; } });
}
require('../shared/buffer_numbers').install(prototype, define, native);
require('../shared/buffer_bytes').install(prototype, define, native);
const custom = Symbol.for('nodejs.util.inspect.custom');
prototype[custom] = function (depth, options) {
  const shown = Math.min(most, this.length);
  let text = native.decode(this, 'hex', 0, shown).replace(/(.{2})/g, '$1 ').trim();
  if (this.length > most) text += ` ... ${this.length - most} more byte${this.length - most > 1 ? 's' : ''}`;
  const extra = Object.keys(this).filter((key) => !/^\d+$/.test(key));
  if (extra.length && options) {
    const object = Object.fromEntries(extra.map((key) => [key, this[key]]));
    const inner = require('node:util').inspect(object, { ...options, breakLength: Infinity, compact: true }).slice(2, -2);
    text += `${text ? ', ' : ''}${inner}`;
  }
  return `<${this.constructor.name}${text ? ` ${text}` : ' '}>`;
};
prototype.inspect = prototype[custom];

function bytesOf(input) {
  if (!ArrayBuffer.isView(input) && !native.isArrayBuffer(input)) throw invalidArgType('input', ['ArrayBuffer', 'Buffer', 'TypedArray'], input);
  if (native.detached(ArrayBuffer.isView(input) ? input.buffer : input)) throw withCode(Error, 'ERR_INVALID_STATE', 'Invalid state: Cannot validate on a detached buffer');
  return input;
}

// transcode writes ? for characters that the other encoding lacks.
function transcode(source, fromEncoding, toEncoding) {
  if (!(source instanceof Uint8Array)) throw invalidArgType('source', ['Buffer', 'Uint8Array'], source);
  if (source.length === 0) return Buffer.alloc(0);
  const [to, of] = [encodingOf(toEncoding), encodingOf(fromEncoding)];
  const most = { utf8: Infinity, utf16le: Infinity, latin1: 0xff, ascii: 0x7f };
  if (most[to] === undefined || most[of] === undefined) {
    const error = new Error('Unable to transcode Buffer [U_ILLEGAL_ARGUMENT_ERROR]');
    error.code = 'U_ILLEGAL_ARGUMENT_ERROR';
    error.errno = 1;
    throw error;
  }
  let text = native.decode(source, of, 0, source.length);
  if (most[to] < Infinity) text = Array.from(text, (c) => (c.codePointAt(0) > most[to] ? '?' : c)).join('');
  return Buffer.from(text, to);
}

module.exports = {
  Buffer,
  SlowBuffer: function SlowBuffer(n) {
    return Buffer.alloc(n);
  },
  get INSPECT_MAX_BYTES() { return most; },
  set INSPECT_MAX_BYTES(value) {
    if (typeof value !== 'number') throw invalidArgType('INSPECT_MAX_BYTES', 'number', value);
    if (!(value >= 0)) throw outOfRange('INSPECT_MAX_BYTES', '>= 0', value);
    most = value;
  },
  kMaxLength: maxLength,
  kStringMaxLength: maxText,
  constants: { MAX_LENGTH: maxLength, MAX_STRING_LENGTH: maxText },
  transcode,
  resolveObjectURL(url) { return require('internal/blob').byURL.get(`${url}`); },
  isUtf8(input) { return native.isUTF8(bytesOf(input)); },
  isAscii(input) { return native.isASCII(bytesOf(input)); },
};
for (const name of ['Blob', 'File', 'atob', 'btoa']) {
  Object.defineProperty(module.exports, name, { enumerable: true, configurable: true, get: () => globalThis[name] });
}
Buffer.poolSize = 8192;
Object.defineProperty(Buffer, 'name', { value: 'Buffer', configurable: true });
