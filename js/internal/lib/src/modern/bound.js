'use strict';
// Replaces call-bind/callBound: a built-in method as a function whose first argument is the
// receiver.
const { call } = Function.prototype;
module.exports = (path) => {
  const method = path.replace(/%/g, '').split('.').reduce((object, key) => object[key], globalThis);
  return typeof method === 'function' ? call.bind(method) : method;
};
