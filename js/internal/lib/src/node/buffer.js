'use strict';
// node:buffer, by the npm package buffer; what copies and encodes many bytes is Go's.
const npm = require('npm:buffer/');
const { withCode, invalidArgType, outOfRange } = require('internal/errors');
const { Buffer } = npm;
const maxLength = 2 ** 32;

const encodings = { utf8: 'utf8', 'utf-8': 'utf8', hex: 'hex', base64: 'base64', base64url: 'base64url', latin1: 'latin1', binary: 'latin1', ascii: 'ascii', ucs2: 'utf16le', 'ucs-2': 'utf16le', utf16le: 'utf16le', 'utf-16le': 'utf16le' };
function encodingOf(encoding) {
  if (encoding === undefined || encoding === null || encoding === '') return 'utf8';
  return encodings[encoding] ?? encodings[`${encoding}`.toLowerCase()];
}
function known(encoding) {
  const name = encodingOf(encoding);
  if (name === undefined) throw withCode(TypeError, 'ERR_UNKNOWN_ENCODING', `Unknown encoding: ${encoding}`);
  return name;
}
const adopt = (bytes) => Object.setPrototypeOf(bytes, Buffer.prototype);

const { from, concat } = Buffer;
Buffer.from = function (value, encodingOrOffset, length) {
  if (typeof value === 'string') return adopt(native.encode(value, known(encodingOrOffset)));
  if (value == null || (typeof value !== 'object' && typeof value !== 'function')) {
    throw invalidArgType('first argument', ['string', 'Buffer', 'ArrayBuffer', 'Array', 'Array-like Object'], value);
  }
  if (native.isArrayBuffer(value)) {
    const offset = Number.isNaN(+encodingOrOffset) ? 0 : Math.trunc(+encodingOrOffset || 0);
    const most = value.byteLength - offset;
    if (most < 0) throw withCode(RangeError, 'ERR_BUFFER_OUT_OF_BOUNDS', '"offset" is outside of buffer bounds');
    if (length !== undefined && !(+length <= most)) throw withCode(RangeError, 'ERR_BUFFER_OUT_OF_BOUNDS', '"length" is outside of buffer bounds');
    return adopt(new Uint8Array(value, offset, length === undefined ? most : Math.max(0, Math.trunc(+length))));
  }
  return from.call(Buffer, value, encodingOrOffset, length);
};
Buffer.byteLength = function byteLength(value, encoding) {
  if (typeof value === 'string') return native.byteLength(value, encodingOf(encoding) ?? 'utf8');
  if (ArrayBuffer.isView(value) || native.isArrayBuffer(value)) return value.byteLength;
  throw invalidArgType('string', ['string', 'Buffer', 'ArrayBuffer'], value);
};
Buffer.isEncoding = (encoding) => typeof encoding === 'string' && encoding.length !== 0 && encodingOf(encoding) !== undefined;
Buffer.concat = function (list, length) {
  if (!Array.isArray(list)) throw invalidArgType('list', 'Array', list);
  list.forEach((item, i) => { if (!(item instanceof Uint8Array)) throw invalidArgType(`list[${i}]`, ['Buffer', 'Uint8Array'], item); });
  return concat.call(Buffer, list, length);
};

function size(n) {
  if (typeof n !== 'number') throw invalidArgType('size', 'number', n);
  if (!(n >= 0 && n <= maxLength)) throw outOfRange('size', `>= 0 && <= ${maxLength}`, n);
}
for (const name of ['alloc', 'allocUnsafe', 'allocUnsafeSlow']) {
  const { [name]: original } = Buffer;
  Buffer[name] = function (n, fill, encoding) {
    size(n);
    if (typeof fill === 'string' && fill !== '') return adopt(new Uint8Array(n)).fill(Buffer.from(fill, encoding));
    return original.call(Buffer, n, fill, encoding);
  };
}

