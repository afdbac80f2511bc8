'use strict';
// node:assert, by the npm package assert.
module.exports = require('npm:assert/');
