"use strict";
var __getOwnPropNames = Object.getOwnPropertyNames;
var __commonJS = (cb, mod) => function() {
  try {
    return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
  } catch (e) {
    throw mod = 0, e;
  }
};

// src/shared/classes.js
var require_classes = __commonJS({
  "src/shared/classes.js"(exports2, module2) {
    "use strict";
    var custom2 = /* @__PURE__ */ Symbol.for("nodejs.util.inspect.custom"), { webInterface: webInterface2 } = native;
    function inspectAs(Class, properties, deep) {
      Object.defineProperty(Class.prototype, custom2, {
        configurable: !0,
        writable: !0,
        enumerable: !1,
        value(depth, options, inspect) {
          let name = this?.constructor?.name || Class.name;
          return depth < 0 ? deep === void 0 ? name : deep(this) : `${name} ${inspect(properties.call(this), { ...options, depth: options.depth == null ? null : options.depth - 1 })}`;
        }
      });
    }
    module2.exports = { custom: custom2, webInterface: webInterface2, inspectAs };
  }
});

// src/web/url.js
var { webInterface, custom } = require_classes(), errors = () => require("internal/errors"), scalar = (value) => native.scalar(`${value}`), iteratorPrototype = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())), cursors = /* @__PURE__ */ new WeakMap(), listOf = /* @__PURE__ */ new WeakMap(), SearchParamsIterator = Object.create(iteratorPrototype, {
  next: {
    configurable: !0,
    writable: !0,
    enumerable: !0,
    value: function() {
      let cursor = this != null ? cursors.get(this) : void 0;
      if (cursor === void 0) throw errors().invalidThis("URLSearchParamsIterator");
      let { list } = listOf.get(cursor.params);
      if (cursor.at >= list.length) return { value: void 0, done: !0 };
      let value = pick(cursor.kind, list[cursor.at], list[cursor.at + 1]);
      return cursor.at += 2, { value, done: !1 };
    }
  },
  [Symbol.toStringTag]: { configurable: !0, value: "URLSearchParams Iterator" },
  [custom]: {
    configurable: !0,
    writable: !0,
    value(depth, options, inspect) {
      if (depth < 0) return options.stylize("[Object]", "special");
      let { params, kind, at } = cursors.get(this), { list } = listOf.get(params), left = [];
      for (let i = at; i < list.length; i += 2) left.push(inspect(pick(kind, list[i], list[i + 1]), options));
      return braces("URLSearchParams Iterator", left, options);
    }
  }
});
function pick(kind, name, value) {
  return kind === "keys" ? name : kind === "values" ? value : [name, value];
}
var braces = (...args) => require("internal/url_inits").braces(...args);
function inspected(fn) {
  return Object.defineProperty(fn, "name", { value: "[nodejs.util.inspect.custom]" });
}
var URLSearchParams = class {
  constructor(init = void 0) {
    let own2 = { list: [], url: void 0 };
    if (listOf.set(this, own2), init != null) {
      if (typeof init == "object" || typeof init == "function") {
        let method = init[Symbol.iterator], other = method === this[Symbol.iterator] ? listOf.get(init) : void 0;
        own2.list = other !== void 0 ? other.list.slice() : require("internal/url_inits").pairsOf(init, method);
        return;
      }
      init = `${init}`, own2.list = native.parseForm(init.startsWith("?") ? init.slice(1) : init);
    }
  }
  get size() {
    return own(this).list.length >> 1;
  }
  // a slash would load regular expressions
  append(name, value) {
    let p = own(this);
    if (arguments.length < 2) throw errors().missingArgs("name", "value");
    p.list.push(scalar(name), scalar(value)), changed(p);
  }
  delete(name, value = void 0) {
    let p = own(this);
    if (arguments.length < 1) throw errors().missingArgs("name");
    name = scalar(name), value !== void 0 && (value = scalar(value));
    for (let i = 0; i < p.list.length; )
      p.list[i] === name && (value === void 0 || p.list[i + 1] === value) ? p.list.splice(i, 2) : i += 2;
    changed(p);
  }
  get(name) {
    let { list } = own(this);
    if (arguments.length < 1) throw errors().missingArgs("name");
    name = scalar(name);
    for (let i = 0; i < list.length; i += 2) if (list[i] === name) return list[i + 1];
    return null;
  }
  getAll(name) {
    let { list } = own(this);
    if (arguments.length < 1) throw errors().missingArgs("name");
    return name = scalar(name), list.filter((_, i) => i % 2 === 1 && list[i - 1] === name);
  }
  has(name, value = void 0) {
    let { list } = own(this);
    if (arguments.length < 1) throw errors().missingArgs("name");
    name = scalar(name), value !== void 0 && (value = scalar(value));
    for (let i = 0; i < list.length; i += 2) if (list[i] === name && (value === void 0 || list[i + 1] === value)) return !0;
    return !1;
  }
  set(name, value) {
    let p = own(this);
    if (arguments.length < 2) throw errors().missingArgs("name", "value");
    name = scalar(name), value = scalar(value);
    let found = !1;
    for (let i = 0; i < p.list.length; )
      p.list[i] !== name ? i += 2 : found ? p.list.splice(i, 2) : (p.list[i + 1] = value, found = !0, i += 2);
    found || p.list.push(name, value), changed(p);
  }
  sort() {
    let p = own(this), pairs = [];
    for (let i = 0; i < p.list.length; i += 2) pairs.push([p.list[i], p.list[i + 1]]);
    pairs.sort(([a], [b]) => a < b ? -1 : a > b ? 1 : 0), p.list = pairs.flat(), changed(p);
  }
  forEach(callback, thisArg = void 0) {
    own(this), errors().validateFunction(callback, "callback");
    for (let i = 0; i < listOf.get(this).list.length; i += 2) {
      let { list } = listOf.get(this);
      callback.call(thisArg, list[i + 1], list[i], this);
    }
  }
  entries() {
    return iterator(this, "entries");
  }
  keys() {
    return iterator(this, "keys");
  }
  values() {
    return iterator(this, "values");
  }
  toString() {
    return native.formatForm(own(this).list);
  }
};
webInterface(URLSearchParams, "URLSearchParams");
Object.defineProperty(URLSearchParams.prototype, Symbol.iterator, { value: URLSearchParams.prototype.entries, writable: !0, configurable: !0 });
Object.defineProperty(URLSearchParams.prototype, custom, {
  configurable: !0,
  writable: !0,
  value: inspected(function(depth, options, inspect) {
    if (depth < 0) return options.stylize("[Object]", "special");
    let { list } = own(this), items = [];
    for (let i = 0; i < list.length; i += 2) items.push(`${inspect(list[i], options)} => ${inspect(list[i + 1], options)}`);
    return braces("URLSearchParams", items, options);
  })
});
function own(params) {
  let p = params != null ? listOf.get(params) : void 0;
  if (p === void 0) throw errors().invalidThis("URLSearchParams");
  return p;
}
function iterator(params, kind) {
  own(params);
  let made = Object.create(SearchParamsIterator);
  return cursors.set(made, { params, kind, at: 0 }), made;
}
function changed(p) {
  p.url !== void 0 && native.set(p.url, "search", native.formatForm(p.list));
}
var URL = class _URL {
  #record;
  #params;
  constructor(input, base = void 0) {
    if (arguments.length === 0) throw errors().missingArgs("url");
    input = scalar(input), base !== void 0 && (base = scalar(base));
    let record = native.parse(input, base);
    if (record === void 0) throw invalid(input, base);
    this.#record = record;
  }
  static canParse(input, base = void 0) {
    if (arguments.length === 0) throw errors().missingArgs("url");
    return native.parse(scalar(input), base === void 0 ? void 0 : scalar(base)) !== void 0;
  }
  static createObjectURL(blob) {
    return require("internal/blob").createObjectURL(blob);
  }
  static revokeObjectURL(url) {
    if (arguments.length === 0) throw errors().missingArgs("url");
    require("internal/blob").byURL.delete(`${url}`);
  }
  static parse(input, base = void 0) {
    if (arguments.length === 0) throw errors().missingArgs("url");
    return _URL.canParse(input, base) ? new _URL(input, base) : null;
  }
  get href() {
    return native.get(this.#record, "href");
  }
  set href(value) {
    value = scalar(value);
    let record = native.parse(value, void 0);
    if (record === void 0) throw invalid(value);
    this.#record = record, this.#refresh();
  }
  get origin() {
    return native.get(this.#record, "origin");
  }
  get search() {
    return native.get(this.#record, "search");
  }
  set search(value) {
    native.set(this.#record, "search", scalar(value)), this.#refresh();
  }
  get searchParams() {
    return this.#params === void 0 && (this.#params = new URLSearchParams(this.search), listOf.get(this.#params).url = this.#record), this.#params;
  }
  #refresh() {
    if (this.#params === void 0) return;
    let p = listOf.get(this.#params);
    p.url = this.#record, p.list = native.parseForm(this.search.slice(1));
  }
  toString() {
    return this.href;
  }
  toJSON() {
    return this.href;
  }
  get protocol() {
    return native.get(this.#record, "protocol");
  }
  set protocol(value) {
    native.set(this.#record, "protocol", scalar(value));
  }
  get username() {
    return native.get(this.#record, "username");
  }
  set username(value) {
    native.set(this.#record, "username", scalar(value));
  }
  get password() {
    return native.get(this.#record, "password");
  }
  set password(value) {
    native.set(this.#record, "password", scalar(value));
  }
  get host() {
    return native.get(this.#record, "host");
  }
  set host(value) {
    native.set(this.#record, "host", scalar(value));
  }
  get hostname() {
    return native.get(this.#record, "hostname");
  }
  set hostname(value) {
    native.set(this.#record, "hostname", scalar(value));
  }
  get port() {
    return native.get(this.#record, "port");
  }
  set port(value) {
    native.set(this.#record, "port", scalar(value));
  }
  get pathname() {
    return native.get(this.#record, "pathname");
  }
  set pathname(value) {
    native.set(this.#record, "pathname", scalar(value));
  }
  get hash() {
    return native.get(this.#record, "hash");
  }
  set hash(value) {
    native.set(this.#record, "hash", scalar(value));
  }
};
webInterface(URL, "URL");
var shown = ["href", "origin", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "searchParams", "hash"];
Object.defineProperty(URL.prototype, custom, {
  configurable: !0,
  writable: !0,
  value: inspected(function(depth, options, inspect) {
    if (typeof depth == "number" && depth < 0) return this;
    let object = {};
    for (let key of shown) object[key] = this[key];
    return `${this.constructor.name} ${inspect(object, options)}`;
  })
});
function invalid(input, base) {
  let error = new TypeError("Invalid URL");
  return error.code = "ERR_INVALID_URL", error.input = input, base !== void 0 && (error.base = base), error;
}
module.exports = { URL, URLSearchParams, invalid };
