'use strict';
// The streams of fs.
const fs = require('node:fs');
const { Readable, Writable, finished } = require('node:stream');
const { invalidArgType, outOfRange, validateAbortSignal, hidden } = require('internal/errors');

function optionsOf(options, defaults) {
  if (options == null) return { ...defaults };
  if (typeof options === 'string') return { ...defaults, encoding: options };
  if (typeof options !== 'object') throw invalidArgType('options', ['string', 'Object'], options);
  if (options.signal !== undefined) validateAbortSignal(options.signal, 'options.signal');
  return { ...defaults, ...options };
}

function checkPosition(value, name) {
  if (value === undefined) return;
  if (typeof value !== 'number') throw invalidArgType(name, 'number', value);
  if (!(value >= 0) || value > Number.MAX_SAFE_INTEGER || (!Number.isInteger(value) && value !== Infinity)) throw outOfRange(name, `>= 0 && <= ${2 ** 53 - 1}`, value);
}

// begin opens the file of a stream unless it is already open.
function begin(stream, path, options) {
  hidden(stream, 'handle', undefined);
  if (options.fd !== undefined && options.fd !== null) {
    if (typeof options.fd === 'object') [stream.handle, stream.fd] = [options.fd, options.fd.fd];
    else stream.fd = options.fd;
    return;
  }
  stream.path = path instanceof URL ? require('node:url').fileURLToPath(path) : path;
  stream.fd = null;
  stream.flags = options.flags;
  stream.mode = options.mode;
  stream._construct = (callback) => {
    fs.open(path, options.flags, options.mode, (error, fd) => {
      if (error) return callback(error);
      stream.fd = fd;
      callback();
      stream.emit('open', fd);
      stream.emit('ready');
    });
  };
}

// end closes the file of a stream.
function end(stream, error, callback) {
  const { fd, handle } = stream;
  stream.fd = null;
  if (fd === null || fd === undefined || !stream.autoClose) return callback(error);
  if (handle) return handle.close().then(() => callback(error), (failure) => callback(error ?? failure));
  return fs.close(fd, (failure) => callback(error ?? failure));
}

function ReadStream(path, options) {
  if (new.target === undefined) return new ReadStream(path, options);
  options = optionsOf(options, { highWaterMark: 65536, flags: 'r', mode: 0o666, autoClose: true });
  const { start, end: last = Infinity } = options;
  checkPosition(start, 'start');
  if (options.end !== undefined) checkPosition(last, 'end');
  if (start !== undefined && start > last) throw outOfRange('start', `<= "end" (here: ${last})`, start);
  begin(this, path, options);
  this.start = start;
  this.end = last;
  this.pos = start ?? (options.end === undefined ? undefined : 0);
  this.bytesRead = 0;
  this.autoClose = options.autoClose;
  Readable.call(this, { ...options, autoDestroy: options.autoDestroy ?? options.autoClose });
  if (options.encoding) this.setEncoding(options.encoding);
  return this;
}
Object.setPrototypeOf(ReadStream, Readable);
ReadStream.prototype = Object.create(Readable.prototype, { constructor: { value: ReadStream, writable: true, configurable: true } });
hidden(ReadStream.prototype, '_read', function _read(size) {
  const left = this.pos === undefined ? size : Math.min(this.end - this.pos + 1, size);
  if (left <= 0) {
    this.push(null);
    return;
  }
  fs.read(this.fd, Buffer.allocUnsafe(left), 0, left, this.pos ?? null, (error, count, buffer) => {
    if (error) {
      this.destroy(error);
      return;
    }
    this.bytesRead += count;
    if (this.pos !== undefined) this.pos += count;
    this.push(count === 0 ? null : buffer.subarray(0, count));
  });
});

function WriteStream(path, options) {
  if (new.target === undefined) return new WriteStream(path, options);
  options = optionsOf(options, { flags: 'w', mode: 0o666, autoClose: true, encoding: undefined });
  checkPosition(options.start, 'start');
  begin(this, path, options);
  this.start = options.start;
  this.pos = options.start;
  this.bytesWritten = 0;
  this.autoClose = options.autoClose;
  Writable.call(this, { ...options, decodeStrings: true, defaultEncoding: options.encoding, autoDestroy: options.autoDestroy ?? options.autoClose });
  return this;
}
Object.setPrototypeOf(WriteStream, Writable);
WriteStream.prototype = Object.create(Writable.prototype, { constructor: { value: WriteStream, writable: true, configurable: true } });
hidden(WriteStream.prototype, '_write', function _write(chunk, encoding, callback) {
  fs.write(this.fd, chunk, 0, chunk.length, this.pos ?? null, (error, count) => {
    if (error) return callback(error);
    this.bytesWritten += count;
    if (this.pos !== undefined) this.pos += count;
    return callback();
  });
});
for (const Class of [ReadStream, WriteStream]) {
  hidden(Class.prototype, '_destroy', function _destroy(error, callback) { end(this, error, callback); });
  hidden(Class.prototype, 'close', function close(callback) {
    if (callback) finished(this, callback);
    if (Class === ReadStream) this.destroy();
    else this.end();
  });
  Object.defineProperty(Class.prototype, 'pending', { get() { return this.fd === null; }, configurable: true });
}

module.exports = {
  ReadStream, WriteStream,
  createReadStream: (path, options) => new ReadStream(path, options),
  createWriteStream: (path, options) => new WriteStream(path, options),
};
