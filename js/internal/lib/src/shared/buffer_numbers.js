'use strict';
// Buffer's methods that read and write numbers. Arguments are checked in Node's order and with
// Node's errors. node:buffer calls it.
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

// Numbers go through a view of their own, so that an error leaves the buffer as it was.
const scratch = new Uint8Array(8);
const view = new DataView(scratch.buffer);

// read and write are what Go leaves to JavaScript of the methods for numbers of a type of DataView:
// arguments that are errors or need a conversion, and BigInts.
function read(type, size, little, offset = 0) {
  checkOffset(this, offset, size);
  for (let i = 0; i < size; i++) scratch[i] = this[offset + i];
  return view[`get${type}`](0, little);
}

function write(type, size, little, value, offset = 0) {
  const big = type.startsWith('Big'), float = type.startsWith('Float'), unsigned = type.includes('Uint');
  if (!big) value = +value;
  if (!float) {
    // As in Node, the methods for one byte check the type of the offset before the value.
    if (size === 1 && typeof offset !== 'number') throw invalidArgType('offset', 'number', offset);
    const [min, max] = limits(8 * size, unsigned, big);
    if (value > max || value < min) refuseValue(value, 8 * size, unsigned, big);
  }
  checkOffset(this, offset, size);
  if (big && typeof value !== 'bigint') throw new TypeError('Cannot mix BigInt and other types, use explicit conversions');
  // The bits of a NaN that the engine writes differ from Node's.
  if (float && Number.isNaN(value)) view.setBigInt64(0, size === 8 ? 0x7ff8000000000000n : 0x7fc0000000000000n, false);
  else view[`set${type}`](0, value, false);
  for (let i = 0; i < size; i++) this[offset + i] = scratch[little ? size - 1 - i : i];
  return offset + size;
}

// The methods for 1 to 6 bytes have the number of bytes as an argument.
function lengthReader(unsigned, little) {
  return function (offset, length) {
    if (offset === undefined) throw invalidArgType('offset', 'number', offset);
    checkLength(length);
    checkOffset(this, offset, length);
    let value = 0;
    for (let i = 0; i < length; i++) value = value * 256 + this[offset + (little ? length - 1 - i : i)];
    return unsigned || value < 2 ** (8 * length - 1) ? value : value - 2 ** (8 * length);
  };
}

function lengthWriter(unsigned, little) {
  return function (value, offset, length) {
    checkLength(length);
    value = +value;
    if (length === 1 && typeof offset !== 'number') throw invalidArgType('offset', 'number', offset);
    const [min, max] = limits(8 * length, unsigned, false);
    if (value > max || value < min) refuseValue(value, 8 * length, unsigned, false);
    checkOffset(this, offset, length);
    let left = Math.trunc(value) || 0;
    for (let i = 0; i < length; i++) {
      this[offset + (little ? i : length - 1 - i)] = left; // its low byte
      left = Math.floor(left / 256);
    }
    return offset + length;
  };
}

// install adds the methods. Go makes those for numbers of a fixed size.
function install(prototype, define, native) {
  native.numbers(prototype, read, write);
  for (const little of [true, false]) {
    const order = little ? 'LE' : 'BE';
    for (const unsigned of [true, false]) {
      const kind = unsigned ? 'UInt' : 'Int';
      define(`read${kind}${order}`, lengthReader(unsigned, little));
      define(`write${kind}${order}`, lengthWriter(unsigned, little));
    }
    for (const verb of ['read', 'write']) prototype[`${verb}Uint${order}`] = prototype[`${verb}UInt${order}`];
  }
}

module.exports = { install };
