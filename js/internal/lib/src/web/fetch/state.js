'use strict';
// What a request is: its URL, its method and so on. fetch makes one without an object Request.
const { Headers, addType } = require('./headers');
const { extract } = require('./body');
const { disturbed } = require('internal/fetch').consume;

const known = { stateOf: () => undefined }; // stateOf returns the state of a Request, once there is that class
const normal = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT'];
const choices = {
  redirect: ['follow', 'error', 'manual'],
  mode: ['navigate', 'same-origin', 'no-cors', 'cors'],
  credentials: ['omit', 'same-origin', 'include'],
  cache: ['default', 'no-store', 'reload', 'no-cache', 'force-cache', 'only-if-cached'],
};
const choosing = ['redirect', 'mode', 'credentials', 'cache'];
const defaults = { redirect: 'follow', mode: 'cors', credentials: 'same-origin', cache: 'default', referrer: 'about:client', referrerPolicy: '', integrity: '', keepalive: false, duplex: 'half' };

// build makes the state of a request from the arguments of Request and fetch.
function build(input, init = undefined) {
  const from = known.stateOf(input);
  if (init === undefined && from === undefined) {
    return { __proto__: defaults, method: 'GET', url: parse(`${input}`), signal: undefined, headers: undefined, body: null };
  }
  init ??= {};
  if (typeof init !== 'object' && typeof init !== 'function') throw new TypeError('Request constructor: Expected init ("Request") to be one of: Null, Undefined, Object.');
  const s = { __proto__: defaults, method: from?.method ?? 'GET', url: undefined, signal: undefined, headers: undefined, body: null };
  if (from !== undefined) for (const key of Object.keys(defaults)) s[key] = from[key];
  s.url = from === undefined ? parse(`${input}`) : from.url.address === undefined ? parse(from.url.href) : from.url;
  for (const key of choosing) {
    if (init[key] === undefined) continue;
    s[key] = `${init[key]}`;
    const allowed = choices[key];
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
  s.headers = new Headers(init.headers !== undefined ? init.headers : from && headersOf(from));

  const inherited = from !== undefined && init.body == null ? from.body : null;
  if ((init.body != null || inherited !== null) && (s.method === 'GET' || s.method === 'HEAD')) throw new TypeError('Request with GET/HEAD method cannot have body.');
  if (inherited !== null) {
    if (disturbed(inherited)) throw new TypeError('Cannot construct a Request with a Request object that has already been used.');
    s.body = { ...inherited };
    inherited.used = true;
    return s;
  }
  if (init.body == null) return s;
  const { body, type } = extract(init.body);
  if (body.stream !== undefined && init.duplex === undefined) throw new TypeError('RequestInit: duplex option is required when sending a body.');
  addType(s.headers, type);
  s.body = body;
  return s;
}

// headersOf returns the headers of a request. They are made when somebody asks for them.
function headersOf(state) { return state.headers ??= new Headers(); }

// parse returns { href, protocol, address }, where address is href without the fragment.
function parse(text) {
  const url = native.address(text);
  if (url === undefined) {
    const input = native.scalar(text);
    throw new TypeError(`Failed to parse URL from ${input}`, { cause: require('internal/url').invalid(input) });
  }
  if (url.credentials) throw new TypeError(`Request cannot be constructed from a URL that includes credentials: ${text}`);
  return url;
}

function method(name) {
  const upper = name.toUpperCase();
  if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name)) throw new TypeError(`'${name}' is not a valid HTTP method.`);
  if (['CONNECT', 'TRACE', 'TRACK'].includes(upper)) throw new TypeError(`'${name}' HTTP method is unsupported.`);
  return normal.includes(upper) ? upper : name;
}

// follow returns a signal that aborts when the given one does. Without one it returns undefined:
// nothing can abort the request, and most programs never ask for its signal.
function follow(signal) {
  if (signal != null && (typeof signal !== 'object' || !('aborted' in signal))) throw new TypeError("Failed to construct 'Request': member signal is not of type AbortSignal.");
  return signal == null ? undefined : globalThis.AbortSignal.any([signal]);
}

module.exports = { known, defaults, build, follow, headersOf };
