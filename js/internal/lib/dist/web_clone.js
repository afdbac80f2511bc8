"use strict";

// src/web/clone.js
var { withCode } = require("internal/errors"), { DOMException } = require("internal/domexception"), errorTypes = { Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError }, views = { DataView, Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array, BigInt64Array, BigUint64Array }, mapForEach = Map.prototype.forEach, setForEach = Set.prototype.forEach, { getTime } = Date.prototype, { hasOwnProperty: own, isPrototypeOf, toString } = Object.prototype, iterators = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())), { platform } = require("internal/platform"), transferable = [];
function refuse(message) {
  throw new DOMException(message, "DataCloneError");
}
function describe(value) {
  return typeof value == "symbol" || typeof value == "function" ? String(value) : Array.isArray(value) ? "[object Array]" : `#<${value.constructor?.name || "Object"}>`;
}
function structuredClone(value, options) {
  if (arguments.length === 0) throw withCode(TypeError, "ERR_MISSING_ARGS", "The value argument must be specified");
  if (options != null && typeof options != "object") throw withCode(TypeError, "ERR_INVALID_ARG_TYPE", "The options argument must be either an object or undefined");
  let transfer = options?.transfer ?? [];
  if (typeof transfer != "object") throw withCode(TypeError, "ERR_INVALID_ARG_TYPE", "The optional options.transfer argument must be iterable");
  return copyOf(value, [...transfer]).value;
}
function copyOf(value, transfer) {
  let seen = /* @__PURE__ */ new Map(), moved = /* @__PURE__ */ new Set();
  for (let object of transfer) {
    let isBuffer = native.kind(object) === "ArrayBuffer";
    if (!isBuffer && !transferable.some((t) => t.is(object))) throw withCode(TypeError, "ERR_INVALID_TRANSFER_OBJECT", "Found invalid object in transferList");
    moved.has(object) && refuse(`Transfer list contains duplicate ${isBuffer ? "ArrayBuffer" : object.constructor.name}`), isBuffer && native.detached(object) && refuse("An ArrayBuffer is detached and could not be cloned."), moved.add(object);
  }
  let ports = [];
  for (let object of moved) {
    let kind = transferable.find((t) => t.is(object));
    if (kind === void 0) continue;
    let now = kind.move(object);
    seen.set(object, now), ports.push(now);
  }
  let result = clone(value, seen);
  for (let object of moved) native.kind(object) === "ArrayBuffer" && native.detach(object);
  return { value: result, ports };
}
function clone(value, seen) {
  switch (typeof value) {
    case "function":
    case "symbol":
      return refuse(`${describe(value)} could not be cloned.`);
    case "object":
      if (value !== null) break;
    // falls through
    default:
      return value;
  }
  let known = seen.get(value);
  if (known !== void 0) return known;
  let kind = native.kind(value), keep = (copy) => (seen.set(value, copy), copy);
  switch (kind) {
    case "Array": {
      let copy = keep(new Array(value.length));
      return members(value, copy, seen);
    }
    case "Object":
      if (isPrototypeOf.call(iterators, value)) return refuse(`${toString.call(value) === "[object Generator]" ? "[object Generator]" : "#<Object>"} could not be cloned.`);
      for (let copy of platform) {
        let made = copy(value, refuse);
        if (made !== void 0) return keep(made);
      }
      return members(value, keep({}), seen);
    case "Map": {
      let copy = keep(/* @__PURE__ */ new Map()), entries = [];
      mapForEach.call(value, (v, k) => {
        entries.push(k, v);
      });
      for (let i = 0; i < entries.length; i += 2) copy.set(clone(entries[i], seen), clone(entries[i + 1], seen));
      return copy;
    }
    case "Set": {
      let copy = keep(/* @__PURE__ */ new Set()), entries = [];
      setForEach.call(value, (v) => {
        entries.push(v);
      });
      for (let entry of entries) copy.add(clone(entry, seen));
      return copy;
    }
    case "Date":
      return keep(new Date(getTime.call(value)));
    case "RegExp":
      return keep(new RegExp(value.source, value.flags));
    case "Error":
      return error(value, keep, seen);
    case "ArrayBuffer":
      return native.detached(value) && refuse("An ArrayBuffer is detached and could not be cloned."), keep(value.slice(0));
    case "String":
    case "Number":
    case "Boolean":
    case "BigInt":
      return keep(Object(value.valueOf()));
    case "Symbol":
    case "Promise":
    case "Proxy":
    case "WeakMap":
    case "WeakSet":
    case "Function":
    case "Arguments":
      return refuse(`${describe(value)} could not be cloned.`);
    default:
      if (own.call(views, kind)) {
        let buffer = clone(value.buffer, seen);
        return keep(new views[kind](buffer, value.byteOffset, kind === "DataView" ? value.byteLength : value.length));
      }
      return refuse(`${describe(value)} could not be cloned.`);
  }
}
function members(value, copy, seen) {
  for (let key of Object.keys(value)) {
    if (!own.call(value, key)) continue;
    let member = clone(value[key], seen);
    key === "__proto__" ? Object.defineProperty(copy, key, { value: member, writable: !0, enumerable: !0, configurable: !0 }) : copy[key] = member;
  }
  return copy;
}
function error(value, keep, seen) {
  let name = String(value.name), Type = own.call(errorTypes, name) ? errorTypes[name] : Error, made = keep(new Type()), message = Object.getOwnPropertyDescriptor(value, "message"), set = (key, v) => Object.defineProperty(made, key, { value: v, writable: !0, configurable: !0, enumerable: !1 });
  return delete made.message, message !== void 0 && "value" in message && set("message", `${message.value}`), set("stack", `${value.stack}`), own.call(value, "cause") && set("cause", clone(value.cause, seen)), made;
}
module.exports = { structuredClone, clone: copyOf, platform, transferable };
