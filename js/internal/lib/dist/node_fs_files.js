"use strict";

// src/node/fs_files.js
var fs = require("fs"), { Readable, Writable, finished } = require("stream"), { invalidArgType, outOfRange, validateAbortSignal, hidden } = require("internal/errors");
function optionsOf(options, defaults) {
  if (options == null) return { ...defaults };
  if (typeof options == "string") return { ...defaults, encoding: options };
  if (typeof options != "object") throw invalidArgType("options", ["string", "Object"], options);
  return options.signal !== void 0 && validateAbortSignal(options.signal, "options.signal"), { ...defaults, ...options };
}
function checkPosition(value, name) {
  if (value !== void 0) {
    if (typeof value != "number") throw invalidArgType(name, "number", value);
    if (!(value >= 0) || value > Number.MAX_SAFE_INTEGER || !Number.isInteger(value) && value !== 1 / 0) throw outOfRange(name, `>= 0 && <= ${2 ** 53 - 1}`, value);
  }
}
function begin(stream, path, options) {
  if (hidden(stream, "handle", void 0), options.fd !== void 0 && options.fd !== null) {
    typeof options.fd == "object" ? [stream.handle, stream.fd] = [options.fd, options.fd.fd] : stream.fd = options.fd;
    return;
  }
  stream.path = path instanceof URL ? require("url").fileURLToPath(path) : path, stream.fd = null, stream.flags = options.flags, stream.mode = options.mode, stream._construct = (callback) => {
    fs.open(path, options.flags, options.mode, (error, fd) => {
      if (error) return callback(error);
      stream.fd = fd, callback(), stream.emit("open", fd), stream.emit("ready");
    });
  };
}
function end(stream, error, callback) {
  let { fd, handle } = stream;
  return stream.fd = null, fd == null || !stream.autoClose ? callback(error) : handle ? handle.close().then(() => callback(error), (failure) => callback(error ?? failure)) : fs.close(fd, (failure) => callback(error ?? failure));
}
function ReadStream(path, options) {
  if (new.target === void 0) return new ReadStream(path, options);
  options = optionsOf(options, { highWaterMark: 65536, flags: "r", mode: 438, autoClose: !0 });
  let { start, end: last = 1 / 0 } = options;
  if (checkPosition(start, "start"), options.end !== void 0 && checkPosition(last, "end"), start !== void 0 && start > last) throw outOfRange("start", `<= "end" (here: ${last})`, start);
  return begin(this, path, options), this.start = start, this.end = last, this.pos = start ?? (options.end === void 0 ? void 0 : 0), this.bytesRead = 0, this.autoClose = options.autoClose, Readable.call(this, { ...options, autoDestroy: options.autoDestroy ?? options.autoClose }), options.encoding && this.setEncoding(options.encoding), this;
}
Object.setPrototypeOf(ReadStream, Readable);
ReadStream.prototype = Object.create(Readable.prototype, { constructor: { value: ReadStream, writable: !0, configurable: !0 } });
hidden(ReadStream.prototype, "_read", function(size) {
  let left = this.pos === void 0 ? size : Math.min(this.end - this.pos + 1, size);
  if (left <= 0) {
    this.push(null);
    return;
  }
  fs.read(this.fd, Buffer.allocUnsafe(left), 0, left, this.pos ?? null, (error, count, buffer) => {
    if (error) {
      this.destroy(error);
      return;
    }
    this.bytesRead += count, this.pos !== void 0 && (this.pos += count), this.push(count === 0 ? null : buffer.subarray(0, count));
  });
});
function WriteStream(path, options) {
  return new.target === void 0 ? new WriteStream(path, options) : (options = optionsOf(options, { flags: "w", mode: 438, autoClose: !0, encoding: void 0 }), checkPosition(options.start, "start"), begin(this, path, options), this.start = options.start, this.pos = options.start, this.bytesWritten = 0, this.autoClose = options.autoClose, Writable.call(this, { ...options, decodeStrings: !0, defaultEncoding: options.encoding, autoDestroy: options.autoDestroy ?? options.autoClose }), this);
}
Object.setPrototypeOf(WriteStream, Writable);
WriteStream.prototype = Object.create(Writable.prototype, { constructor: { value: WriteStream, writable: !0, configurable: !0 } });
hidden(WriteStream.prototype, "_write", function(chunk, encoding, callback) {
  fs.write(this.fd, chunk, 0, chunk.length, this.pos ?? null, (error, count) => error ? callback(error) : (this.bytesWritten += count, this.pos !== void 0 && (this.pos += count), callback()));
});
for (let Class of [ReadStream, WriteStream])
  hidden(Class.prototype, "_destroy", function(error, callback) {
    end(this, error, callback);
  }), hidden(Class.prototype, "close", function(callback) {
    callback && finished(this, callback), Class === ReadStream ? this.destroy() : this.end();
  }), Object.defineProperty(Class.prototype, "pending", { get() {
    return this.fd === null;
  }, configurable: !0 });
module.exports = {
  ReadStream,
  WriteStream,
  createReadStream: (path, options) => new ReadStream(path, options),
  createWriteStream: (path, options) => new WriteStream(path, options)
};
