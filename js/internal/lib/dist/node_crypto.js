"use strict";
var __getOwnPropNames = Object.getOwnPropertyNames;
var __commonJS = (cb, mod) => function() {
  try {
    return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
  } catch (e) {
    throw mod = 0, e;
  }
};

// src/shared/crypto_inputs.js
var require_crypto_inputs = __commonJS({
  "src/shared/crypto_inputs.js"(exports2, module2) {
    "use strict";
    var { invalidArgType: invalidArgType2, withCode: withCode2 } = require("internal/errors"), isBinary2 = (value) => ArrayBuffer.isView(value) || Object.prototype.toString.call(value) === "[object ArrayBuffer]", binaries2 = ["string", "ArrayBuffer", "Buffer", "TypedArray", "DataView"];
    function viewOf2(value, name, expected, encoding) {
      if (typeof value == "string") return require("buffer").Buffer.from(value, encoding === "buffer" ? "utf8" : encoding);
      if (!isBinary2(value)) throw invalidArgType2(name, expected, value);
      return value;
    }
    function keyBytes2(key, encoding, name = "key") {
      let material = secrets.get(key);
      if (material !== void 0) {
        if (material.secret === void 0) throw withCode2(TypeError, "ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE", `Invalid key object type ${material.type}, expected secret.`);
        return material.secret;
      }
      return viewOf2(key, name, ["string", "ArrayBuffer", "Buffer", "TypedArray", "DataView", "KeyObject", "CryptoKey"], encoding);
    }
    var { secrets } = require("internal/crypto_secrets");
    module2.exports = { isBinary: isBinary2, binaries: binaries2, viewOf: viewOf2, keyBytes: keyBytes2, secrets };
  }
});

// src/shared/lazy_stream.js
var require_lazy_stream = __commonJS({
  "src/shared/lazy_stream.js"(exports2, module2) {
    "use strict";
    var methods = [
      "on",
      "once",
      "off",
      "addListener",
      "removeListener",
      "removeAllListeners",
      "emit",
      "listeners",
      "listenerCount",
      "eventNames",
      "setMaxListeners",
      "getMaxListeners",
      "prependListener",
      "pipe",
      "unpipe",
      "read",
      "write",
      "end",
      "push",
      "unshift",
      "pause",
      "resume",
      "isPaused",
      "setEncoding",
      "destroy",
      "cork",
      "uncork",
      Symbol.asyncIterator
    ];
    function lazyStream2(Class) {
      let { prototype } = Class, upgrade = () => {
        let { Transform } = require("stream");
        if (Object.getPrototypeOf(prototype) === Transform.prototype) return Transform;
        for (let name of methods) delete prototype[name];
        return Object.setPrototypeOf(prototype, Transform.prototype), Object.setPrototypeOf(Class, Transform), Transform;
      };
      for (let name of methods)
        Object.defineProperty(prototype, name, {
          configurable: !0,
          enumerable: !1,
          writable: !0,
          value(...args) {
            return upgrade(), this[name](...args);
          }
        });
      for (let name of ["_readableState", "_writableState", "_events"])
        Object.defineProperty(prototype, name, {
          configurable: !0,
          enumerable: !1,
          get() {
            if (this === prototype) return;
            let Transform = upgrade();
            for (let state of ["_readableState", "_writableState", "_events"]) Object.defineProperty(this, state, { value: void 0, writable: !0, configurable: !0, enumerable: !0 });
            return Transform.call(this, { decodeStrings: !0 }), this[name];
          },
          set(value) {
            Object.defineProperty(this, name, { value, writable: !0, configurable: !0, enumerable: !0 });
          }
        });
    }
    module2.exports = { lazyStream: lazyStream2 };
  }
});

