'use strict';
// The mocks of node:test: functions that record their calls.
const { withCode, invalidArgType, invalidArgValue, validateBoolean, validateFunction, validateInteger, validateObject } = require('internal/errors');

class MockFunctionContext {
  #calls = [];
  #times; #implementation; #restore;
  #once = new Map(); // implementations of single calls, by their numbers
  constructor(implementation, restore, times) {
    this.#implementation = implementation;
    this.#restore = restore;
    this.#times = times;
  }
  get calls() { return this.#calls.slice(); }
  callCount() { return this.#calls.length; }
  mockImplementation(implementation) {
    validateFunction(implementation, 'implementation');
    this.#implementation = implementation;
  }
  mockImplementationOnce(implementation, onCall) {
    validateFunction(implementation, 'implementation');
    const call = onCall ?? this.#calls.length;
    validateInteger(call, 'onCall', this.#calls.length);
    this.#once.set(call, implementation);
  }
  restore() {
    const { object, name, descriptor, original } = this.#restore;
    if (object === undefined) this.#implementation = original;
    else Object.defineProperty(object, name, descriptor);
  }
  resetCalls() { this.#calls = []; }
  static next(context) {
    const number = context.#calls.length;
    const implementation = context.#once.get(number) ?? context.#implementation;
    if (number + 1 === context.#times) context.restore();
    context.#once.delete(number);
    return implementation;
  }
  static record(context, call) { context.#calls.push(call); }
}
const { next, record } = MockFunctionContext;
delete MockFunctionContext.next;
delete MockFunctionContext.record;

// mocked returns a function that looks like another one and records its calls.
function mocked(original, context) {
  const recorded = (call, run) => {
    try {
      call.result = run();
    } catch (error) {
      call.error = error;
      throw error;
    } finally {
      record(context, call);
    }
    return call.result;
  };
  // The arrays of arguments that traps get are the engine's own and change after the call.
  return new Proxy(original, {
    apply(target, self, args) {
      const fn = next(context);
      return recorded({ arguments: [...args], error: undefined, result: undefined, stack: new Error(), target: undefined, this: self }, () => Reflect.apply(fn, self, args));
    },
    construct(target, args, newTarget) {
      const fn = next(context);
      const call = { arguments: [...args], error: undefined, result: undefined, stack: new Error(), target, this: undefined };
      return recorded(call, () => (call.this = Reflect.construct(fn, args, newTarget)));
    },
    get: (target, key, receiver) => (key === 'mock' ? context : Reflect.get(target, key, receiver)),
  });
}

function timesOf(options) {
  const { times } = options;
  if (times === undefined) return Infinity;
  validateInteger(times, 'options.times', 1);
  return times;
}

const isObject = (value) => value !== null && typeof value === 'object';

function descriptorOf(object, name) {
  for (let at = object; at !== null && at !== undefined; at = Object.getPrototypeOf(at)) {
    const descriptor = Object.getOwnPropertyDescriptor(at, name);
    if (descriptor) return descriptor;
  }
  return undefined;
}

// accessor returns the arguments of method for a getter or a setter.
function accessor(kind, implementation, options = {}) {
  if (isObject(implementation)) [implementation, options] = [undefined, implementation];
  if (options[kind] === false) throw invalidArgValue(`options.${kind}`, options[kind], 'cannot be false');
  return [implementation, { ...options, [kind]: true }];
}

class MockTracker {
  #mocks = [];
  get timers() {
    throw withCode(Error, 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', 'mock.timers is unavailable: Node has it, wakeful does not: a Go program can run a loop in a bubble of testing/synctest');
  }
  fn(original = function () {}, implementation = original, options = {}) {
    if (isObject(original)) [options, original, implementation] = [original, ...Array(2).fill(function () {})];
    else if (isObject(implementation)) [options, implementation] = [implementation, original];
    validateFunction(original, 'original');
    validateFunction(implementation, 'implementation');
    validateObject(options, 'options');
    const context = new MockFunctionContext(implementation, { original }, timesOf(options));
    this.#mocks.push(context);
    return mocked(original, context);
  }
  method(object, name, implementation, options = {}) {
    if (typeof name !== 'string' && typeof name !== 'symbol') throw invalidArgType('methodName', ['string', 'symbol'], name);
    if (!isObject(object) && typeof object !== 'function') throw invalidArgType('object', 'object', object);
    if (isObject(implementation)) [implementation, options] = [undefined, implementation];
    validateObject(options, 'options');
    const { getter = false, setter = false } = options;
    validateBoolean(getter, 'options.getter');
    validateBoolean(setter, 'options.setter');
    const times = timesOf(options);
    if (getter && setter) throw invalidArgValue('options.setter', setter, "cannot be used with 'options.getter'");
    const descriptor = descriptorOf(object, name);
    const kind = getter ? 'get' : setter ? 'set' : 'value';
    const original = descriptor?.[kind];
    if (typeof original !== 'function') throw invalidArgValue('methodName', original, 'must be a method');
    implementation ??= original;
    validateFunction(implementation, 'implementation');
    const context = new MockFunctionContext(implementation, { object, name, descriptor, original }, times);
    this.#mocks.push(context);
    const mock = mocked(original, context);
    Object.defineProperty(object, name, { ...descriptor, [kind]: mock });
    return mock;
  }
  getter(object, name, implementation, options) { return this.method(object, name, ...accessor('getter', implementation, options)); }
  setter(object, name, implementation, options) { return this.method(object, name, ...accessor('setter', implementation, options)); }
  reset() {
    this.restoreAll();
    this.#mocks = [];
  }
  restoreAll() {
    for (const context of this.#mocks) context.restore();
  }
}

module.exports = { MockTracker };
