'use strict';
// node:timers: the globals, their promises, and the deprecated functions that make a timer of any
// object: enroll, active, unenroll and _unrefActive.
const { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate } = globalThis;
const { invalidArgType, outOfRange, hidden } = require('internal/errors');

// running maps an object to its timer.
const running = new WeakMap();
const longest = 2 ** 31 - 1;

function deprecated(fn, name, message, code) {
  let told = false;
  const wrapped = function (...args) {
    if (!told) {
      told = true;
      process.emitWarning(message, 'DeprecationWarning', code);
    }
    return Reflect.apply(fn, this, args);
  };
  hidden(wrapped, 'name', name);
  return wrapped;
}

function stop(item) {
  const timer = running.get(item);
  if (timer !== undefined) {
    running.delete(item);
    clearTimeout(timer);
  }
  if (item._idleNext !== undefined) item._idleNext = item._idlePrev = null;
}

function enroll(item, msecs) {
  if (typeof msecs !== 'number') throw invalidArgType('msecs', 'number', msecs);
  if (!(msecs >= 0 && Number.isFinite(msecs))) throw outOfRange('msecs', 'a non-negative finite number', msecs);
  if (item._idleNext) unenroll(item);
  if (msecs > longest) {
    process.emitWarning(`${msecs} does not fit into a 32-bit signed integer.\nTimer duration was truncated to ${longest}.`, 'TimeoutOverflowWarning');
    msecs = longest;
  }
  item._idleNext = item;
  item._idlePrev = item;
  item._idleTimeout = msecs;
}

function begin(item, ref) {
  const msecs = item._idleTimeout;
  if (msecs === undefined || msecs < 0) return;
  const known = running.get(item);
  if (known !== undefined) clearTimeout(known);
  const timer = setTimeout(() => {
    if (running.get(item) !== timer) return;
    running.delete(item);
    if (typeof item._onTimeout === 'function') item._onTimeout();
  }, msecs);
  if (!ref) timer.unref();
  running.set(item, timer);
  item._idleStart = Math.trunc(performance.now());
  item._idleNext = item;
  item._idlePrev = item;
}

function unenroll(item) {
  clearTimeout(item);
  stop(item);
  item._idleTimeout = -1;
}

const api = (name, alternative) => `timers.${name}() is deprecated. Please use ${alternative} instead.`;
module.exports = {
  setTimeout, clearTimeout, setImmediate, clearImmediate, setInterval, clearInterval,
  _unrefActive: deprecated((item) => begin(item, false), '_unrefActive', 'timers._unrefActive() is deprecated. Please use timeout.refresh() instead.', 'DEP0127'),
  active: deprecated((item) => begin(item, true), 'active', 'timers.active() is deprecated. Please use timeout.refresh() instead.', 'DEP0126'),
  unenroll: deprecated(unenroll, 'unenroll', api('unenroll', 'clearTimeout'), 'DEP0096'),
  enroll: deprecated(enroll, 'enroll', api('enroll', 'setTimeout'), 'DEP0095'),
};
Object.defineProperty(module.exports, 'promises', { enumerable: true, configurable: true, get: () => require('node:timers/promises') });
