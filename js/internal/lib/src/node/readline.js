'use strict';
// node:readline: the lines of a stream. A terminal edits its lines in its own mode, so there is no
// history, no completion and no event for a key.
const EventEmitter = require('node:events');
const { StringDecoder } = require('node:string_decoder');
const { withCode, invalidArgType, invalidArgValue, validateFunction, validateAbortSignal, abortError, hidden } = require('internal/errors');

const decoders = new WeakMap(); // by the input: the next Interface gets the rest of a character
const ending = /\r\n|\n|\r|\u2028|\u2029/g;

// Interface is a function, because some programs inherit from it without class syntax.
function Interface(input, output, completer, terminal) {
  if (new.target === undefined) return new Interface(input, output, completer, terminal);
  EventEmitter.call(this);
  let options = input;
  if (input !== null && typeof input === 'object' && !input.read && !input.on && input.input) ({ input, output, terminal } = options);
  else options = {};
  if (input === null || typeof input !== 'object' || typeof input.on !== 'function') throw invalidArgType('input', 'Stream', input);
  this.input = input;
  this.output = output;
  this.terminal = terminal ?? !!output?.isTTY;
  this.line = '';
  this.cursor = 0;
  this.closed = false;
  this.paused = false;
  this.crlfDelay = options.crlfDelay ? Math.max(100, options.crlfDelay) : 100;
  this.setPrompt(options.prompt === undefined ? '> ' : options.prompt);
  if (!decoders.has(input)) decoders.set(input, new StringDecoder('utf8'));
  const decoder = decoders.get(input);
  let rest = '';
  let carriage = 0; // the time at which a line ended in \r, whose \n may still follow
  const ondata = (chunk) => {
    let text = typeof chunk === 'string' ? chunk : decoder.write(chunk);
    if (text === '') return;
    if (text[0] === '\n' && carriage !== 0 && Date.now() - carriage <= this.crlfDelay) text = text.slice(1);
    carriage = text.endsWith('\r') ? Date.now() : 0;
    const lines = (rest + text).split(ending);
    rest = lines.pop();
    for (const line of lines) answer(this, line);
  };
  const onend = () => {
    rest += decoder.end();
    if (rest !== '') answer(this, rest);
    rest = '';
    this.close();
  };
  const onerror = (error) => this.emit('error', error);
  input.on('error', onerror);
  input.on('data', ondata);
  input.on('end', onend);
  this.once('close', () => {
    input.removeListener('error', onerror);
    input.removeListener('data', ondata);
    input.removeListener('end', onend);
  });
  const { signal } = options;
  if (signal) {
    validateAbortSignal(signal, 'options.signal');
    const onabort = () => this.close();
    if (signal.aborted) process.nextTick(onabort);
    else {
      signal.addEventListener('abort', onabort, { once: true });
      this.once('close', () => signal.removeEventListener('abort', onabort));
    }
  }
  input.resume();
}
Object.setPrototypeOf(Interface.prototype, EventEmitter.prototype);
Object.setPrototypeOf(Interface, EventEmitter);

const asked = Symbol('asked'); // the callback that gets the next line

function answer(readline, line) {
  const callback = readline[asked];
  if (callback === undefined) {
    readline.emit('line', line);
    return;
  }
  readline[asked] = undefined;
  callback(line);
}

const closed = () => withCode(Error, 'ERR_USE_AFTER_CLOSE', 'readline was closed');

// ask passes the next line to a callback unless another one is waiting.
function ask(readline, query, callback) {
  if (readline.closed) throw closed();
  if (readline[asked] !== undefined) {
    readline.prompt();
    return;
  }
  readline[asked] = callback;
  readline.output?.write(query);
  if (readline.paused) readline.resume();
}

// asking cancels a question when its signal aborts.
function asking(readline, signal, onabort) {
  validateAbortSignal(signal, 'options.signal');
  const listener = () => {
    readline[asked] = undefined;
    onabort?.();
  };
  signal.addEventListener('abort', listener, { once: true });
  return () => signal.removeEventListener('abort', listener);
}

