'use strict';
// Dir of node:fs, an open folder. Its entries are read when it is opened. What Node's program sees
// of the steps in which Node reads them is the same.
const fs = require('node:fs');
const { withCode, missingArgs, validateFunction, validateInteger } = require('internal/errors');

const closedError = () => withCode(Error, 'ERR_DIR_CLOSED', 'Directory handle was closed');
const concurrentError = () => withCode(Error, 'ERR_DIR_CONCURRENT_OPERATION', 'Cannot do synchronous work on directory handle with concurrent asynchronous operations');
const options = (given) => (typeof given === 'string' ? { encoding: given } : given ?? {});

// trip is one trip through the worker pool. It does nothing else, since opening a folder has read
// it. Node makes such a trip for each batch of entries and for the end.
const trip = (path, done) => fs.stat(path, done);

class Dir {
  #path; #unread; #batch; #size; #closed = false;
  #waiting = null; // what to do after the trip under way, or null
  constructor(path, entries, size) {
    if (path === undefined || path === null) throw missingArgs('handle');
    this.#path = path;
    this.#unread = entries;
    this.#batch = [];
    this.#size = size;
  }
  get path() { return this.#path; }
  #next() {
    if (this.#batch.length === 0) this.#batch = this.#unread.splice(0, this.#size);
    return this.#batch.shift() ?? null;
  }
  #read(later, callback) {
    if (this.#closed) throw closedError();
    validateFunction(callback, 'callback');
    if (this.#waiting !== null) this.#waiting.push(() => this.#read(later, callback));
    else if (this.#batch.length > 0) {
      if (later) process.nextTick(callback, null, this.#next());
      else callback(null, this.#next());
    } else {
      this.#waiting = [];
      trip(this.#path, () => {
        process.nextTick(() => {
          const waiting = this.#waiting;
          this.#waiting = null;
          for (const operation of waiting) operation();
        });
        callback(null, this.#next());
      });
    }
  }
  #promise() { return new Promise((resolve, reject) => { this.#read(false, (error, entry) => (error ? reject(error) : resolve(entry))); }); }
  #end() { return new Promise((resolve, reject) => { this.close((error) => (error ? reject(error) : resolve())); }); }
  read(callback) {
    if (this.#closed) throw closedError();
    if (callback === undefined) return this.#promise();
    this.#read(true, callback);
    return undefined;
  }
  readSync() {
    if (this.#closed) throw closedError();
    if (this.#waiting !== null) throw concurrentError();
    return this.#next();
  }
  closeSync() {
    if (this.#closed) throw closedError();
    if (this.#waiting !== null) throw concurrentError();
    this.#closed = true;
  }
  close(callback) {
    if (callback === undefined) return this.#closed ? Promise.reject(closedError()) : this.#end();
    validateFunction(callback, 'callback');
    if (this.#closed) process.nextTick(callback, closedError());
    else if (this.#waiting !== null) this.#waiting.push(() => this.close(callback));
    else {
      this.#closed = true;
      trip(this.#path, () => callback(null));
    }
    return undefined;
  }
  async* entries() {
    try {
      for (;;) {
        const entry = await this.#promise();
        if (entry === null) break;
        yield entry;
      }
    } finally {
      await this.#end();
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
function sizeOf(given) {
  const { bufferSize = 32 } = options(given);
  validateInteger(bufferSize, 'options.bufferSize', 1, 2 ** 32 - 1);
  return bufferSize;
}
function checked(given) {
  const { encoding, recursive } = options(given);
  sizeOf(given);
  return { encoding, recursive, withFileTypes: true };
}

function opendirSync(path, given) {
  try {
    return new Dir(path, fs.readdirSync(path, checked(given)), sizeOf(given));
  } catch (error) {
    throw asOpened(error);
  }
}
function opendir(path, given, callback) {
  callback = typeof given === 'function' ? given : callback;
  validateFunction(callback, 'callback');
  if (typeof given === 'function') given = undefined;
  fs.readdir(path, checked(given), (error, entries) => (error ? callback(asOpened(error)) : callback(null, new Dir(path, entries, sizeOf(given)))));
}
const opendirPromise = (path, given) => new Promise((resolve, reject) => { opendir(path, given, (error, dir) => (error ? reject(error) : resolve(dir))); });

module.exports = { Dir, opendir, opendirSync, opendirPromise };
