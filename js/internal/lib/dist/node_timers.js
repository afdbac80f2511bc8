"use strict";

// src/node/timers.js
var { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate } = globalThis;
module.exports = { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate };
Object.defineProperty(module.exports, "promises", { enumerable: !0, configurable: !0, get: () => require("timers/promises") });
