'use strict';
// node:path, from the npm package path-browserify, with newer checks of Node. Paths are POSIX paths
// on every system. There is no win32.
const posix = require('npm:path-browserify');
const { validateString, validateObject } = require('internal/errors');

for (const name of ['normalize', 'isAbsolute', 'dirname', 'extname', 'parse']) {
  const { [name]: original } = posix;
  posix[name] = { [name](path) {
    validateString(path, 'path');
    return original.call(posix, path);
  } }[name];
}
const { basename, join, resolve, relative } = posix;
posix.basename = function (path, suffix) {
  if (suffix !== undefined) validateString(suffix, 'suffix');
  validateString(path, 'path');
  return basename.call(posix, path, suffix);
};
posix.join = function (...args) {
  args.forEach((arg) => validateString(arg, 'path'));
  return join.apply(posix, args);
};
posix.resolve = function (...args) {
  args.forEach((arg, i) => validateString(arg, `paths[${i}]`));
  return resolve.apply(posix, args);
};
posix.relative = function (from, to) {
  validateString(from, 'from');
  validateString(to, 'to');
  return relative.call(posix, from, to);
};
posix.format = function (object) {
  validateObject(object, 'pathObject');
  const dir = object.dir || object.root;
  const ext = object.ext ? `${object.ext[0] === '.' ? '' : '.'}${object.ext}` : '';
  const base = object.base || `${object.name || ''}${ext}`;
  if (!dir) return base;
  return dir === object.root ? `${dir}${base}` : `${dir}/${base}`;
};
for (const name of ['basename', 'join', 'resolve', 'relative', 'format']) Object.defineProperty(posix[name], 'name', { value: name });
posix.toNamespacedPath = (path) => path;
posix.posix = posix;
module.exports = posix;
