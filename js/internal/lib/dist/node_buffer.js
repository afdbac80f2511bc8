"use strict";
var __getOwnPropNames = Object.getOwnPropertyNames;
var __commonJS = (cb, mod) => function() {
  try {
    return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
  } catch (e) {
    throw mod = 0, e;
  }
};

// src/shared/encodings.js
var require_encodings = __commonJS({
  "src/shared/encodings.js"(exports2, module2) {
    "use strict";
    var { withCode: withCode2 } = require("internal/errors"), encodings = new Map(Object.entries({
      utf8: "utf8",
      "utf-8": "utf8",
      hex: "hex",
      base64: "base64",
      base64url: "base64url",
      latin1: "latin1",
      binary: "latin1",
      ascii: "ascii",
      ucs2: "utf16le",
      "ucs-2": "utf16le",
      utf16le: "utf16le",
      "utf-16le": "utf16le"
    })), encodingOf2 = (encoding) => encodings.get(encoding) ?? encodings.get(`${encoding}`.toLowerCase());
    function known2(encoding) {
      let name = encodingOf2(encoding);
      if (name === void 0) throw withCode2(TypeError, "ERR_UNKNOWN_ENCODING", `Unknown encoding: ${encoding}`);
      return name;
    }
    module2.exports = { encodingOf: encodingOf2, known: known2 };
  }
});

// src/shared/buffer_numbers.js
var require_buffer_numbers = __commonJS({
  "src/shared/buffer_numbers.js"(exports2, module2) {
    "use strict";
    var { withCode: withCode2, invalidArgType: invalidArgType2, outOfRange: outOfRange2 } = require("internal/errors");
    function fail(value, most2, name, least) {
      throw typeof value != "number" ? invalidArgType2(name, "number", value) : Math.floor(value) !== value ? outOfRange2(name, "an integer", value) : most2 < 0 ? withCode2(RangeError, "ERR_BUFFER_OUT_OF_BOUNDS", "Attempt to access memory outside buffer bounds") : outOfRange2(name, `>= ${least} and <= ${most2}`, value);
    }
    function checkOffset(buffer, offset, size2) {
      let most2 = buffer.length - size2;
      (typeof offset != "number" || !(offset >= 0 && offset <= most2 && Math.floor(offset) === offset)) && fail(offset, most2, "offset", 0);
    }
    function checkLength(length) {
      Number.isInteger(length) && length >= 1 && length <= 6 || fail(length, 6, "byteLength", 1);
    }
    function limits(bits, unsigned, big) {
      return big ? unsigned ? [0n, 2n ** BigInt(bits) - 1n] : [-(2n ** BigInt(bits - 1)), 2n ** BigInt(bits - 1) - 1n] : unsigned ? [0, 2 ** bits - 1] : [-(2 ** (bits - 1)), 2 ** (bits - 1) - 1];
    }
    function refuseValue(value, bits, unsigned, big) {
      let n = big ? "n" : "", [min, max] = limits(bits, unsigned, big), range = `>= ${min}${n} and <= ${max}${n}`;
      throw bits > 32 && (range = unsigned ? `>= 0${n} and < 2${n} ** ${bits}${n}` : `>= -(2${n} ** ${bits - 1}${n}) and < 2${n} ** ${bits - 1}${n}`), outOfRange2("value", range, value);
    }
    var scratch = new Uint8Array(8), view2 = new DataView(scratch.buffer);
    function read(type, size2, little, offset = 0) {
      checkOffset(this, offset, size2);
      for (let i = 0; i < size2; i++) scratch[i] = this[offset + i];
      return view2[`get${type}`](0, little);
    }
    function write(type, size2, little, value, offset = 0) {
      let big = type.startsWith("Big"), float = type.startsWith("Float"), unsigned = type.includes("Uint");
      if (big || (value = +value), !float) {
        if (size2 === 1 && typeof offset != "number") throw invalidArgType2("offset", "number", offset);
        let [min, max] = limits(8 * size2, unsigned, big);
        (value > max || value < min) && refuseValue(value, 8 * size2, unsigned, big);
      }
      if (checkOffset(this, offset, size2), big && typeof value != "bigint") throw new TypeError("Cannot mix BigInt and other types, use explicit conversions");
      float && Number.isNaN(value) ? view2.setBigInt64(0, size2 === 8 ? 0x7ff8000000000000n : 0x7fc0000000000000n, !1) : view2[`set${type}`](0, value, !1);
      for (let i = 0; i < size2; i++) this[offset + i] = scratch[little ? size2 - 1 - i : i];
      return offset + size2;
    }
    function lengthReader(unsigned, little) {
      return function(offset, length) {
        if (offset === void 0) throw invalidArgType2("offset", "number", offset);
        checkLength(length), checkOffset(this, offset, length);
        let value = 0;
        for (let i = 0; i < length; i++) value = value * 256 + this[offset + (little ? length - 1 - i : i)];
        return unsigned || value < 2 ** (8 * length - 1) ? value : value - 2 ** (8 * length);
      };
    }
    function lengthWriter(unsigned, little) {
      return function(value, offset, length) {
        if (checkLength(length), value = +value, length === 1 && typeof offset != "number") throw invalidArgType2("offset", "number", offset);
        let [min, max] = limits(8 * length, unsigned, !1);
        (value > max || value < min) && refuseValue(value, 8 * length, unsigned, !1), checkOffset(this, offset, length);
        let left = Math.trunc(value) || 0;
        for (let i = 0; i < length; i++)
          this[offset + (little ? i : length - 1 - i)] = left, left = Math.floor(left / 256);
        return offset + length;
      };
    }
    function install(prototype2, define2, native2) {
      native2.numbers(prototype2, read, write);
      for (let little of [!0, !1]) {
        let order = little ? "LE" : "BE";
        for (let unsigned of [!0, !1]) {
          let kind = unsigned ? "UInt" : "Int";
          define2(`read${kind}${order}`, lengthReader(unsigned, little)), define2(`write${kind}${order}`, lengthWriter(unsigned, little));
        }
        for (let verb of ["read", "write"]) prototype2[`${verb}Uint${order}`] = prototype2[`${verb}UInt${order}`];
      }
    }
    module2.exports = { install };
  }
});

