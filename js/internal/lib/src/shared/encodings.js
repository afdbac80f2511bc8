'use strict';
// The names of Buffer's encodings.
const { withCode } = require('internal/errors');

const encodings = new Map(Object.entries({
  utf8: 'utf8', 'utf-8': 'utf8', hex: 'hex', base64: 'base64', base64url: 'base64url', latin1: 'latin1', binary: 'latin1', ascii: 'ascii',
  ucs2: 'utf16le', 'ucs-2': 'utf16le', utf16le: 'utf16le', 'utf-16le': 'utf16le',
}));

// encodingOf returns the canonical name of an encoding, or undefined.
const encodingOf = (encoding) => encodings.get(encoding) ?? encodings.get(`${encoding}`.toLowerCase());

function known(encoding) {
  const name = encodingOf(encoding);
  if (name === undefined) throw withCode(TypeError, 'ERR_UNKNOWN_ENCODING', `Unknown encoding: ${encoding}`);
  return name;
}

module.exports = { encodingOf, known };
