'use strict';
// The part of node:crypto about keys: KeyObject, Sign, Verify, and making keys.
const { withCode, hidden, invalidArgType, invalidArgValue, validateString, validateFunction, validateInteger, validateObject } = require('internal/errors');
const { Buffer } = require('node:buffer');
const { viewOf, isBinary, binaries, secrets } = require('../shared/crypto_inputs');
const { lazyStream } = require('../shared/lazy_stream');
const native = require('internal/subtle').native;

const token = {};

class KeyObject {
  constructor(given, material) {
    if (given !== token) {
      if (given !== 'secret' && given !== 'public' && given !== 'private') throw invalidArgValue('type', given);
      throw withCode(TypeError, 'ERR_ILLEGAL_CONSTRUCTOR', 'Illegal constructor');
    }
    secrets.set(this, material);
  }
  static from(key) {
    const material = secrets.get(key);
    if (material === undefined || key instanceof KeyObject) throw invalidArgType('key', 'CryptoKey', key);
    return new KeyObject(token, material);
  }
  get type() { return secrets.get(this).type; }
  get symmetricKeySize() { return secrets.get(this).secret?.byteLength; }
  get asymmetricKeyType() { return secrets.get(this).key?.kind; }
  get asymmetricKeyDetails() {
    const { key } = secrets.get(this);
    if (key === undefined) return undefined;
    if (key.kind === 'rsa') return { modulusLength: key.bits, publicExponent: 65537n };
    return key.kind === 'ec' ? { namedCurve: key.curve } : {};
  }
  export(options) {
    const { type, secret, key } = secrets.get(this);
    if (type === 'secret') {
      if (options?.format === 'jwk') return { kty: 'oct', k: Buffer.from(secret).toString('base64url') };
      return Buffer.from(secret);
    }
    validateObject(options, 'options');
    const form = options.type ?? (type === 'public' ? 'spki' : 'pkcs8');
    const made = options.format === 'der' ? key.der(form) : options.format === 'pem' ? key.pem(form) : undefined;
    if (made === undefined) throw invalidArgValue(options.format === 'der' || options.format === 'pem' ? 'options.type' : 'options.format', options.format === 'der' || options.format === 'pem' ? form : options.format);
    return typeof made === 'string' ? made : Buffer.from(made);
  }
  equals(other) {
    if (!(other instanceof KeyObject)) throw invalidArgType('otherKeyObject', 'KeyObject', other);
    if (this.type !== other.type) return false;
    if (this.type === 'secret') return this.export().equals(other.export());
    const form = this.type === 'public' ? 'spki' : 'pkcs8';
    return this.export({ format: 'der', type: form }).equals(other.export({ format: 'der', type: form }));
  }
}
hidden(KeyObject, 'name', 'KeyObject');
Object.defineProperty(KeyObject.prototype, Symbol.toStringTag, { value: 'KeyObject', configurable: true });

const secretKey = (bytes) => new KeyObject(token, { type: 'secret', secret: Uint8Array.from(Buffer.from(bytes.buffer ?? bytes, bytes.byteOffset, bytes.byteLength)) });
const asymmetric = (key) => new KeyObject(token, { type: key.private ? 'private' : 'public', key });

