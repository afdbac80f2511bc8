'use strict';
// node:net. Go connects, listens, reads and writes; a Socket is a stream over one connection.
const { Duplex } = require('node:stream');
const EventEmitter = require('node:events');
const { AsyncResource } = require('node:async_hooks');
const { withCode, invalidArgType, invalidArgValue, outOfRange, missingArgs, validateFunction, validateInteger, validateBoolean, validateAbortSignal } = require('internal/errors');

const group = '[0-9a-fA-F]{1,4}';
const v4 = '(?:(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)\\.){3}(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const dotted = new RegExp(`^${v4}$`);
const colons = new RegExp(`^(?:(?:${group}:){7}(?:${group}|:)|(?:${group}:){6}(?:${v4}|:${group}|:)|(?:${group}:){5}(?::${v4}|(?::${group}){1,2}|:)|(?:${group}:){4}(?:(?::${group})?:${v4}|(?::${group}){1,3}|:)|(?:${group}:){3}(?:(?::${group}){0,2}:${v4}|(?::${group}){1,4}|:)|(?:${group}:){2}(?:(?::${group}){0,3}:${v4}|(?::${group}){1,5}|:)|(?:${group}:)(?:(?::${group}){0,4}:${v4}|(?::${group}){1,6}|:)|(?::(?:(?::${group}){0,5}:${v4}|(?::${group}){1,7}|:)))(?:%[0-9a-zA-Z-.:]+)?$`);
const isIPv4 = (input) => dotted.test(`${input}`);
const isIPv6 = (input) => colons.test(`${input}`);
const isIP = (input) => (isIPv4(input) ? 4 : isIPv6(input) ? 6 : 0);

let selects = true, attempt = 250;
const kHandle = Symbol('handle'), kTimer = Symbol('timer'), kCancel = Symbol('cancel');

function portOf(value, name = 'options.port') {
  if ((typeof value !== 'number' && typeof value !== 'string') || (typeof value === 'string' && value.trim() === '') || +value !== (+value >>> 0) || value > 65535) {
    throw withCode(RangeError, 'ERR_SOCKET_BAD_PORT', `${name} should be >= 0 and < 65536. Received ${require('node:util').inspect(value)}.`);
  }
  return value | 0;
}

const joined = (host, port) => (isIPv6(host) ? `[${host}]:${port}` : `${host}:${port}`);

function timeoutOf(ms, name = 'msecs') {
  if (typeof ms !== 'number') throw invalidArgType(name, 'number', ms);
  if (!(ms >= 0 && Number.isFinite(ms))) throw outOfRange(name, 'a non-negative finite number', ms);
  return ms > 2147483647 ? 2147483647 : ms;
}

// arguments of connect and listen: (options), (port, host), (path), each with a callback.
function normalized(args) {
  const callback = typeof args[args.length - 1] === 'function' ? args.pop() : null;
  const [first] = args;
  let options = {};
  if (first !== null && typeof first === 'object') options = first;
  else if (typeof first === 'string' && !(Number(first) >= 0)) options.path = first;
  else {
    if (first !== undefined) options.port = first;
    if (typeof args[1] === 'string') options.host = args[1];
    else if (typeof args[1] === 'number') options.backlog = args[1];
  }
  return [options, callback];
}

function Socket(options) {
  if (!(this instanceof Socket)) return new Socket(options);
  if (typeof options === 'number') options = { fd: options };
  else options = { ...options };
  if (options.objectMode || options.readableObjectMode || options.writableObjectMode) throw invalidArgValue('options.objectMode', options.objectMode || options.readableObjectMode || options.writableObjectMode, 'is not supported');
  Duplex.call(this, { ...options, allowHalfOpen: !!options.allowHalfOpen, emitClose: true, autoDestroy: true, decodeStrings: true, signal: options.signal });
  this.connecting = false;
  this.timeout = 0;
  this.bytesRead = 0;
  this[kHandle] = null;
  this._pendingReads = 0;
  this.server = null;
  this._server = null;
  this._hadError = false;
  if (options.handle) attach(this, options.handle);
}
Object.setPrototypeOf(Socket.prototype, Duplex.prototype);
Object.setPrototypeOf(Socket, Duplex);

