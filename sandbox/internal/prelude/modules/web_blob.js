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
    function inspectAs2(Class, properties, deep) {
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
    module2.exports = { custom, webInterface: webInterface2, inspectAs: inspectAs2 };
  }
});

// src/web/blob.js
var { invalidArgType, missingArgs, invalidThis } = require("internal/errors"), { webInterface, inspectAs } = require_classes(), { bytesOf, bytes, isBuffer, concat } = require("internal/bytes"), adopted = {};
function of(blob) {
  let b = blob != null ? bytesOf.get(blob) : void 0;
  if (b === void 0) throw invalidThis("Blob");
  return b;
}
var typeOf, Blob = class _Blob {
  #type = "";
  static {
    typeOf = (blob) => blob.#type;
  }
  constructor(sources = [], options = void 0) {
    if (sources === adopted) {
      bytesOf.set(this, options.bytes), this.#type = options.type;
      return;
    }
    if (sources === null || typeof sources != "object" || typeof sources[Symbol.iterator] != "function") throw invalidArgType("sources", "a sequence", sources);
    if (options != null && typeof options != "object" && typeof options != "function") throw invalidArgType("options", "Object", options);
    let type = options?.type === void 0 ? "" : `${options.type}`, nativeEndings = options?.endings !== void 0 && `${options.endings}` == "native", parts = [];
    for (let source of sources)
      isBuffer(source) ? parts.push(bytes(source)) : bytesOf.has(source) ? parts.push(bytesOf.get(source)) : parts.push(new Uint8Array(native.encode(nativeEndings ? `${source}`.replace(/\r\n?/g, `
`) : `${source}`)));
    bytesOf.set(this, concat(parts)), this.#type = /[^\u0020-\u007e]/.test(type) ? "" : type.toLowerCase();
  }
  get size() {
    return of(this).length;
  }
  get type() {
    return of(this), this.#type;
  }
  slice(start = 0, end = this.size, contentType = "") {
    let b = of(this), clamp = (n) => n < 0 ? Math.max(b.length + n, 0) : Math.min(n, b.length), from = clamp(Math.trunc(start) || 0), to = Math.max(clamp(Math.trunc(end) || 0), from), type = `${contentType}`;
    return new _Blob(adopted, { bytes: b.subarray(from, to), type: /[^\u0020-\u007e]/.test(type) ? "" : type.toLowerCase() });
  }
  async arrayBuffer() {
    let b = of(this);
    return b.buffer.slice(b.byteOffset, b.byteOffset + b.byteLength);
  }
  async bytes() {
    return of(this).slice();
  }
  async text() {
    return native.decodeUTF8(of(this));
  }
  stream() {
    let b = of(this), { ReadableStream } = globalThis, at = 0;
    return new ReadableStream({
      type: "bytes",
      pull(controller) {
        if (at >= b.length) {
          controller.close(), controller.byobRequest?.respond(0);
          return;
        }
        let chunk = b.slice(at, at + 65536);
        at += chunk.length, controller.enqueue(chunk);
      }
    });
  }
};
webInterface(Blob, "Blob");
inspectAs(Blob, function() {
  return { size: this.size, type: this.type };
});
var File = class extends Blob {
  #name;
  #lastModified;
  constructor(sources, name, options = void 0) {
    if (arguments.length < 2) throw missingArgs("fileBits", "fileName");
    super(sources, options), this.#name = native.scalar(`${name}`);
    let { lastModified = Date.now() } = options ?? {};
    this.#lastModified = Math.trunc(lastModified) || 0;
  }
  get name() {
    return this.#name;
  }
  get lastModified() {
    return this.#lastModified;
  }
};
webInterface(File, "File");
inspectAs(File, function() {
  return { size: this.size, type: this.type, name: this.name, lastModified: this.lastModified };
});
require("internal/platform").platform.push((value) => bytesOf.has(value) ? new Blob(adopted, { bytes: of(value), type: typeOf(value) }) : void 0);
var byURL = /* @__PURE__ */ new Map();
function createObjectURL(blob) {
  if (!bytesOf.has(blob)) throw invalidArgType("obj", "Blob", blob);
  let url = `blob:nodedata:${globalThis.crypto.randomUUID()}`;
  return byURL.set(url, blob), url;
}
module.exports = { Blob, File, byURL, createObjectURL };
