"use strict";

// src/web/errors.js
function withCode(Base, code, message) {
  let error = new Base(message), header = `${error.name} [${code}]`, stack = String(error.stack);
  return stack.startsWith(error.name) && hidden(error, "stack", header + stack.slice(error.name.length)), error.code = code, hidden(error, "toString", function() {
    return `${this.name} [${code}]: ${this.message}`;
  }), error;
}
function hidden(object, key, value) {
  Object.defineProperty(object, key, { __proto__: null, value, writable: !0, configurable: !0, enumerable: !1 });
}
var inspect = (value, options) => require("util").inspect(value, options);
function received(value) {
  if (value == null) return ` Received ${value}`;
  if (typeof value == "function") return value.name ? ` Received function ${value.name}` : " Received function ";
  if (typeof value == "object")
    return value.constructor && value.constructor.name ? ` Received an instance of ${value.constructor.name}` : ` Received ${inspect(value, { depth: -1 })}`;
  let text = inspect(value, { colors: !1 });
  return text.length > 28 && (text = `${text.slice(0, 25)}...`), ` Received type ${typeof value} (${text})`;
}
var primitives = ["string", "function", "number", "object", "Function", "Object", "boolean", "bigint", "symbol"];
function isClass(word) {
  for (let i = 0; i < word.length; i++) {
    let c = word[i];
    if (!(c >= "A" && c <= "Z") && (i === 0 || !(c >= "a" && c <= "z") && !(c >= "0" && c <= "9"))) return !1;
  }
  return word !== "";
}
function list(words, last) {
  return words.length < 3 ? words.join(` ${last} `) : `${words.slice(0, -1).join(", ")}, ${last} ${words[words.length - 1]}`;
}
function invalidArgType(name, expected, value) {
  expected = Array.isArray(expected) ? expected : [expected];
  let types = expected.filter((e) => primitives.includes(e)).map((e) => e.toLowerCase()), classes = expected.filter((e) => !primitives.includes(e) && isClass(e)), others = expected.filter((e) => !primitives.includes(e) && !isClass(e));
  classes.length && types.includes("object") && (types.splice(types.indexOf("object"), 1), classes.push("Object"));
  let parts = [];
  types.length && parts.push(`${types.length > 1 ? "one of type" : "of type"} ${list(types, "or")}`), classes.length && parts.push(`an instance of ${list(classes, "or")}`), others.length && parts.push(others.length > 1 ? `one of ${list(others, "or")}` : others[0].toLowerCase() === others[0] ? others[0] : `an ${others[0]}`);
  let subject = name.endsWith(" argument") ? `The ${name}` : `The "${name}" ${name.includes(".") ? "property" : "argument"}`;
  return withCode(TypeError, "ERR_INVALID_ARG_TYPE", `${subject} must be ${parts.join(" or ")}.${received(value)}`);
}
function invalidArgValue(name, value, reason = "is invalid") {
  let text = inspect(value);
  return text.length > 128 && (text = `${text.slice(0, 128)}...`), withCode(TypeError, "ERR_INVALID_ARG_VALUE", `The ${name.includes(".") ? "property" : "argument"} '${name}' ${reason}. Received ${text}`);
}
function outOfRange(name, range, value) {
  let text;
  return Number.isInteger(value) && Math.abs(value) > 2 ** 32 ? text = grouped(String(value)) : typeof value == "bigint" ? text = `${value > 2n ** 32n || value < -(2n ** 32n) ? grouped(String(value)) : value}n` : text = inspect(value), withCode(RangeError, "ERR_OUT_OF_RANGE", `The value of "${name}" is out of range. It must be ${range}. Received ${text}`);
}
function grouped(digits) {
  let first = digits.startsWith("-") ? 2 : 1, groups = [], rest = digits;
  for (; rest.length - 3 >= first; rest = rest.slice(0, -3)) groups.unshift(rest.slice(-3));
  return [rest, ...groups].join("_");
}
function missingArgs(...names) {
  let quoted = names.map((n) => `"${n}"`);
  return withCode(TypeError, "ERR_MISSING_ARGS", `The ${list(quoted, "and")} argument${names.length > 1 ? "s" : ""} must be specified`);
}
var invalidThis = (name) => withCode(TypeError, "ERR_INVALID_THIS", `Value of "this" must be of type ${name}`), illegalConstructor = () => withCode(TypeError, "ERR_ILLEGAL_CONSTRUCTOR", "Illegal constructor");
function validateString(value, name) {
  if (typeof value != "string") throw invalidArgType(name, "string", value);
}
function validateFunction(value, name) {
  if (typeof value != "function") throw invalidArgType(name, "Function", value);
}
function validateObject(value, name) {
  if (value === null || Array.isArray(value) || typeof value != "object") throw invalidArgType(name, "Object", value);
}
function validateBoolean(value, name) {
  if (typeof value != "boolean") throw invalidArgType(name, "boolean", value);
}
function validateInteger(value, name, min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER) {
  if (typeof value != "number") throw invalidArgType(name, "number", value);
  if (!Number.isInteger(value)) throw outOfRange(name, "an integer", value);
  if (value < min || value > max) throw outOfRange(name, `>= ${min} && <= ${max}`, value);
}
function validateAbortSignal(signal, name) {
  if (signal !== void 0 && (signal === null || typeof signal != "object" || !("aborted" in signal)))
    throw invalidArgType(name, "AbortSignal", signal);
}
function abortError(cause) {
  let error = new Error("The operation was aborted", cause === void 0 ? void 0 : { cause }), stack = String(error.stack);
  return hidden(error, "stack", stack.startsWith("Error") ? `Abort${stack}` : stack), error.code = "ABORT_ERR", hidden(error, "name", "AbortError"), error;
}
module.exports = {
  withCode,
  hidden,
  invalidArgType,
  invalidArgValue,
  outOfRange,
  missingArgs,
  invalidThis,
  illegalConstructor,
  received,
  validateString,
  validateFunction,
  validateObject,
  validateBoolean,
  validateInteger,
  validateAbortSignal,
  abortError
};
