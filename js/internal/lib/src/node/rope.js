'use strict';
// Ropes are strings that are joined only when their text is needed. util.inspect builds its output
// from them. The engine copies both operands of a concatenation, so the text of a deep object would
// be copied once for each level above it.
const join = Function.prototype.call.bind(Array.prototype.join);

const flatBelow = 1024; // code units; a shorter text is a plain string

class Rope {
  constructor(pieces, length) {
    this.pieces = pieces;
    this.length = length;
    this.sizes = undefined; // by function
  }

  toString() {
    const pieces = [];
    collect(this, pieces);
    const flat = join(pieces, '');
    this.pieces = [flat];
    return flat;
  }
}

function collect({ pieces }, into) {
  for (let i = 0; i < pieces.length; i++) {
    if (typeof pieces[i] === 'string') into[into.length] = pieces[i];
    else collect(pieces[i], into);
  }
}

const text = (value) => (typeof value === 'string' ? value : value.toString());

// rope joins pieces: entries with a separator between them, and an end. If the program sorts the
// entries, they must be strings, so sorted output is one string.
function rope(ctx, pieces, entries, separator, end) {
  if (entries !== undefined) {
    for (let i = 0; i < entries.length; i++) {
      if (i > 0) pieces[pieces.length] = separator;
      pieces[pieces.length] = entries[i];
    }
    pieces[pieces.length] = end;
  }
  let length = 0;
  for (let i = 0; i < pieces.length; i++) {
    if (typeof pieces[i] !== 'string' && !(pieces[i] instanceof Rope)) pieces[i] = `${pieces[i]}`; // of a program's own stylize
    length += pieces[i].length;
  }
  return length < flatBelow || ctx.sorted ? join(pieces, '') : new Rope(pieces, length);
}

// measure returns the result of size for a text. For a rope it returns the sum over its pieces, and
// computes it once.
function measure(value, size, option) {
  if (typeof value === 'string') {
    const result = size(value, option);
    return typeof result === 'string' ? result.length : result;
  }
  value.sizes ??= new Map();
  let sum = value.sizes.get(size);
  if (sum === undefined) {
    const { pieces } = value;
    let before = 0, last = 0; // the results for the two previous pieces
    sum = 0;
    for (let i = 0; i < pieces.length; i++) {
      const again = i > 1 && pieces[i] === pieces[i - 2]; // the separator
      const now = again ? before : measure(pieces[i], size, option);
      before = last;
      last = now;
      sum += now;
    }
    value.sizes.set(size, sum);
  }
  return sum;
}

module.exports = { text, rope, measure };
