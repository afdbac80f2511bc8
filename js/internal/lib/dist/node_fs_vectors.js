"use strict";

// src/node/fs_vectors.js
var fs = require("fs"), { invalidArgType, validateFunction } = require("internal/errors");
function check(buffers) {
  if (!Array.isArray(buffers) || !buffers.every((b) => ArrayBuffer.isView(b))) throw invalidArgType("buffers", "ArrayBufferView[]", buffers);
}
var from = (position) => typeof position == "number" ? position : null;
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
    let total = 0, next = (i) => i === buffers.length ? callback(null, total, buffers) : one(fd, buffers[i], 0, buffers[i].byteLength, position, (error, count) => error ? callback(error) : (total += count, position !== null && (position += count), count < buffers[i].byteLength ? callback(null, total, buffers) : next(i + 1)));
    buffers.length === 0 ? fs.fstat(fd, (error) => error ? callback(error) : next(0)) : next(0);
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
