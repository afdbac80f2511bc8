'use strict';
// Bodies of requests and responses. A body is a text, bytes, a stream, or data still to come from the
// network. A stream is made only if the program reads one.
const { bytesOf, bytes, isBuffer, concat } = require('internal/bytes');
const { entriesOf } = require('./entries');

// extract makes a body, with its content type, from a program's value.
function extract(init) {
  if (init == null) return { body: null };
  if (typeof init === 'string') return { body: { text: init, used: false }, type: 'text/plain;charset=UTF-8' };
  if (isBuffer(init)) return ofBytes(bytes(init).slice());
  if (bytesOf.has(init)) return ofBytes(bytesOf.get(init), init.type || undefined);
  if (entriesOf.has(init)) {
    const { bytes: encoded, type } = require('./formdata').encode(init);
    return ofBytes(encoded, type);
  }
  if (init instanceof globalThis.URLSearchParams) return ofBytes(native.encode(init.toString()), 'application/x-www-form-urlencoded;charset=UTF-8');
  if (typeof init === 'object' && typeof init.getReader === 'function') {
    if (init.locked) throw new TypeError('Response body object should not be disturbed or locked');
    return { body: { stream: init, used: false } };
  }
  if (typeof init === 'object' && Symbol.asyncIterator in init) return { body: { stream: fromIterable(init), used: false } };
  return ofBytes(native.encode(`${init}`), 'text/plain;charset=UTF-8');
}

function ofBytes(buffer, type) {
  return { body: { bytes: buffer instanceof Uint8Array ? buffer : new Uint8Array(buffer), used: false }, type };
}

// held returns the bytes of a body that is in memory, and otherwise undefined.
function held(body) {
  if (body.text !== undefined) {
    body.bytes = new Uint8Array(native.encode(body.text));
    body.text = undefined;
  }
  return body.bytes;
}

function fromIterable(iterable) {
  const iterator = iterable[Symbol.asyncIterator]();
  return new globalThis.ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(toBytes(value));
    },
    cancel(reason) { return iterator.return?.(reason); },
  }, { highWaterMark: 0 });
}

function toBytes(chunk) {
  if (isBuffer(chunk)) return bytes(chunk);
  if (typeof chunk === 'string') return new Uint8Array(native.encode(chunk));
  throw new TypeError('Received non-Uint8Array chunk');
}

// streamOf returns a body's stream. It makes the stream at the first call.
function streamOf(body) {
  if (body.stream !== undefined) return body.stream;
  const { source } = body;
  let rest = held(body);
  body.stream = new globalThis.ReadableStream({
    type: 'bytes',
    async pull(controller) {
      body.used = true;
      if (source === undefined) {
        if (rest.length > 0) controller.enqueue(rest.slice());
        rest = new Uint8Array(0);
        if (!controller.byobRequest) return controller.close();
      }
      const chunk = source === undefined ? null : await source.read();
      if (chunk !== null) return controller.enqueue(chunk);
      controller.close();
      controller.byobRequest?.respond(0);
    },
    cancel(reason) {
      body.used = true;
      source?.cancel(reason);
    },
  }, { highWaterMark: 0 });
  return body.stream;
}

// twice splits a body into two.
function twice(body) {
  if (body === null) return [null, null];
  if (held(body) !== undefined && body.stream === undefined) return [body, { bytes: body.bytes, used: false }];
  const [one, two] = streamOf(body).tee();
  body.stream = one;
  body.used = false;
  return [body, { stream: two, used: false }];
}

module.exports = { extract, held, streamOf, twice, toBytes };
