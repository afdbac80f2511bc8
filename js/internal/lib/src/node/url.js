'use strict';
// node:url: the standard's URL, the old url.parse from the npm package url, and the conversions
// between paths and file URLs.
const old = require('npm:url/');
const { withCode, invalidArgType, validateString, validateObject, missingArgs } = require('internal/errors');
const { URL, URLSearchParams } = require('internal/url');

native.invalidURL = (input) => Object.assign(withCode(TypeError, 'ERR_INVALID_URL', 'Invalid URL'), { input });

function isURL(value) { return Boolean(value?.href && value.protocol && value.auth === undefined && value.path === undefined); }

function fileURLToPath(path) {
  if (typeof path === 'string') path = new URL(path);
  else if (!isURL(path)) throw invalidArgType('path', ['string', 'URL'], path);
  if (path.protocol !== 'file:') throw withCode(TypeError, 'ERR_INVALID_URL_SCHEME', 'The URL must be of scheme file');
  const { pathname, hostname } = path;
  if (hostname !== '') throw withCode(TypeError, 'ERR_INVALID_FILE_URL_HOST', `File URL host must be "localhost" or empty on ${process.platform}`);
  if (/%2f/i.test(pathname)) throw withCode(TypeError, 'ERR_INVALID_FILE_URL_PATH', 'File URL path must not include encoded / characters');
  return decodeURIComponent(pathname);
}

function pathToFileURL(filepath, options) {
  validateString(filepath, 'path');
  const windows = options?.windows ?? process.platform === 'win32';
  const slashes = (path) => (windows ? path.replaceAll('\\', '/') : path);
  let resolved = slashes(require('node:path')[windows ? 'win32' : 'posix'].resolve(filepath)).replace(/^\/\/\?\/(UNC(?=\/))?/, (prefix, unc) => (unc ? '/' : ''));
  if (slashes(filepath).endsWith('/') && !resolved.endsWith('/')) resolved += '/';
  const escaped = resolved.replace(/[%\\\n\r\t?#[\]^|~]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
  return new URL(`file:${windows ? escaped.replace(/^(?!\/\/)/, '///') : `//${escaped}`}`);
}

function urlToHttpOptions(url) {
  const { hostname, protocol, hash, search, pathname, href, port, username, password } = url;
  const options = {
    __proto__: null, ...url, protocol,
    hostname: hostname && hostname[0] === '[' ? hostname.slice(1, -1) : hostname,
    hash, search, pathname, path: `${pathname || ''}${search || ''}`, href,
  };
  if (port !== '') options.port = Number(port);
  if (username || password) options.auth = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return options;
}

function format(url, options) {
  if (!(url instanceof URL)) {
    if (typeof url !== 'string' && (url === null || typeof url !== 'object')) throw invalidArgType('urlObject', ['Object', 'string'], url);
    return old.format(url);
  }
  if (options) validateObject(options, 'options');
  const { fragment = true, unicode = false, search = true, auth = true } = options ?? {};
  const copy = new URL(url.href);
  if (!fragment) copy.hash = '';
  if (!search) copy.search = '';
  if (!auth) {
    copy.username = '';
    copy.password = '';
  }
  return unicode && copy.hostname ? copy.href.replace(copy.hostname, native.toUnicode(copy.hostname)) : copy.href;
}

function parse(url, parseQueryString, slashesDenoteHost) {
  if (!(url instanceof old.Url)) validateString(url, 'url');
  return old.parse(url, parseQueryString, slashesDenoteHost);
}

module.exports = {
  Url: old.Url,
  parse,
  resolve(from, to) { return parse(from, false, true).resolveObject(parse(to, false, true)).format(); },
  resolveObject(from, to) { return from ? parse(from, false, true).resolveObject(typeof to === 'string' ? parse(to, false, true) : to) : to; },
  format,
  URL,
  URLSearchParams,
  domainToASCII(domain) {
    if (arguments.length === 0) throw missingArgs('domain');
    try {
      return new URL(`ws://${domain}`).hostname;
    } catch {
      return '';
    }
  },
  domainToUnicode(domain) {
    if (arguments.length === 0) throw missingArgs('domain');
    try {
      return native.toUnicode(new URL(`ws://${domain}`).hostname);
    } catch {
      return '';
    }
  },
  fileURLToPath, pathToFileURL, urlToHttpOptions,
};
