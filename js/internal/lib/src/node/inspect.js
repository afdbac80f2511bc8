'use strict';
// util.inspect and util.format, from node-inspect-extracted, which contains Node's code. native
// provides information that a browser does not have.
native.types = {
  ...require('internal/types'),
  // The engine does not show the next values of an iterator.
  isMapIterator: () => false,
  isSetIterator: () => false,
};
native.ownKeys = (object, filter) => {
  const onlyEnumerable = filter !== 0;
  const symbols = Object.getOwnPropertySymbols(object).filter((key) => !onlyEnumerable || Object.prototype.propertyIsEnumerable.call(object, key));
  return [...native.ownNonIndex(object, onlyEnumerable), ...symbols];
};
native.getter = (object, key) => {
  for (; object !== null; object = Object.getPrototypeOf(object)) {
    const descriptor = Object.getOwnPropertyDescriptor(object, key);
    if (descriptor !== undefined) return descriptor.get;
  }
  return undefined;
};
Object.assign(native, require('internal/rope'));
module.exports = require('npm:node-inspect-extracted');
