"use strict";

// src/node/querystring.js
var { withCode } = require("internal/errors"), unreserved = /^[A-Za-z0-9\-_.!~*'()]*$/;
function escape(value) {
  if (typeof value != "string" && (value = typeof value == "object" ? String(value) : `${value}`), unreserved.test(value)) return value;
  try {
    return encodeURIComponent(value);
  } catch {
    return escapeLone(value);
  }
}
function escapeLone(text) {
  let out = "";
  for (let i = 0; i < text.length; i++) {
    let unit = text.charCodeAt(i);
    if (unit < 55296 || unit > 57343) {
      out += encodeURIComponent(text[i]);
      continue;
    }
    if (++i >= text.length) throw withCode(URIError, "ERR_INVALID_URI", "URI malformed");
    out += encodeURIComponent(String.fromCodePoint(65536 + ((unit & 1023) << 10 | text.charCodeAt(i) & 1023)));
  }
  return out;
}
function unescape(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return native.unescape(text);
  }
}
function primitive(value) {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
      return Number.isFinite(value) ? `${value}` : "";
    case "bigint":
    case "boolean":
      return `${value}`;
    default:
      return "";
  }
}
function stringify(object, separator = "&", equals = "=", options = void 0) {
  separator ||= "&", equals ||= "=";
  let encode = typeof options?.encodeURIComponent == "function" ? options.encodeURIComponent : module.exports.escape;
  if (object === null || typeof object != "object") return "";
  let fields = [];
  for (let key of Object.keys(object)) {
    let values = Array.isArray(object[key]) ? object[key] : [object[key]];
    for (let value of values) fields.push(`${encode(primitive(key))}${equals}${encode(primitive(value))}`);
  }
  return fields.join(separator);
}
function parse(text, separator = "&", equals = "=", options = void 0) {
  let object = { __proto__: null };
  if (typeof text != "string" || text === "") return object;
  separator ||= "&", equals ||= "=";
  let most = typeof options?.maxKeys == "number" ? options.maxKeys : 1e3, decode = typeof options?.decodeURIComponent == "function" ? options.decodeURIComponent : module.exports.unescape, decoded = (part) => {
    part = part.replace(/\+/g, " ");
    try {
      return decode(part);
    } catch {
      return unescape(part);
    }
  }, parts = text.split(`${separator}`);
  most > 0 && (parts = parts.filter((p) => p !== "").slice(0, most));
  for (let part of parts) {
    if (part === "") continue;
    let at = part.indexOf(`${equals}`), key = decoded(at < 0 ? part : part.slice(0, at)), value = at < 0 ? "" : decoded(part.slice(at + `${equals}`.length));
    key in object ? Array.isArray(object[key]) ? object[key].push(value) : object[key] = [object[key], value] : object[key] = value;
  }
  return object;
}
module.exports = {
  escape,
  unescape,
  stringify,
  encode: stringify,
  parse,
  decode: parse,
  unescapeBuffer: (text) => require("buffer").Buffer.from(native.unescapeBytes(`${text}`))
};
