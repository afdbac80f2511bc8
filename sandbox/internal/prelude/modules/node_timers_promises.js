"use strict";
var __knownSymbol = (name, symbol) => (symbol = Symbol[name]) ? symbol : /* @__PURE__ */ Symbol.for("Symbol." + name);
var __await = function(promise, isYieldStar) {
  this[0] = promise, this[1] = isYieldStar;
}, __asyncGenerator = (__this, __arguments, generator) => {
  var resume = (k, v, yes, no) => {
    try {
      var x = generator[k](v), isAwait = (v = x.value) instanceof __await, done = x.done;
      Promise.resolve(isAwait ? v[0] : v).then((y) => isAwait ? resume(k === "return" ? k : "next", v[1] ? { done: y.done, value: y.value } : y, yes, no) : yes({ value: y, done })).catch((e) => resume("throw", e, yes, no));
    } catch (e) {
      no(e);
    }
  }, method = (k, call, wait2, clear) => it[k] = (x) => (call = new Promise((yes, no, run) => (run = () => resume(k, x, yes, no), q ? q.then(run) : run())), clear = () => q === wait2 && (q = 0), q = wait2 = call.then(clear, clear), call), q, it = {};
  return generator = generator.apply(__this, __arguments), it[__knownSymbol("asyncIterator")] = () => it, method("next"), method("throw"), method("return"), it;
};

// src/node/timers_promises.js
var { invalidArgType, invalidThis, validateObject, validateBoolean, validateAbortSignal, illegalConstructor, abortError } = require("internal/errors"), { setTimeout, setImmediate, setInterval, clearTimeout, clearImmediate, clearInterval } = globalThis;
function check(delay, options) {
  if (delay !== void 0 && typeof delay != "number") throw invalidArgType("delay", "number", delay);
  validateObject(options, "options");
  let { signal, ref = !0 } = options;
  return validateAbortSignal(signal, "options.signal"), validateBoolean(ref, "options.ref"), { signal, ref };
}
function finishing(promise, fn) {
  return new Promise((resolve, reject) => {
    new Promise((a, b) => {
      promise.then(a, b);
    }).finally(fn).then(resolve, reject);
  });
}
function wait(delay, options, begin, clear) {
  let given;
  try {
    given = check(delay, options);
  } catch (error) {
    return Promise.reject(error);
  }
  let { signal, ref } = given;
  if (signal?.aborted) return Promise.reject(abortError(signal.reason));
  let handle, fail, promise = new Promise((resolve, reject) => {
    handle = begin(resolve), fail = reject;
  });
  if (ref || handle.unref(), !signal) return promise;
  let onAbort = () => {
    handle._destroyed || (clear(handle), fail(abortError(signal.reason)));
  };
  return signal.addEventListener("abort", onAbort), finishing(promise, () => signal.removeEventListener("abort", onAbort));
}
function after(delay, value, options = {}) {
  return wait(delay, options, (done) => setTimeout(done, delay, value), clearTimeout);
}
function immediate(value, options = {}) {
  return wait(void 0, options, (done) => setImmediate(done, value), clearImmediate);
}
function interval(_0, _1) {
  return __asyncGenerator(this, arguments, function* (delay, value, options = {}) {
    let { signal, ref } = check(delay, options);
    if (signal?.aborted) throw abortError(signal.reason);
    let due = 0, wake, call = (given) => {
      wake?.(given), wake = void 0;
    }, handle = setInterval(() => {
      due++, call();
    }, delay);
    ref || handle.unref();
    let onAbort = () => {
      clearInterval(handle), wake && call(Promise.reject(abortError(signal.reason)));
    };
    signal?.addEventListener("abort", onAbort, { once: !0 });
    try {
      for (; !signal?.aborted; )
        for (due === 0 && (yield new __await(new Promise((resolve) => {
          wake = resolve;
        }))); due > 0; due--) yield value;
      throw abortError(signal?.reason);
    } finally {
      clearInterval(handle), signal?.removeEventListener("abort", onAbort);
    }
  });
}
var token = {}, Scheduler = class {
  #brand = !0;
  constructor(given) {
    if (given !== token) throw illegalConstructor();
  }
  yield() {
    if (!(#brand in this)) throw invalidThis("Scheduler");
    return immediate();
  }
  wait(delay, options) {
    if (!(#brand in this)) throw invalidThis("Scheduler");
    return after(delay, void 0, options);
  }
};
module.exports = { setTimeout: after, setImmediate: immediate, setInterval: interval, scheduler: new Scheduler(token) };
Object.defineProperty(after, "name", { value: "setTimeout" });
Object.defineProperty(immediate, "name", { value: "setImmediate" });
Object.defineProperty(interval, "name", { value: "setInterval" });
