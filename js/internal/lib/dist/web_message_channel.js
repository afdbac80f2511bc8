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

// src/web/message_channel.js
var { withCode, invalidThis, missingArgs, invalidArgType } = require("internal/errors"), { Event, EventTarget, handlerAttribute, watchers } = require("internal/events"), { DOMException } = require("internal/domexception"), { clone: cloneWith, platform, transferable } = require("internal/clone"), { webInterface, inspectAs } = require_classes(), MessageEvent = class extends Event {
  #data;
  #origin;
  #lastEventId;
  #source;
  #ports;
  constructor(type, options = void 0) {
    if (arguments.length === 0) throw missingArgs("type");
    if (super(type, options), this.#data = options?.data === void 0 ? null : options.data, this.#origin = options?.origin === void 0 ? "" : `${options.origin}`, this.#lastEventId = options?.lastEventId === void 0 ? "" : `${options.lastEventId}`, this.#source = options?.source ?? null, this.#source !== null && !(this.#source instanceof MessagePort)) throw invalidArgType("init.source", "MessagePort", this.#source);
    this.#ports = options?.ports === void 0 ? [] : [...options.ports];
  }
  get data() {
    return this.#data;
  }
  get origin() {
    return this.#origin;
  }
  get lastEventId() {
    return this.#lastEventId;
  }
  get source() {
    return this.#source;
  }
  get ports() {
    return this.#ports;
  }
};
webInterface(MessageEvent, "MessageEvent");
var token = {}, stateOf, MessagePort = class extends EventTarget {
  #state;
  static {
    stateOf = (port) => port !== null && typeof port == "object" && #state in port ? port.#state : void 0;
  }
  constructor(given, state) {
    if (given !== token) throw withCode(TypeError, "ERR_CONSTRUCT_CALL_INVALID", "Constructor cannot be called");
    super(), this.#state = state, state.port = this, watchers.set(this, (type, size) => {
      type === "message" && (size > 0 ? (this.ref(), this.start()) : this.unref());
    });
  }
  postMessage(value, options = void 0) {
    let s = own(this);
    if (arguments.length === 0) throw missingArgs("message");
    let transfer = [];
    if (options != null) {
      if (typeof options != "object") throw withCode(TypeError, "ERR_INVALID_ARG_TYPE", "Optional transferList argument must be an iterable");
      let list = typeof options[Symbol.iterator] == "function" ? options : options.transfer;
      if (list != null) {
        if (typeof list[Symbol.iterator] != "function") throw withCode(TypeError, "ERR_INVALID_ARG_TYPE", "Optional options.transfer argument must be an iterable");
        transfer = [...list];
      }
    }
    if (transfer.includes(this)) throw new DOMException("Transfer list contains source port", "DataCloneError");
    let target = s.other, message = cloneWith(value, transfer);
    target === void 0 || s.closing || target.closing || (target.queue.push(message), deliverLater(target));
  }
  start() {
    let s = own(this);
    s.started = !0, deliverLater(s);
  }
  close(callback) {
    let s = own(this);
    typeof callback == "function" && this.once("close", callback), shut(s), s.other !== void 0 && shut(s.other);
  }
  ref() {
    let s = own(this);
    !s.closed && s.release === void 0 && (s.release = native.keepAlive());
  }
  unref() {
    let s = own(this);
    s.release?.(), s.release = void 0;
  }
  hasRef() {
    return own(this).release !== void 0;
  }
};
webInterface(MessagePort, "MessagePort");
inspectAs(MessagePort, function() {
  return { active: !own(this).closed, refed: own(this).release !== void 0 };
});
function own(port) {
  let s = stateOf(port);
  if (s === void 0) throw invalidThis("MessagePort");
  return s;
}
var wrappers = /* @__PURE__ */ new WeakMap();
function wrapper(port, type, listener) {
  let byType = wrappers.get(port);
  byType === void 0 && wrappers.set(port, byType = /* @__PURE__ */ new Map());
  let byListener = byType.get(type);
  byListener === void 0 && byType.set(type, byListener = /* @__PURE__ */ new Map());
  let wrapped = byListener.get(listener);
  return wrapped === void 0 && (wrapped = function(event) {
    return listener.call(port, "data" in event ? event.data : event);
  }, byListener.set(listener, wrapped)), wrapped;
}
var emitter = {
  on(type, listener) {
    return this.addEventListener(type, wrapper(this, type, listener)), this;
  },
  once(type, listener) {
    return this.addEventListener(type, wrapper(this, type, listener), { once: !0 }), this;
  },
  off(type, listener) {
    return this.removeEventListener(type, wrapper(this, type, listener)), this;
  },
  emit(type, value) {
    return this.dispatchEvent(new MessageEvent(type, { data: value }));
  }
};
emitter.addListener = emitter.on;
emitter.removeListener = emitter.off;
for (let [name, value] of Object.entries(emitter)) Object.defineProperty(MessagePort.prototype, name, { value, writable: !0, configurable: !0, enumerable: !0 });
for (let type of ["message", "messageerror", "close"]) handlerAttribute(MessagePort, type);
var newState = () => ({ port: void 0, other: void 0, queue: [], started: !1, posted: !1, closed: !1, closing: !1, release: void 0 });
function deliverLater(s) {
  s.posted || !s.started || s.closed || s.queue.length === 0 || (s.posted = !0, native.post(() => deliver(s)));
}
function deliver(s) {
  if (s.posted = !1, s.closed || s.queue.length === 0) return;
  let { value, ports } = s.queue.shift();
  deliverLater(s), s.port.dispatchEvent(new MessageEvent("message", { data: value, ports }));
}
function shut(s) {
  s.closing || (s.closing = !0, native.post(() => {
    for (; s.started && s.queue.length > 0 && !s.closed; ) deliver(s);
    s.closed = !0, s.release?.(), s.release = void 0, s.port?.dispatchEvent(new Event("close"));
  }));
}
var MessageChannel = class {
  constructor() {
    let a = newState(), b = newState();
    a.other = b, b.other = a, Object.defineProperty(this, "port1", { value: new MessagePort(token, a), enumerable: !0, configurable: !0, writable: !0 }), Object.defineProperty(this, "port2", { value: new MessagePort(token, b), enumerable: !0, configurable: !0, writable: !0 });
  }
};
transferable.push({
  is: (value) => stateOf(value) !== void 0,
  move(port) {
    let s = own(port);
    if (s.closed || s.closing) throw new DOMException("MessagePort in transfer list is already detached", "DataCloneError");
    port.unref();
    let moved = { ...s, port: void 0, started: !1, posted: !1, release: void 0 };
    return s.other !== void 0 && (s.other.other = moved), Object.assign(s, { other: void 0, closed: !0, closing: !0, queue: [] }), new MessagePort(token, moved);
  }
});
platform.push((value, refuse) => {
  if (stateOf(value) !== void 0) throw withCode(TypeError, "ERR_MISSING_TRANSFERABLE_IN_TRANSFER_LIST", "Object that needs transfer was found in message but not listed in transferList");
});
function receiveMessageOnPort(port) {
  let s = stateOf(port);
  if (s === void 0) throw withCode(TypeError, "ERR_INVALID_ARG_TYPE", 'The "port" argument must be a MessagePort instance');
  if (s.queue.length !== 0)
    return { message: s.queue.shift().value };
}
module.exports = { MessageChannel, MessagePort, MessageEvent, receiveMessageOnPort };
