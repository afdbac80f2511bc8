"use strict";
var __getOwnPropNames = Object.getOwnPropertyNames;
var __commonJS = (cb, mod) => function() {
  try {
    return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
  } catch (e) {
    throw mod = 0, e;
  }
};

// src/shared/classes.js
var require_classes = __commonJS({
  "src/shared/classes.js"(exports2, module2) {
    "use strict";
    var custom = /* @__PURE__ */ Symbol.for("nodejs.util.inspect.custom"), { webInterface: webInterface2 } = native;
    function inspectAs(Class, properties, deep) {
      Object.defineProperty(Class.prototype, custom, {
        configurable: !0,
        writable: !0,
        enumerable: !1,
        value(depth, options, inspect) {
          let name = this?.constructor?.name || Class.name;
          return depth < 0 ? deep === void 0 ? name : deep(this) : `${name} ${inspect(properties.call(this), { ...options, depth: options.depth == null ? null : options.depth - 1 })}`;
        }
      });
    }
    module2.exports = { custom, webInterface: webInterface2, inspectAs };
  }
});

// src/web/crypto.js
var { illegalConstructor, invalidThis } = require("internal/errors"), { webInterface } = require_classes(), { DOMException } = require("internal/domexception"), token = {}, integers = ["Int8Array", "Uint8Array", "Uint8ClampedArray", "Int16Array", "Uint16Array", "Int32Array", "Uint32Array", "BigInt64Array", "BigUint64Array"], Crypto = class {
  constructor(given) {
    if (given !== token) throw illegalConstructor();
  }
  getRandomValues(array) {
    if (this !== crypto) throw invalidThis("Crypto");
    if (!integers.includes(native.kind(array))) throw new DOMException("The data argument must be an integer-type TypedArray", "TypeMismatchError");
    if (array.byteLength > 65536) throw new DOMException("The requested length exceeds 65,536 bytes", "QuotaExceededError");
    return native.fill(array), array;
  }
  get subtle() {
    if (this !== crypto) throw invalidThis("Crypto");
    return require("internal/subtle").subtle;
  }
  randomUUID() {
    if (this !== crypto) throw invalidThis("Crypto");
    return native.uuid();
  }
};
webInterface(Crypto, "Crypto");
var crypto = new Crypto(token);
module.exports = { Crypto, crypto };
