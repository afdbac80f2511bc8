'use strict';
module.exports = require('node:readline').promises;
