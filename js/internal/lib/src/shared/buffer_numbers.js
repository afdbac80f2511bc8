'use strict';
// Buffer's methods that read and write numbers. The npm package moves the bytes. This file checks
// the arguments, in Node's order and with Node's errors. node:buffer calls it.
const { withCode, invalidArgType, outOfRange } = require('internal/errors');

function fail(value, most, name, least) {
  if (typeof value !== 'number') throw invalidArgType(name, 'number', value);
  if (Math.floor(value) !== value) throw outOfRange(name, 'an integer', value);
  if (most < 0) throw withCode(RangeError, 'ERR_BUFFER_OUT_OF_BOUNDS', 'Attempt to access memory outside buffer bounds');
  throw outOfRange(name, `>= ${least} and <= ${most}`, value);
}

function checkOffset(buffer, offset, size) {
  const most = buffer.length - size;
  if (typeof offset !== 'number' || !(offset >= 0 && offset <= most && Math.floor(offset) === offset)) fail(offset, most, 'offset', 0);
}

function checkLength(length) {
  if (!(Number.isInteger(length) && length >= 1 && length <= 6)) fail(length, 6, 'byteLength', 1);
}

// limits returns the smallest and the largest integer with a number of bits.
function limits(bits, unsigned, big) {
  if (big) return unsigned ? [0n, 2n ** BigInt(bits) - 1n] : [-(2n ** BigInt(bits - 1)), 2n ** BigInt(bits - 1) - 1n];
  return unsigned ? [0, 2 ** bits - 1] : [-(2 ** (bits - 1)), 2 ** (bits - 1) - 1];
}

function refuseValue(value, bits, unsigned, big) {
  const n = big ? 'n' : '';
  const [min, max] = limits(bits, unsigned, big);
  let range = `>= ${min}${n} and <= ${max}${n}`;
  if (bits > 32) {
    range = unsigned ? `>= 0${n} and < 2${n} ** ${bits}${n}` : `>= -(2${n} ** ${bits - 1}${n}) and < 2${n} ** ${bits - 1}${n}`;
  }
  throw outOfRange('value', range, value);
}

function reader(original, size) {
  return function (offset = 0) {
    checkOffset(this, offset, size);
    return original.call(this, offset, true);
  };
}

// Floating-point numbers use a DataView, because the bits of a NaN that the engine or the package
// writes differ from Node's.
const scratch = new Uint8Array(8);
const view = new DataView(scratch.buffer);

function floatReader(key, size) {
  const get = `getFloat${8 * size}`;
  const little = key.endsWith('LE');
  return function (offset = 0) {
    checkOffset(this, offset, size);
    for (let i = 0; i < size; i++) scratch[i] = this[offset + i];
    return view[get](0, little);
  };
}

function floatWriter(key, size) {
  const set = `setFloat${8 * size}`;
  const little = key.endsWith('LE');
  return function (value, offset = 0) {
    value = +value;
    checkOffset(this, offset, size);
    if (Number.isNaN(value)) view.setBigInt64(0, size === 8 ? 0x7ff8000000000000n : 0x7fc0000000000000n, false);
    else view[set](0, value, false);
    for (let i = 0; i < size; i++) this[offset + i] = scratch[little ? size - 1 - i : i];
    return offset + size;
  };
}

function integerWriter(original, bits, unsigned, big) {
  const [min, max] = limits(bits, unsigned, big);
  return function (value, offset = 0) {
    if (!big) value = +value;
    // As in Node, the methods for one byte check the type of the offset before the value.
    if (bits === 8 && typeof offset !== 'number') throw invalidArgType('offset', 'number', offset);
    if (value > max || value < min) refuseValue(value, bits, unsigned, big);
    checkOffset(this, offset, bits / 8);
    if (big && typeof value !== 'bigint') throw new TypeError('Cannot mix BigInt and other types, use explicit conversions');
    return original.call(this, big ? value : Math.trunc(value), offset, true);
  };
}

// Methods for 1 to 6 bytes, with the number as an argument.
function lengthReader(original) {
  return function (offset, length) {
    if (offset === undefined) throw invalidArgType('offset', 'number', offset);
    checkLength(length);
    checkOffset(this, offset, length);
    return original.call(this, offset, length, true);
  };
}

function lengthWriter(original, unsigned) {
  return function (value, offset, length) {
    checkLength(length);
    value = +value;
    if (length === 1 && typeof offset !== 'number') throw invalidArgType('offset', 'number', offset);
    const [min, max] = limits(8 * length, unsigned, false);
    if (value > max || value < min) refuseValue(value, 8 * length, unsigned, false);
    checkOffset(this, offset, length);
    return original.call(this, Math.trunc(value), offset, length, true);
  };
}

// install replaces the methods of the npm package by checked ones. It does not search for them with
// regular expressions and iterators, which took half of the time in which node:buffer loads. native, if
// it is given, does what needs no error in Go.
function install(prototype, define, native = undefined) {
  const fast = (writes, bits, unsigned, key, checked) => {
    if (native === undefined || bits > 32) return checked;
    return Object.defineProperty(native(checked, writes, bits, unsigned, key.endsWith('LE')), 'length', { value: checked.length });
  };
  const replace = (key, make) => {
    const checked = make(prototype[key], key);
    define(key, checked);
    if (key.includes('UInt')) prototype[key.replace('UInt', 'Uint')] = checked;
  };
  const both = (name, make) => {
    replace(`${name}LE`, make);
    replace(`${name}BE`, make);
  };
  const verbs = (verb, integer, length, float) => {
    both(`${verb}UInt`, length(true));
    both(`${verb}Int`, length(false));
    replace(`${verb}UInt8`, integer(8, true, false));
    replace(`${verb}Int8`, integer(8, false, false));
    for (let bits = 16; bits <= 32; bits *= 2) {
      both(`${verb}UInt${bits}`, integer(bits, true, false));
      both(`${verb}Int${bits}`, integer(bits, false, false));
    }
    both(`${verb}BigUInt64`, integer(64, true, true));
    both(`${verb}BigInt64`, integer(64, false, true));
    both(`${verb}Float`, float(4));
    both(`${verb}Double`, float(8));
  };
  verbs('read', (bits, unsigned) => (original, key) => fast(false, bits, unsigned, key, reader(original, bits / 8)), () => lengthReader, (size) => (_, key) => floatReader(key, size));
  verbs(
    'write', (bits, unsigned, big) => (original, key) => fast(true, bits, unsigned, key, integerWriter(original, bits, unsigned, big)),
    (unsigned) => (original) => lengthWriter(original, unsigned), (size) => (_, key) => floatWriter(key, size),
  );
}

module.exports = { install };
