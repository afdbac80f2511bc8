"use strict";
var __getOwnPropNames = Object.getOwnPropertyNames;
var __commonJS = (cb, mod) => function() {
  try {
    return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
  } catch (e) {
    throw mod = 0, e;
  }
};

// src/shared/absent_constants.js
var require_absent_constants = __commonJS({
  "src/shared/absent_constants.js"(exports2, module2) {
    "use strict";
    var http2 = {
      methods: "ACL BIND CHECKOUT CONNECT COPY DELETE GET HEAD LINK LOCK M-SEARCH MERGE MKACTIVITY MKCALENDAR MKCOL MOVE NOTIFY OPTIONS PATCH POST PROPFIND PROPPATCH PURGE PUT QUERY REBIND REPORT SEARCH SOURCE SUBSCRIBE TRACE UNBIND UNLINK UNLOCK UNSUBSCRIBE",
      status: {
        100: "Continue",
        101: "Switching Protocols",
        102: "Processing",
        103: "Early Hints",
        200: "OK",
        201: "Created",
        202: "Accepted",
        203: "Non-Authoritative Information",
        204: "No Content",
        205: "Reset Content",
        206: "Partial Content",
        207: "Multi-Status",
        208: "Already Reported",
        226: "IM Used",
        300: "Multiple Choices",
        301: "Moved Permanently",
        302: "Found",
        303: "See Other",
        304: "Not Modified",
        305: "Use Proxy",
        307: "Temporary Redirect",
        308: "Permanent Redirect",
        400: "Bad Request",
        401: "Unauthorized",
        402: "Payment Required",
        403: "Forbidden",
        404: "Not Found",
        405: "Method Not Allowed",
        406: "Not Acceptable",
        407: "Proxy Authentication Required",
        408: "Request Timeout",
        409: "Conflict",
        410: "Gone",
        411: "Length Required",
        412: "Precondition Failed",
        413: "Payload Too Large",
        414: "URI Too Long",
        415: "Unsupported Media Type",
        416: "Range Not Satisfiable",
        417: "Expectation Failed",
        418: "I'm a Teapot",
        421: "Misdirected Request",
        422: "Unprocessable Entity",
        423: "Locked",
        424: "Failed Dependency",
        425: "Too Early",
        426: "Upgrade Required",
        428: "Precondition Required",
        429: "Too Many Requests",
        431: "Request Header Fields Too Large",
        451: "Unavailable For Legal Reasons",
        500: "Internal Server Error",
        501: "Not Implemented",
        502: "Bad Gateway",
        503: "Service Unavailable",
        504: "Gateway Timeout",
        505: "HTTP Version Not Supported",
        506: "Variant Also Negotiates",
        507: "Insufficient Storage",
        508: "Loop Detected",
        509: "Bandwidth Limit Exceeded",
        510: "Not Extended",
        511: "Network Authentication Required"
      }
    }, dns = {
      flags: { ADDRCONFIG: 32, ALL: 16, V4MAPPED: 8 },
      codes: {}
    };
    for (let name of "NODATA FORMERR SERVFAIL NOTFOUND NOTIMP REFUSED BADQUERY BADNAME BADFAMILY BADRESP CONNREFUSED TIMEOUT EOF FILE NOMEM DESTRUCTION BADSTR BADFLAGS NONAME BADHINTS NOTINITIALIZED LOADIPHLPAPI ADDRGETNETWORKPARAMS CANCELLED".split(" "))
      dns.codes[name] = name === "EOF" ? name : `E${name}`;
    var zlib = {
      constants: {
        Z_NO_FLUSH: 0,
        Z_PARTIAL_FLUSH: 1,
        Z_SYNC_FLUSH: 2,
        Z_FULL_FLUSH: 3,
        Z_FINISH: 4,
        Z_BLOCK: 5,
        Z_OK: 0,
        Z_STREAM_END: 1,
        Z_NEED_DICT: 2,
        Z_ERRNO: -1,
        Z_STREAM_ERROR: -2,
        Z_DATA_ERROR: -3,
        Z_MEM_ERROR: -4,
        Z_BUF_ERROR: -5,
        Z_VERSION_ERROR: -6,
        Z_NO_COMPRESSION: 0,
        Z_BEST_SPEED: 1,
        Z_BEST_COMPRESSION: 9,
        Z_DEFAULT_COMPRESSION: -1,
        Z_FILTERED: 1,
        Z_HUFFMAN_ONLY: 2,
        Z_RLE: 3,
        Z_FIXED: 4,
        Z_DEFAULT_STRATEGY: 0,
        ZLIB_VERNUM: 4880,
        DEFLATE: 1,
        INFLATE: 2,
        GZIP: 3,
        GUNZIP: 4,
        DEFLATERAW: 5,
        INFLATERAW: 6,
        UNZIP: 7,
        BROTLI_DECODE: 8,
        BROTLI_ENCODE: 9,
        Z_MIN_WINDOWBITS: 8,
        Z_MAX_WINDOWBITS: 15,
        Z_DEFAULT_WINDOWBITS: 15,
        Z_MIN_CHUNK: 64,
        Z_MAX_CHUNK: 1 / 0,
        Z_DEFAULT_CHUNK: 16384,
        Z_MIN_MEMLEVEL: 1,
        Z_MAX_MEMLEVEL: 9,
        Z_DEFAULT_MEMLEVEL: 8,
        Z_MIN_LEVEL: -1,
        Z_MAX_LEVEL: 9,
        Z_DEFAULT_LEVEL: -1,
        BROTLI_OPERATION_PROCESS: 0,
        BROTLI_OPERATION_FLUSH: 1,
        BROTLI_OPERATION_FINISH: 2,
        BROTLI_OPERATION_EMIT_METADATA: 3,
        BROTLI_PARAM_MODE: 0,
        BROTLI_MODE_GENERIC: 0,
        BROTLI_MODE_TEXT: 1,
        BROTLI_MODE_FONT: 2,
        BROTLI_DEFAULT_MODE: 0,
        BROTLI_PARAM_QUALITY: 1,
        BROTLI_MIN_QUALITY: 0,
        BROTLI_MAX_QUALITY: 11,
        BROTLI_DEFAULT_QUALITY: 11,
        BROTLI_PARAM_LGWIN: 2,
        BROTLI_MIN_WINDOW_BITS: 10,
        BROTLI_MAX_WINDOW_BITS: 24,
        BROTLI_LARGE_MAX_WINDOW_BITS: 30,
        BROTLI_DEFAULT_WINDOW: 22,
        BROTLI_PARAM_LGBLOCK: 3,
        BROTLI_MIN_INPUT_BLOCK_BITS: 16,
        BROTLI_MAX_INPUT_BLOCK_BITS: 24,
        BROTLI_PARAM_DISABLE_LITERAL_CONTEXT_MODELING: 4,
        BROTLI_PARAM_SIZE_HINT: 5,
        BROTLI_PARAM_LARGE_WINDOW: 6,
        BROTLI_PARAM_NPOSTFIX: 7,
        BROTLI_PARAM_NDIRECT: 8,
        BROTLI_DECODER_RESULT_ERROR: 0,
        BROTLI_DECODER_RESULT_SUCCESS: 1,
        BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT: 2,
        BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT: 3,
        BROTLI_DECODER_PARAM_DISABLE_RING_BUFFER_REALLOCATION: 0,
        BROTLI_DECODER_PARAM_LARGE_WINDOW: 1,
        BROTLI_DECODER_NO_ERROR: 0,
        BROTLI_DECODER_SUCCESS: 1,
        BROTLI_DECODER_NEEDS_MORE_INPUT: 2,
        BROTLI_DECODER_NEEDS_MORE_OUTPUT: 3,
        BROTLI_DECODER_ERROR_FORMAT_EXUBERANT_NIBBLE: -1,
        BROTLI_DECODER_ERROR_FORMAT_RESERVED: -2,
        BROTLI_DECODER_ERROR_FORMAT_EXUBERANT_META_NIBBLE: -3,
        BROTLI_DECODER_ERROR_FORMAT_SIMPLE_HUFFMAN_ALPHABET: -4,
        BROTLI_DECODER_ERROR_FORMAT_SIMPLE_HUFFMAN_SAME: -5,
        BROTLI_DECODER_ERROR_FORMAT_CL_SPACE: -6,
        BROTLI_DECODER_ERROR_FORMAT_HUFFMAN_SPACE: -7,
        BROTLI_DECODER_ERROR_FORMAT_CONTEXT_MAP_REPEAT: -8,
        BROTLI_DECODER_ERROR_FORMAT_BLOCK_LENGTH_1: -9,
        BROTLI_DECODER_ERROR_FORMAT_BLOCK_LENGTH_2: -10,
        BROTLI_DECODER_ERROR_FORMAT_TRANSFORM: -11,
        BROTLI_DECODER_ERROR_FORMAT_DICTIONARY: -12,
        BROTLI_DECODER_ERROR_FORMAT_WINDOW_BITS: -13,
        BROTLI_DECODER_ERROR_FORMAT_PADDING_1: -14,
        BROTLI_DECODER_ERROR_FORMAT_PADDING_2: -15,
        BROTLI_DECODER_ERROR_FORMAT_DISTANCE: -16,
        BROTLI_DECODER_ERROR_DICTIONARY_NOT_SET: -19,
        BROTLI_DECODER_ERROR_INVALID_ARGUMENTS: -20,
        BROTLI_DECODER_ERROR_ALLOC_CONTEXT_MODES: -21,
        BROTLI_DECODER_ERROR_ALLOC_TREE_GROUPS: -22,
        BROTLI_DECODER_ERROR_ALLOC_CONTEXT_MAP: -25,
        BROTLI_DECODER_ERROR_ALLOC_RING_BUFFER_1: -26,
        BROTLI_DECODER_ERROR_ALLOC_RING_BUFFER_2: -27,
        BROTLI_DECODER_ERROR_ALLOC_BLOCK_TYPE_TREES: -30,
        BROTLI_DECODER_ERROR_UNREACHABLE: -31
      },
      codes: {}
    };
    for (let name of ["Z_OK", "Z_STREAM_END", "Z_NEED_DICT", "Z_ERRNO", "Z_STREAM_ERROR", "Z_DATA_ERROR", "Z_MEM_ERROR", "Z_BUF_ERROR", "Z_VERSION_ERROR"])
      zlib.codes[name] = zlib.constants[name], zlib.codes[zlib.constants[name]] = name;
    module2.exports = { http: http2, dns, zlib };
  }
});

