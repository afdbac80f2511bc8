'use strict';
// The standard streams. As in Node for files, pipes and terminals, writes are synchronous. Reads
// run on another goroutine, and only while the program wants input.
const { Readable, Writable, getDefaultHighWaterMark } = require('node:stream');
const { invalidArgValue, hidden } = require('internal/errors');

function write(stream, chunk, callback) { callback(native.write(stream.fd, chunk) ?? null); }

// The classes are functions, because upgrade calls them on existing objects. A synchronous write
// leaves nothing to wait for, so write returns true.
function WriteStream() {
  Writable.call(this, { highWaterMark: Number.MAX_SAFE_INTEGER, emitClose: false });
  this._type = this.isTTY ? 'tty' : 'fs';
  this._isStdio = true;
}
Object.setPrototypeOf(WriteStream, Writable);
WriteStream.prototype = Object.create(Writable.prototype, {
  constructor: { value: WriteStream, writable: true, configurable: true },
  writableHighWaterMark: { get: () => getDefaultHighWaterMark(false), configurable: true },
  destroySoon: { get() { return this.destroy; }, configurable: true },
});
hidden(WriteStream.prototype, '_write', function _write(chunk, encoding, callback) { write(this, chunk, callback); });
hidden(WriteStream.prototype, '_destroy', (error, callback) => callback(error));

// A terminal has more methods. Its escape sequences are those of ECMA-48.
function TerminalStream() { WriteStream.call(this); }
Object.setPrototypeOf(TerminalStream, WriteStream);
Object.defineProperty(TerminalStream, 'name', { value: 'WriteStream' });
TerminalStream.prototype = Object.create(WriteStream.prototype, { constructor: { value: TerminalStream, writable: true, configurable: true } });
for (const name of ['cursorTo', 'moveCursor', 'clearLine', 'clearScreenDown']) {
  hidden(TerminalStream.prototype, name, { [name](...args) { return require('node:readline')[name](this, ...args); } }[name]);
}
hidden(TerminalStream.prototype, 'getWindowSize', function getWindowSize() { return [this.columns, this.rows]; });
hidden(TerminalStream.prototype, 'getColorDepth', function getColorDepth(env = process.env) {
  if (env.NO_COLOR || env.NODE_DISABLE_COLORS || env.TERM === 'dumb') return 1;
  if (env.FORCE_COLOR !== undefined) return { 0: 1, 2: 8, 3: 24 }[env.FORCE_COLOR] ?? 4;
  if (/truecolor|24bit/.test(env.COLORTERM ?? '')) return 24;
  return /256/.test(env.TERM ?? '') ? 8 : 4;
});
hidden(TerminalStream.prototype, 'hasColors', function hasColors(count = 16, env = undefined) {
  if (typeof count === 'object') [count, env] = [16, count];
  return count <= 2 ** this.getColorDepth(env);
});

// upgrade turns an output into a stream and returns its prototype. Do not read properties of the
// object before it has the prototype.
function upgrade(object, fd) {
  const Class = Object.hasOwn(object, 'isTTY') ? TerminalStream : WriteStream;
  Object.setPrototypeOf(object, Class.prototype);
  Class.call(object);
  object.fd = fd;
  return Class.prototype;
}

class ReadStream extends Readable {
  constructor() {
    super({ highWaterMark: 65536 });
    this.fd = 0;
    if (native.terminal()) {
      this.isTTY = true;
      this.isRaw = false;
    }
    // A paused stream wants no input, even if it has requested the next piece.
    this.on('pause', () => process.nextTick(() => {
      if (this._readableState.reading && !this.readableFlowing) {
        this._readableState.reading = false;
        native.stop();
      }
    }));
  }

  _read() {
    native.start((error, bytes) => {
      if (error !== null) this.destroy(error);
      else this.push(bytes === null ? null : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    });
  }

  _destroy(error, callback) {
    native.stop();
    callback(error);
  }

  setRawMode(on) {
    if (!this.isTTY) throw invalidArgValue('stdin', this, 'is no terminal, which setRawMode needs');
    native.raw(!!on);
    this.isRaw = !!on;
    return this;
  }

  ref() {
    native.refer(true);
    return this;
  }

  unref() {
    native.refer(false);
    return this;
  }
}

module.exports = { upgrade, WriteStream: TerminalStream, ReadStream, stdin: () => new ReadStream() };
