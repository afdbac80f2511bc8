"use strict";

// src/web/bytes.js
var bytesOf = /* @__PURE__ */ new WeakMap();
function bytes(source) {
  return ArrayBuffer.isView(source) ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength) : new Uint8Array(source);
}
var isBuffer = (value) => ArrayBuffer.isView(value) || native.isArrayBuffer(value);
function concat(parts) {
  let length = 0;
  for (let part of parts) length += part.length;
  let all = new Uint8Array(length), at = 0;
  for (let part of parts)
    all.set(part, at), at += part.length;
  return all;
}
module.exports = { bytesOf, bytes, isBuffer, concat };
