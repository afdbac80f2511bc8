'use strict';
// node:assert, from the npm package assert, with CallTracker, and with the messages that Node makes
// of the program's text.
const { withCode, invalidArgType, validateInteger, validateFunction } = require('internal/errors');
native.invalidArgument = (...args) => invalidArgType(...args).message;
const assert = require('npm:assert/');

// expression returns the call of an assertion as the program has it, or undefined. The stack says
// where it begins; it ends with its closing parenthesis.
function expression(stack) {
  const place = /\n {4}at (?:.*\()?((?:file:|\/|[A-Za-z]:)[^\n]*?):(\d+):(\d+)\)?(?:\n|$)/.exec(stack);
  if (place === null) return undefined;
  let lines;
  try {
    const path = place[1].startsWith('file:') ? require('node:url').fileURLToPath(place[1]) : place[1];
    lines = require('node:fs').readFileSync(path, 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const line = lines[place[2] - 1];
  if (line === undefined) return undefined;
  // The column is that of the call's parenthesis, of its name or of its beginning.
  let from = place[3] - 1;
  while (from > 0 && /[\w$.]/.test(line[from - 1])) from--;
  const text = [line.slice(from), ...lines.slice(place[2], Number(place[2]) + 20)].join('\n');
  const call = /^[\w$]+(?:\.[\w$]+)*(?:\(null, |\()/.exec(text);
  if (call === null) return undefined;
  let depth = 0, quote = '';
  for (let i = text.indexOf('('); i < text.length; i++) {
    const c = text[i];
    if (quote !== '') {
      if (c === '\\') i++; else if (c === quote) quote = '';
    } else if (c === '"' || c === "'" || c === '`') quote = c;
    else if (c === '(' || c === '[' || c === '{') depth++;
    else if (c === ')' || c === ']' || c === '}') {
      depth--;
      if (depth === 0) return text.slice(0, i + 1).split('\n').map((l, n) => (n === 0 ? l : l.startsWith(line.match(/^\s*/)[0]) ? l.slice(line.match(/^\s*/)[0].length) : l)).join('\n  ');
    }
  }
  return undefined;
}

function truthy(fn, given, value, message) {
  if (value) return;
  let text = message, generated = false;
  if (given === 0) {
    generated = true;
    text = 'No value argument passed to `assert.ok()`';
  } else if (message == null) {
    generated = true;
    const holder = {};
    Error.captureStackTrace(holder, fn);
    const call = expression(holder.stack);
    text = call === undefined ? undefined : `The expression evaluated to a falsy value:\n\n  ${call}\n`;
  } else if (message instanceof Error) throw message;
  const error = new assert.AssertionError({ actual: value, expected: true, message: text, operator: '==', stackStartFn: fn });
  error.generatedMessage = generated;
  throw error;
}

// CallTracker counts calls.
class CallTracker {
  #checks = new Set();
  #checkOf = new WeakMap();
  calls(fn, expected = 1) {
    if (process._exiting) throw withCode(Error, 'ERR_UNAVAILABLE_DURING_EXIT', 'Cannot call function in process exit handler');
    if (typeof fn === 'number') [fn, expected] = [() => {}, fn];
    else if (fn === undefined) fn = () => {};
    validateInteger(expected, 'expected', 1, 4294967295);
    validateFunction(fn, 'fn');
    const check = { calls: [], expected, stack: new Error(), name: fn.name || 'calls' };
    const tracked = new Proxy(fn, {
      __proto__: null,
      apply(target, thisArg, args) {
        check.calls.push(Object.freeze({ thisArg, arguments: Object.freeze([...args]) }));
        return Reflect.apply(target, thisArg, args);
      },
    });
    this.#checks.add(check);
    this.#checkOf.set(tracked, check);
    return tracked;
  }
  #of(tracked) {
    const check = this.#checkOf.get(tracked);
    if (check === undefined) throw withCode(TypeError, 'ERR_INVALID_ARG_VALUE', `The argument 'tracked' is not a tracked function. Received ${require('node:util').inspect(tracked)}`);
    return check;
  }
  getCalls(tracked) { return Object.freeze([...this.#of(tracked).calls]); }
  reset(tracked) {
    if (tracked === undefined) for (const check of this.#checks) check.calls = [];
    else this.#of(tracked).calls = [];
  }
  report() {
    return [...this.#checks].filter(({ calls, expected }) => calls.length !== expected).map(({ calls, expected, name, stack }) => ({
      message: `Expected the ${name} function to be executed ${expected} time(s) but was executed ${calls.length} time(s).`,
      actual: calls.length, expected, operator: name, stack,
    }));
  }
  verify() {
    const errors = this.report();
    if (errors.length === 0) return;
    throw new assert.AssertionError({ message: errors.length === 1 ? errors[0].message : 'Functions were not called the expected number of times', details: errors });
  }
}

function ok(...args) { truthy(ok, args.length, ...args); }
function replace(original) {
  const made = function assert(...args) { truthy(made, args.length, ...args); };
  Object.assign(made, original, { ok, CallTracker: deprecated() });
  return made;
}
let told = false;
function deprecated() {
  return new Proxy(CallTracker, {
    construct(Class, args, target) {
      if (!told) {
        told = true;
        process.emitWarning('assert.CallTracker is deprecated.', 'DeprecationWarning', 'DEP0173');
      }
      return Reflect.construct(Class, args, target);
    },
  });
}

const loose = replace(assert);
loose.strict = replace(assert.strict);
loose.strict.strict = loose.strict;
module.exports = loose;
