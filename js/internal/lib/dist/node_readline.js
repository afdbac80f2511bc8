"use strict";

// src/node/readline.js
var EventEmitter = require("events"), { StringDecoder } = require("string_decoder"), { withCode, invalidArgType, invalidArgValue, validateFunction, validateAbortSignal, abortError, hidden } = require("internal/errors"), decoders = /* @__PURE__ */ new WeakMap(), ending = /\r\n|\n|\r|\u2028|\u2029/g;
function Interface(input, output, completer, terminal) {
  if (new.target === void 0) return new Interface(input, output, completer, terminal);
  EventEmitter.call(this);
  let options = input;
  if (input !== null && typeof input == "object" && !input.read && !input.on && input.input ? { input, output, terminal } = options : options = {}, input === null || typeof input != "object" || typeof input.on != "function") throw invalidArgType("input", "Stream", input);
  this.input = input, this.output = output, this.terminal = terminal ?? !!output?.isTTY, this.line = "", this.cursor = 0, this.closed = !1, this.paused = !1, this.crlfDelay = options.crlfDelay ? Math.max(100, options.crlfDelay) : 100, this.setPrompt(options.prompt === void 0 ? "> " : options.prompt), decoders.has(input) || decoders.set(input, new StringDecoder("utf8"));
  let decoder = decoders.get(input), rest = "", carriage = 0, ondata = (chunk) => {
    let text = typeof chunk == "string" ? chunk : decoder.write(chunk);
    if (text === "") return;
    text[0] === `
` && carriage !== 0 && Date.now() - carriage <= this.crlfDelay && (text = text.slice(1)), carriage = text.endsWith("\r") ? Date.now() : 0;
    let lines2 = (rest + text).split(ending);
    rest = lines2.pop();
    for (let line of lines2) answer(this, line);
  }, onend = () => {
    rest += decoder.end(), rest !== "" && answer(this, rest), rest = "", this.close();
  }, onerror = (error) => this.emit("error", error);
  input.on("error", onerror), input.on("data", ondata), input.on("end", onend), this.once("close", () => {
    input.removeListener("error", onerror), input.removeListener("data", ondata), input.removeListener("end", onend);
  });
  let { signal } = options;
  if (signal) {
    validateAbortSignal(signal, "options.signal");
    let onabort = () => this.close();
    signal.aborted ? process.nextTick(onabort) : (signal.addEventListener("abort", onabort, { once: !0 }), this.once("close", () => signal.removeEventListener("abort", onabort)));
  }
  input.resume();
}
Object.setPrototypeOf(Interface.prototype, EventEmitter.prototype);
Object.setPrototypeOf(Interface, EventEmitter);
var asked = /* @__PURE__ */ Symbol("asked");
function answer(readline, line) {
  let callback = readline[asked];
  if (callback === void 0) {
    readline.emit("line", line);
    return;
  }
  readline[asked] = void 0, callback(line);
}
var closed = () => withCode(Error, "ERR_USE_AFTER_CLOSE", "readline was closed");
function ask(readline, query, callback) {
  if (readline.closed) throw closed();
  if (readline[asked] !== void 0) {
    readline.prompt();
    return;
  }
  readline[asked] = callback, readline.output?.write(query), readline.paused && readline.resume();
}
function asking(readline, signal, onabort) {
  validateAbortSignal(signal, "options.signal");
  let listener = () => {
    readline[asked] = void 0, onabort?.();
  };
  return signal.addEventListener("abort", listener, { once: !0 }), () => signal.removeEventListener("abort", listener);
}
var methods = {
  getPrompt() {
    return this._prompt;
  },
  setPrompt(prompt) {
    this._prompt = prompt;
  },
  prompt() {
    if (this.closed) throw closed();
    this.paused && this.resume(), this.output?.write(this._prompt);
  },
  question(query, options, callback) {
    typeof options == "function" && ([options, callback] = [{}, options]);
    let signal = options?.signal;
    if (signal?.aborted || typeof callback != "function") return;
    if (signal === void 0) return ask(this, query, callback);
    let settled = asking(this, signal);
    return ask(this, query, (line) => {
      settled(), callback(line);
    });
  },
  close() {
    this.closed || (this.pause(), this.closed = !0, this.emit("close"));
  },
  pause() {
    if (!this.paused)
      return this.input.pause(), this.paused = !0, this.emit("pause"), this;
  },
  resume() {
    if (this.paused)
      return this.input.resume(), this.paused = !1, this.emit("resume"), this;
  },
  write(data) {
    if (this.closed) throw closed();
    this.paused && this.resume(), data != null && this.input.emit("data", String(data));
  },
  getCursorPos() {
    return { rows: 0, cols: 0 };
  }
};
for (let [name, method] of Object.entries(methods)) hidden(Interface.prototype, name, method);
var iterator = /* @__PURE__ */ Symbol("iterator");
hidden(Interface.prototype, Symbol.asyncIterator, function() {
  return this[iterator] ??= EventEmitter.on(this, "line", { close: ["close"], highWaterMark: 1024, [/* @__PURE__ */ Symbol.for("wakeful.events.firstParameter")]: !0 }), this[iterator];
});
function question(query, options) {
  return questionPromise(this, query, options);
}
Object.defineProperty(Interface.prototype.question, /* @__PURE__ */ Symbol.for("nodejs.util.promisify.custom"), { value: question });
function questionPromise(readline, query, options) {
  return new Promise((resolve, reject) => {
    let signal = options?.signal;
    if (signal?.aborted) throw abortError(signal.reason);
    let settled = () => {
    };
    signal !== void 0 && (settled = asking(readline, signal, () => reject(abortError(signal.reason)))), ask(readline, query, (line) => {
      settled(), resolve(line);
    });
  });
}
function escape(stream, text, callback) {
  return callback !== void 0 && validateFunction(callback, "callback"), stream == null || text === "" ? (callback && process.nextTick(callback, null), !0) : stream.write(text, callback);
}
var cursorTo = (stream, x, y, callback) => {
  if (typeof y == "function" && ([y, callback] = [void 0, y]), Number.isNaN(x)) throw invalidArgValue("x", x);
  if (Number.isNaN(y)) throw invalidArgValue("y", y);
  if (typeof x != "number") {
    if (typeof y == "number") throw withCode(TypeError, "ERR_INVALID_CURSOR_POS", "Cannot set cursor row without setting its column");
    return escape(null, "", callback);
  }
  return escape(stream, typeof y == "number" ? `\x1B[${y + 1};${x + 1}H` : `\x1B[${x + 1}G`, callback);
}, moveCursor = (stream, dx, dy, callback) => {
  let part = (n, more, less) => n === 0 ? "" : `\x1B[${Math.abs(n)}${n > 0 ? more : less}`;
  return escape(stream, part(dx, "C", "D") + part(dy, "B", "A"), callback);
}, clearLine = (stream, direction, callback) => escape(stream, { "-1": "\x1B[1K", 1: "\x1B[0K" }[direction < 0 ? -1 : direction > 0 ? 1 : 0] ?? "\x1B[2K", callback), clearScreenDown = (stream, callback) => escape(stream, "\x1B[0J", callback), createInterface = (...args) => new Interface(...args), PromiseInterface = class extends Interface {
  question(query, options) {
    return this.closed ? Promise.reject(closed()) : questionPromise(this, query, options);
  }
};
Object.defineProperty(PromiseInterface, "name", { value: "Interface" });
var Readline = class {
  #stream;
  #todo = [];
  constructor(stream, options) {
    this.#stream = stream, this.auto = !!options?.autoCommit;
  }
  #add(fn, ...args) {
    let text = "";
    return fn({ write(part) {
      text = part;
    } }, ...args), this.auto ? process.nextTick(() => this.#stream.write(text)) : this.#todo.push(text), this;
  }
  cursorTo(x, y) {
    return this.#add(cursorTo, x, y);
  }
  moveCursor(dx, dy) {
    return this.#add(moveCursor, dx, dy);
  }
  clearLine(direction) {
    return this.#add(clearLine, direction);
  }
  clearScreenDown() {
    return this.#add(clearScreenDown);
  }
  commit() {
    return new Promise((resolve) => {
      this.#stream.write(this.#todo.splice(0).join(""), () => resolve());
    });
  }
  rollback() {
    return this.#todo = [], this;
  }
};
module.exports = {
  Interface,
  createInterface,
  cursorTo,
  moveCursor,
  clearLine,
  clearScreenDown,
  promises: { Interface: PromiseInterface, Readline, createInterface: (...args) => new PromiseInterface(...args) },
  emitKeypressEvents() {
    throw withCode(Error, "ERR_FEATURE_UNAVAILABLE_ON_PLATFORM", "readline.emitKeypressEvents is not there: read process.stdin after setRawMode(true), which gives the bytes of each key");
  }
};
