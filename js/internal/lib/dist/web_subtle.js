"use strict";
var __getOwnPropNames = Object.getOwnPropertyNames;
var __commonJS = (cb, mod) => function() {
  try {
    return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
  } catch (e) {
    throw mod = 0, e;
  }
};

// src/shared/classes.js
var require_classes = __commonJS({
  "src/shared/classes.js"(exports2, module2) {
    "use strict";
    var custom = /* @__PURE__ */ Symbol.for("nodejs.util.inspect.custom"), { webInterface: webInterface2 } = native;
    function inspectAs2(Class, properties, deep) {
      Object.defineProperty(Class.prototype, custom, {
        configurable: !0,
        writable: !0,
        enumerable: !1,
        value(depth, options, inspect) {
          let name = this?.constructor?.name || Class.name;
          return depth < 0 ? deep === void 0 ? name : deep(this) : `${name} ${inspect(properties.call(this), { ...options, depth: options.depth == null ? null : options.depth - 1 })}`;
        }
      });
    }
    module2.exports = { custom, webInterface: webInterface2, inspectAs: inspectAs2 };
  }
});

// src/web/subtle.js
var { withCode, invalidThis, invalidArgType, outOfRange, illegalConstructor } = require("internal/errors"), { DOMException } = require("internal/domexception"), { webInterface, inspectAs } = require_classes(), { secrets } = require("internal/crypto_secrets"), token = {}, CryptoKey = class {
  #facts;
  constructor(given, facts2, material) {
    if (given !== token) throw illegalConstructor();
    this.#facts = facts2, secrets.set(this, material);
  }
  get type() {
    return facts(this, () => this.#facts).type;
  }
  get extractable() {
    return facts(this, () => this.#facts).extractable;
  }
  get algorithm() {
    return facts(this, () => this.#facts).algorithm;
  }
  get usages() {
    return facts(this, () => this.#facts).usages;
  }
};
function facts(key, read) {
  if (!(key instanceof CryptoKey)) throw invalidThis("CryptoKey");
  return read();
}
webInterface(CryptoKey, "CryptoKey");
inspectAs(CryptoKey, function() {
  return { type: this.type, extractable: this.extractable, algorithm: this.algorithm, usages: this.usages };
});
var fail = (name, message, cause) => {
  throw new DOMException(message, cause === void 0 ? name : { name, cause });
}, unsupported = () => fail("NotSupportedError", "Unrecognized algorithm name"), hashes = { "SHA-1": "sha1", "SHA-256": "sha256", "SHA-384": "sha384", "SHA-512": "sha512" }, lengths = { "SHA-1": 20, "SHA-256": 32, "SHA-384": 48, "SHA-512": 64 }, blocks = { "SHA-1": 512, "SHA-256": 512, "SHA-384": 1024, "SHA-512": 1024 }, names = ["HMAC", "ECDSA", "RSASSA-PKCS1-v1_5", "RSA-PSS", "Ed25519", "PBKDF2", "HKDF", ...Object.keys(hashes)];
function normalize(algorithm) {
  let given = algorithm !== null && typeof algorithm == "object" ? algorithm : { name: `${algorithm}` };
  if (given.name === void 0) throw new TypeError("Failed to normalize algorithm: 'name' is required in 'Algorithm'.");
  let name = names.find((n) => n.toLowerCase() === `${given.name}`.toLowerCase()) ?? unsupported();
  return { ...given, name };
}
function hashOf(algorithm) {
  if (algorithm.hash === void 0) throw withCode(TypeError, "ERR_MISSING_OPTION", "Failed to normalize algorithm: 'hash' is required in 'Algorithm'.");
  let { name } = normalize(algorithm.hash);
  return hashes[name] === void 0 ? unsupported() : name;
}
function bytes(data) {
  if (!ArrayBuffer.isView(data) && native.kind(data) !== "ArrayBuffer") throw invalidArgType("data", ["ArrayBuffer", "Buffer", "TypedArray", "DataView"], data);
  return (ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data)).slice();
}
var allUsages = ["encrypt", "decrypt", "sign", "verify", "deriveKey", "deriveBits", "wrapKey", "unwrapKey"];
function usagesOf(list, allowed) {
  let usages = [...list];
  for (let usage of usages) if (!allUsages.includes(usage)) throw new TypeError(`Invalid keyUsage: ${usage}`);
  return usages.some((usage) => !allowed.includes(usage)) && fail("SyntaxError", "Unsupported key usage for this key"), allUsages.filter((usage) => usages.includes(usage));
}
var secretOf = (key) => secrets.get(key).secret, nativeOf = (key) => secrets.get(key).key, fromBase64url = (text) => Uint8Array.from([...atob(text.replace(/-/g, "+").replace(/_/g, "/"))], (c) => c.charCodeAt(0)), toBase64url = (view) => btoa(String.fromCharCode(...view)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
function hmacKey(secret, algorithm, extractable, usages, length = secret.byteLength * 8, generated = !1) {
  let hash = { name: hashOf(algorithm) };
  return new CryptoKey(token, { type: "secret", extractable, algorithm: generated ? { name: "HMAC", length, hash } : { name: "HMAC", hash, length }, usages: usagesOf(usages, ["sign", "verify"]) }, { type: "secret", secret });
}
var kinds = { ECDSA: "ec", "RSASSA-PKCS1-v1_5": "rsa", "RSA-PSS": "rsa", Ed25519: "ed25519" }, webCurves = { prime256v1: "P-256", secp384r1: "P-384", secp521r1: "P-521" };
function pairKey(key, algorithm, extractable, usages) {
  (key === void 0 || key.kind !== kinds[algorithm.name]) && fail("DataError", "Invalid keyData");
  let described = { name: algorithm.name };
  key.kind === "ec" ? (described.namedCurve = webCurves[key.curve], described.namedCurve !== algorithm.namedCurve && fail("DataError", "Named curve mismatch")) : key.kind === "rsa" && Object.assign(described, { modulusLength: key.bits, publicExponent: new Uint8Array([1, 0, 1]), hash: { name: hashOf(algorithm) } });
  let type = key.private ? "private" : "public";
  return new CryptoKey(token, { type, extractable: type === "public" || extractable, algorithm: described, usages: usagesOf(usages, [type === "private" ? "sign" : "verify"]) }, { type, key });
}
function schemeOf(algorithm, key) {
  switch (key.algorithm.name) {
    case "ECDSA":
      return { hash: hashes[hashOf(algorithm)], p1363: !0 };
    case "RSA-PSS": {
      let most = Math.ceil((key.algorithm.modulusLength - 1) / 8) - lengths[key.algorithm.hash.name] - 2;
      return algorithm.saltLength >= 0 && algorithm.saltLength <= most || fail("OperationError", "The operation failed for an operation-specific reason", outOfRange("algorithm.saltLength", `>= 0 && <= ${most}`, algorithm.saltLength)), { hash: hashes[key.algorithm.hash.name], pss: !0, salt: algorithm.saltLength };
    }
    case "RSASSA-PKCS1-v1_5":
      return { hash: hashes[key.algorithm.hash.name] };
    default:
      return {};
  }
}
function checkKey(algorithm, key, usage) {
  if (!(key instanceof CryptoKey)) throw new TypeError('The provided value is not of type "CryptoKey".');
  (key.algorithm.name !== algorithm.name || !key.usages.includes(usage)) && fail("InvalidAccessError", `Unable to use this key to ${usage}`);
}
function own(subtle) {
  if (!(subtle instanceof SubtleCrypto)) throw invalidThis("SubtleCrypto");
}
function sumOf(hash, data) {
  return hash.update(data), hash.sum();
}
var SubtleCrypto = class {
  constructor(given) {
    if (given !== token) throw illegalConstructor();
  }
  async digest(algorithm, data) {
    own(this);
    let { name } = normalize(algorithm);
    return hashes[name] === void 0 && unsupported(), sumOf(native.hash(hashes[name], -1), bytes(data));
  }
  async sign(algorithm, key, data) {
    return own(this), algorithm = normalize(algorithm), data = bytes(data), checkKey(algorithm, key, "sign"), algorithm.name === "HMAC" ? sumOf(native.hmac(hashes[key.algorithm.hash.name], secretOf(key)), data) : nativeOf(key).sign(data, schemeOf(algorithm, key)) ?? fail("OperationError", "The operation failed for an operation-specific reason");
  }
  async verify(algorithm, key, signature, data) {
    if (own(this), algorithm = normalize(algorithm), signature = bytes(signature), data = bytes(data), checkKey(algorithm, key, "verify"), algorithm.name === "HMAC") {
      let right = new Uint8Array(sumOf(native.hmac(hashes[key.algorithm.hash.name], secretOf(key)), data)), different = right.length ^ signature.length;
      for (let i = 0; i < right.length; i++) different |= right[i] ^ signature[i];
      return different === 0;
    }
    return nativeOf(key).verify(data, signature, schemeOf(algorithm, key)) ?? !1;
  }
  async generateKey(algorithm, extractable, usages) {
    if (own(this), algorithm = normalize(algorithm), algorithm.name === "HMAC") {
      let length = algorithm.length ?? blocks[hashOf(algorithm)];
      return usagesOf(usages, ["sign", "verify"]).length === 0 && fail("SyntaxError", "Usages cannot be empty when creating a key."), hmacKey(crypto.getRandomValues(new Uint8Array(Math.ceil(length / 8))), algorithm, extractable, usages, length, !0);
    }
    kinds[algorithm.name] === void 0 && unsupported();
    let list = usagesOf(usages, ["sign", "verify"]);
    list.length === 0 && fail("SyntaxError", "Usages cannot be empty when creating a key.");
    let key = native.generate(kinds[algorithm.name], algorithm.namedCurve ?? "", algorithm.modulusLength ?? 0);
    return key === void 0 && fail(algorithm.name === "ECDSA" ? "NotSupportedError" : "OperationError", algorithm.name === "ECDSA" ? "Unrecognized namedCurve" : "The operation failed for an operation-specific reason"), {
      publicKey: pairKey(key.public(), algorithm, !0, list.filter((u) => u === "verify")),
      privateKey: pairKey(key, algorithm, extractable, list.filter((u) => u === "sign"))
    };
  }
  async importKey(format, keyData, algorithm, extractable, usages) {
    if (own(this), algorithm = normalize(algorithm), algorithm.name === "HMAC" || algorithm.name === "PBKDF2" || algorithm.name === "HKDF") {
      let secret;
      return format === "raw" ? secret = bytes(keyData) : format === "jwk" && algorithm.name === "HMAC" ? (keyData?.kty !== "oct" && fail("DataError", 'Invalid JWK "kty" Parameter'), secret = fromBase64url(`${keyData.k}`)) : fail("NotSupportedError", `Unable to import ${algorithm.name} key with format ${format}`), algorithm.name === "HMAC" ? (usagesOf(usages, ["sign", "verify"]).length === 0 && fail("SyntaxError", "Usages cannot be empty when importing a secret key."), secret.byteLength === 0 && fail("DataError", "Zero-length key is not supported"), hmacKey(secret, algorithm, extractable, usages)) : (extractable && fail("SyntaxError", `${algorithm.name} keys are not extractable`), new CryptoKey(token, { type: "secret", extractable: !1, algorithm: { name: algorithm.name }, usages: usagesOf(usages, ["deriveKey", "deriveBits"]) }, { type: "secret", secret }));
    }
    let kind = kinds[algorithm.name] ?? unsupported(), key;
    return format === "spki" || format === "pkcs8" ? key = native.parse(bytes(keyData), format === "spki") : format === "raw" && kind !== "rsa" ? key = native.raw(kind, algorithm.namedCurve ?? "", bytes(keyData)) : fail("NotSupportedError", `Unable to import ${algorithm.name} key with format ${format}`), pairKey(key, algorithm, extractable, usages);
  }
  async exportKey(format, key) {
    if (own(this), !(key instanceof CryptoKey)) throw new TypeError('The provided value is not of type "CryptoKey".');
    key.extractable || fail("InvalidAccessException", "key is not extractable");
    let made;
    return key.type === "secret" ? format === "raw" ? made = secretOf(key).slice().buffer : format === "jwk" && (made = { key_ops: key.usages, ext: key.extractable, kty: "oct", k: toBase64url(secretOf(key)), alg: `HS${key.algorithm.hash.name.slice(4)}` }) : format === "spki" && key.type === "public" || format === "pkcs8" && key.type === "private" ? made = nativeOf(key).der(format) : format === "raw" && key.type === "public" && (made = nativeOf(key).raw()), made ?? fail("NotSupportedError", `Unable to export a ${key.type} ${key.algorithm.name} key using ${format} format`);
  }
  async deriveBits(algorithm, key, length) {
    own(this), algorithm = normalize(algorithm), checkKey(algorithm, key, "deriveBits"), (typeof length != "number" || length % 8 !== 0) && fail("OperationError", "length must be a multiple of 8");
    let hash = hashes[hashOf(algorithm)], made;
    return algorithm.name === "PBKDF2" ? made = native.derive("pbkdf2", hash, secretOf(key), bytes(algorithm.salt), algorithm.iterations, length / 8) : algorithm.name === "HKDF" ? made = native.derive("hkdf", hash, secretOf(key), bytes(algorithm.salt), bytes(algorithm.info), length / 8) : unsupported(), made ?? fail("OperationError", "The operation failed for an operation-specific reason");
  }
};
for (let name of ["encrypt", "decrypt", "deriveKey", "wrapKey", "unwrapKey"])
  Object.defineProperty(SubtleCrypto.prototype, name, {
    writable: !0,
    configurable: !0,
    enumerable: !0,
    value: { async [name]() {
      fail("NotSupportedError", `crypto.subtle.${name} is unavailable: Node has it, wakeful does not: a Go program can offer it by js.WithModule`);
    } }[name]
  });
webInterface(SubtleCrypto, "SubtleCrypto");
module.exports = { SubtleCrypto, CryptoKey, subtle: new SubtleCrypto(token), native };
