'use strict';
// node:assert, from the npm package assert.
module.exports = require('npm:assert/');
