'use strict';
// node:async_hooks: AsyncLocalStorage and AsyncResource. A context is a Map from storages to their
// values that nobody changes. The runtime keeps it through callbacks and promises. There are no
// hooks that tell of each asynchronous resource.
const { withCode, validateString, validateFunction, validateObject, hidden } = require('internal/errors');

const { current } = native;

// within calls a function in a context.
function within(context, fn, self, args) {
  const before = native.swap(context);
  try {
    return Reflect.apply(fn, self, args);
  } finally {
    native.swap(before);
  }
}

function withStore(storage, store) {
  const context = new Map(current());
  context.set(storage, store);
  return context;
}

class AsyncLocalStorage {
  #enabled = false;
  static bind(fn) { return AsyncResource.bind(fn); }
  static snapshot() { return AsyncLocalStorage.bind((fn, ...args) => fn(...args)); }
  disable() { this.#enabled = false; }
  enterWith(store) {
    this.#enabled = true;
    native.swap(withStore(this, store));
  }
  run(store, callback, ...args) {
    if (this.#enabled && Object.is(store, this.getStore())) return Reflect.apply(callback, null, args);
    this.#enabled = true;
    return within(withStore(this, store), callback, null, args);
  }
  exit(callback, ...args) {
    if (!this.#enabled) return Reflect.apply(callback, null, args);
    const context = new Map(current());
    context.delete(this);
    return within(context.size === 0 ? undefined : context, callback, null, args);
  }
  getStore() { return this.#enabled ? current()?.get(this) : undefined; }
}

// Numbers of resources. 1 is the program itself.
let last = 1;
let executing = { id: 1, trigger: 0, resource: {} };

class AsyncResource {
  #context = current(); #id = ++last; #trigger;
  constructor(type, options = {}) {
    validateString(type, 'type');
    let trigger = executing.id;
    if (typeof options === 'number') trigger = options;
    else if (options.triggerAsyncId !== undefined) trigger = options.triggerAsyncId;
    if (!Number.isSafeInteger(trigger) || trigger < -1) throw withCode(RangeError, 'ERR_INVALID_ASYNC_ID', `Invalid triggerAsyncId value: ${trigger}`);
    this.#trigger = trigger;
  }
  runInAsyncScope(fn, thisArg, ...args) {
    const before = executing;
    executing = { id: this.#id, trigger: this.#trigger, resource: this };
    try {
      return within(this.#context, fn, thisArg, args);
    } finally {
      executing = before;
    }
  }
  emitDestroy() { return this; }
  asyncId() { return this.#id; }
  triggerAsyncId() { return this.#trigger; }
  bind(fn, thisArg) {
    validateFunction(fn, 'fn');
    const resource = this;
    const bound = thisArg === undefined
      ? function (...args) { return resource.runInAsyncScope(fn, this, ...args); }
      : resource.runInAsyncScope.bind(resource, fn, thisArg);
    Object.defineProperties(bound, {
      length: { configurable: true, enumerable: false, value: fn.length, writable: false },
      asyncResource: { configurable: true, enumerable: true, value: this, writable: true },
    });
    return bound;
  }
  static bind(fn, type, thisArg) {
    return new AsyncResource(type || fn.name || 'bound-anonymous-fn').bind(fn, thisArg);
  }
}
hidden(AsyncLocalStorage, 'name', 'AsyncLocalStorage');
hidden(AsyncResource, 'name', 'AsyncResource');

// createHook makes a hook that cannot be enabled.
function createHook(hooks) {
  validateObject(hooks, 'hooks');
  for (const name of ['init', 'before', 'after', 'destroy', 'promiseResolve']) {
    if (hooks[name] !== undefined && typeof hooks[name] !== 'function') throw withCode(TypeError, 'ERR_ASYNC_CALLBACK', `hook.${name} must be a function`);
  }
  return {
    enable() {
      throw withCode(Error, 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', 'async_hooks.createHook is unavailable: Node has it, wakeful does not: AsyncLocalStorage and AsyncResource keep what belongs to a request');
    },
    disable() { return this; },
  };
}

module.exports = {
  AsyncLocalStorage, AsyncResource, createHook,
  executionAsyncId: () => executing.id,
  triggerAsyncId: () => executing.trigger,
  executionAsyncResource: () => executing.resource,
};
