'use strict';
// Watchers of node:fs: watch asks the system, watchFile calls stat again and again.
const EventEmitter = require('node:events');
const { invalidArgValue, invalidArgType, validateFunction, validateBoolean, validateInteger, validateAbortSignal, abortError } = require('internal/errors');

module.exports = (fs, { toPath, native }) => {
  class FSWatcher extends EventEmitter {
    #handle = null;
    #unref = false;
    _start(path, { persistent, recursive, encoding }) {
      const named = (name) => (encoding === 'buffer' ? Buffer.from(name) : encoding && !/^utf-?8$/i.test(encoding) ? Buffer.from(name).toString(encoding) : name);
      this.#handle = native.watch(path, recursive, (kind, name) => { if (this.#handle !== null) this.emit('change', kind, named(name)); });
      if (!persistent || this.#unref) this.#handle.refer(false);
    }
    close() {
      if (this.#handle === null) return;
      this.#handle.close();
      this.#handle = null;
      process.nextTick(() => this.emit('close'));
    }
    ref() {
      this.#unref = false;
      this.#handle?.refer(true);
      return this;
    }
    unref() {
      this.#unref = true;
      this.#handle?.refer(false);
      return this;
    }
  }

  function optionsOf(options) {
    if (typeof options === 'string') options = { encoding: options };
    const { persistent = true, recursive = false, encoding, signal } = options ?? {};
    if (encoding != null && encoding !== 'buffer' && !Buffer.isEncoding(encoding)) throw invalidArgValue('encoding', encoding, 'is invalid encoding');
    return { persistent, recursive, encoding, signal };
  }

  function watch(filename, options, listener) {
    if (typeof options === 'function') [options, listener] = [undefined, options];
    if (listener !== undefined) validateFunction(listener, 'listener');
    const path = toPath(filename, 'filename');
    const given = optionsOf(options);
    for (const name of ['persistent', 'recursive']) if (given[name] != null) validateBoolean(given[name], `options.${name}`);
    if (given.signal !== undefined) validateAbortSignal(given.signal, 'options.signal');
    const watcher = new FSWatcher();
    try {
      watcher._start(path, given);
    } catch (error) {
      error.filename = path;
      throw error;
    }
    if (listener) watcher.addListener('change', listener);
    if (given.signal) {
      if (given.signal.aborted) process.nextTick(() => watcher.close());
      else {
        const close = () => watcher.close();
        given.signal.addEventListener('abort', close);
        watcher.once('close', () => given.signal.removeEventListener('abort', close));
      }
    }
    return watcher;
  }

  // watchPromise is watch of fs/promises: an iterator of the changes.
  async function* watchPromise(filename, options = {}) {
    const path = toPath(filename);
    if (options === null || (typeof options !== 'object' && typeof options !== 'string')) throw invalidArgType('options', ['Object', 'string'], options);
    for (const name of ['persistent', 'recursive']) if (options[name] !== undefined) validateBoolean(options[name], `options.${name}`);
    const { encoding, signal } = options;
    if (encoding && !(typeof encoding === 'string' && (encoding === 'buffer' || Buffer.isEncoding(encoding)))) throw invalidArgValue('options.encoding', encoding);
    if (signal !== undefined) validateAbortSignal(signal, 'options.signal');
    if (signal?.aborted) throw abortError(signal.reason);
    const changes = [];
    let wake = () => {};
    const watcher = watch(path, { ...optionsOf(options), signal: undefined });
    watcher.on('change', (eventType, name) => {
      changes.push({ __proto__: null, eventType, filename: name });
      wake();
    });
    const abort = () => wake();
    signal?.addEventListener('abort', abort, { once: true });
    try {
      for (;;) {
        while (changes.length > 0) yield changes.shift();
        if (signal?.aborted) throw abortError(signal.reason);
        await new Promise((resolve) => { wake = resolve; });
      }
    } finally {
      signal?.removeEventListener('abort', abort);
      watcher.close();
    }
  }

  // A StatWatcher tells when what stat returns has changed.
  const watchers = new Map();
  const none = (bigint) => {
    const zero = bigint ? 0n : 0;
    const stats = Object.create((bigint ? fs.BigIntStats ?? fs.Stats : fs.Stats).prototype);
    for (const key of ['dev', 'mode', 'nlink', 'uid', 'gid', 'rdev', 'blksize', 'ino', 'size', 'blocks', 'atimeMs', 'mtimeMs', 'ctimeMs', 'birthtimeMs', ...bigint ? ['atimeNs', 'mtimeNs', 'ctimeNs', 'birthtimeNs'] : []]) stats[key] = zero;
    for (const key of ['atime', 'mtime', 'ctime', 'birthtime']) stats[key] = new Date(0);
    return stats;
  };
  const same = (a, b) => ['dev', 'mode', 'nlink', 'uid', 'gid', 'ino', 'size', 'mtimeMs', 'ctimeMs', 'birthtimeMs'].every((key) => a[key] === b[key]);

  class StatWatcher extends EventEmitter {
    #timer = null;
    #before;
    #stopped = false;
    #ref = true;
    constructor(path, { interval, persistent, bigint }) {
      super();
      this.#ref = persistent;
      const look = () => {
        fs.stat(path, { bigint }, (error, found) => {
          if (this.#stopped) return;
          const now = error ? none(bigint) : found;
          const first = this.#before === undefined;
          if (first ? error : !same(this.#before, now)) {
            const before = first ? now : this.#before;
            this.#before = now;
            this.emit('change', now, before);
          } else this.#before = now;
          if (this.#stopped) return;
          this.#timer = setTimeout(look, interval);
          if (!this.#ref) this.#timer.unref();
        });
      };
      look();
    }
    ref() {
      this.#ref = true;
      this.#timer?.ref();
      return this;
    }
    unref() {
      this.#ref = false;
      this.#timer?.unref();
      return this;
    }
    stop() {
      if (this.#stopped) return;
      this.#stopped = true;
      clearTimeout(this.#timer);
      process.nextTick(() => this.emit('stop'));
    }
  }

  function watchFile(filename, options, listener) {
    const path = require('node:path').resolve(toPath(filename, 'filename'));
    if (options === null || typeof options !== 'object') [options, listener] = [undefined, options];
    validateFunction(listener, 'listener');
    const { interval = 5007, persistent = true, bigint = false } = options ?? {};
    validateInteger(interval, 'interval', 0, 4294967295);
    let watcher = watchers.get(path);
    if (watcher === undefined) watchers.set(path, watcher = new StatWatcher(path, { interval, persistent, bigint }));
    watcher.addListener('change', listener);
    return watcher;
  }

  function unwatchFile(filename, listener) {
    const path = require('node:path').resolve(toPath(filename, 'filename'));
    const watcher = watchers.get(path);
    if (watcher === undefined) return;
    if (typeof listener === 'function') watcher.removeListener('change', listener);
    else watcher.removeAllListeners('change');
    if (watcher.listenerCount('change') === 0) {
      watcher.stop();
      watchers.delete(path);
    }
  }

  return { FSWatcher, watch, watchFile, unwatchFile, watchPromise };
};
