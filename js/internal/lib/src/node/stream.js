'use strict';
// node:stream: the npm package readable-stream, which is Node's own, with what is left
// out of it: bridges to the streams of the web.
const Stream = require('npm:readable-stream/lib/stream.js');

// Node takes every view of memory for a chunk by now.
Stream._isUint8Array = ArrayBuffer.isView;

// A bridge loads the web's streams only when one is built.
const bridges = [
  [Stream.Readable, 'fromWeb', 'readableFromWeb'], [Stream.Readable, 'toWeb', 'readableToWeb'],
  [Stream.Writable, 'fromWeb', 'writableFromWeb'], [Stream.Writable, 'toWeb', 'writableToWeb'],
  [Stream.Duplex, 'fromWeb', 'duplexFromWeb'], [Stream.Duplex, 'toWeb', 'duplexToWeb'],
];
for (const [Class, name, bridge] of bridges) {
  Class[name] = { [name]: (stream, options) => require('internal/stream_bridges')[bridge](stream, options) }[name];
}

module.exports = Stream;
