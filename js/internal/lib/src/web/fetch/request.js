'use strict';
// Request.
const { webInterface, inspectAs } = require('../../shared/classes');
const { Headers } = require('./headers');
const { bodies, extract, disturbed, twice, mixin } = require('./body');

const stateOf = new WeakMap();
const normal = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT'];
const choices = {
  redirect: ['follow', 'error', 'manual'],
  mode: ['navigate', 'same-origin', 'no-cors', 'cors'],
  credentials: ['omit', 'same-origin', 'include'],
  cache: ['default', 'no-store', 'reload', 'no-cache', 'force-cache', 'only-if-cached'],
};
const defaults = { redirect: 'follow', mode: 'cors', credentials: 'same-origin', cache: 'default', referrer: 'about:client', referrerPolicy: '', integrity: '', keepalive: false };

class Request {
  constructor(input, init = {}) {
    if (arguments.length < 1) throw new TypeError('Request constructor: 1 argument required, but only 0 present.');
    if (init === null) init = {};
    if (typeof init !== 'object' && typeof init !== 'function') throw new TypeError('Request constructor: Expected init ("Request") to be one of: Null, Undefined, Object.');
    const from = input != null ? stateOf.get(input) : undefined;
    const s = { ...defaults, method: 'GET', ...from };
    if (from === undefined) s.url = parse(`${input}`);
    for (const [key, allowed] of Object.entries(choices)) {
      if (init[key] === undefined) continue;
      s[key] = `${init[key]}`;
      if (!allowed.includes(s[key])) throw new TypeError(`Request constructor: ${s[key]} is not an accepted type. Expected one of ${allowed.join(', ')}.`);
    }
    if (init.window != null) throw new TypeError("'window' option 'undefined' must be null");
    if (s.mode === 'navigate') throw new TypeError('Request constructor: invalid request mode navigate.');
    if (init.referrer !== undefined) s.referrer = `${init.referrer}`;
    if (init.referrerPolicy !== undefined) s.referrerPolicy = `${init.referrerPolicy}`;
    if (init.keepalive !== undefined) s.keepalive = !!init.keepalive;
    if (init.integrity != null && `${init.integrity}` !== '') throw new TypeError('Request constructor: the option integrity is not supported by this runtime.');
    if (init.method !== undefined) s.method = method(`${init.method}`);
    s.signal = follow(init.signal === undefined ? from?.signal : init.signal);
    s.headers = new Headers(init.headers !== undefined ? init.headers : from?.headers);
    s.duplex = 'half';
    stateOf.set(this, s);

    const inherited = from !== undefined && init.body == null ? bodies.get(input) : null;
    if ((init.body != null || inherited !== null) && (s.method === 'GET' || s.method === 'HEAD')) throw new TypeError('Request with GET/HEAD method cannot have body.');
    if (inherited !== null) {
      if (disturbed(inherited)) throw new TypeError('Cannot construct a Request with a Request object that has already been used.');
      bodies.set(this, { ...inherited });
      inherited.used = true;
      return;
    }
    const { body, type } = extract(init.body);
    if (body?.stream !== undefined && init.duplex === undefined) throw new TypeError('RequestInit: duplex option is required when sending a body.');
    if (type !== undefined && !s.headers.has('content-type')) s.headers.append('content-type', type);
    bodies.set(this, body);
  }
  get method() { return of(this).method; }
  get url() { return of(this).url.href; }
  get headers() { return of(this).headers; }
  get destination() { return ''; }
  get referrer() { return of(this).referrer; }
  get referrerPolicy() { return of(this).referrerPolicy; }
  get mode() { return of(this).mode; }
  get credentials() { return of(this).credentials; }
  get cache() { return of(this).cache; }
  get redirect() { return of(this).redirect; }
  get integrity() { return of(this).integrity; }
  get keepalive() { return of(this).keepalive; }
  get isReloadNavigation() { return false; }
  get isHistoryNavigation() { return false; }
  get signal() { return of(this).signal; }
  get duplex() { return 'half'; }
  clone() {
    const s = of(this);
    const body = bodies.get(this);
    if (body !== null && disturbed(body)) throw new TypeError('unusable');
    const copy = Object.create(Request.prototype);
    stateOf.set(copy, { ...s, headers: new Headers(s.headers), signal: follow(s.signal) });
    const [one, two] = twice(body);
    bodies.set(this, one);
    bodies.set(copy, two);
    return copy;
  }
}
mixin(Request);
webInterface(Request, 'Request');
inspectAs(Request, function () {
  const shown = {};
  for (const key of ['method', 'url', 'headers', 'destination', 'referrer', 'referrerPolicy', 'mode', 'credentials', 'cache', 'redirect', 'integrity', 'keepalive', 'isReloadNavigation', 'isHistoryNavigation', 'signal']) shown[key] = this[key];
  return shown;
});

function of(request) {
  const s = request != null ? stateOf.get(request) : undefined;
  if (s === undefined) throw new TypeError('Illegal invocation');
  return s;
}

function parse(text) {
  let url;
  try {
    url = new globalThis.URL(text);
  } catch (cause) {
    throw new TypeError(`Failed to parse URL from ${text}`, { cause });
  }
  if (url.username || url.password) throw new TypeError(`Request cannot be constructed from a URL that includes credentials: ${text}`);
  return url;
}

function method(name) {
  const upper = name.toUpperCase();
  if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name)) throw new TypeError(`'${name}' is not a valid HTTP method.`);
  if (['CONNECT', 'TRACE', 'TRACK'].includes(upper)) throw new TypeError(`'${name}' HTTP method is unsupported.`);
  return normal.includes(upper) ? upper : name;
}

// follow returns a request's own signal, which aborts when the given one does.
function follow(signal) {
  if (signal != null && (typeof signal !== 'object' || !('aborted' in signal))) throw new TypeError("Failed to construct 'Request': member signal is not of type AbortSignal.");
  return signal == null ? new globalThis.AbortController().signal : globalThis.AbortSignal.any([signal]);
}

// incoming makes the request that a server got. source provides its body.
function incoming(state, source) {
  const request = Object.create(Request.prototype);
  stateOf.set(request, { ...defaults, ...state, duplex: 'half' });
  bodies.set(request, source === null ? null : { source, used: false });
  return request;
}

module.exports = { Request, of, incoming };
