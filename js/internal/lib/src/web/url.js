'use strict';
// URL and URLSearchParams. A Go library parses. native.parse returns a record that only the other
// functions of native can use.
const { webInterface, custom } = require('../shared/classes');

const errors = () => require('internal/errors'); // most programs throw none

// scalar converts to a string without lone surrogates.
const scalar = (value) => native.scalar(`${value}`);

const iteratorPrototype = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));
const cursors = new WeakMap();
const listOf = new WeakMap(); // by URLSearchParams: { list: [name, value, ...], url }

const SearchParamsIterator = Object.create(iteratorPrototype, {
  next: {
    configurable: true, writable: true, enumerable: true,
    value: function next() {
      const cursor = this != null ? cursors.get(this) : undefined;
      if (cursor === undefined) throw errors().invalidThis('URLSearchParamsIterator');
      const { list } = listOf.get(cursor.params);
      if (cursor.at >= list.length) return { value: undefined, done: true };
      const value = pick(cursor.kind, list[cursor.at], list[cursor.at + 1]);
      cursor.at += 2;
      return { value, done: false };
    },
  },
  [Symbol.toStringTag]: { configurable: true, value: 'URLSearchParams Iterator' },
  [custom]: {
    configurable: true, writable: true,
    value(depth, options, inspect) {
      if (depth < 0) return options.stylize('[Object]', 'special');
      const { params, kind, at } = cursors.get(this);
      const { list } = listOf.get(params);
      const left = [];
      for (let i = at; i < list.length; i += 2) left.push(inspect(pick(kind, list[i], list[i + 1]), options));
      return braces('URLSearchParams Iterator', left, options);
    },
  },
});
function pick(kind, name, value) { return kind === 'keys' ? name : kind === 'values' ? value : [name, value]; }

const braces = (...args) => require('internal/url_inits').braces(...args);

// inspected names a function as Node names it.
function inspected(fn) { return Object.defineProperty(fn, 'name', { value: '[nodejs.util.inspect.custom]' }); }

class URLSearchParams {
  constructor(init = undefined) {
    const own = { list: [], url: undefined };
    listOf.set(this, own);
    if (init == null) return;
    if (typeof init === 'object' || typeof init === 'function') {
      const method = init[Symbol.iterator];
      const other = method === this[Symbol.iterator] ? listOf.get(init) : undefined;
      own.list = other !== undefined ? other.list.slice() : require('internal/url_inits').pairsOf(init, method);
      return;
    }
    init = `${init}`;
    own.list = native.parseForm(init.startsWith('?') ? init.slice(1) : init);
  }
  get size() { return own(this).list.length >> 1; } // a slash would load regular expressions
  append(name, value) {
    const p = own(this);
    if (arguments.length < 2) throw errors().missingArgs('name', 'value');
    p.list.push(scalar(name), scalar(value));
    changed(p);
  }
  delete(name, value = undefined) {
    const p = own(this);
    if (arguments.length < 1) throw errors().missingArgs('name');
    name = scalar(name);
    if (value !== undefined) value = scalar(value);
    for (let i = 0; i < p.list.length;) {
      if (p.list[i] === name && (value === undefined || p.list[i + 1] === value)) p.list.splice(i, 2);
      else i += 2;
    }
    changed(p);
  }
  get(name) {
    const { list } = own(this);
    if (arguments.length < 1) throw errors().missingArgs('name');
    name = scalar(name);
    for (let i = 0; i < list.length; i += 2) if (list[i] === name) return list[i + 1];
    return null;
  }
  getAll(name) {
    const { list } = own(this);
    if (arguments.length < 1) throw errors().missingArgs('name');
    name = scalar(name);
    return list.filter((_, i) => i % 2 === 1 && list[i - 1] === name);
  }
  has(name, value = undefined) {
    const { list } = own(this);
    if (arguments.length < 1) throw errors().missingArgs('name');
    name = scalar(name);
    if (value !== undefined) value = scalar(value);
    for (let i = 0; i < list.length; i += 2) if (list[i] === name && (value === undefined || list[i + 1] === value)) return true;
    return false;
  }
  set(name, value) {
    const p = own(this);
    if (arguments.length < 2) throw errors().missingArgs('name', 'value');
    name = scalar(name);
    value = scalar(value);
    let found = false;
    for (let i = 0; i < p.list.length;) {
      if (p.list[i] !== name) i += 2;
      else if (found) p.list.splice(i, 2);
      else {
        p.list[i + 1] = value;
        found = true;
        i += 2;
      }
    }
    if (!found) p.list.push(name, value);
    changed(p);
  }
  sort() {
    const p = own(this);
    const pairs = [];
    for (let i = 0; i < p.list.length; i += 2) pairs.push([p.list[i], p.list[i + 1]]);
    pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)); // by code units, stable
    p.list = pairs.flat();
    changed(p);
  }
  forEach(callback, thisArg = undefined) {
    own(this);
    errors().validateFunction(callback, 'callback');
    for (let i = 0; i < listOf.get(this).list.length; i += 2) {
      const { list } = listOf.get(this);
      callback.call(thisArg, list[i + 1], list[i], this);
    }
  }
  entries() { return iterator(this, 'entries'); }
  keys() { return iterator(this, 'keys'); }
  values() { return iterator(this, 'values'); }
  toString() { return native.formatForm(own(this).list); }
}
webInterface(URLSearchParams, 'URLSearchParams');
Object.defineProperty(URLSearchParams.prototype, Symbol.iterator, { value: URLSearchParams.prototype.entries, writable: true, configurable: true });
Object.defineProperty(URLSearchParams.prototype, custom, {
  configurable: true, writable: true,
  value: inspected(function (depth, options, inspect) {
    if (depth < 0) return options.stylize('[Object]', 'special');
    const { list } = own(this);
    const items = [];
    for (let i = 0; i < list.length; i += 2) items.push(`${inspect(list[i], options)} => ${inspect(list[i + 1], options)}`);
    return braces('URLSearchParams', items, options);
  }),
});

