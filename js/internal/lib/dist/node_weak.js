"use strict";

// src/node/weak.js
var targets = /* @__PURE__ */ new WeakMap(), WeakRef = class {
  constructor(target) {
    if (target === null || typeof target != "object" && typeof target != "function" && typeof target != "symbol") throw new TypeError("WeakRef: target must be an object");
    targets.set(this, target);
  }
  deref() {
    return targets.get(this);
  }
};
Object.defineProperty(WeakRef.prototype, Symbol.toStringTag, { value: "WeakRef", configurable: !0 });
var FinalizationRegistry = class {
  #tokens = /* @__PURE__ */ new WeakSet();
  constructor(cleanup) {
    if (typeof cleanup != "function") throw new TypeError("FinalizationRegistry: cleanup must be callable");
  }
  register(target, held, token) {
    if (target === null || typeof target != "object" && typeof target != "function") throw new TypeError("FinalizationRegistry.prototype.register: invalid target");
    if (target === held) throw new TypeError("FinalizationRegistry.prototype.register: target and holdings must not be same");
    token !== void 0 && this.#tokens.add(token);
  }
  unregister(token) {
    return this.#tokens.delete(token);
  }
};
Object.defineProperty(FinalizationRegistry.prototype, Symbol.toStringTag, { value: "FinalizationRegistry", configurable: !0 });
for (let Class of [WeakRef, FinalizationRegistry])
  require("internal/platform").platform.push((value, refuse) => value instanceof Class ? refuse(`#<${Class.name}> could not be cloned.`) : void 0);
module.exports = { WeakRef, FinalizationRegistry };
