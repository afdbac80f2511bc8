'use strict';
// node:path, from the npm package path-browserify, with newer checks of Node. Paths are POSIX paths
// on every system. path.win32, which is loaded when it is used, has Windows' paths.
const posix = require('npm:path-browserify');
const withChecks = require('../shared/path_checks');

withChecks(posix);
posix.toNamespacedPath = function (path) { return path; };
withChecks.named(posix);
posix.posix = posix;
Object.defineProperty(posix, 'win32', {
  enumerable: true, configurable: true,
  get() {
    const value = require('node:path/win32');
    Object.defineProperty(posix, 'win32', { value, writable: true, enumerable: true, configurable: true });
    return value;
  },
});
module.exports = posix;
