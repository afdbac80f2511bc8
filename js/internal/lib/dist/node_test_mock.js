"use strict";

// src/node/test_mock.js
var { withCode, invalidArgType, invalidArgValue, validateBoolean, validateFunction, validateInteger, validateObject } = require("internal/errors"), MockFunctionContext = class {
  #calls = [];
  #times;
  #implementation;
  #restore;
  #once = /* @__PURE__ */ new Map();
  // implementations of single calls, by their numbers
  constructor(implementation, restore, times) {
    this.#implementation = implementation, this.#restore = restore, this.#times = times;
  }
  get calls() {
    return this.#calls.slice();
  }
  callCount() {
    return this.#calls.length;
  }
  mockImplementation(implementation) {
    validateFunction(implementation, "implementation"), this.#implementation = implementation;
  }
  mockImplementationOnce(implementation, onCall) {
    validateFunction(implementation, "implementation");
    let call = onCall ?? this.#calls.length;
    validateInteger(call, "onCall", this.#calls.length), this.#once.set(call, implementation);
  }
  restore() {
    let { object, name, descriptor, original } = this.#restore;
    object === void 0 ? this.#implementation = original : Object.defineProperty(object, name, descriptor);
  }
  resetCalls() {
    this.#calls = [];
  }
  static next(context) {
    let number = context.#calls.length, implementation = context.#once.get(number) ?? context.#implementation;
    return number + 1 === context.#times && context.restore(), context.#once.delete(number), implementation;
  }
  static record(context, call) {
    context.#calls.push(call);
  }
}, { next, record } = MockFunctionContext;
delete MockFunctionContext.next;
delete MockFunctionContext.record;
function mocked(original, context) {
  let recorded = (call, run) => {
    try {
      call.result = run();
    } catch (error) {
      throw call.error = error, error;
    } finally {
      record(context, call);
    }
    return call.result;
  };
  return new Proxy(original, {
    apply(target, self, args) {
      let fn = next(context);
      return recorded({ arguments: [...args], error: void 0, result: void 0, stack: new Error(), target: void 0, this: self }, () => Reflect.apply(fn, self, args));
    },
    construct(target, args, newTarget) {
      let fn = next(context), call = { arguments: [...args], error: void 0, result: void 0, stack: new Error(), target, this: void 0 };
      return recorded(call, () => call.this = Reflect.construct(fn, args, newTarget));
    },
    get: (target, key, receiver) => key === "mock" ? context : Reflect.get(target, key, receiver)
  });
}
function timesOf(options) {
  let { times } = options;
  return times === void 0 ? 1 / 0 : (validateInteger(times, "options.times", 1), times);
}
var isObject = (value) => value !== null && typeof value == "object";
function descriptorOf(object, name) {
  for (let at = object; at != null; at = Object.getPrototypeOf(at)) {
    let descriptor = Object.getOwnPropertyDescriptor(at, name);
    if (descriptor) return descriptor;
  }
}
function accessor(kind, implementation, options = {}) {
  if (isObject(implementation) && ([implementation, options] = [void 0, implementation]), options[kind] === !1) throw invalidArgValue(`options.${kind}`, options[kind], "cannot be false");
  return [implementation, { ...options, [kind]: !0 }];
}
var MockTracker = class {
  #mocks = [];
  get timers() {
    throw withCode(Error, "ERR_FEATURE_UNAVAILABLE_ON_PLATFORM", "mock.timers is unavailable: Node has it, wakeful does not: a Go program can run a loop in a bubble of testing/synctest");
  }
  fn(original = function() {
  }, implementation = original, options = {}) {
    isObject(original) ? [options, original, implementation] = [original, ...Array(2).fill(function() {
    })] : isObject(implementation) && ([options, implementation] = [implementation, original]), validateFunction(original, "original"), validateFunction(implementation, "implementation"), validateObject(options, "options");
    let context = new MockFunctionContext(implementation, { original }, timesOf(options));
    return this.#mocks.push(context), mocked(original, context);
  }
  method(object, name, implementation, options = {}) {
    if (typeof name != "string" && typeof name != "symbol") throw invalidArgType("methodName", ["string", "symbol"], name);
    if (!isObject(object) && typeof object != "function") throw invalidArgType("object", "object", object);
    isObject(implementation) && ([implementation, options] = [void 0, implementation]), validateObject(options, "options");
    let { getter = !1, setter = !1 } = options;
    validateBoolean(getter, "options.getter"), validateBoolean(setter, "options.setter");
    let times = timesOf(options);
    if (getter && setter) throw invalidArgValue("options.setter", setter, "cannot be used with 'options.getter'");
    let descriptor = descriptorOf(object, name), kind = getter ? "get" : setter ? "set" : "value", original = descriptor?.[kind];
    if (typeof original != "function") throw invalidArgValue("methodName", original, "must be a method");
    implementation ??= original, validateFunction(implementation, "implementation");
    let context = new MockFunctionContext(implementation, { object, name, descriptor, original }, times);
    this.#mocks.push(context);
    let mock = mocked(original, context);
    return Object.defineProperty(object, name, { ...descriptor, [kind]: mock }), mock;
  }
  getter(object, name, implementation, options) {
    return this.method(object, name, ...accessor("getter", implementation, options));
  }
  setter(object, name, implementation, options) {
    return this.method(object, name, ...accessor("setter", implementation, options));
  }
  reset() {
    this.restoreAll(), this.#mocks = [];
  }
  restoreAll() {
    for (let context of this.#mocks) context.restore();
  }
};
module.exports = { MockTracker };