// attach gives a socket its connection.
function attach(socket, handle) {
  socket[kHandle] = handle;
  socket.connecting = false;
  socket._sent = 0;
  const { local, remote } = handle;
  if (remote !== null && typeof remote === 'object') Object.assign(socket, { remoteAddress: remote.address, remoteFamily: remote.family, remotePort: remote.port });
  if (local !== null && typeof local === 'object') Object.assign(socket, { localAddress: local.address, localFamily: local.family, localPort: local.port });
  if (socket._unref) handle.refer(false);
  if (socket._delayed !== undefined) handle.noDelay(socket._delayed);
}

// A socket is written and read when it is connected.
function whenConnected(socket, then) {
  if (socket[kHandle] !== null || socket.destroyed) return then();
  if (socket.connecting) socket.once('connect', then);
}

const methods = {
  connect(...args) {
    const [options, callback] = normalized(Array.isArray(args[0]) ? args[0].slice() : args);
    return open(this, options, callback);
  },
  _read() {
    whenConnected(this, () => {
      const handle = this[kHandle];
      if (!handle?.read || this.destroyed || this._reading) return;
      this._reading = true;
      handle.read((error, bytes) => {
        this._reading = false;
        if (this.destroyed) return;
        touch(this);
        if (error) return void this.destroy(error);
        if (bytes === null) {
          this.push(null);
          if (this.readableLength === 0) this.read(0);
          return;
        }
        this.bytesRead += bytes.byteLength;
        this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
      });
    });
  },
  _write(chunk, encoding, callback) { this._writev([{ chunk, encoding }], callback); },
  _writev(chunks, callback) {
    whenConnected(this, () => {
      if (!this[kHandle]?.write) return callback(this[kHandle] ? null : withCode(Error, 'ERR_SOCKET_CLOSED', 'Socket is closed'));
      const parts = chunks.map(({ chunk, encoding }) => (typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk));
      const bytes = parts.length === 1 ? parts[0] : Buffer.concat(parts);
      touch(this);
      this[kHandle].write(bytes, (error) => {
        this._sent += bytes.length;
        touch(this);
        callback(error);
      });
    });
  },
  _final(callback) {
    if (this.connecting) return void this.once('connect', () => this._final(callback));
    if (!this[kHandle]?.end) return callback();
    this[kHandle].end(() => callback());
  },
  _destroy(error, callback) {
    this.connecting = false;
    clearTimeout(this[kTimer]);
    this[kCancel]?.();
    const handle = this[kHandle];
    this[kHandle] = null;
    this._hadError = !!error;
    handle?.close();
    callback(error);
    if (this._server) this._server._ended(this);
  },
  end(...args) {
    Duplex.prototype.end.apply(this, args);
    return this;
  },
  destroySoon() {
    if (this.writable) this.end();
    if (this.writableFinished) this.destroy(); else this.once('finish', this.destroy);
  },
  resetAndDestroy() { return this.destroy(this[kHandle] ? undefined : withCode(Error, 'ERR_SOCKET_CLOSED', 'Socket is closed')); },
  setTimeout(ms, callback) {
    if (this.destroyed) return this;
    this.timeout = timeoutOf(ms);
    clearTimeout(this[kTimer]);
    this[kTimer] = undefined;
    if (callback !== undefined) {
      validateFunction(callback, 'callback');
      if (ms === 0) this.removeListener('timeout', callback); else this.once('timeout', callback);
    }
    touch(this);
    return this;
  },
  setNoDelay(on = true) {
    this._delayed = !!on;
    this[kHandle]?.noDelay?.(!!on);
    return this;
  },
  setKeepAlive() { return this; },
  address() { return this.localAddress === undefined ? {} : { address: this.localAddress, family: this.localFamily, port: this.localPort }; },
  ref() {
    this._unref = false;
    this[kHandle]?.refer?.(true);
    return this;
  },
  unref() {
    this._unref = true;
    this[kHandle]?.refer?.(false);
    return this;
  },
};
Socket.prototype.pause = function pause() { return Duplex.prototype.pause.call(this); };
for (const [name, method] of Object.entries(methods)) Object.defineProperty(Socket.prototype, name, { value: method, writable: true, configurable: true, enumerable: true });
Object.defineProperties(Socket.prototype, {
  _handle: { configurable: true, get() { return this[kHandle]; }, set(value) { this[kHandle] = value; } },
  pending: { configurable: true, get() { return !this[kHandle] || this.connecting; } },
  bytesWritten: { configurable: true, get() { return (this._sent ?? 0) + this.writableLength; } },
  bufferSize: { configurable: true, get() { return this[kHandle] ? this.writableLength : undefined; } },
  readyState: {
    configurable: true,
    get() {
      if (this.connecting) return 'opening';
      if (this.readable && this.writable) return 'open';
      return this.readable ? 'readOnly' : this.writable ? 'writeOnly' : 'closed';
    },
  },
});

