'use strict';
// base64-js makes its tables when something first encodes or decodes. Go does that for Buffer, except
// for Buffer as a function.
const base64 = () => require('npm:base64-js/index.js');

module.exports = {
  byteLength: (text) => base64().byteLength(text),
  toByteArray: (text) => base64().toByteArray(text),
  fromByteArray: (bytes) => base64().fromByteArray(bytes),
};
