"use strict";

// src/web/base64.js
var { missingArgs } = require("internal/errors"), { DOMException } = require("internal/domexception");
function btoa(input) {
  if (arguments.length === 0) throw missingArgs("input");
  let out = native.encode(`${input}`);
  if (out === void 0) throw new DOMException("Invalid character", "InvalidCharacterError");
  return out;
}
function atob(input) {
  if (arguments.length === 0) throw missingArgs("input");
  let out = native.decode(`${input}`);
  if (out === void 0) throw new DOMException("The string to be decoded is not correctly encoded.", "InvalidCharacterError");
  return out;
}
module.exports = { atob, btoa };
