'use strict';
// Bridges between Node's streams and the web's. An error at one end destroys the other end.
const { Readable, Writable, Duplex, finished, destroy } = require('node:stream');
const { invalidArgType } = require('internal/errors');

// An exception in a promise's reaction would become a rejection, so call later.
const later = (fn, ...args) => process.nextTick(fn, ...args);

// premature converts the error of an end that closed without an error of its own.
const premature = (error) => (error?.code === 'ERR_STREAM_PREMATURE_CLOSE' ? new DOMException('The operation was aborted', 'AbortError') : error);

const isStream = (value, method) => value !== null && typeof value === 'object' && typeof value[method] === 'function';

function readableFromWeb(stream, options = {}) {
  if (!isStream(stream, 'getReader')) throw invalidArgType('readableStream', 'ReadableStream', stream);
  const reader = stream.getReader();
  let closed = false;
  const { highWaterMark, encoding, objectMode = false, signal } = options;
  const readable = new Readable({
    highWaterMark, encoding, objectMode, signal,
    read() {
      reader.read().then(
        ({ done, value }) => later(() => readable.push(done ? null : value)),
        (error) => later(destroy, readable, error),
      );
    },
    destroy(error, callback) {
      if (closed) return callback(error);
      closed = true;
      return reader.cancel(error ?? undefined).then(() => later(callback, error), (failure) => later(callback, error ?? failure));
    },
  });
  reader.closed.then(() => { closed = true; }, (error) => {
    closed = true;
    later(destroy, readable, error);
  });
  return readable;
}

function readableToWeb(readable, { strategy } = {}) {
  if (!isStream(readable, 'pipe') || !readable._readableState) throw invalidArgType('streamReadable', 'stream.Readable', readable);
  if (readable.destroyed || !readable.readable) {
    const ended = new globalThis.ReadableStream();
    ended.cancel();
    return ended;
  }
  const { objectMode } = { objectMode: readable.readableObjectMode };
  strategy ??= objectMode
    ? new CountQueuingStrategy({ highWaterMark: readable.readableHighWaterMark })
    : { highWaterMark: readable.readableHighWaterMark, size: (chunk) => chunk.byteLength ?? chunk.length };
  let over = false;
  let controller;
  finished(readable, (error) => {
    if (over) return;
    over = true;
    readable.on('error', () => {}); // errors after the end are ignored
    if (error) controller.error(premature(error));
    else controller.close();
  });
  return new globalThis.ReadableStream({
    start(given) {
      controller = given;
      readable.pause();
      readable.on('data', (chunk) => {
        if (Buffer.isBuffer(chunk) && !objectMode) chunk = new Uint8Array(chunk);
        controller.enqueue(chunk);
        if (controller.desiredSize <= 0) readable.pause();
      });
      readable.pause();
    },
    pull() { readable.resume(); },
    cancel(reason) {
      over = true;
      destroy(readable, reason);
    },
  }, strategy);
}

function writableFromWeb(stream, options = {}) {
  if (!isStream(stream, 'getWriter')) throw invalidArgType('writableStream', 'WritableStream', stream);
  const writer = stream.getWriter();
  let closed = false;
  const { highWaterMark, decodeStrings = true, objectMode = false, signal } = options;
  const settle = (promise, callback, error) => promise.then(() => later(callback, error), (failure) => later(callback, error ?? failure));
  const writable = new Writable({
    highWaterMark, decodeStrings, objectMode, signal,
    write(chunk, encoding, callback) {
      if (typeof chunk === 'string' && decodeStrings && !objectMode) chunk = Buffer.from(chunk, encoding);
      settle(writer.ready.then(() => writer.write(chunk)), callback);
    },
    final(callback) {
      if (closed) return callback();
      closed = true;
      return settle(writer.close(), callback);
    },
    destroy(error, callback) {
      if (closed) return callback(error);
      closed = true;
      return settle(error ? writer.abort(error) : writer.close(), callback, error);
    },
  });
  writer.closed.then(() => {
    closed = true;
    if (!writable.writableEnded) later(destroy, writable, premature({ code: 'ERR_STREAM_PREMATURE_CLOSE' }));
  }, (error) => {
    closed = true;
    later(destroy, writable, error);
  });
  return writable;
}

function writableToWeb(writable) {
  if (!isStream(writable, 'write') || !isStream(writable, 'on')) throw invalidArgType('streamWritable', 'stream.Writable', writable);
  if (writable.destroyed || !writable.writable) {
    const ended = new globalThis.WritableStream();
    ended.close();
    return ended;
  }
  let controller;
  let drained;
  let over;
  const done = new Promise((resolve, reject) => {
    finished(writable, (error) => {
      error = premature(error);
      writable.on('error', () => {});
      if (error) {
        drained?.reject(error);
        if (!over) controller.error(error);
        reject(error);
      } else {
        if (!over) controller.error(new DOMException('The operation was aborted', 'AbortError'));
        resolve();
      }
    });
  });
  done.catch(() => {});
  writable.on('drain', () => {
    drained?.resolve();
    drained = undefined;
  });
  const objectMode = writable.writableObjectMode;
  return new globalThis.WritableStream({
    start(given) { controller = given; },
    write(chunk) {
      if (!writable.write(chunk)) return new Promise((resolve, reject) => { drained = { resolve, reject }; });
      return undefined;
    },
    abort(reason) {
      over = true;
      destroy(writable, reason);
    },
    close() {
      over = true;
      writable.end();
      return done;
    },
  }, objectMode ? new CountQueuingStrategy({ highWaterMark: writable.writableHighWaterMark })
    : { highWaterMark: writable.writableHighWaterMark, size: (chunk) => chunk?.byteLength ?? chunk?.length ?? 1 });
}

function duplexFromWeb(pair, options = {}) {
  return Duplex.from({ readable: readableFromWeb(pair.readable, options), writable: writableFromWeb(pair.writable, options) });
}

function duplexToWeb(duplex) { return { readable: readableToWeb(duplex), writable: writableToWeb(duplex) }; }

module.exports = { readableFromWeb, readableToWeb, writableFromWeb, writableToWeb, duplexFromWeb, duplexToWeb };