function touch(socket) {
  if (!socket.timeout || socket.destroyed) return;
  if (socket[kTimer]) return void socket[kTimer].refresh();
  socket[kTimer] = setTimeout(() => socket.emit('timeout'), socket.timeout).unref();
}

function open(socket, options, callback) {
  if (socket.write !== Socket.prototype.write) socket.write = Socket.prototype.write;
  if (callback !== null) socket.once('connect', callback);
  const { path, host = 'localhost', port } = options;
  if (path === undefined && port === undefined) throw missingArgs('options', 'port', 'path');
  if (path !== undefined && typeof path !== 'string') throw invalidArgType('options.path', 'string', path);
  if (path === undefined && typeof port !== 'number' && typeof port !== 'string') throw invalidArgType('options.port', ['number', 'string'], port);
  if (path === undefined) portOf(port, 'Port');
  if (options.lookup !== undefined) validateFunction(options.lookup, 'options.lookup');
  socket.connecting = true;
  if (options.timeout) socket.setTimeout(options.timeout);
  const network = path !== undefined ? 'unix' : { 4: 'tcp4', 6: 'tcp6' }[options.family] ?? 'tcp';
  socket[kCancel] = native.connect(network, path ?? joined(host, port), AsyncResource.bind((error, handle) => {
    socket[kCancel] = undefined;
    if (socket.destroyed) return void handle?.close();
    if (error) return void socket.destroy(error);
    attach(socket, handle);
    touch(socket);
    socket.emit('connect');
    socket.emit('ready');
    if (!socket.isPaused()) socket.read(0);
  }));
  return socket;
}

function connect(...args) {
  const [options, callback] = normalized(args);
  return open(new Socket(options), options, callback);
}

function Server(options, listener) {
  if (!(this instanceof Server)) return new Server(options, listener);
  if (typeof options === 'function') [options, listener] = [{}, options];
  else if (options != null && typeof options !== 'object') throw invalidArgType('options', 'Object', options);
  EventEmitter.call(this, options ?? undefined);
  if (listener !== undefined && listener !== null) this.on('connection', listener);
  this._connections = 0;
  this._options = { ...options };
  this.allowHalfOpen = !!this._options.allowHalfOpen;
  this.pauseOnConnect = !!this._options.pauseOnConnect;
  this._handle = null;
}
Object.setPrototypeOf(Server.prototype, EventEmitter.prototype);
Object.setPrototypeOf(Server, EventEmitter);

// listening opens the listener of a server: start is called with network and address.
function listening(server, args, start) {
  const [options, callback] = normalized(args);
  if (callback !== null) server.once('listening', callback);
  if (server._handle !== null) throw withCode(Error, 'ERR_SERVER_ALREADY_LISTEN', 'Listen method has been called more than once without closing.');
  const { path, signal } = options;
  let { port, host } = options;
  if (path === undefined && port === undefined) {
    if (args.length > 0 && args[0] !== undefined && args[0] !== null && !('port' in Object(args[0]))) throw invalidArgValue('options', options, 'must have the property "port" or "path"');
    port = 0;
  }
  if (path !== undefined && typeof path !== 'string') throw invalidArgValue('options', options, 'must have the property "port" or "path"');
  if (path === undefined) port = port === null ? 0 : portOf(port);
  if (signal !== undefined) {
    validateAbortSignal(signal, 'options.signal');
    if (signal.aborted) process.nextTick(() => server.close());
    else signal.addEventListener('abort', () => server.close(), { once: true });
  }
  if (host === 'localhost') host = '127.0.0.1';
  try {
    server._handle = path !== undefined ? start('unix', path) : start('tcp', joined(host ?? '', port));
    if (server._unref) server._handle.refer(false);
  } catch (error) {
    if (error.code === 'ERR_ACCESS_DENIED') throw error;
    process.nextTick(() => server.emit('error', error));
    return server;
  }
  process.nextTick(() => { if (server._handle !== null) server.emit('listening'); });
  return server;
}