// src/shared/buffer_bytes.js
var require_buffer_bytes = __commonJS({
  "src/shared/buffer_bytes.js"(exports2, module2) {
    "use strict";
    var { withCode: withCode2, invalidArgType: invalidArgType2, invalidArgValue, validateString, validateInteger: validateInteger2 } = require("internal/errors"), { encodingOf: encodingOf2, known: known2 } = require_encodings(), maxLength2 = 2 ** 32, isBytes = (value) => value instanceof Uint8Array;
    function index(value, name, otherwise, most2 = maxLength2) {
      return value === void 0 ? otherwise : (validateInteger2(value, name, 0, most2), value);
    }
    function install(prototype2, define2, native2) {
      function find(buffer, value, offset, encoding, forward) {
        if (!ArrayBuffer.isView(buffer)) throw invalidArgType2("buffer", ["Buffer", "TypedArray", "DataView"], buffer);
        if (typeof offset == "string" && ([offset, encoding] = [void 0, offset]), offset = +offset, Number.isNaN(offset) && (offset = forward ? 0 : buffer.byteLength), offset = Math.trunc(Math.min(Math.max(offset, -2147483648), 2147483647)), typeof value == "number") return native2.indexOf(buffer, new Uint8Array([value]), offset, forward, 1);
        let name = encoding === void 0 ? "utf8" : encodingOf2(encoding);
        if (typeof value == "string") value = native2.encode(value, name ?? known2(encoding));
        else if (!isBytes(value)) throw invalidArgType2("value", ["number", "string", "Buffer", "Uint8Array"], value);
        return native2.indexOf(buffer, value, offset, forward, name === "utf16le" ? 2 : 1);
      }
      define2("indexOf", function(value, offset, encoding) {
        return find(this, value, offset, encoding, !0);
      }), define2("lastIndexOf", function(value, offset, encoding) {
        return find(this, value, offset, encoding, !1);
      }), define2("includes", function(value, offset, encoding) {
        return find(this, value, offset, encoding, !0) !== -1;
      }), define2("equals", function(other) {
        if (!isBytes(other)) throw invalidArgType2("otherBuffer", ["Buffer", "Uint8Array"], other);
        return this.length === other.length && native2.compare(this, other) === 0;
      }), define2("compare", function(target, targetStart, targetEnd, sourceStart, sourceEnd) {
        if (!isBytes(target)) throw invalidArgType2("target", ["Buffer", "Uint8Array"], target);
        if (arguments.length === 1) return native2.compare(this, target);
        if (targetStart = index(targetStart, "targetStart", 0), targetEnd = index(targetEnd, "targetEnd", target.length, target.length), sourceStart = index(sourceStart, "sourceStart", 0), sourceEnd = index(sourceEnd, "sourceEnd", this.length, this.length), sourceStart >= sourceEnd) return targetStart >= targetEnd ? 0 : -1;
        if (targetStart >= targetEnd) return 1;
        let { subarray } = Uint8Array.prototype;
        return native2.compare(subarray.call(this, sourceStart, sourceEnd), subarray.call(target, targetStart, targetEnd));
      }), define2("fill", function(value, offset, end, encoding) {
        return fill(this, value, offset, end, encoding, native2);
      }), define2("write", function(string, offset, length, encoding) {
        if (typeof string != "string") throw withCode2(TypeError, "ERR_INVALID_ARG_TYPE", "argument must be a string");
        if (offset === void 0) return native2.write(this, string, "utf8", 0, this.length);
        if (length === void 0 && typeof offset == "string") return native2.write(this, string, offset ? known2(offset) : "utf8", 0, this.length);
        validateInteger2(offset, "offset", 0, this.length);
        let left = this.length - offset;
        return typeof length == "string" && ([length, encoding] = [left, length]), length = Math.min(index(length, "length", left, this.length), left), native2.write(this, string, encoding ? known2(encoding) : "utf8", offset, length);
      });
      for (let [short, name] of Object.entries({ utf8: "utf8", ascii: "ascii", latin1: "latin1", hex: "hex", base64: "base64", base64url: "base64url", ucs2: "utf16le" }))
        define2(`${short}Slice`, function(start = 0, end = this.length) {
          return this.toString(name, start, end);
        }), define2(`${short}Write`, function(string, offset = 0, length = this.length - offset) {
          return this.write(string, offset, length, name);
        });
      for (let bits of [16, 32, 64]) {
        let size2 = bits / 8;
        define2(`swap${bits}`, function() {
          if (this.length % size2 !== 0) throw withCode2(RangeError, "ERR_INVALID_BUFFER_SIZE", `Buffer size must be a multiple of ${bits}-bits`);
          for (let at = 0; at < this.length; at += size2) Uint8Array.prototype.subarray.call(this, at, at + size2).reverse();
          return this;
        });
      }
    }
    function fill(buffer, value, offset, end, encoding, native2) {
      let bytes;
      if (typeof value == "string") {
        offset === void 0 || typeof offset == "string" ? [offset, end, encoding] = [0, buffer.length, offset] : typeof end == "string" && ([end, encoding] = [buffer.length, end]), encoding != null && encoding !== "" && validateString(encoding, "encoding");
        let name = encoding ? known2(encoding) : "utf8";
        bytes = value === "" ? void 0 : native2.encode(value, name);
      } else ArrayBuffer.isView(value) && (bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
      if (offset === void 0) [offset, end] = [0, buffer.length];
      else if (validateInteger2(offset, "offset", 0, maxLength2), end = index(end, "end", buffer.length, buffer.length), offset >= end) return buffer;
      if (bytes === void 0) return Uint8Array.prototype.fill.call(buffer, typeof value == "string" ? 0 : value >>> 0, offset, end);
      if (bytes.length === 0) throw invalidArgValue("value", value);
      let part = Uint8Array.prototype.subarray.call(buffer, offset, end);
      return bytes.length === 1 ? part.fill(bytes[0]) : native2.repeat(part, bytes), buffer;
    }
    module2.exports = { install };
  }
});

// src/node/buffer.js
var { withCode, invalidArgType, outOfRange, validateInteger } = require("internal/errors"), { encodingOf, known } = require_encodings(), maxLength = 2 ** 32, maxText = 536870888, most = 50;
function Buffer2(value, encodingOrOffset, length) {
  if (typeof value != "number") return Buffer2.from(value, encodingOrOffset, length);
  if (typeof encodingOrOffset == "string") throw invalidArgType("string", "string", value);
  return Buffer2.alloc(value);
}
Object.setPrototypeOf(Buffer2, Uint8Array);
Object.setPrototypeOf(Buffer2.prototype, Uint8Array.prototype);
var adopt = (bytes) => Object.setPrototypeOf(bytes, Buffer2.prototype);
function copyOf(list) {
  let bytes = new Uint8Array(list.length > 0 ? list.length : 0);
  return bytes.length > 0 && bytes.set(list), adopt(bytes);
}
Buffer2.from = function(value, encodingOrOffset, length) {
  if (typeof value == "string") return adopt(native.encode(value, typeof encodingOrOffset == "string" && encodingOrOffset !== "" ? known(encodingOrOffset) : "utf8"));
  if (value !== null && typeof value == "object") {
    if (native.isArrayBuffer(value)) return view(value, +encodingOrOffset, length);
    let primitive = value.valueOf?.();
    if (primitive !== value && primitive != null && (typeof primitive == "string" || typeof primitive == "object")) return Buffer2.from(primitive, encodingOrOffset, length);
    if (value.length !== void 0 || native.isArrayBuffer(value.buffer)) return copyOf(typeof value.length == "number" ? value : []);
    if (value.type === "Buffer" && Array.isArray(value.data)) return copyOf(value.data);
    let text = value[Symbol.toPrimitive]?.("string");
    if (typeof text == "string") return Buffer2.from(text, encodingOrOffset);
  }
  throw invalidArgType("first argument", ["string", "Buffer", "ArrayBuffer", "Array", "Array-like Object"], value);
};
function view(memory, offset, length) {
  Number.isNaN(offset) && (offset = 0);
  let most2 = memory.byteLength - offset;
  if (most2 < 0) throw withCode(RangeError, "ERR_BUFFER_OUT_OF_BOUNDS", '"offset" is outside of buffer bounds');
  if (Math.trunc(offset) < 0) throw new RangeError(`Start offset ${Math.trunc(offset)} is outside the bounds of the buffer`);
  if (length = length === void 0 ? most2 : Math.max(0, +length || 0), length > most2) throw withCode(RangeError, "ERR_BUFFER_OUT_OF_BOUNDS", '"length" is outside of buffer bounds');
  return adopt(new Uint8Array(memory, Math.trunc(offset), Math.trunc(length)));
}
Buffer2.byteLength = function(value, encoding) {
  if (typeof value == "string") return native.byteLength(value, encodingOf(encoding) ?? "utf8");
  if (ArrayBuffer.isView(value) || native.isArrayBuffer(value)) return value.byteLength;
  throw invalidArgType("string", ["string", "Buffer", "ArrayBuffer"], value);
};
Buffer2.isEncoding = (encoding) => typeof encoding == "string" && encoding.length !== 0 && encodingOf(encoding) !== void 0;
Buffer2.isBuffer = function(value) {
  return value instanceof Buffer2;
};
Buffer2.concat = function(list, length) {
  if (!Array.isArray(list)) throw invalidArgType("list", "Array", list);
  if (list.forEach((item, i) => {
    if (!(item instanceof Uint8Array)) throw invalidArgType(`list[${i}]`, ["Buffer", "Uint8Array"], item);
  }), length !== void 0 && validateInteger(length, "length", 0, maxLength), list.length === 0) return Buffer2.alloc(0);
  let all = Buffer2.alloc(length ?? list.reduce((sum, item) => sum + item.length, 0)), at = 0;
  for (let item of list) {
    if (at >= all.length) break;
    all.set(at + item.length > all.length ? Uint8Array.prototype.subarray.call(item, 0, all.length - at) : item, at), at += item.length;
  }
  return all;
};
function size(n) {
  if (typeof n != "number") throw invalidArgType("size", "number", n);
  if (!(n >= 0 && n <= maxLength)) throw outOfRange("size", `>= 0 && <= ${maxLength}`, n);
}
Buffer2.compare = function(a, b) {
  if (!(a instanceof Uint8Array)) throw invalidArgType("buf1", ["Buffer", "Uint8Array"], a);
  if (!(b instanceof Uint8Array)) throw invalidArgType("buf2", ["Buffer", "Uint8Array"], b);
  return native.compare(a, b);
};
var TypedArray = Object.getPrototypeOf(Uint8Array);
Buffer2.copyBytesFrom = function(view2, offset, length) {
  if (!(view2 instanceof TypedArray)) throw invalidArgType("view", ["TypedArray"], view2);
  offset !== void 0 && validateInteger(offset, "offset", 0), length !== void 0 && validateInteger(length, "length", 0);
  let copy = view2.slice(offset ?? 0, length === void 0 ? void 0 : (offset ?? 0) + length);
  return adopt(new Uint8Array(copy.buffer));
};
Buffer2.alloc = function(n, fill, encoding) {
  size(n);
  let made = adopt(new Uint8Array(n));
  return n > 0 && fill !== void 0 && fill !== 0 ? made.fill(fill, 0, n, encoding) : made;
};
Buffer2.allocUnsafe = function(n) {
  return Buffer2.alloc(n);
};
Buffer2.allocUnsafeSlow = function(n) {
  return Buffer2.alloc(n);
};
var { prototype } = Buffer2;
function define(name, value) {
  Object.defineProperty(value, "name", { value: name }), prototype[name] = value;
}
function clamp(buffer, start, end) {
  let { length } = buffer;
  return start = start === void 0 ? 0 : Math.max(0, Math.trunc(start) || 0), end = end === void 0 ? length : Math.min(length, Math.trunc(end) || 0), start >= end ? void 0 : [start, end];
}
define("toString", function(encoding, start, end) {
  let name = encoding === void 0 ? "utf8" : known(encoding), bounds = clamp(this, start, end);
  if (bounds === void 0) return "";
  if (bounds[1] - bounds[0] > maxText) throw withCode(Error, "ERR_STRING_TOO_LONG", `Cannot create a string longer than 0x${maxText.toString(16)} characters`);
  return native.decode(this, name, bounds[0], bounds[1]);
});
prototype.toLocaleString = prototype.toString;
define("subarray", function(start, end) {
  return adopt(Uint8Array.prototype.subarray.call(this, start, end));
});
define("slice", function(start, end) {
  return this.subarray(start, end);
});
define("copy", function(target, targetStart = 0, sourceStart = 0, sourceEnd = this.length) {
  if (!(target instanceof Uint8Array)) throw invalidArgType("target", ["Buffer", "Uint8Array"], target);
  if (targetStart = Math.trunc(targetStart) || 0, sourceStart = Math.trunc(sourceStart) || 0, sourceEnd = Math.trunc(sourceEnd) || 0, targetStart < 0) throw outOfRange("targetStart", ">= 0", targetStart);
  if (sourceStart < 0 || sourceStart > this.length) throw outOfRange("sourceStart", `>= 0 && <= ${this.length}`, sourceStart);
  if (sourceEnd < 0) throw outOfRange("sourceEnd", ">= 0", sourceEnd);
  let n = Math.min(sourceEnd - sourceStart, this.length - sourceStart, target.length - targetStart);
  return n <= 0 ? 0 : (target.set(Uint8Array.prototype.subarray.call(this, sourceStart, sourceStart + n), targetStart), n);
});
define("toJSON", function() {
  return { type: "Buffer", data: Array.from(this) };
});
for (let [name, of] of [["parent", "buffer"], ["offset", "byteOffset"]])
  Object.defineProperty(prototype, name, { enumerable: !0, configurable: !0, get() {
    return this instanceof Buffer2 ? this[of] : void 0;
  } });
require_buffer_numbers().install(prototype, define, native);
require_buffer_bytes().install(prototype, define, native);
var custom = /* @__PURE__ */ Symbol.for("nodejs.util.inspect.custom");
prototype[custom] = function(depth, options) {
  let shown = Math.min(most, this.length), text = native.decode(this, "hex", 0, shown).replace(/(.{2})/g, "$1 ").trim();
  this.length > most && (text += ` ... ${this.length - most} more byte${this.length - most > 1 ? "s" : ""}`);
  let extra = Object.keys(this).filter((key) => !/^\d+$/.test(key));
  if (extra.length && options) {
    let object = Object.fromEntries(extra.map((key) => [key, this[key]])), inner = require("util").inspect(object, { ...options, breakLength: 1 / 0, compact: !0 }).slice(2, -2);
    text += `${text ? ", " : ""}${inner}`;
  }
  return `<${this.constructor.name}${text ? ` ${text}` : " "}>`;
};
prototype.inspect = prototype[custom];
function bytesOf(input) {
  if (!ArrayBuffer.isView(input) && !native.isArrayBuffer(input)) throw invalidArgType("input", ["ArrayBuffer", "Buffer", "TypedArray"], input);
  if (native.detached(ArrayBuffer.isView(input) ? input.buffer : input)) throw withCode(Error, "ERR_INVALID_STATE", "Invalid state: Cannot validate on a detached buffer");
  return input;
}
function transcode(source, fromEncoding, toEncoding) {
  if (!(source instanceof Uint8Array)) throw invalidArgType("source", ["Buffer", "Uint8Array"], source);
  if (source.length === 0) return Buffer2.alloc(0);
  let [to, of] = [encodingOf(toEncoding), encodingOf(fromEncoding)], most2 = { utf8: 1 / 0, utf16le: 1 / 0, latin1: 255, ascii: 127 };
  if (most2[to] === void 0 || most2[of] === void 0) {
    let error = new Error("Unable to transcode Buffer [U_ILLEGAL_ARGUMENT_ERROR]");
    throw error.code = "U_ILLEGAL_ARGUMENT_ERROR", error.errno = 1, error;
  }
  let text = native.decode(source, of, 0, source.length);
  return most2[to] < 1 / 0 && (text = Array.from(text, (c) => c.codePointAt(0) > most2[to] ? "?" : c).join("")), Buffer2.from(text, to);
}
module.exports = {
  Buffer: Buffer2,
  SlowBuffer: function(n) {
    return Buffer2.alloc(n);
  },
  get INSPECT_MAX_BYTES() {
    return most;
  },
  set INSPECT_MAX_BYTES(value) {
    if (typeof value != "number") throw invalidArgType("INSPECT_MAX_BYTES", "number", value);
    if (!(value >= 0)) throw outOfRange("INSPECT_MAX_BYTES", ">= 0", value);
    most = value;
  },
  kMaxLength: maxLength,
  kStringMaxLength: maxText,
  constants: { MAX_LENGTH: maxLength, MAX_STRING_LENGTH: maxText },
  transcode,
  resolveObjectURL(url) {
    return require("internal/blob").byURL.get(`${url}`);
  },
  isUtf8(input) {
    return native.isUTF8(bytesOf(input));
  },
  isAscii(input) {
    return native.isASCII(bytesOf(input));
  }
};
for (let name of ["Blob", "File", "atob", "btoa"])
  Object.defineProperty(module.exports, name, { enumerable: !0, configurable: !0, get: () => globalThis[name] });
Buffer2.poolSize = 8192;
Object.defineProperty(Buffer2, "name", { value: "Buffer", configurable: !0 });
