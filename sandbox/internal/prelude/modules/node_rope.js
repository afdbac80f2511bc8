"use strict";

// src/node/rope.js
var join = Function.prototype.call.bind(Array.prototype.join), flatBelow = 1024, Rope = class {
  constructor(pieces, length) {
    this.pieces = pieces, this.length = length, this.sizes = void 0;
  }
  toString() {
    let pieces = [];
    collect(this, pieces);
    let flat = join(pieces, "");
    return this.pieces = [flat], flat;
  }
};
function collect({ pieces }, into) {
  for (let i = 0; i < pieces.length; i++)
    typeof pieces[i] == "string" ? into[into.length] = pieces[i] : collect(pieces[i], into);
}
var text = (value) => typeof value == "string" ? value : value.toString();
function rope(ctx, pieces, entries, separator, end) {
  if (entries !== void 0) {
    for (let i = 0; i < entries.length; i++)
      i > 0 && (pieces[pieces.length] = separator), pieces[pieces.length] = entries[i];
    pieces[pieces.length] = end;
  }
  let length = 0;
  for (let i = 0; i < pieces.length; i++)
    typeof pieces[i] != "string" && !(pieces[i] instanceof Rope) && (pieces[i] = `${pieces[i]}`), length += pieces[i].length;
  return length < flatBelow || ctx.sorted ? join(pieces, "") : new Rope(pieces, length);
}
function measure(value, size, option) {
  if (typeof value == "string") {
    let result = size(value, option);
    return typeof result == "string" ? result.length : result;
  }
  value.sizes ??= /* @__PURE__ */ new Map();
  let sum = value.sizes.get(size);
  if (sum === void 0) {
    let { pieces } = value, before = 0, last = 0;
    sum = 0;
    for (let i = 0; i < pieces.length; i++) {
      let now = i > 1 && pieces[i] === pieces[i - 2] ? before : measure(pieces[i], size, option);
      before = last, last = now, sum += now;
    }
    value.sizes.set(size, sum);
  }
  return sum;
}
module.exports = { text, rope, measure };
