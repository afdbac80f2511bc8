"use strict";

// src/node/http.js
var EventEmitter = require("events"), net = require("net"), { withCode, invalidArgType, invalidArgValue, validateFunction, validateInteger, validateBoolean, validateAbortSignal } = require("internal/errors"), { IncomingMessage, OutgoingMessage, METHODS, STATUS_CODES, validateHeaderName, validateHeaderValue, incoming, sendThrough, streamSink, token, forbidden, kHeaders } = require("internal/http_messages"), maxIdleParsers = 1e3, define = (Class, methods) => {
  for (let [name, method] of Object.entries(methods)) Object.defineProperty(Class.prototype, name, { value: method, writable: !0, configurable: !0, enumerable: !0 });
}, derive = (Class, Base) => {
  Object.setPrototypeOf(Class.prototype, Base.prototype), Object.setPrototypeOf(Class, Base);
}, hangUp = () => withCode(Error, "ECONNRESET", "socket hang up");
function ServerResponse(req, options) {
  OutgoingMessage.call(this, options), req.method === "HEAD" && (this._hasBody = !1), this.req = req, this.sendDate = !0, this._sent100 = !1, this._expect_continue = !1, (req.httpVersionMajor < 1 || req.httpVersionMinor < 1) && (this.useChunkedEncodingByDefault = /chunk/i.test(req.headers?.te), this.shouldKeepAlive = !1);
}
derive(ServerResponse, OutgoingMessage);
ServerResponse.prototype.statusCode = 200;
ServerResponse.prototype.statusMessage = void 0;
define(ServerResponse, {
  assignSocket(socket) {
    if (socket._httpMessage) throw withCode(Error, "ERR_HTTP_SOCKET_ASSIGNED", "Socket already assigned");
    socket._httpMessage = this, this.socket = socket, socket.on?.("close", () => close(this)), sendThrough(this, streamSink(socket)), this.emit("socket", socket);
  },
  detachSocket(socket) {
    socket._httpMessage = null, this.socket = null;
  },
  writeContinue(callback) {
    this._sent100 = !0, typeof callback == "function" && process.nextTick(callback);
  },
  writeProcessing(callback) {
    typeof callback == "function" && process.nextTick(callback);
  },
  writeEarlyHints(hints, callback) {
    typeof callback == "function" && process.nextTick(callback);
  },
  _implicitHeader() {
    this.writeHead(this.statusCode);
  },
  writeHead(statusCode, reason, headers) {
    if (this._header) throw withCode(Error, "ERR_HTTP_HEADERS_SENT", "Cannot write headers after they are sent to the client");
    let original = statusCode;
    if (statusCode |= 0, statusCode < 100 || statusCode > 999) throw withCode(RangeError, "ERR_HTTP_INVALID_STATUS_CODE", `Invalid status code: ${require("util").inspect(original)}`);
    if (typeof reason == "string" ? this.statusMessage = reason : (this.statusMessage ||= STATUS_CODES[statusCode] || "unknown", headers ??= reason), this.statusCode = statusCode, this[kHeaders] !== null && headers) {
      if (Array.isArray(headers)) {
        let flat = headers.flat();
        if (flat.length % 2 !== 0) throw invalidArgValue("headers", headers);
        let names = /* @__PURE__ */ new Set();
        for (let i = 0; i < flat.length; i += 2) names.add(flat[i].toLowerCase());
        for (let name of names) this.removeHeader(name);
        for (let i = 0; i < flat.length; i += 2) this.appendHeader(flat[i], flat[i + 1]);
      } else for (let name of Object.keys(headers)) name && this.setHeader(name, headers[name]);
      headers = null;
    }
    if (forbidden.test(this.statusMessage)) throw withCode(TypeError, "ERR_INVALID_CHAR", "Invalid character in statusMessage");
    return (statusCode === 204 || statusCode === 304 || statusCode >= 100 && statusCode <= 199) && (this._hasBody = !1), this._expect_continue && !this._sent100 && (this.shouldKeepAlive = !1), this._storeHeader(`HTTP/1.1 ${statusCode} ${this.statusMessage}\r
`, headers ?? null), this;
  },
  _ended() {
    this.socket && this.detachSocket(this.socket);
  }
});
ServerResponse.prototype.writeHeader = ServerResponse.prototype.writeHead;
function close(message) {
  message._closed || (message._closed = !0, message.destroyed = !0, message.emit("close"));
}
function exchangeSink(exchange, res, ended) {
  let begun = !1;
  return {
    destroy(error) {
      ended(error ?? !0);
    },
    send(message, bytes, last, done) {
      let lengthless = message._flat.filter((name, i, all) => !/^(?:transfer-encoding)$/i.test(all[i - i % 2]));
      if (!begun && last && !message._streams)
        return exchange.respond(message.statusCode, lengthless, bytes), void process.nextTick(done);
      let rest = () => {
        bytes.length > 0 ? exchange.write(bytes).then(() => done(), done) : done();
      };
      if (begun) return rest();
      begun = !0, exchange.begin(message.statusCode, lengthless).then(rest, done);
    },
    failed: () => ended(hangUp()),
    finished: () => ended()
  };
}
var limits = { headersTimeout: 6e4, requestTimeout: 3e5, keepAliveTimeout: 5e3, connectionsCheckingInterval: 3e4 };
function Server(options, listener) {
  if (!(this instanceof Server)) return new Server(options, listener);
  if (typeof options == "function") [options, listener] = [{}, options];
  else if (options != null && typeof options != "object") throw invalidArgType("options", "Object", options);
  options = { ...options }, net.Server.call(this, { allowHalfOpen: !0 });
  for (let name of ["insecureHTTPParser", "requireHostHeader", "joinDuplicateHeaders", "noDelay", "keepAlive"]) options[name] !== void 0 && validateBoolean(options[name], `options.${name}`);
  for (let [name, value] of Object.entries(limits))
    this[name] = value, options[name] !== void 0 && (validateInteger(options[name], name, 0), this[name] = options[name]);
  if (options.headersTimeout === void 0 && this.requestTimeout > 0) this.headersTimeout = Math.min(this.headersTimeout, this.requestTimeout);
  else if (this.requestTimeout > 0 && this.headersTimeout > this.requestTimeout) throw withCode(RangeError, "ERR_OUT_OF_RANGE", `The value of "headersTimeout" is out of range. It must be <= requestTimeout. Received ${options.headersTimeout}`);
  this._given = options, this._IncomingMessage = options.IncomingMessage ?? IncomingMessage, this._ServerResponse = options.ServerResponse ?? ServerResponse, this.timeout = 0, this.maxHeadersCount = null, this.maxRequestsPerSocket = 0, this._sockets = /* @__PURE__ */ new Map(), listener && this.on("request", listener);
}
derive(Server, net.Server);
define(Server, {
  listen(...args) {
    let { maxHeaderSize = 16384, cert, key } = this._given;
    return net._listening(this, args, (network, address) => native.serve(network, address, (exchange, number) => handle(this, exchange, number), (number, state, local, remote, encrypted) => changed(this, number, state, local, remote, encrypted), {
      headersTimeout: this.headersTimeout,
      keepAliveTimeout: this.keepAliveTimeout,
      maxHeaderSize,
      cert: cert && `${cert}`,
      key: key && `${key}`
    }));
  },
  close(callback) {
    return this._handle?.endIdle(), net.Server.prototype.close.call(this, callback);
  },
  closeAllConnections() {
    for (let socket of this._sockets.values()) socket.destroy();
  },
  closeIdleConnections() {
    for (let socket of this._sockets.values()) socket._idle && socket.destroy();
  },
  setTimeout(ms, callback) {
    return this.timeout = ms, callback && this.on("timeout", callback), this;
  }
});
function changed(server, number, state, local, remote, encrypted) {
  if (state === "new") {
    let handle2 = { local, remote, close: () => server._last?.endAll(number) };
    server._last ??= server._handle;
    let socket2 = new net.Socket({ handle: handle2 });
    encrypted && (socket2.encrypted = !0), socket2.server = server, socket2._server = server, server._sockets.set(number, socket2), server._connections++, server.timeout && (socket2.setTimeout(server.timeout), socket2.on("timeout", () => {
      server.emit("timeout", socket2) || socket2.destroy();
    })), server.emit("connection", socket2);
    return;
  }
  let socket = server._sockets.get(number);
  socket !== void 0 && (socket._idle = state === "idle", state === "closed" ? (server._sockets.delete(number), socket.destroy()) : state === "hijacked" && server._sockets.delete(number));
}
function handle(server, exchange, number) {
  let socket = server._sockets.get(number) ?? new net.Socket();
  socket._idle = !1;
  let req = new server._IncomingMessage(socket);
  req.method = exchange.method, req.url = exchange.target, server._given.joinDuplicateHeaders && (req.joinDuplicateHeaders = !0), incoming(req, { headers: inOrder(exchange.headers), minor: exchange.minor }, exchange.hasBody ? { read: exchange.read, trailers: exchange.trailers, close() {
  } } : null);
  let upgrade = /(?:^|,)\s*upgrade\s*(?:,|$)/i.test(req.headers.connection ?? "") && req.headers.upgrade !== void 0, event = req.method === "CONNECT" ? "connect" : "upgrade";
  if (upgrade && server.listenerCount("upgrade") > 0 || req.method === "CONNECT") {
    let raw = new net.Socket({ handle: exchange.hijack(), allowHalfOpen: !0 });
    socket._server && (socket._server = null, raw._server = server), raw.server = server, socket.encrypted && (raw.encrypted = !0), req.socket = raw, req.upgrade = !0, incoming(req, { headers: req.rawHeaders, minor: exchange.minor }, null), server.emit(event, req, raw, Buffer.alloc(0)) || raw.destroy();
    return;
  }
  let res = new server._ServerResponse(req, { highWaterMark: socket.writableHighWaterMark });
  res._keepAliveTimeout = server.keepAliveTimeout, res.shouldKeepAlive = res.shouldKeepAlive && !/(?:^|\W)close(?:$|\W)/i.test(req.headers.connection ?? "") && server.listening, res.socket = socket, socket._httpMessage = res;
  let over = !1, ended = (error) => {
    over || (over = !0, socket._httpMessage = null, error ? (exchange.fail(error), error !== !0 && !res.writableFinished && (res._errored ??= error), socket.destroy(), req.complete || req._abort(hangUp())) : !req.complete && !req._consuming && req._dump(), exchange.finish(), close(res), error || req.destroyed || process.nextTick(() => {
      req.complete && !req.readableEnded && req.resume();
    }));
  };
  exchange.onAbort(() => {
    socket.destroy(), ended(hangUp());
  }), sendThrough(res, exchangeSink(exchange, res, ended));
  let expect = req.headers.expect;
  if (expect !== void 0 && exchange.minor === 1)
    if (/^100-continue$/i.test(expect)) {
      if (res._expect_continue = !0, server.listenerCount("checkContinue") > 0) return void server.emit("checkContinue", req, res);
      res._sent100 = !0;
    } else return server.listenerCount("checkExpectation") > 0 ? void server.emit("checkExpectation", req, res) : void res.writeHead(417).end();
  started(server, req, res, socket), server.emit("request", req, res);
}
var { AsyncResource } = require("async_hooks"), channels = require("diagnostics_channel"), requestStart = channels.channel("http.server.request.start"), responseFinish = channels.channel("http.server.response.finish"), clientStart = channels.channel("http.client.request.start"), clientError = channels.channel("http.client.request.error"), clientFinish = channels.channel("http.client.response.finish");
function started(server, request2, response, socket) {
  requestStart.hasSubscribers && requestStart.publish({ request: request2, response, socket, server }), response.once("finish", () => {
    responseFinish.hasSubscribers && responseFinish.publish({ request: request2, response, socket, server });
  });
}
function inOrder(flat) {
  let at = flat.lastIndexOf("Host");
  if (at < 0 || at % 2 !== 0) return flat;
  let host = flat.splice(at, 2);
  return host[1] === "" ? flat : [...host, ...flat];
}
function Agent(options) {
  if (!(this instanceof Agent)) return new Agent(options);
  EventEmitter.call(this), this.defaultPort = 80, this.protocol = "http:", this.options = { noDelay: !0, path: null, ...options }, this.requests = /* @__PURE__ */ Object.create(null), this.sockets = /* @__PURE__ */ Object.create(null), this.freeSockets = /* @__PURE__ */ Object.create(null), this.keepAliveMsecs = this.options.keepAliveMsecs || 1e3, this.keepAlive = this.options.keepAlive || !1, this.maxSockets = this.options.maxSockets || 1 / 0, this.maxFreeSockets = this.options.maxFreeSockets || 256, this.scheduling = this.options.scheduling || "lifo", this.maxTotalSockets = this.options.maxTotalSockets ?? 1 / 0, this.totalSocketCount = 0;
}
derive(Agent, EventEmitter);
Agent.defaultMaxSockets = 1 / 0;
define(Agent, {
  createConnection: net.createConnection,
  destroy() {
  },
  getName(options = {}) {
    let name = `${options.host || "localhost"}:${options.port || ""}:${options.localAddress || ""}`;
    return (options.family === 4 || options.family === 6) && (name += `:${options.family}`), options.socketPath && (name += `:${options.socketPath}`), name;
  },
  keepSocketAlive: () => !0,
  reuseSocket() {
  }
});
var globalAgent = new Agent({ keepAlive: !0, scheduling: "lifo", timeout: 5e3 });
function optionsOf(url) {
  let options = {
    __proto__: null,
    ...url,
    protocol: url.protocol,
    hostname: url.hostname[0] === "[" ? url.hostname.slice(1, -1) : url.hostname,
    hash: url.hash,
    search: url.search,
    pathname: url.pathname,
    path: `${url.pathname || ""}${url.search || ""}`,
    href: url.href
  };
  return url.port !== "" && (options.port = Number(url.port)), (url.username || url.password) && (options.auth = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`), options;
}
var isURL = (value) => value !== null && typeof value == "object" && typeof value.href == "string" && typeof value.protocol == "string" && value.auth === void 0 && value.path === void 0;
function ClientRequest(input, options, callback) {
  OutgoingMessage.call(this), typeof input == "string" ? input = optionsOf(new URL(input)) : isURL(input) ? input = optionsOf(input) : [input, options, callback] = [void 0, input, options], typeof options == "function" ? [options, callback] = [input ?? {}, options] : options = Object.assign(input ?? {}, options), options = this._options = { __proto__: null, ...options };
  let { agent } = options, defaultAgent = options._defaultAgent ?? globalAgent;
  if (agent === !1) agent = new defaultAgent.constructor();
  else if (agent == null) agent = defaultAgent;
  else if (typeof agent.addRequest != "function" && !(agent instanceof Agent)) throw invalidArgType("options.agent", ["Agent-like Object", "undefined", "false"], agent);
  this.agent = agent;
  let protocol = options.protocol || defaultAgent.protocol, expected = agent.protocol || defaultAgent.protocol;
  if (options.path && /[^\x21-\xff]/.test(String(options.path)))
    throw withCode(TypeError, "ERR_UNESCAPED_CHARACTERS", "Request path contains unescaped characters");
  if (protocol !== expected) throw withCode(TypeError, "ERR_INVALID_PROTOCOL", `Protocol "${protocol}" not supported. Expected "${expected}"`);
  for (let name of ["hostname", "host"]) if (options[name] !== void 0 && options[name] !== null && typeof options[name] != "string") throw invalidArgType(`options.${name}`, ["string", "undefined", "null"], options[name]);
  let defaultPort = options.defaultPort || agent.defaultPort || defaultAgent.defaultPort, port = options.port = options.port || defaultPort, host = options.host = options.hostname || options.host || "localhost", method = options.method;
  if (method != null && typeof method != "string") throw invalidArgType("options.method", "string", method);
  if (this.method = method ? method.toUpperCase() : "GET", method && !token.test(method)) throw withCode(TypeError, "ERR_INVALID_HTTP_TOKEN", `Method must be a valid HTTP token ["${method}"]`);
  if (agent.addRequest !== void 0 && agent.addRequest !== Agent.prototype.addRequest) throw withCode(Error, "ERR_FEATURE_UNAVAILABLE_ON_PLATFORM", "an agent that makes its own connections is unavailable: Node has it, wakeful does not: a Go program gives scripts a client with js.WithFetch");
  this.path = options.path || "/", this.host = host, this.protocol = protocol, this.port = port, this.aborted = !1, this.reusedSocket = !1, this.res = null, this.upgradeOrConnect = !1, this.parser = null, this.maxHeadersCount = null, this.timeout = void 0, callback && this.once("response", callback), this.shouldKeepAlive = !!agent.keepAlive, this.useChunkedEncodingByDefault = !["GET", "HEAD", "DELETE", "OPTIONS", "TRACE", "CONNECT"].includes(this.method);
  let { headers } = options;
  if (Array.isArray(headers))
    for (let i = 0; i + 1 < headers.length; i += 2) this.appendHeader(headers[i], headers[i + 1]);
  else if (headers) for (let name of Object.keys(headers)) this.setHeader(name, headers[name]);
  if (!Array.isArray(headers) && options.setHost !== !1 && !this.getHeader("host")) {
    let name = host.includes(":") && host[0] !== "[" ? `[${host}]` : host;
    port && +port !== defaultPort && (name += `:${port}`), this.setHeader("Host", name);
  }
  if (options.auth && !this.getHeader("Authorization") && this.setHeader("Authorization", `Basic ${Buffer.from(options.auth).toString("base64")}`), this.getHeader("expect") && this._storeHeader(`${this.method} ${this.path} HTTP/1.1\r
`, null), options.timeout !== void 0 && (this.timeout = Number(options.timeout)), options.signal) {
    let { signal } = options;
    validateAbortSignal(signal, "options.signal");
    let abort = () => this.destroy(Object.assign(withCode(Error, "ABORT_ERR", "The operation was aborted"), { name: "AbortError", cause: signal.reason }));
    signal.aborted ? process.nextTick(abort) : signal.addEventListener("abort", abort, { once: !0 });
  }
  let resource = new AsyncResource("HTTPCLIENTREQUEST");
  this._bind = (fn) => resource.bind(fn);
  let socket = new net.Socket();
  socket.connecting = !0, protocol === "https:" && (socket.encrypted = socket.authorized = !0), process.nextTick(() => {
    this.destroyed || (this.socket = socket, socket._httpMessage = this, this.timeout && socket.setTimeout(this.timeout), socket.on("timeout", () => this.emit("timeout")), socket.on("error", (error) => this.destroy(error)), socket.on("close", () => this.destroy()), this.emit("socket", socket), sendThrough(this, requestSink(this, socket)));
  });
}
derive(ClientRequest, OutgoingMessage);
define(ClientRequest, {
  _implicitHeader() {
    if (this._header) throw withCode(Error, "ERR_HTTP_HEADERS_SENT", "Cannot render headers after they are sent to the client");
    this._storeHeader(`${this.method} ${this.path} HTTP/1.1\r
`, null);
  },
  abort() {
    this.aborted || (this.aborted = !0, process.nextTick(() => this.emit("abort")), this.destroy());
  },
  destroy(error) {
    return this.destroyed ? this : (this.destroyed = !0, this.res?._dump(), this._errored = error ?? null, this._exchange?.abort(), this.socket?.destroy(), this.res ? (this.res.complete || this.res._abort(withCode(Error, "ECONNRESET", "aborted")), process.nextTick(() => {
      error && this.emit("error", error), close(this);
    })) : process.nextTick(() => fail(this, error ?? hangUp())), this);
  },
  onSocket() {
    throw withCode(Error, "ERR_FEATURE_UNAVAILABLE_ON_PLATFORM", "request.onSocket is unavailable: Node has it, wakeful does not: requests are sent by the client of Go");
  },
  setTimeout(ms, callback) {
    return callback !== void 0 && (validateFunction(callback, "callback"), this.once("timeout", callback)), this.timeout = ms, this.socket?.setTimeout(ms), this;
  },
  setNoDelay(on) {
    this.socket?.setNoDelay(on);
  },
  setSocketKeepAlive() {
  },
  clearTimeout(callback) {
    this.setTimeout(0, callback);
  }
});
function fail(req, error) {
  req._failed || req._closed || (req._failed = !0, clientError.hasSubscribers && clientError.publish({ request: req, error }), (!req.aborted || req.listenerCount("error") > 0 || error.code !== "ECONNRESET") && req.emit("error", error), close(req));
}
function requestSink(req, socket) {
  let exchange = null, answered = req._bind((error, response) => {
    if (req.destroyed) return void response?.close?.();
    if (error)
      return req.destroyed = !0, req._errored = error.code ? error : hangUp(), socket.destroy(), fail(req, error.code ? error : Object.assign(hangUp(), { cause: error }));
    respond(req, socket, response);
  });
  return {
    destroy() {
      exchange?.abort();
    },
    send(message, bytes, last, done) {
      let { host, port, socketPath, ca, rejectUnauthorized } = req._options, open = (body) => {
        let name = host.includes(":") ? `[${host}]` : host, path = req.path[0] === "/" || req.path[0] === "?" ? req.path : req.path === "*" ? "/*" : `/${req.path}`, insecure = rejectUnauthorized === !1 || process.env?.NODE_TLS_REJECT_UNAUTHORIZED === "0" && rejectUnauthorized !== !0;
        exchange = native.request(`${req.protocol}//${name}:${port}${path}`, req.method, message._flat, body, { socketPath, ca: ca && `${[ca].flat().join(`
`)}`, rejectUnauthorized: insecure ? !1 : void 0 }, answered), req._exchange = exchange, socket.connecting = !1, socket.emit("connect"), req.protocol === "https:" && socket.emit("secureConnect"), clientStart.hasSubscribers && clientStart.publish({ request: req });
      };
      try {
        if (exchange === null && last && !req._streams)
          return open(bytes.length > 0 ? bytes : void 0), void process.nextTick(done);
        exchange === null && open(!0);
      } catch (error) {
        return req.destroyed = !0, void process.nextTick(() => fail(req, error));
      }
      let after = () => {
        last && exchange.end(), done();
      };
      bytes.length > 0 ? exchange.write(bytes, after) : process.nextTick(after);
    }
  };
}
function respond(req, socket, response) {
  let res = new IncomingMessage(socket);
  req.res = res, res.req = req, res.statusCode = response.status, res.statusMessage = response.statusText, req._options.joinDuplicateHeaders && (res.joinDuplicateHeaders = !0);
  let done = () => {
    req.destroyed = !0, process.nextTick(() => {
      close(req), setImmediate(() => socket.destroy());
    });
  };
  if (response.socket !== void 0) {
    incoming(res, response, null), res.upgrade = !0;
    let raw = new net.Socket({ handle: response.socket });
    res.socket = raw, req.destroyed = !0, req.listenerCount("upgrade") > 0 ? req.emit("upgrade", res, raw, Buffer.alloc(0)) : raw.destroy(), close(req);
    return;
  }
  let none = req.method === "HEAD" || response.status === 204 || response.status === 304;
  incoming(res, response, none ? null : {
    read: () => response.read().then((bytes) => (req.timeout && socket.setTimeout(req.timeout), bytes)),
    ended: response.ended,
    trailers: response.trailers,
    close: () => response.close()
  }), none && response.close(), res.once("close", done), res.once("end", () => {
    clientFinish.hasSubscribers && clientFinish.publish({ request: req, response: res }), req.socket?.setTimeout(0);
  }), (req.aborted || !req.emit("response", res)) && res._dump();
}
function request(url, options, callback) {
  return new ClientRequest(url, options, callback);
}
function get(url, options, callback) {
  let req = request(url, options, callback);
  return req.end(), req;
}
module.exports = {
  _connectionListener() {
    throw withCode(Error, "ERR_FEATURE_UNAVAILABLE_ON_PLATFORM", "http._connectionListener is unavailable: Node has it, wakeful does not: a server listens itself");
  },
  METHODS,
  STATUS_CODES,
  Agent,
  ClientRequest,
  IncomingMessage,
  OutgoingMessage,
  Server,
  ServerResponse,
  createServer: (options, listener) => new Server(options, listener),
  validateHeaderName,
  validateHeaderValue,
  get,
  request,
  setMaxIdleHTTPParsers(max) {
    validateInteger(max, "max", 1), maxIdleParsers = max;
  },
  maxHeaderSize: 16384,
  globalAgent,
  get WebSocket() {
    return globalThis.WebSocket;
  }
};
