'use strict';
// The streams of fs.
const fs = require('node:fs');
const { Readable, Writable, finished } = require('node:stream');
const { invalidArgType, invalidArgValue, outOfRange, validateAbortSignal, validateFunction, validateInteger, validateBoolean, withCode, hidden } = require('internal/errors');

function optionsOf(options, defaults) {
  if (options == null) return { ...defaults };
  if (typeof options === 'string') options = { encoding: options };
  if (typeof options !== 'object') throw invalidArgType('options', ['string', 'Object'], options);
  if (options.signal !== undefined) validateAbortSignal(options.signal, 'options.signal');
  if (options.encoding != null && options.encoding !== 'buffer' && !Buffer.isEncoding(options.encoding)) throw invalidArgValue('encoding', options.encoding, 'is invalid encoding');
  const all = { ...defaults };
  for (const name in options) all[name] = options[name]; // also those that it inherits
  return all;
}

// A stream keeps, under of, the functions that it calls in place of fs, the FileHandle that it was
// given, and whether an operation is under way. As in Node, a file is not closed during one.
const of = Symbol('file');
const finishedIO = Symbol('finishedIO');

// handleFunctions are the functions of fs for a FileHandle.
const handleFunctions = (handle) => {
  const call = (promise, fields) => (callback) => promise().then((r) => callback(null, ...fields.map((f) => r[f])), (error) => callback(error));
  return {
    close: (fd, callback) => call(() => handle.close(), [])(callback),
    fsync: (fd, callback) => call(() => handle.sync(), [])(callback),
    read: (fd, buffer, offset, length, position, callback) => call(() => handle.read(buffer, offset, length, position), ['bytesRead', 'buffer'])(callback),
    write: (fd, buffer, offset, length, position, callback) => call(() => handle.write(buffer, offset, length, position), ['bytesWritten', 'buffer'])(callback),
    writev: (fd, buffers, position, callback) => call(() => handle.writev(buffers, position), ['bytesWritten', 'buffers'])(callback),
  };
};

// begin takes the options that say which file a stream uses.
function begin(stream, path, options, flags) {
  const state = { functions: options.fs || fs, busy: false };
  hidden(stream, of, state);
  if (options.fd === undefined || options.fd === null) {
    validateFunction(state.functions.open, 'options.fs.open');
    stream.fd = null;
    stream.path = path instanceof URL ? require('node:url').fileURLToPath(path) : path;
    if (typeof stream.path !== 'string' && !(stream.path instanceof Uint8Array)) throw invalidArgType('path', ['string', 'Buffer', 'URL'], path);
    if (stream.path.includes(typeof stream.path === 'string' ? '\0' : 0)) throw invalidArgValue('path', stream.path, 'must be a string, Uint8Array, or URL without null bytes');
    stream.flags = options.flags === undefined ? flags : options.flags;
    stream.mode = options.mode === undefined ? 0o666 : options.mode;
    return state;
  }
  if (typeof options.fd === 'number') stream.fd = options.fd;
  else if (typeof options.fd === 'object' && typeof options.fd.fd === 'number') {
    if (options.fs) throw withCode(Error, 'ERR_METHOD_NOT_IMPLEMENTED', 'The FileHandle with fs method is not implemented');
    state.functions = handleFunctions(options.fd);
    options.fd.on('close', () => stream.close());
    stream.fd = options.fd.fd;
  } else throw invalidArgType('options.fd', ['number', 'FileHandle'], options.fd);
  validateInteger(stream.fd, 'fd', 0, 2147483647);
  return state;
}