function own(params) {
  const p = params != null ? listOf.get(params) : undefined;
  if (p === undefined) throw errors().invalidThis('URLSearchParams');
  return p;
}
function iterator(params, kind) {
  own(params);
  const made = Object.create(SearchParamsIterator);
  cursors.set(made, { params, kind, at: 0 });
  return made;
}
// changed updates the URL after a change of its searchParams.
function changed(p) {
  if (p.url !== undefined) native.set(p.url, 'search', native.formatForm(p.list));
}

class URL {
  #record; #params;
  constructor(input, base = undefined) {
    if (arguments.length === 0) throw errors().missingArgs('url');
    input = scalar(input);
    if (base !== undefined) base = scalar(base);
    const record = native.parse(input, base);
    if (record === undefined) throw invalid(input, base);
    this.#record = record;
  }
  static canParse(input, base = undefined) {
    if (arguments.length === 0) throw errors().missingArgs('url');
    return native.parse(scalar(input), base === undefined ? undefined : scalar(base)) !== undefined;
  }
  static createObjectURL(blob) { return require('internal/blob').createObjectURL(blob); }
  static revokeObjectURL(url) {
    if (arguments.length === 0) throw errors().missingArgs('url');
    require('internal/blob').byURL.delete(`${url}`);
  }
  static parse(input, base = undefined) {
    if (arguments.length === 0) throw errors().missingArgs('url');
    return URL.canParse(input, base) ? new URL(input, base) : null;
  }
  get href() { return native.get(this.#record, 'href'); }
  set href(value) {
    value = scalar(value);
    const record = native.parse(value, undefined);
    if (record === undefined) throw invalid(value);
    this.#record = record;
    this.#refresh();
  }
  get origin() { return native.get(this.#record, 'origin'); }
  get search() { return native.get(this.#record, 'search'); }
  set search(value) {
    native.set(this.#record, 'search', scalar(value));
    this.#refresh();
  }
  get searchParams() {
    if (this.#params === undefined) {
      this.#params = new URLSearchParams(this.search);
      listOf.get(this.#params).url = this.#record;
    }
    return this.#params;
  }
  #refresh() {
    if (this.#params === undefined) return;
    const p = listOf.get(this.#params);
    p.url = this.#record;
    p.list = native.parseForm(this.search.slice(1));
  }
  toString() { return this.href; }
  toJSON() { return this.href; }
  get protocol() { return native.get(this.#record, 'protocol'); }
  set protocol(value) { native.set(this.#record, 'protocol', scalar(value)); }
  get username() { return native.get(this.#record, 'username'); }
  set username(value) { native.set(this.#record, 'username', scalar(value)); }
  get password() { return native.get(this.#record, 'password'); }
  set password(value) { native.set(this.#record, 'password', scalar(value)); }
  get host() { return native.get(this.#record, 'host'); }
  set host(value) { native.set(this.#record, 'host', scalar(value)); }
  get hostname() { return native.get(this.#record, 'hostname'); }
  set hostname(value) { native.set(this.#record, 'hostname', scalar(value)); }
  get port() { return native.get(this.#record, 'port'); }
  set port(value) { native.set(this.#record, 'port', scalar(value)); }
  get pathname() { return native.get(this.#record, 'pathname'); }
  set pathname(value) { native.set(this.#record, 'pathname', scalar(value)); }
  get hash() { return native.get(this.#record, 'hash'); }
  set hash(value) { native.set(this.#record, 'hash', scalar(value)); }
}
webInterface(URL, 'URL');
const shown = ['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'searchParams', 'hash'];
Object.defineProperty(URL.prototype, custom, {
  configurable: true, writable: true,
  value: inspected(function (depth, options, inspect) {
    if (typeof depth === 'number' && depth < 0) return this;
    const object = {};
    for (const key of shown) object[key] = this[key];
    return `${this.constructor.name} ${inspect(object, options)}`;
  }),
});
function invalid(input, base) {
  const error = new TypeError('Invalid URL');
  error.code = 'ERR_INVALID_URL';
  error.input = input;
  if (base !== undefined) error.base = base;
  return error;
}

module.exports = { URL, URLSearchParams, invalid };
