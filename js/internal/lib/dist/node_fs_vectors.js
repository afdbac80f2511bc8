"use strict";

// src/node/fs_vectors.js
var fs = require("fs"), { invalidArgType, validateFunction } = require("internal/errors");
function check(buffers) {
  if (!Array.isArray(buffers) || !buffers.every((b) => ArrayBuffer.isView(b))) throw invalidArgType("buffers", "ArrayBufferView[]", buffers);
}
var from = (position) => typeof position == "number" ? position : null, bytes = (view) => new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
function joined(buffers) {
  let all = new Uint8Array(buffers.reduce((sum, b) => sum + b.byteLength, 0)), at = 0;
  for (let buffer of buffers)
    all.set(bytes(buffer), at), at += buffer.byteLength;
  return all;
}
function distribute(data, buffers) {
  for (let buffer of buffers) {
    let part = data.subarray(0, buffer.byteLength);
    bytes(buffer).set(part), data = data.subarray(part.length);
  }
}
function sync(name) {
  let one = fs[name === "readv" ? "readSync" : "writeSync"];
  return { [`${name}Sync`](fd, buffers, position) {
    check(buffers);
    let total = 0;
    position = from(position), buffers.length === 0 && fs.fstatSync(fd);
    for (let buffer of buffers) {
      let count = one(fd, buffer, 0, buffer.byteLength, position);
      if (total += count, position !== null && (position += count), count < buffer.byteLength) break;
    }
    return total;
  } }[`${name}Sync`];
}
function later(name) {
  let one = fs[name === "readv" ? "read" : "write"];
  return { [name](fd, buffers, position, callback) {
    check(buffers), callback = typeof position == "function" ? position : callback, validateFunction(callback, "cb"), position = from(position);
    let all = joined(buffers);
    all.length === 0 ? fs.fstat(fd, (error) => error ? callback(error) : callback(null, 0, buffers)) : one(fd, all, 0, all.length, position, (error, count) => error ? callback(error) : (name === "readv" && distribute(all.subarray(0, count), buffers), callback(null, count, buffers)));
  } }[name];
}
var readv = later("readv"), writev = later("writev"), promised = (fn, result) => (fd, buffers, position) => new Promise((resolve, reject) => {
  fn(fd, buffers, position, (error, count) => error ? reject(error) : resolve({ [result]: count, buffers }));
});
module.exports = {
  readv,
  writev,
  readvSync: sync("readv"),
  writevSync: sync("writev"),
  promises: { readv: promised(readv, "bytesRead"), writev: promised(writev, "bytesWritten") }
};
