'use strict';
module.exports = require('internal/errors');
