'use strict';
// The material of each KeyObject and CryptoKey: type, and secret or key.
module.exports = { secrets: new WeakMap() };