// src/node/http_messages.js
var Stream = require("stream"), { withCode, invalidArgType, validateString, validateObject } = require("internal/errors"), { http } = require_absent_constants(), { Readable, getDefaultHighWaterMark } = Stream, token = /^[\^_`a-zA-Z\-0-9!#$%&'*+.|~]+$/, forbidden = /[^\t\x20-\x7e\x80-\xff]/, kHeaders = /* @__PURE__ */ Symbol("kOutHeaders"), kQueue = /* @__PURE__ */ Symbol("queue"), kSize = /* @__PURE__ */ Symbol("size"), kSink = /* @__PURE__ */ Symbol("sink"), kBusy = /* @__PURE__ */ Symbol("busy"), kScheduled = /* @__PURE__ */ Symbol("scheduled"), kDrain = /* @__PURE__ */ Symbol("needDrain"), kSource = /* @__PURE__ */ Symbol("source"), kCorked = /* @__PURE__ */ Symbol("corked");
function validateHeaderName(name, label) {
  if (typeof name != "string" || !token.test(name)) throw withCode(TypeError, "ERR_INVALID_HTTP_TOKEN", `${label || "Header name"} must be a valid HTTP token ["${name}"]`);
}
function validateHeaderValue(name, value) {
  if (value === void 0) throw withCode(TypeError, "ERR_HTTP_INVALID_HEADER_VALUE", `Invalid value "${value}" for header "${name}"`);
  if (forbidden.test(value)) throw withCode(TypeError, "ERR_INVALID_CHAR", `Invalid character in header content ["${name}"]`);
}
function IncomingMessage(socket) {
  Readable.call(this, { highWaterMark: socket?.readableHighWaterMark }), this.httpVersionMajor = null, this.httpVersionMinor = null, this.httpVersion = null, this.complete = !1, this.rawHeaders = [], this.rawTrailers = [], this.joinDuplicateHeaders = !1, this.aborted = !1, this.upgrade = null, this.url = "", this.method = null, this.statusCode = null, this.statusMessage = null, this.socket = socket, this._consuming = !1, this._dumped = !1, this[kSource] = null;
}
Object.setPrototypeOf(IncomingMessage.prototype, Readable.prototype);
Object.setPrototypeOf(IncomingMessage, Readable);
var single = new Set("age authorization content-length content-type etag expires from host if-modified-since if-unmodified-since last-modified location max-forwards proxy-authorization referer retry-after server user-agent".split(" "));
function add(message, field, value, dest) {
  field = field.toLowerCase();
  let before = dest[field];
  field === "set-cookie" ? before !== void 0 ? before.push(value) : dest[field] = [value] : before === void 0 ? dest[field] = value : (message.joinDuplicateHeaders || !single.has(field)) && (dest[field] += field === "cookie" ? `; ${value}` : `, ${value}`);
}
var collected = (message, raw) => {
  let dest = {};
  for (let i = 0; i + 1 < raw.length; i += 2) add(message, raw[i], raw[i + 1], dest);
  return dest;
}, distinct = (raw) => {
  let dest = /* @__PURE__ */ Object.create(null);
  for (let i = 0; i + 1 < raw.length; i += 2) (dest[raw[i].toLowerCase()] ??= []).push(raw[i + 1]);
  return dest;
};
for (let [name, raw, make] of [
  ["headers", "rawHeaders", collected],
  ["trailers", "rawTrailers", collected],
  ["headersDistinct", "rawHeaders", (message, list) => distinct(list)],
  ["trailersDistinct", "rawTrailers", (message, list) => distinct(list)]
]) {
  let kept = Symbol(name);
  Object.defineProperty(IncomingMessage.prototype, name, {
    configurable: !0,
    get() {
      return this[kept] ?? (this[kept] = make(this, this[raw]));
    },
    set(value) {
      this[kept] = value;
    }
  });
}
Object.defineProperty(IncomingMessage.prototype, "connection", { configurable: !0, get() {
  return this.socket;
}, set(value) {
  this.socket = value;
} });
var incomingMethods = {
  setTimeout(ms, callback) {
    return callback && this.on("timeout", callback), this.socket?.setTimeout(ms, () => this.emit("timeout")), this;
  },
  _read() {
    let source = this[kSource];
    if (source === null) return void (this.complete && this.push(null));
    this._consuming = !0, source.read().then((bytes) => {
      this.destroyed || bytes !== null && (this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)), !source.ended?.()) || (this.complete = !0, this.rawTrailers = source.trailers(), this.push(null));
    }, (cause) => {
      this.destroyed || this._abort(Object.assign(withCode(Error, "ECONNRESET", "aborted"), { cause }));
    });
  },
  // _abort ends a message that did not come to its end.
  _abort(error) {
    (!this.readableEnded || !this.complete) && (this.aborted = !0, this.emit("aborted")), this.destroy(error);
  },
  _destroy(error, callback) {
    (!this.readableEnded || !this.complete) && !this.aborted && this[kSource] !== null && (this.aborted = !0, this.emit("aborted"));
    let source = this[kSource];
    this.complete || source?.close(error), this.aborted && this.req === void 0 && this.socket && !this.socket.destroyed && this.socket.destroy(), error && this.listenerCount("error") === 0 && (error = null), process.nextTick(callback, error);
  },
  _addHeaderLine(field, value, dest) {
    add(this, field, value, dest);
  },
  _dump() {
    this._dumped || (this._dumped = !0, this.resume());
  }
};
for (let [name, method] of Object.entries(incomingMethods)) Object.defineProperty(IncomingMessage.prototype, name, { value: method, writable: !0, configurable: !0, enumerable: !0 });
function incoming(message, { headers, minor }, source) {
  return message.rawHeaders = headers, message.httpVersionMajor = 1, message.httpVersionMinor = minor, message.httpVersion = `1.${minor}`, message[kSource] = source, source === null && (message.complete = !0), message;
}
function OutgoingMessage(options) {
  Stream.call(this), this.destroyed = !1, this.writable = !0, this.finished = !1, this.shouldKeepAlive = !0, this.maxRequestsOnConnectionReached = !1, this.useChunkedEncodingByDefault = !0, this.chunkedEncoding = !1, this.sendDate = !1, this.strictContentLength = !1, this._hasBody = !0, this._contentLength = null, this._header = null, this._closed = !1, this._trailer = "", this._removedHeader = /* @__PURE__ */ new Set(), this._removedConnection = this._removedContLen = this._removedTE = !1, this._defaultKeepAlive = !0, this.socket = null, this.outputData = [], this[kHeaders] = null, this[kQueue] = [], this[kSize] = 0, this[kSink] = null, this[kBusy] = !1, this[kScheduled] = !1, this[kDrain] = !1, this[kCorked] = 0, this._errored = null, this._mark = options?.highWaterMark ?? getDefaultHighWaterMark(!1);
}
Object.setPrototypeOf(OutgoingMessage.prototype, Stream.prototype);
Object.setPrototypeOf(OutgoingMessage, Stream);
var sent = (verb) => withCode(Error, "ERR_HTTP_HEADERS_SENT", `Cannot ${verb} headers after they are sent to the client`), bytesOf = (chunk, encoding) => typeof chunk == "string" ? Buffer.from(chunk, encoding === "buffer" ? void 0 : encoding) : chunk, outgoingMethods = {
  setHeader(name, value) {
    if (this._header) throw sent("set");
    validateHeaderName(name);
    for (let one of Array.isArray(value) ? value : [value]) validateHeaderValue(name, one);
    return (this[kHeaders] ??= /* @__PURE__ */ Object.create(null))[name.toLowerCase()] = [name, (Array.isArray(value), value)], this;
  },
  setHeaders(headers) {
    if (this._header) throw sent("set");
    if (!headers || Array.isArray(headers) || typeof headers.keys != "function" || typeof headers.get != "function") throw invalidArgType("headers", ["Headers", "Map"], headers);
    let cookies = [];
    for (let [name, value] of headers) name === "set-cookie" ? cookies.push(...[value].flat()) : this.setHeader(name, value);
    return cookies.length > 0 && this.setHeader("set-cookie", cookies), this;
  },
  appendHeader(name, value) {
    if (this._header) throw sent("append");
    validateHeaderName(name);
    for (let one of [value].flat()) validateHeaderValue(name, one);
    let before = this[kHeaders]?.[name.toLowerCase()];
    return before === void 0 ? (this[kHeaders] ??= /* @__PURE__ */ Object.create(null))[name.toLowerCase()] = [name, Array.isArray(value) && value.length === 1 ? value[0] : value] : before[1] = [before[1], value].flat(), this;
  },
  getHeader(name) {
    return validateString(name, "name"), this[kHeaders]?.[name.toLowerCase()]?.[1];
  },
  hasHeader(name) {
    return validateString(name, "name"), this[kHeaders] !== null && name.toLowerCase() in this[kHeaders];
  },
  removeHeader(name) {
    if (validateString(name, "name"), this._header) throw sent("remove");
    let key = name.toLowerCase();
    this._removedHeader.add(key), key === "date" && (this.sendDate = !1), this[kHeaders] !== null && delete this[kHeaders][key];
  },
  getHeaderNames() {
    return Object.keys(this[kHeaders] ?? {});
  },
  getRawHeaderNames() {
    return Object.values(this[kHeaders] ?? {}).map(([name]) => name);
  },
  getHeaders() {
    let all = /* @__PURE__ */ Object.create(null);
    for (let [key, [, value]] of Object.entries(this[kHeaders] ?? {})) all[key] = value;
    return all;
  },
  addTrailers(headers) {
    for (let [name, value] of Array.isArray(headers) ? headers : Object.entries(headers)) {
      if (validateHeaderName(name, "Trailer name"), forbidden.test(value)) throw withCode(TypeError, "ERR_INVALID_CHAR", `Invalid character in trailer content ["${name}"]`);
      this._trailer += `${name}: ${value}\r
`;
    }
  },
  // _storeHeader makes the head from a first line and headers, which may be null, an object, or a
  // flat list. _flat has the headers for Go.
  _storeHeader(firstLine, headers) {
    let flat = [], put = (name, value2) => {
      validateHeaderName(name);
      for (let one of Array.isArray(value2) ? value2 : [value2])
        validateHeaderValue(name, one), flat.push(name, `${one}`);
    };
    if (headers == null) for (let [name, value2] of Object.values(this[kHeaders] ?? {})) put(name, value2);
    else if (Array.isArray(headers))
      if (headers.length > 0 && Array.isArray(headers[0])) for (let [name, value2] of headers) put(name, value2);
      else {
        if (headers.length % 2 !== 0) throw withCode(TypeError, "ERR_INVALID_ARG_VALUE", `The argument 'headers' is invalid. Received ${require("util").inspect(headers)}`);
        for (let i = 0; i < headers.length; i += 2) put(headers[i], headers[i + 1]);
      }
    else for (let name of Object.keys(headers)) put(name, headers[name]);
    let has = (wanted) => flat.some((name, i) => i % 2 === 0 && name.toLowerCase() === wanted), value = (wanted) => flat[flat.findIndex((name, i) => i % 2 === 0 && name.toLowerCase() === wanted) + 1];
    this.sendDate && !has("date") && flat.push("Date", (/* @__PURE__ */ new Date()).toUTCString()), has("connection") ? /(?:^|\W)close(?:$|\W)/i.test(value("connection")) && (this._last = !0) : this._removedHeader.has("connection") || (this.shouldKeepAlive && (has("content-length") || this.useChunkedEncodingByDefault || this.agent) ? (flat.push("Connection", "keep-alive"), this._keepAliveTimeout && this._defaultKeepAlive && flat.push("Keep-Alive", `timeout=${Math.floor(this._keepAliveTimeout / 1e3)}`)) : (this._last = !0, flat.push("Connection", "close"))), has("transfer-encoding") ? this.chunkedEncoding = /chunked/i.test(value("transfer-encoding")) : has("content-length") || (this._hasBody ? typeof this._contentLength == "number" && !this._removedHeader.has("content-length") ? flat.push("Content-Length", `${this._contentLength}`) : this.useChunkedEncodingByDefault && !this._removedHeader.has("transfer-encoding") ? (flat.push("Transfer-Encoding", "chunked"), this.chunkedEncoding = !0) : this._last = !0 : this.chunkedEncoding = !1), this._flat = flat;
    let header = firstLine;
    for (let i = 0; i < flat.length; i += 2) header += `${flat[i]}: ${flat[i + 1]}\r
`;
    this._header = `${header}\r
`, this._headerSent = !1;
  },
  flushHeaders() {
    this._header || this._implicitHeader(), this._flush = !0, schedule(this);
  },
  _implicitHeader() {
    throw withCode(Error, "ERR_METHOD_NOT_IMPLEMENTED", "The _implicitHeader() method is not implemented");
  },
  write(chunk, encoding, callback) {
    return typeof encoding == "function" && ([encoding, callback] = [void 0, encoding]), write(this, chunk, encoding, callback);
  },
  end(chunk, encoding, callback) {
    if (typeof chunk == "function" ? [chunk, encoding, callback] = [void 0, void 0, chunk] : typeof encoding == "function" && ([encoding, callback] = [void 0, encoding]), chunk != null) {
      if (this.finished) return refused(this, withCode(Error, "ERR_STREAM_WRITE_AFTER_END", "write after end"), callback, this);
      check(chunk), this._header || (this._contentLength = bytesOf(chunk, encoding).length, this._ending = !0), write(this, chunk, encoding, void 0);
    } else {
      if (this.finished)
        return typeof callback == "function" && (this.writableFinished ? process.nextTick(callback, withCode(Error, "ERR_STREAM_ALREADY_FINISHED", "Cannot call end after a stream was finished")) : process.nextTick(callback, withCode(Error, "ERR_STREAM_WRITE_AFTER_END", "write after end"))), this;
      this._header || (this._contentLength = 0, this._implicitHeader());
    }
    if (typeof callback == "function" && this.once("finish", callback), this.strictContentLength && this._hasBody && Number(this._lengthGiven()) >= 0 && this._written !== Number(this._lengthGiven()))
      throw withCode(Error, "ERR_HTTP_CONTENT_LENGTH_MISMATCH", `Response body's content-length of ${this._written ?? 0} byte(s) does not match the content-length of ${this._lengthGiven()} byte(s) set in header`);
    return this[kCorked] = 0, this.finished = !0, schedule(this), this;
  },
  _lengthGiven() {
    let i = this._flat?.findIndex((name, n) => n % 2 === 0 && name.toLowerCase() === "content-length") ?? -1;
    return i < 0 ? void 0 : this._flat[i + 1];
  },
  cork() {
    this[kCorked]++;
  },
  uncork() {
    this[kCorked] > 0 && this[kCorked]--, schedule(this);
  },
  destroy(error) {
    return this.destroyed ? this : (this.destroyed = !0, this._errored = error ?? null, this[kSink] ? this[kSink].destroy(error) : this.socket ? this.socket.destroy(error) : this.once("socket", (socket) => socket.destroy(error)), this);
  },
  setTimeout(ms, callback) {
    return callback && this.on("timeout", callback), this.socket ? this.socket.setTimeout(ms) : this.once("socket", (socket) => socket.setTimeout(ms)), this;
  },
  pipe() {
    this.emit("error", withCode(Error, "ERR_STREAM_CANNOT_PIPE", "Cannot pipe, not readable"));
  },
  [Stream.captureRejectionSymbol ?? /* @__PURE__ */ Symbol.for("nodejs.rejection")](error) {
    this.destroy(error);
  }
};
for (let name of Reflect.ownKeys(outgoingMethods)) Object.defineProperty(OutgoingMessage.prototype, name, { value: outgoingMethods[name], writable: !0, configurable: !0, enumerable: !0 });
var attributes = {
  headersSent() {
    return !!this._header;
  },
  writableEnded() {
    return this.finished;
  },
  writableFinished() {
    return this.finished && !!this._done;
  },
  writableLength() {
    return this[kSize];
  },
  writableHighWaterMark() {
    return this._mark;
  },
  writableObjectMode: () => !1,
  writableCorked() {
    return this[kCorked];
  },
  writableNeedDrain() {
    return !this.destroyed && !this.finished && this[kDrain];
  },
  errored() {
    return this._errored;
  },
  closed() {
    return this._closed;
  }
};
for (let [name, get] of Object.entries(attributes)) Object.defineProperty(OutgoingMessage.prototype, name, { configurable: !0, get });
Object.defineProperty(OutgoingMessage.prototype, "connection", { configurable: !0, get() {
  return this.socket;
}, set(value) {
  this.socket = value;
} });
Object.defineProperty(OutgoingMessage.prototype, "_headers", { configurable: !0, get() {
  return this.getHeaders();
} });
function check(chunk) {
  if (chunk === null) throw withCode(TypeError, "ERR_STREAM_NULL_VALUES", "May not write null values to stream");
  if (typeof chunk != "string" && !ArrayBuffer.isView(chunk)) throw invalidArgType("chunk", ["string", "Buffer", "Uint8Array"], chunk);
}
function refused(message, error, callback, result) {
  return (!message.destroyed || error.code !== "ERR_STREAM_DESTROYED") && process.nextTick(() => message.emit("error", error)), typeof callback == "function" && process.nextTick(callback, error), message.destroy(error), result;
}
function write(message, chunk, encoding, callback) {
  if (check(chunk), message.finished) return refused(message, withCode(Error, "ERR_STREAM_WRITE_AFTER_END", "write after end"), callback, !1);
  if (message.destroyed)
    return typeof callback == "function" && process.nextTick(callback, withCode(Error, "ERR_STREAM_DESTROYED", "Cannot call write after a stream was destroyed")), !1;
  message._header ? message._ending || (message._streams = !0) : (message._ending || (message._streams = !0), message._implicitHeader());
  let bytes = bytesOf(chunk, encoding);
  if (message._written = (message._written ?? 0) + bytes.length, message.strictContentLength && message._hasBody && message._written > Number(message._lengthGiven()))
    throw withCode(Error, "ERR_HTTP_CONTENT_LENGTH_MISMATCH", `Response body's content-length of ${message._written} byte(s) does not match the content-length of ${message._lengthGiven()} byte(s) set in header`);
  if (!message._hasBody) {
    if (message.rejectNonStandardBodyWrites) throw withCode(Error, "ERR_HTTP_BODY_NOT_ALLOWED", "Adding content for this request method or response status is not allowed.");
    return typeof callback == "function" && process.nextTick(callback), !0;
  }
  message[kQueue].push([bytes, callback]), message[kSize] += bytes.length, schedule(message);
  let ok = message[kSize] < message._mark;
  return ok || (message[kDrain] = !0), ok;
}
function schedule(message) {
  message[kScheduled] || message[kBusy] || (message[kScheduled] = !0, process.nextTick(() => {
    message[kScheduled] = !1, pump(message);
  }));
}
function pump(message) {
  let sink = message[kSink], last = message.finished;
  if (sink === null || message[kBusy] || message._done || message.destroyed || message[kCorked] > 0 && !last || message[kQueue].length === 0 && !last && !(message._flush && !message._headerSent)) return;
  let batch = message[kQueue].splice(0), bytes = batch.length === 1 ? batch[0][0] : Buffer.concat(batch.map(([part]) => part));
  message[kBusy] = !0, message._headerSent = !0, last && message.emit("prefinish"), sink.send(message, bytes, last, (error) => {
    message[kBusy] = !1, message[kSize] -= bytes.length;
    for (let [, callback] of batch) typeof callback == "function" && callback(error ?? null);
    if (error) return void (sink.failed ? sink.failed(error) : message.destroy(error));
    if (last) {
      message._done = !0, message.emit("finish"), sink.finished?.(message);
      return;
    }
    message[kDrain] && message[kSize] < message._mark && (message[kDrain] = !1, message.emit("drain")), pump(message);
  });
}
function sendThrough(message, sink) {
  message[kSink] = sink, (message._header || message.finished) && schedule(message);
}
function streamSink(socket) {
  let begun = !1;
  return {
    destroy(error) {
      socket.destroy?.(error);
    },
    send(message, bytes, last, done) {
      let parts = [];
      if (begun || parts.push(Buffer.from(message._header, "latin1")), begun = !0, bytes.length > 0 && (message.chunkedEncoding ? parts.push(Buffer.from(`${bytes.length.toString(16)}\r
`), bytes, Buffer.from(`\r
`)) : parts.push(bytes)), last && message.chunkedEncoding && parts.push(Buffer.from(`0\r
${message._trailer}\r
`)), parts.length === 0) return void process.nextTick(done);
      socket.write(Buffer.concat(parts), done);
    },
    finished: (message) => message._ended?.()
  };
}
var METHODS = http.methods.split(" ");
module.exports = { IncomingMessage, OutgoingMessage, METHODS, STATUS_CODES: { ...http.status }, validateHeaderName, validateHeaderValue, incoming, sendThrough, streamSink, token, forbidden, validateObject, kHeaders };
