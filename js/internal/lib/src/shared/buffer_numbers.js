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

// install replaces the methods of the npm package by checked ones.
function install(prototype, define) {
  for (const key of Object.getOwnPropertyNames(prototype)) {
    const kind = /^(read|write)(Big)?(U?)(Int|Float|Double)(8|16|32|64)?(?:LE|BE)?$/.exec(key);
    if (kind === null) continue;
    const [, verb, big, unsigned, type, digits] = kind;
    const original = prototype[key];
    const bits = type === 'Float' ? 32 : type === 'Double' ? 64 : Number(digits);
    let checked;
    if (type !== 'Int') checked = (verb === 'read' ? floatReader : floatWriter)(key, bits / 8);
    else if (verb === 'read') checked = bits ? reader(original, bits / 8) : lengthReader(original);
    else checked = bits ? integerWriter(original, bits, unsigned === 'U', big !== undefined) : lengthWriter(original, unsigned === 'U');
    define(key, checked);
  }
  for (const [short, long] of [['Uint', 'UInt'], ['BigUint', 'BigUInt']]) {
    for (const key of Object.getOwnPropertyNames(prototype)) {
      if (/^(read|write)/.test(key) && key.includes(long)) prototype[key.replace(long, short)] = prototype[key];
    }
  }
}

module.exports = { install };
