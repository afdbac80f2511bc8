'use strict';
// fetch: the steps of one request. The network is Go's net/http, see native.
const { Headers, fromNetwork, flat } = require('./fetch/headers');
const { disturbed, streamOf, toBytes } = require('./fetch/body');
const { build } = require('./fetch/state');

const failed = (cause) => new TypeError('fetch failed', { cause });

function fetch(input, init = undefined) {
  return start(...arguments);
}

async function start(input, init) {
  if (arguments.length < 1) throw new TypeError("The \"input\" argument must be specified");
  const { state, body } = build(input, init);
  const { signal, url, method, headers, redirect } = state;
  if (signal?.aborted) throw signal.reason;
  if (url.protocol === 'data:') return dataURL(url);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw failed(new Error(`unknown scheme: ${url.protocol} (fetch knows http, https and data)`));

  if (body !== null && disturbed(body)) throw new TypeError('Response body object should not be disturbed or locked');
  const streaming = body !== null && body.bytes === undefined;
  if (body !== null) body.used = true;
  const exchange = native.start(url.address, method, flat(headers), redirect, streaming ? undefined : body?.bytes, streaming);

  return new Promise((resolve, reject) => {
    let reader;
    const onAbort = () => {
      exchange.abort();
      reader?.cancel(signal.reason).catch(() => {});
      reject(signal.reason);
    };
    // While the body is being read the signal can still abort it. Then the listener is removed.
    const over = () => signal?.removeEventListener('abort', onAbort);
    signal?.addEventListener('abort', onAbort);
    if (streaming) {
      reader = streamOf(body).getReader();
      send(reader, exchange).catch((error) => {
        over();
        exchange.abort();
        reject(error);
      });
    }
    exchange.response.then((r) => {
      const hasBody = method !== 'HEAD' && !require('./fetch/response').withoutBody.includes(r.status);
      if (!hasBody) {
        r.close();
        over();
      }
      resolve(require('./fetch/response').received({
        status: r.status, statusText: r.statusText, headers: fromNetwork(r.headers), url: r.url, redirected: r.url !== url.address,
      }, hasBody ? source(r, signal, over) : null));
    }, (error) => {
      over();
      reject(signal?.aborted ? signal.reason : failed(error));
    });
  });
}

// send writes the request's stream to the network, one chunk at a time.
async function send(reader, exchange) {
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return exchange.end();
    const chunk = toBytes(value);
    if (!await exchange.write(chunk)) return reader.cancel(); // answered, or failed before the end
  }
}

// source is the source of a response's body.
function source(r, signal, over) {
  const attempt = async (read) => {
    if (signal?.aborted) throw signal.reason;
    try {
      const chunk = await read();
      if (chunk === null || read === r.readAll) over();
      return chunk;
    } catch (cause) {
      over();
      throw signal?.aborted ? signal.reason : new TypeError('terminated', { cause });
    }
  };
  return {
    read: () => attempt(r.read),
    readAll: () => attempt(r.readAll),
    cancel() {
      over();
      r.close();
    },
  };
}

// dataURL answers data:[type][;base64],bytes.
function dataURL({ href, address }) {
  const { Response, received } = require('./fetch/response');
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
  const response = new Response(bytes, { headers: [['content-type', contentType]] });
  return received({ status: 200, statusText: 'OK', headers: fromNetwork(['content-type', contentType]), url: href.slice(0, hash), redirected: false }, {
    async read() {
      const b = await response.bytes().catch(() => null);
      return b === null || b.length === 0 ? null : b;
    },
    readAll: () => response.bytes(),
    cancel() {},
  });
}

// Each of the others is made when a program first needs it.
module.exports = {
  fetch, Headers,
  get Request() { return require('./fetch/request').Request; },
  get Response() { return require('./fetch/response').Response; },
  get FormData() { return require('./fetch/formdata').FormData; },
  get serve() { return require('./fetch/serve').serve; },
};
