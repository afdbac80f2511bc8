"use strict";

// src/node/timers.js
var { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate } = globalThis, { invalidArgType, outOfRange, hidden } = require("internal/errors"), running = /* @__PURE__ */ new WeakMap(), longest = 2 ** 31 - 1;
function deprecated(fn, name, message, code) {
  let told = !1, wrapped = function(...args) {
    return told || (told = !0, process.emitWarning(message, "DeprecationWarning", code)), Reflect.apply(fn, this, args);
  };
  return hidden(wrapped, "name", name), wrapped;
}
function stop(item) {
  let timer = running.get(item);
  timer !== void 0 && (running.delete(item), clearTimeout(timer)), item._idleNext !== void 0 && (item._idleNext = item._idlePrev = null);
}
function enroll(item, msecs) {
  if (typeof msecs != "number") throw invalidArgType("msecs", "number", msecs);
  if (!(msecs >= 0 && Number.isFinite(msecs))) throw outOfRange("msecs", "a non-negative finite number", msecs);
  item._idleNext && unenroll(item), msecs > longest && (process.emitWarning(`${msecs} does not fit into a 32-bit signed integer.
Timer duration was truncated to ${longest}.`, "TimeoutOverflowWarning"), msecs = longest), item._idleNext = item, item._idlePrev = item, item._idleTimeout = msecs;
}
function begin(item, ref) {
  let msecs = item._idleTimeout;
  if (msecs === void 0 || msecs < 0) return;
  let known = running.get(item);
  known !== void 0 && clearTimeout(known);
  let timer = setTimeout(() => {
    running.get(item) === timer && (running.delete(item), typeof item._onTimeout == "function" && item._onTimeout());
  }, msecs);
  ref || timer.unref(), running.set(item, timer), item._idleStart = Math.trunc(performance.now()), item._idleNext = item, item._idlePrev = item;
}
function unenroll(item) {
  clearTimeout(item), stop(item), item._idleTimeout = -1;
}
var api = (name, alternative) => `timers.${name}() is deprecated. Please use ${alternative} instead.`;
module.exports = {
  setTimeout,
  clearTimeout,
  setImmediate,
  clearImmediate,
  setInterval,
  clearInterval,
  _unrefActive: deprecated((item) => begin(item, !1), "_unrefActive", "timers._unrefActive() is deprecated. Please use timeout.refresh() instead.", "DEP0127"),
  active: deprecated((item) => begin(item, !0), "active", "timers.active() is deprecated. Please use timeout.refresh() instead.", "DEP0126"),
  unenroll: deprecated(unenroll, "unenroll", api("unenroll", "clearTimeout"), "DEP0096"),
  enroll: deprecated(enroll, "enroll", api("enroll", "setTimeout"), "DEP0095")
};
Object.defineProperty(module.exports, "promises", { enumerable: !0, configurable: !0, get: () => require("timers/promises") });
