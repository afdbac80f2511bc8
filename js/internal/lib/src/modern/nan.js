'use strict';
// Replaces is-nan: the engine has Number.isNaN.
module.exports = Number.isNaN;
