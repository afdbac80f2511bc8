'use strict';
// Request.
const { webInterface, inspectAs } = require('../../shared/classes');
const { Headers } = require('./headers');
const { bodies, disturbed, twice, mixin } = require('./body');
const { stateOf, defaults, build, follow } = require('./state');

class Request {
  constructor(input, init = {}) {
    if (arguments.length < 1) throw new TypeError('Request constructor: 1 argument required, but only 0 present.');
    const { state, body } = build(input, init);
    stateOf.set(this, state);
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
  get signal() {
    const s = of(this);
    return s.signal ??= new (require('internal/abort').AbortController)().signal;
  }
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
webInterface(Request, 'Request', mixin());
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

// incoming makes the request that a server got. source provides its body.
function incoming(state, source) {
  const request = Object.create(Request.prototype);
  stateOf.set(request, { ...defaults, ...state, duplex: 'half' });
  bodies.set(request, source === null ? null : { source, used: false });
  return request;
}

module.exports = { Request, incoming };
