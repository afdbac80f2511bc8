'use strict';
// serve calls a handler of a server of the Go program. The request and the response are Go's, see
// exchange in package web.
const { AbortController } = require('internal/abort');
const { fromNetwork, flat } = require('./headers');
const { bodies, streamOf, disturbed, toBytes } = require('./body');
const { incoming } = require('./request');
const { sent } = require('./response');

// serve returns a promise that is fulfilled when the exchange is over for JavaScript. Errors go to
// exchange.fail.
async function serve(handler, receiver, exchange, info) {
  const controller = new AbortController();
  const { signal } = controller;
  let reader; // of the response's stream
  exchange.onAbort(() => {
    controller.abort();
    reader?.cancel(signal.reason).catch(() => {});
  });
  try {
    const request = requestOf(exchange, controller);
    if (request === undefined) return exchange.refuse();
    const response = await handler.call(receiver, request, info);
    const { status, headers, body } = check(response);
    if (signal.aborted) {
      if (body !== null) await streamOf(body).cancel(signal.reason);
      return;
    }
    if (body !== null && body.bytes !== undefined && body.stream === undefined) {
      body.used = true;
      return exchange.respond(status, headers, body.bytes);
    }
    if (body === null) return exchange.respond(status, headers);
    reader = streamOf(body).getReader();
    if (exchange.head) {
      exchange.respond(status, headers);
      return await reader.cancel();
    }
    await send(exchange, controller, () => exchange.begin(status, headers));
    for (;;) {
      const { done, value } = await reader.read();
      if (done || signal.aborted) return;
      const chunk = toBytes(value);
      if (chunk.byteLength > 0) await send(exchange, controller, () => exchange.write(chunk));
    }
  } catch (error) {
    reader?.cancel(error).catch(() => {});
    if (!signal.aborted || error !== signal.reason) exchange.fail(error);
  }
}

// send waits for a write. If the client has gone, the signal aborts and its reason is thrown.
async function send(exchange, controller, write) {
  try {
    await write();
  } catch (error) {
    if (!exchange.gone()) throw error;
    controller.abort();
    throw controller.signal.reason;
  }
}

// requestOf makes the request, or returns undefined if its URL is invalid.
function requestOf(exchange, controller) {
  const url = native.address(exchange.url);
  if (url === undefined) return undefined;
  const { signal } = controller;
  const attempt = async (read) => {
    if (signal.aborted) throw signal.reason;
    try {
      return await read();
    } catch (cause) {
      if (exchange.gone()) controller.abort();
      throw signal.aborted ? signal.reason : new TypeError('the body of the request cannot be read', { cause });
    }
  };
  const source = exchange.hasBody ? { read: () => attempt(exchange.read), readAll: () => attempt(exchange.readAll), cancel() {} } : null;
  return incoming({ method: exchange.method, url, headers: fromNetwork(exchange.headers), signal }, source);
}

// check returns the parts of a response that can be sent.
function check(response) {
  const state = sent(response);
  if (state === undefined) throw new TypeError('the handler of the request returned no Response');
  if (state.status === 0) throw new TypeError('the handler of the request returned Response.error()');
  const body = bodies.get(response);
  if (body !== null && disturbed(body)) throw new TypeError('the handler of the request returned a Response whose body was used');
  let headers = flat(state.headers);
  // fetch has decoded the body of its response.
  if (state.type === 'basic' && state.headers.has('content-encoding')) headers = without(headers, ['content-encoding', 'content-length']);
  return { status: state.status, headers, body };
}

function without(headers, names) {
  const rest = [];
  for (let i = 0; i < headers.length; i += 2) if (!names.includes(headers[i])) rest.push(headers[i], headers[i + 1]);
  return rest;
}

module.exports = { serve };