// construct opens the file, unless the stream was given an open one. Programs may replace open.
function construct(callback) {
  if (typeof this.fd === 'number') return callback();
  if (this.open !== opened) {
    // The replaced open says with events how it ended.
    const emit = this.emit;
    this.emit = function (...args) {
      if (args[0] === 'open' || args[0] === 'error') {
        this.emit = emit;
        callback(args[0] === 'error' ? args[1] : undefined);
        if (args[0] === 'error') return true;
      }
      return emit.apply(this, args);
    };
    return this.open();
  }
  return this[of].functions.open(this.path, this.flags, this.mode, (error, fd) => {
    if (error) return callback(error);
    this.fd = fd;
    callback();
    this.emit('open', fd);
    this.emit('ready');
  });
}
function opened() {
  process.emitWarning(`${this instanceof ReadStream ? 'Read' : 'Write'}Stream.prototype.open() is deprecated`, 'DeprecationWarning', 'DEP0135');
}

// destroyed closes the file after the operation that is under way.
function destroyed(error, callback) {
  const close = (failure) => {
    if (!this.fd) return callback(failure);
    const end = (failure) => {
      this[of].functions.close(this.fd, (closing) => callback(closing || failure));
      this.fd = null;
    };
    return this.flush ? this[of].functions.fsync(this.fd, (flushing) => end(failure || flushing)) : end(failure);
  };
  if (this[of].busy) this.once(finishedIO, (failure) => close(error || failure));
  else close(error);
}

function ReadStream(path, options) {
  if (!(this instanceof ReadStream)) return new ReadStream(path, options);
  options = optionsOf(options, {});
  if (options.highWaterMark === undefined) options.highWaterMark = 65536;
  const { functions } = begin(this, path, options, 'r');
  options.autoDestroy = options.autoClose === undefined ? true : options.autoClose;
  validateFunction(functions.read, 'options.fs.read');
  if (options.autoDestroy) validateFunction(functions.close, 'options.fs.close');
  this.start = options.start;
  this.end = options.end ?? Infinity;
  this.pos = undefined;
  this.bytesRead = 0;
  if (this.start !== undefined) {
    validateInteger(this.start, 'start', 0);
    this.pos = this.start;
  }
  if (this.end !== Infinity) {
    validateInteger(this.end, 'end', 0);
    if (this.start !== undefined && this.start > this.end) throw outOfRange('start', `<= "end" (here: ${this.end})`, this.start);
  }
  Readable.call(this, options);
  return this;
}
Object.setPrototypeOf(ReadStream, Readable);
ReadStream.prototype = Object.create(Readable.prototype, { constructor: { value: ReadStream, writable: true, configurable: true } });
hidden(ReadStream.prototype, '_read', function _read(size) {
  const left = Math.min(this.end - (this.pos ?? this.bytesRead) + 1, size);
  if (left <= 0) {
    this.push(null);
    return;
  }
  this[of].busy = true;
  this[of].functions.read(this.fd, Buffer.allocUnsafeSlow(left), 0, left, this.pos, (error, count, buffer) => {
    this[of].busy = false;
    if (this.destroyed) {
      this.emit(finishedIO, error);
      return;
    }
    if (error) {
      if (this._readableState.autoDestroy) this.destroy(error);
      else this.emit('error', error);
      return;
    }
    if (count === 0) {
      this.push(null);
      return;
    }
    this.bytesRead += count;
    if (this.pos !== undefined) this.pos += count;
    this.push(count === buffer.length ? buffer : Buffer.from(buffer.subarray(0, count)));
  });
});

