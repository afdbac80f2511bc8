"use strict";

// src/node/fs_promises.js
module.exports = require("fs").promises;
