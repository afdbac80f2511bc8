'use strict';
// The messages of node:http, in both directions. What sends a message is its sink: the exchange of a
// server, the request of a client, or a stream that the program assigns, as packages do that call a
// handler without a network.
const Stream = require('node:stream');
const { withCode, invalidArgType, validateString, validateObject } = require('internal/errors');
const { http } = require('../shared/absent_constants');

const { Readable, getDefaultHighWaterMark } = Stream;

const token = /^[\^_`a-zA-Z\-0-9!#$%&'*+.|~]+$/;
const forbidden = /[^\t\x20-\x7e\x80-\xff]/;
const kHeaders = Symbol('kOutHeaders'), kQueue = Symbol('queue'), kSize = Symbol('size'), kSink = Symbol('sink'), kBusy = Symbol('busy'), kScheduled = Symbol('scheduled'), kDrain = Symbol('needDrain'), kSource = Symbol('source'), kCorked = Symbol('corked');

function validateHeaderName(name, label) {
  if (typeof name !== 'string' || !token.test(name)) throw withCode(TypeError, 'ERR_INVALID_HTTP_TOKEN', `${label || 'Header name'} must be a valid HTTP token ["${name}"]`);
}
function validateHeaderValue(name, value) {
  if (value === undefined) throw withCode(TypeError, 'ERR_HTTP_INVALID_HEADER_VALUE', `Invalid value "${value}" for header "${name}"`);
  if (forbidden.test(value)) throw withCode(TypeError, 'ERR_INVALID_CHAR', `Invalid character in header content ["${name}"]`);
}

// Messages that come in.

function IncomingMessage(socket) {
  Readable.call(this, { highWaterMark: socket?.readableHighWaterMark });
  this.httpVersionMajor = null;
  this.httpVersionMinor = null;
  this.httpVersion = null;
  this.complete = false;
  this.rawHeaders = [];
  this.rawTrailers = [];
  this.joinDuplicateHeaders = false;
  this.aborted = false;
  this.upgrade = null;
  this.url = '';
  this.method = null;
  this.statusCode = null;
  this.statusMessage = null;
  this.socket = socket;
  this._consuming = false;
  this._dumped = false;
  this[kSource] = null; // { read, trailers, close }
}
Object.setPrototypeOf(IncomingMessage.prototype, Readable.prototype);
Object.setPrototypeOf(IncomingMessage, Readable);

// Of these only the first one counts. Others are joined.
const single = new Set(('age authorization content-length content-type etag expires from host if-modified-since if-unmodified-since last-modified location max-forwards ' +
  'proxy-authorization referer retry-after server user-agent').split(' '));

function add(message, field, value, dest) {
  field = field.toLowerCase();
  const before = dest[field];
  if (field === 'set-cookie') {
    if (before !== undefined) before.push(value); else dest[field] = [value];
  } else if (before === undefined) dest[field] = value;
  else if (message.joinDuplicateHeaders || !single.has(field)) dest[field] += field === 'cookie' ? `; ${value}` : `, ${value}`;
}
const collected = (message, raw) => {
  const dest = {};
  for (let i = 0; i + 1 < raw.length; i += 2) add(message, raw[i], raw[i + 1], dest);
  return dest;
};
const distinct = (raw) => {
  const dest = Object.create(null);
  for (let i = 0; i + 1 < raw.length; i += 2) (dest[raw[i].toLowerCase()] ??= []).push(raw[i + 1]);
  return dest;
};
for (const [name, raw, make] of [
  ['headers', 'rawHeaders', collected], ['trailers', 'rawTrailers', collected],
  ['headersDistinct', 'rawHeaders', (message, list) => distinct(list)], ['trailersDistinct', 'rawTrailers', (message, list) => distinct(list)],
]) {
  const kept = Symbol(name);
  Object.defineProperty(IncomingMessage.prototype, name, {
    configurable: true,
    get() { return this[kept] ?? (this[kept] = make(this, this[raw])); },
    set(value) { this[kept] = value; },
  });
}
Object.defineProperty(IncomingMessage.prototype, 'connection', { configurable: true, get() { return this.socket; }, set(value) { this.socket = value; } });

const incomingMethods = {
  setTimeout(ms, callback) {
    if (callback) this.on('timeout', callback);
    this.socket?.setTimeout(ms, () => this.emit('timeout'));
    return this;
  },
  _read() {
    const source = this[kSource];
    if (source === null) return void (this.complete && this.push(null));
    this._consuming = true;
    source.read().then((bytes) => {
      if (this.destroyed) return;
      if (bytes !== null) {
        this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
        if (!source.ended?.()) return;
      }
      this.complete = true;
      this.rawTrailers = source.trailers();
      this.push(null);
    }, (cause) => {
      if (this.destroyed) return;
      this._abort(Object.assign(withCode(Error, 'ECONNRESET', 'aborted'), { cause }));
    });
  },
  // _abort ends a message that did not come to its end.
  _abort(error) {
    if (!this.readableEnded || !this.complete) {
      this.aborted = true;
      this.emit('aborted');
    }
    this.destroy(error);
  },
  _destroy(error, callback) {
    if (!this.readableEnded || !this.complete) {
      if (!this.aborted && this[kSource] !== null) {
        this.aborted = true;
        this.emit('aborted');
      }
    }
    const source = this[kSource];
    if (!this.complete) source?.close(error);
    if (this.aborted && this.req === undefined && this.socket && !this.socket.destroyed) this.socket.destroy();
    // As in Node, a message without a listener for errors does not throw.
    if (error && this.listenerCount('error') === 0) error = null;
    process.nextTick(callback, error);
  },
  _addHeaderLine(field, value, dest) { add(this, field, value, dest); },
  _dump() {
    if (this._dumped) return;
    this._dumped = true;
    this.resume();
  },
};
for (const [name, method] of Object.entries(incomingMethods)) Object.defineProperty(IncomingMessage.prototype, name, { value: method, writable: true, configurable: true, enumerable: true });

// incoming fills a message from Go: flat headers, version, and the source of its body or null.
function incoming(message, { headers, minor }, source) {
  message.rawHeaders = headers;
  message.httpVersionMajor = 1;
  message.httpVersionMinor = minor;
  message.httpVersion = `1.${minor}`;
  message[kSource] = source;
  if (source === null) message.complete = true;
  return message;
}

// Messages that go out.

function OutgoingMessage(options) {
  Stream.call(this);
  this.destroyed = false;
  this.writable = true;
  this.finished = false;
  this.shouldKeepAlive = true;
  this.maxRequestsOnConnectionReached = false;
  this.useChunkedEncodingByDefault = true;
  this.chunkedEncoding = false;
  this.sendDate = false;
  this.strictContentLength = false;
  this._hasBody = true;
  this._contentLength = null;
  this._header = null;
  this._closed = false;
  this._trailer = '';
  this._removedHeader = new Set();
  // Functions of node:stream know a response by these names.
  this._removedConnection = this._removedContLen = this._removedTE = false;
  this._defaultKeepAlive = true;
  this.socket = null;
  this.outputData = [];
  this[kHeaders] = null; // lower case: [name, value]
  this[kQueue] = [];
  this[kSize] = 0;
  this[kSink] = null;
  this[kBusy] = false;
  this[kScheduled] = false;
  this[kDrain] = false;
  this[kCorked] = 0;
  this._errored = null;
  this._mark = options?.highWaterMark ?? getDefaultHighWaterMark(false);
}
Object.setPrototypeOf(OutgoingMessage.prototype, Stream.prototype);
Object.setPrototypeOf(OutgoingMessage, Stream);

const sent = (verb) => withCode(Error, 'ERR_HTTP_HEADERS_SENT', `Cannot ${verb} headers after they are sent to the client`);
const bytesOf = (chunk, encoding) => (typeof chunk === 'string' ? Buffer.from(chunk, encoding === 'buffer' ? undefined : encoding) : chunk);

const outgoingMethods = {
  setHeader(name, value) {
    if (this._header) throw sent('set');
    validateHeaderName(name);
    for (const one of Array.isArray(value) ? value : [value]) validateHeaderValue(name, one);
    (this[kHeaders] ??= Object.create(null))[name.toLowerCase()] = [name, Array.isArray(value) ? value : value];
    return this;
  },
  setHeaders(headers) {
    if (this._header) throw sent('set');
    if (!headers || Array.isArray(headers) || typeof headers.keys !== 'function' || typeof headers.get !== 'function') throw invalidArgType('headers', ['Headers', 'Map'], headers);
    const cookies = [];
    for (const [name, value] of headers) if (name === 'set-cookie') cookies.push(...[value].flat()); else this.setHeader(name, value);
    if (cookies.length > 0) this.setHeader('set-cookie', cookies);
    return this;
  },
  appendHeader(name, value) {
    if (this._header) throw sent('append');
    validateHeaderName(name);
    for (const one of [value].flat()) validateHeaderValue(name, one);
    const before = this[kHeaders]?.[name.toLowerCase()];
    if (before === undefined) (this[kHeaders] ??= Object.create(null))[name.toLowerCase()] = [name, Array.isArray(value) && value.length === 1 ? value[0] : value];
    else before[1] = [before[1], value].flat();
    return this;
  },
  getHeader(name) {
    validateString(name, 'name');
    return this[kHeaders]?.[name.toLowerCase()]?.[1];
  },
  hasHeader(name) {
    validateString(name, 'name');
    return this[kHeaders] !== null && name.toLowerCase() in this[kHeaders];
  },
  removeHeader(name) {
    validateString(name, 'name');
    if (this._header) throw sent('remove');
    const key = name.toLowerCase();
    this._removedHeader.add(key);
    if (key === 'date') this.sendDate = false;
    if (this[kHeaders] !== null) delete this[kHeaders][key];
  },
  getHeaderNames() { return Object.keys(this[kHeaders] ?? {}); },
  getRawHeaderNames() { return Object.values(this[kHeaders] ?? {}).map(([name]) => name); },
  getHeaders() {
    const all = Object.create(null);
    for (const [key, [, value]] of Object.entries(this[kHeaders] ?? {})) all[key] = value;
    return all;
  },
  addTrailers(headers) {
    for (const [name, value] of Array.isArray(headers) ? headers : Object.entries(headers)) {
      validateHeaderName(name, 'Trailer name');
      if (forbidden.test(value)) throw withCode(TypeError, 'ERR_INVALID_CHAR', `Invalid character in trailer content ["${name}"]`);
      this._trailer += `${name}: ${value}\r\n`;
    }
  },
  // _storeHeader makes the head from a first line and headers, which may be null, an object, or a
  // flat list. _flat has the headers for Go.
  _storeHeader(firstLine, headers) {
    const flat = [];
    const put = (name, value) => {
      validateHeaderName(name);
      for (const one of Array.isArray(value) ? value : [value]) {
        validateHeaderValue(name, one);
        flat.push(name, `${one}`);
      }
    };
    if (headers === null || headers === undefined) for (const [name, value] of Object.values(this[kHeaders] ?? {})) put(name, value);
    else if (Array.isArray(headers)) {
      if (headers.length > 0 && Array.isArray(headers[0])) for (const [name, value] of headers) put(name, value);
      else {
        if (headers.length % 2 !== 0) throw withCode(TypeError, 'ERR_INVALID_ARG_VALUE', `The argument 'headers' is invalid. Received ${require('node:util').inspect(headers)}`);
        for (let i = 0; i < headers.length; i += 2) put(headers[i], headers[i + 1]);
      }
    } else for (const name of Object.keys(headers)) put(name, headers[name]);
    const has = (wanted) => flat.some((name, i) => i % 2 === 0 && name.toLowerCase() === wanted);
    const value = (wanted) => flat[flat.findIndex((name, i) => i % 2 === 0 && name.toLowerCase() === wanted) + 1];
    if (this.sendDate && !has('date')) flat.push('Date', new Date().toUTCString());
    if (has('connection')) {
      if (/(?:^|\W)close(?:$|\W)/i.test(value('connection'))) this._last = true;
    } else if (!this._removedHeader.has('connection')) {
      if (this.shouldKeepAlive && (has('content-length') || this.useChunkedEncodingByDefault || this.agent)) {
        flat.push('Connection', 'keep-alive');
        if (this._keepAliveTimeout && this._defaultKeepAlive) flat.push('Keep-Alive', `timeout=${Math.floor(this._keepAliveTimeout / 1000)}`);
      } else {
        this._last = true;
        flat.push('Connection', 'close');
      }
    }
    if (has('transfer-encoding')) this.chunkedEncoding = /chunked/i.test(value('transfer-encoding'));
    else if (!has('content-length')) {
      if (!this._hasBody) this.chunkedEncoding = false;
      else if (typeof this._contentLength === 'number' && !this._removedHeader.has('content-length')) flat.push('Content-Length', `${this._contentLength}`);
      else if (this.useChunkedEncodingByDefault && !this._removedHeader.has('transfer-encoding')) {
        flat.push('Transfer-Encoding', 'chunked');
        this.chunkedEncoding = true;
      } else this._last = true;
    }
    this._flat = flat;
    let header = firstLine;
    for (let i = 0; i < flat.length; i += 2) header += `${flat[i]}: ${flat[i + 1]}\r\n`;
    this._header = `${header}\r\n`;
    this._headerSent = false;
  },
  flushHeaders() {
    if (!this._header) this._implicitHeader();
    this._flush = true;
    schedule(this);
  },
  _implicitHeader() { throw withCode(Error, 'ERR_METHOD_NOT_IMPLEMENTED', 'The _implicitHeader() method is not implemented'); },
  write(chunk, encoding, callback) {
    if (typeof encoding === 'function') [encoding, callback] = [undefined, encoding];
    return write(this, chunk, encoding, callback);
  },
  end(chunk, encoding, callback) {
    if (typeof chunk === 'function') [chunk, encoding, callback] = [undefined, undefined, chunk];
    else if (typeof encoding === 'function') [encoding, callback] = [undefined, encoding];
    if (chunk !== undefined && chunk !== null) {
      if (this.finished) return refused(this, withCode(Error, 'ERR_STREAM_WRITE_AFTER_END', 'write after end'), callback, this);
      check(chunk);
      if (!this._header) {
        this._contentLength = bytesOf(chunk, encoding).length;
        this._ending = true;
      }
      write(this, chunk, encoding, undefined);
    } else if (this.finished) {
      if (typeof callback === 'function') {
        if (this.writableFinished) process.nextTick(callback, withCode(Error, 'ERR_STREAM_ALREADY_FINISHED', 'Cannot call end after a stream was finished'));
        else process.nextTick(callback, withCode(Error, 'ERR_STREAM_WRITE_AFTER_END', 'write after end'));
      }
      return this;
    } else if (!this._header) {
      this._contentLength = 0;
      this._implicitHeader();
    }
    if (typeof callback === 'function') this.once('finish', callback);
    if (this.strictContentLength && this._hasBody && Number(this._lengthGiven()) >= 0 && this._written !== Number(this._lengthGiven())) {
      throw withCode(Error, 'ERR_HTTP_CONTENT_LENGTH_MISMATCH', `Response body's content-length of ${this._written ?? 0} byte(s) does not match the content-length of ${this._lengthGiven()} byte(s) set in header`);
    }
    this[kCorked] = 0;
    this.finished = true;
    schedule(this);
    return this;
  },
  _lengthGiven() {
    const i = this._flat?.findIndex((name, n) => n % 2 === 0 && name.toLowerCase() === 'content-length') ?? -1;
    return i < 0 ? undefined : this._flat[i + 1];
  },
  cork() { this[kCorked]++; },
  uncork() {
    if (this[kCorked] > 0) this[kCorked]--;
    schedule(this);
  },
  destroy(error) {
    if (this.destroyed) return this;
    this.destroyed = true;
    this._errored = error ?? null;
    if (this[kSink]) this[kSink].destroy(error);
    else if (this.socket) this.socket.destroy(error);
    else this.once('socket', (socket) => socket.destroy(error));
    return this;
  },
  setTimeout(ms, callback) {
    if (callback) this.on('timeout', callback);
    if (this.socket) this.socket.setTimeout(ms); else this.once('socket', (socket) => socket.setTimeout(ms));
    return this;
  },
  pipe() { this.emit('error', withCode(Error, 'ERR_STREAM_CANNOT_PIPE', 'Cannot pipe, not readable')); },
  [Stream.captureRejectionSymbol ?? Symbol.for('nodejs.rejection')](error) { this.destroy(error); },
};
for (const name of Reflect.ownKeys(outgoingMethods)) Object.defineProperty(OutgoingMessage.prototype, name, { value: outgoingMethods[name], writable: true, configurable: true, enumerable: true });
const attributes = {
  headersSent() { return !!this._header; },
  writableEnded() { return this.finished; },
  writableFinished() { return this.finished && !!this._done; },
  writableLength() { return this[kSize]; },
  writableHighWaterMark() { return this._mark; },
  writableObjectMode: () => false,
  writableCorked() { return this[kCorked]; },
  writableNeedDrain() { return !this.destroyed && !this.finished && this[kDrain]; },
  errored() { return this._errored; },
  closed() { return this._closed; },
};
for (const [name, get] of Object.entries(attributes)) Object.defineProperty(OutgoingMessage.prototype, name, { configurable: true, get });
Object.defineProperty(OutgoingMessage.prototype, 'connection', { configurable: true, get() { return this.socket; }, set(value) { this.socket = value; } });
Object.defineProperty(OutgoingMessage.prototype, '_headers', { configurable: true, get() { return this.getHeaders(); } });

