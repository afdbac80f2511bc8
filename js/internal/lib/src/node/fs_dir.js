'use strict';
// Dir of node:fs, an open folder. Its entries are read when it is opened.
const fs = require('node:fs');
const { withCode, validateFunction, validateInteger } = require('internal/errors');

const closedError = () => withCode(Error, 'ERR_DIR_CLOSED', 'Directory handle was closed');
const options = (given) => (typeof given === 'string' ? { encoding: given } : given ?? {});

class Dir {
  #path; #entries; #closed = false;
  constructor(path, entries) {
    this.#path = path;
    this.#entries = entries;
  }
  get path() { return this.#path; }
  readSync() {
    if (this.#closed) throw closedError();
    return this.#entries.shift() ?? null;
  }
  read(callback) {
    if (callback === undefined) return new Promise((resolve, reject) => { process.nextTick(() => { try { resolve(this.readSync()); } catch (error) { reject(error); } }); });
    validateFunction(callback, 'cb');
    if (this.#closed) throw closedError();
    process.nextTick(() => callback(null, this.#entries.shift() ?? null));
    return undefined;
  }
  closeSync() {
    if (this.#closed) throw closedError();
    this.#closed = true;
  }
  close(callback) {
    if (callback === undefined) {
      if (this.#closed) return Promise.reject(closedError());
      this.#closed = true;
      return Promise.resolve();
    }
    validateFunction(callback, 'cb');
    if (this.#closed) process.nextTick(callback, closedError());
    else {
      this.#closed = true;
      process.nextTick(callback, null);
    }
    return undefined;
  }
  async* entries() {
    try {
      for (;;) {
        const entry = await this.read();
        if (entry === null) break;
        yield entry;
      }
    } finally {
      if (!this.#closed) this.closeSync();
    }
  }
}
Object.defineProperty(Dir.prototype, Symbol.asyncIterator, { value: Dir.prototype.entries, enumerable: false, writable: true, configurable: true });

// asOpened makes the error of readdir that of opendir.
function asOpened(error) {
  if (error?.syscall === 'scandir') {
    error.syscall = 'opendir';
    error.message = error.message.replace('scandir', 'opendir');
  }
  return error;
}
function checked(given) {
  const { encoding, recursive, bufferSize } = options(given);
  if (bufferSize !== undefined) validateInteger(bufferSize, 'options.bufferSize', 1, 2 ** 32 - 1);
  return { encoding, recursive, withFileTypes: true };
}

function opendirSync(path, given) {
  try {
    return new Dir(path, fs.readdirSync(path, checked(given)));
  } catch (error) {
    throw asOpened(error);
  }
}
function opendir(path, given, callback) {
  callback = typeof given === 'function' ? given : callback;
  validateFunction(callback, 'callback');
  fs.readdir(path, checked(typeof given === 'function' ? undefined : given), (error, entries) => (error ? callback(asOpened(error)) : callback(null, new Dir(path, entries))));
}
const opendirPromise = (path, given) => new Promise((resolve, reject) => { opendir(path, given, (error, dir) => (error ? reject(error) : resolve(dir))); });

module.exports = { Dir, opendir, opendirSync, opendirPromise };
