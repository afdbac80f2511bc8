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
  if (out === void 0) throw new DOMException(invalid(`${input}`) ? "Invalid character" : "The string to be decoded is not correctly encoded.", "InvalidCharacterError");
  return out;
}
function invalid(text) {
  return text = text.replace(/[\t\n\f\r ]/g, ""), text.length % 4 === 0 && (text = text.replace(/==?$/, "")), /[^A-Za-z0-9+/]/.test(text);
}
module.exports = { atob, btoa };