function check(chunk) {
  if (chunk === null) throw withCode(TypeError, 'ERR_STREAM_NULL_VALUES', 'May not write null values to stream');
  if (typeof chunk !== 'string' && !ArrayBuffer.isView(chunk)) throw invalidArgType('chunk', ['string', 'Buffer', 'Uint8Array'], chunk);
}

function refused(message, error, callback, result) {
  if (!message.destroyed || error.code !== 'ERR_STREAM_DESTROYED') process.nextTick(() => message.emit('error', error));
  if (typeof callback === 'function') process.nextTick(callback, error);
  message.destroy(error);
  return result;
}

function write(message, chunk, encoding, callback) {
  check(chunk);
  if (message.finished) return refused(message, withCode(Error, 'ERR_STREAM_WRITE_AFTER_END', 'write after end'), callback, false);
  if (message.destroyed) {
    if (typeof callback === 'function') process.nextTick(callback, withCode(Error, 'ERR_STREAM_DESTROYED', 'Cannot call write after a stream was destroyed'));
    return false;
  }
  if (!message._header) {
    if (!message._ending) message._streams = true;
    message._implicitHeader();
  } else if (!message._ending) message._streams = true;
  const bytes = bytesOf(chunk, encoding);
  message._written = (message._written ?? 0) + bytes.length;
  if (message.strictContentLength && message._hasBody && message._written > Number(message._lengthGiven())) {
    throw withCode(Error, 'ERR_HTTP_CONTENT_LENGTH_MISMATCH', `Response body's content-length of ${message._written} byte(s) does not match the content-length of ${message._lengthGiven()} byte(s) set in header`);
  }
  if (!message._hasBody) {
    if (message.rejectNonStandardBodyWrites) throw withCode(Error, 'ERR_HTTP_BODY_NOT_ALLOWED', 'Adding content for this request method or response status is not allowed.');
    if (typeof callback === 'function') process.nextTick(callback);
    return true;
  }
  message[kQueue].push([bytes, callback]);
  message[kSize] += bytes.length;
  schedule(message);
  const ok = message[kSize] < message._mark;
  if (!ok) message[kDrain] = true;
  return ok;
}

