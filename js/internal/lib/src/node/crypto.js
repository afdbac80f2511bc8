'use strict';
// node:crypto: random values, hashes, HMAC, key derivation, and signatures with RSA, ECDSA and
// Ed25519. Go computes them. Ciphers, Diffie-Hellman and X.509 are missing: what would use them
// throws.
const {
  withCode, invalidArgType, invalidArgValue, outOfRange, validateString, validateFunction, validateInteger, validateBoolean, validateObject,
} = require('internal/errors');
const { Buffer } = require('node:buffer');
const { viewOf, isBinary, binaries, keyBytes } = require('../shared/crypto_inputs');
const { lazyStream } = require('../shared/lazy_stream');

const finalized = () => withCode(Error, 'ERR_CRYPTO_HASH_FINALIZED', 'Digest already called');
const invalidDigest = (name) => withCode(TypeError, 'ERR_CRYPTO_INVALID_DIGEST', `Invalid digest: ${name}`);

// output returns the result of a hash as Node does: a Buffer, or a text in an encoding.
function output(memory, encoding) {
  const bytes = Buffer.from(memory);
  return encoding === undefined || encoding === null || encoding === 'buffer' ? bytes : bytes.toString(Buffer.isEncoding(encoding) ? encoding : 'utf8');
}

function update(running, data, encoding) {
  if (typeof data === 'string') {
    const utf8 = encoding === undefined || !Buffer.isEncoding(encoding) || /^(utf-?8|buffer)$/i.test(encoding);
    running.update(utf8 ? data : Buffer.from(data, encoding));
  } else {
    if (!ArrayBuffer.isView(data)) throw invalidArgType('data', ['string', 'Buffer', 'TypedArray', 'DataView'], data);
    running.update(data);
  }
}

function sizeOf(options) {
  const size = options?.outputLength;
  if (size === undefined) return -1;
  validateInteger(size, 'options.outputLength', 0, 2 ** 32 - 1);
  return size;
}

const states = new WeakMap(); // by Hash and Hmac: the running hash, and whether it has ended

function stateOf(object) {
  const state = states.get(object);
  if (state === undefined) throw withCode(TypeError, 'ERR_INVALID_THIS', `Value of "this" must be of type ${object?.constructor?.name ?? 'Hash'}`);
  return state;
}

function Hash(algorithm, options) {
  if (!new.target) return new Hash(algorithm, options);
  const size = sizeOf(options);
  let running;
  if (algorithm instanceof Hash) {
    const state = stateOf(algorithm);
    if (state.ended) throw finalized();
    running = state.running.copy(size);
    if (running === undefined) throw new Error('This hash cannot be copied');
  } else {
    validateString(algorithm, 'algorithm');
    running = native.hash(algorithm, size);
    if (running === undefined) throw new Error('Digest method not supported');
    if (running === null) throw withCode(Error, 'ERR_OSSL_EVP_NOT_XOF_OR_INVALID_LENGTH', 'error:030000B2:digital envelope routines::not XOF or invalid length');
  }
  states.set(this, { running, ended: false, options });
}
lazyStream(Hash);
Hash.prototype.copy = function copy(options) {
  if (stateOf(this).ended) throw finalized();
  return new Hash(this, options ?? stateOf(this).options);
};
Hash.prototype.update = function (data, encoding) {
  const state = stateOf(this);
  if (state.ended) throw finalized();
  update(state.running, data, encoding);
  return this;
};
Hash.prototype.digest = function digest(encoding) {
  const state = stateOf(this);
  if (state.ended) throw finalized();
  state.ended = true;
  return output(state.running.sum(), encoding === undefined ? undefined : `${encoding}`);
};

function Hmac(algorithm, key, options) {
  if (!new.target) return new Hmac(algorithm, key, options);
  validateString(algorithm, 'hmac');
  const secret = keyBytes(key, options?.encoding);
  const running = native.hmac(algorithm, secret);
  if (running === undefined) throw invalidDigest(algorithm);
  states.set(this, { running, ended: false });
}
lazyStream(Hmac);
Hmac.prototype.update = Hash.prototype.update;
Hmac.prototype.digest = function digest(encoding) {
  const state = stateOf(this);
  if (state.ended) return encoding && encoding !== 'buffer' ? '' : Buffer.from('');
  state.ended = true;
  return output(state.running.sum(), encoding === undefined ? undefined : `${encoding}`);
};
for (const Class of [Hash, Hmac]) {
  Class.prototype._transform = function (chunk, encoding, callback) {
    stateOf(this).running.update(typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk);
    callback();
  };
  Class.prototype._flush = function (callback) {
    this.push(Buffer.from(stateOf(this).running.sum()));
    callback();
  };
  Object.defineProperty(Class.prototype.update, 'name', { value: 'update' });
}

