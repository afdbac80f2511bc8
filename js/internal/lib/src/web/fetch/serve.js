'use strict';
// serve calls a handler of a server of the Go program. The request and the response are Go's, see
// exchange in package web.
const { fromNetwork } = require('./headers');
const { held, streamOf, toBytes } = require('./body');
const { disturbed } = require('internal/fetch').consume;
const { incoming } = require('./request');
const { sent, flatHeaders } = require('internal/fetch').response;
const { defaults } = require('./state');

// Served is a request in progress, and the state of its Request and the source of its body. The
// signal and the headers are made when somebody asks for them.
class Served {
  constructor(exchange, method, href, hasBody) {
    this.exchange = exchange;
    this.method = method;
    this.url = { href };
    this.body = hasBody ? { source: this, used: false } : null;
    this.controller = undefined;
    this.reader = undefined; // of the response's stream
  }
  get headers() { return this.made ??= fromNetwork(native.requestHeaders(this.exchange)); }
  get signal() { return this.controlled().signal; }
  controlled() {
    if (this.controller === undefined) {
      this.controller = new (require('internal/abort').AbortController)();
      native.onAbort(this.exchange, () => {
        this.controller.abort();
        this.reader?.cancel(this.signal.reason).catch(() => {});
      });
    }
    return this.controller;
  }
  aborted() { return this.controller === undefined ? native.aborted(this.exchange) : this.signal.aborted; }
  async attempt(read) {
    if (this.aborted()) throw this.signal.reason;
    try {
      return await read(this.exchange);
    } catch (cause) {
      if (native.gone(this.exchange)) this.controlled().abort();
      throw this.aborted() ? this.signal.reason : new TypeError('the body of the request cannot be read', { cause });
    }
  }
  read() { return this.attempt(native.readRequest); }
  readAll() { return this.attempt(native.readWholeRequest); }
  cancel() {}
}
Object.setPrototypeOf(Served.prototype, defaults);

// serve calls a handler. It returns a promise that is fulfilled when the exchange is over for
// JavaScript, or undefined if it is over at once. Errors go to native.fail.
function serve(handler, receiver, exchange, info, method, href, hasBody) {
  const served = new Served(exchange, method, href, hasBody);
  try {
    const response = handler.call(receiver, incoming(served), info);
    return sent(response) === undefined ? later(served, response) : answer(served, response);
  } catch (error) {
    fail(served, error);
  }
}

async function later(served, response) {
  try {
    await answer(served, await response);
  } catch (error) {
    fail(served, error);
  }
}

function fail(served, error) {
  served.reader?.cancel(error).catch(() => {});
  if (!served.aborted() || error !== served.signal.reason) native.fail(served.exchange, error);
}

// answer sends the response. It returns a promise unless the response is over at once.
function answer(served, response) {
  const { exchange } = served;
  const { status, headers, body } = check(response);
  if (served.aborted()) return body === null ? undefined : streamOf(body).cancel(served.signal.reason);
  if (body === null) return native.respond(exchange, status, headers);
  if (body.stream === undefined && (body.text !== undefined || body.bytes !== undefined)) {
    body.used = true;
    return native.respond(exchange, status, headers, body.text ?? held(body));
  }
  return stream(served, status, headers, streamOf(body)).catch((error) => fail(served, error));
}

async function stream(served, status, headers, body) {
  const { exchange, signal } = served;
  const reader = served.reader = body.getReader();
  if (served.method === 'HEAD') {
    native.respond(exchange, status, headers);
    return reader.cancel();
  }
  await send(served, native.begin(exchange, status, headers));
  for (;;) {
    const { done, value } = await reader.read();
    if (done || signal.aborted) return;
    const chunk = toBytes(value);
    if (chunk.byteLength > 0) await send(served, native.writeResponse(exchange, chunk));
  }
}

// send waits for a write. If the client has gone, the signal aborts and its reason is thrown.
async function send(served, write) {
  try {
    await write;
  } catch (error) {
    if (!native.gone(served.exchange)) throw error;
    served.controlled().abort();
    throw served.signal.reason;
  }
}

// check returns the parts of a response that can be sent.
function check(response) {
  const state = sent(response);
  if (state === undefined) throw new TypeError('the handler of the request returned no Response');
  const { status, body } = state;
  if (status === 0) throw new TypeError('the handler of the request returned Response.error()');
  if (body !== null && disturbed(body)) throw new TypeError('the handler of the request returned a Response whose body was used');
  let headers = flatHeaders(state);
  // fetch has decoded the body of its response.
  if (state.type === 'basic' && state.headers.has('content-encoding')) headers = without(headers, ['content-encoding', 'content-length']);
  return { status, headers, body };
}

function without(headers, names) {
  const rest = [];
  for (let i = 0; i < headers.length; i += 2) if (!names.includes(headers[i])) rest.push(headers[i], headers[i + 1]);
  return rest;
}

module.exports = { serve };
