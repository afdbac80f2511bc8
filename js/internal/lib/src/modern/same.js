'use strict';
// object-is: the engines have it.
module.exports = Object.is;