const { prototype } = Buffer;
function define(name, value) {
  Object.defineProperty(value, 'name', { value: name });
  prototype[name] = value;
}
// clamp returns the bounds of a part as Node reads them.
function clamp(buffer, start, end) {
  const { length } = buffer;
  start = start === undefined ? 0 : Math.max(0, Math.trunc(start) || 0);
  end = end === undefined ? length : Math.min(length, Math.trunc(end) || 0);
  return start >= end ? undefined : [start, end];
}
define('toString', function (encoding, start, end) {
  if (arguments.length === 0) return native.decode(this, 'utf8', 0, this.length);
  const name = known(encoding);
  const bounds = clamp(this, start, end);
  return bounds === undefined ? '' : native.decode(this, name, bounds[0], bounds[1]);
});
prototype.toLocaleString = prototype.toString;
define('write', function (string, offset, length, encoding) {
  if (typeof string !== 'string') throw withCode(TypeError, 'ERR_INVALID_ARG_TYPE', 'argument must be a string');
  if (typeof offset === 'string') [encoding, offset, length] = [offset, 0, undefined];
  else if (typeof length === 'string') [encoding, length] = [length, undefined];
  offset = offset === undefined ? 0 : offset;
  if (typeof offset !== 'number') throw invalidArgType('offset', 'number', offset);
  if (!(offset >= 0 && offset <= this.length)) throw outOfRange('offset', `>= 0 && <= ${this.length}`, offset);
  const left = this.length - offset;
  return native.write(this, string, known(encoding), offset, length === undefined ? left : Math.min(Math.max(0, Math.trunc(length)), left));
});
define('subarray', function (start, end) { return adopt(Uint8Array.prototype.subarray.call(this, start, end)); });
define('slice', function (start, end) { return this.subarray(start, end); });
define('equals', function (other) {
  if (!(other instanceof Uint8Array)) throw invalidArgType('otherBuffer', ['Buffer', 'Uint8Array'], other);
  return this.length === other.length && native.compare(this, other) === 0;
});
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
// What is out of bounds is told as Node tells it. The checks come after the failure:
// what succeeds is not slowed down.
function bounds(buffer, [, kind, big, unsigned, type, bits], args, error) {
  if (!(error instanceof RangeError) && !(error instanceof TypeError)) return error;
  const value = kind === 'write' ? args[0] : undefined;
  const offset = args[kind === 'write' ? 1 : 0] ?? 0;
  const size = type === 'Float' ? 4 : type === 'Double' ? 8 : bits / 8;
  if (kind === 'write' && type === 'Int') {
    const n = big ? 'n' : '';
    const one = big ? 1n : 1;
    const power = (e) => (big ? 2n ** BigInt(e) : 2 ** e);
    const [min, max] = unsigned ? [one - one, power(bits) - one] : [-power(bits - 1), power(bits - 1) - one];
    if (value < min || value > max) {
      let range = `>= ${min}${n} and <= ${max}${n}`;
      if (size > 4) range = unsigned ? `>= 0${n} and < 2${n} ** ${bits}${n}` : `>= -(2${n} ** ${bits - 1}${n}) and < 2${n} ** ${bits - 1}${n}`;
      return outOfRange('value', range, value);
    }
  }
  if (typeof offset !== 'number') return invalidArgType('offset', 'number', offset);
  if (!Number.isInteger(offset)) return outOfRange('offset', 'an integer', offset);
  const last = buffer.length - size;
  if (last < 0) return withCode(RangeError, 'ERR_BUFFER_OUT_OF_BOUNDS', 'Attempt to access memory outside buffer bounds');
  if (offset < 0 || offset > last) return outOfRange('offset', `>= 0 && <= ${last}`, offset);
  return error;
}
for (const key of Object.getOwnPropertyNames(prototype)) {
  const kind = /^(read|write)(Big)?(U?)(Int|Float|Double)(8|16|32|64)?(?:LE|BE)?$/.exec(key);
  if (kind === null || (kind[4] === 'Int' && kind[5] === undefined)) continue;
  const original = prototype[key];
  define(key, { [key](...args) {
    try {
      return original.apply(this, args);
    } catch (error) {
      throw bounds(this, kind, args, error);
    }
  } }[key]);
}
for (const [short, long] of [['Uint', 'UInt'], ['BigUint', 'BigUInt']]) {
  for (const key of Object.getOwnPropertyNames(prototype)) {
    if (/^(read|write)/.test(key) && key.includes(long)) prototype[key.replace(long, short)] = prototype[key];
  }
}
const custom = Symbol.for('nodejs.util.inspect.custom');
prototype[custom] = function (depth, options) {
  const most = module.exports.INSPECT_MAX_BYTES;
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

module.exports = {
  Buffer,
  SlowBuffer: npm.SlowBuffer,
  INSPECT_MAX_BYTES: 50,
  kMaxLength: maxLength,
  kStringMaxLength: 536870888,
  constants: { MAX_LENGTH: maxLength, MAX_STRING_LENGTH: 536870888 },
  transcode(source, fromEncoding, toEncoding) {
    if (!(source instanceof Uint8Array)) throw invalidArgType('source', ['Buffer', 'Uint8Array'], source);
    return Buffer.from(native.decode(source, known(fromEncoding), 0, source.length), known(toEncoding));
  },
  isUtf8(input) { return native.isUTF8(input); },
  isAscii(input) { return native.isASCII(input); },
};
for (const name of ['Blob', 'File', 'atob', 'btoa']) {
  Object.defineProperty(module.exports, name, { enumerable: true, configurable: true, get: () => globalThis[name] });
}
Buffer.poolSize = 8192;
Object.defineProperty(Buffer, 'name', { value: 'Buffer', configurable: true });
