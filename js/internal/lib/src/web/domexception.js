'use strict';
// DOMException.
const { hidden, invalidThis } = require('internal/errors');

const codes = {
  IndexSizeError: 1, DOMStringSizeError: 2, HierarchyRequestError: 3, WrongDocumentError: 4, InvalidCharacterError: 5,
  NoDataAllowedError: 6, NoModificationAllowedError: 7, NotFoundError: 8, NotSupportedError: 9, InUseAttributeError: 10,
  InvalidStateError: 11, SyntaxError: 12, InvalidModificationError: 13, NamespaceError: 14, InvalidAccessError: 15,
  ValidationError: 16, TypeMismatchError: 17, SecurityError: 18, NetworkError: 19, AbortError: 20,
  URLMismatchError: 21, QuotaExceededError: 22, TimeoutError: 23, InvalidNodeTypeError: 24, DataCloneError: 25,
};

// An exception is an Error for the engine, so it has a stack and inspect shows it as an error. Its
// prototype chain is the web's.
function DOMException(message = '', options = 'Error') {
  if (!new.target) throw new TypeError("Class constructor DOMException cannot be invoked without 'new'");
  const hasOptions = typeof options === 'object' && options !== null;
  const name = hasOptions ? ('name' in options && options.name !== undefined ? `${options.name}` : 'Error') : `${options}`;
  message = `${message}`;
  const error = new Error(message);
  Object.setPrototypeOf(error, new.target.prototype);
  delete error.message;
  if (hasOptions && 'cause' in options) hidden(error, 'cause', options.cause);
  state.set(error, { message, name });
  hidden(error, 'stack', String(error.stack).replace(/^Error/, 'DOMException' === name ? name : `DOMException [${name}]`));
  return error;
}
const state = new WeakMap();
const of = (exception) => {
  const s = state.get(exception);
  if (!s) throw invalidThis('DOMException');
  return s;
};
DOMException.prototype = Object.create(Error.prototype, {
  constructor: { value: DOMException, writable: true, configurable: true },
  name: { get() { return of(this).name; }, enumerable: true, configurable: true },
  message: { get() { return of(this).message; }, enumerable: true, configurable: true },
  code: { get() { return codes[of(this).name] ?? 0; }, enumerable: true, configurable: true },
  [Symbol.toStringTag]: { value: 'DOMException', configurable: true },
});
Object.defineProperty(DOMException, 'prototype', { writable: false });
// Written out, because a regular expression for each would be most of the time that this module takes.
const constants = {};
[
  'INDEX_SIZE_ERR', 'DOMSTRING_SIZE_ERR', 'HIERARCHY_REQUEST_ERR', 'WRONG_DOCUMENT_ERR', 'INVALID_CHARACTER_ERR',
  'NO_DATA_ALLOWED_ERR', 'NO_MODIFICATION_ALLOWED_ERR', 'NOT_FOUND_ERR', 'NOT_SUPPORTED_ERR', 'INUSE_ATTRIBUTE_ERR',
  'INVALID_STATE_ERR', 'SYNTAX_ERR', 'INVALID_MODIFICATION_ERR', 'NAMESPACE_ERR', 'INVALID_ACCESS_ERR',
  'VALIDATION_ERR', 'TYPE_MISMATCH_ERR', 'SECURITY_ERR', 'NETWORK_ERR', 'ABORT_ERR', 'URL_MISMATCH_ERR',
  'QUOTA_EXCEEDED_ERR', 'TIMEOUT_ERR', 'INVALID_NODE_TYPE_ERR', 'DATA_CLONE_ERR',
].forEach((name, i) => { constants[name] = { value: i + 1, enumerable: true }; });
Object.defineProperties(DOMException, constants);
Object.defineProperties(DOMException.prototype, constants);

module.exports = { DOMException };
