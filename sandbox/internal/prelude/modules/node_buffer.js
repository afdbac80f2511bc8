"use strict";
var __getOwnPropNames = Object.getOwnPropertyNames;
var __commonJS = (cb, mod) => function() {
  try {
    return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
  } catch (e) {
    throw mod = 0, e;
  }
};

// node_modules/base64-js/index.js
var require_base64_js = __commonJS({
  "node_modules/base64-js/index.js"(exports2) {
    "use strict";
    exports2.byteLength = byteLength2;
    exports2.toByteArray = toByteArray;
    exports2.fromByteArray = fromByteArray;
    var lookup = [], revLookup = [], Arr = typeof Uint8Array < "u" ? Uint8Array : Array, code = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (i = 0, len = code.length; i < len; ++i)
      lookup[i] = code[i], revLookup[code.charCodeAt(i)] = i;
    var i, len;
    revLookup[45] = 62;
    revLookup[95] = 63;
    function getLens(b64) {
      var len2 = b64.length;
      if (len2 % 4 > 0)
        throw new Error("Invalid string. Length must be a multiple of 4");
      var validLen = b64.indexOf("=");
      validLen === -1 && (validLen = len2);
      var placeHoldersLen = validLen === len2 ? 0 : 4 - validLen % 4;
      return [validLen, placeHoldersLen];
    }
    function byteLength2(b64) {
      var lens = getLens(b64), validLen = lens[0], placeHoldersLen = lens[1];
      return (validLen + placeHoldersLen) * 3 / 4 - placeHoldersLen;
    }
    function _byteLength(b64, validLen, placeHoldersLen) {
      return (validLen + placeHoldersLen) * 3 / 4 - placeHoldersLen;
    }
    function toByteArray(b64) {
      var tmp, lens = getLens(b64), validLen = lens[0], placeHoldersLen = lens[1], arr = new Arr(_byteLength(b64, validLen, placeHoldersLen)), curByte = 0, len2 = placeHoldersLen > 0 ? validLen - 4 : validLen, i2;
      for (i2 = 0; i2 < len2; i2 += 4)
        tmp = revLookup[b64.charCodeAt(i2)] << 18 | revLookup[b64.charCodeAt(i2 + 1)] << 12 | revLookup[b64.charCodeAt(i2 + 2)] << 6 | revLookup[b64.charCodeAt(i2 + 3)], arr[curByte++] = tmp >> 16 & 255, arr[curByte++] = tmp >> 8 & 255, arr[curByte++] = tmp & 255;
      return placeHoldersLen === 2 && (tmp = revLookup[b64.charCodeAt(i2)] << 2 | revLookup[b64.charCodeAt(i2 + 1)] >> 4, arr[curByte++] = tmp & 255), placeHoldersLen === 1 && (tmp = revLookup[b64.charCodeAt(i2)] << 10 | revLookup[b64.charCodeAt(i2 + 1)] << 4 | revLookup[b64.charCodeAt(i2 + 2)] >> 2, arr[curByte++] = tmp >> 8 & 255, arr[curByte++] = tmp & 255), arr;
    }
    function tripletToBase64(num) {
      return lookup[num >> 18 & 63] + lookup[num >> 12 & 63] + lookup[num >> 6 & 63] + lookup[num & 63];
    }
    function encodeChunk(uint8, start, end) {
      for (var tmp, output = [], i2 = start; i2 < end; i2 += 3)
        tmp = (uint8[i2] << 16 & 16711680) + (uint8[i2 + 1] << 8 & 65280) + (uint8[i2 + 2] & 255), output.push(tripletToBase64(tmp));
      return output.join("");
    }
    function fromByteArray(uint8) {
      for (var tmp, len2 = uint8.length, extraBytes = len2 % 3, parts = [], maxChunkLength = 16383, i2 = 0, len22 = len2 - extraBytes; i2 < len22; i2 += maxChunkLength)
        parts.push(encodeChunk(uint8, i2, i2 + maxChunkLength > len22 ? len22 : i2 + maxChunkLength));
      return extraBytes === 1 ? (tmp = uint8[len2 - 1], parts.push(
        lookup[tmp >> 2] + lookup[tmp << 4 & 63] + "=="
      )) : extraBytes === 2 && (tmp = (uint8[len2 - 2] << 8) + uint8[len2 - 1], parts.push(
        lookup[tmp >> 10] + lookup[tmp >> 4 & 63] + lookup[tmp << 2 & 63] + "="
      )), parts.join("");
    }
  }
});

// src/modern/base64.js
var require_base64 = __commonJS({
  "src/modern/base64.js"(exports2, module2) {
    "use strict";
    var base64 = () => require_base64_js();
    module2.exports = {
      byteLength: (text) => base64().byteLength(text),
      toByteArray: (text) => base64().toByteArray(text),
      fromByteArray: (bytes) => base64().fromByteArray(bytes)
    };
  }
});

// node_modules/ieee754/index.js
var require_ieee754 = __commonJS({
  "node_modules/ieee754/index.js"(exports2) {
    exports2.read = function(buffer, offset, isLE, mLen, nBytes) {
      var e, m, eLen = nBytes * 8 - mLen - 1, eMax = (1 << eLen) - 1, eBias = eMax >> 1, nBits = -7, i = isLE ? nBytes - 1 : 0, d = isLE ? -1 : 1, s = buffer[offset + i];
      for (i += d, e = s & (1 << -nBits) - 1, s >>= -nBits, nBits += eLen; nBits > 0; e = e * 256 + buffer[offset + i], i += d, nBits -= 8)
        ;
      for (m = e & (1 << -nBits) - 1, e >>= -nBits, nBits += mLen; nBits > 0; m = m * 256 + buffer[offset + i], i += d, nBits -= 8)
        ;
      if (e === 0)
        e = 1 - eBias;
      else {
        if (e === eMax)
          return m ? NaN : (s ? -1 : 1) * (1 / 0);
        m = m + Math.pow(2, mLen), e = e - eBias;
      }
      return (s ? -1 : 1) * m * Math.pow(2, e - mLen);
    };
    exports2.write = function(buffer, value, offset, isLE, mLen, nBytes) {
      var e, m, c, eLen = nBytes * 8 - mLen - 1, eMax = (1 << eLen) - 1, eBias = eMax >> 1, rt = mLen === 23 ? Math.pow(2, -24) - Math.pow(2, -77) : 0, i = isLE ? 0 : nBytes - 1, d = isLE ? 1 : -1, s = value < 0 || value === 0 && 1 / value < 0 ? 1 : 0;
      for (value = Math.abs(value), isNaN(value) || value === 1 / 0 ? (m = isNaN(value) ? 1 : 0, e = eMax) : (e = Math.floor(Math.log(value) / Math.LN2), value * (c = Math.pow(2, -e)) < 1 && (e--, c *= 2), e + eBias >= 1 ? value += rt / c : value += rt * Math.pow(2, 1 - eBias), value * c >= 2 && (e++, c /= 2), e + eBias >= eMax ? (m = 0, e = eMax) : e + eBias >= 1 ? (m = (value * c - 1) * Math.pow(2, mLen), e = e + eBias) : (m = value * Math.pow(2, eBias - 1) * Math.pow(2, mLen), e = 0)); mLen >= 8; buffer[offset + i] = m & 255, i += d, m /= 256, mLen -= 8)
        ;
      for (e = e << mLen | m, eLen += mLen; eLen > 0; buffer[offset + i] = e & 255, i += d, e /= 256, eLen -= 8)
        ;
      buffer[offset + i - d] |= s * 128;
    };
  }
});

