'use strict';
// Replaces readable-stream's copy of Node's util.

const { SymbolDispose: dispose } = require('npm:readable-stream/lib/ours/primordials.js');
const customPromisify = Symbol.for('nodejs.util.promisify.custom');

module.exports = {
  kEmptyObject: Object.freeze({}),
  promisify: Object.assign((start) => new Promise((resolve, reject) => {
    start((error, value) => (error ? reject(error) : resolve(value)));
  }), { custom: customPromisify }),
  once(callback) {
    let called = false;
    return function once(...args) {
      if (called) return;
      called = true;
      callback.apply(this, args);
    };
  },
  createDeferredPromise() {
    let resolve;
    let reject;
    const promise = new Promise((res, rej) => { resolve = res; reject = rej; });
    return { promise, resolve, reject };
  },
  debuglog: () => () => {},
  deprecate: (fn) => fn,
  inspect: (value, options) => require('node:util').inspect(value, options),
  isBlob: (value) => value?.[Symbol.toStringTag] === 'Blob' || value?.[Symbol.toStringTag] === 'File',
  AbortSignalAny: (signals) => AbortSignal.any(signals),
  addAbortListener(signal, listener) {
    if (signal.aborted) {
      queueMicrotask(() => listener());
      return { [dispose]() {} };
    }
    signal.addEventListener('abort', listener, { once: true });
    return { [dispose]() { signal.removeEventListener('abort', listener); } };
  },
};
