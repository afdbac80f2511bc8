'use strict';
// util.types: the kind of an object, whatever its prototype is.
const { kind } = native;
const { toString } = Object.prototype;
const functionToString = Function.prototype.toString;
const mapIterator = Object.getPrototypeOf(new Map().entries());
const setIterator = Object.getPrototypeOf(new Set().values());
const typed = ['Uint8Array', 'Uint8ClampedArray', 'Uint16Array', 'Uint32Array', 'Int8Array', 'Int16Array', 'Int32Array', 'Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array'];
const boxed = ['Number', 'String', 'Boolean', 'BigInt', 'Symbol'];

const is = (name) => (value) => kind(value) === name;
const tagged = (tag) => (value) => typeof value === 'function' && toString.call(value) === `[object ${tag}]`;

const types = {
  isExternal: () => false,
  isDate: is('Date'),
  isArgumentsObject: is('Arguments'),
  isBigIntObject: is('BigInt'),
  isBooleanObject: is('Boolean'),
  isNumberObject: is('Number'),
  isStringObject: is('String'),
  isSymbolObject: is('Symbol'),
  isBoxedPrimitive: (value) => boxed.includes(kind(value)),
  isNativeError: is('Error'),
  isRegExp: is('RegExp'),
  isAsyncFunction: tagged('AsyncFunction'),
  isGeneratorFunction: (value) => typeof value === 'function' && /^(?:static\s+)?(?:function\s*)?\*/.test(functionToString.call(value)),
  isGeneratorObject: (value) => typeof value === 'object' && value !== null && toString.call(value) === '[object Generator]',
  isPromise: is('Promise'),
  isMap: is('Map'),
  isSet: is('Set'),
  isMapIterator: (value) => typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === mapIterator,
  isSetIterator: (value) => typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === setIterator,
  isWeakMap: is('WeakMap'),
  isWeakSet: is('WeakSet'),
  isArrayBuffer: is('ArrayBuffer'),
  isDataView: is('DataView'),
  isSharedArrayBuffer: () => false,
  isProxy: is('Proxy'),
  isModuleNamespaceObject: () => false,
  isAnyArrayBuffer: is('ArrayBuffer'),
  isCryptoKey: () => false,
  isKeyObject: () => false,
  isArrayBufferView: (value) => typed.includes(kind(value)) || kind(value) === 'DataView',
  isTypedArray: (value) => typed.includes(kind(value)),
};
for (const name of typed) types[`is${name}`] = is(name);
for (const name of Object.keys(types)) Object.defineProperty(types[name], 'name', { value: name });

module.exports = types;