// src/node/crypto.js
var {
  withCode,
  invalidArgType,
  invalidArgValue,
  outOfRange,
  validateString,
  validateFunction,
  validateInteger,
  validateBoolean,
  validateObject
} = require("internal/errors"), { Buffer: Buffer2 } = require("buffer"), { viewOf, isBinary, binaries, keyBytes } = require_crypto_inputs(), { lazyStream } = require_lazy_stream(), finalized = () => withCode(Error, "ERR_CRYPTO_HASH_FINALIZED", "Digest already called"), invalidDigest = (name) => withCode(TypeError, "ERR_CRYPTO_INVALID_DIGEST", `Invalid digest: ${name}`);
function output(memory, encoding) {
  let bytes = Buffer2.from(memory);
  return encoding == null || encoding === "buffer" ? bytes : bytes.toString(Buffer2.isEncoding(encoding) ? encoding : "utf8");
}
function update(running, data, encoding) {
  if (typeof data == "string") {
    let utf8 = encoding === void 0 || !Buffer2.isEncoding(encoding) || /^(utf-?8|buffer)$/i.test(encoding);
    running.update(utf8 ? data : Buffer2.from(data, encoding));
  } else {
    if (!ArrayBuffer.isView(data)) throw invalidArgType("data", ["string", "Buffer", "TypedArray", "DataView"], data);
    running.update(data);
  }
}
function sizeOf(options) {
  let size = options?.outputLength;
  return size === void 0 ? -1 : (validateInteger(size, "options.outputLength", 0, 2 ** 32 - 1), size);
}
var states = /* @__PURE__ */ new WeakMap();
function stateOf(object) {
  let state = states.get(object);
  if (state === void 0) throw withCode(TypeError, "ERR_INVALID_THIS", `Value of "this" must be of type ${object?.constructor?.name ?? "Hash"}`);
  return state;
}
function Hash(algorithm, options) {
  if (!new.target) return new Hash(algorithm, options);
  let size = sizeOf(options), running;
  if (algorithm instanceof Hash) {
    let state = stateOf(algorithm);
    if (state.ended) throw finalized();
    if (running = state.running.copy(size), running === void 0) throw new Error("This hash cannot be copied");
  } else {
    if (validateString(algorithm, "algorithm"), running = native.hash(algorithm, size), running === void 0) throw new Error("Digest method not supported");
    if (running === null) throw withCode(Error, "ERR_OSSL_EVP_NOT_XOF_OR_INVALID_LENGTH", "error:030000B2:digital envelope routines::not XOF or invalid length");
  }
  states.set(this, { running, ended: !1, options });
}
lazyStream(Hash);
Hash.prototype.copy = function(options) {
  if (stateOf(this).ended) throw finalized();
  return new Hash(this, options ?? stateOf(this).options);
};
Hash.prototype.update = function(data, encoding) {
  let state = stateOf(this);
  if (state.ended) throw finalized();
  return update(state.running, data, encoding), this;
};
Hash.prototype.digest = function(encoding) {
  let state = stateOf(this);
  if (state.ended) throw finalized();
  return state.ended = !0, output(state.running.sum(), encoding === void 0 ? void 0 : `${encoding}`);
};
function Hmac(algorithm, key, options) {
  if (!new.target) return new Hmac(algorithm, key, options);
  validateString(algorithm, "hmac");
  let secret = keyBytes(key, options?.encoding), running = native.hmac(algorithm, secret);
  if (running === void 0) throw invalidDigest(algorithm);
  states.set(this, { running, ended: !1 });
}
lazyStream(Hmac);
Hmac.prototype.update = Hash.prototype.update;
Hmac.prototype.digest = function(encoding) {
  let state = stateOf(this);
  return state.ended ? encoding && encoding !== "buffer" ? "" : Buffer2.from("") : (state.ended = !0, output(state.running.sum(), encoding === void 0 ? void 0 : `${encoding}`));
};
for (let Class of [Hash, Hmac])
  Class.prototype._transform = function(chunk, encoding, callback) {
    stateOf(this).running.update(typeof chunk == "string" ? Buffer2.from(chunk, encoding) : chunk), callback();
  }, Class.prototype._flush = function(callback) {
    this.push(Buffer2.from(stateOf(this).running.sum())), callback();
  }, Object.defineProperty(Class.prototype.update, "name", { value: "update" });
