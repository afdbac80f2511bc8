"use strict";

// src/node/types.js
var { kind } = native, { toString } = Object.prototype, functionToString = Function.prototype.toString, mapIterator = Object.getPrototypeOf((/* @__PURE__ */ new Map()).entries()), setIterator = Object.getPrototypeOf((/* @__PURE__ */ new Set()).values()), typed = ["Uint8Array", "Uint8ClampedArray", "Uint16Array", "Uint32Array", "Int8Array", "Int16Array", "Int32Array", "Float32Array", "Float64Array", "BigInt64Array", "BigUint64Array"], boxed = ["Number", "String", "Boolean", "BigInt", "Symbol"], is = (name) => (value) => kind(value) === name, tagged = (tag) => (value) => typeof value == "function" && toString.call(value) === `[object ${tag}]`, types = {
  isExternal: () => !1,
  isDate: is("Date"),
  isArgumentsObject: is("Arguments"),
  isBigIntObject: is("BigInt"),
  isBooleanObject: is("Boolean"),
  isNumberObject: is("Number"),
  isStringObject: is("String"),
  isSymbolObject: is("Symbol"),
  isBoxedPrimitive: (value) => boxed.includes(kind(value)),
  isNativeError: is("Error"),
  isRegExp: is("RegExp"),
  isAsyncFunction: tagged("AsyncFunction"),
  isGeneratorFunction: (value) => typeof value == "function" && /^(?:static\s+)?(?:function\s*)?\*/.test(functionToString.call(value)),
  isGeneratorObject: (value) => typeof value == "object" && value !== null && toString.call(value) === "[object Generator]",
  isPromise: is("Promise"),
  isMap: is("Map"),
  isSet: is("Set"),
  isMapIterator: (value) => typeof value == "object" && value !== null && Object.getPrototypeOf(value) === mapIterator,
  isSetIterator: (value) => typeof value == "object" && value !== null && Object.getPrototypeOf(value) === setIterator,
  isWeakMap: is("WeakMap"),
  isWeakSet: is("WeakSet"),
  isArrayBuffer: is("ArrayBuffer"),
  isDataView: is("DataView"),
  isSharedArrayBuffer: () => !1,
  isProxy: is("Proxy"),
  isModuleNamespaceObject: () => !1,
  isAnyArrayBuffer: is("ArrayBuffer"),
  isCryptoKey: () => !1,
  isKeyObject: () => !1,
  isArrayBufferView: (value) => typed.includes(kind(value)) || kind(value) === "DataView",
  isTypedArray: (value) => typed.includes(kind(value))
};
for (let name of typed) types[`is${name}`] = is(name);
for (let name of Object.keys(types)) Object.defineProperty(types[name], "name", { value: name });
module.exports = types;
