"use strict";

// src/node/crypto_secrets.js
module.exports = { secrets: /* @__PURE__ */ new WeakMap() };
