"use strict";

// src/node/assert_strict.js
module.exports = require("assert").strict;
