'use strict';
// node:timers/promises.
const { invalidArgType, invalidThis, validateObject, validateBoolean, validateAbortSignal, illegalConstructor, abortError } = require('internal/errors');
const { setTimeout, setImmediate, setInterval, clearTimeout, clearImmediate, clearInterval } = globalThis;

function check(delay, options) {
  if (delay !== undefined && typeof delay !== 'number') throw invalidArgType('delay', 'number', delay);
  validateObject(options, 'options');
  const { signal, ref = true } = options;
  validateAbortSignal(signal, 'options.signal');
  validateBoolean(ref, 'options.ref');
  return { signal, ref };
}

// finishing is promise.finally(fn). As in Node it uses two promises, and so some microtasks, more
// than finally alone.
function finishing(promise, fn) {
  return new Promise((resolve, reject) => {
    new Promise((a, b) => { promise.then(a, b); }).finally(fn).then(resolve, reject);
  });
}

// wait makes a promise that begin settles, or an abort of the signal.
function wait(delay, options, begin, clear) {
  let given;
  try {
    given = check(delay, options);
  } catch (error) {
    return Promise.reject(error);
  }
  const { signal, ref } = given;
  if (signal?.aborted) return Promise.reject(abortError(signal.reason));
  let handle, fail;
  const promise = new Promise((resolve, reject) => {
    handle = begin(resolve);
    fail = reject;
  });
  if (!ref) handle.unref();
  if (!signal) return promise;
  const onAbort = () => {
    if (handle._destroyed) return;
    clear(handle);
    fail(abortError(signal.reason));
  };
  signal.addEventListener('abort', onAbort);
  return finishing(promise, () => signal.removeEventListener('abort', onAbort));
}

function after(delay, value, options = {}) {
  return wait(delay, options, (done) => setTimeout(done, delay, value), clearTimeout);
}

function immediate(value, options = {}) {
  return wait(undefined, options, (done) => setImmediate(done, value), clearImmediate);
}

async function* interval(delay, value, options = {}) {
  const { signal, ref } = check(delay, options);
  if (signal?.aborted) throw abortError(signal.reason);
  let due = 0;
  let wake;
  const call = (given) => {
    wake?.(given);
    wake = undefined;
  };
  const handle = setInterval(() => {
    due++;
    call();
  }, delay);
  if (!ref) handle.unref();
  const onAbort = () => {
    clearInterval(handle);
    if (wake) call(Promise.reject(abortError(signal.reason)));
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
    if (!(#brand in this)) throw invalidThis('Scheduler');
    return immediate();
  }
  wait(delay, options) {
    if (!(#brand in this)) throw invalidThis('Scheduler');
    return after(delay, undefined, options);
  }
}

module.exports = { setTimeout: after, setImmediate: immediate, setInterval: interval, scheduler: new Scheduler(token) };
Object.defineProperty(after, 'name', { value: 'setTimeout' });
Object.defineProperty(immediate, 'name', { value: 'setImmediate' });
Object.defineProperty(interval, 'name', { value: 'setInterval' });
