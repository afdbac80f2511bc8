'use strict';
// Checks of arguments that the npm packages of node:path lack, and Node's newer format.
const { validateString, validateObject } = require('internal/errors');

// withChecks adds them to the functions of one kind of paths.
module.exports = function withChecks(side) {
  for (const name of ['normalize', 'isAbsolute', 'dirname', 'extname', 'parse']) {
    const { [name]: original } = side;
    side[name] = { [name](path) {
      validateString(path, 'path');
      return original.call(side, path);
    } }[name];
  }
  const { basename, join, resolve, relative } = side;
  side.basename = function (path, suffix) {
    if (suffix !== undefined) validateString(suffix, 'suffix');
    validateString(path, 'path');
    return basename.call(side, path, suffix);
  };
  side.join = function (...args) {
    args.forEach((arg) => validateString(arg, 'path'));
    return join.apply(side, args);
  };
  side.resolve = function (...args) {
    args.forEach((arg, i) => validateString(arg, `paths[${i}]`));
    return resolve.apply(side, args);
  };
  side.relative = function (from, to) {
    validateString(from, 'from');
    validateString(to, 'to');
    return relative.call(side, from, to);
  };
  side.format = function (object) {
    validateObject(object, 'pathObject');
    const dir = object.dir || object.root;
    const ext = object.ext ? `${object.ext[0] === '.' ? '' : '.'}${object.ext}` : '';
    const base = object.base || `${object.name || ''}${ext}`;
    if (!dir) return base;
    return dir === object.root ? `${dir}${base}` : `${dir}${side.sep}${base}`;
  };
};

// named gives functions that were replaced their names, and adds what both kinds have.
module.exports.named = function named(side) {
  for (const name of ['basename', 'join', 'resolve', 'relative', 'format', 'normalize', 'toNamespacedPath']) Object.defineProperty(side[name], 'name', { value: name });
  side._makeLong = side.toNamespacedPath;
};
