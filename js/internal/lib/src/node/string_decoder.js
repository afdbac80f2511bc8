'use strict';
// node:string_decoder, by the npm package of that name.
module.exports = require('npm:string_decoder/');
