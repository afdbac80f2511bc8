'use strict';
// fetch: the steps of one request. The network is Go's net/http, see native.
const { Headers, fromNetwork, flat } = require('./fetch/headers');
const { disturbed, held, streamOf, toBytes } = require('./fetch/body');
const { build } = require('./fetch/state');

const failed = (cause) => new TypeError('fetch failed', { cause });
const cannot = (cause) => { throw failed(cause); };

function fetch(input, init = undefined) {
  try {
    if (arguments.length < 1) throw new TypeError("The \"input\" argument must be specified");
    return start(build(input, init));
  } catch (error) {
    return Promise.reject(error);
  }
}

// start sends a request, and returns a promise of the response.
function start({ signal, url, method, headers, redirect, body }) {
  if (signal?.aborted) throw signal.reason;
  if (url.protocol === 'data:') return dataURL(url);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw failed(new Error(`unknown scheme: ${url.protocol} (fetch knows http, https and data)`));

  if (body !== null && disturbed(body)) throw new TypeError('Response body object should not be disturbed or locked');
  const bytes = body === null ? undefined : held(body);
  const streaming = body !== null && bytes === undefined;
  if (body !== null) body.used = true;
  const exchange = native.start(url.address, method, headers === undefined ? undefined : flat(headers), redirect, bytes, streaming);
  const { address } = url;
  if (signal === undefined && !streaming) return native.answer(exchange).then((r) => answered(r, address, method), cannot);
  return attended(exchange, signal, streaming ? streamOf(body) : undefined, address, method);
}

const nothing = () => {};

// attended waits for the answer to a request that a signal can abort, or whose body is a stream.
function attended(exchange, signal, stream, address, method) {
  return new Promise((resolve, reject) => {
    let reader;
    const onAbort = () => {
      native.abort(exchange);
      reader?.cancel(signal.reason).catch(nothing);
      reject(signal.reason);
    };
    // While the body is being read the signal can still abort it. Then the listener is removed.
    const over = () => signal?.removeEventListener('abort', onAbort);
    signal?.addEventListener('abort', onAbort);
    if (stream !== undefined) {
      reader = stream.getReader();
      send(reader, exchange).catch((error) => {
        over();
        native.abort(exchange);
        reject(error);
      });
    }
    native.answer(exchange).then((r) => resolve(answered(r, address, method, signal, over)), (error) => {
      over();
      reject(signal?.aborted ? signal.reason : failed(error));
    });
  });
}

// answered makes the response of what native has got.
function answered(r, address, method, signal = undefined, over = nothing) {
  const { received, withoutBody } = require('./fetch/response');
  const status = native.status(r);
  if (method !== 'HEAD' && !withoutBody.includes(status)) return received(r, status, address, new Source(r, signal, over));
  native.close(r);
  over();
  return received(r, status, address, null);
}

// send writes the request's stream to the network, one chunk at a time.
async function send(reader, exchange) {
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return native.end(exchange);
    const chunk = toBytes(value);
    if (!await native.write(exchange, chunk)) return reader.cancel(); // answered, or failed before the end
  }
}

// Source is the source of a response's body.
class Source {
  constructor(r, signal, over) {
    this.r = r;
    this.signal = signal;
    this.over = over;
  }
  read() {
    if (this.signal?.aborted) throw this.signal.reason;
    return native.read(this.r).then((chunk) => {
      if (chunk === null) this.over();
      return chunk;
    }, (cause) => this.terminated(cause));
  }
  // readAll returns bytes that are there already, or a promise.
  readAll() {
    if (this.signal?.aborted) throw this.signal.reason;
    const all = native.readAll(this.r);
    if (all instanceof Promise) {
      return all.then((bytes) => {
        this.over();
        return bytes;
      }, (cause) => this.terminated(cause));
    }
    this.over();
    return all;
  }
  terminated(cause) {
    this.over();
    throw this.signal?.aborted ? this.signal.reason : new TypeError('terminated', { cause });
  }
  cancel() {
    this.over();
    native.close(this.r);
  }
}

// dataURL answers data:[type][;base64],bytes.
function dataURL({ href, address }) {
  const { madeFrom } = require('./fetch/response');
  const hash = href.length === address.length + 1 ? href.length : address.length; // an empty fragment is data
  const comma = href.indexOf(',');
  if (comma < 0 || comma > hash) throw failed(new Error('invalid URL'));
  let type = href.slice('data:'.length, comma).trim();
  const base64 = /; *base64$/i.exec(type);
  if (base64) type = type.slice(0, base64.index);
  if (type.startsWith(';')) type = `text/plain${type}`;
  const bytes = native.dataBytes(href.slice(comma + 1, hash), base64 !== null);
  if (bytes === undefined) throw failed(new Error('invalid URL'));
  const contentType = native.mediaType(type) === undefined ? 'text/plain;charset=US-ASCII' : type;
  return Promise.resolve(madeFrom({
    type: 'basic', url: href.slice(0, hash), redirected: false, status: 200, statusText: 'OK', headers: fromNetwork(['content-type', contentType]),
    body: { bytes: new Uint8Array(bytes), used: false },
  }));
}

// Each of the others is made when a program first needs it.
module.exports = {
  fetch, Headers,
  get Request() { return require('./fetch/request').Request; },
  get Response() { return require('./fetch/response').Response; },
  get FormData() { return require('./fetch/formdata').FormData; },
  get serve() { return require('./fetch/serve').serve; },
};
