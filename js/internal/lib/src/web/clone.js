'use strict';
// structuredClone.
const { withCode } = require('internal/errors');
const { DOMException } = require('internal/domexception');

const errorTypes = { Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };
const views = { DataView, Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array, BigInt64Array, BigUint64Array };
const mapForEach = Map.prototype.forEach;
const setForEach = Set.prototype.forEach;
const { getTime } = Date.prototype;
const { hasOwnProperty: own, isPrototypeOf, toString } = Object.prototype;
const iterators = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())); // the prototype that all iterators of the engine inherit from

const { platform } = require('internal/platform');

// transferable has the kinds of objects other than ArrayBuffer that can be transferred: is tells
// whether a value is one, and move returns what it becomes.
const transferable = [];

function refuse(message) { throw new DOMException(message, 'DataCloneError'); }

function describe(value) {
  if (typeof value === 'symbol' || typeof value === 'function') return String(value);
  return Array.isArray(value) ? '[object Array]' : `#<${value.constructor?.name || 'Object'}>`;
}

function structuredClone(value, options) {
  if (arguments.length === 0) throw withCode(TypeError, 'ERR_MISSING_ARGS', 'The value argument must be specified');
  if (options !== undefined && options !== null && typeof options !== 'object') throw withCode(TypeError, 'ERR_INVALID_ARG_TYPE', 'The options argument must be either an object or undefined');
  const transfer = options?.transfer ?? [];
  if (typeof transfer !== 'object') throw withCode(TypeError, 'ERR_INVALID_ARG_TYPE', 'The optional options.transfer argument must be iterable');
  return copyOf(value, [...transfer]).value;
}

// copyOf returns a copy of a value, and the transferred objects of other kinds than ArrayBuffer.
function copyOf(value, transfer) {
  const seen = new Map();
  const moved = new Set();
  for (const object of transfer) {
    const isBuffer = native.kind(object) === 'ArrayBuffer';
    if (!isBuffer && !transferable.some((t) => t.is(object))) throw withCode(TypeError, 'ERR_INVALID_TRANSFER_OBJECT', 'Found invalid object in transferList');
    if (moved.has(object)) refuse(`Transfer list contains duplicate ${isBuffer ? 'ArrayBuffer' : object.constructor.name}`);
    if (isBuffer && native.detached(object)) refuse('An ArrayBuffer is detached and could not be cloned.');
    moved.add(object);
  }
  // Buffers to transfer are copied during the walk, which may throw, and detached afterwards. Other
  // objects are moved before, because the copy refers to what they become.
  const ports = [];
  for (const object of moved) {
    const kind = transferable.find((t) => t.is(object));
    if (kind === undefined) continue;
    const now = kind.move(object);
    seen.set(object, now);
    ports.push(now);
  }
  const result = clone(value, seen);
  for (const object of moved) if (native.kind(object) === 'ArrayBuffer') native.detach(object);
  return { value: result, ports };
}

function clone(value, seen) {
  switch (typeof value) {
    case 'function': case 'symbol': return refuse(`${describe(value)} could not be cloned.`);
    case 'object': if (value !== null) break; // falls through
    default: return value;
  }
  const known = seen.get(value);
  if (known !== undefined) return known;
  const kind = native.kind(value);
  const keep = (copy) => { seen.set(value, copy); return copy; };
  switch (kind) {
    case 'Array': {
      const copy = keep(new Array(value.length));
      return members(value, copy, seen);
    }
    case 'Object':
      if (isPrototypeOf.call(iterators, value)) return refuse(`${toString.call(value) === '[object Generator]' ? '[object Generator]' : '#<Object>'} could not be cloned.`);
      for (const copy of platform) {
        const made = copy(value, refuse);
        if (made !== undefined) return keep(made);
      }
      return members(value, keep({}), seen);
    case 'Map': {
      const copy = keep(new Map());
      const entries = [];
      mapForEach.call(value, (v, k) => { entries.push(k, v); });
      for (let i = 0; i < entries.length; i += 2) copy.set(clone(entries[i], seen), clone(entries[i + 1], seen));
      return copy;
    }
    case 'Set': {
      const copy = keep(new Set());
      const entries = [];
      setForEach.call(value, (v) => { entries.push(v); });
      for (const entry of entries) copy.add(clone(entry, seen));
      return copy;
    }
    case 'Date': return keep(new Date(getTime.call(value)));
    case 'RegExp': return keep(new RegExp(value.source, value.flags));
    case 'Error': return error(value, keep, seen);
    case 'ArrayBuffer':
      if (native.detached(value)) refuse('An ArrayBuffer is detached and could not be cloned.');
      return keep(value.slice(0));
    case 'String': case 'Number': case 'Boolean': case 'BigInt': return keep(Object(value.valueOf()));
    case 'Symbol': case 'Promise': case 'Proxy': case 'WeakMap': case 'WeakSet': case 'Function': case 'Arguments':
      return refuse(`${describe(value)} could not be cloned.`);
    default:
      if (own.call(views, kind)) {
        const buffer = clone(value.buffer, seen);
        return keep(new views[kind](buffer, value.byteOffset, kind === 'DataView' ? value.byteLength : value.length));
      }
      return refuse(`${describe(value)} could not be cloned.`);
  }
}

function members(value, copy, seen) {
  for (const key of Object.keys(value)) {
    if (!own.call(value, key)) continue; // a getter has deleted it
    const member = clone(value[key], seen);
    if (key === '__proto__') Object.defineProperty(copy, key, { value: member, writable: true, enumerable: true, configurable: true });
    else copy[key] = member;
  }
  return copy;
}

function error(value, keep, seen) {
  const name = String(value.name);
  const Type = own.call(errorTypes, name) ? errorTypes[name] : Error;
  const made = keep(new Type());
  const message = Object.getOwnPropertyDescriptor(value, 'message');
  const set = (key, v) => Object.defineProperty(made, key, { value: v, writable: true, configurable: true, enumerable: false });
  delete made.message;
  if (message !== undefined && 'value' in message) set('message', `${message.value}`);
  set('stack', `${value.stack}`);
  if (own.call(value, 'cause')) set('cause', clone(value.cause, seen));
  return made;
}

module.exports = { structuredClone, clone: copyOf, platform, transferable };
