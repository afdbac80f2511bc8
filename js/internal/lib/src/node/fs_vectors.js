'use strict';
// readv and writev of node:fs: reads into several buffers and writes from several, one after the
// other.
const fs = require('node:fs');
const { invalidArgType, validateFunction } = require('internal/errors');

function check(buffers) {
  if (!Array.isArray(buffers) || !buffers.every((b) => ArrayBuffer.isView(b))) throw invalidArgType('buffers', 'ArrayBufferView[]', buffers);
}
const from = (position) => (typeof position === 'number' ? position : null);

const bytes = (view) => new Uint8Array(view.buffer, view.byteOffset, view.byteLength);

// joined returns the contents of buffers, one after the other.
function joined(buffers) {
  const all = new Uint8Array(buffers.reduce((sum, b) => sum + b.byteLength, 0));
  let at = 0;
  for (const buffer of buffers) {
    all.set(bytes(buffer), at);
    at += buffer.byteLength;
  }
  return all;
}

// distribute fills buffers with data, one after the other.
function distribute(data, buffers) {
  for (const buffer of buffers) {
    const part = data.subarray(0, buffer.byteLength);
    bytes(buffer).set(part);
    data = data.subarray(part.length);
  }
}

function sync(name) {
  const one = fs[name === 'readv' ? 'readSync' : 'writeSync'];
  return { [`${name}Sync`](fd, buffers, position) {
    check(buffers);
    let total = 0;
    position = from(position);
    if (buffers.length === 0) fs.fstatSync(fd); // an invalid descriptor is an error
    for (const buffer of buffers) {
      const count = one(fd, buffer, 0, buffer.byteLength, position);
      total += count;
      if (position !== null) position += count;
      if (count < buffer.byteLength) break;
    }
    return total;
  } }[`${name}Sync`];
}

function later(name) {
  const one = fs[name === 'readv' ? 'read' : 'write'];
  return { [name](fd, buffers, position, callback) {
    check(buffers);
    callback = typeof position === 'function' ? position : callback;
    validateFunction(callback, 'cb');
    position = from(position);
    // As in Node, it is one operation.
    const all = joined(buffers);
    if (all.length === 0) fs.fstat(fd, (error) => (error ? callback(error) : callback(null, 0, buffers)));
    else {
      one(fd, all, 0, all.length, position, (error, count) => {
        if (error) return callback(error);
        if (name === 'readv') distribute(all.subarray(0, count), buffers);
        return callback(null, count, buffers);
      });
    }
  } }[name];
}

const readv = later('readv'), writev = later('writev');
const promised = (fn, result) => (fd, buffers, position) => new Promise((resolve, reject) => {
  fn(fd, buffers, position, (error, count) => (error ? reject(error) : resolve({ [result]: count, buffers })));
});
module.exports = {
  readv, writev, readvSync: sync('readv'), writevSync: sync('writev'),
  promises: { readv: promised(readv, 'bytesRead'), writev: promised(writev, 'bytesWritten') },
};
