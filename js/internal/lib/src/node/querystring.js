'use strict';
// node:querystring. This is our own code, because the npm packages of that name equal Node 0.x's.
const { withCode } = require('internal/errors');

const unreserved = /^[A-Za-z0-9\-_.!~*'()]*$/;

function escape(value) {
  if (typeof value !== 'string') value = typeof value === 'object' ? String(value) : `${value}`;
  if (unreserved.test(value)) return value;
  try {
    return encodeURIComponent(value);
  } catch {
    return escapeLone(value);
  }
}

// escapeLone escapes a text with a surrogate that is not one of a pair. As in Node, it takes the
// next unit for its partner, whatever it is.
function escapeLone(text) {
  let out = '';
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0xd800 || unit > 0xdfff) {
      out += encodeURIComponent(text[i]);
      continue;
    }
    if (++i >= text.length) throw withCode(URIError, 'ERR_INVALID_URI', 'URI malformed');
    out += encodeURIComponent(String.fromCodePoint(0x10000 + (((unit & 0x3ff) << 10) | (text.charCodeAt(i) & 0x3ff))));
  }
  return out;
}

// unescape decodes valid escapes and keeps everything else.
function unescape(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return native.unescape(text);
  }
}

function primitive(value) {
  switch (typeof value) {
    case 'string': return value;
    case 'number': return Number.isFinite(value) ? `${value}` : '';
    case 'bigint': case 'boolean': return `${value}`;
    default: return '';
  }
}

function stringify(object, separator = '&', equals = '=', options = undefined) {
  separator ||= '&';
  equals ||= '=';
  const encode = typeof options?.encodeURIComponent === 'function' ? options.encodeURIComponent : module.exports.escape;
  if (object === null || typeof object !== 'object') return '';
  const fields = [];
  for (const key of Object.keys(object)) {
    const values = Array.isArray(object[key]) ? object[key] : [object[key]];
    for (const value of values) fields.push(`${encode(primitive(key))}${equals}${encode(primitive(value))}`);
  }
  return fields.join(separator);
}

function parse(text, separator = '&', equals = '=', options = undefined) {
  const object = { __proto__: null };
  if (typeof text !== 'string' || text === '') return object;
  separator ||= '&';
  equals ||= '=';
  const most = typeof options?.maxKeys === 'number' ? options.maxKeys : 1000;
  const decode = typeof options?.decodeURIComponent === 'function' ? options.decodeURIComponent : module.exports.unescape;
  const decoded = (part) => {
    part = part.replace(/\+/g, ' ');
    try {
      return decode(part);
    } catch {
      return unescape(part);
    }
  };
  let parts = text.split(`${separator}`);
  if (most > 0) parts = parts.filter((p) => p !== '').slice(0, most);
  for (const part of parts) {
    if (part === '') continue;
    const at = part.indexOf(`${equals}`);
    const key = decoded(at < 0 ? part : part.slice(0, at));
    const value = at < 0 ? '' : decoded(part.slice(at + `${equals}`.length));
    if (!(key in object)) object[key] = value;
    else if (Array.isArray(object[key])) object[key].push(value);
    else object[key] = [object[key], value];
  }
  return object;
}

module.exports = {
  escape, unescape, stringify, encode: stringify, parse, decode: parse,
  unescapeBuffer: (text) => require('node:buffer').Buffer.from(native.unescapeBytes(`${text}`)),
};
