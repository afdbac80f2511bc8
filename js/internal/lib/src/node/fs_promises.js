'use strict';
// node:fs/promises.
module.exports = require('node:fs').promises;
