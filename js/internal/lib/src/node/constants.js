'use strict';
// node:constants, which is deprecated: the constants of os and fs in one object.
const { constants } = require('node:os');
module.exports = Object.freeze({ ...constants.errno, ...constants.priority, ...constants.signals, ...require('node:fs').constants, ...require('node:crypto').constants });
