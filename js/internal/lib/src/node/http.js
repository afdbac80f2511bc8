'use strict';
// node:http. net/http of Go speaks the protocol in both directions; handlers run on the loop.
const EventEmitter = require('node:events');
const net = require('node:net');
const { withCode, invalidArgType, invalidArgValue, validateFunction, validateInteger, validateBoolean, validateAbortSignal } = require('internal/errors');
const { IncomingMessage, OutgoingMessage, METHODS, STATUS_CODES, validateHeaderName, validateHeaderValue, incoming, sendThrough, streamSink, token, forbidden, kHeaders } = require('internal/http_messages');

let maxIdleParsers = 1000;
const define = (Class, methods) => {
  for (const [name, method] of Object.entries(methods)) Object.defineProperty(Class.prototype, name, { value: method, writable: true, configurable: true, enumerable: true });
};
const derive = (Class, Base) => {
  Object.setPrototypeOf(Class.prototype, Base.prototype);
  Object.setPrototypeOf(Class, Base);
};
const hangUp = () => withCode(Error, 'ECONNRESET', 'socket hang up');

// The side of the server.

function ServerResponse(req, options) {
  OutgoingMessage.call(this, options);
  if (req.method === 'HEAD') this._hasBody = false;
  this.req = req;
  this.sendDate = true;
  this._sent100 = false;
  this._expect_continue = false;
  if (req.httpVersionMajor < 1 || req.httpVersionMinor < 1) {
    this.useChunkedEncodingByDefault = /chunk/i.test(req.headers?.te);
    this.shouldKeepAlive = false;
  }
}
derive(ServerResponse, OutgoingMessage);
ServerResponse.prototype.statusCode = 200;
ServerResponse.prototype.statusMessage = undefined;
define(ServerResponse, {
  assignSocket(socket) {
    if (socket._httpMessage) throw withCode(Error, 'ERR_HTTP_SOCKET_ASSIGNED', 'Socket already assigned');
    socket._httpMessage = this;
    this.socket = socket;
    socket.on?.('close', () => close(this));
    sendThrough(this, streamSink(socket));
    this.emit('socket', socket);
  },
  detachSocket(socket) {
    socket._httpMessage = null;
    this.socket = null;
  },
  writeContinue(callback) {
    this._sent100 = true; // net/http sends it when the body is read
    if (typeof callback === 'function') process.nextTick(callback);
  },
  writeProcessing(callback) { if (typeof callback === 'function') process.nextTick(callback); },
  writeEarlyHints(hints, callback) { if (typeof callback === 'function') process.nextTick(callback); },
  _implicitHeader() { this.writeHead(this.statusCode); },
  writeHead(statusCode, reason, headers) {
    if (this._header) throw withCode(Error, 'ERR_HTTP_HEADERS_SENT', 'Cannot write headers after they are sent to the client');
    const original = statusCode;
    statusCode |= 0;
    if (statusCode < 100 || statusCode > 999) throw withCode(RangeError, 'ERR_HTTP_INVALID_STATUS_CODE', `Invalid status code: ${require('node:util').inspect(original)}`);
    if (typeof reason === 'string') this.statusMessage = reason;
    else {
      this.statusMessage ||= STATUS_CODES[statusCode] || 'unknown';
      headers ??= reason;
    }
    this.statusCode = statusCode;
    if (this[kHeaders] !== null && headers) {
      if (Array.isArray(headers)) {
        const flat = headers.flat();
        if (flat.length % 2 !== 0) throw invalidArgValue('headers', headers);
        const names = new Set();
        for (let i = 0; i < flat.length; i += 2) names.add(flat[i].toLowerCase());
        for (const name of names) this.removeHeader(name);
        for (let i = 0; i < flat.length; i += 2) this.appendHeader(flat[i], flat[i + 1]);
      } else for (const name of Object.keys(headers)) if (name) this.setHeader(name, headers[name]);
      headers = null;
    }
    if (forbidden.test(this.statusMessage)) throw withCode(TypeError, 'ERR_INVALID_CHAR', 'Invalid character in statusMessage');
    if (statusCode === 204 || statusCode === 304 || (statusCode >= 100 && statusCode <= 199)) this._hasBody = false;
    if (this._expect_continue && !this._sent100) this.shouldKeepAlive = false;
    this._storeHeader(`HTTP/1.1 ${statusCode} ${this.statusMessage}\r\n`, headers ?? null);
    return this;
  },
  _ended() { if (this.socket) this.detachSocket(this.socket); },
});
ServerResponse.prototype.writeHeader = ServerResponse.prototype.writeHead;

