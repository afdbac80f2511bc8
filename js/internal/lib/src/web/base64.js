'use strict';
// atob and btoa.
const { missingArgs } = require('internal/errors');
const { DOMException } = require('internal/domexception');

function btoa(input) {
  if (arguments.length === 0) throw missingArgs('input');
  const out = native.encode(`${input}`);
  if (out === undefined) throw new DOMException('Invalid character', 'InvalidCharacterError');
  return out;
}

function atob(input) {
  if (arguments.length === 0) throw missingArgs('input');
  const out = native.decode(`${input}`);
  if (out === undefined) throw new DOMException(invalid(`${input}`) ? 'Invalid character' : 'The string to be decoded is not correctly encoded.', 'InvalidCharacterError');
  return out;
}

// invalid reports whether text has characters that are not base64, not only a wrong length.
function invalid(text) {
  text = text.replace(/[\t\n\f\r ]/g, '');
  if (text.length % 4 === 0) text = text.replace(/==?$/, '');
  return /[^A-Za-z0-9+/]/.test(text);
}

module.exports = { atob, btoa };
