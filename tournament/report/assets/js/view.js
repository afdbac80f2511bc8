// What the page was written from, and how numbers are written. The document's
// text reaches the page through textContent only.
const view = JSON.parse(document.getElementById('view').textContent);

// significant writes three significant digits without an exponent, as the
// tables do.
function significant(v) {
  const abs = Math.abs(v);
  if (v === 0) return '0';
  if (abs < 0.01) return v.toFixed(Math.min(9, 1 - Math.floor(Math.log10(abs))));
  if (abs < 0.9995) return v.toFixed(3);
  if (abs < 9.995) return v.toFixed(2);
  if (abs < 99.95) return v.toFixed(1);
  return Math.round(v).toLocaleString('en-US');
}

// round writes a number of an axis: no digit that says nothing.
function round(v) {
  return v >= 1000 ? Math.round(v).toLocaleString('en-US') : String(Number(v.toPrecision(3)));
}

// duration writes nanoseconds in the unit that their size asks for.
function duration(ns, digits = significant) {
  let v = ns;
  let unit = 'ns';
  for (const next of ['µs', 'ms', 's']) {
    if (Math.abs(v) < 999.5) break;
    v /= 1000;
    unit = next;
  }
  return digits(v) + ' ' + unit;
}

function element(name, className, text) {
  const e = document.createElement(name);
  if (className) e.className = className;
  if (text !== undefined) e.textContent = text;
  return e;
}
