'use strict';
// Replaces qs, of which url uses only functions that querystring has.
const { parse, stringify } = require('node:querystring');
module.exports = { parse: (text) => parse(text), stringify: (object) => stringify(object) };
