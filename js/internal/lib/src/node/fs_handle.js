'use strict';
// FileHandle of fs/promises: an open file. fs.js loads this at the first open, and passes it the
// common parts of operations. As in Node, close waits for the operations that have started.
module.exports = (fs, { operations, promised, native, steps }) => {
  const { afterwards } = steps;

  // methods are the operations on a descriptor, by the name of FileHandle's method.
  const methods = {};
  const names = { read: 'read', write: 'write', stat: 'fstat', truncate: 'ftruncate', sync: 'fsync', datasync: 'fdatasync', chmod: 'fchmod', chown: 'fchown', utimes: 'futimes' };
  for (const [method, name] of Object.entries(names)) {
    methods[method] = async (fd, ...args) => {
      if (method === 'read') {
        // Here null is a length that is not given. For fs.read it is 0.
        const options = ArrayBuffer.isView(args[0]) ? 1 : 0;
        if (args[options]?.length === null) args[options] = { ...args[options], length: undefined };
        if (typeof args[1] === 'number') args = [args[0], args[1], args[2] ?? undefined, args[3]];
      }
      const [[fn, ...given], make] = operations[name](fd, ...args);
      if (method === 'read' && given[1] === 0) return { __proto__: null, ...make(new Uint8Array(0)) };
      if (method === 'write' && given[1].byteLength === 0) return { __proto__: null, ...make(0) };
      const result = await promised(fn, ...given);
      if (method === 'read' || method === 'write') return { __proto__: null, ...make(result) };
      return make === undefined ? result : make(result);
    };
  }
  for (const method of ['readFile', 'writeFile', 'appendFile']) methods[method] = (fd, ...args) => steps.promises[method === 'appendFile' ? 'writeFile' : method](fd, ...args);

  for (const method of ['readv', 'writev']) methods[method] = (fd, ...args) => require('internal/fs_vectors').promises[method](fd, ...args);

  class FileHandle extends require('node:events') {
    #fd;
    #users = 1;
    #closing = null;
    #closed;
    constructor(fd) {
      super();
      this.#fd = fd;
    }
    get fd() { return this.#fd; }
    close() {
      if (this.#fd === -1) return Promise.resolve();
      if (this.#closing !== null) return this.#closing;
      this.#users--;
      this.#closing = afterwards(this.#users === 0 ? this.#end() : new Promise((resolve, reject) => { this.#closed = { resolve, reject }; }), () => { this.#closing = null; });
      this.emit('close');
      return this.#closing;
    }
    #end() {
      const fd = this.#fd;
      this.#fd = -1;
      return native.promise('close', fd);
    }
    async #call(method, ...args) {
      if (this.#fd === -1) throw Object.assign(new Error('file closed'), { code: 'EBADF', syscall: names[method] ?? method });
      this.#users++;
      try {
        return await methods[method](this.#fd, ...args);
      } finally {
        this.#users--;
        if (this.#users === 0) this.#end().then(this.#closed.resolve, this.#closed.reject);
      }
    }
    read(...args) { return this.#call('read', ...args); }
    write(...args) { return this.#call('write', ...args); }
    readv(...args) { return this.#call('readv', ...args); }
    writev(...args) { return this.#call('writev', ...args); }
    readFile(options) { return this.#call('readFile', options); }
    writeFile(data, options) { return this.#call('writeFile', data, options); }
    appendFile(data, options) { return this.#call('appendFile', data, options); }
    stat(options) { return this.#call('stat', options); }
    truncate(length) { return this.#call('truncate', length); }
    chmod(mode) { return this.#call('chmod', mode); }
    chown(uid, gid) { return this.#call('chown', uid, gid); }
    utimes(atime, mtime) { return this.#call('utimes', atime, mtime); }
    readableWebStream() { return require('node:stream').Readable.toWeb(this.createReadStream({ autoClose: false })); }
    sync() { return this.#call('sync'); }
    datasync() { return this.#call('datasync'); }
    createReadStream(options) { return fs.createReadStream(undefined, { ...options, fd: this }); }
    createWriteStream(options) { return fs.createWriteStream(undefined, { ...options, fd: this }); }
    readLines(options) { return require('node:readline').createInterface({ input: this.createReadStream(options), crlfDelay: Infinity }); }
  }
  if (Symbol.asyncDispose) require('internal/errors').hidden(FileHandle.prototype, Symbol.asyncDispose, { async [Symbol.asyncDispose]() { return this.close(); } }[Symbol.asyncDispose]);
  return FileHandle;
};