// hash computes a hash at once.
function hash(algorithm, input, outputEncoding = 'hex') {
  validateString(algorithm, 'algorithm');
  if (typeof input !== 'string' && !ArrayBuffer.isView(input)) throw invalidArgType('input', ['Buffer', 'TypedArray', 'DataView', 'string'], input);
  let encoding = outputEncoding;
  if (typeof encoding !== 'string') throw invalidArgType('outputEncoding', 'string', outputEncoding);
  encoding = encoding.toLowerCase();
  if (encoding !== 'buffer' && !Buffer.isEncoding(encoding)) throw invalidArgValue('outputEncoding', outputEncoding);
  return new Hash(algorithm).update(input).digest(encoding);
}

// Random values.

const most = 2 ** 31 - 1;

function sizeAt(value, name, limit) {
  if (typeof value !== 'number') throw invalidArgType(name, 'number', value);
  if (Number.isNaN(value) || value > limit || value < 0) throw outOfRange(name, `>= 0 && <= ${limit}`, value);
  return value >>> 0;
}

function randomBytes(size, callback) {
  size = sizeAt(size, 'size', most);
  if (callback !== undefined) validateFunction(callback, 'callback');
  const bytes = Buffer.alloc(size);
  native.fill(bytes, 0, size);
  if (callback === undefined) return bytes;
  native.later(() => callback.call(undefined, null, bytes));
}

function part(buffer, offset, size) {
  if (!isBinary(buffer)) throw invalidArgType('buf', ['ArrayBuffer', 'ArrayBufferView'], buffer);
  const unit = buffer.BYTES_PER_ELEMENT ?? 1;
  const from = offset === undefined ? 0 : sizeAt(offset, 'offset', Math.min(buffer.byteLength, most)) * unit;
  if (size === undefined) return [from, buffer.byteLength - from];
  const length = sizeAt(size, 'size', most) * unit;
  if (length + from > buffer.byteLength) throw outOfRange('size + offset', `<= ${buffer.byteLength}`, length + from);
  return [from, length];
}

function randomFillSync(buffer, offset = 0, size) {
  native.fill(buffer, ...part(buffer, offset, size));
  return buffer;
}

function randomFill(buffer, offset, size, callback) {
  if (!isBinary(buffer)) throw invalidArgType('buf', ['ArrayBuffer', 'ArrayBufferView'], buffer);
  if (typeof offset === 'function') [offset, size, callback] = [0, undefined, offset];
  else if (typeof size === 'function') [size, callback] = [undefined, size];
  else validateFunction(callback, 'callback');
  randomFillSync(buffer, offset, size);
  native.later(() => callback(null, buffer));
}

function randomInt(min, max, callback) {
  const minNotSpecified = max === undefined || typeof max === 'function';
  if (minNotSpecified) [min, max, callback] = [0, min, max];
  if (callback !== undefined) validateFunction(callback, 'callback');
  if (!Number.isSafeInteger(min)) throw invalidArgType('min', 'a safe integer', min);
  if (!Number.isSafeInteger(max)) throw invalidArgType('max', 'a safe integer', max);
  if (max <= min) throw outOfRange('max', `greater than the value of "min" (${min})`, max);
  const range = max - min;
  const limit = 2 ** 48 - 1;
  if (!(range <= limit)) throw outOfRange(minNotSpecified ? 'max' : 'max - min', `<= ${limit}`, range);
  const bytes = Buffer.alloc(6);
  let value;
  do {
    native.fill(bytes, 0, 6);
    value = bytes.readUIntBE(0, 6);
  } while (value >= limit - (limit % range));
  value = min + (value % range);
  if (callback === undefined) return value;
  process.nextTick(callback, undefined, value);
}

