"use strict";

// src/node/stream_bridges.js
var { Readable, Writable, Duplex, finished, destroy } = require("stream"), { invalidArgType } = require("internal/errors"), later = (fn, ...args) => process.nextTick(fn, ...args), premature = (error) => error?.code === "ERR_STREAM_PREMATURE_CLOSE" ? new DOMException("The operation was aborted", "AbortError") : error, isStream = (value, method) => value !== null && typeof value == "object" && typeof value[method] == "function";
function readableFromWeb(stream, options = {}) {
  if (!isStream(stream, "getReader")) throw invalidArgType("readableStream", "ReadableStream", stream);
  let reader = stream.getReader(), closed = !1, { highWaterMark, encoding, objectMode = !1, signal } = options, readable = new Readable({
    highWaterMark,
    encoding,
    objectMode,
    signal,
    read() {
      reader.read().then(
        ({ done, value }) => later(() => readable.push(done ? null : value)),
        (error) => later(destroy, readable, error)
      );
    },
    destroy(error, callback) {
      return closed ? callback(error) : (closed = !0, reader.cancel(error ?? void 0).then(() => later(callback, error), (failure) => later(callback, error ?? failure)));
    }
  });
  return reader.closed.then(() => {
    closed = !0;
  }, (error) => {
    closed = !0, later(destroy, readable, error);
  }), readable;
}
function readableToWeb(readable, { strategy } = {}) {
  if (!isStream(readable, "pipe") || !readable._readableState) throw invalidArgType("streamReadable", "stream.Readable", readable);
  if (readable.destroyed || !readable.readable) {
    let ended = new globalThis.ReadableStream();
    return ended.cancel(), ended;
  }
  let { objectMode } = { objectMode: readable.readableObjectMode };
  strategy ??= objectMode ? new CountQueuingStrategy({ highWaterMark: readable.readableHighWaterMark }) : { highWaterMark: readable.readableHighWaterMark, size: (chunk) => chunk.byteLength ?? chunk.length };
  let over = !1, controller;
  return finished(readable, (error) => {
    over || (over = !0, readable.on("error", () => {
    }), error ? controller.error(premature(error)) : controller.close());
  }), new globalThis.ReadableStream({
    start(given) {
      controller = given, readable.pause(), readable.on("data", (chunk) => {
        Buffer.isBuffer(chunk) && !objectMode && (chunk = new Uint8Array(chunk)), controller.enqueue(chunk), controller.desiredSize <= 0 && readable.pause();
      }), readable.pause();
    },
    pull() {
      readable.resume();
    },
    cancel(reason) {
      over = !0, destroy(readable, reason);
    }
  }, strategy);
}
function writableFromWeb(stream, options = {}) {
  if (!isStream(stream, "getWriter")) throw invalidArgType("writableStream", "WritableStream", stream);
  let writer = stream.getWriter(), closed = !1, { highWaterMark, decodeStrings = !0, objectMode = !1, signal } = options, settle = (promise, callback, error) => promise.then(() => later(callback, error), (failure) => later(callback, error ?? failure)), writable = new Writable({
    highWaterMark,
    decodeStrings,
    objectMode,
    signal,
    write(chunk, encoding, callback) {
      typeof chunk == "string" && decodeStrings && !objectMode && (chunk = Buffer.from(chunk, encoding)), settle(writer.ready.then(() => writer.write(chunk)), callback);
    },
    final(callback) {
      return closed ? callback() : (closed = !0, settle(writer.close(), callback));
    },
    destroy(error, callback) {
      return closed ? callback(error) : (closed = !0, settle(error ? writer.abort(error) : writer.close(), callback, error));
    }
  });
  return writer.closed.then(() => {
    closed = !0, writable.writableEnded || later(destroy, writable, premature({ code: "ERR_STREAM_PREMATURE_CLOSE" }));
  }, (error) => {
    closed = !0, later(destroy, writable, error);
  }), writable;
}
function writableToWeb(writable) {
  if (!isStream(writable, "write") || !isStream(writable, "on")) throw invalidArgType("streamWritable", "stream.Writable", writable);
  if (writable.destroyed || !writable.writable) {
    let ended = new globalThis.WritableStream();
    return ended.close(), ended;
  }
  let controller, drained, over, done = new Promise((resolve, reject) => {
    finished(writable, (error) => {
      error = premature(error), writable.on("error", () => {
      }), error ? (drained?.reject(error), over || controller.error(error), reject(error)) : (over || controller.error(new DOMException("The operation was aborted", "AbortError")), resolve());
    });
  });
  done.catch(() => {
  }), writable.on("drain", () => {
    drained?.resolve(), drained = void 0;
  });
  let objectMode = writable.writableObjectMode;
  return new globalThis.WritableStream({
    start(given) {
      controller = given;
    },
    write(chunk) {
      if (!writable.write(chunk)) return new Promise((resolve, reject) => {
        drained = { resolve, reject };
      });
    },
    abort(reason) {
      over = !0, destroy(writable, reason);
    },
    close() {
      return over = !0, writable.end(), done;
    }
  }, objectMode ? new CountQueuingStrategy({ highWaterMark: writable.writableHighWaterMark }) : { highWaterMark: writable.writableHighWaterMark, size: (chunk) => chunk?.byteLength ?? chunk?.length ?? 1 });
}
function duplexFromWeb(pair, options = {}) {
  return Duplex.from({ readable: readableFromWeb(pair.readable, options), writable: writableFromWeb(pair.writable, options) });
}
function duplexToWeb(duplex) {
  return { readable: readableToWeb(duplex), writable: writableToWeb(duplex) };
}
module.exports = { readableFromWeb, readableToWeb, writableFromWeb, writableToWeb, duplexFromWeb, duplexToWeb };
