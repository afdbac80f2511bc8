"use strict";
var __getOwnPropNames = Object.getOwnPropertyNames;
var __commonJS = (cb, mod) => function() {
  try {
    return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
  } catch (e) {
    throw mod = 0, e;
  }
};

// src/shared/fifo.js
var require_fifo = __commonJS({
  "src/shared/fifo.js"(exports2, module2) {
    "use strict";
    var FIFO2 = class {
      #items = [];
      #head = 0;
      get length() {
        return this.#items.length - this.#head;
      }
      push(value) {
        this.#items.push(value);
      }
      shift() {
        if (this.length === 0) return;
        let value = this.#items[this.#head];
        return this.#items[this.#head++] = void 0, 2 * this.#head > this.#items.length && this.#head > 32 && (this.#items = this.#items.slice(this.#head), this.#head = 0), value;
      }
    };
    module2.exports = { FIFO: FIFO2 };
  }
});

// src/node/events.js
var { withCode, invalidArgType, outOfRange, validateFunction, validateBoolean, validateInteger, validateAbortSignal, abortError, hidden } = require("internal/errors"), { FIFO } = require_fifo(), errorMonitor = /* @__PURE__ */ Symbol("events.errorMonitor"), captureRejection = /* @__PURE__ */ Symbol.for("nodejs.rejection"), kCapture = /* @__PURE__ */ Symbol("kCapture"), kShape = /* @__PURE__ */ Symbol("shapeMode"), defaultMaxListeners = 10, captureByDefault = !1;
function EventEmitter(options) {
  EventEmitter.init.call(this, options);
}
EventEmitter.prototype._events = void 0;
EventEmitter.prototype._eventsCount = 0;
EventEmitter.prototype._maxListeners = void 0;
Object.defineProperty(EventEmitter.prototype, kCapture, {
  get: () => captureByDefault,
  set(value) {
    Object.defineProperty(this, kCapture, { value, writable: !0, enumerable: !0, configurable: !0 });
  },
  enumerable: !1,
  configurable: !0
});
EventEmitter.init = function(options) {
  (this._events === void 0 || this._events === Object.getPrototypeOf(this)._events) && (this._events = /* @__PURE__ */ Object.create(null), this._eventsCount = 0, this[kShape] = !1), this._maxListeners = this._maxListeners || void 0, options?.captureRejections ? (validateBoolean(options.captureRejections, "options.captureRejections"), this[kCapture] = !0) : this[kCapture] = captureByDefault;
};
function checkCount(n, name) {
  if (typeof n != "number") throw invalidArgType(name, "number", n);
  if (n < 0 || Number.isNaN(n)) throw outOfRange(name, ">= 0", n);
}
var maxListenersOf = (emitter) => emitter._maxListeners === void 0 ? defaultMaxListeners : emitter._maxListeners;
EventEmitter.prototype.setMaxListeners = function(n) {
  return checkCount(n, "setMaxListeners"), this._maxListeners = n, this;
};
EventEmitter.prototype.getMaxListeners = function() {
  return maxListenersOf(this);
};
EventEmitter.prototype.emit = function(type, ...args) {
  let events = this._events;
  if (type === "error" && (events !== void 0 && events[errorMonitor] !== void 0 && this.emit(errorMonitor, ...args), events === void 0 || events.error === void 0))
    throw unhandled(args[0]);
  let handler = events === void 0 ? void 0 : events[type];
  if (handler === void 0) return !1;
  if (typeof handler == "function") {
    let result = handler.apply(this, args);
    return result != null && this[kCapture] && addCatch(this, result, type, args), !0;
  }
  let listeners2 = handler.slice();
  for (let i = 0; i < listeners2.length; i++) {
    let result = listeners2[i].apply(this, args);
    result != null && this[kCapture] && addCatch(this, result, type, args);
  }
  return !0;
};
function unhandled(error) {
  if (error instanceof Error) return error;
  let text;
  try {
    text = require("util").inspect(error);
  } catch {
    text = error;
  }
  let made = withCode(Error, "ERR_UNHANDLED_ERROR", `Unhandled error. (${text})`);
  return made.context = error, made;
}
function addCatch(emitter, promise, type, args) {
  try {
    let { then } = promise;
    typeof then == "function" && then.call(promise, void 0, (error) => process.nextTick(() => {
      if (typeof emitter[captureRejection] == "function") {
        emitter[captureRejection](error, type, ...args);
        return;
      }
      let before = emitter[kCapture];
      try {
        emitter[kCapture] = !1, emitter.emit("error", error);
      } finally {
        emitter[kCapture] = before;
      }
    }));
  } catch (error) {
    emitter.emit("error", error);
  }
}
function add(emitter, type, listener, prepend) {
  validateFunction(listener, "listener");
  let events = emitter._events;
  events === void 0 ? (events = emitter._events = /* @__PURE__ */ Object.create(null), emitter._eventsCount = 0) : events.newListener !== void 0 && (emitter.emit("newListener", type, listener.listener ?? listener), events = emitter._events);
  let existing = events[type];
  if (existing === void 0)
    return events[type] = listener, ++emitter._eventsCount, emitter;
  let list = typeof existing == "function" ? events[type] = prepend ? [listener, existing] : [existing, listener] : existing;
  list === existing && (prepend ? list.unshift(listener) : list.push(listener));
  let most = maxListenersOf(emitter);
  if (most > 0 && list.length > most && !list.warned) {
    list.warned = !0;
    let name = emitter.constructor?.name ?? "EventEmitter", warning = new Error(`Possible EventEmitter memory leak detected. ${list.length} ${String(type)} listeners added to [${name}]. MaxListeners is ${most}. Use emitter.setMaxListeners() to increase limit`);
    Object.assign(warning, { name: "MaxListenersExceededWarning", emitter, type, count: list.length }), process.emitWarning(warning);
  }
  return emitter;
}
EventEmitter.prototype.addListener = function(type, listener) {
  return add(this, type, listener, !1);
};
EventEmitter.prototype.on = EventEmitter.prototype.addListener;
EventEmitter.prototype.prependListener = function(type, listener) {
  return add(this, type, listener, !0);
};
function wrapOnce(emitter, type, listener) {
  let fired = !1;
  function wrapped(...args) {
    if (!fired)
      return emitter.removeListener(type, wrapped), fired = !0, listener.apply(emitter, args);
  }
  return wrapped.listener = listener, wrapped;
}
EventEmitter.prototype.once = function(type, listener) {
  return validateFunction(listener, "listener"), this.on(type, wrapOnce(this, type, listener));
};
EventEmitter.prototype.prependOnceListener = function(type, listener) {
  return validateFunction(listener, "listener"), this.prependListener(type, wrapOnce(this, type, listener));
};
EventEmitter.prototype.removeListener = function(type, listener) {
  validateFunction(listener, "listener");
  let events = this._events, list = events === void 0 ? void 0 : events[type];
  if (list === void 0) return this;
  if (list === listener || list.listener === listener)
    return remove(this, type), events.removeListener && this.emit("removeListener", type, list.listener || listener), this;
  if (typeof list == "function") return this;
  let at = list.length - 1;
  for (; at >= 0 && list[at] !== listener && list[at].listener !== listener; ) at--;
  return at < 0 ? this : (list.splice(at, 1), list.length === 1 && (events[type] = list[0]), events.removeListener !== void 0 && this.emit("removeListener", type, listener), this);
};
EventEmitter.prototype.off = EventEmitter.prototype.removeListener;
function remove(emitter, type) {
  --emitter._eventsCount === 0 ? emitter._events = /* @__PURE__ */ Object.create(null) : delete emitter._events[type];
}
EventEmitter.prototype.removeAllListeners = function(type) {
  let events = this._events;
  if (events === void 0) return this;
  if (events.removeListener === void 0)
    return arguments.length === 0 ? (this._events = /* @__PURE__ */ Object.create(null), this._eventsCount = 0) : events[type] !== void 0 && remove(this, type), this;
  if (arguments.length === 0) {
    for (let key of Reflect.ownKeys(events)) key !== "removeListener" && this.removeAllListeners(key);
    return this.removeAllListeners("removeListener"), this._events = /* @__PURE__ */ Object.create(null), this._eventsCount = 0, this;
  }
  let list = events[type];
  if (typeof list == "function") this.removeListener(type, list);
  else if (list !== void 0) for (let i = list.length - 1; i >= 0; i--) this.removeListener(type, list[i]);
  return this;
};
function listenersOf(emitter, type, unwrap) {
  let list = emitter._events?.[type];
  if (list === void 0) return [];
  let all = typeof list == "function" ? [list] : list.slice();
  return unwrap ? all.map((l) => l.listener ?? l) : all;
}
EventEmitter.prototype.listeners = function(type) {
  return listenersOf(this, type, !0);
};
EventEmitter.prototype.rawListeners = function(type) {
  return listenersOf(this, type, !1);
};
EventEmitter.prototype.listenerCount = function(type, listener) {
  let list = this._events?.[type];
  return list === void 0 ? 0 : listener != null ? listenersOf(this, type, !1).filter((l) => l === listener || l.listener === listener).length : typeof list == "function" ? 1 : list.length;
};
EventEmitter.prototype.eventNames = function() {
  return this._eventsCount > 0 ? Reflect.ownKeys(this._events) : [];
};
async function once2(emitter, name, options = {}) {
  if (options === null || typeof options != "object") throw invalidArgType("options", "Object", options);
  let { signal } = options;
  if (validateAbortSignal(signal, "options.signal"), signal?.aborted) throw abortError(signal.reason);
  return new Promise((resolve, reject) => {
    let onError = (error) => {
      off(emitter, name, onEvent), signal?.removeEventListener("abort", onAbort), reject(error);
    }, onEvent = (...args) => {
      typeof emitter.removeListener == "function" && emitter.removeListener("error", onError), signal?.removeEventListener("abort", onAbort), resolve(args);
    };
    function onAbort() {
      off(emitter, name, onEvent), off(emitter, "error", onError), reject(abortError(signal.reason));
    }
    listen(emitter, name, onEvent, !0), name !== "error" && typeof emitter.once == "function" && emitter.once("error", onError), signal?.addEventListener("abort", onAbort, { once: !0 });
  });
}
function listen(emitter, name, listener, onlyOnce) {
  if (typeof emitter.on == "function")
    onlyOnce ? emitter.once(name, listener) : emitter.on(name, listener);
  else if (typeof emitter.addEventListener == "function")
    emitter.addEventListener(name, listener, { once: onlyOnce });
  else
    throw invalidArgType("emitter", "EventEmitter", emitter);
}
function off(emitter, name, listener) {
  typeof emitter.removeListener == "function" ? emitter.removeListener(name, listener) : typeof emitter.removeEventListener == "function" && emitter.removeEventListener(name, listener);
}
var firstParameter = /* @__PURE__ */ Symbol.for("wakeful.events.firstParameter");
function watermark(value, name, otherwise) {
  return value == null ? otherwise : (validateInteger(value, name, 1), value);
}
function on(emitter, event, options = {}) {
  if (options === null || typeof options != "object") throw invalidArgType("options", "Object", options);
  let { signal } = options;
  if (validateAbortSignal(signal, "options.signal"), signal?.aborted) throw abortError(signal.reason);
  let high = watermark(options.highWaterMark ?? options.highWatermark, "options.highWaterMark", Number.MAX_SAFE_INTEGER), low = watermark(options.lowWaterMark ?? options.lowWatermark, "options.lowWaterMark", 1), events = new FIFO(), waiting = new FIFO(), failure, finished = !1, paused = !1, arrive = (value) => {
    if (waiting.length > 0) {
      waiting.shift().resolve({ value, done: !1 });
      return;
    }
    events.push(value), !paused && events.length > high && (paused = !0, emitter.pause());
  }, onEvent = options[firstParameter] ? (value) => arrive(value) : (...args) => arrive(args), onError = (error) => {
    waiting.length > 0 ? waiting.shift().reject(error) : error && (failure = { error }), iterator.return();
  }, onAbort = () => onError(abortError(signal.reason)), closers = [...options.close ?? []].map((name) => [name, () => iterator.return()]), iterator = {
    next() {
      if (events.length > 0) {
        let value = events.shift();
        return paused && events.length < low && (paused = !1, emitter.resume()), Promise.resolve({ value, done: !1 });
      }
      if (failure !== void 0) {
        let { error } = failure;
        return failure = void 0, Promise.reject(error);
      }
      return finished ? Promise.resolve({ value: void 0, done: !0 }) : new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
      });
    },
    return() {
      off(emitter, event, onEvent), event !== "error" && off(emitter, "error", onError);
      for (let [name, listener] of closers) off(emitter, name, listener);
      for (signal && signal.removeEventListener("abort", onAbort), finished = !0; waiting.length > 0; ) waiting.shift().resolve({ value: void 0, done: !0 });
      return Promise.resolve({ value: void 0, done: !0 });
    },
    throw(error) {
      if (!(error instanceof Error)) throw invalidArgType("EventEmitter.AsyncIterator", "Error", error);
      onError(error);
    },
    [Symbol.asyncIterator]() {
      return this;
    }
  };
  listen(emitter, event, onEvent, !1), event !== "error" && typeof emitter.on == "function" && emitter.on("error", onError);
  for (let [name, listener] of closers) listen(emitter, name, listener, !1);
  return signal && signal.addEventListener("abort", onAbort, { once: !0 }), iterator;
}
function getEventListeners(emitter, type) {
  if (typeof emitter?.listeners == "function") return emitter.listeners(type);
  let list = require("internal/events").listenersOf(emitter, type);
  if (list === void 0) throw invalidArgType("emitter", ["EventEmitter", "EventTarget"], emitter);
  return list;
}
function addAbortListener(signal, listener) {
  if (signal === void 0) throw invalidArgType("signal", "AbortSignal", signal);
  validateAbortSignal(signal, "signal"), validateFunction(listener, "listener");
  let dispose;
  return signal.aborted ? queueMicrotask(() => listener()) : (signal.addEventListener("abort", listener, require("internal/events").firm), dispose = () => signal.removeEventListener("abort", listener)), { [Symbol.dispose ?? /* @__PURE__ */ Symbol.for("SymbolDispose")]() {
    dispose?.();
  } };
}
function setDefault(n) {
  defaultMaxListeners = n, require("internal/events").setMost(n);
}
for (let name of Object.keys(EventEmitter.prototype)) {
  let { [name]: method } = EventEmitter.prototype;
  typeof method == "function" && hidden(method, "name", name);
}
for (let [name, alias] of [["addListener", "on"], ["removeListener", "off"]]) hidden(EventEmitter.prototype[alias], "name", name);
Object.defineProperty(EventEmitter, "EventEmitterAsyncResource", {
  enumerable: !0,
  configurable: !0,
  get() {
    let value = require("internal/emitter_resource")(EventEmitter);
    return Object.defineProperty(EventEmitter, "EventEmitterAsyncResource", { value, writable: !0, enumerable: !0, configurable: !0 }), value;
  }
});
Object.assign(EventEmitter, {
  once: once2,
  on,
  getEventListeners,
  addAbortListener,
  EventEmitter,
  usingDomains: !1,
  errorMonitor,
  captureRejectionSymbol: captureRejection,
  getMaxListeners(emitter) {
    if (typeof emitter?.getMaxListeners == "function") return maxListenersOf(emitter);
    let { isTarget, limitOf } = require("internal/events");
    if (isTarget(emitter)) return limitOf(emitter);
    throw invalidArgType("emitter", ["EventEmitter", "EventTarget"], emitter);
  },
  setMaxListeners(n = defaultMaxListeners, ...targets) {
    checkCount(n, "setMaxListeners"), targets.length === 0 && setDefault(n);
    for (let target of targets)
      if (require("internal/events").isTarget(target)) require("internal/events").setLimit(target, n);
      else if (typeof target.setMaxListeners == "function") target.setMaxListeners(n);
      else throw invalidArgType("eventTargets", ["EventEmitter", "EventTarget"], target);
  },
  listenerCount: (emitter, type) => typeof emitter.listenerCount == "function" ? emitter.listenerCount(type) : EventEmitter.prototype.listenerCount.call(emitter, type)
});
Object.defineProperties(EventEmitter, {
  defaultMaxListeners: {
    enumerable: !0,
    configurable: !0,
    get: () => defaultMaxListeners,
    set(n) {
      checkCount(n, "defaultMaxListeners"), setDefault(n);
    }
  },
  captureRejections: {
    enumerable: !0,
    configurable: !0,
    get: () => captureByDefault,
    set(value) {
      validateBoolean(value, "EventEmitter.captureRejections"), captureByDefault = value;
    }
  }
});
var last = process;
for (; ![null, Object.prototype, EventEmitter.prototype].includes(Object.getPrototypeOf(last)); ) last = Object.getPrototypeOf(last);
last !== process && Object.getPrototypeOf(last) === Object.prototype && Object.setPrototypeOf(last, EventEmitter.prototype);
module.exports = EventEmitter;
