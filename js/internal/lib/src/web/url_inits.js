'use strict';
// What few programs need of URLSearchParams: lists from other values, and the text of inspect. It is
// apart so that the first URL of a runtime does not load Map, Reflect and regular expressions.
const { withCode } = require('internal/errors');

const scalar = (value) => native.scalar(`${value}`);

// pairsOf returns [name, value, ...] of an object that is no URLSearchParams. method is its iterator.
function pairsOf(init, method) {
  const list = [];
  if (method != null) {
    if (typeof method !== 'function') throw withCode(TypeError, 'ERR_ARG_NOT_ITERABLE', 'Query pairs must be iterable');
    for (const pair of init) {
      if (pair == null || (typeof pair !== 'object' && typeof pair !== 'function') || typeof pair[Symbol.iterator] !== 'function') throw tuple();
      const [...parts] = pair;
      if (parts.length !== 2) throw tuple();
      list.push(scalar(parts[0]), scalar(parts[1]));
    }
    return list;
  }
  const at = new Map();
  for (const key of Reflect.ownKeys(init)) {
    const descriptor = Reflect.getOwnPropertyDescriptor(init, key);
    if (descriptor === undefined || !descriptor.enumerable) continue;
    if (typeof key === 'symbol') throw new TypeError('Cannot convert a Symbol value to a string');
    const name = scalar(key);
    if (at.has(name)) list[at.get(name)] = scalar(init[key]);
    else at.set(name, list.push(name, scalar(init[key])) - 1);
  }
  return list;
}

function tuple() { return withCode(TypeError, 'ERR_INVALID_TUPLE', 'Each query pair must be an iterable [name, value] tuple'); }

// braces returns the text of inspect for a list.
function braces(name, items, options) {
  if (items.length === 0) return name.endsWith('Iterator') ? `${name} {  }` : `${name} {}`;
  const oneLine = `${name} { ${items.join(', ')} }`;
  const length = items.reduce((n, item) => n + item.replace(/\u001b\[\d\d?m/g, '').length + 2, -2);
  if (length <= options.breakLength && !items.some((i) => i.includes('\n'))) return oneLine;
  return `${name} {\n  ${items.join(',\n  ')} }`;
}

module.exports = { pairsOf, braces };
