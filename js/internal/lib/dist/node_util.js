"use strict";

// src/node/util.js
var errors = require("internal/errors"), types = require("internal/types"), { inspect, format, formatWithOptions, stripVTControlCharacters } = require("internal/inspect"), { validateFunction, validateString, validateAbortSignal, withCode, invalidArgType } = errors, customPromisify = /* @__PURE__ */ Symbol.for("nodejs.util.promisify.custom");
function promisify(original) {
  if (validateFunction(original, "original"), original[customPromisify]) {
    let fn2 = original[customPromisify];
    return validateFunction(fn2, "util.promisify.custom"), Object.defineProperty(fn2, customPromisify, { value: fn2, enumerable: !1, writable: !1, configurable: !0 });
  }
  function fn(...args) {
    return new Promise((resolve, reject) => {
      Reflect.apply(original, this, [...args, (error, value) => error ? reject(error) : resolve(value)]);
    });
  }
  Object.setPrototypeOf(fn, Object.getPrototypeOf(original)), Object.defineProperty(fn, customPromisify, { value: fn, enumerable: !1, writable: !1, configurable: !0 });
  let descriptors = Object.getOwnPropertyDescriptors(original);
  for (let key of Reflect.ownKeys(descriptors)) {
    let own = Object.getOwnPropertyDescriptor(fn, key);
    (own === void 0 || own.configurable) && Object.defineProperty(fn, key, descriptors[key]);
  }
  return fn;
}
promisify.custom = customPromisify;
for (let name of ["setTimeout", "setImmediate"])
  Object.defineProperty(globalThis[name], customPromisify, { configurable: !0, get: () => require("timers/promises")[name] });