const methods = {
  getPrompt() { return this._prompt; },
  setPrompt(prompt) { this._prompt = prompt; },
  prompt() {
    if (this.closed) throw closed();
    if (this.paused) this.resume();
    this.output?.write(this._prompt);
  },
  question(query, options, callback) {
    if (typeof options === 'function') [options, callback] = [{}, options];
    const signal = options?.signal;
    if (signal?.aborted) return;
    if (typeof callback !== 'function') return;
    if (signal === undefined) return ask(this, query, callback);
    const settled = asking(this, signal);
    return ask(this, query, (line) => {
      settled();
      callback(line);
    });
  },
  close() {
    if (this.closed) return;
    this.pause();
    this.closed = true;
    this.emit('close');
  },
  pause() {
    if (this.paused) return;
    this.input.pause();
    this.paused = true;
    this.emit('pause');
    return this;
  },
  resume() {
    if (!this.paused) return;
    this.input.resume();
    this.paused = false;
    this.emit('resume');
    return this;
  },
  write(data) {
    if (this.closed) throw closed();
    if (this.paused) this.resume();
    if (data != null) this.input.emit('data', String(data));
  },
  getCursorPos() { return { rows: 0, cols: 0 }; },
};
for (const [name, method] of Object.entries(methods)) hidden(Interface.prototype, name, method);
// Lines wait until they are requested. If many wait, the input is paused. There is one iterator, so
// a loop that ends with break loses no line: the next loop gets it.
const iterator = Symbol('iterator');
hidden(Interface.prototype, Symbol.asyncIterator, function lines() {
  this[iterator] ??= EventEmitter.on(this, 'line', { close: ['close'], highWaterMark: 1024, [Symbol.for('wakeful.events.firstParameter')]: true });
  return this[iterator];
});
function question(query, options) { return questionPromise(this, query, options); }
Object.defineProperty(Interface.prototype.question, Symbol.for('nodejs.util.promisify.custom'), { value: question });

function questionPromise(readline, query, options) {
  return new Promise((resolve, reject) => {
    const signal = options?.signal;
    if (signal?.aborted) throw abortError(signal.reason);
    let settled = () => {};
    if (signal !== undefined) settled = asking(readline, signal, () => reject(abortError(signal.reason)));
    ask(readline, query, (line) => {
      settled();
      resolve(line);
    });
  });
}

// These functions move a terminal's cursor with the escape sequences of ECMA-48.
function escape(stream, text, callback) {
  if (callback !== undefined) validateFunction(callback, 'callback');
  if (stream == null || text === '') {
    if (callback) process.nextTick(callback, null);
    return true;
  }
  return stream.write(text, callback);
}
const cursorTo = (stream, x, y, callback) => {
  if (typeof y === 'function') [y, callback] = [undefined, y];
  if (Number.isNaN(x)) throw invalidArgValue('x', x);
  if (Number.isNaN(y)) throw invalidArgValue('y', y);
  if (typeof x !== 'number') {
    if (typeof y === 'number') throw withCode(TypeError, 'ERR_INVALID_CURSOR_POS', 'Cannot set cursor row without setting its column');
    return escape(null, '', callback);
  }
  return escape(stream, typeof y === 'number' ? `\u001b[${y + 1};${x + 1}H` : `\u001b[${x + 1}G`, callback);
};
const moveCursor = (stream, dx, dy, callback) => {
  const part = (n, more, less) => (n === 0 ? '' : `\u001b[${Math.abs(n)}${n > 0 ? more : less}`);
  return escape(stream, part(dx, 'C', 'D') + part(dy, 'B', 'A'), callback);
};
const clearLine = (stream, direction, callback) => escape(stream, { '-1': '\u001b[1K', 1: '\u001b[0K' }[direction < 0 ? -1 : direction > 0 ? 1 : 0] ?? '\u001b[2K', callback);
const clearScreenDown = (stream, callback) => escape(stream, '\u001b[0J', callback);

const createInterface = (...args) => new Interface(...args);

// promises is node:readline/promises.
class PromiseInterface extends Interface {
  question(query, options) {
    if (this.closed) return Promise.reject(closed());
    return questionPromise(this, query, options);
  }
}
Object.defineProperty(PromiseInterface, 'name', { value: 'Interface' });

// Readline collects operations on a terminal and performs them together.
class Readline {
  #stream;
  #todo = [];
  constructor(stream, options) {
    this.#stream = stream;
    this.auto = !!options?.autoCommit;
  }
  #add(fn, ...args) {
    let text = '';
    fn({ write(part) { text = part; } }, ...args);
    if (this.auto) process.nextTick(() => this.#stream.write(text));
    else this.#todo.push(text);
    return this;
  }
  cursorTo(x, y) { return this.#add(cursorTo, x, y); }
  moveCursor(dx, dy) { return this.#add(moveCursor, dx, dy); }
  clearLine(direction) { return this.#add(clearLine, direction); }
  clearScreenDown() { return this.#add(clearScreenDown); }
  commit() { return new Promise((resolve) => { this.#stream.write(this.#todo.splice(0).join(''), () => resolve()); }); }
  rollback() {
    this.#todo = [];
    return this;
  }
}

module.exports = {
  Interface, createInterface, cursorTo, moveCursor, clearLine, clearScreenDown,
  promises: { Interface: PromiseInterface, Readline, createInterface: (...args) => new PromiseInterface(...args) },
  emitKeypressEvents() {
    throw withCode(Error, 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', 'readline.emitKeypressEvents is not there: read process.stdin after setRawMode(true), which gives the bytes of each key');
  },
};
