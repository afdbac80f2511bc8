'use strict';
// node:string_decoder. This is our own code, because the npm package of that name treats every
// value but a Buffer as text, lacks base64url, and cannot be used again after end.
const { Buffer } = require('node:buffer');
const { withCode, invalidArgType, invalidThis } = require('internal/errors');

const names = { ucs2: 'utf16le', 'ucs-2': 'utf16le', 'utf-16le': 'utf16le', binary: 'latin1', 'utf-8': 'utf8' };
const states = new WeakMap();
const nothing = Buffer.alloc(0);

// The state of a decoder: the bytes of an incomplete character, and how many bytes are missing.
class State {
  constructor(encoding) {
    this.encoding = encoding;
    this.kept = nothing;
    this.missing = 0;
  }
  keep(bytes, missing) {
    this.kept = bytes.length === 0 ? nothing : Buffer.from(bytes);
    this.missing = missing;
  }
  // flush returns the text of the kept bytes, complete or not.
  flush() {
    const { kept } = this;
    this.keep(nothing, 0);
    return kept.toString(this.encoding, 0, this.encoding === 'utf16le' ? kept.length & ~1 : kept.length);
  }
  write(bytes) {
    let before = '';
    if (this.missing > 0) {
      let n = Math.min(this.missing, bytes.length);
      if (this.encoding === 'utf8') {
        const wrong = bytes.subarray(0, n).findIndex((byte) => (byte & 0xc0) !== 0x80);
        if (wrong >= 0) { // a new character begins, so the old one stays incomplete
          n = wrong;
          this.missing = n;
        }
      }
      this.keep(Buffer.concat([this.kept, bytes.subarray(0, n)]), this.missing - n);
      bytes = bytes.subarray(n);
      if (this.missing > 0) return '';
      const { kept } = this;
      if (this.encoding === 'utf16le' && kept.length === 2 && (kept[1] & 0xfc) === 0xd8) this.missing = 2; // the low surrogate
      else before = this.flush();
      if (this.missing > 0) return before + this.write(bytes);
    }
    const [n, missing] = unfinished(bytes, this.encoding);
    if (n > 0) this.keep(bytes.subarray(bytes.length - n), missing);
    return before + bytes.toString(this.encoding, 0, bytes.length - n);
  }
}

// unfinished returns how many bytes at the end belong to an incomplete character, and how many
// bytes are missing.
function unfinished(bytes, encoding) {
  const { length } = bytes;
  switch (encoding) {
    case 'utf8':
      for (let n = 1; n <= Math.min(3, length); n++) {
        const byte = bytes[length - n];
        if ((byte & 0xc0) === 0x80) continue; // not the first byte of a character
        const size = byte >= 0xf0 && byte < 0xf8 ? 4 : byte >= 0xe0 && byte < 0xf0 ? 3 : byte >= 0xc0 && byte < 0xe0 ? 2 : 1;
        return n < size ? [n, size - n] : [0, 0];
      }
      return [0, 0];
    case 'utf16le':
      if (length % 2 === 1) return [1, 1];
      return length > 0 && (bytes[length - 1] & 0xfc) === 0xd8 ? [2, 2] : [0, 0];
    case 'base64': case 'base64url':
      return length % 3 === 0 ? [0, 0] : [length % 3, 3 - (length % 3)];
    default:
      return [0, 0];
  }
}

function stateOf(decoder) {
  const state = states.get(decoder);
  if (state === undefined) throw invalidThis('StringDecoder');
  return state;
}

// StringDecoder is a function, because some programs inherit from it without class syntax.
function StringDecoder(encoding) {
  const name = encoding ? `${encoding}`.toLowerCase() : 'utf8';
  if (!Buffer.isEncoding(name)) throw withCode(TypeError, 'ERR_UNKNOWN_ENCODING', `Unknown encoding: ${encoding}`);
  this.encoding = names[name] ?? name;
  states.set(this, new State(this.encoding));
}
StringDecoder.prototype.write = function write(bytes) {
  if (typeof bytes === 'string') return bytes;
  if (!ArrayBuffer.isView(bytes)) throw invalidArgType('buf', ['Buffer', 'TypedArray', 'DataView'], bytes);
  return stateOf(this).write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
};
StringDecoder.prototype.end = function end(bytes) {
  const text = bytes === undefined ? '' : this.write(bytes);
  const state = stateOf(this);
  return text + state.flush();
};
StringDecoder.prototype.text = function text(bytes, offset) {
  stateOf(this).keep(nothing, 0);
  return this.write(bytes.slice(offset));
};
Object.defineProperties(StringDecoder.prototype, {
  lastNeed: { configurable: true, enumerable: true, get() { return stateOf(this).missing; } },
  lastTotal: { configurable: true, enumerable: true, get() { return stateOf(this).kept.length + stateOf(this).missing; } },
  lastChar: { configurable: true, enumerable: true, get() { return Buffer.concat([stateOf(this).kept], 4); } },
});

module.exports = { StringDecoder };
