'use strict';
// Arguments of crypto's functions.
const { invalidArgType, withCode } = require('internal/errors');

const isBinary = (value) => ArrayBuffer.isView(value) || Object.prototype.toString.call(value) === '[object ArrayBuffer]';
const binaries = ['string', 'ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'];

// viewOf returns the bytes of a string or of memory.
function viewOf(value, name, expected, encoding) {
  if (typeof value === 'string') return require('node:buffer').Buffer.from(value, encoding === 'buffer' ? 'utf8' : encoding);
  if (!isBinary(value)) throw invalidArgType(name, expected, value);
  return value;
}

// keyBytes returns the bytes of a secret key: a string, memory, or a KeyObject or CryptoKey.
function keyBytes(key, encoding, name = 'key') {
  const material = secrets.get(key);
  if (material !== undefined) {
    if (material.secret === undefined) throw withCode(TypeError, 'ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE', `Invalid key object type ${material.type}, expected secret.`);
    return material.secret;
  }
  return viewOf(key, name, ['string', 'ArrayBuffer', 'Buffer', 'TypedArray', 'DataView', 'KeyObject', 'CryptoKey'], encoding);
}

// secrets has the material of each KeyObject and CryptoKey: type, and secret or key. All bundles of
// one runtime share it.
const { secrets } = require('internal/crypto_secrets');

module.exports = { isBinary, binaries, viewOf, keyBytes, secrets };
