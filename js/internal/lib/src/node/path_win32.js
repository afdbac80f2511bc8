'use strict';
// path.win32: Windows' paths, from the npm package path-browserify-win32, with newer checks of Node.
const { win32 } = require('npm:path-browserify-win32');
const withChecks = require('../shared/path_checks');

withChecks(win32);
const { normalize, toNamespacedPath } = win32;
// A relative path must not become one with a drive or a device when it is normalized.
win32.normalize = function (path) {
  const text = normalize(path);
  if (!path.includes(':') || /^[A-Za-z]:/.test(path) || /^[\\/]/.test(path)) return text;
  return /^[A-Za-z]:/.test(text) || /:([\\/]|$)/.test(path) ? `.\\${text}` : text;
};
win32.toNamespacedPath = function (path) { return typeof path === 'string' ? toNamespacedPath.call(win32, path) : path; };

withChecks.named(win32);
Object.assign(win32, { win32, posix: require('node:path') });
module.exports = win32;
