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
    var custom = /* @__PURE__ */ Symbol.for("nodejs.util.inspect.custom");
    function webInterface2(Class, name) {
      Object.defineProperty(Class, "name", { value: name, configurable: !0 });
      for (let key of Object.getOwnPropertyNames(Class.prototype)) {
        if (key === "constructor") continue;
        let descriptor = Object.getOwnPropertyDescriptor(Class.prototype, key);
        Object.defineProperty(Class.prototype, key, { ...descriptor, enumerable: !0 });
      }
      return Object.defineProperty(Class.prototype, Symbol.toStringTag, { value: name, configurable: !0 }), Class;
    }
    function inspectAs2(Class, properties, deep) {
      Object.defineProperty(Class.prototype, custom, {
        configurable: !0,
        writable: !0,
        enumerable: !1,
        value(depth, options, inspect) {
          let name = this.constructor && this.constructor.name || Class.name;
          if (depth < 0) return deep === void 0 ? name : deep(this);
          let inner = { ...options, depth: options.depth == null ? null : options.depth - 1 };
          return `${name} ${inspect(properties.call(this), inner)}`;
        }
      });
    }
    module2.exports = { custom, webInterface: webInterface2, inspectAs: inspectAs2 };
  }
});

// src/web/events.js
var { withCode, invalidArgType, missingArgs, invalidThis } = require("internal/errors"), { webInterface, inspectAs } = require_classes(), nextTick = process.nextTick, flags = /* @__PURE__ */ new WeakMap(), Event = class {
  #type;
  #bubbles;
  #cancelable;
  #composed;
  #timeStamp;
  #defaultPrevented = !1;
  #propagationStopped = !1;
  constructor(type, options = void 0) {
    if (arguments.length === 0) throw missingArgs("type");
    if (options != null && typeof options != "object" && typeof options != "function") throw invalidArgType("options", "Object", options);
    this.#type = `${type}`, this.#bubbles = !!options?.bubbles, this.#cancelable = !!options?.cancelable, this.#composed = !!options?.composed, this.#timeStamp = native.now(), flags.set(this, { dispatching: !1, stop: !1, passive: !1, target: null, current: null, prevent: () => {
      this.#defaultPrevented = !0;
    }, reset: () => {
      this.#propagationStopped = !1;
    } }), Object.defineProperty(this, "isTrusted", { get: isTrusted, enumerable: !1, configurable: !1 });
  }
  get type() {
    return this.#type;
  }
  get target() {
    return flags.get(this).target;
  }
  get currentTarget() {
    return flags.get(this).current;
  }
  get srcElement() {
    return flags.get(this).target;
  }
  get eventPhase() {
    return flags.get(this).dispatching ? 2 : 0;
  }
  get bubbles() {
    return this.#bubbles;
  }
  get cancelable() {
    return this.#cancelable;
  }
  get composed() {
    return this.#composed;
  }
  get timeStamp() {
    return this.#timeStamp;
  }
  get defaultPrevented() {
    return this.#cancelable && this.#defaultPrevented;
  }
  get returnValue() {
    return !this.defaultPrevented;
  }
  get cancelBubble() {
    return this.#propagationStopped;
  }
  set cancelBubble(value) {
    value && this.stopPropagation();
  }
  composedPath() {
    return flags.get(this).dispatching ? [flags.get(this).target] : [];
  }
  preventDefault() {
    flags.get(this).passive || (this.#defaultPrevented = !0);
  }
  stopPropagation() {
    this.#propagationStopped = !0;
  }
  stopImmediatePropagation() {
    flags.get(this).stop = !0;
  }
  initEvent(type, bubbles = !1, cancelable = !1) {
    if (arguments.length === 0) throw missingArgs("type");
    flags.get(this).dispatching || (this.#type = `${type}`, this.#bubbles = !!bubbles, this.#cancelable = !!cancelable);
  }
};
function isTrusted() {
  return flags.get(this)?.trusted === !0;
}
webInterface(Event, "Event");
inspectAs(Event, function() {
  return { type: this.type, defaultPrevented: this.defaultPrevented, cancelable: this.cancelable, timeStamp: this.timeStamp };
});
for (let [i, name] of ["NONE", "CAPTURING_PHASE", "AT_TARGET", "BUBBLING_PHASE"].entries())
  Object.defineProperty(Event, name, { value: i, enumerable: !0 }), Object.defineProperty(Event.prototype, name, { value: i, enumerable: !0 });
var CustomEvent = class extends Event {
  #detail;
  constructor(type, options = void 0) {
    if (arguments.length === 0) throw missingArgs("type");
    super(type, options), this.#detail = options?.detail ?? null;
  }
  get detail() {
    return this.#detail;
  }
};
webInterface(CustomEvent, "CustomEvent");
var listenersOf = /* @__PURE__ */ new WeakMap(), watchers = /* @__PURE__ */ new WeakMap(), EventTarget = class {
  constructor() {
    listenersOf.set(this, /* @__PURE__ */ new Map());
  }
  addEventListener(type, listener, options = void 0) {
    let all = of(this);
    if (arguments.length < 2) throw missingArgs("type", "listener");
    let { capture, once, passive, signal } = flatten(options);
    if (!validListener(listener)) {
      process.emitWarning(`addEventListener called with ${listener} which has no effect.`, "AddEventListenerArgumentTypeWarning");
      return;
    }
    if (signal?.aborted) return;
    type = `${type}`;
    let list = all.get(type);
    if (list === void 0 && all.set(type, list = []), list.some((l) => l.listener === listener && l.capture === capture)) return;
    let entry = { listener, capture, once, passive, removed: !1, signal: void 0, remove: void 0 };
    signal && (entry.signal = signal, entry.remove = () => this.removeEventListener(type, listener, capture), signal.addEventListener("abort", entry.remove, { once: !0 })), list.push(entry), list.length === 1 && watchers.get(this)?.(type, !0);
  }
  removeEventListener(type, listener, options = void 0) {
    let all = of(this);
    if (arguments.length < 2) throw missingArgs("type", "listener");
    if (!validListener(listener)) return;
    type = `${type}`;
    let capture = typeof options == "boolean" ? options : !!options?.capture, list = all.get(type), i = list === void 0 ? -1 : list.findIndex((l) => l.listener === listener && l.capture === capture);
    i >= 0 && drop(this, all, type, list, i);
  }
  dispatchEvent(event) {
    let all = of(this);
    if (arguments.length < 1) throw missingArgs("event");
    let f = event !== null && typeof event == "object" ? flags.get(event) : void 0;
    if (f === void 0) throw invalidArgType("event", "Event", event);
    if (f.dispatching) throw withCode(Error, "ERR_EVENT_RECURSION", `The event "${event.type}" is already being dispatched`);
    return dispatch(this, all, event, f), !event.defaultPrevented;
  }
};
webInterface(EventTarget, "EventTarget");
inspectAs(EventTarget, () => ({}));
function of(target) {
  let all = target != null ? listenersOf.get(target) : void 0;
  if (all === void 0) throw invalidThis("EventTarget");
  return all;
}
function validListener(listener) {
  if (typeof listener == "function" || typeof listener == "object" && listener !== null) return !0;
  if (listener == null) return !1;
  throw invalidArgType("listener", "EventListener", listener);
}
function flatten(options) {
  if (typeof options == "boolean") return { capture: options, once: !1, passive: !1, signal: void 0 };
  if (options == null) return { capture: !1, once: !1, passive: !1, signal: void 0 };
  if (typeof options != "object" && typeof options != "function") throw invalidArgType("options", "Object", options);
  let { signal } = options;
  if (signal !== void 0 && (signal === null || typeof signal != "object" || !("aborted" in signal))) throw invalidArgType("options.signal", "AbortSignal", signal);
  return { capture: !!options.capture, once: !!options.once, passive: !!options.passive, signal };
}
function drop(target, all, type, list, i) {
  let entry = list[i];
  entry.removed = !0, all.set(type, list = list.filter((_, j) => j !== i)), entry.signal && entry.signal.removeEventListener("abort", entry.remove), list.length === 0 && (all.delete(type), watchers.get(target)?.(type, !1));
}
function dispatch(target, all, event, f) {
  f.target = f.current = target, f.dispatching = !0, f.stop = !1;
  let list = all.get(event.type);
  if (list !== void 0) {
    for (let entry of list.length === 1 ? [list[0]] : list.slice())
      if (!entry.removed) {
        if (entry.once) {
          let now = all.get(event.type), i = now === void 0 ? -1 : now.indexOf(entry);
          i >= 0 && drop(target, all, event.type, now, i);
        }
        f.passive = entry.passive;
        try {
          let { listener } = entry, result;
          typeof listener == "function" ? result = listener.call(target, event) : typeof listener.handleEvent == "function" && (result = listener.handleEvent(event)), result != null && typeof result.then == "function" && result.then(void 0, uncaught);
        } catch (error) {
          uncaught(error);
        }
        if (f.passive = !1, f.stop) break;
      }
  }
  f.dispatching = !1, f.current = null, f.reset();
}
function uncaught(error) {
  nextTick(() => {
    throw error;
  });
}
function trusted(target, type) {
  if (!listenersOf.get(target).has(type)) return;
  let event = new Event(type);
  flags.get(event).trusted = !0, target.dispatchEvent(event);
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
module.exports = { Event, CustomEvent, EventTarget, listenersOf, watchers, trusted, handlerAttribute };
