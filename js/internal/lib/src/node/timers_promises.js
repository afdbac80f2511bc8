'use strict';
// node:timers/promises.
const { invalidArgType, validateObject, validateBoolean, validateAbortSignal, illegalConstructor, abortError } = require('internal/errors');
const { setTimeout, setImmediate, setInterval, clearTimeout, clearImmediate, clearInterval } = globalThis;

function check(options) {
  validateObject(options, 'options');
  const { signal, ref = true } = options;
  validateAbortSignal(signal, 'options.signal');
  validateBoolean(ref, 'options.ref');
  return { signal, ref };
}

// wait makes a promise that begin settles, unless the signal does before.
function wait(options, begin, clear) {
  let given;
  try {
    given = check(options);
  } catch (error) {
    return Promise.reject(error);
  }
  const { signal, ref } = given;
  if (signal?.aborted) return Promise.reject(abortError(signal.reason));
  return new Promise((resolve, reject) => {
    const done = (value) => {
      signal?.removeEventListener('abort', onAbort);
      resolve(value);
    };
    const handle = begin(done);
    if (!ref) handle.unref();
    function onAbort() {
      clear(handle);
      reject(abortError(signal.reason));
    }
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

function after(delay, value, options = {}) {
  return wait(options, (done) => setTimeout(done, delay, value), clearTimeout);
}

function immediate(value, options = {}) {
  return wait(options, (done) => setImmediate(done, value), clearImmediate);
}

async function* interval(delay, value, options = {}) {
  const { signal, ref } = check(options);
  if (signal?.aborted) throw abortError(signal.reason);
  let due = 0;
  let wake;
  const handle = setInterval(() => {
    due++;
    wake?.();
    wake = undefined;
  }, delay);
  if (!ref) handle.unref();
  const onAbort = () => {
    clearInterval(handle);
    wake?.();
    wake = undefined;
  };
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    while (!signal?.aborted) {
      if (due === 0) await new Promise((resolve) => { wake = resolve; });
      for (; due > 0; due--) yield value;
    }
    throw abortError(signal?.reason);
  } finally {
    clearInterval(handle);
    signal?.removeEventListener('abort', onAbort);
  }
}

const token = {};
class Scheduler {
  #brand = true;
  constructor(given) { if (given !== token) throw illegalConstructor(); }
  yield() {
    if (!(#brand in this)) throw invalidArgType('this', 'Scheduler', this);
    return immediate();
  }
  wait(delay, options) {
    if (!(#brand in this)) throw invalidArgType('this', 'Scheduler', this);
    return after(delay, undefined, options === undefined ? {} : { signal: options.signal });
  }
}

module.exports = { setTimeout: after, setImmediate: immediate, setInterval: interval, scheduler: new Scheduler(token) };
Object.defineProperty(after, 'name', { value: 'setTimeout' });
Object.defineProperty(immediate, 'name', { value: 'setImmediate' });
Object.defineProperty(interval, 'name', { value: 'setInterval' });
