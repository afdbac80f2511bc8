'use strict';
// WeakRef and FinalizationRegistry for programs that work without collection, which the language
// permits. The engine does not report collections, so a WeakRef keeps its target alive as long as
// it lives itself.
const targets = new WeakMap();

class WeakRef {
  constructor(target) {
    if (target === null || (typeof target !== 'object' && typeof target !== 'function' && typeof target !== 'symbol')) throw new TypeError('WeakRef: target must be an object');
    targets.set(this, target);
  }
  deref() { return targets.get(this); }
}
Object.defineProperty(WeakRef.prototype, Symbol.toStringTag, { value: 'WeakRef', configurable: true });

class FinalizationRegistry {
  #tokens = new WeakSet();
  constructor(cleanup) {
    if (typeof cleanup !== 'function') throw new TypeError('FinalizationRegistry: cleanup must be callable');
  }
  register(target, held, token) {
    if (target === null || (typeof target !== 'object' && typeof target !== 'function')) throw new TypeError('FinalizationRegistry.prototype.register: invalid target');
    if (target === held) throw new TypeError('FinalizationRegistry.prototype.register: target and holdings must not be same');
    if (token !== undefined) this.#tokens.add(token);
  }
  unregister(token) { return this.#tokens.delete(token); }
}
Object.defineProperty(FinalizationRegistry.prototype, Symbol.toStringTag, { value: 'FinalizationRegistry', configurable: true });

for (const Class of [WeakRef, FinalizationRegistry]) {
  require('internal/platform').platform.push((value, refuse) => (value instanceof Class ? refuse(`#<${Class.name}> could not be cloned.`) : undefined));
}

module.exports = { WeakRef, FinalizationRegistry };