const serverMethods = {
  listen(...args) {
    return listening(this, args, (network, address) => native.listen(network, address, (handle) => {
      if (this._handle === null || (this.maxConnections > 0 && this._connections >= this.maxConnections)) {
        handle.close();
        if (this._handle !== null) this.emit('drop');
        return;
      }
      const socket = new Socket({ allowHalfOpen: this.allowHalfOpen, handle, highWaterMark: this._options.highWaterMark });
      this._connections++;
      socket.server = this;
      socket._server = this;
      if (this._options.noDelay) socket.setNoDelay(true);
      if (this.pauseOnConnect) socket.pause();
      this.emit('connection', socket);
      if (!this.pauseOnConnect && !socket.isPaused()) socket.read(0);
    }));
  },
  _ended(socket) {
    socket._server = null;
    this._connections--;
    this._emitCloseIfDrained();
  },
  _emitCloseIfDrained() {
    if (this._handle === null && this._connections === 0 && this._closing) {
      this._closing = false;
      process.nextTick(() => this.emit('close'));
    }
  },
  close(callback) {
    if (typeof callback === 'function') {
      if (this._handle === null) this.once('close', () => callback(withCode(Error, 'ERR_SERVER_NOT_RUNNING', 'Server is not running.')));
      else this.once('close', callback);
    }
    this._closing = true;
    if (this._handle !== null) setImmediate(() => {}); // as in Node, the loop takes another turn
    this._handle?.close();
    this._handle = null;
    this._emitCloseIfDrained();
    return this;
  },
  address() { return this._handle === null ? null : this._handle.address; },
  getConnections(callback) {
    process.nextTick(callback, null, this._connections);
    return this;
  },
  ref() {
    this._unref = false;
    this._handle?.refer(true);
    return this;
  },
  unref() {
    this._unref = true;
    this._handle?.refer(false);
    return this;
  },
};
for (const [name, method] of Object.entries(serverMethods)) Object.defineProperty(Server.prototype, name, { value: method, writable: true, configurable: true, enumerable: true });
Object.defineProperty(Server.prototype, 'listening', { configurable: true, get() { return this._handle !== null; } });
Server.prototype[Symbol.asyncDispose] = function () {
  return new Promise((resolve, reject) => this.close((error) => (error ? reject(error) : resolve())));
};

const unavailable = (name) => Object.defineProperty(function () {
  throw withCode(Error, 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', `net.${name} is unavailable: Node has it, wakeful does not: compare addresses in the program`);
}, 'name', { value: name });

module.exports = {
  BlockList: unavailable('BlockList'), SocketAddress: unavailable('SocketAddress'),
  Server, Socket, Stream: Socket, connect, createConnection: connect, createServer: (options, listener) => new Server(options, listener),
  isIP, isIPv4, isIPv6,
  getDefaultAutoSelectFamily: () => selects,
  setDefaultAutoSelectFamily(value) {
    validateBoolean(value, 'value');
    selects = value;
  },
  getDefaultAutoSelectFamilyAttemptTimeout: () => attempt,
  setDefaultAutoSelectFamilyAttemptTimeout(value) {
    validateInteger(value, 'value', 1);
    attempt = Math.max(value, 10);
  },
  _normalizeArgs: (args) => normalized([...args]),
  _listening: listening,
};
Object.defineProperty(module.exports, '_listening', { enumerable: false });
