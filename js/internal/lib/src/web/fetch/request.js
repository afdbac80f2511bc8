'use strict';
// Request.
const { webInterface, inspectAs } = require('../../shared/classes');
const { Headers } = require('./headers');
const { twice } = require('./body');
const { disturbed, mixin } = require('internal/fetch').consume;
const { known, defaults, build, follow, headersOf } = require('./state');

const made = Symbol('made'); // instead of the input, says that the second argument is the state

class Request {
  #state;
  static { known.stateOf = (value) => (value !== null && typeof value === 'object' && #state in value ? value.#state : undefined); }
  constructor(input, init = undefined) {
    if (arguments.length < 1) throw new TypeError('Request constructor: 1 argument required, but only 0 present.');
    this.#state = input === made ? init : build(input, init);
  }
  get method() { return of(this).method; }
  get url() { return of(this).url.href; }
  get headers() { return headersOf(of(this)); }
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
    if (s.body !== null && disturbed(s.body)) throw new TypeError('unusable');
    const [one, two] = twice(s.body);
    s.body = one;
    const copy = { ...defaults, headers: new Headers(headersOf(s)), signal: follow(s.signal), body: two };
    for (const key of copied) copy[key] = s[key];
    return new Request(made, copy);
  }
}
const copied = ['method', 'url'];
for (const key in defaults) copied.push(key); // a program may have replaced Object.keys before
webInterface(Request, 'Request', mixin(of));
inspectAs(Request, function () {
  const shown = {};
  for (const key of ['method', 'url', 'headers', 'destination', 'referrer', 'referrerPolicy', 'mode', 'credentials', 'cache', 'redirect', 'integrity', 'keepalive', 'isReloadNavigation', 'isHistoryNavigation', 'signal']) shown[key] = this[key];
  return shown;
});

function of(request) {
  const s = known.stateOf(request);
  if (s === undefined) throw new TypeError('Illegal invocation');
  return s;
}

// incoming makes the request that a server got.
const incoming = (state) => new Request(made, state);

module.exports = { Request, incoming };
