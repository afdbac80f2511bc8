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
  if (out === undefined) throw new DOMException('The string to be decoded is not correctly encoded.', 'InvalidCharacterError');
  return out;
}

module.exports = { atob, btoa };
