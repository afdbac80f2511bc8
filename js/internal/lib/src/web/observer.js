'use strict';
// PerformanceObserver: who is told of new entries. What entries are is performance.js's.
const { invalidArgType, invalidArgValue, illegalConstructor, missingArgs, validateFunction } = require('internal/errors');
const { custom, webInterface } = require('../shared/classes');
const { DOMException } = require('internal/domexception');
const { setImmediate } = globalThis;

const token = {};
const supported = Object.freeze(['function', 'mark', 'measure']);
const observers = new Set(); // those that observe
const pending = new Set(); // those that have entries to give
let scheduled = false;
let earlier = () => []; // the marks and measures there are, by type
let offer, dispatch;

function deliver() {
  scheduled = false;
  const list = [...pending];
  pending.clear();
  for (const observer of list) dispatch(observer);
}

class PerformanceObserverEntryList {
  #entries;
  constructor(given = undefined, entries = undefined) {
    if (given !== token) throw illegalConstructor();
    this.#entries = entries.sort((a, b) => a.startTime - b.startTime);
  }
  getEntries() { return this.#entries.slice(); }
  getEntriesByType(type) {
    if (arguments.length === 0) throw missingArgs('type');
    return this.#entries.filter((e) => e.entryType === `${type}`);
  }
  getEntriesByName(name, type = undefined) {
    if (arguments.length === 0) throw missingArgs('name');
    return this.#entries.filter((e) => e.name === `${name}` && (type === undefined || e.entryType === `${type}`));
  }
  [custom](depth, options, inspect) {
    if (depth < 0) return this;
    return `PerformanceObserverEntryList ${inspect(this.#entries, inner(options))}`;
  }
}

const inner = (options) => ({ ...options, depth: options.depth == null ? null : options.depth - 1 });

class PerformanceObserver {
  #callback; #buffer = []; #types = new Set(); #single;
  constructor(callback) {
    validateFunction(callback, 'callback');
    this.#callback = callback;
  }
  static {
    offer = (observer, entry) => {
      if (!observer.#types.has(entry.entryType)) return;
      observer.#buffer.push(entry);
      pending.add(observer);
      if (scheduled) return;
      scheduled = true;
      setImmediate(deliver);
    };
    dispatch = (observer) => {
      const entries = observer.takeRecords();
      if (entries.length > 0) Reflect.apply(observer.#callback, observer, [new PerformanceObserverEntryList(token, entries), observer]);
    };
  }
  observe(options = {}) {
    if (options === null || typeof options !== 'object') throw invalidArgType('options', 'object', options);
    const { entryTypes, type, buffered } = options;
    if (entryTypes === undefined && type === undefined) throw missingArgs('options.entryTypes', 'options.type');
    if (entryTypes != null && type != null) {
      throw invalidArgValue('options.entryTypes', entryTypes, 'options.entryTypes can not set with options.type together');
    }
    const single = type !== undefined;
    if (this.#single !== undefined && this.#single !== single) {
      throw new DOMException(`PerformanceObserver can not change to ${this.#single ? 'multiple observations' : 'single observation'}`, 'InvalidModificationError');
    }
    if (!single && !Array.isArray(entryTypes)) throw invalidArgType('options.entryTypes', 'string[]', entryTypes);
    this.#single = single;
    if (single) {
      if (!supported.includes(type)) return;
      this.#types.add(type);
      observers.add(this);
      if (buffered) for (const entry of earlier(type)) offer(this, entry);
      return;
    }
    this.#types = new Set(entryTypes.filter((t) => supported.includes(t)));
    if (this.#types.size > 0) observers.add(this);
    else this.disconnect();
  }
  disconnect() {
    observers.delete(this);
    pending.delete(this);
    this.#buffer = [];
    this.#types.clear();
    this.#single = undefined;
  }
  takeRecords() {
    const list = this.#buffer;
    this.#buffer = [];
    return list;
  }
  static get supportedEntryTypes() { return supported; }
  [custom](depth, options, inspect) {
    if (depth < 0) return this;
    const state = { connected: observers.has(this), pending: pending.has(this), entryTypes: [...this.#types], buffer: this.#buffer };
    return `PerformanceObserver ${inspect(state, inner(options))}`;
  }
}
webInterface(PerformanceObserver, 'PerformanceObserver');
webInterface(PerformanceObserverEntryList, 'PerformanceObserverEntryList');

// announce tells those who observe of an entry.
function announce(entry) {
  for (const observer of observers) offer(observer, entry);
}

module.exports = {
  PerformanceObserver, PerformanceObserverEntryList, announce,
  remember(entries) { earlier = entries; },
};
