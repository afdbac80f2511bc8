'use strict';
// Response. A program that only reads the text of responses needs no other part.
const { webInterface, inspectAs } = require('../../shared/classes');
const { late, disturbed, mixin } = require('./consume');

let stateOf; // returns the state of a response, or undefined for another value
const made = Symbol('made'); // instead of a body, says that the second argument is the state

function of(response) {
  const s = stateOf(response);
  if (s === undefined) throw new TypeError('Illegal invocation');
  return s;
}

const redirectStatus = [301, 302, 303, 307, 308];
const bare = (type, status, headers) => new Response(made, { type, url: '', redirected: false, status, statusText: '', headers: late().fromNetwork(headers), body: null });

class Response {
  #state;
  static { stateOf = (value) => (value !== null && typeof value === 'object' && #state in value ? value.#state : undefined); }
  constructor(body = null, init = undefined) {
    this.#state = body === made ? init : late().stateFor(init, late().extract(body));
  }
  static error() { return bare('error', 0, []); }
  static json(data, init = undefined) {
    const text = JSON.stringify(data);
    if (text === undefined) throw new TypeError('Value is not JSON serializable');
    return new Response(made, late().stateFor(init, { body: late().extract(text).body, type: 'application/json' }));
  }
  static redirect(url, status = 302) {
    let parsed;
    try {
      parsed = new globalThis.URL(`${url}`);
    } catch (cause) {
      throw new TypeError(`Failed to parse URL from ${url}`, { cause });
    }
    if (!redirectStatus.includes(status)) throw new RangeError(`Invalid status code ${status}`);
    return bare('default', status, ['location', parsed.href]);
  }
  get type() { return of(this).type; }
  get url() { return of(this).url; }
  get redirected() { return of(this).redirected; }
  get status() { return of(this).status; }
  get ok() {
    const { status } = of(this);
    return status >= 200 && status <= 299;
  }
  get statusText() { return of(this).statusText; }
  get headers() { return headersOf(of(this)); }
  clone() {
    const s = of(this);
    if (s.body !== null && disturbed(s.body)) throw new TypeError('Response.clone: Body has already been consumed.');
    const [one, two] = late().twice(s.body);
    s.body = one;
    const { type, url, redirected, status, statusText } = s;
    return new Response(made, { type, url, redirected, status, statusText, headers: new (late().Headers)(headersOf(s)), body: two });
  }
}
webInterface(Response, 'Response', mixin(of));
inspectAs(Response, function () {
  const shown = {};
  for (const key of ['status', 'statusText', 'headers', 'body', 'bodyUsed', 'ok', 'redirected', 'type', 'url']) shown[key] = this[key];
  return shown;
});

function headersOf(s) {
  if (s.headers === undefined) {
    s.headers = new (late().Headers)();
    late().addType(s.headers, s.contentType);
  }
  return s.headers;
}

// flatHeaders returns the headers of a state as [name, value, ...].
function flatHeaders(s) {
  if (s.headers !== undefined) return late().flat(s.headers);
  return s.contentType === undefined ? [] : ['content-type', s.contentType];
}

const nothing = () => {};

// Received is the state of the response of a fetch, its body, and the source of that. What programs
// seldom ask for is made when they do. from is Go's response.
class Received {
  constructor(from, status, address, hasBody) {
    this.from = from;
    this.status = status;
    this.address = address;
    this.body = hasBody ? this : null;
    this.used = false;
  }
  get type() { return 'basic'; }
  get url() { return native.responseURL(this.from); }
  get redirected() { return this.url !== this.address; }
  get statusText() { return native.statusText(this.from); }
  get headers() { return this.made ??= late().fromNetwork(native.responseHeaders(this.from)); }
  get source() { return this; }
  // attend says which signal aborts the reading, and what to call at its end.
  attend(signal, over) {
    this.signal = signal;
    this.over = over;
  }
  read() {
    this.check();
    return native.read(this.from).then((chunk) => {
      if (chunk === null) this.over();
      return chunk;
    }, (cause) => this.terminated(cause));
  }
  // wholeText returns the text of a short body that is there already, or undefined.
  wholeText() {
    this.check();
    const text = native.takeText(this.from);
    if (text !== undefined) this.over();
    return text;
  }
  // readAll returns bytes that are there already, or a promise.
  readAll() {
    this.check();
    const all = native.readAll(this.from);
    if (all instanceof Promise) {
      return all.then((bytes) => {
        this.over();
        return bytes;
      }, (cause) => this.terminated(cause));
    }
    this.over();
    return all;
  }
  check() { if (this.signal?.aborted) throw this.signal.reason; }
  terminated(cause) {
    this.over();
    throw this.signal?.aborted ? this.signal.reason : new TypeError('terminated', { cause });
  }
  cancel() {
    this.over();
    native.close(this.from);
  }
}
Received.prototype.over = nothing;

const received = (from, status, address, hasBody) => new Response(made, new Received(from, status, address, hasBody));
// madeFrom makes a response of a state.
const madeFrom = (state) => new Response(made, state);

module.exports = { Response, received, madeFrom, flatHeaders, sent: (value) => stateOf(value) };
