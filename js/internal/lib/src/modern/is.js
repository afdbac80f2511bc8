'use strict';
// What object-is/polyfill finds: the engines have it.
module.exports = () => Object.is;
