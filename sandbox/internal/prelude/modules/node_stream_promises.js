"use strict";

// src/node/stream_promises.js
module.exports = require("stream").promises;
