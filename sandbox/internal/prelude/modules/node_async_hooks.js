"use strict";

// src/node/async_hooks.js
var { withCode, validateString, validateFunction, validateObject, hidden } = require("internal/errors"), { current } = native;
function within(context, fn, self, args) {
  let before = native.swap(context);
  try {
    return Reflect.apply(fn, self, args);
  } finally {
    native.swap(before);
  }
}
function withStore(storage, store) {
  let context = new Map(current());
  return context.set(storage, store), context;
}
var AsyncLocalStorage = class _AsyncLocalStorage {
  #enabled = !1;
  static bind(fn) {
    return AsyncResource.bind(fn);
  }
  static snapshot() {
    return _AsyncLocalStorage.bind((fn, ...args) => fn(...args));
  }
  disable() {
    this.#enabled = !1;
  }
  enterWith(store) {
    this.#enabled = !0, native.swap(withStore(this, store));
  }
  run(store, callback, ...args) {
    return this.#enabled && Object.is(store, this.getStore()) ? Reflect.apply(callback, null, args) : (this.#enabled = !0, within(withStore(this, store), callback, null, args));
  }
  exit(callback, ...args) {
    if (!this.#enabled) return Reflect.apply(callback, null, args);
    let context = new Map(current());
    return context.delete(this), within(context.size === 0 ? void 0 : context, callback, null, args);
  }
  getStore() {
    return this.#enabled ? current()?.get(this) : void 0;
  }
}, last = 1, executing = { id: 1, trigger: 0, resource: {} }, AsyncResource = class _AsyncResource {
  #context = current();
  #id = ++last;
  #trigger;
  constructor(type, options = {}) {
    validateString(type, "type");
    let trigger = executing.id;
    if (typeof options == "number" ? trigger = options : options.triggerAsyncId !== void 0 && (trigger = options.triggerAsyncId), !Number.isSafeInteger(trigger) || trigger < -1) throw withCode(RangeError, "ERR_INVALID_ASYNC_ID", `Invalid triggerAsyncId value: ${trigger}`);
    this.#trigger = trigger;
  }
  runInAsyncScope(fn, thisArg, ...args) {
    let before = executing;
    executing = { id: this.#id, trigger: this.#trigger, resource: this };
    try {
      return within(this.#context, fn, thisArg, args);
    } finally {
      executing = before;
    }
  }
  emitDestroy() {
    return this;
  }
  asyncId() {
    return this.#id;
  }
  triggerAsyncId() {
    return this.#trigger;
  }
  bind(fn, thisArg) {
    validateFunction(fn, "fn");
    let resource = this, bound = thisArg === void 0 ? function(...args) {
      return resource.runInAsyncScope(fn, this, ...args);
    } : resource.runInAsyncScope.bind(resource, fn, thisArg);
    return Object.defineProperties(bound, {
      length: { configurable: !0, enumerable: !1, value: fn.length, writable: !1 },
      asyncResource: { configurable: !0, enumerable: !0, value: this, writable: !0 }
    }), bound;
  }
  static bind(fn, type, thisArg) {
    return new _AsyncResource(type || fn.name || "bound-anonymous-fn").bind(fn, thisArg);
  }
};
hidden(AsyncLocalStorage, "name", "AsyncLocalStorage");
hidden(AsyncResource, "name", "AsyncResource");
function createHook(hooks) {
  validateObject(hooks, "hooks");
  for (let name of ["init", "before", "after", "destroy", "promiseResolve"])
    if (hooks[name] !== void 0 && typeof hooks[name] != "function") throw withCode(TypeError, "ERR_ASYNC_CALLBACK", `hook.${name} must be a function`);
  return {
    enable() {
      throw withCode(Error, "ERR_FEATURE_UNAVAILABLE_ON_PLATFORM", "async_hooks.createHook is unavailable: Node has it, wakeful does not: AsyncLocalStorage and AsyncResource keep what belongs to a request");
    },
    disable() {
      return this;
    }
  };
}
module.exports = {
  AsyncLocalStorage,
  AsyncResource,
  createHook,
  executionAsyncId: () => executing.id,
  triggerAsyncId: () => executing.trigger,
  executionAsyncResource: () => executing.resource
};
