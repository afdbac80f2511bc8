'use strict';
// Deep equality, by the npm package assert.
module.exports = require('npm:assert/build/internal/util/comparisons');