function close(message) {
  if (message._closed) return;
  message._closed = true;
  message.destroyed = true;
  message.emit('close');
}

// exchangeSink sends a response through an exchange of Go.
function exchangeSink(exchange, res, ended) {
  let begun = false;
  return {
    destroy(error) { ended(error ?? true); },
    send(message, bytes, last, done) {
      const lengthless = message._flat.filter((name, i, all) => !/^(?:transfer-encoding)$/i.test(all[i - (i % 2)]));
      if (!begun && last && !message._streams) {
        exchange.respond(message.statusCode, lengthless, bytes);
        return void process.nextTick(done);
      }
      const rest = () => {
        if (bytes.length > 0) exchange.write(bytes).then(() => done(), done);
        else done();
      };
      if (begun) return rest();
      begun = true;
      exchange.begin(message.statusCode, lengthless).then(rest, done);
    },
    failed: () => ended(hangUp()),
    finished: () => ended(),
  };
}

const limits = { headersTimeout: 60000, requestTimeout: 300000, keepAliveTimeout: 5000, connectionsCheckingInterval: 30000 };

function Server(options, listener) {
  if (!(this instanceof Server)) return new Server(options, listener);
  if (typeof options === 'function') [options, listener] = [{}, options];
  else if (options != null && typeof options !== 'object') throw invalidArgType('options', 'Object', options);
  options = { ...options };
  net.Server.call(this, { allowHalfOpen: true });
  for (const name of ['insecureHTTPParser', 'requireHostHeader', 'joinDuplicateHeaders', 'noDelay', 'keepAlive']) if (options[name] !== undefined) validateBoolean(options[name], `options.${name}`);
  for (const [name, value] of Object.entries(limits)) {
    this[name] = value;
    if (options[name] !== undefined) {
      validateInteger(options[name], name, 0);
      this[name] = options[name];
    }
  }
  if (options.headersTimeout === undefined && this.requestTimeout > 0) this.headersTimeout = Math.min(this.headersTimeout, this.requestTimeout);
  else if (this.requestTimeout > 0 && this.headersTimeout > this.requestTimeout) throw withCode(RangeError, 'ERR_OUT_OF_RANGE', `The value of "headersTimeout" is out of range. It must be <= requestTimeout. Received ${options.headersTimeout}`);
  this._given = options;
  this._IncomingMessage = options.IncomingMessage ?? IncomingMessage;
  this._ServerResponse = options.ServerResponse ?? ServerResponse;
  this.timeout = 0;
  this.maxHeadersCount = null;
  this.maxRequestsPerSocket = 0;
  this._sockets = new Map();
  if (listener) this.on('request', listener);
}
derive(Server, net.Server);

define(Server, {
  listen(...args) {
    const { maxHeaderSize = 16384, cert, key } = this._given;
    return net._listening(this, args, (network, address) => native.serve(network, address, (exchange, number) => handle(this, exchange, number), (number, state, local, remote, encrypted) => changed(this, number, state, local, remote, encrypted), {
      headersTimeout: this.headersTimeout, keepAliveTimeout: this.keepAliveTimeout, maxHeaderSize, cert: cert && `${cert}`, key: key && `${key}`,
    }));
  },
  close(callback) {
    this._handle?.endIdle();
    return net.Server.prototype.close.call(this, callback);
  },
  closeAllConnections() { for (const socket of this._sockets.values()) socket.destroy(); },
  closeIdleConnections() { for (const socket of this._sockets.values()) if (socket._idle) socket.destroy(); },
  setTimeout(ms, callback) {
    this.timeout = ms;
    if (callback) this.on('timeout', callback);
    return this;
  },
});

// changed follows the connections of a server. Their bytes are net/http's: the sockets have addresses
// and can be destroyed.
function changed(server, number, state, local, remote, encrypted) {
  if (state === 'new') {
    const handle = { local, remote, close: () => server._last?.endAll(number) };
    server._last ??= server._handle;
    const socket = new net.Socket({ handle });
    if (encrypted) socket.encrypted = true;
    socket.server = server;
    socket._server = server;
    server._sockets.set(number, socket);
    server._connections++;
    if (server.timeout) {
      socket.setTimeout(server.timeout);
      socket.on('timeout', () => { if (!server.emit('timeout', socket)) socket.destroy(); });
    }
    server.emit('connection', socket);
    return;
  }
  const socket = server._sockets.get(number);
  if (socket === undefined) return;
  socket._idle = state === 'idle';
  if (state === 'closed') {
    server._sockets.delete(number);
    socket.destroy();
  } else if (state === 'hijacked') server._sockets.delete(number);
}

