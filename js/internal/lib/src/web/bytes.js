'use strict';
// The bytes of BufferSources and Blobs. It is apart from Blob so that requests and responses do not
// load Blob.

const bytesOf = new WeakMap(); // by Blob

// bytes returns a view of a BufferSource's memory, without a copy.
function bytes(source) {
  if (ArrayBuffer.isView(source)) return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  return new Uint8Array(source);
}
const isBuffer = (value) => ArrayBuffer.isView(value) || native.isArrayBuffer(value);

function concat(parts) {
  let length = 0;
  for (const part of parts) length += part.length;
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

module.exports = { bytesOf, bytes, isBuffer, concat };
