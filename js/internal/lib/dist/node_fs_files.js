"use strict";

// src/node/fs_files.js
var fs = require("fs"), { Readable, Writable, finished } = require("stream"), { invalidArgType, invalidArgValue, outOfRange, validateAbortSignal, validateFunction, validateInteger, validateBoolean, withCode, hidden } = require("internal/errors");
function optionsOf(options, defaults) {
  if (options == null) return { ...defaults };
  if (typeof options == "string" && (options = { encoding: options }), typeof options != "object") throw invalidArgType("options", ["string", "Object"], options);
  if (options.signal !== void 0 && validateAbortSignal(options.signal, "options.signal"), options.encoding != null && options.encoding !== "buffer" && !Buffer.isEncoding(options.encoding)) throw invalidArgValue("encoding", options.encoding, "is invalid encoding");
  let all = { ...defaults };
  for (let name in options) all[name] = options[name];
  return all;
}
var of = /* @__PURE__ */ Symbol("file"), finishedIO = /* @__PURE__ */ Symbol("finishedIO"), handleFunctions = (handle) => {
  let call = (promise, fields) => (callback) => promise().then((r) => callback(null, ...fields.map((f) => r[f])), (error) => callback(error));
  return {
    close: (fd, callback) => call(() => handle.close(), [])(callback),
    fsync: (fd, callback) => call(() => handle.sync(), [])(callback),
    read: (fd, buffer, offset, length, position, callback) => call(() => handle.read(buffer, offset, length, position), ["bytesRead", "buffer"])(callback),
    write: (fd, buffer, offset, length, position, callback) => call(() => handle.write(buffer, offset, length, position), ["bytesWritten", "buffer"])(callback),
    writev: (fd, buffers, position, callback) => call(() => handle.writev(buffers, position), ["bytesWritten", "buffers"])(callback)
  };
};
function begin(stream, path, options, flags) {
  let state = { functions: options.fs || fs, busy: !1 };
  if (hidden(stream, of, state), options.fd === void 0 || options.fd === null) {
    if (validateFunction(state.functions.open, "options.fs.open"), stream.fd = null, stream.path = path instanceof URL ? require("url").fileURLToPath(path) : path, typeof stream.path != "string" && !(stream.path instanceof Uint8Array)) throw invalidArgType("path", ["string", "Buffer", "URL"], path);
    if (stream.path.includes(typeof stream.path == "string" ? "\0" : 0)) throw invalidArgValue("path", stream.path, "must be a string, Uint8Array, or URL without null bytes");
    return stream.flags = options.flags === void 0 ? flags : options.flags, stream.mode = options.mode === void 0 ? 438 : options.mode, state;
  }
  if (typeof options.fd == "number") stream.fd = options.fd;
  else if (typeof options.fd == "object" && typeof options.fd.fd == "number") {
    if (options.fs) throw withCode(Error, "ERR_METHOD_NOT_IMPLEMENTED", "The FileHandle with fs method is not implemented");
    state.functions = handleFunctions(options.fd), options.fd.on("close", () => stream.close()), stream.fd = options.fd.fd;
  } else throw invalidArgType("options.fd", ["number", "FileHandle"], options.fd);
  return validateInteger(stream.fd, "fd", 0, 2147483647), state;
}
function construct(callback) {
  if (typeof this.fd == "number") return callback();
  if (this.open !== opened) {
    let emit = this.emit;
    return this.emit = function(...args) {
      return (args[0] === "open" || args[0] === "error") && (this.emit = emit, callback(args[0] === "error" ? args[1] : void 0), args[0] === "error") ? !0 : emit.apply(this, args);
    }, this.open();
  }
  return this[of].functions.open(this.path, this.flags, this.mode, (error, fd) => {
    if (error) return callback(error);
    this.fd = fd, callback(), this.emit("open", fd), this.emit("ready");
  });
}
function opened() {
  process.emitWarning(`${this instanceof ReadStream ? "Read" : "Write"}Stream.prototype.open() is deprecated`, "DeprecationWarning", "DEP0135");
}
function destroyed(error, callback) {
  let close3 = (failure) => {
    if (!this.fd) return callback(failure);
    let end = (failure2) => {
      this[of].functions.close(this.fd, (closing) => callback(closing || failure2)), this.fd = null;
    };
    return this.flush ? this[of].functions.fsync(this.fd, (flushing) => end(failure || flushing)) : end(failure);
  };
  this[of].busy ? this.once(finishedIO, (failure) => close3(error || failure)) : close3(error);
}
function ReadStream(path, options) {
  if (!(this instanceof ReadStream)) return new ReadStream(path, options);
  options = optionsOf(options, {}), options.highWaterMark === void 0 && (options.highWaterMark = 65536);
  let { functions } = begin(this, path, options, "r");
  if (options.autoDestroy = options.autoClose === void 0 ? !0 : options.autoClose, validateFunction(functions.read, "options.fs.read"), options.autoDestroy && validateFunction(functions.close, "options.fs.close"), this.start = options.start, this.end = options.end ?? 1 / 0, this.pos = void 0, this.bytesRead = 0, this.start !== void 0 && (validateInteger(this.start, "start", 0), this.pos = this.start), this.end !== 1 / 0 && (validateInteger(this.end, "end", 0), this.start !== void 0 && this.start > this.end))
    throw outOfRange("start", `<= "end" (here: ${this.end})`, this.start);
  return Readable.call(this, options), this;
}
Object.setPrototypeOf(ReadStream, Readable);
ReadStream.prototype = Object.create(Readable.prototype, { constructor: { value: ReadStream, writable: !0, configurable: !0 } });
hidden(ReadStream.prototype, "_read", function(size) {
  let left = Math.min(this.end - (this.pos ?? this.bytesRead) + 1, size);
  if (left <= 0) {
    this.push(null);
    return;
  }
  this[of].busy = !0, this[of].functions.read(this.fd, Buffer.allocUnsafeSlow(left), 0, left, this.pos, (error, count, buffer) => {
    if (this[of].busy = !1, this.destroyed) {
      this.emit(finishedIO, error);
      return;
    }
    if (error) {
      this._readableState.autoDestroy ? this.destroy(error) : this.emit("error", error);
      return;
    }
    if (count === 0) {
      this.push(null);
      return;
    }
    this.bytesRead += count, this.pos !== void 0 && (this.pos += count), this.push(count === buffer.length ? buffer : Buffer.from(buffer.subarray(0, count)));
  });
});
function WriteStream(path, options) {
  if (!(this instanceof WriteStream)) return new WriteStream(path, options);
  options = optionsOf(options, {}), options.decodeStrings = !0;
  let { functions } = begin(this, path, options, "w");
  if (options.autoDestroy = options.autoClose === void 0 ? !0 : options.autoClose, !functions.write && !functions.writev) throw invalidArgType("options.fs.write", "function", functions.write);
  return functions.write && validateFunction(functions.write, "options.fs.write"), functions.writev && validateFunction(functions.writev, "options.fs.writev"), options.autoDestroy && validateFunction(functions.close, "options.fs.close"), this.flush = options.flush ?? !1, options.flush !== void 0 && options.flush !== null && (validateBoolean(this.flush, "options.flush"), validateFunction(functions.fsync, "options.fs.fsync")), functions.write || (this._write = (chunk, encoding, callback) => this._writev([{ chunk }], callback)), functions.writev || (this._writev = null), this.start = options.start, this.pos = void 0, this.bytesWritten = 0, this.start !== void 0 && (validateInteger(this.start, "start", 0), this.pos = this.start), Writable.call(this, options), options.encoding && this.setDefaultEncoding(options.encoding), this;
}
Object.setPrototypeOf(WriteStream, Writable);
WriteStream.prototype = Object.create(Writable.prototype, { constructor: { value: WriteStream, writable: !0, configurable: !0 } });
var attempts = 5;
function writeAll(stream, size, write, callback) {
  let state = stream[of], written = 0, failed = 0, start = stream.pos, next = () => write(written, start === void 0 ? void 0 : start + written, (error, count) => (error?.code === "EAGAIN" && ([error, count] = [null, 0]), stream.destroyed || error ? done(error || withCode(Error, "ERR_STREAM_DESTROYED", "Cannot call write after a stream was destroyed")) : (stream.bytesWritten += count, written += count, failed = count === 0 ? failed + 1 : 0, failed > attempts ? done(withCode(Error, "ERR_SYSTEM_ERROR", "A system error occurred: write failed")) : written < size ? next() : done()))), done = (error) => {
    state.busy = !1;
    let { destroyed: destroyed2 } = stream;
    callback(error), destroyed2 && stream.emit(finishedIO, error);
  };
  state.busy = !0, next(), stream.pos !== void 0 && (stream.pos += size);
}
hidden(WriteStream.prototype, "_write", function(chunk, encoding, callback) {
  let write = (from, position, then) => this[of].functions.write(this.fd, from === 0 ? chunk : chunk.subarray(from), 0, chunk.length - from, position, then);
  writeAll(this, chunk.length, write, callback);
});
hidden(WriteStream.prototype, "_writev", function(list, callback) {
  let chunks = list.map((entry) => entry.chunk), size = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  writeAll(this, size, (from, position, then) => this[of].functions.writev(this.fd, from === 0 ? chunks : [Buffer.concat(chunks).subarray(from)], position, then), callback);
});
hidden(ReadStream.prototype, "close", function(callback) {
  typeof callback == "function" && finished(this, callback), this.destroy();
});
hidden(WriteStream.prototype, "close", function(callback) {
  if (callback) {
    if (this.closed) {
      process.nextTick(callback);
      return;
    }
    this.on("close", callback);
  }
  this.autoClose || this.on("finish", this.destroy), this.end();
});
hidden(WriteStream.prototype, "destroySoon", Writable.prototype.end);
for (let [Class, state] of [[ReadStream, "_readableState"], [WriteStream, "_writableState"]])
  hidden(Class.prototype, "_construct", construct), hidden(Class.prototype, "open", opened), hidden(Class.prototype, "_destroy", destroyed), Object.defineProperty(Class.prototype, "pending", { get() {
    return this.fd === null;
  }, configurable: !0 }), Object.defineProperty(Class.prototype, "autoClose", { get() {
    return this[state].autoDestroy;
  }, set(value) {
    this[state].autoDestroy = value;
  } });
module.exports = {
  ReadStream,
  WriteStream,
  createReadStream: (path, options) => new ReadStream(path, options),
  createWriteStream: (path, options) => new WriteStream(path, options)
};
