'use strict';
// The steps of a request that is not just a text. The network is Go's net/http, see native.
const { fromNetwork, flat } = require('./headers');
const { held, streamOf, toBytes } = require('./body');
const { disturbed } = require('internal/fetch').consume;
const { sent, madeFrom } = require('internal/fetch').response;
const { build } = require('./state');

const failed = (cause) => new TypeError('fetch failed', { cause });

// general is fetch for all arguments. Go calls it unless there is just a text.
function general(...args) {
  try {
    if (args.length < 1) throw new TypeError("The \"input\" argument must be specified");
    return start(build(args[0], args[1]));
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
  const answer = native.answer(exchange, address);
  return signal === undefined && !streaming ? answer : attended(exchange, answer, signal, streaming ? streamOf(body) : undefined);
}

const nothing = () => {};

// attended waits for the answer to a request that a signal can abort, or whose body is a stream.
function attended(exchange, answer, signal, stream) {
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
    answer.then((response) => {
      const { body } = sent(response);
      if (body === null) over();
      else body.attend(signal, over);
      resolve(response);
    }, (error) => {
      over();
      reject(signal?.aborted ? signal.reason : error);
    });
  });
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

// dataURL answers data:[type][;base64],bytes.
function dataURL({ href, address }) {
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

module.exports = { general };
