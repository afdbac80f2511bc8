"use strict";

// src/node/readline_promises.js
module.exports = require("readline").promises;