function createSecretKey(key, encoding) {
  return secretKey(viewOf(key, 'key', ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView', 'string', 'KeyObject', 'CryptoKey'], encoding));
}

const unsupported = () => withCode(Error, 'ERR_OSSL_UNSUPPORTED', 'error:1E08010C:DECODER routines::unsupported');

// keyOf returns the native key of what Node accepts as a key: a text, memory, an object with one,
// or a KeyObject.
function keyOf(input, wantPublic) {
  let source = input;
  if (input !== null && typeof input === 'object' && !isBinary(input) && !secrets.has(input)) source = input.key;
  const material = secrets.get(source);
  if (material !== undefined) {
    if (material.key === undefined) throw withCode(TypeError, 'ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE', `Invalid key object type ${material.type}, expected ${wantPublic ? 'private or public' : 'private'}.`);
    if (!wantPublic && !material.key.private) throw withCode(TypeError, 'ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE', 'Invalid key object type public, expected private.');
    return wantPublic && material.key.private ? material.key.public() : material.key;
  }
  const bytes = viewOf(source, 'key', ['string', 'ArrayBuffer', 'Buffer', 'TypedArray', 'DataView', 'KeyObject', 'CryptoKey']);
  const key = native.parse(bytes, wantPublic);
  if (key === undefined) throw unsupported();
  return key;
}
const createPrivateKey = (input) => asymmetric(keyOf(input, false));
const createPublicKey = (input) => asymmetric(keyOf(input, true));

function schemeOf(hash, options, key) {
  return { hash: key.kind === 'ed25519' ? undefined : hash ?? 'sha256', pss: options?.padding === 6, salt: options?.saltLength ?? -2, p1363: options?.dsaEncoding === 'ieee-p1363' };
}

function signed(hash, data, input) {
  const key = keyOf(input, false);
  const signature = key.sign(data, schemeOf(hash, input, key));
  if (signature === undefined) throw withCode(TypeError, 'ERR_CRYPTO_INVALID_DIGEST', `Invalid digest: ${hash}`);
  return Buffer.from(signature);
}

function verified(hash, data, input, signature) {
  const key = keyOf(input, true);
  const ok = key.verify(data, signature, schemeOf(hash, input, key));
  if (ok === undefined) throw withCode(TypeError, 'ERR_CRYPTO_INVALID_DIGEST', `Invalid digest: ${hash}`);
  return ok;
}

// Sign and Verify collect what they sign.
const chunks = new WeakMap();

function collecting(name) {
  const Class = { [name]: function (algorithm) {
    validateString(algorithm, 'algorithm');
    if (native.hash(algorithm, -1) === undefined) throw withCode(TypeError, 'ERR_CRYPTO_INVALID_DIGEST', 'Invalid digest');
    chunks.set(this, { algorithm, list: [] });
  } }[name];
  lazyStream(Class);
  Class.prototype._write = function (chunk, encoding, callback) {
    this.update(chunk, encoding);
    callback();
  };
  Class.prototype.update = function update(data, encoding) {
    if (typeof data !== 'string' && !ArrayBuffer.isView(data)) throw invalidArgType('data', ['string', 'Buffer', 'TypedArray', 'DataView'], data);
    chunks.get(this).list.push(typeof data === 'string' ? Buffer.from(data, encoding) : Buffer.from(Buffer.from(data.buffer, data.byteOffset, data.byteLength)));
    return this;
  };
  return Class;
}
const Sign = collecting('Sign'), Verify = collecting('Verify');
Sign.prototype.sign = function sign(key, encoding) {
  if (!key) throw withCode(Error, 'ERR_CRYPTO_SIGN_KEY_REQUIRED', 'No key provided to sign');
  const { algorithm, list } = chunks.get(this);
  const signature = signed(algorithm, Buffer.concat(list), key);
  return encoding && encoding !== 'buffer' ? signature.toString(encoding) : signature;
};
Verify.prototype.verify = function verify(key, signature, encoding) {
  const { algorithm, list } = chunks.get(this);
  return verified(algorithm, Buffer.concat(list), key, viewOf(signature, 'signature', binaries, encoding));
};

function sign(algorithm, data, key, callback) {
  if (algorithm != null) validateString(algorithm, 'algorithm');
  if (callback !== undefined) validateFunction(callback, 'callback');
  data = viewOf(data, 'data', ['Buffer', 'TypedArray', 'DataView']);
  const signature = signed(algorithm, data, key);
  if (callback === undefined) return signature;
  process.nextTick(callback, null, signature);
}
function verify(algorithm, data, key, signature, callback) {
  if (algorithm != null) validateString(algorithm, 'algorithm');
  if (callback !== undefined) validateFunction(callback, 'callback');
  data = viewOf(data, 'data', ['Buffer', 'TypedArray', 'DataView']);
  const ok = verified(algorithm, data, key, viewOf(signature, 'signature', ['Buffer', 'TypedArray', 'DataView']));
  if (callback === undefined) return ok;
  process.nextTick(callback, null, ok);
}

function generateKeyPairSync(type, options = {}) {
  validateString(type, 'type');
  if (!['rsa', 'ec', 'ed25519'].includes(type)) throw invalidArgValue('type', type, 'must be a supported key type');
  if (type === 'rsa') validateInteger(options.modulusLength, 'options.modulusLength', 1024, 16384);
  if (type === 'ec') validateString(options.namedCurve, 'options.namedCurve');
  const key = native.generate(type, options.namedCurve ?? '', options.modulusLength ?? 0);
  if (key === undefined) throw withCode(TypeError, 'ERR_CRYPTO_INVALID_CURVE', 'Invalid EC curve name');
  const made = (object, encoding) => (encoding === undefined ? object : object.export(encoding));
  return { publicKey: made(asymmetric(key.public()), options.publicKeyEncoding), privateKey: made(asymmetric(key), options.privateKeyEncoding) };
}
function generateKeyPair(type, options, callback) {
  if (typeof options === 'function') [options, callback] = [undefined, options];
  validateFunction(callback, 'callback');
  const { publicKey, privateKey } = generateKeyPairSync(type, options);
  process.nextTick(callback, null, publicKey, privateKey);
}
function generateKeySync(type, options) {
  validateString(type, 'type');
  if (type !== 'hmac' && type !== 'aes') throw invalidArgValue('type', type, 'must be a supported key type');
  validateObject(options, 'options');
  validateInteger(options.length, 'options.length', 8, 2 ** 31 - 1);
  return secretKey(require('node:crypto').randomBytes(options.length >> 3));
}
function generateKey(type, options, callback) {
  validateFunction(callback, 'callback');
  process.nextTick(callback, undefined, generateKeySync(type, options));
}

module.exports = {
  KeyObject, Sign, Verify, sign, verify, createSign: (algorithm) => new Sign(algorithm), createVerify: (algorithm) => new Verify(algorithm),
  createSecretKey, createPrivateKey, createPublicKey, generateKeyPair, generateKeyPairSync, generateKey, generateKeySync,
};
