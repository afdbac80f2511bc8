'use strict';
// qs, of which url wants what querystring has.
const { parse, stringify } = require('node:querystring');
module.exports = { parse: (text) => parse(text), stringify: (object) => stringify(object) };
