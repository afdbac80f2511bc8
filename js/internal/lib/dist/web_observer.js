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

// src/web/observer.js
var { invalidArgType, invalidArgValue, illegalConstructor, missingArgs, validateFunction } = require("internal/errors"), { custom, webInterface } = require_classes(), { DOMException } = require("internal/domexception"), { setImmediate } = globalThis, token = {}, supported = Object.freeze(["function", "mark", "measure"]), observers = /* @__PURE__ */ new Set(), pending = /* @__PURE__ */ new Set(), scheduled = !1, earlier = () => [], offer, dispatch;
function deliver() {
  scheduled = !1;
  let list = [...pending];
  pending.clear();
  for (let observer of list) dispatch(observer);
}
var PerformanceObserverEntryList = class {
  #entries;
  constructor(given = void 0, entries = void 0) {
    if (given !== token) throw illegalConstructor();
    this.#entries = entries.sort((a, b) => a.startTime - b.startTime);
  }
  getEntries() {
    return this.#entries.slice();
  }
  getEntriesByType(type) {
    if (arguments.length === 0) throw missingArgs("type");
    return this.#entries.filter((e) => e.entryType === `${type}`);
  }
  getEntriesByName(name, type = void 0) {
    if (arguments.length === 0) throw missingArgs("name");
    return this.#entries.filter((e) => e.name === `${name}` && (type === void 0 || e.entryType === `${type}`));
  }
  [custom](depth, options, inspect) {
    return depth < 0 ? this : `PerformanceObserverEntryList ${inspect(this.#entries, inner(options))}`;
  }
}, inner = (options) => ({ ...options, depth: options.depth == null ? null : options.depth - 1 }), PerformanceObserver = class {
  #callback;
  #buffer = [];
  #types = /* @__PURE__ */ new Set();
  #single;
  constructor(callback) {
    validateFunction(callback, "callback"), this.#callback = callback;
  }
  static {
    offer = (observer, entry) => {
      observer.#types.has(entry.entryType) && (observer.#buffer.push(entry), pending.add(observer), !scheduled && (scheduled = !0, setImmediate(deliver)));
    }, dispatch = (observer) => {
      let entries = observer.takeRecords();
      entries.length > 0 && Reflect.apply(observer.#callback, observer, [new PerformanceObserverEntryList(token, entries), observer]);
    };
  }
  observe(options = {}) {
    if (options === null || typeof options != "object") throw invalidArgType("options", "object", options);
    let { entryTypes, type, buffered } = options;
    if (entryTypes === void 0 && type === void 0) throw missingArgs("options.entryTypes", "options.type");
    if (entryTypes != null && type != null)
      throw invalidArgValue("options.entryTypes", entryTypes, "options.entryTypes can not set with options.type together");
    let single = type !== void 0;
    if (this.#single !== void 0 && this.#single !== single)
      throw new DOMException(`PerformanceObserver can not change to ${this.#single ? "multiple observations" : "single observation"}`, "InvalidModificationError");
    if (!single && !Array.isArray(entryTypes)) throw invalidArgType("options.entryTypes", "string[]", entryTypes);
    if (this.#single = single, single) {
      if (!supported.includes(type)) return;
      if (this.#types.add(type), observers.add(this), buffered) for (let entry of earlier(type)) offer(this, entry);
      return;
    }
    this.#types = new Set(entryTypes.filter((t) => supported.includes(t))), this.#types.size > 0 ? observers.add(this) : this.disconnect();
  }
  disconnect() {
    observers.delete(this), pending.delete(this), this.#buffer = [], this.#types.clear(), this.#single = void 0;
  }
  takeRecords() {
    let list = this.#buffer;
    return this.#buffer = [], list;
  }
  static get supportedEntryTypes() {
    return supported;
  }
  [custom](depth, options, inspect) {
    if (depth < 0) return this;
    let state = { connected: observers.has(this), pending: pending.has(this), entryTypes: [...this.#types], buffer: this.#buffer };
    return `PerformanceObserver ${inspect(state, inner(options))}`;
  }
};
webInterface(PerformanceObserver, "PerformanceObserver");
webInterface(PerformanceObserverEntryList, "PerformanceObserverEntryList");
function announce(entry) {
  for (let observer of observers) offer(observer, entry);
}
module.exports = {
  PerformanceObserver,
  PerformanceObserverEntryList,
  announce,
  remember(entries) {
    earlier = entries;
  }
};
