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
    var custom2 = /* @__PURE__ */ Symbol.for("nodejs.util.inspect.custom"), { webInterface: webInterface2 } = native;
    function inspectAs2(Class, properties, deep) {
      Object.defineProperty(Class.prototype, custom2, {
        configurable: !0,
        writable: !0,
        enumerable: !1,
        value(depth, options, inspect) {
          let name = this?.constructor?.name || Class.name;
          return depth < 0 ? deep === void 0 ? name : deep(this) : `${name} ${inspect(properties.call(this), { ...options, depth: options.depth == null ? null : options.depth - 1 })}`;
        }
      });
    }
    module2.exports = { custom: custom2, webInterface: webInterface2, inspectAs: inspectAs2 };
  }
});

// src/web/encoding.js
var { withCode, invalidArgType, invalidThis } = require("internal/errors"), { webInterface, inspectAs, custom } = require_classes(), TextEncoder = class _TextEncoder {
  get encoding() {
    return brand(this, _TextEncoder), "utf-8";
  }
  encode(input = "") {
    return brand(this, _TextEncoder), new Uint8Array(native.encode(`${input}`));
  }
  encodeInto(source, destination) {
    if (brand(this, _TextEncoder), typeof source != "string") throw invalidArgType("src", "string", source);
    if (!(destination instanceof Uint8Array)) throw invalidArgType("dest", "Uint8Array", destination);
    let [read, written] = native.encodeInto(source, destination);
    return { read, written };
  }
};
webInterface(TextEncoder, "TextEncoder");
var TextDecoder = class {
  #encoding;
  #fatal;
  #ignoreBOM;
  #decode;
  #open = !1;
  constructor(encoding = "utf-8", options = void 0) {
    if (options != null && typeof options != "object" && typeof options != "function") throw invalidArgType("options", "Object", options);
    encoding = `${encoding}`;
    let name = native.label(encoding);
    if (name === void 0) throw withCode(RangeError, "ERR_ENCODING_NOT_SUPPORTED", `The "${encoding}" encoding is not supported`);
    this.#encoding = name, this.#fatal = !!options?.fatal, this.#ignoreBOM = !!options?.ignoreBOM;
  }
  get encoding() {
    if (!(#encoding in this)) throw invalidThis("TextDecoder");
    return this.#encoding;
  }
  get fatal() {
    if (!(#fatal in this)) throw invalidThis("TextDecoder");
    return this.#fatal;
  }
  get ignoreBOM() {
    if (!(#ignoreBOM in this)) throw invalidThis("TextDecoder");
    return this.#ignoreBOM;
  }
  decode(input = void 0, options = void 0) {
    if (!(#decode in this)) throw invalidThis("TextDecoder");
    if (options != null && typeof options != "object" && typeof options != "function") throw invalidArgType("options", "Object", options);
    let stream = !!options?.stream;
    if (input !== void 0 && !ArrayBuffer.isView(input) && !native.isArrayBuffer(input))
      throw withCode(TypeError, "ERR_INVALID_ARG_TYPE", 'The "list" argument must be an instance of SharedArrayBuffer, ArrayBuffer or ArrayBufferView.');
    (!this.#open || this.#decode === void 0) && (this.#decode = native.decoder(this.#encoding, this.#fatal, this.#ignoreBOM)), this.#open = stream;
    let text = this.#decode(input, stream);
    if (text === void 0)
      throw this.#open = !1, withCode(TypeError, "ERR_ENCODING_INVALID_ENCODED_DATA", `The encoded data was not valid for encoding ${this.#encoding}`);
    return text;
  }
};
webInterface(TextDecoder, "TextDecoder");
function brand(object, Class) {
  if (!(object instanceof Class)) throw invalidThis(Class.name);
}
Object.defineProperty(TextEncoder.prototype, custom, {
  configurable: !0,
  writable: !0,
  enumerable: !1,
  value(depth, options, inspect) {
    return inspect({ encoding: this.encoding }, options);
  }
});
inspectAs(TextDecoder, function() {
  return { encoding: this.encoding, fatal: this.fatal, ignoreBOM: this.ignoreBOM };
});
module.exports = { TextEncoder, TextDecoder };
