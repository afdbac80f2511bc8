'use strict';
// AbortController and AbortSignal. The sources of a signal made by AbortSignal.any refer to it only
// while it has listeners, because sources often live as long as the program and the engine has no
// weak references. Without listeners, the signal checks its sources when it is read.
const { illegalConstructor, invalidArgType, invalidThis, outOfRange } = require('internal/errors');
const { webInterface, inspectAs } = require('../shared/classes');
const { EventTarget, watchers, trusted, handlerAttribute } = require('internal/events');

const exception = (message, name) => new (require('internal/domexception').DOMException)(message, name);
const token = {};
const state = new WeakMap();
let made = 0; // numbers signals: dependents fire in the order in which they were made
let order = 0; // numbers aborts: the first of several sources gives the reason

class AbortSignal extends EventTarget {
  constructor(given) {
    if (given !== token) throw illegalConstructor();
    super();
    state.set(this, { aborted: false, reason: undefined, order: 0, sources: undefined, dependents: undefined, made: ++made });
  }
  get aborted() { return look(this).aborted; }
  get reason() { return look(this).reason; }
  throwIfAborted() {
    const s = look(this);
    if (s.aborted) throw s.reason;
  }
  static abort(reason = exception('This operation was aborted', 'AbortError')) {
    const signal = new AbortSignal(token);
    mark(state.get(signal), reason);
    return signal;
  }
  static timeout(delay) {
    if (arguments.length === 0) throw invalidArgType('delay', 'number', delay);
    if (typeof delay !== 'number') throw invalidArgType('delay', 'number', delay);
    if (!Number.isInteger(delay)) throw outOfRange('delay', 'an integer', delay);
    if (delay < 0 || delay > 0xffffffff) throw outOfRange('delay', '>= 0 && <= 4294967295', delay);
    const signal = new AbortSignal(token);
    native.timeout(delay, () => abort(signal, exception('The operation was aborted due to timeout', 'TimeoutError')));
    return signal;
  }
  static any(signals) {
    if (signals === null || typeof signals !== 'object' || typeof signals[Symbol.iterator] !== 'function') throw invalidArgType('signals', 'Array', signals);
    const signal = new AbortSignal(token);
    const own = state.get(signal);
    const sources = new Set();
    let index = 0;
    for (const source of signals) {
      const s = state.get(source);
      if (s === undefined) throw invalidArgType(`signals[${index}]`, 'AbortSignal', source);
      index++;
      look(source);
      if (s.aborted) {
        if (!own.aborted) mark(own, s.reason);
      } else if (s.sources) {
        for (const original of s.sources) sources.add(original);
      } else {
        sources.add(source);
      }
    }
    if (own.aborted || sources.size === 0) return signal;
    own.sources = sources;
    watchers.set(signal, (type, size) => {
      if (type !== 'abort' || look(signal).aborted) return;
      for (const source of own.sources) {
        const s = state.get(source);
        if (size > 0) (s.dependents ??= new Set()).add(signal);
        else s.dependents?.delete(signal);
      }
    });
    return signal;
  }
}
webInterface(AbortSignal, 'AbortSignal');
inspectAs(AbortSignal, function () { return { aborted: this.aborted }; }, (signal) => signal);
handlerAttribute(AbortSignal, 'abort');

function mark(s, reason) {
  s.aborted = true;
  s.reason = reason;
  s.order = ++order;
}

// look updates a signal from its sources and returns its state.
function look(signal) {
  const s = signal != null ? state.get(signal) : undefined;
  if (s === undefined) throw invalidThis('AbortSignal');
  if (s.sources && !s.aborted) {
    let first;
    for (const source of s.sources) {
      const other = state.get(source);
      if (other.aborted && (first === undefined || other.order < first.order)) first = other;
    }
    if (first !== undefined) {
      s.aborted = true;
      s.reason = first.reason;
      s.order = first.order;
      // Remove it from its sources, so that it fires once.
      for (const source of s.sources) state.get(source).dependents?.delete(signal);
      s.sources = undefined;
    }
  }
  return s;
}

function abort(signal, reason) {
  const s = state.get(signal);
  if (s.aborted) return;
  mark(s, reason);
  const { dependents } = s;
  s.dependents = undefined;
  const due = dependents ? [...dependents].sort((a, b) => state.get(a).made - state.get(b).made) : [];
  for (const d of due) look(d);
  trusted(signal, 'abort');
  for (const d of due) trusted(d, 'abort');
}

class AbortController {
  #signal = new AbortSignal(token);
  get signal() { return this.#signal; }
  abort(reason = exception('This operation was aborted', 'AbortError')) { abort(this.#signal, reason); }
}
webInterface(AbortController, 'AbortController');
inspectAs(AbortController, function () { return { signal: this.signal }; }, (controller) => controller);

module.exports = { AbortController, AbortSignal };
