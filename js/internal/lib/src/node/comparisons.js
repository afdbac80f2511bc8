'use strict';
// Deep equality, from the npm package assert.
module.exports = require('npm:assert/build/internal/util/comparisons');
