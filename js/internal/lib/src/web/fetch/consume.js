'use strict';
// The members of Request and Response that read a body.

let loaded;
const late = () => (loaded ??= require('internal/fetch_parts')); // the parts that a short text does not need

const unusable = () => new TypeError('Body is unusable: Body has already been read');
const disturbed = (body) => body.used || (body.stream !== undefined && (body.stream.locked || body.stream._disturbed === true));

// consume returns a promise of what make makes of all bytes of a body, or ofText of its text.
function consume(state, make, ofText) {
  const { body } = state;
  try {
    if (body === null) return Promise.resolve(make(late().held(late().extract('').body)));
    if (disturbed(body)) throw unusable();
    body.used = true;
    if (ofText !== undefined && body.from !== undefined && body.stream === undefined) {
      const text = body.wholeText();
      if (text !== undefined) return Promise.resolve(ofText(text));
    }
    const bytes = body.stream !== undefined ? readAll(body.stream.getReader()) : body.source !== undefined ? body.source.readAll() : late().held(body);
    return bytes instanceof Promise ? bytes.then(make) : Promise.resolve(make(bytes));
  } catch (error) {
    return Promise.reject(error);
  }
}

async function readAll(reader) {
  const parts = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return require('internal/bytes').concat(parts);
    parts.push(late().toBytes(value));
  }
}

const itself = (text) => text;

// mixin returns an object with the common members of Request and Response. of returns the state of an
// object of the class, or throws.
function mixin(of) {
  const read = (object, make, ofText) => {
    try {
      return consume(of(object), make, ofText);
    } catch (error) {
      return Promise.reject(error);
    }
  };
  return {
    get body() {
      const { body } = of(this);
      return body === null ? null : late().streamOf(body);
    },
    get bodyUsed() {
      const { body } = of(this);
      return body !== null && (body.used || body.stream?._disturbed === true);
    },
    arrayBuffer() { return read(this, (b) => b.buffer.slice(b.byteOffset, b.byteOffset + b.byteLength)); },
    bytes() { return read(this, (b) => b.slice()); },
    blob() { return read(this, (b) => new (require('internal/blob').Blob)([b], { type: (this.headers.get('content-type') ?? '').replace(/;\s+/g, ';') })); },
    text() { return read(this, native.decodeUTF8, itself); },
    json() { return read(this, (b) => JSON.parse(native.decodeUTF8(b)), JSON.parse); },
    formData() { return read(this, (b) => late().decode(b, this.headers.get('content-type'))); },
  };
}

module.exports = { late, disturbed, mixin };
