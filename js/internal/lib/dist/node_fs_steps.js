"use strict";
var __knownSymbol = (name, symbol) => (symbol = Symbol[name]) ? symbol : /* @__PURE__ */ Symbol.for("Symbol." + name);
var __forAwait = (obj, it, method) => (it = obj[__knownSymbol("asyncIterator")]) ? it.call(obj) : (obj = obj[__knownSymbol("iterator")](), it = {}, method = (key, fn) => (fn = obj[key]) && (it[key] = (arg) => new Promise((yes, no, done) => (arg = fn.call(obj, arg), done = arg.done, Promise.resolve(arg.value).then((value) => yes({ value, done }), no)))), method("next"), method("return"), it);

// src/node/fs_steps.js
var { abortError, validateAbortSignal } = require("internal/errors"), pieceOfFile = 512 * 1024, pieceOfUnknown = 64 * 1024, noop = () => {
}, joined = (pieces, total) => {
  if (pieces.length === 1) return pieces[0];
  let all = new Uint8Array(total), at = 0;
  for (let piece of pieces)
    all.set(piece, at), at += piece.length;
  return all;
}, pieceSize = (size, total) => size === 0 ? pieceOfUnknown : Math.min(pieceOfFile, size - total), isDirectory = (stats) => (stats.mode & 61440) === 16384, isLink = (stats) => (stats.mode & 61440) === 40960;
module.exports = ({ fs, operations, bytesOf, request, promised, native }) => {
  let callbacks = {
    readFile([path, flag], signal, done) {
      return signal?.aborted ? done(abortError(signal.reason)) : request("open", path, flag, 438, (error, fd) => error !== null ? done(error) : readAll(fd, signal, (failure, bytes) => close(fd, failure, done, bytes)));
    },
    // readAll reads from a descriptor, which stays open.
    readAll([fd], signal, done) {
      process.nextTick(() => readAll(fd, signal, (error, bytes) => process.nextTick(done, error, bytes)));
    },
    writeFile(given, signal, done) {
      writeFile(given, signal, (fd, written) => written(null), done);
    },
    writeAndFlush(given, signal, done) {
      writeFile(given, signal, (fd, written) => fs.fsync(fd, written), done);
    },
    truncate([path, length], signal, done) {
      request("open", path, "r+", 438, (error, fd) => error !== null ? done(error) : request("ftruncate", fd, length, (failure) => close(fd, failure, done)));
    },
    rm(given, signal, done) {
      checkRemoval(given, (error) => error !== null ? done(error) : removeTree(given[0], done));
    },
    mkdir([path, mode, recursive], signal, done) {
      return recursive ? native.makeFolders(path, mode, done) : request("mkdir", path, mode, !1, done);
    },
    realpath([path], signal, done) {
      findRealPath(require("path").resolve(path), done);
    },
    // As in Node, all folders inside a folder are read concurrently, and the callback is called
    // before readdir returns.
    readdir([path, recursive], signal, done) {
      return recursive ? done(null, native.readdir(path, !0)) : request("readdir", path, !1, done);
    }
  };
  function writeFile([path, data, flag, mode], signal, flush, done) {
    return signal?.aborted ? done(abortError(signal.reason)) : request("open", path, flag, mode, (error, fd) => error !== null ? done(error) : signal?.aborted ? close(fd, abortError(signal.reason), done) : request("write", fd, data, -1, (failure) => failure !== null ? close(fd, failure, done) : flush(fd, (failure2) => close(fd, failure2, done))));
  }
  function close(fd, failure, done, result) {
    request("close", fd, (error) => (failure ?? error) !== null ? done(failure ?? error) : done(null, result));
  }
  function readAll(fd, signal, done) {
    request("fileSize", fd, (error, size) => {
      if (error !== null) return done(error);
      let pieces = [], total = 0, next = () => signal?.aborted ? done(abortError(signal.reason)) : request("read", fd, pieceSize(size, total), -1, (error2, bytes) => error2 !== null ? done(error2) : (pieces.push(bytes), total += bytes.length, bytes.length === 0 || total === size ? done(null, joined(pieces, total)) : next()));
      return next();
    });
  }
  function checkRemoval([path, force, recursive], done) {
    request("lstat", path, (error, stats) => {
      if (error !== null) return done(force && error.code === "ENOENT" ? null : error);
      if (recursive || !isDirectory(stats)) return done(null);
      try {
        return native.rm(path, !1, !1), done(null);
      } catch (error2) {
        return done(error2);
      }
    });
  }
  function removeTree(path, callback) {
    let done = (error) => callback(error !== null && error.code === "ENOENT" ? null : error);
    request("lstat", path, (error, stats) => error !== null && error.code === "ENOENT" ? done(null) : error === null && isDirectory(stats) ? removeFolder(path, done) : request("unlink", path, (error2) => error2 !== null && error2.code === "EISDIR" ? removeFolder(path, done) : done(error2)));
  }
  function removeFolder(path, done) {
    request("rmdir", path, (error) => error !== null && (error.code === "ENOTEMPTY" || error.code === "EEXIST" || error.code === "EPERM") ? removeContents(path, done) : done(error));
  }
  function removeContents(path, done) {
    request("readdir", path, !1, (error, entries) => {
      if (error !== null) return done(error);
      let left = entries.length;
      if (left === 0) return request("rmdir", path, done);
      let failed = !1;
      for (let [name] of entries)
        removeTree(`${path}/${name}`, (error2) => {
          if (!failed)
            return error2 !== null ? (failed = !0, done(error2)) : (left--, left === 0 ? request("rmdir", path, done) : void 0);
        });
    });
  }
  function findRealPath(path, done) {
    let known = /* @__PURE__ */ new Set(), found, rest, begin = (whole) => {
      found = "", rest = whole.split("/").filter((part) => part !== ""), process.nextTick(next);
    }, next = () => {
      if (rest.length === 0) return done(null, found || "/");
      let at = `${found}/${rest.shift()}`, pass = () => {
        known.add(at), found = at, process.nextTick(next);
      };
      return known.has(at) ? pass() : request("lstat", at, (error, stats) => error !== null ? done(error) : isLink(stats) ? request("stat", at, (error2) => error2 !== null ? done(error2) : request("readlink", at, (error3, target) => error3 !== null ? done(error3) : begin(require("path").resolve(found || "/", target, ...rest)))) : pass());
    };
    begin(path);
  }
  let step = async (...given) => await promised(...given), checkAborted = (signal) => {
    if (signal !== void 0 && validateAbortSignal(signal, "options.signal"), signal?.aborted) throw abortError(signal.reason);
  }, afterwards = (promise, fn) => new Promise((resolve, reject) => {
    new Promise((fulfil, refuse) => {
      promise.then(fulfil, refuse);
    }).finally(fn).then(resolve, reject);
  }), closing = (fd) => afterwards(native.promise("close", fd), noop);
  async function closed(operation, fd) {
    return operation.then(
      (result) => closing(fd).then(() => result),
      (error) => closing(fd).then(() => Promise.reject(error), () => Promise.reject(error))
    );
  }
  let called = (operation) => new Promise((resolve, reject) => {
    operation((error, value) => {
      error !== null ? reject(error) : resolve(value);
    });
  });
  async function readFrom(fd, options, make) {
    let signal = options?.signal;
    checkAborted(signal);
    let size = await promised("fileSize", fd), small = size > 0 && (size <= pieceOfFile || typeof options == "string" || options?.encoding), pieces = [], total = 0;
    for (; ; ) {
      checkAborted(signal);
      let length = pieceSize(size, total), bytes = await promised("read", fd, length, -1);
      if (pieces.push(bytes), total += bytes.length, bytes.length === 0 || total === size || small && bytes.length < length) return make(joined(pieces, total));
    }
  }
  async function writeTo(fd, data, signal) {
    checkAborted(signal);
    for (let at = 0; at < data.byteLength; at += pieceOfFile)
      checkAborted(signal), await step("write", fd, new Uint8Array(data.buffer, data.byteOffset + at, Math.min(pieceOfFile, data.byteLength - at)), -1);
  }
  async function writeEach(fd, iterable, options, signal) {
    checkAborted(signal);
    try {
      for (var iter = __forAwait(iterable), more, temp, error; more = !(temp = await iter.next()).done; more = !1) {
        let piece = temp.value;
        await writeTo(fd, bytesOf(piece, typeof options == "string" ? options : options?.encoding), signal);
      }
    } catch (temp) {
      error = [temp];
    } finally {
      try {
        more && (temp = iter.return) && await temp.call(iter);
      } finally {
        if (error)
          throw error[0];
      }
    }
  }
  let iterates = (data) => data !== null && typeof data == "object" && !ArrayBuffer.isView(data) && (data[Symbol.asyncIterator] ?? data[Symbol.iterator]) !== void 0, late = (operation, args) => {
    try {
      return { checked: operation(...args) };
    } catch (error) {
      return { refused: Promise.reject(error) };
    }
  };
  async function write(operation, args) {
    let [path, given, options] = args, iterable = iterates(given);
    typeof given != "string" && !ArrayBuffer.isView(given) && !iterable && operation(".", given, options);
    let { checked, refused } = late(operation, iterable ? [path, "", options] : args);
    refused && await refused;
    let [[fn, target, data, flag, mode]] = checked, signal = options?.signal, writing = (fd2) => iterable ? writeEach(fd2, given, options, signal) : writeTo(fd2, data, signal);
    if (fn === "write") return writing(target);
    checkAborted(signal);
    let fd = await step("open", target, flag, mode);
    return closed(fn === "writeFile" ? writing(fd) : writing(fd).then(() => step("fsync", fd)), fd);
  }
  let promises = {
    async readFile(path, options) {
      let { checked, refused } = late(operations.readFile, [path, options]);
      refused && await refused;
      let [[fn, target, flag], make] = checked;
      if (fn === "readAll") return readFrom(target, options, make);
      checkAborted(options?.signal);
      let fd = await step("open", target, flag, 438);
      return closed(readFrom(fd, options, make), fd);
    },
    writeFile: (...args) => write(operations.writeFile, args),
    async appendFile(...args) {
      return write(operations.appendFile, args);
    },
    async truncate(path, length) {
      let { checked, refused } = late(operations.truncate, [path, length]);
      refused && await refused;
      let [[, target, size]] = checked, fd = await step("open", target, "r+", 438);
      return closed(step("ftruncate", fd, size), fd);
    },
    async rm(path, options) {
      let [[, ...given]] = operations.rm(path, options);
      return await called((done) => checkRemoval(given, done)), called((done) => removeTree(given[0], done));
    },
    async mkdir(path, options) {
      let [[, ...given]] = operations.mkdir(path, options);
      return given[2] ? await called((done) => native.makeFolders(given[0], given[1], done)).then(void 0, (error) => Promise.reject(error)) : await promised("mkdir", ...given);
    },
    async readdir(path, options) {
      let [[, target, recursive], make] = operations.readdir(path, options), entries = await promised("readdir", target, !1);
      return make(recursive ? await withFolders(target, "", entries) : entries);
    }
  };
  async function withFolders(root, folder, entries) {
    let all = entries.map(([name, , mode]) => [name, folder, mode]);
    for (let [name, , mode] of entries) {
      if ((mode & 61440) !== 16384) continue;
      let inner = folder === "" ? name : `${folder}/${name}`;
      all.push(...await withFolders(root, inner, await promised("readdir", `${root}/${inner}`, !1)));
    }
    return all;
  }
  return { callbacks, promises, afterwards, step };
};
