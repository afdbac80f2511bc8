'use strict';
// Results of node:test as TAP 13, in Node's format.
const { inspect } = require('node:util');

const write = (text) => process.stdout.write(text);
const indent = (depth) => '    '.repeat(depth);
const escapes = { '\b': '\\b', '\f': '\\f', '\t': '\\t', '\n': '\\n', '\r': '\\r', '\v': '\\v' };
const escape = (text) => `${text}`.replace(/[\b\f\t\n\r\v]/g, (c) => escapes[c]).replaceAll('\\', '\\\\').replaceAll('#', '\\#');
const flat = { colors: false, breakLength: Infinity };

// yaml returns a line, or several, with a value.
function yaml(at, name, value, seen) {
  if (value === undefined) return '';
  const prefix = `${at}  ${name}:`;
  if (value === null) return `${prefix} ~\n`;
  if (typeof value !== 'object') {
    const lines = typeof value === 'string' ? value.split(/\r?\n/) : [value];
    if (lines.length === 1) return `${prefix} ${inspect(value, flat)}\n`;
    return `${prefix} |-\n${lines.map((line) => `${at}    ${line}\n`).join('')}`;
  }
  seen.add(value);
  let result = prefix;
  if (value instanceof Date) result += ` ${value.toISOString()}`;
  result += '\n';
  const inner = `${at}  `;
  for (const [key, of] of Object.entries(value)) {
    if (value instanceof Error && (key === 'cause' || key === 'code')) continue;
    result += seen.has(of) ? `${inner}  ${key}: <Circular>\n` : yaml(inner, key, of, seen);
  }
  return value instanceof Error ? result + described(value, at, seen) : result;
}

const asserts = (error) => error !== null && typeof error === 'object' && 'expected' in error && 'actual' in error;
const unwrapped = ['testCodeFailure', 'hookFailed', 'uncaughtException', 'unhandledRejection'];

// described returns the lines about an error. Of an error of the program they are about that one.
function described(error, at, seen) {
  const { cause, code, failureType } = error;
  const inner = code === 'ERR_TEST_FAILURE' && unwrapped.includes(failureType) ? cause : undefined;
  const of = (key) => inner?.[key] ?? error[key];
  const name = of('name');
  let result = yaml(at, 'error', of('message') ?? '<unknown error>', seen);
  if (of('code')) result += yaml(at, 'code', of('code'), seen);
  if (name && name !== 'Error') result += yaml(at, 'name', name, seen);
  const compared = [inner, error].find(asserts);
  if (compared) {
    result += yaml(at, 'expected', compared.expected, new Set(seen)) + yaml(at, 'actual', compared.actual, new Set(seen));
    if (compared.operator) result += yaml(at, 'operator', compared.operator, seen);
  }
  const frames = String(inner?.stack ?? error.stack ?? '').split(/\r?\n/).filter((line) => line.startsWith('    at ') && !line.includes('node:internal'));
  if (frames.length > 0) result += `${at}  stack: |-\n${frames.map((frame) => `${at}    ${frame.slice(7)}\n`).join('')}`;
  return result;
}

const counts = { tests: 0, suites: 0, pass: 0, fail: 0, cancelled: 0, skipped: 0, todo: 0 };
function count(test) {
  if (test.type === 'suite') {
    counts.suites++;
    return;
  }
  counts.tests++;
  if (test.skipped) counts.skipped++;
  else if (test.todo) counts.todo++;
  else if (test.cancelled) counts.cancelled++;
  else if (test.passed) counts.pass++;
  else counts.fail++;
}

function report(test, number, depth) {
  count(test);
  const at = indent(depth);
  let text = `${at}# Subtest: ${escape(test.name)}\n`;
  test.subtests.forEach((subtest, i) => { text += report(subtest, i + 1, depth + 1); });
  if (test.subtests.length > 0) text += `${at}    1..${test.subtests.length}\n`;
  text += `${at}${test.passed ? 'ok' : 'not ok'} ${number} - ${escape(test.name)}`;
  if (test.skipped || test.todo) text += ` # ${(test.skipped ? 'skip' : 'todo').toUpperCase()}${test.message ? ` ${escape(test.message)}` : ''}`;
  text += `\n${at}  ---\n${yaml(at, 'duration_ms', test.time)}${yaml(at, 'type', test.type)}`;
  if (!test.passed) {
    text += yaml(at, 'location', test.at);
    const { error } = test;
    if (typeof error !== 'object') text += yaml(at, 'error', error);
    else {
      for (const [key, value] of Object.entries(error)) if (key !== 'cause' && key !== 'code') text += yaml(at, key, value, new Set([error]));
      text += described(error, at, new Set([error]));
    }
  }
  text += `${at}  ...\n`;
  for (const message of test.diagnostics) text += `${at}# ${escape(message)}\n`;
  return text;
}

module.exports = {
  begin: () => write('TAP version 13\n'),
  print: (test, number) => write(report(test, number, 0)),
  end(root) {
    let text = `1..${root.subtests.length}\n`;
    for (const message of root.diagnostics) text += `# ${escape(message)}\n`;
    for (const [name, n] of Object.entries(counts)) text += `# ${name} ${n}\n`;
    write(`${text}# duration_ms ${root.time}\n`);
  },
};