function callbackify(original) {
  validateFunction(original, "original");
  function callbackified(...args) {
    let callback = args.pop();
    validateFunction(callback, "last argument"), Reflect.apply(original, this, args).then(
      (value) => process.nextTick(callback, null, value),
      (reason) => process.nextTick(() => {
        if (!reason) {
          let error = withCode(Error, "ERR_FALSY_VALUE_REJECTION", "Promise was rejected with falsy value");
          error.reason = reason, reason = error;
        }
        callback(reason);
      })
    );
  }
  let descriptors = Object.getOwnPropertyDescriptors(original);
  typeof descriptors.length?.value == "number" && descriptors.length.value++, typeof descriptors.name?.value == "string" && (descriptors.name.value += "Callbackified");
  for (let key of Reflect.ownKeys(descriptors)) {
    let own = Object.getOwnPropertyDescriptor(callbackified, key);
    (own === void 0 || own.configurable) && Object.defineProperty(callbackified, key, descriptors[key]);
  }
  return callbackified;
}
function inherits(constructor, superConstructor) {
  if (constructor == null) throw invalidArgType("ctor", "Function", constructor);
  if (superConstructor == null) throw invalidArgType("superCtor", "Function", superConstructor);
  if (superConstructor.prototype === void 0) throw invalidArgType("superCtor.prototype", "Object", superConstructor.prototype);
  Object.defineProperty(constructor, "super_", { value: superConstructor, writable: !0, configurable: !0 }), Object.setPrototypeOf(constructor.prototype, superConstructor.prototype);
}
var warned = /* @__PURE__ */ new Set();
function deprecate(fn, message, code) {
  validateFunction(fn, "fn"), code !== void 0 && validateString(code, "code");
  let told = !1;
  function deprecated(...args) {
    return told || (told = !0, (code === void 0 || !warned.has(code)) && (code !== void 0 && warned.add(code), process.emitWarning(message, "DeprecationWarning", code))), new.target ? Reflect.construct(fn, args, new.target) : Reflect.apply(fn, this, args);
  }
  return Object.setPrototypeOf(deprecated, fn), fn.prototype && (deprecated.prototype = fn.prototype), deprecated;
}
function debuglog(set) {
  validateString(set, "set");
  let enabled = "".split(",").map((s) => s.trim().toUpperCase()).filter(Boolean).some((w) => new RegExp(`^${w.replace(/[|\\{}()[\]^$+?.]/g, "\\$&").replace(/\*/g, ".*")}$`).test(set.toUpperCase())), log2 = (...args) => {
    enabled && console.error("%s %s: %s", set.toUpperCase(), process.pid, format(...args));
  };
  return Object.defineProperty(log2, "enabled", { get: () => enabled, configurable: !0, enumerable: !0 }), log2;
}
function aborted(signal, resource) {
  if (signal === void 0) throw invalidArgType("signal", "AbortSignal", signal);
  if (validateAbortSignal(signal, "signal"), resource === null || typeof resource != "object" && typeof resource != "function") throw invalidArgType("resource", "Object", resource);
  return signal.aborted ? Promise.resolve() : new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: !0 }));
}
function styleText(style, text, { validateStream = !0, stream = process.stdout } = {}) {
  if (validateString(text, "text"), validateStream && typeof stream?.on != "function") throw invalidArgType("stream", ["ReadableStream", "WritableStream", "Stream"], stream);
  let [left, right] = ["", ""];
  for (let key of Array.isArray(style) ? style : [style]) {
    let codes = inspect.colors[key];
    if (codes === void 0) throw errors.invalidArgValue("format", key, `must be one of: ${Object.keys(inspect.colors).map((c) => `'${c}'`).join(", ")}`);
    left += `\x1B[${codes[0]}m`, right = `\x1B[${codes[1]}m${right}`;
  }
  return validateStream && !stream?.isTTY ? text : `${left}${text}${right}`;
}
function parseEnv(content) {
  validateString(content, "content");
  let made = {}, line = /^[ \t]*(?:export[ \t]+)?([^=\s#][^=\n]*?)[ \t]*=[ \t]*(?:"([^"]*)"|'([^']*)'|`([^`]*)`|([^\n#]*))/gm;
  for (let [, key, double, simple, back, bare] of content.replace(/\r\n?/g, `
`).matchAll(line))
    made[key] = double !== void 0 ? double.replace(/\\n/g, `
`) : simple ?? back ?? bare.trim();
  return made;
}
var months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
function log(...args) {
  let now = /* @__PURE__ */ new Date(), time = [now.getHours(), now.getMinutes(), now.getSeconds()].map((n) => String(n).padStart(2, "0")).join(":");
  console.log("%s - %s", `${now.getDate()} ${months[now.getMonth()]} ${time}`, format(...args));
}
var transferableAbortController = () => new AbortController();
function transferableAbortSignal(signal) {
  if (validateAbortSignal(signal, "signal"), signal === void 0) throw invalidArgType("signal", "AbortSignal", signal);
  return signal;
}
var legacy = {
  isArray: Array.isArray,
  isBoolean: (v) => typeof v == "boolean",
  isBuffer: (v) => require("buffer").Buffer.isBuffer(v),
  isDate: types.isDate,
  isError: (v) => types.isNativeError(v) || v instanceof Error,
  isFunction: (v) => typeof v == "function",
  isNull: (v) => v === null,
  isNullOrUndefined: (v) => v == null,
  isNumber: (v) => typeof v == "number",
  isObject: (v) => v !== null && typeof v == "object",
  isPrimitive: (v) => v === null || typeof v != "object" && typeof v != "function",
  isRegExp: types.isRegExp,
  isString: (v) => typeof v == "string",
  isSymbol: (v) => typeof v == "symbol",
  isUndefined: (v) => v === void 0
};
module.exports = {
  aborted,
  callbackify,
  debug: debuglog,
  debuglog,
  deprecate,
  format,
  formatWithOptions,
  inherits,
  inspect,
  log,
  promisify,
  styleText,
  transferableAbortController,
  transferableAbortSignal,
  stripVTControlCharacters,
  types,
  ...legacy,
  isDeepStrictEqual: (a, b) => require("internal/comparisons").isDeepStrictEqual(a, b),
  parseEnv,
  parseArgs: (config) => require("internal/parse_args").parseArgs(config),
  toUSVString: (v) => new TextDecoder().decode(new TextEncoder().encode(`${v}`)),
  getSystemErrorName: (number) => native.errorName(number),
  _extend(target, source) {
    return source === null || typeof source != "object" ? target : Object.assign(target, source);
  },
  get TextEncoder() {
    return globalThis.TextEncoder;
  },
  get TextDecoder() {
    return globalThis.TextDecoder;
  }
};
