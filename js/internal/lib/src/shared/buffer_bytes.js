'use strict';
// Buffer's operations on ranges of bytes: search, compare, fill, write. node:buffer installs them.
// Arguments are checked in Node's order and with Node's errors.
const { withCode, invalidArgType, invalidArgValue, validateString, validateInteger } = require('internal/errors');
const { encodingOf, known } = require('./encodings');

const maxLength = 2 ** 32;
const isBytes = (value) => value instanceof Uint8Array;

// index checks a position among bytes. For undefined it returns otherwise.
function index(value, name, otherwise, most = maxLength) {
  if (value === undefined) return otherwise;
  validateInteger(value, name, 0, most);
  return value;
}

function install(prototype, define, native) {
  // find implements indexOf and lastIndexOf.
  function find(buffer, value, offset, encoding, forward) {
    if (!ArrayBuffer.isView(buffer)) throw invalidArgType('buffer', ['Buffer', 'TypedArray', 'DataView'], buffer);
    if (typeof offset === 'string') [offset, encoding] = [undefined, offset];
    offset = +offset;
    if (Number.isNaN(offset)) offset = forward ? 0 : buffer.byteLength;
    offset = Math.trunc(Math.min(Math.max(offset, -0x80000000), 0x7fffffff));
    if (typeof value === 'number') return native.indexOf(buffer, new Uint8Array([value]), offset, forward, 1);
    const name = encoding === undefined ? 'utf8' : encodingOf(encoding);
    if (typeof value === 'string') value = native.encode(value, name ?? known(encoding));
    else if (!isBytes(value)) throw invalidArgType('value', ['number', 'string', 'Buffer', 'Uint8Array'], value);
    return native.indexOf(buffer, value, offset, forward, name === 'utf16le' ? 2 : 1);
  }
  define('indexOf', function (value, offset, encoding) { return find(this, value, offset, encoding, true); });
  define('lastIndexOf', function (value, offset, encoding) { return find(this, value, offset, encoding, false); });
  define('includes', function (value, offset, encoding) { return find(this, value, offset, encoding, true) !== -1; });

  define('equals', function (other) {
    if (!isBytes(other)) throw invalidArgType('otherBuffer', ['Buffer', 'Uint8Array'], other);
    return this.length === other.length && native.compare(this, other) === 0;
  });
  define('compare', function (target, targetStart, targetEnd, sourceStart, sourceEnd) {
    if (!isBytes(target)) throw invalidArgType('target', ['Buffer', 'Uint8Array'], target);
    if (arguments.length === 1) return native.compare(this, target);
    targetStart = index(targetStart, 'targetStart', 0);
    targetEnd = index(targetEnd, 'targetEnd', target.length, target.length);
    sourceStart = index(sourceStart, 'sourceStart', 0);
    sourceEnd = index(sourceEnd, 'sourceEnd', this.length, this.length);
    if (sourceStart >= sourceEnd) return targetStart >= targetEnd ? 0 : -1;
    if (targetStart >= targetEnd) return 1;
    const { subarray } = Uint8Array.prototype;
    return native.compare(subarray.call(this, sourceStart, sourceEnd), subarray.call(target, targetStart, targetEnd));
  });

  define('fill', function (value, offset, end, encoding) { return fill(this, value, offset, end, encoding, native); });

  define('write', function (string, offset, length, encoding) {
    if (typeof string !== 'string') throw withCode(TypeError, 'ERR_INVALID_ARG_TYPE', 'argument must be a string');
    if (offset === undefined) return native.write(this, string, 'utf8', 0, this.length);
    if (length === undefined && typeof offset === 'string') return native.write(this, string, offset ? known(offset) : 'utf8', 0, this.length);
    validateInteger(offset, 'offset', 0, this.length);
    const left = this.length - offset;
    if (typeof length === 'string') [length, encoding] = [left, length];
    length = Math.min(index(length, 'length', left, this.length), left);
    return native.write(this, string, encoding ? known(encoding) : 'utf8', offset, length);
  });
  for (const [short, name] of Object.entries({ utf8: 'utf8', ascii: 'ascii', latin1: 'latin1', hex: 'hex', base64: 'base64', base64url: 'base64url', ucs2: 'utf16le' })) {
    define(`${short}Slice`, function (start = 0, end = this.length) { return this.toString(name, start, end); });
    define(`${short}Write`, function (string, offset = 0, length = this.length - offset) { return this.write(string, offset, length, name); });
  }

  for (const bits of [16, 32, 64]) {
    const size = bits / 8;
    define(`swap${bits}`, function () {
      if (this.length % size !== 0) throw withCode(RangeError, 'ERR_INVALID_BUFFER_SIZE', `Buffer size must be a multiple of ${bits}-bits`);
      for (let at = 0; at < this.length; at += size) Uint8Array.prototype.subarray.call(this, at, at + size).reverse();
      return this;
    });
  }
}

function fill(buffer, value, offset, end, encoding, native) {
  let bytes;
  if (typeof value === 'string') {
    if (offset === undefined || typeof offset === 'string') [offset, end, encoding] = [0, buffer.length, offset];
    else if (typeof end === 'string') [end, encoding] = [buffer.length, end];
    if (encoding != null && encoding !== '') validateString(encoding, 'encoding');
    const name = encoding ? known(encoding) : 'utf8';
    bytes = value === '' ? undefined : native.encode(value, name);
  } else if (ArrayBuffer.isView(value)) {
    bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  }
  if (offset === undefined) [offset, end] = [0, buffer.length];
  else {
    validateInteger(offset, 'offset', 0, maxLength);
    end = index(end, 'end', buffer.length, buffer.length);
    if (offset >= end) return buffer;
  }
  if (bytes === undefined) return Uint8Array.prototype.fill.call(buffer, typeof value === 'string' ? 0 : value >>> 0, offset, end);
  if (bytes.length === 0) throw invalidArgValue('value', value);
  const part = Uint8Array.prototype.subarray.call(buffer, offset, end);
  if (bytes.length === 1) part.fill(bytes[0]);
  else native.repeat(part, bytes);
  return buffer;
}

module.exports = { install };
