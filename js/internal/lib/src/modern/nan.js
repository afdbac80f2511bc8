'use strict';
// is-nan: the engines have it.
module.exports = Number.isNaN;
