const { test, it, describe, before, after, beforeEach, afterEach, mock } = require('node:test');
const assert = require('assert');
const written = [], logged = [];
const { write } = process.stdout;
process.stdout.write = (text, ...more) => { written.push(String(text)); const done = more.at(-1); if (typeof done === 'function') done(); return true; };
const log = (...all) => logged.push(all.join(' '));
process.on('exit', (code) => {
  process.stdout.write = write;
  process.exitCode = 0;
  const lines = written.join('').split('\n');
  const shown = [];
  let stack = -1; // the indentation of a stack, whose frames are further in
  for (const line of lines) {
    const depth = line.search(/\S/);
    if (stack >= 0 && depth > stack) continue;
    stack = /^ *stack: /.test(line) ? depth : -1;
    if (stack < 0 && !/duration_ms|^ *location: /.test(line)) shown.push(line);
  }
  console.log([...shown, ...logged, 'exit code ' + code].join('\n'));
});
