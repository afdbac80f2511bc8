'use strict';
// node:assert/strict.
module.exports = require('node:assert').strict;