function randomUUID(options) {
  if (options !== undefined) {
    validateObject(options, 'options');
    if (options.disableEntropyCache !== undefined) validateBoolean(options.disableEntropyCache, 'options.disableEntropyCache');
  }
  return globalThis.crypto.randomUUID();
}

function timingSafeEqual(a, b) {
  for (const [name, value] of [['buf1', a], ['buf2', b]]) if (!isBinary(value)) throw withCode(TypeError, 'ERR_INVALID_ARG_TYPE', `The "${name}" argument must be an instance of ArrayBuffer, Buffer, TypedArray, or DataView.`);
  if (a.byteLength !== b.byteLength) throw withCode(RangeError, 'ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH', 'Input buffers must have the same byte length');
  return native.equal(a, b);
}

// Key derivation.

function derivedSync(...args) { return Buffer.from(native.derive(...args)); }
function derivedLater(callback, ...args) { native.deriveLater(...args, (error, memory) => (error ? callback(error) : callback(null, Buffer.from(memory)))); }

function known(name) {
  if (native.hash(name, -1) === undefined) throw invalidDigest(name);
}

function pbkdf2Arguments(password, salt, iterations, keylen, digest) {
  validateString(digest, 'digest');
  password = viewOf(password, 'password', binaries);
  salt = viewOf(salt, 'salt', binaries);
  validateInteger(iterations, 'iterations', 1, most);
  validateInteger(keylen, 'keylen', 0, most);
  known(digest);
  return ['pbkdf2', digest, password, salt, iterations, keylen];
}
function pbkdf2Sync(password, salt, iterations, keylen, digest) { return derivedSync(...pbkdf2Arguments(password, salt, iterations, keylen, digest)); }
function pbkdf2(password, salt, iterations, keylen, digest, callback) {
  if (typeof digest === 'function') [callback, digest] = [digest, undefined];
  const args = pbkdf2Arguments(password, salt, iterations, keylen, digest);
  validateFunction(callback, 'callback');
  derivedLater(callback, ...args);
}

const scryptDefaults = { N: 16384, r: 8, p: 1, maxmem: 32 << 20 };
// A script cannot ask for more memory than this, whatever maxmem says.
const scryptMemory = 2 ** 28;

function scryptArguments(password, salt, keylen, options) {
  password = viewOf(password, 'password', binaries);
  salt = viewOf(salt, 'salt', binaries);
  validateInteger(keylen, 'keylen', 0, most);
  let { N, r, p, maxmem } = scryptDefaults;
  if (options && options !== scryptDefaults) {
    for (const [short, long] of [['N', 'cost'], ['r', 'blockSize'], ['p', 'parallelization']]) {
      if (options[short] !== undefined && options[long] !== undefined) throw withCode(Error, 'ERR_CRYPTO_SCRYPT_INVALID_PARAMETER', 'Invalid scrypt parameter');
    }
    const read = (short, long, otherwise) => {
      const value = options[short] ?? options[long];
      if (value === undefined) return otherwise;
      validateInteger(value, options[short] !== undefined ? short : long, 0, 2 ** 32 - 1);
      return value || otherwise;
    };
    N = read('N', 'cost', N);
    r = read('r', 'blockSize', r);
    p = read('p', 'parallelization', p);
    if (options.maxmem !== undefined) {
      validateInteger(options.maxmem, 'maxmem', 0);
      maxmem = options.maxmem || maxmem;
    }
  }
  if (N < 2 || (N & (N - 1)) !== 0 || p > (2 ** 30 - 1) / r) throw withCode(RangeError, 'ERR_CRYPTO_INVALID_SCRYPT_PARAMS', 'Invalid scrypt params');
  if (128 * r * (N + p + 2) > Math.min(maxmem, scryptMemory)) {
    throw withCode(RangeError, 'ERR_CRYPTO_INVALID_SCRYPT_PARAMS', 'Invalid scrypt params: error:030000AC:digital envelope routines::memory limit exceeded');
  }
  return ['scrypt', password, salt, N, r, p, keylen];
}
function scryptSync(password, salt, keylen, options = scryptDefaults) { return derivedSync(...scryptArguments(password, salt, keylen, options)); }
function scrypt(password, salt, keylen, options, callback = undefined) {
  if (callback === undefined) [callback, options] = [options, scryptDefaults];
  const args = scryptArguments(password, salt, keylen, options);
  validateFunction(callback, 'callback');
  derivedLater(callback, ...args);
}

