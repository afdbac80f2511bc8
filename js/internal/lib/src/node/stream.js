'use strict';
// node:stream: the npm package readable-stream, which is Node's own code, and the bridges to the
// web's streams, which it lacks.
const { withCode } = require('internal/errors');
native.encoding = (encoding) => {
  if (!Buffer.isEncoding(encoding)) throw withCode(TypeError, 'ERR_UNKNOWN_ENCODING', `Unknown encoding: ${encoding}`);
  return encoding;
};
const Stream = require('npm:readable-stream/lib/stream.js');

// Newer versions of Node accept any view of memory as a chunk.
Stream._isUint8Array = ArrayBuffer.isView;

// Newer versions of Node can dispose of a Writable too.
if (Symbol.asyncDispose) {
  Stream.Writable.prototype[Symbol.asyncDispose] = function () {
    if (this.writableFinished) this.destroy();
    return Stream.Readable.prototype[Symbol.asyncDispose].call(this);
  };
}

// The web's streams are loaded with the first bridge.
const bridges = [
  [Stream.Readable, 'fromWeb', 'readableFromWeb'], [Stream.Readable, 'toWeb', 'readableToWeb'],
  [Stream.Writable, 'fromWeb', 'writableFromWeb'], [Stream.Writable, 'toWeb', 'writableToWeb'],
  [Stream.Duplex, 'fromWeb', 'duplexFromWeb'], [Stream.Duplex, 'toWeb', 'duplexToWeb'],
];
for (const [Class, name, bridge] of bridges) {
  Class[name] = { [name]: (stream, options) => require('internal/stream_bridges')[bridge](stream, options) }[name];
}

// duplexPair returns two connected streams: what is written to one is read from the other.
class DuplexSide extends Stream.Duplex {
  other;
  #written; // the callback of the other side's write, until this side is read
  _read() {
    const written = this.#written;
    this.#written = undefined;
    written?.();
  }
  _write(chunk, encoding, callback) {
    if (chunk.length === 0) {
      process.nextTick(callback);
      return;
    }
    this.other.#written = callback;
    this.other.push(chunk);
  }
  _final(callback) {
    this.other.on('end', callback);
    this.other.push(null);
  }
}
Stream.duplexPair = function duplexPair(options) {
  const pair = [new DuplexSide(options), new DuplexSide(options)];
  [pair[0].other, pair[1].other] = [pair[1], pair[0]];
  return pair;
};

module.exports = Stream;
