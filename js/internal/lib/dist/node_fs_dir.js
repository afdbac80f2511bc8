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
  }, method = (k, call, wait, clear) => it[k] = (x) => (call = new Promise((yes, no, run) => (run = () => resume(k, x, yes, no), q ? q.then(run) : run())), clear = () => q === wait && (q = 0), q = wait = call.then(clear, clear), call), q, it = {};
  return generator = generator.apply(__this, __arguments), it[__knownSymbol("asyncIterator")] = () => it, method("next"), method("throw"), method("return"), it;
};

// src/node/fs_dir.js
var fs = require("fs"), { withCode, validateFunction, validateInteger } = require("internal/errors"), closedError = () => withCode(Error, "ERR_DIR_CLOSED", "Directory handle was closed"), options = (given) => typeof given == "string" ? { encoding: given } : given ?? {}, Dir = class {
  #path;
  #entries;
  #closed = !1;
  constructor(path, entries) {
    this.#path = path, this.#entries = entries;
  }
  get path() {
    return this.#path;
  }
  readSync() {
    if (this.#closed) throw closedError();
    return this.#entries.shift() ?? null;
  }
  read(callback) {
    if (callback === void 0) return new Promise((resolve, reject) => {
      process.nextTick(() => {
        try {
          resolve(this.readSync());
        } catch (error) {
          reject(error);
        }
      });
    });
    if (validateFunction(callback, "cb"), this.#closed) throw closedError();
    process.nextTick(() => callback(null, this.#entries.shift() ?? null));
  }
  closeSync() {
    if (this.#closed) throw closedError();
    this.#closed = !0;
  }
  close(callback) {
    if (callback === void 0)
      return this.#closed ? Promise.reject(closedError()) : (this.#closed = !0, Promise.resolve());
    validateFunction(callback, "cb"), this.#closed ? process.nextTick(callback, closedError()) : (this.#closed = !0, process.nextTick(callback, null));
  }
  entries() {
    return __asyncGenerator(this, null, function* () {
      try {
        for (; ; ) {
          let entry = yield new __await(this.read());
          if (entry === null) break;
          yield entry;
        }
      } finally {
        this.#closed || this.closeSync();
      }
    });
  }
};
Object.defineProperty(Dir.prototype, Symbol.asyncIterator, { value: Dir.prototype.entries, enumerable: !1, writable: !0, configurable: !0 });
function asOpened(error) {
  return error?.syscall === "scandir" && (error.syscall = "opendir", error.message = error.message.replace("scandir", "opendir")), error;
}
function checked(given) {
  let { encoding, recursive, bufferSize } = options(given);
  return bufferSize !== void 0 && validateInteger(bufferSize, "options.bufferSize", 1, 2 ** 32 - 1), { encoding, recursive, withFileTypes: !0 };
}
function opendirSync(path, given) {
  try {
    return new Dir(path, fs.readdirSync(path, checked(given)));
  } catch (error) {
    throw asOpened(error);
  }
}
function opendir(path, given, callback) {
  callback = typeof given == "function" ? given : callback, validateFunction(callback, "callback"), fs.readdir(path, checked(typeof given == "function" ? void 0 : given), (error, entries) => error ? callback(asOpened(error)) : callback(null, new Dir(path, entries)));
}
var opendirPromise = (path, given) => new Promise((resolve, reject) => {
  opendir(path, given, (error, dir) => error ? reject(error) : resolve(dir));
});
module.exports = { Dir, opendir, opendirSync, opendirPromise };
