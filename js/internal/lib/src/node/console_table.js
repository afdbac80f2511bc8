'use strict';
// console.table: the cells and the lines around them.
const { inspect } = require('node:util');
const types = require('internal/types');

const indexName = '(index)';
const iterationName = '(iteration index)';
const keyName = 'Key';
const valuesName = 'Values';

const show = (value) => inspect(value, {
  maxArrayLength: 3, breakLength: Infinity, compact: 3,
  depth: value !== null && typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length > 2 ? -1 : 0,
});

// width is the number of columns that a terminal gives a string.
function width(text) {
  let n = 0;
  for (const char of text.replace(/\u001b\[\d+m/g, '').normalize('NFC')) {
    const code = char.codePointAt(0);
    if (code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0x300 && code <= 0x36f) || (code >= 0x200b && code <= 0x200f) || (code >= 0xfe00 && code <= 0xfe0f)) continue;
    n += code >= 0x1100 && (code <= 0x115f || (code >= 0x2e80 && code <= 0xa4cf && code !== 0x303f) || (code >= 0xac00 && code <= 0xd7a3) ||
      (code >= 0xf900 && code <= 0xfaff) || (code >= 0xfe30 && code <= 0xfe6f) || (code >= 0xff00 && code <= 0xff60) || (code >= 0xffe0 && code <= 0xffe6) ||
      (code >= 0x1f300 && code <= 0x1faff) || (code >= 0x20000 && code <= 0x3fffd)) ? 2 : 1;
  }
  return n;
}

function render(head, columns) {
  const rows = Math.max(0, ...columns.map((c) => c.length));
  const widths = head.map((title, i) => Math.max(width(title), ...columns[i].map(width)) + 2);
  const line = (left, middle, right) => `${left}${widths.map((w) => '\u2500'.repeat(w)).join(middle)}${right}`;
  const cells = (texts) => `\u2502${texts.map((text, i) => ` ${text}${' '.repeat(widths[i] - width(text) - 1)}`).join('\u2502')}\u2502`;
  const lines = [line('\u250c', '\u252c', '\u2510'), cells(head), line('\u251c', '\u253c', '\u2524')];
  for (let row = 0; row < rows; row++) lines.push(cells(columns.map((c) => c[row] ?? '')));
  lines.push(line('\u2514', '\u2534', '\u2518'));
  return lines.join('\n');
}

// table returns the text of a table of data, or undefined if data is not tabular.
function table(data, properties) {
  if (data === null || typeof data !== 'object') return undefined;
  if (types.isMap(data)) {
    const entries = [...Map.prototype.entries.call(data)];
    return render([iterationName, keyName, valuesName], [entries.map((_, i) => String(i)), entries.map(([k]) => show(k)), entries.map(([, v]) => show(v))]);
  }
  if (types.isSet(data)) {
    const values = [...Set.prototype.values.call(data)];
    return render([iterationName, valuesName], [values.map((_, i) => String(i)), values.map(show)]);
  }
  const columns = new Map();
  const values = [];
  let hasValues = false;
  const keys = Object.keys(data);
  keys.forEach((key, row) => {
    const item = data[key];
    const primitive = item === null || (typeof item !== 'function' && typeof item !== 'object');
    if (primitive && properties) return; // it has none of them
    if (primitive) {
      hasValues = true;
      values[row] = show(item);
      return;
    }
    for (const name of properties ?? Object.keys(item)) {
      if (!columns.has(name)) columns.set(name, []);
      if (Object.prototype.hasOwnProperty.call(item, name)) columns.get(name)[row] = show(item[name]);
      else columns.get(name)[row] = '';
    }
  });
  if (properties) for (const name of properties) if (!columns.has(name)) columns.set(name, []);
  const fill = (column) => Array.from({ length: keys.length }, (_, i) => column[i] ?? '');
  const head = [indexName, ...columns.keys()];
  const all = [keys, ...[...columns.values()].map(fill)];
  if (hasValues) {
    head.push(valuesName);
    all.push(fill(values));
  }
  return render(head, all);
}

module.exports = { table };
