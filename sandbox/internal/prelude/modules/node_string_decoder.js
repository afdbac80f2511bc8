"use strict";

// src/node/string_decoder.js
var { Buffer } = require("buffer"), { withCode, invalidArgType, invalidThis } = require("internal/errors"), names = { ucs2: "utf16le", "ucs-2": "utf16le", "utf-16le": "utf16le", binary: "latin1", "utf-8": "utf8" }, states = /* @__PURE__ */ new WeakMap(), nothing = Buffer.alloc(0), State = class {
  constructor(encoding) {
    this.encoding = encoding, this.kept = nothing, this.missing = 0;
  }
  keep(bytes, missing) {
    this.kept = bytes.length === 0 ? nothing : Buffer.from(bytes), this.missing = missing;
  }
  // flush returns the text of the kept bytes, complete or not.
  flush() {
    let { kept } = this;
    return this.keep(nothing, 0), kept.toString(this.encoding, 0, this.encoding === "utf16le" ? kept.length & -2 : kept.length);
  }
  write(bytes) {
    let before = "";
    if (this.missing > 0) {
      let n2 = Math.min(this.missing, bytes.length);
      if (this.encoding === "utf8") {
        let wrong = bytes.subarray(0, n2).findIndex((byte) => (byte & 192) !== 128);
        wrong >= 0 && (n2 = wrong, this.missing = n2);
      }
      if (this.keep(Buffer.concat([this.kept, bytes.subarray(0, n2)]), this.missing - n2), bytes = bytes.subarray(n2), this.missing > 0) return "";
      let { kept } = this;
      if (this.encoding === "utf16le" && kept.length === 2 && (kept[1] & 252) === 216 ? this.missing = 2 : before = this.flush(), this.missing > 0) return before + this.write(bytes);
    }
    let [n, missing] = unfinished(bytes, this.encoding);
    return n > 0 && this.keep(bytes.subarray(bytes.length - n), missing), before + bytes.toString(this.encoding, 0, bytes.length - n);
  }
};
function unfinished(bytes, encoding) {
  let { length } = bytes;
  switch (encoding) {
    case "utf8":
      for (let n = 1; n <= Math.min(3, length); n++) {
        let byte = bytes[length - n];
        if ((byte & 192) === 128) continue;
        let size = byte >= 240 && byte < 248 ? 4 : byte >= 224 && byte < 240 ? 3 : byte >= 192 && byte < 224 ? 2 : 1;
        return n < size ? [n, size - n] : [0, 0];
      }
      return [0, 0];
    case "utf16le":
      return length % 2 === 1 ? [1, 1] : length > 0 && (bytes[length - 1] & 252) === 216 ? [2, 2] : [0, 0];
    case "base64":
    case "base64url":
      return length % 3 === 0 ? [0, 0] : [length % 3, 3 - length % 3];
    default:
      return [0, 0];
  }
}
function stateOf(decoder) {
  let state = states.get(decoder);
  if (state === void 0) throw invalidThis("StringDecoder");
  return state;
}
function StringDecoder(encoding) {
  let name = encoding ? `${encoding}`.toLowerCase() : "utf8";
  if (!Buffer.isEncoding(name)) throw withCode(TypeError, "ERR_UNKNOWN_ENCODING", `Unknown encoding: ${encoding}`);
  this.encoding = names[name] ?? name, states.set(this, new State(this.encoding));
}
StringDecoder.prototype.write = function(bytes) {
  if (typeof bytes == "string") return bytes;
  if (!ArrayBuffer.isView(bytes)) throw invalidArgType("buf", ["Buffer", "TypedArray", "DataView"], bytes);
  return stateOf(this).write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
};
StringDecoder.prototype.end = function(bytes) {
  let text2 = bytes === void 0 ? "" : this.write(bytes), state = stateOf(this);
  return text2 + state.flush();
};
StringDecoder.prototype.text = function(bytes, offset) {
  return stateOf(this).keep(nothing, 0), this.write(bytes.slice(offset));
};
Object.defineProperties(StringDecoder.prototype, {
  lastNeed: { configurable: !0, enumerable: !0, get() {
    return stateOf(this).missing;
  } },
  lastTotal: { configurable: !0, enumerable: !0, get() {
    return stateOf(this).kept.length + stateOf(this).missing;
  } },
  lastChar: { configurable: !0, enumerable: !0, get() {
    return Buffer.concat([stateOf(this).kept], 4);
  } }
});
module.exports = { StringDecoder };
