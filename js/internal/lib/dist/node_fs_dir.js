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
var fs = require("fs"), { withCode, missingArgs, validateFunction, validateInteger } = require("internal/errors"), closedError = () => withCode(Error, "ERR_DIR_CLOSED", "Directory handle was closed"), concurrentError = () => withCode(Error, "ERR_DIR_CONCURRENT_OPERATION", "Cannot do synchronous work on directory handle with concurrent asynchronous operations"), options = (given) => typeof given == "string" ? { encoding: given } : given ?? {}, trip = (path, done) => fs.stat(path, done), Dir = class {
  #path;
  #unread;
  #batch;
  #size;
  #closed = !1;
  #waiting = null;
  // what to do after the trip under way, or null
  constructor(path, entries, size) {
    if (path == null) throw missingArgs("handle");
    this.#path = path, this.#unread = entries, this.#batch = [], this.#size = size;
  }
  get path() {
    return this.#path;
  }
  #next() {
    return this.#batch.length === 0 && (this.#batch = this.#unread.splice(0, this.#size)), this.#batch.shift() ?? null;
  }
  #read(later, callback) {
    if (this.#closed) throw closedError();
    validateFunction(callback, "callback"), this.#waiting !== null ? this.#waiting.push(() => this.#read(later, callback)) : this.#batch.length > 0 ? later ? process.nextTick(callback, null, this.#next()) : callback(null, this.#next()) : (this.#waiting = [], trip(this.#path, () => {
      process.nextTick(() => {
        let waiting = this.#waiting;
        this.#waiting = null;
        for (let operation of waiting) operation();
      }), callback(null, this.#next());
    }));
  }
  #promise() {
    return new Promise((resolve, reject) => {
      this.#read(!1, (error, entry) => error ? reject(error) : resolve(entry));
    });
  }
  #end() {
    return new Promise((resolve, reject) => {
      this.close((error) => error ? reject(error) : resolve());
    });
  }
  read(callback) {
    if (this.#closed) throw closedError();
    if (callback === void 0) return this.#promise();
    this.#read(!0, callback);
  }
  readSync() {
    if (this.#closed) throw closedError();
    if (this.#waiting !== null) throw concurrentError();
    return this.#next();
  }
  closeSync() {
    if (this.#closed) throw closedError();
    if (this.#waiting !== null) throw concurrentError();
    this.#closed = !0;
  }
  close(callback) {
    if (callback === void 0) return this.#closed ? Promise.reject(closedError()) : this.#end();
    validateFunction(callback, "callback"), this.#closed ? process.nextTick(callback, closedError()) : this.#waiting !== null ? this.#waiting.push(() => this.close(callback)) : (this.#closed = !0, trip(this.#path, () => callback(null)));
  }
  entries() {
    return __asyncGenerator(this, null, function* () {
      try {
        for (; ; ) {
          let entry = yield new __await(this.#promise());
          if (entry === null) break;
          yield entry;
        }
      } finally {
        yield new __await(this.#end());
      }
    });
  }
};
Object.defineProperty(Dir.prototype, Symbol.asyncIterator, { value: Dir.prototype.entries, enumerable: !1, writable: !0, configurable: !0 });
function asOpened(error) {
  return error?.syscall === "scandir" && (error.syscall = "opendir", error.message = error.message.replace("scandir", "opendir")), error;
}
function sizeOf(given) {
  let { bufferSize = 32 } = options(given);
  return validateInteger(bufferSize, "options.bufferSize", 1, 2 ** 32 - 1), bufferSize;
}
function checked(given) {
  let { encoding, recursive } = options(given);
  return sizeOf(given), { encoding, recursive, withFileTypes: !0 };
}
function opendirSync(path, given) {
  try {
    return new Dir(path, fs.readdirSync(path, checked(given)), sizeOf(given));
  } catch (error) {
    throw asOpened(error);
  }
}
function opendir(path, given, callback) {
  callback = typeof given == "function" ? given : callback, validateFunction(callback, "callback"), typeof given == "function" && (given = void 0), fs.readdir(path, checked(given), (error, entries) => error ? callback(asOpened(error)) : callback(null, new Dir(path, entries, sizeOf(given))));
}
var opendirPromise = (path, given) => new Promise((resolve, reject) => {
  opendir(path, given, (error, dir) => error ? reject(error) : resolve(dir));
});
module.exports = { Dir, opendir, opendirSync, opendirPromise };
