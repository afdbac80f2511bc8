"use strict";

// src/node/net.js
var { Duplex } = require("stream"), EventEmitter = require("events"), { AsyncResource } = require("async_hooks"), { withCode, invalidArgType, invalidArgValue, outOfRange, missingArgs, validateFunction, validateInteger, validateBoolean, validateAbortSignal } = require("internal/errors"), group = "[0-9a-fA-F]{1,4}", v4 = "(?:(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)\\.){3}(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)", dotted = new RegExp(`^${v4}$`), colons = new RegExp(`^(?:(?:${group}:){7}(?:${group}|:)|(?:${group}:){6}(?:${v4}|:${group}|:)|(?:${group}:){5}(?::${v4}|(?::${group}){1,2}|:)|(?:${group}:){4}(?:(?::${group})?:${v4}|(?::${group}){1,3}|:)|(?:${group}:){3}(?:(?::${group}){0,2}:${v4}|(?::${group}){1,4}|:)|(?:${group}:){2}(?:(?::${group}){0,3}:${v4}|(?::${group}){1,5}|:)|(?:${group}:)(?:(?::${group}){0,4}:${v4}|(?::${group}){1,6}|:)|(?::(?:(?::${group}){0,5}:${v4}|(?::${group}){1,7}|:)))(?:%[0-9a-zA-Z-.:]+)?$`), isIPv4 = (input) => dotted.test(`${input}`), isIPv6 = (input) => colons.test(`${input}`), isIP = (input) => isIPv4(input) ? 4 : isIPv6(input) ? 6 : 0, selects = !0, attempt = 250, kHandle = /* @__PURE__ */ Symbol("handle"), kTimer = /* @__PURE__ */ Symbol("timer"), kCancel = /* @__PURE__ */ Symbol("cancel");
function portOf(value, name = "options.port") {
  if (typeof value != "number" && typeof value != "string" || typeof value == "string" && value.trim() === "" || +value !== +value >>> 0 || value > 65535)
    throw withCode(RangeError, "ERR_SOCKET_BAD_PORT", `${name} should be >= 0 and < 65536. Received ${require("util").inspect(value)}.`);
  return value | 0;
}
var joined = (host, port) => isIPv6(host) ? `[${host}]:${port}` : `${host}:${port}`;
function timeoutOf(ms, name = "msecs") {
  if (typeof ms != "number") throw invalidArgType(name, "number", ms);
  if (!(ms >= 0 && Number.isFinite(ms))) throw outOfRange(name, "a non-negative finite number", ms);
  return ms > 2147483647 ? 2147483647 : ms;
}
function normalized(args) {
  let callback = typeof args[args.length - 1] == "function" ? args.pop() : null, [first] = args, options = {};
  return first !== null && typeof first == "object" ? options = first : typeof first == "string" && !(Number(first) >= 0) ? options.path = first : (first !== void 0 && (options.port = first), typeof args[1] == "string" ? options.host = args[1] : typeof args[1] == "number" && (options.backlog = args[1])), [options, callback];
}
function Socket(options) {
  if (!(this instanceof Socket)) return new Socket(options);
  if (typeof options == "number" ? options = { fd: options } : options = { ...options }, options.objectMode || options.readableObjectMode || options.writableObjectMode) throw invalidArgValue("options.objectMode", options.objectMode || options.readableObjectMode || options.writableObjectMode, "is not supported");
  Duplex.call(this, { ...options, allowHalfOpen: !!options.allowHalfOpen, emitClose: !0, autoDestroy: !0, decodeStrings: !0, signal: options.signal }), this.connecting = !1, this.timeout = 0, this.bytesRead = 0, this[kHandle] = null, this._pendingReads = 0, this.server = null, this._server = null, this._hadError = !1, options.handle && attach(this, options.handle);
}
Object.setPrototypeOf(Socket.prototype, Duplex.prototype);
Object.setPrototypeOf(Socket, Duplex);
function attach(socket, handle) {
  socket[kHandle] = handle, socket.connecting = !1, socket._sent = 0;
  let { local, remote } = handle;
  remote !== null && typeof remote == "object" && Object.assign(socket, { remoteAddress: remote.address, remoteFamily: remote.family, remotePort: remote.port }), local !== null && typeof local == "object" && Object.assign(socket, { localAddress: local.address, localFamily: local.family, localPort: local.port }), socket._unref && handle.refer(!1), socket._delayed !== void 0 && handle.noDelay(socket._delayed);
}
function whenConnected(socket, then) {
  if (socket[kHandle] !== null || socket.destroyed) return then();
  socket.connecting && socket.once("connect", then);
}
var methods = {
  connect(...args) {
    let [options, callback] = normalized(Array.isArray(args[0]) ? args[0].slice() : args);
    return open(this, options, callback);
  },
  _read() {
    whenConnected(this, () => {
      let handle = this[kHandle];
      !handle?.read || this.destroyed || this._reading || (this._reading = !0, handle.read((error, bytes) => {
        if (this._reading = !1, !this.destroyed) {
          if (touch(this), error) return void this.destroy(error);
          if (bytes === null) {
            this.push(null), this.readableLength === 0 && this.read(0);
            return;
          }
          this.bytesRead += bytes.byteLength, this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
        }
      }));
    });
  },
  _write(chunk, encoding, callback) {
    this._writev([{ chunk, encoding }], callback);
  },
  _writev(chunks, callback) {
    whenConnected(this, () => {
      if (!this[kHandle]?.write) return callback(this[kHandle] ? null : withCode(Error, "ERR_SOCKET_CLOSED", "Socket is closed"));
      let parts = chunks.map(({ chunk, encoding }) => typeof chunk == "string" ? Buffer.from(chunk, encoding) : chunk), bytes = parts.length === 1 ? parts[0] : Buffer.concat(parts);
      touch(this), this[kHandle].write(bytes, (error) => {
        this._sent += bytes.length, touch(this), callback(error);
      });
    });
  },
  _final(callback) {
    if (this.connecting) return void this.once("connect", () => this._final(callback));
    if (!this[kHandle]?.end) return callback();
    this[kHandle].end(() => callback());
  },
  _destroy(error, callback) {
    this.connecting = !1, clearTimeout(this[kTimer]), this[kCancel]?.();
    let handle = this[kHandle];
    this[kHandle] = null, this._hadError = !!error, handle?.close(), callback(error), this._server && this._server._ended(this);
  },
  end(...args) {
    return Duplex.prototype.end.apply(this, args), this;
  },
  destroySoon() {
    this.writable && this.end(), this.writableFinished ? this.destroy() : this.once("finish", this.destroy);
  },
  resetAndDestroy() {
    return this.destroy(this[kHandle] ? void 0 : withCode(Error, "ERR_SOCKET_CLOSED", "Socket is closed"));
  },
  setTimeout(ms, callback) {
    return this.destroyed ? this : (this.timeout = timeoutOf(ms), clearTimeout(this[kTimer]), this[kTimer] = void 0, callback !== void 0 && (validateFunction(callback, "callback"), ms === 0 ? this.removeListener("timeout", callback) : this.once("timeout", callback)), touch(this), this);
  },
  setNoDelay(on = !0) {
    return this._delayed = !!on, this[kHandle]?.noDelay?.(!!on), this;
  },
  setKeepAlive() {
    return this;
  },
  address() {
    return this.localAddress === void 0 ? {} : { address: this.localAddress, family: this.localFamily, port: this.localPort };
  },
  ref() {
    return this._unref = !1, this[kHandle]?.refer?.(!0), this;
  },
  unref() {
    return this._unref = !0, this[kHandle]?.refer?.(!1), this;
  }
};
Socket.prototype.pause = function() {
  return Duplex.prototype.pause.call(this);
};
for (let [name, method] of Object.entries(methods)) Object.defineProperty(Socket.prototype, name, { value: method, writable: !0, configurable: !0, enumerable: !0 });
Object.defineProperties(Socket.prototype, {
  _handle: { configurable: !0, get() {
    return this[kHandle];
  }, set(value) {
    this[kHandle] = value;
  } },
  pending: { configurable: !0, get() {
    return !this[kHandle] || this.connecting;
  } },
  bytesWritten: { configurable: !0, get() {
    return (this._sent ?? 0) + this.writableLength;
  } },
  bufferSize: { configurable: !0, get() {
    return this[kHandle] ? this.writableLength : void 0;
  } },
  readyState: {
    configurable: !0,
    get() {
      return this.connecting ? "opening" : this.readable && this.writable ? "open" : this.readable ? "readOnly" : this.writable ? "writeOnly" : "closed";
    }
  }
});
function touch(socket) {
  if (!(!socket.timeout || socket.destroyed)) {
    if (socket[kTimer]) return void socket[kTimer].refresh();
    socket[kTimer] = setTimeout(() => socket.emit("timeout"), socket.timeout).unref();
  }
}
function open(socket, options, callback) {
  socket.write !== Socket.prototype.write && (socket.write = Socket.prototype.write), callback !== null && socket.once("connect", callback);
  let { path, host = "localhost", port } = options;
  if (path === void 0 && port === void 0) throw missingArgs("options", "port", "path");
  if (path !== void 0 && typeof path != "string") throw invalidArgType("options.path", "string", path);
  if (path === void 0 && typeof port != "number" && typeof port != "string") throw invalidArgType("options.port", ["number", "string"], port);
  path === void 0 && portOf(port, "Port"), options.lookup !== void 0 && validateFunction(options.lookup, "options.lookup"), socket.connecting = !0, options.timeout && socket.setTimeout(options.timeout);
  let network = path !== void 0 ? "unix" : { 4: "tcp4", 6: "tcp6" }[options.family] ?? "tcp";
  return socket[kCancel] = native.connect(network, path ?? joined(host, port), AsyncResource.bind((error, handle) => {
    if (socket[kCancel] = void 0, socket.destroyed) return void handle?.close();
    if (error) return void socket.destroy(error);
    attach(socket, handle), touch(socket), socket.emit("connect"), socket.emit("ready"), socket.isPaused() || socket.read(0);
  })), socket;
}
function connect(...args) {
  let [options, callback] = normalized(args);
  return open(new Socket(options), options, callback);
}
function Server(options, listener) {
  if (!(this instanceof Server)) return new Server(options, listener);
  if (typeof options == "function") [options, listener] = [{}, options];
  else if (options != null && typeof options != "object") throw invalidArgType("options", "Object", options);
  EventEmitter.call(this, options ?? void 0), listener != null && this.on("connection", listener), this._connections = 0, this._options = { ...options }, this.allowHalfOpen = !!this._options.allowHalfOpen, this.pauseOnConnect = !!this._options.pauseOnConnect, this._handle = null;
}
Object.setPrototypeOf(Server.prototype, EventEmitter.prototype);
Object.setPrototypeOf(Server, EventEmitter);
function listening(server, args, start) {
  let [options, callback] = normalized(args);
  if (callback !== null && server.once("listening", callback), server._handle !== null) throw withCode(Error, "ERR_SERVER_ALREADY_LISTEN", "Listen method has been called more than once without closing.");
  let { path, signal } = options, { port, host } = options;
  if (path === void 0 && port === void 0) {
    if (args.length > 0 && args[0] !== void 0 && args[0] !== null && !("port" in Object(args[0]))) throw invalidArgValue("options", options, 'must have the property "port" or "path"');
    port = 0;
  }
  if (path !== void 0 && typeof path != "string") throw invalidArgValue("options", options, 'must have the property "port" or "path"');
  path === void 0 && (port = port === null ? 0 : portOf(port)), signal !== void 0 && (validateAbortSignal(signal, "options.signal"), signal.aborted ? process.nextTick(() => server.close()) : signal.addEventListener("abort", () => server.close(), { once: !0 })), host === "localhost" && (host = "127.0.0.1");
  try {
    server._handle = path !== void 0 ? start("unix", path) : start("tcp", joined(host ?? "", port)), server._unref && server._handle.refer(!1);
  } catch (error) {
    if (error.code === "ERR_ACCESS_DENIED") throw error;
    return process.nextTick(() => server.emit("error", error)), server;
  }
  return process.nextTick(() => {
    server._handle !== null && server.emit("listening");
  }), server;
}
var serverMethods = {
  listen(...args) {
    return listening(this, args, (network, address) => native.listen(network, address, (handle) => {
      if (this._handle === null || this.maxConnections > 0 && this._connections >= this.maxConnections) {
        handle.close(), this._handle !== null && this.emit("drop");
        return;
      }
      let socket = new Socket({ allowHalfOpen: this.allowHalfOpen, handle, highWaterMark: this._options.highWaterMark });
      this._connections++, socket.server = this, socket._server = this, this._options.noDelay && socket.setNoDelay(!0), this.pauseOnConnect && socket.pause(), this.emit("connection", socket), !this.pauseOnConnect && !socket.isPaused() && socket.read(0);
    }));
  },
  _ended(socket) {
    socket._server = null, this._connections--, this._emitCloseIfDrained();
  },
  _emitCloseIfDrained() {
    this._handle === null && this._connections === 0 && this._closing && (this._closing = !1, process.nextTick(() => this.emit("close")));
  },
  close(callback) {
    return typeof callback == "function" && (this._handle === null ? this.once("close", () => callback(withCode(Error, "ERR_SERVER_NOT_RUNNING", "Server is not running."))) : this.once("close", callback)), this._closing = !0, this._handle !== null && setImmediate(() => {
    }), this._handle?.close(), this._handle = null, this._emitCloseIfDrained(), this;
  },
  address() {
    return this._handle === null ? null : this._handle.address;
  },
  getConnections(callback) {
    return process.nextTick(callback, null, this._connections), this;
  },
  ref() {
    return this._unref = !1, this._handle?.refer(!0), this;
  },
  unref() {
    return this._unref = !0, this._handle?.refer(!1), this;
  }
};
for (let [name, method] of Object.entries(serverMethods)) Object.defineProperty(Server.prototype, name, { value: method, writable: !0, configurable: !0, enumerable: !0 });
Object.defineProperty(Server.prototype, "listening", { configurable: !0, get() {
  return this._handle !== null;
} });
Server.prototype[Symbol.asyncDispose] = function() {
  return new Promise((resolve, reject) => this.close((error) => error ? reject(error) : resolve()));
};
var unavailable = (name) => Object.defineProperty(function() {
  throw withCode(Error, "ERR_FEATURE_UNAVAILABLE_ON_PLATFORM", `net.${name} is unavailable: Node has it, wakeful does not: compare addresses in the program`);
}, "name", { value: name });
module.exports = {
  BlockList: unavailable("BlockList"),
  SocketAddress: unavailable("SocketAddress"),
  Server,
  Socket,
  Stream: Socket,
  connect,
  createConnection: connect,
  createServer: (options, listener) => new Server(options, listener),
  isIP,
  isIPv4,
  isIPv6,
  getDefaultAutoSelectFamily: () => selects,
  setDefaultAutoSelectFamily(value) {
    validateBoolean(value, "value"), selects = value;
  },
  getDefaultAutoSelectFamilyAttemptTimeout: () => attempt,
  setDefaultAutoSelectFamilyAttemptTimeout(value) {
    validateInteger(value, "value", 1), attempt = Math.max(value, 10);
  },
  _normalizeArgs: (args) => normalized([...args]),
  _listening: listening
};
Object.defineProperty(module.exports, "_listening", { enumerable: !1 });
