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

// src/node/fs_watch.js
var EventEmitter = require("events"), { invalidArgValue, invalidArgType, validateFunction, validateBoolean, validateInteger, validateAbortSignal, abortError } = require("internal/errors");
module.exports = (fs, { toPath, native }) => {
  class FSWatcher extends EventEmitter {
    #handle = null;
    #unref = !1;
    _start(path, { persistent, recursive, encoding }) {
      let named = (name) => encoding === "buffer" ? Buffer.from(name) : encoding && !/^utf-?8$/i.test(encoding) ? Buffer.from(name).toString(encoding) : name;
      this.#handle = native.watch(path, recursive, (kind, name) => {
        this.#handle !== null && this.emit("change", kind, named(name));
      }), (!persistent || this.#unref) && this.#handle.refer(!1);
    }
    close() {
      this.#handle !== null && (this.#handle.close(), this.#handle = null, process.nextTick(() => this.emit("close")));
    }
    ref() {
      return this.#unref = !1, this.#handle?.refer(!0), this;
    }
    unref() {
      return this.#unref = !0, this.#handle?.refer(!1), this;
    }
  }
  function optionsOf(options) {
    typeof options == "string" && (options = { encoding: options });
    let { persistent = !0, recursive = !1, encoding, signal } = options ?? {};
    if (encoding != null && encoding !== "buffer" && !Buffer.isEncoding(encoding)) throw invalidArgValue("encoding", encoding, "is invalid encoding");
    return { persistent, recursive, encoding, signal };
  }
  function watch(filename, options, listener) {
    typeof options == "function" && ([options, listener] = [void 0, options]), listener !== void 0 && validateFunction(listener, "listener");
    let path = toPath(filename, "filename"), given = optionsOf(options);
    for (let name of ["persistent", "recursive"]) given[name] != null && validateBoolean(given[name], `options.${name}`);
    given.signal !== void 0 && validateAbortSignal(given.signal, "options.signal");
    let watcher = new FSWatcher();
    try {
      watcher._start(path, given);
    } catch (error) {
      throw error.filename = path, error;
    }
    if (listener && watcher.addListener("change", listener), given.signal)
      if (given.signal.aborted) process.nextTick(() => watcher.close());
      else {
        let close = () => watcher.close();
        given.signal.addEventListener("abort", close), watcher.once("close", () => given.signal.removeEventListener("abort", close));
      }
    return watcher;
  }
  function watchPromise(_0) {
    return __asyncGenerator(this, arguments, function* (filename, options = {}) {
      let path = toPath(filename);
      if (options === null || typeof options != "object" && typeof options != "string") throw invalidArgType("options", ["Object", "string"], options);
      for (let name of ["persistent", "recursive"]) options[name] !== void 0 && validateBoolean(options[name], `options.${name}`);
      let { encoding, signal } = options;
      if (encoding && !(typeof encoding == "string" && (encoding === "buffer" || Buffer.isEncoding(encoding)))) throw invalidArgValue("options.encoding", encoding);
      if (signal !== void 0 && validateAbortSignal(signal, "options.signal"), signal?.aborted) throw abortError(signal.reason);
      let changes = [], wake = () => {
      }, watcher = watch(path, { ...optionsOf(options), signal: void 0 });
      watcher.on("change", (eventType, name) => {
        changes.push({ __proto__: null, eventType, filename: name }), wake();
      });
      let abort = () => wake();
      signal?.addEventListener("abort", abort, { once: !0 });
      try {
        for (; ; ) {
          for (; changes.length > 0; ) yield changes.shift();
          if (signal?.aborted) throw abortError(signal.reason);
          yield new __await(new Promise((resolve) => {
            wake = resolve;
          }));
        }
      } finally {
        signal?.removeEventListener("abort", abort), watcher.close();
      }
    });
  }
  let watchers = /* @__PURE__ */ new Map(), none = (bigint) => {
    let zero = bigint ? 0n : 0, stats = Object.create((bigint ? fs.BigIntStats ?? fs.Stats : fs.Stats).prototype);
    for (let key of ["dev", "mode", "nlink", "uid", "gid", "rdev", "blksize", "ino", "size", "blocks", "atimeMs", "mtimeMs", "ctimeMs", "birthtimeMs", ...bigint ? ["atimeNs", "mtimeNs", "ctimeNs", "birthtimeNs"] : []]) stats[key] = zero;
    for (let key of ["atime", "mtime", "ctime", "birthtime"]) stats[key] = /* @__PURE__ */ new Date(0);
    return stats;
  }, same = (a, b) => ["dev", "mode", "nlink", "uid", "gid", "ino", "size", "mtimeMs", "ctimeMs", "birthtimeMs"].every((key) => a[key] === b[key]);
  class StatWatcher extends EventEmitter {
    #timer = null;
    #before;
    #stopped = !1;
    #ref = !0;
    constructor(path, { interval, persistent, bigint }) {
      super(), this.#ref = persistent;
      let look = () => {
        fs.stat(path, { bigint }, (error, found) => {
          if (this.#stopped) return;
          let now = error ? none(bigint) : found, first = this.#before === void 0;
          if (first ? error : !same(this.#before, now)) {
            let before = first ? now : this.#before;
            this.#before = now, this.emit("change", now, before);
          } else this.#before = now;
          this.#stopped || (this.#timer = setTimeout(look, interval), this.#ref || this.#timer.unref());
        });
      };
      look();
    }
    ref() {
      return this.#ref = !0, this.#timer?.ref(), this;
    }
    unref() {
      return this.#ref = !1, this.#timer?.unref(), this;
    }
    stop() {
      this.#stopped || (this.#stopped = !0, clearTimeout(this.#timer), process.nextTick(() => this.emit("stop")));
    }
  }
  function watchFile(filename, options, listener) {
    let path = require("path").resolve(toPath(filename, "filename"));
    (options === null || typeof options != "object") && ([options, listener] = [void 0, options]), validateFunction(listener, "listener");
    let { interval = 5007, persistent = !0, bigint = !1 } = options ?? {};
    validateInteger(interval, "interval", 0, 4294967295);
    let watcher = watchers.get(path);
    return watcher === void 0 && watchers.set(path, watcher = new StatWatcher(path, { interval, persistent, bigint })), watcher.addListener("change", listener), watcher;
  }
  function unwatchFile(filename, listener) {
    let path = require("path").resolve(toPath(filename, "filename")), watcher = watchers.get(path);
    watcher !== void 0 && (typeof listener == "function" ? watcher.removeListener("change", listener) : watcher.removeAllListeners("change"), watcher.listenerCount("change") === 0 && (watcher.stop(), watchers.delete(path)));
  }
  return { FSWatcher, watch, watchFile, unwatchFile, watchPromise };
};
