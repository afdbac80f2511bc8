'use strict';
// node:util.
const errors = require('internal/errors');
const types = require('internal/types');
const { inspect, format, formatWithOptions, stripVTControlCharacters } = require('internal/inspect');
const { validateFunction, validateString, validateAbortSignal, withCode, invalidArgType } = errors;

const customPromisify = Symbol.for('nodejs.util.promisify.custom');

function promisify(original) {
  validateFunction(original, 'original');
  if (original[customPromisify]) {
    const fn = original[customPromisify];
    validateFunction(fn, 'util.promisify.custom');
    return Object.defineProperty(fn, customPromisify, { value: fn, enumerable: false, writable: false, configurable: true });
  }
  function fn(...args) {
    return new Promise((resolve, reject) => {
      Reflect.apply(original, this, [...args, (error, value) => (error ? reject(error) : resolve(value))]);
    });
  }
  Object.setPrototypeOf(fn, Object.getPrototypeOf(original));
  Object.defineProperty(fn, customPromisify, { value: fn, enumerable: false, writable: false, configurable: true });
  const descriptors = Object.getOwnPropertyDescriptors(original);
  for (const key of Reflect.ownKeys(descriptors)) {
    const own = Object.getOwnPropertyDescriptor(fn, key);
    if (own === undefined || own.configurable) Object.defineProperty(fn, key, descriptors[key]);
  }
  return fn;
}
promisify.custom = customPromisify;
for (const name of ['setTimeout', 'setImmediate']) {
  Object.defineProperty(globalThis[name], customPromisify, { configurable: true, get: () => require('node:timers/promises')[name] });
}

function callbackify(original) {
  validateFunction(original, 'original');
  function callbackified(...args) {
    const callback = args.pop();
    validateFunction(callback, 'last argument');
    Reflect.apply(original, this, args).then(
      (value) => process.nextTick(callback, null, value),
      (reason) => process.nextTick(() => {
        if (!reason) {
          const error = withCode(Error, 'ERR_FALSY_VALUE_REJECTION', 'Promise was rejected with falsy value');
          error.reason = reason;
          reason = error;
        }
        callback(reason);
      }),
    );
  }
  const descriptors = Object.getOwnPropertyDescriptors(original);
  if (typeof descriptors.length?.value === 'number') descriptors.length.value++;
  if (typeof descriptors.name?.value === 'string') descriptors.name.value += 'Callbackified';
  for (const key of Reflect.ownKeys(descriptors)) {
    const own = Object.getOwnPropertyDescriptor(callbackified, key);
    if (own === undefined || own.configurable) Object.defineProperty(callbackified, key, descriptors[key]);
  }
  return callbackified;
}

function inherits(constructor, superConstructor) {
  if (constructor == null) throw invalidArgType('ctor', 'Function', constructor);
  if (superConstructor == null) throw invalidArgType('superCtor', 'Function', superConstructor);
  if (superConstructor.prototype === undefined) throw invalidArgType('superCtor.prototype', 'Object', superConstructor.prototype);
  Object.defineProperty(constructor, 'super_', { value: superConstructor, writable: true, configurable: true });
  Object.setPrototypeOf(constructor.prototype, superConstructor.prototype);
}

const warned = new Set();
function deprecate(fn, message, code) {
  validateFunction(fn, 'fn');
  if (code !== undefined) validateString(code, 'code');
  let told = false;
  function deprecated(...args) {
    if (!told) {
      told = true;
      if (code === undefined || !warned.has(code)) {
        if (code !== undefined) warned.add(code);
        process.emitWarning(message, 'DeprecationWarning', code);
      }
    }
    return new.target ? Reflect.construct(fn, args, new.target) : Reflect.apply(fn, this, args);
  }
  Object.setPrototypeOf(deprecated, fn);
  if (fn.prototype) deprecated.prototype = fn.prototype;
  return deprecated;
}

function debuglog(set) {
  validateString(set, 'set');
  const wanted = String(process.env?.NODE_DEBUG ?? '').split(',').map((s) => s.trim().toUpperCase()).filter(Boolean);
  const enabled = wanted.some((w) => new RegExp(`^${w.replace(/[|\\{}()[\]^$+?.]/g, '\\$&').replace(/\*/g, '.*')}$`).test(set.toUpperCase()));
  const log = (...args) => { if (enabled) console.error('%s %s: %s', set.toUpperCase(), process.pid, format(...args)); };
  Object.defineProperty(log, 'enabled', { get: () => enabled, configurable: true, enumerable: true });
  return log;
}

