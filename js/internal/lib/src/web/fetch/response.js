'use strict';
// Response.
const { webInterface, inspectAs } = require('../../shared/classes');
const { Headers, fromNetwork } = require('./headers');
const { bodies, extract, disturbed, twice, mixin } = require('./body');

const stateOf = new WeakMap();
const withoutBody = [101, 204, 205, 304];

function of(response) {
  const s = response != null ? stateOf.get(response) : undefined;
  if (s === undefined) throw new TypeError('Illegal invocation');
  return s;
}

function setUp(response, init, body, type) {
  const status = init?.status === undefined ? 200 : Math.trunc(Number(init.status)) || 0;
  if (status < 200 || status > 599) throw new RangeError('init["status"] must be in the range of 200 to 599, inclusive.');
  const statusText = init?.statusText === undefined ? '' : `${init.statusText}`;
  if (/[^\t\x20-\x7e\x80-\xff]/.test(statusText)) throw new TypeError('Invalid statusText');
  if (body !== null && withoutBody.includes(status)) throw new TypeError(`Response constructor: Invalid response status code ${status}`);
  const headers = new Headers(init?.headers);
  if (type !== undefined && !headers.has('content-type')) headers.append('content-type', type);
  stateOf.set(response, { type: 'default', url: '', redirected: false, status, statusText, headers });
  bodies.set(response, body);
}

class Response {
  constructor(body = null, init = undefined) {
    const extracted = extract(body);
    setUp(this, init, extracted.body, extracted.type);
  }
  static error() {
    const response = Object.create(Response.prototype);
    stateOf.set(response, { type: 'error', url: '', redirected: false, status: 0, statusText: '', headers: fromNetwork([]) });
    bodies.set(response, null);
    return response;
  }
  static json(data, init = undefined) {
    const text = JSON.stringify(data);
    if (text === undefined) throw new TypeError('Value is not JSON serializable');
    const response = Object.create(Response.prototype);
    setUp(response, init, extract(text).body, 'application/json');
    return response;
  }
  static redirect(url, status = 302) {
    let parsed;
    try {
      parsed = new globalThis.URL(`${url}`);
    } catch (cause) {
      throw new TypeError(`Failed to parse URL from ${url}`, { cause });
    }
    if (![301, 302, 303, 307, 308].includes(status)) throw new RangeError(`Invalid status code ${status}`);
    const response = Object.create(Response.prototype);
    stateOf.set(response, { type: 'default', url: '', redirected: false, status, statusText: '', headers: fromNetwork(['location', parsed.href]) });
    bodies.set(response, null);
    return response;
  }
  get type() { return of(this).type; }
  get url() { return of(this).url; }
  get redirected() { return of(this).redirected; }
  get status() { return of(this).status; }
  get ok() { return of(this).status >= 200 && of(this).status <= 299; }
  get statusText() { return of(this).statusText; }
  get headers() { return of(this).headers; }
  clone() {
    const s = of(this);
    const body = bodies.get(this);
    if (body !== null && disturbed(body)) throw new TypeError('Response.clone: Body has already been consumed.');
    const copy = Object.create(Response.prototype);
    stateOf.set(copy, { ...s, headers: new Headers(s.headers) });
    const [one, two] = twice(body);
    bodies.set(this, one);
    bodies.set(copy, two);
    return copy;
  }
}
webInterface(Response, 'Response', mixin());
inspectAs(Response, function () {
  const shown = {};
  for (const key of ['status', 'statusText', 'headers', 'body', 'bodyUsed', 'ok', 'redirected', 'type', 'url']) shown[key] = this[key];
  return shown;
});

// received makes the response of a fetch. source provides its body.
function received(state, source) {
  const response = Object.create(Response.prototype);
  stateOf.set(response, { type: 'basic', ...state });
  bodies.set(response, source === null ? null : { source, used: false });
  return response;
}

// sent returns what a server needs of a response, or undefined for another value.
const sent = (value) => (value !== null && typeof value === 'object' ? stateOf.get(value) : undefined);

module.exports = { Response, received, withoutBody, sent };
