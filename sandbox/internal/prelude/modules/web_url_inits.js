"use strict";

// src/web/url_inits.js
var { withCode } = require("internal/errors"), scalar = (value) => native.scalar(`${value}`);
function pairsOf(init, method) {
  let list = [];
  if (method != null) {
    if (typeof method != "function") throw withCode(TypeError, "ERR_ARG_NOT_ITERABLE", "Query pairs must be iterable");
    for (let pair of init) {
      if (pair == null || typeof pair != "object" && typeof pair != "function" || typeof pair[Symbol.iterator] != "function") throw tuple();
      let [...parts] = pair;
      if (parts.length !== 2) throw tuple();
      list.push(scalar(parts[0]), scalar(parts[1]));
    }
    return list;
  }
  let at = /* @__PURE__ */ new Map();
  for (let key of Reflect.ownKeys(init)) {
    let descriptor = Reflect.getOwnPropertyDescriptor(init, key);
    if (descriptor === void 0 || !descriptor.enumerable) continue;
    if (typeof key == "symbol") throw new TypeError("Cannot convert a Symbol value to a string");
    let name = scalar(key);
    at.has(name) ? list[at.get(name)] = scalar(init[key]) : at.set(name, list.push(name, scalar(init[key])) - 1);
  }
  return list;
}
function tuple() {
  return withCode(TypeError, "ERR_INVALID_TUPLE", "Each query pair must be an iterable [name, value] tuple");
}
function braces(name, items, options) {
  if (items.length === 0) return name.endsWith("Iterator") ? `${name} {  }` : `${name} {}`;
  let oneLine = `${name} { ${items.join(", ")} }`;
  return items.reduce((n, item) => n + item.replace(/\u001b\[\d\d?m/g, "").length + 2, -2) <= options.breakLength && !items.some((i) => i.includes(`
`)) ? oneLine : `${name} {
  ${items.join(`,
  `)} }`;
}
module.exports = { pairsOf, braces };
