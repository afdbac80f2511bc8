'use strict';
// Replaces object-is: the engine has Object.is.
module.exports = Object.is;
