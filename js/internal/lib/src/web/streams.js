'use strict';
// The Streams Standard, by web-streams-polyfill.
module.exports = require('npm:web-streams-polyfill');
