'use strict';
// Operations of node:fs with several steps, as many as in Node. Each step is one trip through the
// worker pool and the poll phase. fs.js loads this at the first such operation. It passes the
// common parts: request (one step with a callback), promised (one step as a promise), the
// operations and native.
const { abortError, validateAbortSignal } = require('internal/errors');

// The sizes of single reads and writes, in bytes.
const pieceOfFile = 512 * 1024;
const pieceOfUnknown = 64 * 1024; // for files without a size, such as a pipe

const noop = () => {};
const joined = (pieces, total) => {
  if (pieces.length === 1) return pieces[0];
  const all = new Uint8Array(total);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
};
const pieceSize = (size, total) => (size === 0 ? pieceOfUnknown : Math.min(pieceOfFile, size - total));
const isDirectory = (stats) => (stats.mode & 0o170000) === 0o040000;
const isLink = (stats) => (stats.mode & 0o170000) === 0o120000;

module.exports = ({ fs, operations, bytesOf, request, promised, native }) => {
  // callbacks are the operations by the name of Go's function for them. Each is called with
  // that function's arguments, a signal or undefined, and done, which gets an error or null
  // and the result.
  const callbacks = {
    readFile([path, flag], signal, done) {
      if (signal?.aborted) return done(abortError(signal.reason));
      return request('open', path, flag, 0o666, (error, fd) => {
        if (error !== null) return done(error);
        return readAll(fd, signal, (failure, bytes) => close(fd, failure, done, bytes));
      });
    },
    // readAll reads from a descriptor, which stays open.
    readAll([fd], signal, done) {
      process.nextTick(() => readAll(fd, signal, (error, bytes) => process.nextTick(done, error, bytes)));
    },
    writeFile(given, signal, done) { writeFile(given, signal, (fd, written) => written(null), done); },
    writeAndFlush(given, signal, done) { writeFile(given, signal, (fd, written) => fs.fsync(fd, written), done); },
    truncate([path, length], signal, done) {
      request('open', path, 'r+', 0o666, (error, fd) => {
        if (error !== null) return done(error);
        return request('ftruncate', fd, length, (failure) => close(fd, failure, done));
      });
    },
    rm(given, signal, done) {
      checkRemoval(given, (error) => (error !== null ? done(error) : removeTree(given[0], done)));
    },
    mkdir([path, mode, recursive], signal, done) {
      if (recursive) return native.makeFolders(path, mode, done);
      return request('mkdir', path, mode, false, done);
    },
    realpath([path], signal, done) {
      findRealPath(require('node:path').resolve(path), done);
    },
    // As in Node, all folders inside a folder are read concurrently, and the callback is called
    // before readdir returns.
    readdir([path, recursive], signal, done) {
      if (recursive) return done(null, native.readdir(path, true));
      return request('readdir', path, false, done);
    },
  };

  function writeFile([path, data, flag, mode], signal, flush, done) {
    if (signal?.aborted) return done(abortError(signal.reason));
    return request('open', path, flag, mode, (error, fd) => {
      if (error !== null) return done(error);
      if (signal?.aborted) return close(fd, abortError(signal.reason), done);
      return request('write', fd, data, -1, (failure) => {
        if (failure !== null) return close(fd, failure, done);
        return flush(fd, (failure) => close(fd, failure, done));
      });
    });
  }

  function close(fd, failure, done, result) {
    request('close', fd, (error) => (failure ?? error) !== null ? done(failure ?? error) : done(null, result));
  }

  function readAll(fd, signal, done) {
    request('fileSize', fd, (error, size) => {
      if (error !== null) return done(error);
      const pieces = [];
      let total = 0;
      const next = () => {
        if (signal?.aborted) return done(abortError(signal.reason));
        return request('read', fd, pieceSize(size, total), -1, (error, bytes) => {
          if (error !== null) return done(error);
          pieces.push(bytes);
          total += bytes.length;
          return bytes.length === 0 || total === size ? done(null, joined(pieces, total)) : next();
        });
      };
      return next();
    });
  }

  // checkRemoval decides whether rm may start.
  function checkRemoval([path, force, recursive], done) {
    request('lstat', path, (error, stats) => {
      if (error !== null) return done(force && error.code === 'ENOENT' ? null : error);
      if (recursive || !isDirectory(stats)) return done(null);
      try {
        native.rm(path, false, false); // makes the error for a folder
        return done(null);
      } catch (error) {
        return done(error);
      }
    });
  }

  // removeTree removes a file, or a folder with its contents. A missing file is not an error.
  function removeTree(path, callback) {
    const done = (error) => callback(error !== null && error.code === 'ENOENT' ? null : error);
    request('lstat', path, (error, stats) => {
      if (error !== null && error.code === 'ENOENT') return done(null);
      if (error === null && isDirectory(stats)) return removeFolder(path, done);
      return request('unlink', path, (error) => {
        if (error !== null && error.code === 'EISDIR') return removeFolder(path, done);
        return done(error);
      });
    });
  }

  function removeFolder(path, done) {
    request('rmdir', path, (error) => {
      if (error !== null && (error.code === 'ENOTEMPTY' || error.code === 'EEXIST' || error.code === 'EPERM')) return removeContents(path, done);
      return done(error);
    });
  }

  function removeContents(path, done) {
    request('readdir', path, false, (error, entries) => {
      if (error !== null) return done(error);
      let left = entries.length;
      if (left === 0) return request('rmdir', path, done);
      let failed = false;
      for (const [name] of entries) {
        removeTree(`${path}/${name}`, (error) => {
          if (failed) return undefined;
          if (error !== null) {
            failed = true;
            return done(error);
          }
          left--;
          return left === 0 ? request('rmdir', path, done) : undefined;
        });
      }
    });
  }

  // findRealPath resolves an absolute path part by part.
  function findRealPath(path, done) {
    const known = new Set(); // paths that are not links
    let found; // the resolved beginning of the path
    let rest;
    const begin = (whole) => {
      found = '';
      rest = whole.split('/').filter((part) => part !== '');
      process.nextTick(next);
    };
    const next = () => {
      if (rest.length === 0) return done(null, found || '/');
      const at = `${found}/${rest.shift()}`;
      const pass = () => {
        known.add(at);
        found = at;
        process.nextTick(next);
      };
      if (known.has(at)) return pass();
      return request('lstat', at, (error, stats) => {
        if (error !== null) return done(error);
        if (!isLink(stats)) return pass();
        return request('stat', at, (error) => {
          if (error !== null) return done(error);
          return request('readlink', at, (error, target) => {
            if (error !== null) return done(error);
            return begin(require('node:path').resolve(found || '/', target, ...rest));
          });
        });
      });
    };
    begin(path);
  }

  // The following async functions await and return in the same places as Node's, so promises settle
  // in the same microtask.

  const step = async (...given) => await promised(...given);
  const checkAborted = (signal) => {
    if (signal !== undefined) validateAbortSignal(signal, 'options.signal');
    if (signal?.aborted) throw abortError(signal.reason);
  };
  const afterwards = (promise, fn) => new Promise((resolve, reject) => {
    new Promise((fulfil, refuse) => { promise.then(fulfil, refuse); }).finally(fn).then(resolve, reject);
  });
  const closing = (fd) => afterwards(native.promise('close', fd), noop);
  async function closed(operation, fd) {
    return operation.then(
      (result) => closing(fd).then(() => result),
      (error) => closing(fd).then(() => Promise.reject(error), () => Promise.reject(error)),
    );
  }
  const called = (operation) => new Promise((resolve, reject) => {
    operation((error, value) => { if (error !== null) reject(error); else resolve(value); });
  });

  // readFrom reads to the end. As in Node, a read shorter than the size of a small file is the last
  // one, even if the file was truncated meanwhile.
  async function readFrom(fd, options, make) {
    const signal = options?.signal;
    checkAborted(signal);
    const size = await promised('fileSize', fd);
    const small = size > 0 && (size <= pieceOfFile || typeof options === 'string' || options?.encoding);
    const pieces = [];
    let total = 0;
    for (;;) {
      checkAborted(signal);
      const length = pieceSize(size, total);
      const bytes = await promised('read', fd, length, -1);
      pieces.push(bytes);
      total += bytes.length;
      if (bytes.length === 0 || total === size || (small && bytes.length < length)) return make(joined(pieces, total));
    }
  }

  async function writeTo(fd, data, signal) {
    checkAborted(signal);
    for (let at = 0; at < data.byteLength; at += pieceOfFile) {
      checkAborted(signal);
      await step('write', fd, new Uint8Array(data.buffer, data.byteOffset + at, Math.min(pieceOfFile, data.byteLength - at)), -1);
    }
  }

  // writeEach writes what an iterable gives.
  async function writeEach(fd, iterable, options, signal) {
    checkAborted(signal);
    for await (const piece of iterable) {
      await writeTo(fd, bytesOf(piece, typeof options === 'string' ? options : options?.encoding), signal);
    }
  }
  const iterates = (data) => data !== null && typeof data === 'object' && !ArrayBuffer.isView(data) && (data[Symbol.asyncIterator] ?? data[Symbol.iterator]) !== undefined;

  // late checks the arguments of an operation that opens a file. In Node open checks the path, so a
  // wrong one rejects an await later.
  const late = (operation, args) => {
    try {
      return { checked: operation(...args) };
    } catch (error) {
      return { refused: Promise.reject(error) };
    }
  };

  async function write(operation, args) {
    const [path, given, options] = args, iterable = iterates(given);
    if (typeof given !== 'string' && !ArrayBuffer.isView(given) && !iterable) operation('.', given, options); // throws
    const { checked, refused } = late(operation, iterable ? [path, '', options] : args);
    if (refused) await refused;
    const [[fn, target, data, flag, mode]] = checked;
    const signal = options?.signal;
    const writing = (fd) => (iterable ? writeEach(fd, given, options, signal) : writeTo(fd, data, signal));
    if (fn === 'write') return writing(target); // target is a descriptor
    checkAborted(signal);
    const fd = await step('open', target, flag, mode);
    return closed(fn === 'writeFile' ? writing(fd) : writing(fd).then(() => step('fsync', fd)), fd);
  }

  const promises = {
    async readFile(path, options) {
      const { checked, refused } = late(operations.readFile, [path, options]);
      if (refused) await refused;
      const [[fn, target, flag], make] = checked;
      if (fn === 'readAll') return readFrom(target, options, make);
      checkAborted(options?.signal);
      const fd = await step('open', target, flag, 0o666);
      return closed(readFrom(fd, options, make), fd);
    },
    writeFile: (...args) => write(operations.writeFile, args),
    async appendFile(...args) { return write(operations.appendFile, args); },
    async truncate(path, length) {
      const { checked, refused } = late(operations.truncate, [path, length]);
      if (refused) await refused;
      const [[, target, size]] = checked;
      const fd = await step('open', target, 'r+', 0o666);
      return closed(step('ftruncate', fd, size), fd);
    },
    async rm(path, options) {
      const [[, ...given]] = operations.rm(path, options);
      await called((done) => checkRemoval(given, done));
      return called((done) => removeTree(given[0], done));
    },
    async mkdir(path, options) {
      const [[, ...given]] = operations.mkdir(path, options);
      if (!given[2]) return await promised('mkdir', ...given);
      return await called((done) => native.makeFolders(given[0], given[1], done)).then(undefined, (error) => Promise.reject(error));
    },
    async readdir(path, options) {
      const [[, target, recursive], make] = operations.readdir(path, options);
      const entries = await promised('readdir', target, false);
      return make(recursive ? await withFolders(target, '', entries) : entries);
    },
  };

  async function withFolders(root, folder, entries) {
    const all = entries.map(([name, , mode]) => [name, folder, mode]);
    for (const [name, , mode] of entries) {
      if ((mode & 0o170000) !== 0o040000) continue;
      const inner = folder === '' ? name : `${folder}/${name}`;
      all.push(...await withFolders(root, inner, await promised('readdir', `${root}/${inner}`, false)));
    }
    return all;
  }

  return { callbacks, promises, afterwards, step };
};