function WriteStream(path, options) {
  if (!(this instanceof WriteStream)) return new WriteStream(path, options);
  options = optionsOf(options, {});
  options.decodeStrings = true;
  const { functions } = begin(this, path, options, 'w');
  options.autoDestroy = options.autoClose === undefined ? true : options.autoClose;
  if (!functions.write && !functions.writev) throw invalidArgType('options.fs.write', 'function', functions.write);
  if (functions.write) validateFunction(functions.write, 'options.fs.write');
  if (functions.writev) validateFunction(functions.writev, 'options.fs.writev');
  if (options.autoDestroy) validateFunction(functions.close, 'options.fs.close');
  this.flush = options.flush ?? false;
  if (options.flush !== undefined && options.flush !== null) {
    validateBoolean(this.flush, 'options.flush');
    validateFunction(functions.fsync, 'options.fs.fsync');
  }
  if (!functions.write) this._write = (chunk, encoding, callback) => this._writev([{ chunk }], callback);
  if (!functions.writev) this._writev = null;
  this.start = options.start;
  this.pos = undefined;
  this.bytesWritten = 0;
  if (this.start !== undefined) {
    validateInteger(this.start, 'start', 0);
    this.pos = this.start;
  }
  Writable.call(this, options);
  if (options.encoding) this.setDefaultEncoding(options.encoding);
  return this;
}
Object.setPrototypeOf(WriteStream, Writable);
WriteStream.prototype = Object.create(Writable.prototype, { constructor: { value: WriteStream, writable: true, configurable: true } });

// attempts is how often in a row a write may write nothing.
const attempts = 5;

// writeAll calls write(rest, position, callback) until all bytes are written. rest is what it was
// given and how many bytes of that are written already.
function writeAll(stream, size, write, callback) {
  const state = stream[of];
  let written = 0, failed = 0;
  const start = stream.pos;
  const next = () => write(written, start === undefined ? undefined : start + written, (error, count) => {
    if (error?.code === 'EAGAIN') [error, count] = [null, 0];
    if (stream.destroyed || error) return done(error || withCode(Error, 'ERR_STREAM_DESTROYED', 'Cannot call write after a stream was destroyed'));
    stream.bytesWritten += count;
    written += count;
    failed = count === 0 ? failed + 1 : 0;
    if (failed > attempts) return done(withCode(Error, 'ERR_SYSTEM_ERROR', 'A system error occurred: write failed'));
    return written < size ? next() : done();
  });
  const done = (error) => {
    state.busy = false;
    const { destroyed } = stream;
    callback(error);
    if (destroyed) stream.emit(finishedIO, error);
  };
  state.busy = true;
  next();
  if (stream.pos !== undefined) stream.pos += size;
}
hidden(WriteStream.prototype, '_write', function _write(chunk, encoding, callback) {
  const write = (from, position, then) => this[of].functions.write(this.fd, from === 0 ? chunk : chunk.subarray(from), 0, chunk.length - from, position, then);
  writeAll(this, chunk.length, write, callback);
});
hidden(WriteStream.prototype, '_writev', function _writev(list, callback) {
  const chunks = list.map((entry) => entry.chunk);
  const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const write = (from, position, then) => this[of].functions.writev(this.fd, from === 0 ? chunks : [Buffer.concat(chunks).subarray(from)], position, then);
  writeAll(this, size, write, callback);
});
hidden(ReadStream.prototype, 'close', function close(callback) {
  if (typeof callback === 'function') finished(this, callback);
  this.destroy();
});
hidden(WriteStream.prototype, 'close', function close(callback) {
  if (callback) {
    if (this.closed) {
      process.nextTick(callback);
      return;
    }
    this.on('close', callback);
  }
  if (!this.autoClose) this.on('finish', this.destroy);
  this.end();
});
hidden(WriteStream.prototype, 'destroySoon', Writable.prototype.end);
for (const [Class, state] of [[ReadStream, '_readableState'], [WriteStream, '_writableState']]) {
  hidden(Class.prototype, '_construct', construct);
  hidden(Class.prototype, 'open', opened);
  hidden(Class.prototype, '_destroy', destroyed);
  Object.defineProperty(Class.prototype, 'pending', { get() { return this.fd === null; }, configurable: true });
  Object.defineProperty(Class.prototype, 'autoClose', { get() { return this[state].autoDestroy; }, set(value) { this[state].autoDestroy = value; } });
}

module.exports = {
  ReadStream, WriteStream,
  createReadStream: (path, options) => new ReadStream(path, options),
  createWriteStream: (path, options) => new WriteStream(path, options),
};
