'use strict';
// util.inspect and util.format, by node-inspect-extracted, which takes them from Node.
// Where it can only guess in a browser, native knows.
native.types = {
  ...require('internal/types'),
  // The engines do not show what an iterator is about to yield.
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
