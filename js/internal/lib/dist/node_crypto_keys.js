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
    function keyBytes(key, encoding, name = "key") {
      let material = secrets2.get(key);
      if (material !== void 0) {
        if (material.secret === void 0) throw withCode2(TypeError, "ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE", `Invalid key object type ${material.type}, expected secret.`);
        return material.secret;
      }
      return viewOf2(key, name, ["string", "ArrayBuffer", "Buffer", "TypedArray", "DataView", "KeyObject", "CryptoKey"], encoding);
    }
    var { secrets: secrets2 } = require("internal/crypto_secrets");
    module2.exports = { isBinary: isBinary2, binaries: binaries2, viewOf: viewOf2, keyBytes, secrets: secrets2 };
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

// src/node/crypto_keys.js
var { withCode, hidden, invalidArgType, invalidArgValue, validateString, validateFunction, validateInteger, validateObject } = require("internal/errors"), { Buffer: Buffer2 } = require("buffer"), { viewOf, isBinary, binaries, secrets } = require_crypto_inputs(), { lazyStream } = require_lazy_stream(), native = require("internal/subtle").native, token = {}, KeyObject = class _KeyObject {
  constructor(given, material) {
    if (given !== token)
      throw given !== "secret" && given !== "public" && given !== "private" ? invalidArgValue("type", given) : withCode(TypeError, "ERR_ILLEGAL_CONSTRUCTOR", "Illegal constructor");
    secrets.set(this, material);
  }
  static from(key) {
    let material = secrets.get(key);
    if (material === void 0 || key instanceof _KeyObject) throw invalidArgType("key", "CryptoKey", key);
    return new _KeyObject(token, material);
  }
  get type() {
    return secrets.get(this).type;
  }
  get symmetricKeySize() {
    return secrets.get(this).secret?.byteLength;
  }
  get asymmetricKeyType() {
    return secrets.get(this).key?.kind;
  }
  get asymmetricKeyDetails() {
    let { key } = secrets.get(this);
    if (key !== void 0)
      return key.kind === "rsa" ? { modulusLength: key.bits, publicExponent: 65537n } : key.kind === "ec" ? { namedCurve: key.curve } : {};
  }
  export(options) {
    let { type, secret, key } = secrets.get(this);
    if (type === "secret")
      return options?.format === "jwk" ? { kty: "oct", k: Buffer2.from(secret).toString("base64url") } : Buffer2.from(secret);
    validateObject(options, "options");
    let form = options.type ?? (type === "public" ? "spki" : "pkcs8"), made = options.format === "der" ? key.der(form) : options.format === "pem" ? key.pem(form) : void 0;
    if (made === void 0) throw invalidArgValue(options.format === "der" || options.format === "pem" ? "options.type" : "options.format", options.format === "der" || options.format === "pem" ? form : options.format);
    return typeof made == "string" ? made : Buffer2.from(made);
  }
  equals(other) {
    if (!(other instanceof _KeyObject)) throw invalidArgType("otherKeyObject", "KeyObject", other);
    if (this.type !== other.type) return !1;
    if (this.type === "secret") return this.export().equals(other.export());
    let form = this.type === "public" ? "spki" : "pkcs8";
    return this.export({ format: "der", type: form }).equals(other.export({ format: "der", type: form }));
  }
};
hidden(KeyObject, "name", "KeyObject");
Object.defineProperty(KeyObject.prototype, Symbol.toStringTag, { value: "KeyObject", configurable: !0 });
var secretKey = (bytes) => new KeyObject(token, { type: "secret", secret: Uint8Array.from(Buffer2.from(bytes.buffer ?? bytes, bytes.byteOffset, bytes.byteLength)) }), asymmetric = (key) => new KeyObject(token, { type: key.private ? "private" : "public", key });
function createSecretKey(key, encoding) {
  return secretKey(viewOf(key, "key", ["ArrayBuffer", "Buffer", "TypedArray", "DataView", "string", "KeyObject", "CryptoKey"], encoding));
}
var unsupported = () => withCode(Error, "ERR_OSSL_UNSUPPORTED", "error:1E08010C:DECODER routines::unsupported");
function keyOf(input, wantPublic) {
  let source = input;
  input !== null && typeof input == "object" && !isBinary(input) && !secrets.has(input) && (source = input.key);
  let material = secrets.get(source);
  if (material !== void 0) {
    if (material.key === void 0) throw withCode(TypeError, "ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE", `Invalid key object type ${material.type}, expected ${wantPublic ? "private or public" : "private"}.`);
    if (!wantPublic && !material.key.private) throw withCode(TypeError, "ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE", "Invalid key object type public, expected private.");
    return wantPublic && material.key.private ? material.key.public() : material.key;
  }
  let bytes = viewOf(source, "key", ["string", "ArrayBuffer", "Buffer", "TypedArray", "DataView", "KeyObject", "CryptoKey"]), key = native.parse(bytes, wantPublic);
  if (key === void 0) throw unsupported();
  return key;
}
var createPrivateKey = (input) => asymmetric(keyOf(input, !1)), createPublicKey = (input) => asymmetric(keyOf(input, !0));
function schemeOf(hash, options, key) {
  return { hash: key.kind === "ed25519" ? void 0 : hash ?? "sha256", pss: options?.padding === 6, salt: options?.saltLength ?? -2, p1363: options?.dsaEncoding === "ieee-p1363" };
}
function signed(hash, data, input) {
  let key = keyOf(input, !1), signature = key.sign(data, schemeOf(hash, input, key));
  if (signature === void 0) throw withCode(TypeError, "ERR_CRYPTO_INVALID_DIGEST", `Invalid digest: ${hash}`);
  return Buffer2.from(signature);
}
function verified(hash, data, input, signature) {
  let key = keyOf(input, !0), ok = key.verify(data, signature, schemeOf(hash, input, key));
  if (ok === void 0) throw withCode(TypeError, "ERR_CRYPTO_INVALID_DIGEST", `Invalid digest: ${hash}`);
  return ok;
}
var chunks = /* @__PURE__ */ new WeakMap();
function collecting(name) {
  let Class = { [name]: function(algorithm) {
    if (validateString(algorithm, "algorithm"), native.hash(algorithm, -1) === void 0) throw withCode(TypeError, "ERR_CRYPTO_INVALID_DIGEST", "Invalid digest");
    chunks.set(this, { algorithm, list: [] });
  } }[name];
  return lazyStream(Class), Class.prototype._write = function(chunk, encoding, callback) {
    this.update(chunk, encoding), callback();
  }, Class.prototype.update = function(data, encoding) {
    if (typeof data != "string" && !ArrayBuffer.isView(data)) throw invalidArgType("data", ["string", "Buffer", "TypedArray", "DataView"], data);
    return chunks.get(this).list.push(typeof data == "string" ? Buffer2.from(data, encoding) : Buffer2.from(Buffer2.from(data.buffer, data.byteOffset, data.byteLength))), this;
  }, Class;
}
var Sign = collecting("Sign"), Verify = collecting("Verify");
Sign.prototype.sign = function(key, encoding) {
  if (!key) throw withCode(Error, "ERR_CRYPTO_SIGN_KEY_REQUIRED", "No key provided to sign");
  let { algorithm, list } = chunks.get(this), signature = signed(algorithm, Buffer2.concat(list), key);
  return encoding && encoding !== "buffer" ? signature.toString(encoding) : signature;
};
Verify.prototype.verify = function(key, signature, encoding) {
  let { algorithm, list } = chunks.get(this);
  return verified(algorithm, Buffer2.concat(list), key, viewOf(signature, "signature", binaries, encoding));
};
function sign2(algorithm, data, key, callback) {
  algorithm != null && validateString(algorithm, "algorithm"), callback !== void 0 && validateFunction(callback, "callback"), data = viewOf(data, "data", ["Buffer", "TypedArray", "DataView"]);
  let signature = signed(algorithm, data, key);
  if (callback === void 0) return signature;
  process.nextTick(callback, null, signature);
}
function verify2(algorithm, data, key, signature, callback) {
  algorithm != null && validateString(algorithm, "algorithm"), callback !== void 0 && validateFunction(callback, "callback"), data = viewOf(data, "data", ["Buffer", "TypedArray", "DataView"]);
  let ok = verified(algorithm, data, key, viewOf(signature, "signature", ["Buffer", "TypedArray", "DataView"]));
  if (callback === void 0) return ok;
  process.nextTick(callback, null, ok);
}
function generateKeyPairSync(type, options = {}) {
  if (validateString(type, "type"), !["rsa", "ec", "ed25519"].includes(type)) throw invalidArgValue("type", type, "must be a supported key type");
  type === "rsa" && validateInteger(options.modulusLength, "options.modulusLength", 1024, 16384), type === "ec" && validateString(options.namedCurve, "options.namedCurve");
  let key = native.generate(type, options.namedCurve ?? "", options.modulusLength ?? 0);
  if (key === void 0) throw withCode(TypeError, "ERR_CRYPTO_INVALID_CURVE", "Invalid EC curve name");
  let made = (object, encoding) => encoding === void 0 ? object : object.export(encoding);
  return { publicKey: made(asymmetric(key.public()), options.publicKeyEncoding), privateKey: made(asymmetric(key), options.privateKeyEncoding) };
}
function generateKeyPair(type, options, callback) {
  typeof options == "function" && ([options, callback] = [void 0, options]), validateFunction(callback, "callback");
  let { publicKey, privateKey } = generateKeyPairSync(type, options);
  process.nextTick(callback, null, publicKey, privateKey);
}
function generateKeySync(type, options) {
  if (validateString(type, "type"), type !== "hmac" && type !== "aes") throw invalidArgValue("type", type, "must be a supported key type");
  return validateObject(options, "options"), validateInteger(options.length, "options.length", 8, 2 ** 31 - 1), secretKey(require("crypto").randomBytes(options.length >> 3));
}
function generateKey(type, options, callback) {
  validateFunction(callback, "callback"), process.nextTick(callback, void 0, generateKeySync(type, options));
}
module.exports = {
  KeyObject,
  Sign,
  Verify,
  sign: sign2,
  verify: verify2,
  createSign: (algorithm) => new Sign(algorithm),
  createVerify: (algorithm) => new Verify(algorithm),
  createSecretKey,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  generateKeyPairSync,
  generateKey,
  generateKeySync
};
