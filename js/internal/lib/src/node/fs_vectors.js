'use strict';
// readv and writev of node:fs: reads into several buffers and writes from several, one after the
// other.
const fs = require('node:fs');
const { invalidArgType, validateFunction } = require('internal/errors');

function check(buffers) {
  if (!Array.isArray(buffers) || !buffers.every((b) => ArrayBuffer.isView(b))) throw invalidArgType('buffers', 'ArrayBufferView[]', buffers);
}
const from = (position) => (typeof position === 'number' ? position : null);

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
    let total = 0;
    const next = (i) => {
      if (i === buffers.length) return callback(null, total, buffers);
      return one(fd, buffers[i], 0, buffers[i].byteLength, position, (error, count) => {
        if (error) return callback(error);
        total += count;
        if (position !== null) position += count;
        return count < buffers[i].byteLength ? callback(null, total, buffers) : next(i + 1);
      });
    };
    if (buffers.length === 0) fs.fstat(fd, (error) => (error ? callback(error) : next(0)));
    else next(0);
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