function handle(server, exchange, number) {
  const socket = server._sockets.get(number) ?? new net.Socket();
  socket._idle = false;
  const req = new server._IncomingMessage(socket);
  req.method = exchange.method;
  req.url = exchange.target;
  if (server._given.joinDuplicateHeaders) req.joinDuplicateHeaders = true;
  incoming(req, { headers: inOrder(exchange.headers), minor: exchange.minor }, exchange.hasBody ? { read: exchange.read, trailers: exchange.trailers, close() {} } : null);
  const upgrade = /(?:^|,)\s*upgrade\s*(?:,|$)/i.test(req.headers.connection ?? '') && req.headers.upgrade !== undefined;
  const event = req.method === 'CONNECT' ? 'connect' : 'upgrade';
  if ((upgrade && server.listenerCount('upgrade') > 0) || req.method === 'CONNECT') {
    const raw = new net.Socket({ handle: exchange.hijack(), allowHalfOpen: true });
    if (socket._server) {
      socket._server = null;
      raw._server = server;
    }
    raw.server = server;
    if (socket.encrypted) raw.encrypted = true;
    req.socket = raw;
    req.upgrade = true;
    incoming(req, { headers: req.rawHeaders, minor: exchange.minor }, null);
    if (!server.emit(event, req, raw, Buffer.alloc(0))) raw.destroy();
    return;
  }
  const res = new server._ServerResponse(req, { highWaterMark: socket.writableHighWaterMark });
  res._keepAliveTimeout = server.keepAliveTimeout;
  res.shouldKeepAlive = res.shouldKeepAlive && !/(?:^|\W)close(?:$|\W)/i.test(req.headers.connection ?? '') && server.listening;
  res.socket = socket;
  socket._httpMessage = res;
  let over = false;
  const ended = (error) => {
    if (over) return;
    over = true;
    socket._httpMessage = null;
    if (error) {
      exchange.fail(error);
      if (error !== true && !res.writableFinished) res._errored ??= error;
      socket.destroy();
      if (!req.complete) req._abort(hangUp());
    } else if (!req.complete && !req._consuming) req._dump();
    exchange.finish();
    close(res);
    if (!error) req.destroyed || process.nextTick(() => { if (req.complete && !req.readableEnded) req.resume(); });
  };
  exchange.onAbort(() => {
    socket.destroy();
    ended(hangUp());
  });
  sendThrough(res, exchangeSink(exchange, res, ended));
  const expect = req.headers.expect;
  if (expect !== undefined && exchange.minor === 1) {
    if (/^100-continue$/i.test(expect)) {
      res._expect_continue = true;
      if (server.listenerCount('checkContinue') > 0) return void server.emit('checkContinue', req, res);
      res._sent100 = true;
    } else if (server.listenerCount('checkExpectation') > 0) return void server.emit('checkExpectation', req, res);
    else return void res.writeHead(417).end();
  }
  started(server, req, res, socket);
  server.emit('request', req, res);
}

const { AsyncResource } = require('node:async_hooks');
const channels = require('node:diagnostics_channel');
const requestStart = channels.channel('http.server.request.start'), responseFinish = channels.channel('http.server.response.finish');
const clientStart = channels.channel('http.client.request.start'), clientError = channels.channel('http.client.request.error'), clientFinish = channels.channel('http.client.response.finish');
function started(server, request, response, socket) {
  if (requestStart.hasSubscribers) requestStart.publish({ request, response, socket, server });
  response.once('finish', () => { if (responseFinish.hasSubscribers) responseFinish.publish({ request, response, socket, server }); });
}

// inOrder puts the host first: net/http keeps it apart.
function inOrder(flat) {
  const at = flat.lastIndexOf('Host');
  if (at < 0 || at % 2 !== 0) return flat;
  const host = flat.splice(at, 2);
  return host[1] === '' ? flat : [...host, ...flat];
}

// The side of the client.