// node_modules/buffer/index.js
var require_buffer = __commonJS({
  "node_modules/buffer/index.js"(exports2) {
    "use strict";
    var base64 = require_base64(), ieee754 = require_ieee754(), customInspectSymbol = typeof Symbol == "function" && typeof Symbol.for == "function" ? /* @__PURE__ */ Symbol.for("nodejs.util.inspect.custom") : null;
    exports2.Buffer = Buffer3;
    exports2.SlowBuffer = SlowBuffer2;
    exports2.INSPECT_MAX_BYTES = 50;
    var K_MAX_LENGTH = 2147483647;
    exports2.kMaxLength = K_MAX_LENGTH;
    Buffer3.TYPED_ARRAY_SUPPORT = typedArraySupport();
    !Buffer3.TYPED_ARRAY_SUPPORT && typeof console < "u" && typeof console.error == "function" && console.error(
      "This browser lacks typed array (Uint8Array) support which is required by `buffer` v5.x. Use `buffer` v4.x if you require old browser support."
    );
    function typedArraySupport() {
      try {
        let arr = new Uint8Array(1), proto = { foo: function() {
          return 42;
        } };
        return Object.setPrototypeOf(proto, Uint8Array.prototype), Object.setPrototypeOf(arr, proto), arr.foo() === 42;
      } catch {
        return !1;
      }
    }
    Object.defineProperty(Buffer3.prototype, "parent", {
      enumerable: !0,
      get: function() {
        if (Buffer3.isBuffer(this))
          return this.buffer;
      }
    });
    Object.defineProperty(Buffer3.prototype, "offset", {
      enumerable: !0,
      get: function() {
        if (Buffer3.isBuffer(this))
          return this.byteOffset;
      }
    });
    function createBuffer(length) {
      if (length > K_MAX_LENGTH)
        throw new RangeError('The value "' + length + '" is invalid for option "size"');
      let buf = new Uint8Array(length);
      return Object.setPrototypeOf(buf, Buffer3.prototype), buf;
    }
    function Buffer3(arg, encodingOrOffset, length) {
      if (typeof arg == "number") {
        if (typeof encodingOrOffset == "string")
          throw new TypeError(
            'The "string" argument must be of type string. Received type number'
          );
        return allocUnsafe(arg);
      }
      return from2(arg, encodingOrOffset, length);
    }
    Buffer3.poolSize = 8192;
    function from2(value, encodingOrOffset, length) {
      if (typeof value == "string")
        return fromString(value, encodingOrOffset);
      if (ArrayBuffer.isView(value))
        return fromArrayView(value);
      if (value == null)
        throw new TypeError(
          "The first argument must be one of type string, Buffer, ArrayBuffer, Array, or Array-like Object. Received type " + typeof value
        );
      if (isInstance(value, ArrayBuffer) || value && isInstance(value.buffer, ArrayBuffer) || typeof SharedArrayBuffer < "u" && (isInstance(value, SharedArrayBuffer) || value && isInstance(value.buffer, SharedArrayBuffer)))
        return fromArrayBuffer(value, encodingOrOffset, length);
      if (typeof value == "number")
        throw new TypeError(
          'The "value" argument must not be of type number. Received type number'
        );
      let valueOf = value.valueOf && value.valueOf();
      if (valueOf != null && valueOf !== value)
        return Buffer3.from(valueOf, encodingOrOffset, length);
      let b = fromObject(value);
      if (b) return b;
      if (typeof Symbol < "u" && Symbol.toPrimitive != null && typeof value[Symbol.toPrimitive] == "function")
        return Buffer3.from(value[Symbol.toPrimitive]("string"), encodingOrOffset, length);
      throw new TypeError(
        "The first argument must be one of type string, Buffer, ArrayBuffer, Array, or Array-like Object. Received type " + typeof value
      );
    }
    Buffer3.from = function(value, encodingOrOffset, length) {
      return from2(value, encodingOrOffset, length);
    };
    Object.setPrototypeOf(Buffer3.prototype, Uint8Array.prototype);
    Object.setPrototypeOf(Buffer3, Uint8Array);
    function assertSize(size2) {
      if (typeof size2 != "number")
        throw new TypeError('"size" argument must be of type number');
      if (size2 < 0)
        throw new RangeError('The value "' + size2 + '" is invalid for option "size"');
    }
    function alloc(size2, fill, encoding) {
      return assertSize(size2), size2 <= 0 ? createBuffer(size2) : fill !== void 0 ? typeof encoding == "string" ? createBuffer(size2).fill(fill, encoding) : createBuffer(size2).fill(fill) : createBuffer(size2);
    }
    Buffer3.alloc = function(size2, fill, encoding) {
      return alloc(size2, fill, encoding);
    };
    function allocUnsafe(size2) {
      return assertSize(size2), createBuffer(size2 < 0 ? 0 : checked(size2) | 0);
    }
    Buffer3.allocUnsafe = function(size2) {
      return allocUnsafe(size2);
    };
    Buffer3.allocUnsafeSlow = function(size2) {
      return allocUnsafe(size2);
    };
    function fromString(string, encoding) {
      if ((typeof encoding != "string" || encoding === "") && (encoding = "utf8"), !Buffer3.isEncoding(encoding))
        throw new TypeError("Unknown encoding: " + encoding);
      let length = byteLength2(string, encoding) | 0, buf = createBuffer(length), actual = buf.write(string, encoding);
      return actual !== length && (buf = buf.slice(0, actual)), buf;
    }
    function fromArrayLike(array) {
      let length = array.length < 0 ? 0 : checked(array.length) | 0, buf = createBuffer(length);
      for (let i = 0; i < length; i += 1)
        buf[i] = array[i] & 255;
      return buf;
    }
    function fromArrayView(arrayView) {
      if (isInstance(arrayView, Uint8Array)) {
        let copy = new Uint8Array(arrayView);
        return fromArrayBuffer(copy.buffer, copy.byteOffset, copy.byteLength);
      }
      return fromArrayLike(arrayView);
    }
    function fromArrayBuffer(array, byteOffset, length) {
      if (byteOffset < 0 || array.byteLength < byteOffset)
        throw new RangeError('"offset" is outside of buffer bounds');
      if (array.byteLength < byteOffset + (length || 0))
        throw new RangeError('"length" is outside of buffer bounds');
      let buf;
      return byteOffset === void 0 && length === void 0 ? buf = new Uint8Array(array) : length === void 0 ? buf = new Uint8Array(array, byteOffset) : buf = new Uint8Array(array, byteOffset, length), Object.setPrototypeOf(buf, Buffer3.prototype), buf;
    }
    function fromObject(obj) {
      if (Buffer3.isBuffer(obj)) {
        let len = checked(obj.length) | 0, buf = createBuffer(len);
        return buf.length === 0 || obj.copy(buf, 0, 0, len), buf;
      }
      if (obj.length !== void 0)
        return typeof obj.length != "number" || numberIsNaN(obj.length) ? createBuffer(0) : fromArrayLike(obj);
      if (obj.type === "Buffer" && Array.isArray(obj.data))
        return fromArrayLike(obj.data);
    }
    function checked(length) {
      if (length >= K_MAX_LENGTH)
        throw new RangeError("Attempt to allocate Buffer larger than maximum size: 0x" + K_MAX_LENGTH.toString(16) + " bytes");
      return length | 0;
    }
    function SlowBuffer2(length) {
      return +length != length && (length = 0), Buffer3.alloc(+length);
    }
    Buffer3.isBuffer = function(b) {
      return b != null && b._isBuffer === !0 && b !== Buffer3.prototype;
    };
    Buffer3.compare = function(a, b) {
      if (isInstance(a, Uint8Array) && (a = Buffer3.from(a, a.offset, a.byteLength)), isInstance(b, Uint8Array) && (b = Buffer3.from(b, b.offset, b.byteLength)), !Buffer3.isBuffer(a) || !Buffer3.isBuffer(b))
        throw new TypeError(
          'The "buf1", "buf2" arguments must be one of type Buffer or Uint8Array'
        );
      if (a === b) return 0;
      let x = a.length, y = b.length;
      for (let i = 0, len = Math.min(x, y); i < len; ++i)
        if (a[i] !== b[i]) {
          x = a[i], y = b[i];
          break;
        }
      return x < y ? -1 : y < x ? 1 : 0;
    };
    Buffer3.isEncoding = function(encoding) {
      switch (String(encoding).toLowerCase()) {
        case "hex":
        case "utf8":
        case "utf-8":
        case "ascii":
        case "latin1":
        case "binary":
        case "base64":
        case "ucs2":
        case "ucs-2":
        case "utf16le":
        case "utf-16le":
          return !0;
        default:
          return !1;
      }
    };
    Buffer3.concat = function(list, length) {
      if (!Array.isArray(list))
        throw new TypeError('"list" argument must be an Array of Buffers');
      if (list.length === 0)
        return Buffer3.alloc(0);
      let i;
      if (length === void 0)
        for (length = 0, i = 0; i < list.length; ++i)
          length += list[i].length;
      let buffer = Buffer3.allocUnsafe(length), pos = 0;
      for (i = 0; i < list.length; ++i) {
        let buf = list[i];
        if (isInstance(buf, Uint8Array))
          pos + buf.length > buffer.length ? (Buffer3.isBuffer(buf) || (buf = Buffer3.from(buf)), buf.copy(buffer, pos)) : Uint8Array.prototype.set.call(
            buffer,
            buf,
            pos
          );
        else if (Buffer3.isBuffer(buf))
          buf.copy(buffer, pos);
        else
          throw new TypeError('"list" argument must be an Array of Buffers');
        pos += buf.length;
      }
      return buffer;
    };
    function byteLength2(string, encoding) {
      if (Buffer3.isBuffer(string))
        return string.length;
      if (ArrayBuffer.isView(string) || isInstance(string, ArrayBuffer))
        return string.byteLength;
      if (typeof string != "string")
        throw new TypeError(
          'The "string" argument must be one of type string, Buffer, or ArrayBuffer. Received type ' + typeof string
        );
      let len = string.length, mustMatch = arguments.length > 2 && arguments[2] === !0;
      if (!mustMatch && len === 0) return 0;
      let loweredCase = !1;
      for (; ; )
        switch (encoding) {
          case "ascii":
          case "latin1":
          case "binary":
            return len;
          case "utf8":
          case "utf-8":
            return utf8ToBytes(string).length;
          case "ucs2":
          case "ucs-2":
          case "utf16le":
          case "utf-16le":
            return len * 2;
          case "hex":
            return len >>> 1;
          case "base64":
            return base64ToBytes(string).length;
          default:
            if (loweredCase)
              return mustMatch ? -1 : utf8ToBytes(string).length;
            encoding = ("" + encoding).toLowerCase(), loweredCase = !0;
        }
    }
    Buffer3.byteLength = byteLength2;
    function slowToString(encoding, start, end) {
      let loweredCase = !1;
      if ((start === void 0 || start < 0) && (start = 0), start > this.length || ((end === void 0 || end > this.length) && (end = this.length), end <= 0) || (end >>>= 0, start >>>= 0, end <= start))
        return "";
      for (encoding || (encoding = "utf8"); ; )
        switch (encoding) {
          case "hex":
            return hexSlice(this, start, end);
          case "utf8":
          case "utf-8":
            return utf8Slice(this, start, end);
          case "ascii":
            return asciiSlice(this, start, end);
          case "latin1":
          case "binary":
            return latin1Slice(this, start, end);
          case "base64":
            return base64Slice(this, start, end);
          case "ucs2":
          case "ucs-2":
          case "utf16le":
          case "utf-16le":
            return utf16leSlice(this, start, end);
          default:
            if (loweredCase) throw new TypeError("Unknown encoding: " + encoding);
            encoding = (encoding + "").toLowerCase(), loweredCase = !0;
        }
    }
    Buffer3.prototype._isBuffer = !0;
    function swap(b, n, m) {
      let i = b[n];
      b[n] = b[m], b[m] = i;
    }
    Buffer3.prototype.swap16 = function() {
      let len = this.length;
      if (len % 2 !== 0)
        throw new RangeError("Buffer size must be a multiple of 16-bits");
      for (let i = 0; i < len; i += 2)
        swap(this, i, i + 1);
      return this;
    };
    Buffer3.prototype.swap32 = function() {
      let len = this.length;
      if (len % 4 !== 0)
        throw new RangeError("Buffer size must be a multiple of 32-bits");
      for (let i = 0; i < len; i += 4)
        swap(this, i, i + 3), swap(this, i + 1, i + 2);
      return this;
    };
    Buffer3.prototype.swap64 = function() {
      let len = this.length;
      if (len % 8 !== 0)
        throw new RangeError("Buffer size must be a multiple of 64-bits");
      for (let i = 0; i < len; i += 8)
        swap(this, i, i + 7), swap(this, i + 1, i + 6), swap(this, i + 2, i + 5), swap(this, i + 3, i + 4);
      return this;
    };
    Buffer3.prototype.toString = function() {
      let length = this.length;
      return length === 0 ? "" : arguments.length === 0 ? utf8Slice(this, 0, length) : slowToString.apply(this, arguments);
    };
    Buffer3.prototype.toLocaleString = Buffer3.prototype.toString;
    Buffer3.prototype.equals = function(b) {
      if (!Buffer3.isBuffer(b)) throw new TypeError("Argument must be a Buffer");
      return this === b ? !0 : Buffer3.compare(this, b) === 0;
    };
    Buffer3.prototype.inspect = function() {
      let str = "", max = exports2.INSPECT_MAX_BYTES;
      return str = this.toString("hex", 0, max).replace(/(.{2})/g, "$1 ").trim(), this.length > max && (str += " ... "), "<Buffer " + str + ">";
    };
    customInspectSymbol && (Buffer3.prototype[customInspectSymbol] = Buffer3.prototype.inspect);
    Buffer3.prototype.compare = function(target, start, end, thisStart, thisEnd) {
      if (isInstance(target, Uint8Array) && (target = Buffer3.from(target, target.offset, target.byteLength)), !Buffer3.isBuffer(target))
        throw new TypeError(
          'The "target" argument must be one of type Buffer or Uint8Array. Received type ' + typeof target
        );
      if (start === void 0 && (start = 0), end === void 0 && (end = target ? target.length : 0), thisStart === void 0 && (thisStart = 0), thisEnd === void 0 && (thisEnd = this.length), start < 0 || end > target.length || thisStart < 0 || thisEnd > this.length)
        throw new RangeError("out of range index");
      if (thisStart >= thisEnd && start >= end)
        return 0;
      if (thisStart >= thisEnd)
        return -1;
      if (start >= end)
        return 1;
      if (start >>>= 0, end >>>= 0, thisStart >>>= 0, thisEnd >>>= 0, this === target) return 0;
      let x = thisEnd - thisStart, y = end - start, len = Math.min(x, y), thisCopy = this.slice(thisStart, thisEnd), targetCopy = target.slice(start, end);
      for (let i = 0; i < len; ++i)
        if (thisCopy[i] !== targetCopy[i]) {
          x = thisCopy[i], y = targetCopy[i];
          break;
        }
      return x < y ? -1 : y < x ? 1 : 0;
    };
    function bidirectionalIndexOf(buffer, val, byteOffset, encoding, dir) {
      if (buffer.length === 0) return -1;
      if (typeof byteOffset == "string" ? (encoding = byteOffset, byteOffset = 0) : byteOffset > 2147483647 ? byteOffset = 2147483647 : byteOffset < -2147483648 && (byteOffset = -2147483648), byteOffset = +byteOffset, numberIsNaN(byteOffset) && (byteOffset = dir ? 0 : buffer.length - 1), byteOffset < 0 && (byteOffset = buffer.length + byteOffset), byteOffset >= buffer.length) {
        if (dir) return -1;
        byteOffset = buffer.length - 1;
      } else if (byteOffset < 0)
        if (dir) byteOffset = 0;
        else return -1;
      if (typeof val == "string" && (val = Buffer3.from(val, encoding)), Buffer3.isBuffer(val))
        return val.length === 0 ? -1 : arrayIndexOf(buffer, val, byteOffset, encoding, dir);
      if (typeof val == "number")
        return val = val & 255, typeof Uint8Array.prototype.indexOf == "function" ? dir ? Uint8Array.prototype.indexOf.call(buffer, val, byteOffset) : Uint8Array.prototype.lastIndexOf.call(buffer, val, byteOffset) : arrayIndexOf(buffer, [val], byteOffset, encoding, dir);
      throw new TypeError("val must be string, number or Buffer");
    }
    function arrayIndexOf(arr, val, byteOffset, encoding, dir) {
      let indexSize = 1, arrLength = arr.length, valLength = val.length;
      if (encoding !== void 0 && (encoding = String(encoding).toLowerCase(), encoding === "ucs2" || encoding === "ucs-2" || encoding === "utf16le" || encoding === "utf-16le")) {
        if (arr.length < 2 || val.length < 2)
          return -1;
        indexSize = 2, arrLength /= 2, valLength /= 2, byteOffset /= 2;
      }
      function read(buf, i2) {
        return indexSize === 1 ? buf[i2] : buf.readUInt16BE(i2 * indexSize);
      }
      let i;
      if (dir) {
        let foundIndex = -1;
        for (i = byteOffset; i < arrLength; i++)
          if (read(arr, i) === read(val, foundIndex === -1 ? 0 : i - foundIndex)) {
            if (foundIndex === -1 && (foundIndex = i), i - foundIndex + 1 === valLength) return foundIndex * indexSize;
          } else
            foundIndex !== -1 && (i -= i - foundIndex), foundIndex = -1;
      } else
        for (byteOffset + valLength > arrLength && (byteOffset = arrLength - valLength), i = byteOffset; i >= 0; i--) {
          let found = !0;
          for (let j = 0; j < valLength; j++)
            if (read(arr, i + j) !== read(val, j)) {
              found = !1;
              break;
            }
          if (found) return i;
        }
      return -1;
    }
    Buffer3.prototype.includes = function(val, byteOffset, encoding) {
      return this.indexOf(val, byteOffset, encoding) !== -1;
    };
    Buffer3.prototype.indexOf = function(val, byteOffset, encoding) {
      return bidirectionalIndexOf(this, val, byteOffset, encoding, !0);
    };
    Buffer3.prototype.lastIndexOf = function(val, byteOffset, encoding) {
      return bidirectionalIndexOf(this, val, byteOffset, encoding, !1);
    };
    function hexWrite(buf, string, offset, length) {
      offset = Number(offset) || 0;
      let remaining = buf.length - offset;
      length ? (length = Number(length), length > remaining && (length = remaining)) : length = remaining;
      let strLen = string.length;
      length > strLen / 2 && (length = strLen / 2);
      let i;
      for (i = 0; i < length; ++i) {
        let parsed = parseInt(string.substr(i * 2, 2), 16);
        if (numberIsNaN(parsed)) return i;
        buf[offset + i] = parsed;
      }
      return i;
    }
    function utf8Write(buf, string, offset, length) {
      return blitBuffer(utf8ToBytes(string, buf.length - offset), buf, offset, length);
    }
    function asciiWrite(buf, string, offset, length) {
      return blitBuffer(asciiToBytes(string), buf, offset, length);
    }
    function base64Write(buf, string, offset, length) {
      return blitBuffer(base64ToBytes(string), buf, offset, length);
    }
    function ucs2Write(buf, string, offset, length) {
      return blitBuffer(utf16leToBytes(string, buf.length - offset), buf, offset, length);
    }
    Buffer3.prototype.write = function(string, offset, length, encoding) {
      if (offset === void 0)
        encoding = "utf8", length = this.length, offset = 0;
      else if (length === void 0 && typeof offset == "string")
        encoding = offset, length = this.length, offset = 0;
      else if (isFinite(offset))
        offset = offset >>> 0, isFinite(length) ? (length = length >>> 0, encoding === void 0 && (encoding = "utf8")) : (encoding = length, length = void 0);
      else
        throw new Error(
          "Buffer.write(string, encoding, offset[, length]) is no longer supported"
        );
      let remaining = this.length - offset;
      if ((length === void 0 || length > remaining) && (length = remaining), string.length > 0 && (length < 0 || offset < 0) || offset > this.length)
        throw new RangeError("Attempt to write outside buffer bounds");
      encoding || (encoding = "utf8");
      let loweredCase = !1;
      for (; ; )
        switch (encoding) {
          case "hex":
            return hexWrite(this, string, offset, length);
          case "utf8":
          case "utf-8":
            return utf8Write(this, string, offset, length);
          case "ascii":
          case "latin1":
          case "binary":
            return asciiWrite(this, string, offset, length);
          case "base64":
            return base64Write(this, string, offset, length);
          case "ucs2":
          case "ucs-2":
          case "utf16le":
          case "utf-16le":
            return ucs2Write(this, string, offset, length);
          default:
            if (loweredCase) throw new TypeError("Unknown encoding: " + encoding);
            encoding = ("" + encoding).toLowerCase(), loweredCase = !0;
        }
    };
    Buffer3.prototype.toJSON = function() {
      return {
        type: "Buffer",
        data: Array.prototype.slice.call(this._arr || this, 0)
      };
    };
    function base64Slice(buf, start, end) {
      return start === 0 && end === buf.length ? base64.fromByteArray(buf) : base64.fromByteArray(buf.slice(start, end));
    }
    function utf8Slice(buf, start, end) {
      end = Math.min(buf.length, end);
      let res = [], i = start;
      for (; i < end; ) {
        let firstByte = buf[i], codePoint = null, bytesPerSequence = firstByte > 239 ? 4 : firstByte > 223 ? 3 : firstByte > 191 ? 2 : 1;
        if (i + bytesPerSequence <= end) {
          let secondByte, thirdByte, fourthByte, tempCodePoint;
          switch (bytesPerSequence) {
            case 1:
              firstByte < 128 && (codePoint = firstByte);
              break;
            case 2:
              secondByte = buf[i + 1], (secondByte & 192) === 128 && (tempCodePoint = (firstByte & 31) << 6 | secondByte & 63, tempCodePoint > 127 && (codePoint = tempCodePoint));
              break;
            case 3:
              secondByte = buf[i + 1], thirdByte = buf[i + 2], (secondByte & 192) === 128 && (thirdByte & 192) === 128 && (tempCodePoint = (firstByte & 15) << 12 | (secondByte & 63) << 6 | thirdByte & 63, tempCodePoint > 2047 && (tempCodePoint < 55296 || tempCodePoint > 57343) && (codePoint = tempCodePoint));
              break;
            case 4:
              secondByte = buf[i + 1], thirdByte = buf[i + 2], fourthByte = buf[i + 3], (secondByte & 192) === 128 && (thirdByte & 192) === 128 && (fourthByte & 192) === 128 && (tempCodePoint = (firstByte & 15) << 18 | (secondByte & 63) << 12 | (thirdByte & 63) << 6 | fourthByte & 63, tempCodePoint > 65535 && tempCodePoint < 1114112 && (codePoint = tempCodePoint));
          }
        }
        codePoint === null ? (codePoint = 65533, bytesPerSequence = 1) : codePoint > 65535 && (codePoint -= 65536, res.push(codePoint >>> 10 & 1023 | 55296), codePoint = 56320 | codePoint & 1023), res.push(codePoint), i += bytesPerSequence;
      }
      return decodeCodePointsArray(res);
    }
    var MAX_ARGUMENTS_LENGTH = 4096;
    function decodeCodePointsArray(codePoints) {
      let len = codePoints.length;
      if (len <= MAX_ARGUMENTS_LENGTH)
        return String.fromCharCode.apply(String, codePoints);
      let res = "", i = 0;
      for (; i < len; )
        res += String.fromCharCode.apply(
          String,
          codePoints.slice(i, i += MAX_ARGUMENTS_LENGTH)
        );
      return res;
    }
    function asciiSlice(buf, start, end) {
      let ret = "";
      end = Math.min(buf.length, end);
      for (let i = start; i < end; ++i)
        ret += String.fromCharCode(buf[i] & 127);
      return ret;
    }
    function latin1Slice(buf, start, end) {
      let ret = "";
      end = Math.min(buf.length, end);
      for (let i = start; i < end; ++i)
        ret += String.fromCharCode(buf[i]);
      return ret;
    }
    function hexSlice(buf, start, end) {
      let len = buf.length;
      (!start || start < 0) && (start = 0), (!end || end < 0 || end > len) && (end = len);
      let out = "";
      for (let i = start; i < end; ++i)
        out += (buf[i] + 256).toString(16).slice(1);
      return out;
    }
    function utf16leSlice(buf, start, end) {
      let bytes = buf.slice(start, end), res = "";
      for (let i = 0; i < bytes.length - 1; i += 2)
        res += String.fromCharCode(bytes[i] + bytes[i + 1] * 256);
      return res;
    }
    Buffer3.prototype.slice = function(start, end) {
      let len = this.length;
      start = ~~start, end = end === void 0 ? len : ~~end, start < 0 ? (start += len, start < 0 && (start = 0)) : start > len && (start = len), end < 0 ? (end += len, end < 0 && (end = 0)) : end > len && (end = len), end < start && (end = start);
      let newBuf = this.subarray(start, end);
      return Object.setPrototypeOf(newBuf, Buffer3.prototype), newBuf;
    };
    function checkOffset(offset, ext, length) {
      if (offset % 1 !== 0 || offset < 0) throw new RangeError("offset is not uint");
      if (offset + ext > length) throw new RangeError("Trying to access beyond buffer length");
    }
    Buffer3.prototype.readUintLE = Buffer3.prototype.readUIntLE = function(offset, byteLength3, noAssert) {
      offset = offset >>> 0, byteLength3 = byteLength3 >>> 0, noAssert || checkOffset(offset, byteLength3, this.length);
      let val = this[offset], mul = 1, i = 0;
      for (; ++i < byteLength3 && (mul *= 256); )
        val += this[offset + i] * mul;
      return val;
    };
    Buffer3.prototype.readUintBE = Buffer3.prototype.readUIntBE = function(offset, byteLength3, noAssert) {
      offset = offset >>> 0, byteLength3 = byteLength3 >>> 0, noAssert || checkOffset(offset, byteLength3, this.length);
      let val = this[offset + --byteLength3], mul = 1;
      for (; byteLength3 > 0 && (mul *= 256); )
        val += this[offset + --byteLength3] * mul;
      return val;
    };
    Buffer3.prototype.readUint8 = Buffer3.prototype.readUInt8 = function(offset, noAssert) {
      return offset = offset >>> 0, noAssert || checkOffset(offset, 1, this.length), this[offset];
    };
    Buffer3.prototype.readUint16LE = Buffer3.prototype.readUInt16LE = function(offset, noAssert) {
      return offset = offset >>> 0, noAssert || checkOffset(offset, 2, this.length), this[offset] | this[offset + 1] << 8;
    };
    Buffer3.prototype.readUint16BE = Buffer3.prototype.readUInt16BE = function(offset, noAssert) {
      return offset = offset >>> 0, noAssert || checkOffset(offset, 2, this.length), this[offset] << 8 | this[offset + 1];
    };
    Buffer3.prototype.readUint32LE = Buffer3.prototype.readUInt32LE = function(offset, noAssert) {
      return offset = offset >>> 0, noAssert || checkOffset(offset, 4, this.length), (this[offset] | this[offset + 1] << 8 | this[offset + 2] << 16) + this[offset + 3] * 16777216;
    };
    Buffer3.prototype.readUint32BE = Buffer3.prototype.readUInt32BE = function(offset, noAssert) {
      return offset = offset >>> 0, noAssert || checkOffset(offset, 4, this.length), this[offset] * 16777216 + (this[offset + 1] << 16 | this[offset + 2] << 8 | this[offset + 3]);
    };
    Buffer3.prototype.readBigUInt64LE = defineBigIntMethod(function(offset) {
      offset = offset >>> 0, validateNumber(offset, "offset");
      let first = this[offset], last = this[offset + 7];
      (first === void 0 || last === void 0) && boundsError(offset, this.length - 8);
      let lo = first + this[++offset] * 2 ** 8 + this[++offset] * 2 ** 16 + this[++offset] * 2 ** 24, hi = this[++offset] + this[++offset] * 2 ** 8 + this[++offset] * 2 ** 16 + last * 2 ** 24;
      return BigInt(lo) + (BigInt(hi) << BigInt(32));
    });
    Buffer3.prototype.readBigUInt64BE = defineBigIntMethod(function(offset) {
      offset = offset >>> 0, validateNumber(offset, "offset");
      let first = this[offset], last = this[offset + 7];
      (first === void 0 || last === void 0) && boundsError(offset, this.length - 8);
      let hi = first * 2 ** 24 + this[++offset] * 2 ** 16 + this[++offset] * 2 ** 8 + this[++offset], lo = this[++offset] * 2 ** 24 + this[++offset] * 2 ** 16 + this[++offset] * 2 ** 8 + last;
      return (BigInt(hi) << BigInt(32)) + BigInt(lo);
    });
    Buffer3.prototype.readIntLE = function(offset, byteLength3, noAssert) {
      offset = offset >>> 0, byteLength3 = byteLength3 >>> 0, noAssert || checkOffset(offset, byteLength3, this.length);
      let val = this[offset], mul = 1, i = 0;
      for (; ++i < byteLength3 && (mul *= 256); )
        val += this[offset + i] * mul;
      return mul *= 128, val >= mul && (val -= Math.pow(2, 8 * byteLength3)), val;
    };
    Buffer3.prototype.readIntBE = function(offset, byteLength3, noAssert) {
      offset = offset >>> 0, byteLength3 = byteLength3 >>> 0, noAssert || checkOffset(offset, byteLength3, this.length);
      let i = byteLength3, mul = 1, val = this[offset + --i];
      for (; i > 0 && (mul *= 256); )
        val += this[offset + --i] * mul;
      return mul *= 128, val >= mul && (val -= Math.pow(2, 8 * byteLength3)), val;
    };
    Buffer3.prototype.readInt8 = function(offset, noAssert) {
      return offset = offset >>> 0, noAssert || checkOffset(offset, 1, this.length), this[offset] & 128 ? (255 - this[offset] + 1) * -1 : this[offset];
    };
    Buffer3.prototype.readInt16LE = function(offset, noAssert) {
      offset = offset >>> 0, noAssert || checkOffset(offset, 2, this.length);
      let val = this[offset] | this[offset + 1] << 8;
      return val & 32768 ? val | 4294901760 : val;
    };
    Buffer3.prototype.readInt16BE = function(offset, noAssert) {
      offset = offset >>> 0, noAssert || checkOffset(offset, 2, this.length);
      let val = this[offset + 1] | this[offset] << 8;
      return val & 32768 ? val | 4294901760 : val;
    };
    Buffer3.prototype.readInt32LE = function(offset, noAssert) {
      return offset = offset >>> 0, noAssert || checkOffset(offset, 4, this.length), this[offset] | this[offset + 1] << 8 | this[offset + 2] << 16 | this[offset + 3] << 24;
    };
    Buffer3.prototype.readInt32BE = function(offset, noAssert) {
      return offset = offset >>> 0, noAssert || checkOffset(offset, 4, this.length), this[offset] << 24 | this[offset + 1] << 16 | this[offset + 2] << 8 | this[offset + 3];
    };
    Buffer3.prototype.readBigInt64LE = defineBigIntMethod(function(offset) {
      offset = offset >>> 0, validateNumber(offset, "offset");
      let first = this[offset], last = this[offset + 7];
      (first === void 0 || last === void 0) && boundsError(offset, this.length - 8);
      let val = this[offset + 4] + this[offset + 5] * 2 ** 8 + this[offset + 6] * 2 ** 16 + (last << 24);
      return (BigInt(val) << BigInt(32)) + BigInt(first + this[++offset] * 2 ** 8 + this[++offset] * 2 ** 16 + this[++offset] * 2 ** 24);
    });
    Buffer3.prototype.readBigInt64BE = defineBigIntMethod(function(offset) {
      offset = offset >>> 0, validateNumber(offset, "offset");
      let first = this[offset], last = this[offset + 7];
      (first === void 0 || last === void 0) && boundsError(offset, this.length - 8);
      let val = (first << 24) + // Overflow
      this[++offset] * 2 ** 16 + this[++offset] * 2 ** 8 + this[++offset];
      return (BigInt(val) << BigInt(32)) + BigInt(this[++offset] * 2 ** 24 + this[++offset] * 2 ** 16 + this[++offset] * 2 ** 8 + last);
    });
    Buffer3.prototype.readFloatLE = function(offset, noAssert) {
      return offset = offset >>> 0, noAssert || checkOffset(offset, 4, this.length), ieee754.read(this, offset, !0, 23, 4);
    };
    Buffer3.prototype.readFloatBE = function(offset, noAssert) {
      return offset = offset >>> 0, noAssert || checkOffset(offset, 4, this.length), ieee754.read(this, offset, !1, 23, 4);
    };
    Buffer3.prototype.readDoubleLE = function(offset, noAssert) {
      return offset = offset >>> 0, noAssert || checkOffset(offset, 8, this.length), ieee754.read(this, offset, !0, 52, 8);
    };
    Buffer3.prototype.readDoubleBE = function(offset, noAssert) {
      return offset = offset >>> 0, noAssert || checkOffset(offset, 8, this.length), ieee754.read(this, offset, !1, 52, 8);
    };
    function checkInt(buf, value, offset, ext, max, min) {
      if (!Buffer3.isBuffer(buf)) throw new TypeError('"buffer" argument must be a Buffer instance');
      if (value > max || value < min) throw new RangeError('"value" argument is out of bounds');
      if (offset + ext > buf.length) throw new RangeError("Index out of range");
    }
    Buffer3.prototype.writeUintLE = Buffer3.prototype.writeUIntLE = function(value, offset, byteLength3, noAssert) {
      if (value = +value, offset = offset >>> 0, byteLength3 = byteLength3 >>> 0, !noAssert) {
        let maxBytes = Math.pow(2, 8 * byteLength3) - 1;
        checkInt(this, value, offset, byteLength3, maxBytes, 0);
      }
      let mul = 1, i = 0;
      for (this[offset] = value & 255; ++i < byteLength3 && (mul *= 256); )
        this[offset + i] = value / mul & 255;
      return offset + byteLength3;
    };
    Buffer3.prototype.writeUintBE = Buffer3.prototype.writeUIntBE = function(value, offset, byteLength3, noAssert) {
      if (value = +value, offset = offset >>> 0, byteLength3 = byteLength3 >>> 0, !noAssert) {
        let maxBytes = Math.pow(2, 8 * byteLength3) - 1;
        checkInt(this, value, offset, byteLength3, maxBytes, 0);
      }
      let i = byteLength3 - 1, mul = 1;
      for (this[offset + i] = value & 255; --i >= 0 && (mul *= 256); )
        this[offset + i] = value / mul & 255;
      return offset + byteLength3;
    };
    Buffer3.prototype.writeUint8 = Buffer3.prototype.writeUInt8 = function(value, offset, noAssert) {
      return value = +value, offset = offset >>> 0, noAssert || checkInt(this, value, offset, 1, 255, 0), this[offset] = value & 255, offset + 1;
    };
    Buffer3.prototype.writeUint16LE = Buffer3.prototype.writeUInt16LE = function(value, offset, noAssert) {
      return value = +value, offset = offset >>> 0, noAssert || checkInt(this, value, offset, 2, 65535, 0), this[offset] = value & 255, this[offset + 1] = value >>> 8, offset + 2;
    };
    Buffer3.prototype.writeUint16BE = Buffer3.prototype.writeUInt16BE = function(value, offset, noAssert) {
      return value = +value, offset = offset >>> 0, noAssert || checkInt(this, value, offset, 2, 65535, 0), this[offset] = value >>> 8, this[offset + 1] = value & 255, offset + 2;
    };
    Buffer3.prototype.writeUint32LE = Buffer3.prototype.writeUInt32LE = function(value, offset, noAssert) {
      return value = +value, offset = offset >>> 0, noAssert || checkInt(this, value, offset, 4, 4294967295, 0), this[offset + 3] = value >>> 24, this[offset + 2] = value >>> 16, this[offset + 1] = value >>> 8, this[offset] = value & 255, offset + 4;
    };
    Buffer3.prototype.writeUint32BE = Buffer3.prototype.writeUInt32BE = function(value, offset, noAssert) {
      return value = +value, offset = offset >>> 0, noAssert || checkInt(this, value, offset, 4, 4294967295, 0), this[offset] = value >>> 24, this[offset + 1] = value >>> 16, this[offset + 2] = value >>> 8, this[offset + 3] = value & 255, offset + 4;
    };
    function wrtBigUInt64LE(buf, value, offset, min, max) {
      checkIntBI(value, min, max, buf, offset, 7);
      let lo = Number(value & BigInt(4294967295));
      buf[offset++] = lo, lo = lo >> 8, buf[offset++] = lo, lo = lo >> 8, buf[offset++] = lo, lo = lo >> 8, buf[offset++] = lo;
      let hi = Number(value >> BigInt(32) & BigInt(4294967295));
      return buf[offset++] = hi, hi = hi >> 8, buf[offset++] = hi, hi = hi >> 8, buf[offset++] = hi, hi = hi >> 8, buf[offset++] = hi, offset;
    }
    function wrtBigUInt64BE(buf, value, offset, min, max) {
      checkIntBI(value, min, max, buf, offset, 7);
      let lo = Number(value & BigInt(4294967295));
      buf[offset + 7] = lo, lo = lo >> 8, buf[offset + 6] = lo, lo = lo >> 8, buf[offset + 5] = lo, lo = lo >> 8, buf[offset + 4] = lo;
      let hi = Number(value >> BigInt(32) & BigInt(4294967295));
      return buf[offset + 3] = hi, hi = hi >> 8, buf[offset + 2] = hi, hi = hi >> 8, buf[offset + 1] = hi, hi = hi >> 8, buf[offset] = hi, offset + 8;
    }
    Buffer3.prototype.writeBigUInt64LE = defineBigIntMethod(function(value, offset = 0) {
      return wrtBigUInt64LE(this, value, offset, BigInt(0), BigInt("0xffffffffffffffff"));
    });
    Buffer3.prototype.writeBigUInt64BE = defineBigIntMethod(function(value, offset = 0) {
      return wrtBigUInt64BE(this, value, offset, BigInt(0), BigInt("0xffffffffffffffff"));
    });
    Buffer3.prototype.writeIntLE = function(value, offset, byteLength3, noAssert) {
      if (value = +value, offset = offset >>> 0, !noAssert) {
        let limit = Math.pow(2, 8 * byteLength3 - 1);
        checkInt(this, value, offset, byteLength3, limit - 1, -limit);
      }
      let i = 0, mul = 1, sub = 0;
      for (this[offset] = value & 255; ++i < byteLength3 && (mul *= 256); )
        value < 0 && sub === 0 && this[offset + i - 1] !== 0 && (sub = 1), this[offset + i] = (value / mul >> 0) - sub & 255;
      return offset + byteLength3;
    };
    Buffer3.prototype.writeIntBE = function(value, offset, byteLength3, noAssert) {
      if (value = +value, offset = offset >>> 0, !noAssert) {
        let limit = Math.pow(2, 8 * byteLength3 - 1);
        checkInt(this, value, offset, byteLength3, limit - 1, -limit);
      }
      let i = byteLength3 - 1, mul = 1, sub = 0;
      for (this[offset + i] = value & 255; --i >= 0 && (mul *= 256); )
        value < 0 && sub === 0 && this[offset + i + 1] !== 0 && (sub = 1), this[offset + i] = (value / mul >> 0) - sub & 255;
      return offset + byteLength3;
    };
    Buffer3.prototype.writeInt8 = function(value, offset, noAssert) {
      return value = +value, offset = offset >>> 0, noAssert || checkInt(this, value, offset, 1, 127, -128), value < 0 && (value = 255 + value + 1), this[offset] = value & 255, offset + 1;
    };
    Buffer3.prototype.writeInt16LE = function(value, offset, noAssert) {
      return value = +value, offset = offset >>> 0, noAssert || checkInt(this, value, offset, 2, 32767, -32768), this[offset] = value & 255, this[offset + 1] = value >>> 8, offset + 2;
    };
    Buffer3.prototype.writeInt16BE = function(value, offset, noAssert) {
      return value = +value, offset = offset >>> 0, noAssert || checkInt(this, value, offset, 2, 32767, -32768), this[offset] = value >>> 8, this[offset + 1] = value & 255, offset + 2;
    };
    Buffer3.prototype.writeInt32LE = function(value, offset, noAssert) {
      return value = +value, offset = offset >>> 0, noAssert || checkInt(this, value, offset, 4, 2147483647, -2147483648), this[offset] = value & 255, this[offset + 1] = value >>> 8, this[offset + 2] = value >>> 16, this[offset + 3] = value >>> 24, offset + 4;
    };
    Buffer3.prototype.writeInt32BE = function(value, offset, noAssert) {
      return value = +value, offset = offset >>> 0, noAssert || checkInt(this, value, offset, 4, 2147483647, -2147483648), value < 0 && (value = 4294967295 + value + 1), this[offset] = value >>> 24, this[offset + 1] = value >>> 16, this[offset + 2] = value >>> 8, this[offset + 3] = value & 255, offset + 4;
    };
    Buffer3.prototype.writeBigInt64LE = defineBigIntMethod(function(value, offset = 0) {
      return wrtBigUInt64LE(this, value, offset, -BigInt("0x8000000000000000"), BigInt("0x7fffffffffffffff"));
    });
    Buffer3.prototype.writeBigInt64BE = defineBigIntMethod(function(value, offset = 0) {
      return wrtBigUInt64BE(this, value, offset, -BigInt("0x8000000000000000"), BigInt("0x7fffffffffffffff"));
    });
    function checkIEEE754(buf, value, offset, ext, max, min) {
      if (offset + ext > buf.length) throw new RangeError("Index out of range");
      if (offset < 0) throw new RangeError("Index out of range");
    }
    function writeFloat(buf, value, offset, littleEndian, noAssert) {
      return value = +value, offset = offset >>> 0, noAssert || checkIEEE754(buf, value, offset, 4, 34028234663852886e22, -34028234663852886e22), ieee754.write(buf, value, offset, littleEndian, 23, 4), offset + 4;
    }
    Buffer3.prototype.writeFloatLE = function(value, offset, noAssert) {
      return writeFloat(this, value, offset, !0, noAssert);
    };
    Buffer3.prototype.writeFloatBE = function(value, offset, noAssert) {
      return writeFloat(this, value, offset, !1, noAssert);
    };
    function writeDouble(buf, value, offset, littleEndian, noAssert) {
      return value = +value, offset = offset >>> 0, noAssert || checkIEEE754(buf, value, offset, 8, 17976931348623157e292, -17976931348623157e292), ieee754.write(buf, value, offset, littleEndian, 52, 8), offset + 8;
    }
    Buffer3.prototype.writeDoubleLE = function(value, offset, noAssert) {
      return writeDouble(this, value, offset, !0, noAssert);
    };
    Buffer3.prototype.writeDoubleBE = function(value, offset, noAssert) {
      return writeDouble(this, value, offset, !1, noAssert);
    };
    Buffer3.prototype.copy = function(target, targetStart, start, end) {
      if (!Buffer3.isBuffer(target)) throw new TypeError("argument should be a Buffer");
      if (start || (start = 0), !end && end !== 0 && (end = this.length), targetStart >= target.length && (targetStart = target.length), targetStart || (targetStart = 0), end > 0 && end < start && (end = start), end === start || target.length === 0 || this.length === 0) return 0;
      if (targetStart < 0)
        throw new RangeError("targetStart out of bounds");
      if (start < 0 || start >= this.length) throw new RangeError("Index out of range");
      if (end < 0) throw new RangeError("sourceEnd out of bounds");
      end > this.length && (end = this.length), target.length - targetStart < end - start && (end = target.length - targetStart + start);
      let len = end - start;
      return this === target && typeof Uint8Array.prototype.copyWithin == "function" ? this.copyWithin(targetStart, start, end) : Uint8Array.prototype.set.call(
        target,
        this.subarray(start, end),
        targetStart
      ), len;
    };
    Buffer3.prototype.fill = function(val, start, end, encoding) {
      if (typeof val == "string") {
        if (typeof start == "string" ? (encoding = start, start = 0, end = this.length) : typeof end == "string" && (encoding = end, end = this.length), encoding !== void 0 && typeof encoding != "string")
          throw new TypeError("encoding must be a string");
        if (typeof encoding == "string" && !Buffer3.isEncoding(encoding))
          throw new TypeError("Unknown encoding: " + encoding);
        if (val.length === 1) {
          let code = val.charCodeAt(0);
          (encoding === "utf8" && code < 128 || encoding === "latin1") && (val = code);
        }
      } else typeof val == "number" ? val = val & 255 : typeof val == "boolean" && (val = Number(val));
      if (start < 0 || this.length < start || this.length < end)
        throw new RangeError("Out of range index");
      if (end <= start)
        return this;
      start = start >>> 0, end = end === void 0 ? this.length : end >>> 0, val || (val = 0);
      let i;
      if (typeof val == "number")
        for (i = start; i < end; ++i)
          this[i] = val;
      else {
        let bytes = Buffer3.isBuffer(val) ? val : Buffer3.from(val, encoding), len = bytes.length;
        if (len === 0)
          throw new TypeError('The value "' + val + '" is invalid for argument "value"');
        for (i = 0; i < end - start; ++i)
          this[i + start] = bytes[i % len];
      }
      return this;
    };
    var errors = {};
    function E(sym, getMessage, Base) {
      errors[sym] = class extends Base {
        constructor() {
          super(), Object.defineProperty(this, "message", {
            value: getMessage.apply(this, arguments),
            writable: !0,
            configurable: !0
          }), this.name = `${this.name} [${sym}]`, this.stack, delete this.name;
        }
        get code() {
          return sym;
        }
        set code(value) {
          Object.defineProperty(this, "code", {
            configurable: !0,
            enumerable: !0,
            value,
            writable: !0
          });
        }
        toString() {
          return `${this.name} [${sym}]: ${this.message}`;
        }
      };
    }
    E(
      "ERR_BUFFER_OUT_OF_BOUNDS",
      function(name) {
        return name ? `${name} is outside of buffer bounds` : "Attempt to access memory outside buffer bounds";
      },
      RangeError
    );
    E(
      "ERR_INVALID_ARG_TYPE",
      function(name, actual) {
        return `The "${name}" argument must be of type number. Received type ${typeof actual}`;
      },
      TypeError
    );
    E(
      "ERR_OUT_OF_RANGE",
      function(str, range, input) {
        let msg = `The value of "${str}" is out of range.`, received = input;
        return Number.isInteger(input) && Math.abs(input) > 2 ** 32 ? received = addNumericalSeparator(String(input)) : typeof input == "bigint" && (received = String(input), (input > BigInt(2) ** BigInt(32) || input < -(BigInt(2) ** BigInt(32))) && (received = addNumericalSeparator(received)), received += "n"), msg += ` It must be ${range}. Received ${received}`, msg;
      },
      RangeError
    );
    function addNumericalSeparator(val) {
      let res = "", i = val.length, start = val[0] === "-" ? 1 : 0;
      for (; i >= start + 4; i -= 3)
        res = `_${val.slice(i - 3, i)}${res}`;
      return `${val.slice(0, i)}${res}`;
    }
    function checkBounds(buf, offset, byteLength3) {
      validateNumber(offset, "offset"), (buf[offset] === void 0 || buf[offset + byteLength3] === void 0) && boundsError(offset, buf.length - (byteLength3 + 1));
    }
    function checkIntBI(value, min, max, buf, offset, byteLength3) {
      if (value > max || value < min) {
        let n = typeof min == "bigint" ? "n" : "", range;
        throw byteLength3 > 3 ? min === 0 || min === BigInt(0) ? range = `>= 0${n} and < 2${n} ** ${(byteLength3 + 1) * 8}${n}` : range = `>= -(2${n} ** ${(byteLength3 + 1) * 8 - 1}${n}) and < 2 ** ${(byteLength3 + 1) * 8 - 1}${n}` : range = `>= ${min}${n} and <= ${max}${n}`, new errors.ERR_OUT_OF_RANGE("value", range, value);
      }
      checkBounds(buf, offset, byteLength3);
    }
    function validateNumber(value, name) {
      if (typeof value != "number")
        throw new errors.ERR_INVALID_ARG_TYPE(name, "number", value);
    }
    function boundsError(value, length, type) {
      throw Math.floor(value) !== value ? (validateNumber(value, type), new errors.ERR_OUT_OF_RANGE(type || "offset", "an integer", value)) : length < 0 ? new errors.ERR_BUFFER_OUT_OF_BOUNDS() : new errors.ERR_OUT_OF_RANGE(
        type || "offset",
        `>= ${type ? 1 : 0} and <= ${length}`,
        value
      );
    }
    var INVALID_BASE64_RE = /[^+/0-9A-Za-z-_]/g;
    function base64clean(str) {
      if (str = str.split("=")[0], str = str.trim().replace(INVALID_BASE64_RE, ""), str.length < 2) return "";
      for (; str.length % 4 !== 0; )
        str = str + "=";
      return str;
    }
    function utf8ToBytes(string, units) {
      units = units || 1 / 0;
      let codePoint, length = string.length, leadSurrogate = null, bytes = [];
      for (let i = 0; i < length; ++i) {
        if (codePoint = string.charCodeAt(i), codePoint > 55295 && codePoint < 57344) {
          if (!leadSurrogate) {
            if (codePoint > 56319) {
              (units -= 3) > -1 && bytes.push(239, 191, 189);
              continue;
            } else if (i + 1 === length) {
              (units -= 3) > -1 && bytes.push(239, 191, 189);
              continue;
            }
            leadSurrogate = codePoint;
            continue;
          }
          if (codePoint < 56320) {
            (units -= 3) > -1 && bytes.push(239, 191, 189), leadSurrogate = codePoint;
            continue;
          }
          codePoint = (leadSurrogate - 55296 << 10 | codePoint - 56320) + 65536;
        } else leadSurrogate && (units -= 3) > -1 && bytes.push(239, 191, 189);
        if (leadSurrogate = null, codePoint < 128) {
          if ((units -= 1) < 0) break;
          bytes.push(codePoint);
        } else if (codePoint < 2048) {
          if ((units -= 2) < 0) break;
          bytes.push(
            codePoint >> 6 | 192,
            codePoint & 63 | 128
          );
        } else if (codePoint < 65536) {
          if ((units -= 3) < 0) break;
          bytes.push(
            codePoint >> 12 | 224,
            codePoint >> 6 & 63 | 128,
            codePoint & 63 | 128
          );
        } else if (codePoint < 1114112) {
          if ((units -= 4) < 0) break;
          bytes.push(
            codePoint >> 18 | 240,
            codePoint >> 12 & 63 | 128,
            codePoint >> 6 & 63 | 128,
            codePoint & 63 | 128
          );
        } else
          throw new Error("Invalid code point");
      }
      return bytes;
    }
    function asciiToBytes(str) {
      let byteArray = [];
      for (let i = 0; i < str.length; ++i)
        byteArray.push(str.charCodeAt(i) & 255);
      return byteArray;
    }
    function utf16leToBytes(str, units) {
      let c, hi, lo, byteArray = [];
      for (let i = 0; i < str.length && !((units -= 2) < 0); ++i)
        c = str.charCodeAt(i), hi = c >> 8, lo = c % 256, byteArray.push(lo), byteArray.push(hi);
      return byteArray;
    }
    function base64ToBytes(str) {
      return base64.toByteArray(base64clean(str));
    }
    function blitBuffer(src, dst, offset, length) {
      let i;
      for (i = 0; i < length && !(i + offset >= dst.length || i >= src.length); ++i)
        dst[i + offset] = src[i];
      return i;
    }
    function isInstance(obj, type) {
      return obj instanceof type || obj != null && obj.constructor != null && obj.constructor.name != null && obj.constructor.name === type.name;
    }
    function numberIsNaN(obj) {
      return obj !== obj;
    }
    function defineBigIntMethod(fn) {
      return typeof BigInt > "u" ? BufferBigIntNotDefined : fn;
    }
    function BufferBigIntNotDefined() {
      throw new Error("BigInt not supported");
    }
  }
});

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
    function reader(original, size2) {
      return function(offset = 0) {
        return checkOffset(this, offset, size2), original.call(this, offset, !0);
      };
    }
    var scratch = new Uint8Array(8), view2 = new DataView(scratch.buffer);
    function floatReader(key, size2) {
      let get = `getFloat${8 * size2}`, little = key.endsWith("LE");
      return function(offset = 0) {
        checkOffset(this, offset, size2);
        for (let i = 0; i < size2; i++) scratch[i] = this[offset + i];
        return view2[get](0, little);
      };
    }
    function floatWriter(key, size2) {
      let set = `setFloat${8 * size2}`, little = key.endsWith("LE");
      return function(value, offset = 0) {
        value = +value, checkOffset(this, offset, size2), Number.isNaN(value) ? view2.setBigInt64(0, size2 === 8 ? 0x7ff8000000000000n : 0x7fc0000000000000n, !1) : view2[set](0, value, !1);
        for (let i = 0; i < size2; i++) this[offset + i] = scratch[little ? size2 - 1 - i : i];
        return offset + size2;
      };
    }
    function integerWriter(original, bits, unsigned, big) {
      let [min, max] = limits(bits, unsigned, big);
      return function(value, offset = 0) {
        if (big || (value = +value), bits === 8 && typeof offset != "number") throw invalidArgType2("offset", "number", offset);
        if ((value > max || value < min) && refuseValue(value, bits, unsigned, big), checkOffset(this, offset, bits / 8), big && typeof value != "bigint") throw new TypeError("Cannot mix BigInt and other types, use explicit conversions");
        return original.call(this, big ? value : Math.trunc(value), offset, !0);
      };
    }
    function lengthReader(original) {
      return function(offset, length) {
        if (offset === void 0) throw invalidArgType2("offset", "number", offset);
        return checkLength(length), checkOffset(this, offset, length), original.call(this, offset, length, !0);
      };
    }
    function lengthWriter(original, unsigned) {
      return function(value, offset, length) {
        if (checkLength(length), value = +value, length === 1 && typeof offset != "number") throw invalidArgType2("offset", "number", offset);
        let [min, max] = limits(8 * length, unsigned, !1);
        return (value > max || value < min) && refuseValue(value, 8 * length, unsigned, !1), checkOffset(this, offset, length), original.call(this, Math.trunc(value), offset, length, !0);
      };
    }
    function install(prototype2, define2, native2 = void 0) {
      let fast = (writes, bits, unsigned, key, checked) => native2 === void 0 || bits > 32 ? checked : Object.defineProperty(native2(checked, writes, bits, unsigned, key.endsWith("LE")), "length", { value: checked.length }), replace = (key, make) => {
        let checked = make(prototype2[key], key);
        define2(key, checked), key.includes("UInt") && (prototype2[key.replace("UInt", "Uint")] = checked);
      }, both = (name, make) => {
        replace(`${name}LE`, make), replace(`${name}BE`, make);
      }, verbs = (verb, integer, length, float) => {
        both(`${verb}UInt`, length(!0)), both(`${verb}Int`, length(!1)), replace(`${verb}UInt8`, integer(8, !0, !1)), replace(`${verb}Int8`, integer(8, !1, !1));
        for (let bits = 16; bits <= 32; bits *= 2)
          both(`${verb}UInt${bits}`, integer(bits, !0, !1)), both(`${verb}Int${bits}`, integer(bits, !1, !1));
        both(`${verb}BigUInt64`, integer(64, !0, !0)), both(`${verb}BigInt64`, integer(64, !1, !0)), both(`${verb}Float`, float(4)), both(`${verb}Double`, float(8));
      };
      verbs("read", (bits, unsigned) => (original, key) => fast(!1, bits, unsigned, key, reader(original, bits / 8)), () => lengthReader, (size2) => (_, key) => floatReader(key, size2)), verbs(
        "write",
        (bits, unsigned, big) => (original, key) => fast(!0, bits, unsigned, key, integerWriter(original, bits, unsigned, big)),
        (unsigned) => (original) => lengthWriter(original, unsigned),
        (size2) => (_, key) => floatWriter(key, size2)
      );
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
        let original = prototype2[`swap${bits}`];
        define2(`swap${bits}`, function() {
          if (this.length % (bits / 8) !== 0) throw withCode2(RangeError, "ERR_INVALID_BUFFER_SIZE", `Buffer size must be a multiple of ${bits}-bits`);
          return original.call(this);
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
var npm = require_buffer(), { withCode, invalidArgType, outOfRange, validateInteger } = require("internal/errors"), { encodingOf, known } = require_encodings(), { Buffer: Buffer2 } = npm, maxLength = 2 ** 32, most = 50, adopt = (bytes) => Object.setPrototypeOf(bytes, Buffer2.prototype), { from, concat } = Buffer2;
Buffer2.from = function(value, encodingOrOffset, length) {
  if (typeof value == "string") return adopt(native.encode(value, typeof encodingOrOffset == "string" && encodingOrOffset !== "" ? known(encodingOrOffset) : "utf8"));
  if (value === null || typeof value != "object")
    throw invalidArgType("first argument", ["string", "Buffer", "ArrayBuffer", "Array", "Array-like Object"], value);
  if (native.isArrayBuffer(value)) return view(value, +encodingOrOffset, length);
  try {
    return from.call(Buffer2, value, encodingOrOffset, length);
  } catch (error) {
    throw error instanceof TypeError && /^The first argument must be/.test(error.message) ? invalidArgType("first argument", ["string", "Buffer", "ArrayBuffer", "Array", "Array-like Object"], value) : error;
  }
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
Buffer2.concat = function(list, length) {
  if (!Array.isArray(list)) throw invalidArgType("list", "Array", list);
  return list.forEach((item, i) => {
    if (!(item instanceof Uint8Array)) throw invalidArgType(`list[${i}]`, ["Buffer", "Uint8Array"], item);
  }), length !== void 0 && validateInteger(length, "length", 0, maxLength), concat.call(Buffer2, list, length);
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
for (let name of ["alloc", "allocUnsafe", "allocUnsafeSlow"]) {
  let { [name]: original } = Buffer2;
  Buffer2[name] = function(n, fill, encoding) {
    return size(n), name === "alloc" && n > 0 && fill !== void 0 && fill !== 0 ? adopt(new Uint8Array(n)).fill(fill, 0, n, encoding) : original.call(Buffer2, n);
  };
}
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
  return bounds === void 0 ? "" : native.decode(this, name, bounds[0], bounds[1]);
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
require_buffer_numbers().install(prototype, define, native.integer);
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
    return size(n), npm.SlowBuffer(n);
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
  kStringMaxLength: 536870888,
  constants: { MAX_LENGTH: maxLength, MAX_STRING_LENGTH: 536870888 },
  transcode,
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