function hash(algorithm, input, outputEncoding = "hex") {
  if (validateString(algorithm, "algorithm"), typeof input != "string" && !ArrayBuffer.isView(input)) throw invalidArgType("input", ["Buffer", "TypedArray", "DataView", "string"], input);
  let encoding = outputEncoding;
  if (typeof encoding != "string") throw invalidArgType("outputEncoding", "string", outputEncoding);
  if (encoding = encoding.toLowerCase(), encoding !== "buffer" && !Buffer2.isEncoding(encoding)) throw invalidArgValue("outputEncoding", outputEncoding);
  return new Hash(algorithm).update(input).digest(encoding);
}
var most = 2 ** 31 - 1;
function sizeAt(value, name, limit) {
  if (typeof value != "number") throw invalidArgType(name, "number", value);
  if (Number.isNaN(value) || value > limit || value < 0) throw outOfRange(name, `>= 0 && <= ${limit}`, value);
  return value >>> 0;
}
function randomBytes(size, callback) {
  size = sizeAt(size, "size", most), callback !== void 0 && validateFunction(callback, "callback");
  let bytes = Buffer2.alloc(size);
  if (native.fill(bytes, 0, size), callback === void 0) return bytes;
  native.later(() => callback.call(void 0, null, bytes));
}
function part(buffer, offset, size) {
  if (!isBinary(buffer)) throw invalidArgType("buf", ["ArrayBuffer", "ArrayBufferView"], buffer);
  let unit = buffer.BYTES_PER_ELEMENT ?? 1, from = offset === void 0 ? 0 : sizeAt(offset, "offset", Math.min(buffer.byteLength, most)) * unit;
  if (size === void 0) return [from, buffer.byteLength - from];
  let length = sizeAt(size, "size", most) * unit;
  if (length + from > buffer.byteLength) throw outOfRange("size + offset", `<= ${buffer.byteLength}`, length + from);
  return [from, length];
}
function randomFillSync(buffer, offset = 0, size) {
  return native.fill(buffer, ...part(buffer, offset, size)), buffer;
}
function randomFill(buffer, offset, size, callback) {
  if (!isBinary(buffer)) throw invalidArgType("buf", ["ArrayBuffer", "ArrayBufferView"], buffer);
  typeof offset == "function" ? [offset, size, callback] = [0, void 0, offset] : typeof size == "function" ? [size, callback] = [void 0, size] : validateFunction(callback, "callback"), randomFillSync(buffer, offset, size), native.later(() => callback(null, buffer));
}
function randomInt(min, max, callback) {
  let minNotSpecified = max === void 0 || typeof max == "function";
  if (minNotSpecified && ([min, max, callback] = [0, min, max]), callback !== void 0 && validateFunction(callback, "callback"), !Number.isSafeInteger(min)) throw invalidArgType("min", "a safe integer", min);
  if (!Number.isSafeInteger(max)) throw invalidArgType("max", "a safe integer", max);
  if (max <= min) throw outOfRange("max", `greater than the value of "min" (${min})`, max);
  let range = max - min, limit = 2 ** 48 - 1;
  if (!(range <= limit)) throw outOfRange(minNotSpecified ? "max" : "max - min", `<= ${limit}`, range);
  let bytes = Buffer2.alloc(6), value;
  do
    native.fill(bytes, 0, 6), value = bytes.readUIntBE(0, 6);
  while (value >= limit - limit % range);
  if (value = min + value % range, callback === void 0) return value;
  process.nextTick(callback, void 0, value);
}
function randomUUID(options) {
  return options !== void 0 && (validateObject(options, "options"), options.disableEntropyCache !== void 0 && validateBoolean(options.disableEntropyCache, "options.disableEntropyCache")), globalThis.crypto.randomUUID();
}
function timingSafeEqual(a, b) {
  for (let [name, value] of [["buf1", a], ["buf2", b]]) if (!isBinary(value)) throw withCode(TypeError, "ERR_INVALID_ARG_TYPE", `The "${name}" argument must be an instance of ArrayBuffer, Buffer, TypedArray, or DataView.`);
  if (a.byteLength !== b.byteLength) throw withCode(RangeError, "ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH", "Input buffers must have the same byte length");
  return native.equal(a, b);
}
function derivedSync(...args) {
  return Buffer2.from(native.derive(...args));
}
function derivedLater(callback, ...args) {
  native.deriveLater(...args, (error, memory) => error ? callback(error) : callback(null, Buffer2.from(memory)));
}
function known(name) {
  if (native.hash(name, -1) === void 0) throw invalidDigest(name);
}
function pbkdf2Arguments(password, salt, iterations, keylen, digest3) {
  return validateString(digest3, "digest"), password = viewOf(password, "password", binaries), salt = viewOf(salt, "salt", binaries), validateInteger(iterations, "iterations", 1, most), validateInteger(keylen, "keylen", 0, most), known(digest3), ["pbkdf2", digest3, password, salt, iterations, keylen];
}
function pbkdf2Sync(password, salt, iterations, keylen, digest3) {
  return derivedSync(...pbkdf2Arguments(password, salt, iterations, keylen, digest3));
}
function pbkdf2(password, salt, iterations, keylen, digest3, callback) {
  typeof digest3 == "function" && ([callback, digest3] = [digest3, void 0]);
  let args = pbkdf2Arguments(password, salt, iterations, keylen, digest3);
  validateFunction(callback, "callback"), derivedLater(callback, ...args);
}
var scryptDefaults = { N: 16384, r: 8, p: 1, maxmem: 32 << 20 }, scryptMemory = 2 ** 28;
function scryptArguments(password, salt, keylen, options) {
  password = viewOf(password, "password", binaries), salt = viewOf(salt, "salt", binaries), validateInteger(keylen, "keylen", 0, most);
  let { N, r, p, maxmem } = scryptDefaults;
  if (options && options !== scryptDefaults) {
    for (let [short, long] of [["N", "cost"], ["r", "blockSize"], ["p", "parallelization"]])
      if (options[short] !== void 0 && options[long] !== void 0) throw withCode(Error, "ERR_CRYPTO_SCRYPT_INVALID_PARAMETER", "Invalid scrypt parameter");
    let read = (short, long, otherwise) => {
      let value = options[short] ?? options[long];
      return value === void 0 ? otherwise : (validateInteger(value, options[short] !== void 0 ? short : long, 0, 2 ** 32 - 1), value || otherwise);
    };
    N = read("N", "cost", N), r = read("r", "blockSize", r), p = read("p", "parallelization", p), options.maxmem !== void 0 && (validateInteger(options.maxmem, "maxmem", 0), maxmem = options.maxmem || maxmem);
  }
  if (N < 2 || (N & N - 1) !== 0 || p > (2 ** 30 - 1) / r) throw withCode(RangeError, "ERR_CRYPTO_INVALID_SCRYPT_PARAMS", "Invalid scrypt params");
  if (128 * r * (N + p + 2) > Math.min(maxmem, scryptMemory))
    throw withCode(RangeError, "ERR_CRYPTO_INVALID_SCRYPT_PARAMS", "Invalid scrypt params: error:030000AC:digital envelope routines::memory limit exceeded");
  return ["scrypt", password, salt, N, r, p, keylen];
}
function scryptSync(password, salt, keylen, options = scryptDefaults) {
  return derivedSync(...scryptArguments(password, salt, keylen, options));
}
function scrypt(password, salt, keylen, options, callback = void 0) {
  callback === void 0 && ([callback, options] = [options, scryptDefaults]);
  let args = scryptArguments(password, salt, keylen, options);
  validateFunction(callback, "callback"), derivedLater(callback, ...args);
}
function hkdfArguments(digest3, key, salt, info, length) {
  validateString(digest3, "digest");
  let secret = keyBytes(key, void 0, "ikm");
  if (salt = viewOf(salt, "salt", ["string", "ArrayBuffer", "TypedArray", "DataView", "Buffer"]), info = viewOf(info, "info", ["string", "ArrayBuffer", "TypedArray", "DataView", "Buffer"]), validateInteger(length, "length", 0, most), info.byteLength > 1024) throw outOfRange("info", "must not contain more than 1024 bytes", info.byteLength);
  known(digest3);
  let size = new Hash(digest3).digest().length;
  if (length > 255 * size) throw withCode(RangeError, "ERR_CRYPTO_INVALID_KEYLEN", "Invalid key length");
  return ["hkdf", digest3, secret, salt, info, length];
}
function hkdfSync(digest3, key, salt, info, length) {
  return native.derive(...hkdfArguments(digest3, key, salt, info, length));
}
function hkdf(digest3, key, salt, info, length, callback) {
  let args = hkdfArguments(digest3, key, salt, info, length);
  validateFunction(callback, "callback"), native.deriveLater(...args, callback);
}
module.exports = {
  Hash,
  Hmac,
  hash,
  createHash: (algorithm, options) => new Hash(algorithm, options),
  createHmac: (algorithm, key, options) => new Hmac(algorithm, key, options),
  getHashes: () => [...native.names()],
  getCiphers: () => [],
  getCurves: () => ["prime256v1", "secp384r1", "secp521r1"],
  randomBytes,
  rng: randomBytes,
  prng: randomBytes,
  pseudoRandomBytes: randomBytes,
  randomFill,
  randomFillSync,
  randomInt,
  randomUUID,
  timingSafeEqual,
  pbkdf2,
  pbkdf2Sync,
  scrypt,
  scryptSync,
  hkdf,
  hkdfSync,
  getRandomValues: (array) => globalThis.crypto.getRandomValues(array),
  getFips: () => 0,
  setFips() {
  },
  secureHeapUsed: () => {
  },
  constants: { defaultCoreCipherList: "", RSA_PKCS1_PADDING: 1, RSA_NO_PADDING: 3, RSA_PKCS1_OAEP_PADDING: 4, RSA_PKCS1_PSS_PADDING: 6, RSA_PSS_SALTLEN_DIGEST: -1, RSA_PSS_SALTLEN_AUTO: -2, RSA_PSS_SALTLEN_MAX_SIGN: -2 }
};
for (let name of ["createHash", "createHmac"]) Object.defineProperty(module.exports[name], "length", { value: name === "createHash" ? 2 : 3 });
var lazy = (name, load) => Object.defineProperty(module.exports, name, {
  enumerable: !0,
  configurable: !0,
  get() {
    let value = load();
    return Object.defineProperty(module.exports, name, { value, writable: !0, enumerable: !0, configurable: !0 }), value;
  }
});
lazy("webcrypto", () => globalThis.crypto);
lazy("subtle", () => globalThis.crypto.subtle);
var signing = ["KeyObject", "Sign", "Verify", "sign", "verify", "createSign", "createVerify", "createSecretKey", "createPrivateKey", "createPublicKey", "generateKeyPair", "generateKeyPairSync", "generateKey", "generateKeySync"];
for (let name of signing) lazy(name, () => require("internal/crypto_keys")[name]);
var missing = "checkPrime checkPrimeSync createCipheriv createDecipheriv createCipher createDecipher createDiffieHellman createDiffieHellmanGroup createECDH diffieHellman generatePrime generatePrimeSync getCipherInfo getDiffieHellman privateDecrypt privateEncrypt publicDecrypt publicEncrypt setEngine Certificate Cipher Cipheriv Decipher Decipheriv DiffieHellman DiffieHellmanGroup ECDH X509Certificate";
for (let name of missing.split(" ")) {
  let fn = function() {
    throw withCode(Error, "ERR_FEATURE_UNAVAILABLE_ON_PLATFORM", `crypto.${name} is unavailable: Node has it, wakeful does not: a Go program can offer it by js.WithModule`);
  };
  Object.defineProperty(fn, "name", { value: name }), module.exports[name] = fn;
}