function Agent(options) {
  if (!(this instanceof Agent)) return new Agent(options);
  EventEmitter.call(this);
  this.defaultPort = 80;
  this.protocol = 'http:';
  this.options = { noDelay: true, path: null, ...options };
  this.requests = Object.create(null);
  this.sockets = Object.create(null);
  this.freeSockets = Object.create(null);
  this.keepAliveMsecs = this.options.keepAliveMsecs || 1000;
  this.keepAlive = this.options.keepAlive || false;
  this.maxSockets = this.options.maxSockets || Infinity;
  this.maxFreeSockets = this.options.maxFreeSockets || 256;
  this.scheduling = this.options.scheduling || 'lifo';
  this.maxTotalSockets = this.options.maxTotalSockets ?? Infinity;
  this.totalSocketCount = 0;
}
derive(Agent, EventEmitter);
Agent.defaultMaxSockets = Infinity;
define(Agent, {
  createConnection: net.createConnection,
  destroy() {},
  getName(options = {}) {
    let name = `${options.host || 'localhost'}:${options.port || ''}:${options.localAddress || ''}`;
    if (options.family === 4 || options.family === 6) name += `:${options.family}`;
    if (options.socketPath) name += `:${options.socketPath}`;
    return name;
  },
  keepSocketAlive: () => true,
  reuseSocket() {},
});
const globalAgent = new Agent({ keepAlive: true, scheduling: 'lifo', timeout: 5000 });

function optionsOf(url) {
  const options = {
    __proto__: null, ...url, protocol: url.protocol, hostname: url.hostname[0] === '[' ? url.hostname.slice(1, -1) : url.hostname,
    hash: url.hash, search: url.search, pathname: url.pathname, path: `${url.pathname || ''}${url.search || ''}`, href: url.href,
  };
  if (url.port !== '') options.port = Number(url.port);
  if (url.username || url.password) options.auth = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return options;
}
const isURL = (value) => value !== null && typeof value === 'object' && typeof value.href === 'string' && typeof value.protocol === 'string' && value.auth === undefined && value.path === undefined;