function hkdfArguments(digest, key, salt, info, length) {
  validateString(digest, 'digest');
  const secret = keyBytes(key, undefined, 'ikm');
  salt = viewOf(salt, 'salt', ['string', 'ArrayBuffer', 'TypedArray', 'DataView', 'Buffer']);
  info = viewOf(info, 'info', ['string', 'ArrayBuffer', 'TypedArray', 'DataView', 'Buffer']);
  validateInteger(length, 'length', 0, most);
  if (info.byteLength > 1024) throw outOfRange('info', 'must not contain more than 1024 bytes', info.byteLength);
  known(digest);
  const size = new Hash(digest).digest().length;
  if (length > 255 * size) throw withCode(RangeError, 'ERR_CRYPTO_INVALID_KEYLEN', 'Invalid key length');
  return ['hkdf', digest, secret, salt, info, length];
}
function hkdfSync(digest, key, salt, info, length) { return native.derive(...hkdfArguments(digest, key, salt, info, length)); }
function hkdf(digest, key, salt, info, length, callback) {
  const args = hkdfArguments(digest, key, salt, info, length);
  validateFunction(callback, 'callback');
  native.deriveLater(...args, callback);
}

module.exports = {
  Hash, Hmac, hash, createHash: (algorithm, options) => new Hash(algorithm, options), createHmac: (algorithm, key, options) => new Hmac(algorithm, key, options),
  getHashes: () => [...native.names()], getCiphers: () => [], getCurves: () => ['prime256v1', 'secp384r1', 'secp521r1'],
  randomBytes, rng: randomBytes, prng: randomBytes, pseudoRandomBytes: randomBytes, randomFill, randomFillSync, randomInt, randomUUID, timingSafeEqual,
  pbkdf2, pbkdf2Sync, scrypt, scryptSync, hkdf, hkdfSync,
  getRandomValues: (array) => globalThis.crypto.getRandomValues(array),
  getFips: () => 0, setFips() {}, secureHeapUsed: () => undefined,
  constants: { defaultCoreCipherList: '', RSA_PKCS1_PADDING: 1, RSA_NO_PADDING: 3, RSA_PKCS1_OAEP_PADDING: 4, RSA_PKCS1_PSS_PADDING: 6, RSA_PSS_SALTLEN_DIGEST: -1, RSA_PSS_SALTLEN_AUTO: -2, RSA_PSS_SALTLEN_MAX_SIGN: -2 },
};
for (const name of ['createHash', 'createHmac']) Object.defineProperty(module.exports[name], 'length', { value: name === 'createHash' ? 2 : 3 });
const lazy = (name, load) => Object.defineProperty(module.exports, name, {
  enumerable: true, configurable: true,
  get() {
    const value = load();
    Object.defineProperty(module.exports, name, { value, writable: true, enumerable: true, configurable: true });
    return value;
  },
});
lazy('webcrypto', () => globalThis.crypto);
lazy('subtle', () => globalThis.crypto.subtle);
const signing = ['KeyObject', 'Sign', 'Verify', 'sign', 'verify', 'createSign', 'createVerify', 'createSecretKey', 'createPrivateKey', 'createPublicKey', 'generateKeyPair', 'generateKeyPairSync', 'generateKey', 'generateKeySync'];
for (const name of signing) lazy(name, () => require('internal/crypto_keys')[name]);

const missing = 'checkPrime checkPrimeSync createCipheriv createDecipheriv createCipher createDecipher createDiffieHellman createDiffieHellmanGroup ' +
  'createECDH diffieHellman generatePrime generatePrimeSync getCipherInfo getDiffieHellman privateDecrypt privateEncrypt publicDecrypt publicEncrypt setEngine ' +
  'Certificate Cipher Cipheriv Decipher Decipheriv DiffieHellman DiffieHellmanGroup ECDH X509Certificate';
for (const name of missing.split(' ')) {
  const fn = function () { throw withCode(Error, 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', `crypto.${name} is unavailable: Node has it, wakeful does not: a Go program can offer it by js.WithModule`); };
  Object.defineProperty(fn, 'name', { value: name });
  module.exports[name] = fn;
}
