"use strict";

// src/node/stdio.js
var { Readable, Writable, getDefaultHighWaterMark } = require("stream"), { invalidArgValue, hidden } = require("internal/errors");
function write(stream, chunk, callback) {
  callback(native.write(stream.fd, chunk) ?? null);
}
function WriteStream() {
  Writable.call(this, { highWaterMark: Number.MAX_SAFE_INTEGER, emitClose: !1 }), this._type = this.isTTY ? "tty" : "fs", this._isStdio = !0;
}
Object.setPrototypeOf(WriteStream, Writable);
WriteStream.prototype = Object.create(Writable.prototype, {
  constructor: { value: WriteStream, writable: !0, configurable: !0 },
  writableHighWaterMark: { get: () => getDefaultHighWaterMark(!1), configurable: !0 },
  destroySoon: { get() {
    return this.destroy;
  }, configurable: !0 }
});
hidden(WriteStream.prototype, "_write", function(chunk, encoding, callback) {
  write(this, chunk, callback);
});
hidden(WriteStream.prototype, "_destroy", (error, callback) => callback(error));
function TerminalStream() {
  WriteStream.call(this);
}
Object.setPrototypeOf(TerminalStream, WriteStream);
Object.defineProperty(TerminalStream, "name", { value: "WriteStream" });
TerminalStream.prototype = Object.create(WriteStream.prototype, { constructor: { value: TerminalStream, writable: !0, configurable: !0 } });
for (let name of ["cursorTo", "moveCursor", "clearLine", "clearScreenDown"])
  hidden(TerminalStream.prototype, name, { [name](...args) {
    return require("readline")[name](this, ...args);
  } }[name]);
hidden(TerminalStream.prototype, "getWindowSize", function() {
  return [this.columns, this.rows];
});
hidden(TerminalStream.prototype, "getColorDepth", function(env = process.env) {
  return env.NO_COLOR || env.NODE_DISABLE_COLORS || env.TERM === "dumb" ? 1 : env.FORCE_COLOR !== void 0 ? { 0: 1, 2: 8, 3: 24 }[env.FORCE_COLOR] ?? 4 : /truecolor|24bit/.test(env.COLORTERM ?? "") ? 24 : /256/.test(env.TERM ?? "") ? 8 : 4;
});
hidden(TerminalStream.prototype, "hasColors", function(count = 16, env = void 0) {
  return typeof count == "object" && ([count, env] = [16, count]), count <= 2 ** this.getColorDepth(env);
});
function upgrade(object, fd) {
  let Class = Object.hasOwn(object, "isTTY") ? TerminalStream : WriteStream;
  return Object.setPrototypeOf(object, Class.prototype), Class.call(object), object.fd = fd, Class.prototype;
}
var ReadStream = class extends Readable {
  constructor() {
    super({ highWaterMark: 65536 }), this.fd = 0, native.terminal() && (this.isTTY = !0, this.isRaw = !1), this.on("pause", () => process.nextTick(() => {
      this._readableState.reading && !this.readableFlowing && (this._readableState.reading = !1, native.stop());
    }));
  }
  _read() {
    native.start((error, bytes) => {
      error !== null ? this.destroy(error) : this.push(bytes === null ? null : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    });
  }
  _destroy(error, callback) {
    native.stop(), callback(error);
  }
  setRawMode(on) {
    if (!this.isTTY) throw invalidArgValue("stdin", this, "is no terminal, which setRawMode needs");
    return native.raw(!!on), this.isRaw = !!on, this;
  }
  ref() {
    return native.refer(!0), this;
  }
  unref() {
    return native.refer(!1), this;
  }
};
module.exports = { upgrade, WriteStream: TerminalStream, ReadStream, stdin: () => new ReadStream() };
