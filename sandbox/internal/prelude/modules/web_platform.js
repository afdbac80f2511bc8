"use strict";

// src/web/platform.js
var platform = [];
module.exports = { platform };
