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
    var custom = /* @__PURE__ */ Symbol.for("nodejs.util.inspect.custom"), { webInterface: webInterface2 } = native;
    function inspectAs2(Class, properties, deep) {
      Object.defineProperty(Class.prototype, custom, {
        configurable: !0,
        writable: !0,
        enumerable: !1,
        value(depth, options, inspect) {
          let name = this?.constructor?.name || Class.name;
          return depth < 0 ? deep === void 0 ? name : deep(this) : `${name} ${inspect(properties.call(this), { ...options, depth: options.depth == null ? null : options.depth - 1 })}`;
        }
      });
    }
    module2.exports = { custom, webInterface: webInterface2, inspectAs: inspectAs2 };
  }
});

// src/web/abort.js
var { illegalConstructor, invalidArgType, invalidThis, outOfRange } = require("internal/errors"), { webInterface, inspectAs } = require_classes(), { EventTarget, watchers, trusted, handlerAttribute } = require("internal/events"), exception = (message, name) => new (require("internal/domexception")).DOMException(message, name), token = {}, state = /* @__PURE__ */ new WeakMap(), made = 0, order = 0, AbortSignal = class _AbortSignal extends EventTarget {
  constructor(given) {
    if (given !== token) throw illegalConstructor();
    super(), state.set(this, { aborted: !1, reason: void 0, order: 0, sources: void 0, dependents: void 0, made: ++made });
  }
  get aborted() {
    return look(this).aborted;
  }
  get reason() {
    return look(this).reason;
  }
  throwIfAborted() {
    let s = look(this);
    if (s.aborted) throw s.reason;
  }
  static abort(reason = exception("This operation was aborted", "AbortError")) {
    let signal = new _AbortSignal(token);
    return mark(state.get(signal), reason), signal;
  }
  static timeout(delay) {
    if (arguments.length === 0 || typeof delay != "number") throw invalidArgType("delay", "number", delay);
    if (!Number.isInteger(delay)) throw outOfRange("delay", "an integer", delay);
    if (delay < 0 || delay > 4294967295) throw outOfRange("delay", ">= 0 && <= 4294967295", delay);
    let signal = new _AbortSignal(token);
    return native.timeout(delay, () => abort(signal, exception("The operation was aborted due to timeout", "TimeoutError"))), signal;
  }
  static any(signals) {
    if (signals === null || typeof signals != "object" || typeof signals[Symbol.iterator] != "function") throw invalidArgType("signals", "Array", signals);
    let signal = new _AbortSignal(token), own = state.get(signal), sources = /* @__PURE__ */ new Set(), index = 0;
    for (let source of signals) {
      let s = state.get(source);
      if (s === void 0) throw invalidArgType(`signals[${index}]`, "AbortSignal", source);
      if (index++, look(source), s.aborted)
        own.aborted || mark(own, s.reason);
      else if (s.sources)
        for (let original of s.sources) sources.add(original);
      else
        sources.add(source);
    }
    return own.aborted || sources.size === 0 || (own.sources = sources, watchers.set(signal, (type, size) => {
      if (!(type !== "abort" || look(signal).aborted))
        for (let source of own.sources) {
          let s = state.get(source);
          size > 0 ? (s.dependents ??= /* @__PURE__ */ new Set()).add(signal) : s.dependents?.delete(signal);
        }
    })), signal;
  }
};
webInterface(AbortSignal, "AbortSignal");
inspectAs(AbortSignal, function() {
  return { aborted: this.aborted };
}, (signal) => signal);
handlerAttribute(AbortSignal, "abort");
function mark(s, reason) {
  s.aborted = !0, s.reason = reason, s.order = ++order;
}
function look(signal) {
  let s = signal != null ? state.get(signal) : void 0;
  if (s === void 0) throw invalidThis("AbortSignal");
  if (s.sources && !s.aborted) {
    let first;
    for (let source of s.sources) {
      let other = state.get(source);
      other.aborted && (first === void 0 || other.order < first.order) && (first = other);
    }
    if (first !== void 0) {
      s.aborted = !0, s.reason = first.reason, s.order = first.order;
      for (let source of s.sources) state.get(source).dependents?.delete(signal);
      s.sources = void 0;
    }
  }
  return s;
}
function abort(signal, reason) {
  let s = state.get(signal);
  if (s.aborted) return;
  mark(s, reason);
  let { dependents } = s;
  s.dependents = void 0;
  let due = dependents ? [...dependents].sort((a, b) => state.get(a).made - state.get(b).made) : [];
  for (let d of due) look(d);
  trusted(signal, "abort");
  for (let d of due) trusted(d, "abort");
}
var AbortController = class {
  #signal = new AbortSignal(token);
  get signal() {
    return this.#signal;
  }
  abort(reason = exception("This operation was aborted", "AbortError")) {
    abort(this.#signal, reason);
  }
};
webInterface(AbortController, "AbortController");
inspectAs(AbortController, function() {
  return { signal: this.signal };
}, (controller) => controller);
module.exports = { AbortController, AbortSignal };
