'use strict';
// node:punycode, which is deprecated, from the npm package punycode.
module.exports = { ...require('npm:punycode/punycode.js'), version: '2.1.0' };
