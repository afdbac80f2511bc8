"use strict";

// src/web/domexception.js
var { hidden, invalidThis } = require("internal/errors"), codes = {
  IndexSizeError: 1,
  DOMStringSizeError: 2,
  HierarchyRequestError: 3,
  WrongDocumentError: 4,
  InvalidCharacterError: 5,
  NoDataAllowedError: 6,
  NoModificationAllowedError: 7,
  NotFoundError: 8,
  NotSupportedError: 9,
  InUseAttributeError: 10,
  InvalidStateError: 11,
  SyntaxError: 12,
  InvalidModificationError: 13,
  NamespaceError: 14,
  InvalidAccessError: 15,
  ValidationError: 16,
  TypeMismatchError: 17,
  SecurityError: 18,
  NetworkError: 19,
  AbortError: 20,
  URLMismatchError: 21,
  QuotaExceededError: 22,
  TimeoutError: 23,
  InvalidNodeTypeError: 24,
  DataCloneError: 25
};
function DOMException(message = "", options = "Error") {
  if (!new.target) throw new TypeError("Class constructor DOMException cannot be invoked without 'new'");
  let hasOptions = typeof options == "object" && options !== null, name = hasOptions ? "name" in options && options.name !== void 0 ? `${options.name}` : "Error" : `${options}`;
  message = `${message}`;
  let error = new Error(message);
  return Object.setPrototypeOf(error, new.target.prototype), delete error.message, hasOptions && "cause" in options && hidden(error, "cause", options.cause), state.set(error, { message, name }), hidden(error, "stack", String(error.stack).replace(/^Error/, name === "DOMException" ? name : `DOMException [${name}]`)), error;
}
var state = /* @__PURE__ */ new WeakMap(), of = (exception) => {
  let s = state.get(exception);
  if (!s) throw invalidThis("DOMException");
  return s;
};
DOMException.prototype = Object.create(Error.prototype, {
  constructor: { value: DOMException, writable: !0, configurable: !0 },
  name: { get() {
    return of(this).name;
  }, enumerable: !0, configurable: !0 },
  message: { get() {
    return of(this).message;
  }, enumerable: !0, configurable: !0 },
  code: { get() {
    return codes[of(this).name] ?? 0;
  }, enumerable: !0, configurable: !0 },
  [Symbol.toStringTag]: { value: "DOMException", configurable: !0 }
});
Object.defineProperty(DOMException, "prototype", { writable: !1 });
var constants = {};
[
  "INDEX_SIZE_ERR",
  "DOMSTRING_SIZE_ERR",
  "HIERARCHY_REQUEST_ERR",
  "WRONG_DOCUMENT_ERR",
  "INVALID_CHARACTER_ERR",
  "NO_DATA_ALLOWED_ERR",
  "NO_MODIFICATION_ALLOWED_ERR",
  "NOT_FOUND_ERR",
  "NOT_SUPPORTED_ERR",
  "INUSE_ATTRIBUTE_ERR",
  "INVALID_STATE_ERR",
  "SYNTAX_ERR",
  "INVALID_MODIFICATION_ERR",
  "NAMESPACE_ERR",
  "INVALID_ACCESS_ERR",
  "VALIDATION_ERR",
  "TYPE_MISMATCH_ERR",
  "SECURITY_ERR",
  "NETWORK_ERR",
  "ABORT_ERR",
  "URL_MISMATCH_ERR",
  "QUOTA_EXCEEDED_ERR",
  "TIMEOUT_ERR",
  "INVALID_NODE_TYPE_ERR",
  "DATA_CLONE_ERR"
].forEach((name, i) => {
  constants[name] = { value: i + 1, enumerable: !0 };
});
Object.defineProperties(DOMException, constants);
Object.defineProperties(DOMException.prototype, constants);
module.exports = { DOMException };
