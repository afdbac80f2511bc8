'use strict';
// node:stream: the npm package readable-stream, which is Node's own code, and the bridges to the
// web's streams, which it lacks.
const Stream = require('npm:readable-stream/lib/stream.js');

// Newer versions of Node accept any view of memory as a chunk.
Stream._isUint8Array = ArrayBuffer.isView;

// The web's streams are loaded with the first bridge.
const bridges = [
  [Stream.Readable, 'fromWeb', 'readableFromWeb'], [Stream.Readable, 'toWeb', 'readableToWeb'],
  [Stream.Writable, 'fromWeb', 'writableFromWeb'], [Stream.Writable, 'toWeb', 'writableToWeb'],
  [Stream.Duplex, 'fromWeb', 'duplexFromWeb'], [Stream.Duplex, 'toWeb', 'duplexToWeb'],
];
for (const [Class, name, bridge] of bridges) {
  Class[name] = { [name]: (stream, options) => require('internal/stream_bridges')[bridge](stream, options) }[name];
}

module.exports = Stream;
