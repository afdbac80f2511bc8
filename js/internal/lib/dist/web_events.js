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

// src/web/events.js
var { withCode, hidden, invalidArgType, invalidArgValue, missingArgs, invalidThis, validateAbortSignal } = require("internal/errors"), { webInterface, inspectAs } = require_classes(), nextTick = process.nextTick, stateOf, trust = {}, Event = class {
  #state;
  static {
    stateOf = (event) => event !== null && typeof event == "object" && #state in event ? event.#state : void 0;
  }
  constructor(type, options = void 0) {
    if (arguments.length === 0) throw missingArgs("type");
    if (options != null && (typeof options != "object" || Array.isArray(options))) throw invalidArgType("options", "object", options);
    this.#state = {
      type: `${type}`,
      bubbles: !!options?.bubbles,
      cancelable: !!options?.cancelable,
      composed: !!options?.composed,
      trusted: options === trust,
      timeStamp: native.now(),
      target: null,
      dispatching: !1,
      prevented: !1,
      stopped: !1,
      stop: !1,
      passive: !1
    };
  }
  initEvent(type, bubbles = !1, cancelable = !1) {
    let s = own(this);
    if (arguments.length === 0) throw missingArgs("type");
    s.dispatching || (s.type = `${type}`, s.bubbles = !!bubbles, s.cancelable = !!cancelable, s.prevented = s.stopped = s.stop = !1);
  }
  stopImmediatePropagation() {
    let s = own(this);
    s.stopped = s.stop = !0;
  }
  preventDefault() {
    let s = own(this);
    !s.passive && s.cancelable && (s.prevented = !0);
  }
  get target() {
    return own(this).target;
  }
  get currentTarget() {
    return own(this).dispatching ? own(this).target : null;
  }
  get srcElement() {
    return own(this).target;
  }
  get type() {
    return own(this).type;
  }
  get cancelable() {
    return own(this).cancelable;
  }
  get defaultPrevented() {
    return own(this).prevented;
  }
  get timeStamp() {
    return own(this).timeStamp;
  }
  composedPath() {
    return own(this).dispatching ? [own(this).target] : [];
  }
  get returnValue() {
    return !own(this).prevented;
  }
  get bubbles() {
    return own(this).bubbles;
  }
  get composed() {
    return own(this).composed;
  }
  get eventPhase() {
    return own(this).dispatching ? 2 : 0;
  }
  get cancelBubble() {
    return own(this).stopped;
  }
  set cancelBubble(value) {
    value ? own(this).stopped = !0 : own(this);
  }
  stopPropagation() {
    own(this).stopped = !0;
  }
};
webInterface(Event, "Event");
Object.defineProperty(Event.prototype, "isTrusted", { get: function() {
  return stateOf(this)?.trusted === !0;
}, enumerable: !0, configurable: !1 });
inspectAs(Event, function() {
  return { type: this.type, defaultPrevented: this.defaultPrevented, cancelable: this.cancelable, timeStamp: this.timeStamp };
});
for (let [value, name] of ["NONE", "CAPTURING_PHASE", "AT_TARGET", "BUBBLING_PHASE"].entries()) Object.defineProperty(Event, name, { value, enumerable: !0 });
function own(event) {
  let s = stateOf(event);
  if (s === void 0) throw invalidThis("Event");
  return s;
}
var CustomEvent = class extends Event {
  #detail;
  constructor(type, options = void 0) {
    if (arguments.length === 0) throw missingArgs("type");
    super(type, options), this.#detail = options?.detail ?? null;
  }
  get detail() {
    if (!(#detail in this)) throw invalidThis("CustomEvent");
    return this.#detail;
  }
};
webInterface(CustomEvent, "CustomEvent");
var all = /* @__PURE__ */ new WeakMap(), numbers = 0, watchers = /* @__PURE__ */ new WeakMap(), limits = /* @__PURE__ */ new WeakMap(), most = 10, warned = /* @__PURE__ */ new WeakSet(), firm = { once: !0 }, EventTarget = class {
  constructor() {
    all.set(this, /* @__PURE__ */ new Map()), most !== 10 && limits.set(this, most);
  }
  addEventListener(type, listener, options = void 0) {
    let heads = headsOf(this);
    if (arguments.length < 2) throw missingArgs("type", "listener");
    let { capture, once, passive, signal } = flatten(options), entry;
    if (signal) {
      if (signal.aborted) return;
      let target = this;
      entry = { remove() {
        target.removeEventListener(type, listener, options);
      } }, signal.addEventListener("abort", entry.remove, firm);
    }
    if (!validListener(listener)) {
      let warning = new Error(`addEventListener called with ${listener} which has no effect.`);
      hidden(warning, "name", "AddEventListenerArgumentTypeWarning"), process.emitWarning(Object.assign(warning, { target: this, type }));
      return;
    }
    type = text(type);
    let head = heads.get(type);
    head === void 0 && heads.set(type, head = { size: 0, next: void 0, firm: !1 });
    let last = head;
    for (let e = head.next; e !== void 0; last = e, e = e.next) if (e.listener === listener && e.capture === capture) return;
    last.next = Object.assign(entry ?? {}, {
      number: ++numbers,
      listener,
      call: callOf(listener),
      capture,
      once,
      passive,
      signal,
      firm: options === firm,
      removed: !1,
      previous: last,
      next: void 0
    }), options === firm && (head.firm = !0), head.size++, added(this, type, head.size);
  }
  removeEventListener(type, listener, options = void 0) {
    let heads = headsOf(this);
    if (arguments.length < 2) throw missingArgs("type", "listener");
    if (!validListener(listener)) return;
    type = text(type);
    let capture = typeof options == "boolean" ? options : !!options?.capture, head = heads.get(type);
    for (let e = head?.next; e !== void 0; e = e.next)
      if (!(e.listener !== listener || e.capture !== capture)) {
        drop(this, type, head, e), head.size === 0 && heads.delete(type);
        return;
      }
  }
  dispatchEvent(event) {
    let heads = headsOf(this);
    if (arguments.length < 1) throw missingArgs("event");
    let s = stateOf(event);
    if (s === void 0) throw invalidArgType("event", "Event", event);
    if (s.dispatching) throw withCode(Error, "ERR_EVENT_RECURSION", `The event "${event.type}" is already being dispatched`);
    s.target = this;
    let head = heads.get(s.type);
    return head !== void 0 ? dispatch(this, s.type, head, event, s) : s.stopped = s.stop = !1, !s.prevented;
  }
};
webInterface(EventTarget, "EventTarget");
inspectAs(EventTarget, () => ({}));
function headsOf(target) {
  let heads = target != null ? all.get(target) : void 0;
  if (heads === void 0) throw invalidThis("EventTarget");
  return heads;
}
function text(type) {
  if (typeof type == "symbol") throw invalidArgValue("value", type);
  return `${type}`;
}
function validListener(listener) {
  if (typeof listener == "function" || typeof listener?.handleEvent == "function") return !0;
  if (listener == null) return !1;
  if (typeof listener == "object") return !0;
  throw invalidArgType("listener", "EventListener", listener);
}
function callOf(listener) {
  return typeof listener == "function" ? listener : async (event) => {
    listener.handleEvent && await listener.handleEvent(event);
  };
}
function flatten(options) {
  if (options == null) return { capture: !1, once: !1, passive: !1, signal: void 0 };
  if (typeof options == "boolean") return { capture: options, once: !1, passive: !1, signal: void 0 };
  if (typeof options != "object" && typeof options != "function") throw invalidArgType("options", "Object", options);
  let once = !!options.once, capture = !!options.capture, passive = !!options.passive, { signal } = options;
  return validateAbortSignal(signal, "options.signal"), { capture, once, passive, signal };
}
function added(target, type, size) {
  watchers.get(target)?.(type, size);
  let limit = limits.get(target) ?? 10;
  if (limit === 0 || size <= limit || warned.has(target)) return;
  warned.add(target);
  let name = require("util").inspect(target, { depth: -1 }), warning = new Error(`Possible EventTarget memory leak detected. ${size} ${type} listeners added to ${name}. MaxListeners is ${limit}. Use events.setMaxListeners() to increase limit`);
  hidden(warning, "name", "MaxListenersExceededWarning"), process.emitWarning(Object.assign(warning, { target, type, count: size }));
}
function drop(target, type, head, entry) {
  entry.previous.next = entry.next, entry.next !== void 0 && (entry.next.previous = entry.previous), entry.removed = !0, head.size--, watchers.get(target)?.(type, head.size), entry.signal && entry.signal.removeEventListener("abort", entry.remove);
}
function dispatch(target, type, head, event, s) {
  let newest = numbers;
  s.dispatching = !0;
  for (let e = head.next; e !== void 0 && e.number <= newest && (head.firm || !s.stop); e = e.next)
    if (!(e.removed || s.stop && !e.firm)) {
      e.once && (drop(target, type, head, e), head.size === 0 && all.get(target).delete(type)), s.passive = e.passive;
      try {
        let result = e.call.call(target, event);
        if (result != null) {
          let { then } = result;
          typeof then == "function" && then.call(result, void 0, uncaught);
        }
      } catch (error) {
        uncaught(error);
      }
    }
  s.dispatching = s.passive = s.stopped = s.stop = !1;
}
function uncaught(error) {
  nextTick(() => {
    throw error;
  });
}
function trusted(target, type) {
  all.get(target).has(type) && target.dispatchEvent(new Event(type, trust));
}
function fire(target, event) {
  stateOf(event).trusted = !0, target.dispatchEvent(event);
}
function handlerAttribute(Class, type) {
  let handlers = /* @__PURE__ */ new WeakMap();
  Object.defineProperty(Class.prototype, `on${type}`, {
    configurable: !0,
    enumerable: !0,
    get() {
      return handlers.get(this)?.handler ?? null;
    },
    set(value) {
      let handler = typeof value == "function" || typeof value == "object" && value !== null ? value : null, old = handlers.get(this);
      if (old !== void 0 && handler !== null) {
        old.handler = handler;
        return;
      }
      if (old !== void 0 && (handlers.delete(this), this.removeEventListener(type, old.listener)), handler === null) return;
      let entry = { handler, listener(event) {
        if (typeof entry.handler == "function") return entry.handler.call(this, event);
      } };
      handlers.set(this, entry), this.addEventListener(type, entry.listener);
    }
  });
}
function listenersOf(target, type) {
  let heads = target !== null && typeof target == "object" ? all.get(target) : void 0;
  if (heads === void 0) return;
  let list = [];
  for (let e = heads.get(type)?.next; e !== void 0; e = e.next) list.push(e.listener);
  return list;
}
var isTarget = (value) => value !== null && typeof value == "object" && all.has(value), limitOf = (target) => limits.get(target) ?? 10, setLimit = (target, n) => {
  limits.set(target, n);
}, setMost = (n) => {
  most = n;
};
module.exports = { Event, CustomEvent, EventTarget, listenersOf, isTarget, limitOf, setLimit, setMost, watchers, trusted, fire, firm, handlerAttribute };
