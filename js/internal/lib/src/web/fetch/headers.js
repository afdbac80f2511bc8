'use strict';
// Headers.
const { invalidThis, validateFunction } = require('internal/errors');
const { webInterface, custom } = require('../../shared/classes');

let stateOf; // returns { list: [[lower name, value]...] in order of arrival, immutable }, or undefined

function checkName(method, name) {
  name = `${name}`;
  if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name)) throw new TypeError(`Headers.${method}: "${name}" is an invalid header name.`);
  return name.toLowerCase();
}
function checkValue(method, value) {
  value = `${value}`;
  for (let i = 0; i < value.length; i++) {
    if (value.charCodeAt(i) > 255) {
      throw new TypeError(`Cannot convert argument to a ByteString because the character at index ${i} has a value of ${value.charCodeAt(i)} which is greater than 255.`);
    }
  }
  value = value.replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, '');
  if (/[\0\n\r]/.test(value)) throw new TypeError(`Headers.${method}: "${value}" is an invalid header value.`);
  return value;
}
function of(headers) {
  const s = stateOf(headers);
  if (s === undefined) throw invalidThis('Headers');
  return s;
}
function mutable(headers) {
  const s = of(headers);
  if (s.immutable) throw new TypeError('immutable');
  return s;
}
function need(method, given, wanted) {
  if (given < wanted) throw new TypeError(`Headers.${method}: ${wanted} argument${wanted > 1 ? 's' : ''} required, but${given ? ' only' : ''} ${given} present.`);
}

// sorted returns the pairs in the order of iteration: by name, with values joined except for
// cookies.
function sorted({ list }) {
  if (list.length < 2) return list;
  const names = [...new Set(list.map(([name]) => name))].sort();
  const pairs = [];
  for (const name of names) {
    const values = list.filter(([n]) => n === name).map(([, v]) => v);
    if (name === 'set-cookie') for (const value of values) pairs.push([name, value]);
    else pairs.push([name, values.join(', ')]);
  }
  return pairs;
}

class Headers {
  #state = { list: [], immutable: false };
  static { stateOf = (value) => (value !== null && typeof value === 'object' && #state in value ? value.#state : undefined); }
  constructor(init = undefined) {
    if (init === undefined) return;
    if (init === null || (typeof init !== 'object' && typeof init !== 'function')) {
      throw new TypeError("Headers constructor: init given is not one of [\"sequence<sequence<ByteString>>\", \"record<ByteString, ByteString>\"].");
    }
    const from = stateOf(init);
    if (from !== undefined) {
      this.#state.list = from.list.slice();
    } else if (init[Symbol.iterator] != null) {
      for (const pair of init) {
        const parts = pair != null && typeof pair === 'object' && pair[Symbol.iterator] ? [...pair] : undefined;
        if (parts === undefined || parts.length !== 2) throw new TypeError('Headers constructor: expected name/value pair to be length 2, found ' + (parts ? parts.length : 0) + '.');
        this.append(parts[0], parts[1]);
      }
    } else {
      for (const key of Reflect.ownKeys(init)) {
        const descriptor = Reflect.getOwnPropertyDescriptor(init, key);
        if (descriptor !== undefined && descriptor.enumerable) this.append(typeof key === 'symbol' ? key : String(key), init[key]);
      }
    }
  }
  append(name, value) {
    const s = mutable(this);
    need('append', arguments.length, 2);
    s.list.push([checkName('append', name), checkValue('append', value)]);
  }
  delete(name) {
    const s = mutable(this);
    need('delete', arguments.length, 1);
    name = checkName('delete', name);
    s.list = s.list.filter(([n]) => n !== name);
  }
  get(name) {
    const s = of(this);
    need('get', arguments.length, 1);
    name = checkName('get', name);
    const values = s.list.filter(([n]) => n === name);
    return values.length ? values.map(([, v]) => v).join(', ') : null;
  }
  has(name) {
    const s = of(this);
    need('has', arguments.length, 1);
    name = checkName('has', name);
    return s.list.some(([n]) => n === name);
  }
  set(name, value) {
    const s = mutable(this);
    need('set', arguments.length, 2);
    name = checkName('set', name);
    value = checkValue('set', value);
    const i = s.list.findIndex(([n]) => n === name);
    if (i < 0) s.list.push([name, value]);
    else s.list = s.list.filter(([n], j) => n !== name || j === i).map((pair) => (pair[0] === name ? [name, value] : pair));
  }
  getSetCookie() { return of(this).list.filter(([n]) => n === 'set-cookie').map(([, v]) => v); }
  forEach(callback, thisArg = undefined) {
    of(this);
    validateFunction(callback, 'callbackFn');
    for (const [name, value] of this) callback.call(thisArg, value, name, this);
  }
  * entries() { for (let i = 0, p; i < (p = sorted(of(this))).length; i++) yield p[i]; }
  * keys() { for (const [name] of this.entries()) yield name; }
  * values() { for (const [, value] of this.entries()) yield value; }
}
webInterface(Headers, 'Headers');
Object.defineProperty(Headers.prototype, Symbol.iterator, { value: Headers.prototype.entries, writable: true, configurable: true });
Object.defineProperty(Headers.prototype, custom, {
  configurable: true, writable: true,
  value(depth, options, inspect) {
    const object = {};
    for (const [name, value] of of(this).list) object[name] = name in object ? `${object[name]}, ${value}` : value;
    return `Headers ${inspect(object, options)}`;
  },
});

// fromNetwork makes the headers of a response from [name, value, ...].
function fromNetwork(flat) {
  const headers = new Headers();
  const s = stateOf(headers);
  for (let i = 0; i < flat.length; i += 2) s.list.push([flat[i].toLowerCase(), flat[i + 1]]);
  s.immutable = true;
  return headers;
}
// flat returns [name, value, ...] for the network, with each name once.
const flat = (headers) => sorted(of(headers)).flat();


// addType adds the content type of a body, unless the headers have one.
function addType(headers, type) {
  const { list } = stateOf(headers);
  if (type !== undefined && !list.some(([name]) => name === 'content-type')) list.push(['content-type', type]);
}

module.exports = { Headers, fromNetwork, flat, addType };
