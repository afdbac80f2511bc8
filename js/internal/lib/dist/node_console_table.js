"use strict";

// src/node/console_table.js
var { inspect } = require("util"), types = require("internal/types"), indexName = "(index)", iterationName = "(iteration index)", keyName = "Key", valuesName = "Values", show = (value) => inspect(value, {
  maxArrayLength: 3,
  breakLength: 1 / 0,
  compact: 3,
  depth: value !== null && typeof value == "object" && !Array.isArray(value) && Object.keys(value).length > 2 ? -1 : 0
});
function width(text) {
  let n = 0;
  for (let char of text.replace(/\u001b\[\d+m/g, "").normalize("NFC")) {
    let code = char.codePointAt(0);
    code < 32 || code >= 127 && code < 160 || code >= 768 && code <= 879 || code >= 8203 && code <= 8207 || code >= 65024 && code <= 65039 || (n += code >= 4352 && (code <= 4447 || code >= 11904 && code <= 42191 && code !== 12351 || code >= 44032 && code <= 55203 || code >= 63744 && code <= 64255 || code >= 65072 && code <= 65135 || code >= 65280 && code <= 65376 || code >= 65504 && code <= 65510 || code >= 127744 && code <= 129791 || code >= 131072 && code <= 262141) ? 2 : 1);
  }
  return n;
}
function render(head, columns) {
  let rows = Math.max(0, ...columns.map((c) => c.length)), widths = head.map((title, i) => Math.max(width(title), ...columns[i].map(width)) + 2), line = (left, middle, right) => `${left}${widths.map((w) => "\u2500".repeat(w)).join(middle)}${right}`, cells = (texts) => `\u2502${texts.map((text, i) => ` ${text}${" ".repeat(widths[i] - width(text) - 1)}`).join("\u2502")}\u2502`, lines = [line("\u250C", "\u252C", "\u2510"), cells(head), line("\u251C", "\u253C", "\u2524")];
  for (let row = 0; row < rows; row++) lines.push(cells(columns.map((c) => c[row] ?? "")));
  return lines.push(line("\u2514", "\u2534", "\u2518")), lines.join(`
`);
}
function table(data, properties) {
  if (data === null || typeof data != "object") return;
  if (types.isMap(data)) {
    let entries = [...Map.prototype.entries.call(data)];
    return render([iterationName, keyName, valuesName], [entries.map((_, i) => String(i)), entries.map(([k]) => show(k)), entries.map(([, v]) => show(v))]);
  }
  if (types.isSet(data)) {
    let values2 = [...Set.prototype.values.call(data)];
    return render([iterationName, valuesName], [values2.map((_, i) => String(i)), values2.map(show)]);
  }
  let columns = /* @__PURE__ */ new Map(), values = [], hasValues = !1, keys = Object.keys(data);
  if (keys.forEach((key, row) => {
    let item = data[key], primitive = item === null || typeof item != "function" && typeof item != "object";
    if (!(primitive && properties)) {
      if (primitive) {
        hasValues = !0, values[row] = show(item);
        return;
      }
      for (let name of properties ?? Object.keys(item))
        columns.has(name) || columns.set(name, []), Object.prototype.hasOwnProperty.call(item, name) ? columns.get(name)[row] = show(item[name]) : columns.get(name)[row] = "";
    }
  }), properties) for (let name of properties) columns.has(name) || columns.set(name, []);
  let fill = (column) => Array.from({ length: keys.length }, (_, i) => column[i] ?? ""), head = [indexName, ...columns.keys()], all = [keys, ...[...columns.values()].map(fill)];
  return hasValues && (head.push(valuesName), all.push(fill(values))), render(head, all);
}
module.exports = { table };