// schedule has the sink send what waits, in a tick of its own: what a program writes in one go is
// sent as one.
function schedule(message) {
  if (message[kScheduled] || message[kBusy]) return;
  message[kScheduled] = true;
  process.nextTick(() => {
    message[kScheduled] = false;
    pump(message);
  });
}

function pump(message) {
  const sink = message[kSink];
  const last = message.finished;
  if (sink === null || message[kBusy] || message._done || message.destroyed) return;
  if (message[kCorked] > 0 && !last) return;
  if (message[kQueue].length === 0 && !last && !(message._flush && !message._headerSent)) return;
  const batch = message[kQueue].splice(0);
  const bytes = batch.length === 1 ? batch[0][0] : Buffer.concat(batch.map(([part]) => part));
  message[kBusy] = true;
  message._headerSent = true;
  if (last) message.emit('prefinish');
  sink.send(message, bytes, last, (error) => {
    message[kBusy] = false;
    message[kSize] -= bytes.length;
    for (const [, callback] of batch) if (typeof callback === 'function') callback(error ?? null);
    if (error) return void (sink.failed ? sink.failed(error) : message.destroy(error));
    if (last) {
      message._done = true;
      message.emit('finish');
      sink.finished?.(message);
      return;
    }
    if (message[kDrain] && message[kSize] < message._mark) {
      message[kDrain] = false;
      message.emit('drain');
    }
    pump(message);
  });
}

// sendThrough gives a message its sink.
function sendThrough(message, sink) {
  message[kSink] = sink;
  if (message._header || message.finished) schedule(message);
}

// streamSink writes a message to any stream, as HTTP/1.1.
function streamSink(socket) {
  let begun = false;
  return {
    destroy(error) { socket.destroy?.(error); },
    send(message, bytes, last, done) {
      const parts = [];
      if (!begun) parts.push(Buffer.from(message._header, 'latin1'));
      begun = true;
      if (bytes.length > 0) {
        if (message.chunkedEncoding) parts.push(Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n'));
        else parts.push(bytes);
      }
      if (last && message.chunkedEncoding) parts.push(Buffer.from(`0\r\n${message._trailer}\r\n`));
      if (parts.length === 0) return void process.nextTick(done);
      socket.write(Buffer.concat(parts), done);
    },
    finished: (message) => message._ended?.(),
  };
}

const METHODS = http.methods.split(' ');
module.exports = { IncomingMessage, OutgoingMessage, METHODS, STATUS_CODES: { ...http.status }, validateHeaderName, validateHeaderValue, incoming, sendThrough, streamSink, token, forbidden, validateObject, kHeaders };
