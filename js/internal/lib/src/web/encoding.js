'use strict';
// TextEncoder and TextDecoder. Go implements the encodings.
const { withCode, invalidArgType, invalidThis } = require('internal/errors');
const { webInterface, inspectAs, custom } = require('../shared/classes');

class TextEncoder {
  get encoding() { brand(this, TextEncoder); return 'utf-8'; }
  encode(input = '') {
    brand(this, TextEncoder);
    return new Uint8Array(native.encode(`${input}`));
  }
  encodeInto(source, destination) {
    brand(this, TextEncoder);
    if (typeof source !== 'string') throw invalidArgType('src', 'string', source);
    if (!(destination instanceof Uint8Array)) throw invalidArgType('dest', 'Uint8Array', destination);
    const [read, written] = native.encodeInto(source, destination);
    return { read, written };
  }
}
webInterface(TextEncoder, 'TextEncoder');

class TextDecoder {
  #encoding; #fatal; #ignoreBOM; #decode; #open = false;
  constructor(encoding = 'utf-8', options = undefined) {
    if (options != null && typeof options !== 'object' && typeof options !== 'function') throw invalidArgType('options', 'Object', options);
    encoding = `${encoding}`;
    const name = native.label(encoding);
    if (name === undefined) throw withCode(RangeError, 'ERR_ENCODING_NOT_SUPPORTED', `The "${encoding}" encoding is not supported`);
    this.#encoding = name;
    this.#fatal = !!options?.fatal;
    this.#ignoreBOM = !!options?.ignoreBOM;
  }
  get encoding() { if (!(#encoding in this)) throw invalidThis('TextDecoder'); return this.#encoding; }
  get fatal() { if (!(#fatal in this)) throw invalidThis('TextDecoder'); return this.#fatal; }
  get ignoreBOM() { if (!(#ignoreBOM in this)) throw invalidThis('TextDecoder'); return this.#ignoreBOM; }
  decode(input = undefined, options = undefined) {
    if (!(#decode in this)) throw invalidThis('TextDecoder');
    if (options != null && typeof options !== 'object' && typeof options !== 'function') throw invalidArgType('options', 'Object', options);
    const stream = !!options?.stream;
    if (input !== undefined && !ArrayBuffer.isView(input) && !native.isArrayBuffer(input)) {
      throw withCode(TypeError, 'ERR_INVALID_ARG_TYPE', 'The "list" argument must be an instance of SharedArrayBuffer, ArrayBuffer or ArrayBufferView.');
    }
    if (!this.#open || this.#decode === undefined) this.#decode = native.decoder(this.#encoding, this.#fatal, this.#ignoreBOM);
    this.#open = stream;
    const text = this.#decode(input, stream);
    if (text === undefined) {
      this.#open = false;
      throw withCode(TypeError, 'ERR_ENCODING_INVALID_ENCODED_DATA', `The encoded data was not valid for encoding ${this.#encoding}`);
    }
    return text;
  }
}
webInterface(TextDecoder, 'TextDecoder');

function brand(object, Class) {
  if (!(object instanceof Class)) throw invalidThis(Class.name);
}

// As in Node, inspect shows the first without its name and the second with it.
Object.defineProperty(TextEncoder.prototype, custom, {
  configurable: true, writable: true, enumerable: false,
  value(depth, options, inspect) { return inspect({ encoding: this.encoding }, options); },
});
inspectAs(TextDecoder, function () { return { encoding: this.encoding, fatal: this.fatal, ignoreBOM: this.ignoreBOM }; });

module.exports = { TextEncoder, TextDecoder };