function ClientRequest(input, options, callback) {
  OutgoingMessage.call(this);
  if (typeof input === 'string') input = optionsOf(new URL(input));
  else if (isURL(input)) input = optionsOf(input);
  else [input, options, callback] = [undefined, input, options];
  if (typeof options === 'function') [options, callback] = [input ?? {}, options];
  else options = Object.assign(input ?? {}, options);
  options = this._options = { __proto__: null, ...options };

  let { agent } = options;
  const defaultAgent = options._defaultAgent ?? globalAgent;
  if (agent === false) agent = new defaultAgent.constructor();
  else if (agent === null || agent === undefined) agent = defaultAgent;
  else if (typeof agent.addRequest !== 'function' && !(agent instanceof Agent)) throw invalidArgType('options.agent', ['Agent-like Object', 'undefined', 'false'], agent);
  this.agent = agent;
  const protocol = options.protocol || defaultAgent.protocol;
  const expected = agent.protocol || defaultAgent.protocol;
  if (options.path) {
    if (/[^\x21-\xff]/.test(String(options.path))) throw withCode(TypeError, 'ERR_UNESCAPED_CHARACTERS', 'Request path contains unescaped characters');
  }
  if (protocol !== expected) throw withCode(TypeError, 'ERR_INVALID_PROTOCOL', `Protocol "${protocol}" not supported. Expected "${expected}"`);
  for (const name of ['hostname', 'host']) if (options[name] !== undefined && options[name] !== null && typeof options[name] !== 'string') throw invalidArgType(`options.${name}`, ['string', 'undefined', 'null'], options[name]);
  const defaultPort = options.defaultPort || agent.defaultPort || defaultAgent.defaultPort;
  const port = (options.port = options.port || defaultPort);
  const host = (options.host = options.hostname || options.host || 'localhost');
  const method = options.method;
  if (method !== undefined && method !== null && typeof method !== 'string') throw invalidArgType('options.method', 'string', method);
  this.method = method ? method.toUpperCase() : 'GET';
  if (method && !token.test(method)) throw withCode(TypeError, 'ERR_INVALID_HTTP_TOKEN', `Method must be a valid HTTP token ["${method}"]`);
  if (agent.addRequest !== undefined && agent.addRequest !== Agent.prototype.addRequest) throw withCode(Error, 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', 'an agent that makes its own connections is unavailable: Node has it, wakeful does not: a Go program gives scripts a client with js.WithFetch');
  this.path = options.path || '/';
  this.host = host;
  this.protocol = protocol;
  this.port = port;
  this.aborted = false;
  this.reusedSocket = false;
  this.res = null;
  this.upgradeOrConnect = false;
  this.parser = null;
  this.maxHeadersCount = null;
  this.timeout = undefined;
  if (callback) this.once('response', callback);
  this.shouldKeepAlive = !!agent.keepAlive;
  this.useChunkedEncodingByDefault = !['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT'].includes(this.method);
  const { headers } = options;
  if (Array.isArray(headers)) {
    for (let i = 0; i + 1 < headers.length; i += 2) this.appendHeader(headers[i], headers[i + 1]);
  } else if (headers) for (const name of Object.keys(headers)) this.setHeader(name, headers[name]);
  if (!Array.isArray(headers) && options.setHost !== false && !this.getHeader('host')) {
    let name = host.includes(':') && host[0] !== '[' ? `[${host}]` : host;
    if (port && +port !== defaultPort) name += `:${port}`;
    this.setHeader('Host', name);
  }
  if (options.auth && !this.getHeader('Authorization')) this.setHeader('Authorization', `Basic ${Buffer.from(options.auth).toString('base64')}`);
  if (this.getHeader('expect')) this._storeHeader(`${this.method} ${this.path} HTTP/1.1\r\n`, null);
  if (options.timeout !== undefined) this.timeout = Number(options.timeout);
  if (options.signal) {
    const { signal } = options;
    validateAbortSignal(signal, 'options.signal');
    const abort = () => this.destroy(Object.assign(withCode(Error, 'ABORT_ERR', 'The operation was aborted'), { name: 'AbortError', cause: signal.reason }));
    if (signal.aborted) process.nextTick(abort);
    else signal.addEventListener('abort', abort, { once: true });
  }
  const resource = new AsyncResource('HTTPCLIENTREQUEST');
  this._bind = (fn) => resource.bind(fn);
  const socket = new net.Socket();
  socket.connecting = true;
  if (protocol === 'https:') socket.encrypted = socket.authorized = true;
  process.nextTick(() => {
    if (this.destroyed) return;
    this.socket = socket;
    socket._httpMessage = this;
    if (this.timeout) socket.setTimeout(this.timeout);
    socket.on('timeout', () => this.emit('timeout'));
    socket.on('error', (error) => this.destroy(error));
    socket.on('close', () => this.destroy());
    this.emit('socket', socket);
    sendThrough(this, requestSink(this, socket));
  });
}
derive(ClientRequest, OutgoingMessage);

define(ClientRequest, {
  _implicitHeader() {
    if (this._header) throw withCode(Error, 'ERR_HTTP_HEADERS_SENT', 'Cannot render headers after they are sent to the client');
    this._storeHeader(`${this.method} ${this.path} HTTP/1.1\r\n`, null);
  },
  abort() {
    if (this.aborted) return;
    this.aborted = true;
    process.nextTick(() => this.emit('abort'));
    this.destroy();
  },
  destroy(error) {
    if (this.destroyed) return this;
    this.destroyed = true;
    this.res?._dump();
    this._errored = error ?? null;
    this._exchange?.abort();
    this.socket?.destroy();
    if (this.res) {
      if (!this.res.complete) this.res._abort(withCode(Error, 'ECONNRESET', 'aborted'));
      process.nextTick(() => {
        if (error) this.emit('error', error);
        close(this);
      });
    } else process.nextTick(() => fail(this, error ?? hangUp()));
    return this;
  },
  onSocket() { throw withCode(Error, 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', 'request.onSocket is unavailable: Node has it, wakeful does not: requests are sent by the client of Go'); },
  setTimeout(ms, callback) {
    if (callback !== undefined) {
      validateFunction(callback, 'callback');
      this.once('timeout', callback);
    }
    this.timeout = ms;
    this.socket?.setTimeout(ms);
    return this;
  },
  setNoDelay(on) { this.socket?.setNoDelay(on); },
  setSocketKeepAlive() {},
  clearTimeout(callback) { this.setTimeout(0, callback); },
});

function fail(req, error) {
  if (req._failed || req._closed) return;
  req._failed = true;
  if (clientError.hasSubscribers) clientError.publish({ request: req, error });
  if (!req.aborted || req.listenerCount('error') > 0 || error.code !== 'ECONNRESET') req.emit('error', error);
  close(req);
}

function requestSink(req, socket) {
  let exchange = null;
  const answered = req._bind((error, response) => {
    if (req.destroyed) return void response?.close?.();
    if (error) {
      req.destroyed = true;
      req._errored = error.code ? error : hangUp();
      socket.destroy();
      // net/http says that the connection was closed with texts without a code.
      return fail(req, error.code ? error : Object.assign(hangUp(), { cause: error }));
    }
    respond(req, socket, response);
  });
  return {
    destroy() { exchange?.abort(); },
    send(message, bytes, last, done) {
      const { host, port, socketPath, ca, rejectUnauthorized } = req._options;
      const open = (body) => {
        const name = host.includes(':') ? `[${host}]` : host;
        const path = req.path[0] === '/' || req.path[0] === '?' ? req.path : req.path === '*' ? '/*' : `/${req.path}`;
        const insecure = rejectUnauthorized === false || (process.env?.NODE_TLS_REJECT_UNAUTHORIZED === '0' && rejectUnauthorized !== true);
        exchange = native.request(`${req.protocol}//${name}:${port}${path}`, req.method, message._flat, body, { socketPath, ca: ca && `${[ca].flat().join('\n')}`, rejectUnauthorized: insecure ? false : undefined }, answered);
        req._exchange = exchange;
        socket.connecting = false;
        socket.emit('connect');
        if (req.protocol === 'https:') socket.emit('secureConnect');
        if (clientStart.hasSubscribers) clientStart.publish({ request: req });
      };
      try {
        if (exchange === null && last && !req._streams) {
          open(bytes.length > 0 ? bytes : undefined);
          return void process.nextTick(done);
        }
        if (exchange === null) open(true);
      } catch (error) {
        req.destroyed = true;
        return void process.nextTick(() => fail(req, error));
      }
      const after = () => {
        if (last) exchange.end();
        done();
      };
      if (bytes.length > 0) exchange.write(bytes, after); else process.nextTick(after);
    },
  };
}

function respond(req, socket, response) {
  const res = new IncomingMessage(socket);
  req.res = res;
  res.req = req;
  res.statusCode = response.status;
  res.statusMessage = response.statusText;
  if (req._options.joinDuplicateHeaders) res.joinDuplicateHeaders = true;
  const done = () => {
    req.destroyed = true;
    process.nextTick(() => {
      close(req);
      setImmediate(() => socket.destroy());
    });
  };
  if (response.socket !== undefined) {
    incoming(res, response, null);
    res.upgrade = true;
    const raw = new net.Socket({ handle: response.socket });
    res.socket = raw;
    req.destroyed = true;
    if (req.listenerCount('upgrade') > 0) req.emit('upgrade', res, raw, Buffer.alloc(0));
    else raw.destroy();
    close(req);
    return;
  }
  const none = req.method === 'HEAD' || response.status === 204 || response.status === 304;
  incoming(res, response, none ? null : {
    read: () => response.read().then((bytes) => {
      if (req.timeout) socket.setTimeout(req.timeout);
      return bytes;
    }),
    ended: response.ended, trailers: response.trailers, close: () => response.close(),
  });
  if (none) response.close();
  res.once('close', done);
  res.once('end', () => {
    if (clientFinish.hasSubscribers) clientFinish.publish({ request: req, response: res });
    req.socket?.setTimeout(0);
  });
  if (req.aborted || !req.emit('response', res)) res._dump();
}

function request(url, options, callback) { return new ClientRequest(url, options, callback); }
function get(url, options, callback) {
  const req = request(url, options, callback);
  req.end();
  return req;
}

module.exports = {
  _connectionListener() { throw withCode(Error, 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', 'http._connectionListener is unavailable: Node has it, wakeful does not: a server listens itself'); },
  METHODS, STATUS_CODES, Agent, ClientRequest, IncomingMessage, OutgoingMessage, Server, ServerResponse,
  createServer: (options, listener) => new Server(options, listener),
  validateHeaderName, validateHeaderValue, get, request,
  setMaxIdleHTTPParsers(max) {
    validateInteger(max, 'max', 1);
    maxIdleParsers = max;
  },
  maxHeaderSize: 16384, globalAgent,
  get WebSocket() { return globalThis.WebSocket; },
};
