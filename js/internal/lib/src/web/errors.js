'use strict';
// Errors like Node's: the built-in classes with a code. Messages name the argument and the received
// value. There is no regular expression, which would load their corrections into each runtime that uses
// a URL.

function withCode(Base, code, message) {
  const error = new Base(message);
  const header = `${error.name} [${code}]`;
  const stack = String(error.stack);
  if (stack.startsWith(error.name)) hidden(error, 'stack', header + stack.slice(error.name.length));
  error.code = code;
  hidden(error, 'toString', function toString() { return `${this.name} [${code}]: ${this.message}`; });
  return error;
}

function hidden(object, key, value) {
  Object.defineProperty(object, key, { __proto__: null, value, writable: true, configurable: true, enumerable: false });
}

const inspect = (value, options) => require('node:util').inspect(value, options);

// received ends a message as Node does, with the received value.
function received(value) {
  if (value == null) return ` Received ${value}`;
  if (typeof value === 'function') return value.name ? ` Received function ${value.name}` : ' Received function ';
  if (typeof value === 'object') {
    if (value.constructor && value.constructor.name) return ` Received an instance of ${value.constructor.name}`;
    return ` Received ${inspect(value, { depth: -1 })}`;
  }
  let text = inspect(value, { colors: false });
  if (text.length > 28) text = `${text.slice(0, 25)}...`;
  return ` Received type ${typeof value} (${text})`;
}

const primitives = ['string', 'function', 'number', 'object', 'Function', 'Object', 'boolean', 'bigint', 'symbol'];

// isClass reports whether a word is the name of a class: a capital letter, then letters and digits.
function isClass(word) {
  for (let i = 0; i < word.length; i++) {
    const c = word[i];
    if (!(c >= 'A' && c <= 'Z') && (i === 0 || !(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9'))) return false;
  }
  return word !== '';
}

function list(words, last) {
  if (words.length < 3) return words.join(` ${last} `);
  return `${words.slice(0, -1).join(', ')}, ${last} ${words[words.length - 1]}`;
}

function invalidArgType(name, expected, value) {
  expected = Array.isArray(expected) ? expected : [expected];
  const types = expected.filter((e) => primitives.includes(e)).map((e) => e.toLowerCase());
  const classes = expected.filter((e) => !primitives.includes(e) && isClass(e));
  const others = expected.filter((e) => !primitives.includes(e) && !isClass(e));
  if (classes.length && types.includes('object')) {
    types.splice(types.indexOf('object'), 1);
    classes.push('Object');
  }
  const parts = [];
  if (types.length) parts.push(`${types.length > 1 ? 'one of type' : 'of type'} ${list(types, 'or')}`);
  if (classes.length) parts.push(`an instance of ${list(classes, 'or')}`);
  if (others.length) parts.push(others.length > 1 ? `one of ${list(others, 'or')}` : (others[0].toLowerCase() === others[0] ? others[0] : `an ${others[0]}`));
  const subject = name.endsWith(' argument') ? `The ${name}` : `The "${name}" ${name.includes('.') ? 'property' : 'argument'}`;
  return withCode(TypeError, 'ERR_INVALID_ARG_TYPE', `${subject} must be ${parts.join(' or ')}.${received(value)}`);
}

function invalidArgValue(name, value, reason = 'is invalid') {
  let text = inspect(value);
  if (text.length > 128) text = `${text.slice(0, 128)}...`;
  return withCode(TypeError, 'ERR_INVALID_ARG_VALUE', `The ${name.includes('.') ? 'property' : 'argument'} '${name}' ${reason}. Received ${text}`);
}

function outOfRange(name, range, value) {
  let text;
  if (Number.isInteger(value) && Math.abs(value) > 2 ** 32) text = grouped(String(value));
  else if (typeof value === 'bigint') text = `${value > 2n ** 32n || value < -(2n ** 32n) ? grouped(String(value)) : value}n`;
  else text = inspect(value);
  return withCode(RangeError, 'ERR_OUT_OF_RANGE', `The value of "${name}" is out of range. It must be ${range}. Received ${text}`);
}

// grouped separates the digits of an integer in groups of three.
function grouped(digits) {
  const first = digits.startsWith('-') ? 2 : 1; // no separator before it
  const groups = [];
  let rest = digits;
  for (; rest.length - 3 >= first; rest = rest.slice(0, -3)) groups.unshift(rest.slice(-3));
  return [rest, ...groups].join('_');
}

function missingArgs(...names) {
  const quoted = names.map((n) => `"${n}"`);
  return withCode(TypeError, 'ERR_MISSING_ARGS', `The ${list(quoted, 'and')} argument${names.length > 1 ? 's' : ''} must be specified`);
}

const invalidThis = (name) => withCode(TypeError, 'ERR_INVALID_THIS', `Value of "this" must be of type ${name}`);
const illegalConstructor = () => withCode(TypeError, 'ERR_ILLEGAL_CONSTRUCTOR', 'Illegal constructor');

function validateString(value, name) {
  if (typeof value !== 'string') throw invalidArgType(name, 'string', value);
}
function validateFunction(value, name) {
  if (typeof value !== 'function') throw invalidArgType(name, 'Function', value);
}
function validateObject(value, name) {
  if (value === null || Array.isArray(value) || typeof value !== 'object') throw invalidArgType(name, 'Object', value);
}
function validateBoolean(value, name) {
  if (typeof value !== 'boolean') throw invalidArgType(name, 'boolean', value);
}
function validateInteger(value, name, min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER) {
  if (typeof value !== 'number') throw invalidArgType(name, 'number', value);
  if (!Number.isInteger(value)) throw outOfRange(name, 'an integer', value);
  if (value < min || value > max) throw outOfRange(name, `>= ${min} && <= ${max}`, value);
}
function validateAbortSignal(signal, name) {
  if (signal !== undefined && (signal === null || typeof signal !== 'object' || !('aborted' in signal))) {
    throw invalidArgType(name, 'AbortSignal', signal);
  }
}

// abortError is the reason with which Node's promises are rejected when their signal aborts.
function abortError(cause) {
  const error = new Error('The operation was aborted', cause === undefined ? undefined : { cause });
  const stack = String(error.stack);
  hidden(error, 'stack', stack.startsWith('Error') ? `Abort${stack}` : stack);
  error.code = 'ABORT_ERR';
  hidden(error, 'name', 'AbortError');
  return error;
}

module.exports = {
  withCode, hidden, invalidArgType, invalidArgValue, outOfRange, missingArgs, invalidThis, illegalConstructor, received,
  validateString, validateFunction, validateObject, validateBoolean, validateInteger, validateAbortSignal, abortError,
};