function aborted(signal, resource) {
  if (signal === undefined) throw invalidArgType('signal', 'AbortSignal', signal);
  validateAbortSignal(signal, 'signal');
  if (resource === null || (typeof resource !== 'object' && typeof resource !== 'function')) throw invalidArgType('resource', 'Object', resource);
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

function styleText(style, text, { validateStream = true, stream = process.stdout } = {}) {
  validateString(text, 'text');
  if (validateStream && typeof stream?.on !== 'function') throw invalidArgType('stream', ['ReadableStream', 'WritableStream', 'Stream'], stream);
  let [left, right] = ['', ''];
  for (const key of Array.isArray(style) ? style : [style]) {
    const codes = inspect.colors[key];
    if (codes === undefined) throw errors.invalidArgValue('format', key, `must be one of: ${Object.keys(inspect.colors).map((c) => `'${c}'`).join(', ')}`);
    left += `\u001b[${codes[0]}m`;
    right = `\u001b[${codes[1]}m${right}`;
  }
  return validateStream && !stream?.isTTY ? text : `${left}${text}${right}`;
}

// parseEnv parses the content of a file .env.
function parseEnv(content) {
  validateString(content, 'content');
  const made = {};
  const line = /^[ \t]*(?:export[ \t]+)?([^=\s#][^=\n]*?)[ \t]*=[ \t]*(?:"([^"]*)"|'([^']*)'|`([^`]*)`|([^\n#]*))/gm;
  for (const [, key, double, simple, back, bare] of content.replace(/\r\n?/g, '\n').matchAll(line)) {
    made[key] = double !== undefined ? double.replace(/\\n/g, '\n') : simple ?? back ?? bare.trim();
  }
  return made;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

// log is deprecated. It prints with the time.
function log(...args) {
  const now = new Date();
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map((n) => String(n).padStart(2, '0')).join(':');
  console.log('%s - %s', `${now.getDate()} ${months[now.getMonth()]} ${time}`, format(...args));
}

// transferableAbortController makes a controller whose signal is cloned with a message. Messages do
// not leave this runtime.
const transferableAbortController = () => new AbortController();
function transferableAbortSignal(signal) {
  validateAbortSignal(signal, 'signal');
  if (signal === undefined) throw invalidArgType('signal', 'AbortSignal', signal);
  return signal;
}

const legacy = {
  isArray: Array.isArray,
  isBoolean: (v) => typeof v === 'boolean',
  isBuffer: (v) => require('node:buffer').Buffer.isBuffer(v),
  isDate: types.isDate,
  isError: (v) => types.isNativeError(v) || v instanceof Error,
  isFunction: (v) => typeof v === 'function',
  isNull: (v) => v === null,
  isNullOrUndefined: (v) => v == null,
  isNumber: (v) => typeof v === 'number',
  isObject: (v) => v !== null && typeof v === 'object',
  isPrimitive: (v) => v === null || (typeof v !== 'object' && typeof v !== 'function'),
  isRegExp: types.isRegExp,
  isString: (v) => typeof v === 'string',
  isSymbol: (v) => typeof v === 'symbol',
  isUndefined: (v) => v === undefined,
};

module.exports = {
  aborted, callbackify, debug: debuglog, debuglog, deprecate, format, formatWithOptions, inherits, inspect, log, promisify, styleText, transferableAbortController, transferableAbortSignal,
  stripVTControlCharacters, types, ...legacy,
  isDeepStrictEqual: (a, b) => require('internal/comparisons').isDeepStrictEqual(a, b),
  parseEnv,
  parseArgs: (config) => require('internal/parse_args').parseArgs(config),
  toUSVString: (v) => new TextDecoder().decode(new TextEncoder().encode(`${v}`)),
  getSystemErrorName: (number) => native.errorName(number),
  _extend(target, source) {
    if (source === null || typeof source !== 'object') return target;
    return Object.assign(target, source);
  },
  get TextEncoder() { return globalThis.TextEncoder; },
  get TextDecoder() { return globalThis.TextDecoder; },
};
