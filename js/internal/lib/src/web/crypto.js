'use strict';
// crypto: random values. subtle is loaded when it is used.
const { illegalConstructor, invalidThis } = require('internal/errors');
const { webInterface } = require('../shared/classes');
const { DOMException } = require('internal/domexception');

const token = {};
const integers = ['Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array', 'BigInt64Array', 'BigUint64Array'];

class Crypto {
  constructor(given) { if (given !== token) throw illegalConstructor(); }
  getRandomValues(array) {
    if (this !== crypto) throw invalidThis('Crypto');
    if (!integers.includes(native.kind(array))) throw new DOMException('The data argument must be an integer-type TypedArray', 'TypeMismatchError');
    if (array.byteLength > 65536) throw new DOMException(`The requested length exceeds 65,536 bytes`, 'QuotaExceededError');
    native.fill(array);
    return array;
  }
  get subtle() {
    if (this !== crypto) throw invalidThis('Crypto');
    return require('internal/subtle').subtle;
  }
  randomUUID() {
    if (this !== crypto) throw invalidThis('Crypto');
    return native.uuid();
  }
}
webInterface(Crypto, 'Crypto');
const crypto = new Crypto(token);

module.exports = { Crypto, crypto };
