"use strict";

// src/node/constants.js
var { constants } = require("os");
module.exports = Object.freeze({ ...constants.errno, ...constants.priority, ...constants.signals, ...require("fs").constants, ...require("crypto").constants });
