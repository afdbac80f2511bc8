'use strict';
// node:timers: the globals, and their promises.
const { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate } = globalThis;
module.exports = { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate };
Object.defineProperty(module.exports, 'promises', { enumerable: true, configurable: true, get: () => require('node:timers/promises') });
