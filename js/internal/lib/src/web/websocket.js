'use strict';
// WebSocket and CloseEvent. The protocol and the network are in Go, see native.open. Each event is a
// callback of its own.
const { missingArgs, invalidThis } = require('internal/errors');
const { Event, EventTarget, handlerAttribute, fire } = require('internal/events');
const { DOMException } = require('internal/domexception');
const { MessageEvent } = require('internal/message_channel');
const { bytesOf, bytes, isBuffer } = require('internal/bytes');
const { webInterface, inspectAs } = require('../shared/classes');

class CloseEvent extends Event {
  #wasClean; #code; #reason;
  constructor(type, options = undefined) {
    if (arguments.length === 0) throw missingArgs('type');
    super(type, options);
    this.#wasClean = !!options?.wasClean;
    this.#code = options?.code === undefined ? 0 : Number(options.code) & 0xffff;
    this.#reason = options?.reason === undefined ? '' : native.scalar(`${options.reason}`);
  }
  get wasClean() { return this.#wasClean; }
  get code() { return this.#code; }
  get reason() { return this.#reason; }
}
webInterface(CloseEvent, 'CloseEvent');

// The event error says why, as Node's does.
class ErrorEvent extends Event {
  #error;
  constructor(error) {
    super('error');
    this.#error = error;
  }
  get message() { return this.#error.message; }
  get error() { return this.#error; }
}
webInterface(ErrorEvent, 'ErrorEvent');

const CONNECTING = 0, OPEN = 1, CLOSING = 2, CLOSED = 3;
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const longestReason = 123; // bytes, which fit into a close frame behind the code

let stateOf;

class WebSocket extends EventTarget {
  #state;
  static { stateOf = (socket) => (socket !== null && typeof socket === 'object' && #state in socket ? socket.#state : undefined); }
  constructor(url, protocols = []) {
    if (arguments.length === 0) throw missingArgs('url');
    super();
    const address = parse(native.scalar(`${url}`));
    const wanted = protocolList(protocols);
    const s = this.#state = { socket: this, url: address.href, readyState: CONNECTING, protocol: '', extensions: '', binaryType: 'blob', buffered: 0, exchange: undefined };
    const requested = address.href.replace(/^ws/, 'http'); // wss becomes https
    s.exchange = native.open(requested, wanted, {
      open(protocol, extensions) {
        s.readyState = OPEN;
        s.protocol = protocol;
        s.extensions = extensions;
        fire(s.socket, new Event('open'));
      },
      text(data) { if (s.readyState === OPEN) fire(s.socket, new MessageEvent('message', { data, origin: originOf(address) })); },
      binary(data) {
        if (s.readyState !== OPEN) return;
        fire(s.socket, new MessageEvent('message', { data: s.binaryType === 'blob' ? new (require('internal/blob').Blob)([data]) : data.buffer, origin: originOf(address) }));
      },
      sent(n) { s.buffered -= n; },
      close(clean, code, reason, error) {
        s.readyState = CLOSED;
        if (error !== undefined) fire(s.socket, new ErrorEvent(error));
        fire(s.socket, new CloseEvent('close', { wasClean: clean, code, reason }));
      },
    });
  }
  get url() { return own(this).url; }
  get readyState() { return own(this).readyState; }
  get bufferedAmount() { return own(this).buffered; }
  get extensions() { return own(this).extensions; }
  get protocol() { return own(this).protocol; }
  get binaryType() { return own(this).binaryType; }
  set binaryType(value) {
    const s = own(this);
    value = `${value}`;
    if (value === 'blob' || value === 'arraybuffer') s.binaryType = value;
  }
  send(data) {
    const s = own(this);
    if (arguments.length === 0) throw missingArgs('data');
    let content, text = false;
    if (isBuffer(data)) content = bytes(data);
    else if (bytesOf.has(data)) content = bytesOf.get(data);
    else {
      content = new Uint8Array(native.encode(`${data}`));
      text = true;
    }
    if (s.readyState === CONNECTING) throw new DOMException("Failed to execute 'send' on 'WebSocket': Still in CONNECTING state.", 'InvalidStateError');
    s.buffered += content.byteLength;
    if (s.readyState === OPEN && !s.exchange.send(text, content)) s.readyState = CLOSING; // too much is waiting
  }
  close(code = undefined, reason = undefined) {
    const s = own(this);
    if (code !== undefined) code = clamp(code);
    if (reason !== undefined) reason = native.scalar(`${reason}`);
    if (code !== undefined && code !== 1000 && (code < 3000 || code > 4999)) {
      throw new DOMException(`Failed to execute 'close' on 'WebSocket': The close code must be either 1000, or between 3000 and 4999. ${code} is neither.`, 'InvalidAccessError');
    }
    if (reason !== undefined && native.encode(reason).byteLength > longestReason) {
      throw new DOMException(`Failed to execute 'close' on 'WebSocket': The close reason must not be greater than ${longestReason} UTF-8 bytes.`, 'SyntaxError');
    }
    if (s.readyState >= CLOSING) return;
    s.readyState = CLOSING;
    s.exchange.close(code ?? (reason ? 1000 : 0), reason ?? '');
  }
}
webInterface(WebSocket, 'WebSocket');
for (const type of ['open', 'error', 'close', 'message']) handlerAttribute(WebSocket, type);
for (const [name, value] of Object.entries({ CONNECTING, OPEN, CLOSING, CLOSED })) {
  for (const object of [WebSocket, WebSocket.prototype]) Object.defineProperty(object, name, { value, enumerable: true });
}
inspectAs(WebSocket, function () {
  const { url, readyState, bufferedAmount, extensions, protocol, binaryType } = this;
  return { url, readyState, bufferedAmount, extensions, protocol, binaryType };
});

function own(socket) {
  const s = stateOf(socket);
  if (s === undefined) throw invalidThis('WebSocket');
  return s;
}

// parse returns the URL of a WebSocket. http and https are other names of ws and wss.
function parse(text) {
  const { URL } = require('internal/url');
  let url;
  try {
    url = new URL(text);
    if (url.protocol === 'http:' || url.protocol === 'https:') url = new URL(url.href.replace(/^http/, 'ws'));
  } catch {
    throw new DOMException(`Failed to construct 'WebSocket': The URL '${text}' is invalid.`, 'SyntaxError');
  }
  if (url.protocol !== 'ws:' && url.protocol !== 'wss:') {
    throw new DOMException(`Failed to construct 'WebSocket': The URL's scheme must be either 'http', 'https', 'ws', or 'wss'. '${url.protocol.slice(0, -1)}' is not allowed.`, 'SyntaxError');
  }
  if (url.href.includes('#')) {
    throw new DOMException(`Failed to construct 'WebSocket': The URL contains a fragment identifier ('${url.hash.slice(1)}'). Fragment identifiers are not allowed in WebSocket URLs.`, 'SyntaxError');
  }
  return url;
}

const originOf = (url) => `${url.protocol}//${url.host}`;

function protocolList(protocols) {
  const list = protocols !== null && (typeof protocols === 'object' || typeof protocols === 'function') && protocols[Symbol.iterator] != null ? [...protocols] : [protocols];
  const seen = new Set();
  return list.map((protocol) => {
    protocol = `${protocol}`;
    if (!token.test(protocol)) throw new DOMException(`Failed to construct 'WebSocket': The subprotocol '${protocol}' is invalid.`, 'SyntaxError');
    const lower = protocol.toLowerCase();
    if (seen.has(lower)) throw new DOMException(`Failed to construct 'WebSocket': The subprotocol '${protocol}' is duplicated.`, 'SyntaxError');
    seen.add(lower);
    return protocol;
  });
}

// clamp converts to an unsigned short with Web IDL's [Clamp]: halves go to the even neighbour.
function clamp(value) {
  value = Math.min(Math.max(Number(value), 0), 65535);
  if (Number.isNaN(value)) return 0;
  const low = Math.floor(value);
  if (value - low !== 0.5) return Math.round(value);
  return low % 2 === 0 ? low : low + 1;
}

module.exports = { WebSocket, CloseEvent };
