'use strict';
// crypto.subtle: digest, HMAC, ECDSA, RSASSA-PKCS1-v1_5, RSA-PSS, Ed25519, PBKDF2 and HKDF.
// Encryption and key agreement are missing: what would use them rejects with a NotSupportedError.
const { withCode, invalidThis, invalidArgType, outOfRange, illegalConstructor } = require('internal/errors');
const { DOMException } = require('internal/domexception');
const { webInterface, inspectAs } = require('../shared/classes');
const { secrets } = require('internal/crypto_secrets');

const token = {};

class CryptoKey {
  #facts;
  constructor(given, facts, material) {
    if (given !== token) throw illegalConstructor();
    this.#facts = facts;
    secrets.set(this, material);
  }
  get type() { return facts(this, () => this.#facts).type; }
  get extractable() { return facts(this, () => this.#facts).extractable; }
  get algorithm() { return facts(this, () => this.#facts).algorithm; }
  get usages() { return facts(this, () => this.#facts).usages; }
}
function facts(key, read) {
  if (!(key instanceof CryptoKey)) throw invalidThis('CryptoKey');
  return read();
}
webInterface(CryptoKey, 'CryptoKey');
inspectAs(CryptoKey, function () { return { type: this.type, extractable: this.extractable, algorithm: this.algorithm, usages: this.usages }; });

const fail = (name, message, cause) => { throw new DOMException(message, cause === undefined ? name : { name, cause }); };
const unsupported = () => fail('NotSupportedError', 'Unrecognized algorithm name');

const hashes = { 'SHA-1': 'sha1', 'SHA-256': 'sha256', 'SHA-384': 'sha384', 'SHA-512': 'sha512' };
const lengths = { 'SHA-1': 20, 'SHA-256': 32, 'SHA-384': 48, 'SHA-512': 64 };
const blocks = { 'SHA-1': 512, 'SHA-256': 512, 'SHA-384': 1024, 'SHA-512': 1024 };
const names = ['HMAC', 'ECDSA', 'RSASSA-PKCS1-v1_5', 'RSA-PSS', 'Ed25519', 'PBKDF2', 'HKDF', ...Object.keys(hashes)];

// normalize returns an algorithm as an object whose name has its usual case.
function normalize(algorithm) {
  const given = algorithm !== null && typeof algorithm === 'object' ? algorithm : { name: `${algorithm}` };
  if (given.name === undefined) throw new TypeError("Failed to normalize algorithm: 'name' is required in 'Algorithm'.");
  const name = names.find((n) => n.toLowerCase() === `${given.name}`.toLowerCase()) ?? unsupported();
  return { ...given, name };
}
function hashOf(algorithm) {
  if (algorithm.hash === undefined) throw withCode(TypeError, 'ERR_MISSING_OPTION', `Failed to normalize algorithm: 'hash' is required in 'Algorithm'.`);
  const { name } = normalize(algorithm.hash);
  return hashes[name] === undefined ? unsupported() : name;
}
function bytes(data) {
  if (!ArrayBuffer.isView(data) && native.kind(data) !== 'ArrayBuffer') throw invalidArgType('data', ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'], data);
  const view = ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data);
  return view.slice();
}

const allUsages = ['encrypt', 'decrypt', 'sign', 'verify', 'deriveKey', 'deriveBits', 'wrapKey', 'unwrapKey'];
function usagesOf(list, allowed) {
  const usages = [...list];
  for (const usage of usages) if (!allUsages.includes(usage)) throw new TypeError(`Invalid keyUsage: ${usage}`);
  if (usages.some((usage) => !allowed.includes(usage))) fail('SyntaxError', 'Unsupported key usage for this key');
  return allUsages.filter((usage) => usages.includes(usage));
}

const secretOf = (key) => secrets.get(key).secret;
const nativeOf = (key) => secrets.get(key).key;
const fromBase64url = (text) => Uint8Array.from([...atob(text.replace(/-/g, '+').replace(/_/g, '/'))], (c) => c.charCodeAt(0));
const toBase64url = (view) => btoa(String.fromCharCode(...view)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');

// As in Node, the order of the algorithm's properties depends on how the key was made.
function hmacKey(secret, algorithm, extractable, usages, length = secret.byteLength * 8, generated = false) {
  const hash = { name: hashOf(algorithm) };
  return new CryptoKey(token, { type: 'secret', extractable, algorithm: generated ? { name: 'HMAC', length, hash } : { name: 'HMAC', hash, length }, usages: usagesOf(usages, ['sign', 'verify']) }, { type: 'secret', secret });
}

const kinds = { ECDSA: 'ec', 'RSASSA-PKCS1-v1_5': 'rsa', 'RSA-PSS': 'rsa', Ed25519: 'ed25519' };
const webCurves = { prime256v1: 'P-256', secp384r1: 'P-384', secp521r1: 'P-521' };

// pairKey makes a CryptoKey of a native key.
function pairKey(key, algorithm, extractable, usages) {
  if (key === undefined || key.kind !== kinds[algorithm.name]) fail('DataError', 'Invalid keyData');
  const described = { name: algorithm.name };
  if (key.kind === 'ec') {
    described.namedCurve = webCurves[key.curve];
    if (described.namedCurve !== algorithm.namedCurve) fail('DataError', 'Named curve mismatch');
  } else if (key.kind === 'rsa') {
    Object.assign(described, { modulusLength: key.bits, publicExponent: new Uint8Array([1, 0, 1]), hash: { name: hashOf(algorithm) } });
  }
  const type = key.private ? 'private' : 'public';
  return new CryptoKey(token, { type, extractable: type === 'public' || extractable, algorithm: described, usages: usagesOf(usages, [type === 'private' ? 'sign' : 'verify']) }, { type, key });
}

function schemeOf(algorithm, key) {
  switch (key.algorithm.name) {
    case 'ECDSA': return { hash: hashes[hashOf(algorithm)], p1363: true };
    case 'RSA-PSS': {
      const most = Math.ceil((key.algorithm.modulusLength - 1) / 8) - lengths[key.algorithm.hash.name] - 2;
      if (!(algorithm.saltLength >= 0 && algorithm.saltLength <= most)) {
        fail('OperationError', 'The operation failed for an operation-specific reason', outOfRange('algorithm.saltLength', `>= 0 && <= ${most}`, algorithm.saltLength));
      }
      return { hash: hashes[key.algorithm.hash.name], pss: true, salt: algorithm.saltLength };
    }
    case 'RSASSA-PKCS1-v1_5': return { hash: hashes[key.algorithm.hash.name] };
    default: return {};
  }
}

function checkKey(algorithm, key, usage) {
  if (!(key instanceof CryptoKey)) throw new TypeError('The provided value is not of type "CryptoKey".');
  if (key.algorithm.name !== algorithm.name || !key.usages.includes(usage)) fail('InvalidAccessError', `Unable to use this key to ${usage}`);
}

function own(subtle) {
  if (!(subtle instanceof SubtleCrypto)) throw invalidThis('SubtleCrypto');
}

function sumOf(hash, data) {
  hash.update(data);
  return hash.sum();
}

class SubtleCrypto {
  constructor(given) { if (given !== token) throw illegalConstructor(); }
  async digest(algorithm, data) {
    own(this);
    const { name } = normalize(algorithm);
    if (hashes[name] === undefined) unsupported();
    return sumOf(native.hash(hashes[name], -1), bytes(data));
  }
  async sign(algorithm, key, data) {
    own(this);
    algorithm = normalize(algorithm);
    data = bytes(data);
    checkKey(algorithm, key, 'sign');
    if (algorithm.name === 'HMAC') return sumOf(native.hmac(hashes[key.algorithm.hash.name], secretOf(key)), data);
    return nativeOf(key).sign(data, schemeOf(algorithm, key)) ?? fail('OperationError', 'The operation failed for an operation-specific reason');
  }
  async verify(algorithm, key, signature, data) {
    own(this);
    algorithm = normalize(algorithm);
    signature = bytes(signature);
    data = bytes(data);
    checkKey(algorithm, key, 'verify');
    if (algorithm.name === 'HMAC') {
      const right = new Uint8Array(sumOf(native.hmac(hashes[key.algorithm.hash.name], secretOf(key)), data));
      let different = right.length ^ signature.length;
      for (let i = 0; i < right.length; i++) different |= right[i] ^ signature[i];
      return different === 0;
    }
    return nativeOf(key).verify(data, signature, schemeOf(algorithm, key)) ?? false;
  }
  async generateKey(algorithm, extractable, usages) {
    own(this);
    algorithm = normalize(algorithm);
    if (algorithm.name === 'HMAC') {
      const length = algorithm.length ?? blocks[hashOf(algorithm)];
      const list = usagesOf(usages, ['sign', 'verify']);
      if (list.length === 0) fail('SyntaxError', 'Usages cannot be empty when creating a key.');
      return hmacKey(crypto.getRandomValues(new Uint8Array(Math.ceil(length / 8))), algorithm, extractable, usages, length, true);
    }
    if (kinds[algorithm.name] === undefined) unsupported();
    const list = usagesOf(usages, ['sign', 'verify']);
    if (list.length === 0) fail('SyntaxError', 'Usages cannot be empty when creating a key.');
    const key = native.generate(kinds[algorithm.name], algorithm.namedCurve ?? '', algorithm.modulusLength ?? 0);
    if (key === undefined) fail(algorithm.name === 'ECDSA' ? 'NotSupportedError' : 'OperationError', algorithm.name === 'ECDSA' ? 'Unrecognized namedCurve' : 'The operation failed for an operation-specific reason');
    return {
      publicKey: pairKey(key.public(), algorithm, true, list.filter((u) => u === 'verify')),
      privateKey: pairKey(key, algorithm, extractable, list.filter((u) => u === 'sign')),
    };
  }
  async importKey(format, keyData, algorithm, extractable, usages) {
    own(this);
    algorithm = normalize(algorithm);
    if (algorithm.name === 'HMAC' || algorithm.name === 'PBKDF2' || algorithm.name === 'HKDF') {
      let secret;
      if (format === 'raw') secret = bytes(keyData);
      else if (format === 'jwk' && algorithm.name === 'HMAC') {
        if (keyData?.kty !== 'oct') fail('DataError', 'Invalid JWK "kty" Parameter');
        secret = fromBase64url(`${keyData.k}`);
      } else fail('NotSupportedError', `Unable to import ${algorithm.name} key with format ${format}`);
      if (algorithm.name === 'HMAC') {
        const list = usagesOf(usages, ['sign', 'verify']);
        if (list.length === 0) fail('SyntaxError', 'Usages cannot be empty when importing a secret key.');
        if (secret.byteLength === 0) fail('DataError', 'Zero-length key is not supported');
        return hmacKey(secret, algorithm, extractable, usages);
      }
      if (extractable) fail('SyntaxError', `${algorithm.name} keys are not extractable`);
      return new CryptoKey(token, { type: 'secret', extractable: false, algorithm: { name: algorithm.name }, usages: usagesOf(usages, ['deriveKey', 'deriveBits']) }, { type: 'secret', secret });
    }
    const kind = kinds[algorithm.name] ?? unsupported();
    let key;
    if (format === 'spki' || format === 'pkcs8') key = native.parse(bytes(keyData), format === 'spki');
    else if (format === 'raw' && kind !== 'rsa') key = native.raw(kind, algorithm.namedCurve ?? '', bytes(keyData));
    else fail('NotSupportedError', `Unable to import ${algorithm.name} key with format ${format}`);
    return pairKey(key, algorithm, extractable, usages);
  }
  async exportKey(format, key) {
    own(this);
    if (!(key instanceof CryptoKey)) throw new TypeError('The provided value is not of type "CryptoKey".');
    if (!key.extractable) fail('InvalidAccessException', 'key is not extractable');
    let made;
    if (key.type === 'secret') {
      if (format === 'raw') made = secretOf(key).slice().buffer;
      else if (format === 'jwk') made = { key_ops: key.usages, ext: key.extractable, kty: 'oct', k: toBase64url(secretOf(key)), alg: `HS${key.algorithm.hash.name.slice(4)}` };
    } else if (format === 'spki' && key.type === 'public' || format === 'pkcs8' && key.type === 'private') made = nativeOf(key).der(format);
    else if (format === 'raw' && key.type === 'public') made = nativeOf(key).raw();
    return made ?? fail('NotSupportedError', `Unable to export a ${key.type} ${key.algorithm.name} key using ${format} format`);
  }
  async deriveBits(algorithm, key, length) {
    own(this);
    algorithm = normalize(algorithm);
    checkKey(algorithm, key, 'deriveBits');
    if (typeof length !== 'number' || length % 8 !== 0) fail('OperationError', 'length must be a multiple of 8');
    const hash = hashes[hashOf(algorithm)];
    let made;
    if (algorithm.name === 'PBKDF2') made = native.derive('pbkdf2', hash, secretOf(key), bytes(algorithm.salt), algorithm.iterations, length / 8);
    else if (algorithm.name === 'HKDF') made = native.derive('hkdf', hash, secretOf(key), bytes(algorithm.salt), bytes(algorithm.info), length / 8);
    else unsupported();
    return made ?? fail('OperationError', 'The operation failed for an operation-specific reason');
  }
}
for (const name of ['encrypt', 'decrypt', 'deriveKey', 'wrapKey', 'unwrapKey']) {
  Object.defineProperty(SubtleCrypto.prototype, name, {
    writable: true, configurable: true, enumerable: true,
    value: { async [name]() { fail('NotSupportedError', `crypto.subtle.${name} is unavailable: Node has it, wakeful does not: a Go program can offer it by js.WithModule`); } }[name],
  });
}
webInterface(SubtleCrypto, 'SubtleCrypto');

module.exports = { SubtleCrypto, CryptoKey, subtle: new SubtleCrypto(token), native };
