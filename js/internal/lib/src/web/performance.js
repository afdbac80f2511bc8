'use strict';
// performance: the clock, marks and measures, how busy the loop is, and how long functions take.
const { withCode, invalidArgType, illegalConstructor, missingArgs } = require('internal/errors');
const { announce, remember } = require('internal/observer');
const { webInterface, inspectAs } = require('../shared/classes');
const { DOMException } = require('internal/domexception');
const { structuredClone } = globalThis;

const token = {};
let entries = []; // sorted by startTime

class PerformanceEntry {
  #name; #type; #start; #duration;
  constructor(given, name, type, start, duration) {
    if (given !== token) throw illegalConstructor();
    this.#name = name; this.#type = type; this.#start = start; this.#duration = duration;
  }
  get name() { return this.#name; }
  get entryType() { return this.#type; }
  get startTime() { return this.#start; }
  get duration() { return this.#duration; }
  toJSON() {
    return { name: this.name, entryType: this.entryType, startTime: this.startTime, duration: this.duration };
  }
}
webInterface(PerformanceEntry, 'PerformanceEntry');
inspectAs(PerformanceEntry, PerformanceEntry.prototype.toJSON);

class PerformanceMark extends PerformanceEntry {
  #detail;
  constructor(name, options = undefined) {
    if (arguments.length === 0) throw missingArgs('name');
    const start = options?.startTime ?? native.now();
    if (typeof start !== 'number') throw invalidArgType('startTime', 'number', start);
    if (start < 0) throw withCode(TypeError, 'ERR_PERFORMANCE_INVALID_TIMESTAMP', `${start} is not a valid timestamp`);
    super(token, `${name}`, 'mark', start, 0);
    this.#detail = options?.detail == null ? null : structuredClone(options.detail);
  }
  get detail() { return this.#detail; }
  toJSON() { return { ...super.toJSON(), detail: this.detail }; }
}
webInterface(PerformanceMark, 'PerformanceMark');
inspectAs(PerformanceMark, PerformanceMark.prototype.toJSON);

class PerformanceMeasure extends PerformanceEntry {
  #detail;
  constructor(given, name, start, duration, detail) {
    super(given, name, 'measure', start, duration);
    this.#detail = detail == null ? null : structuredClone(detail);
  }
  get detail() { return this.#detail; }
  toJSON() { return { ...super.toJSON(), detail: this.detail }; }
}
webInterface(PerformanceMeasure, 'PerformanceMeasure');
inspectAs(PerformanceMeasure, PerformanceMeasure.prototype.toJSON);

// PerformanceNodeEntry is of a function that timerify has made. Its arguments are its detail,
// and elements of it as well.
class PerformanceNodeEntry extends PerformanceEntry {
  #detail;
  constructor(given, name, start, duration, args) {
    super(given, name, 'function', start, duration);
    this.#detail = args;
    for (let i = 0; i < args.length; i++) this[i] = args[i];
  }
  get detail() { return this.#detail; }
  toJSON() { return { ...super.toJSON(), detail: this.detail }; }
}
inspectAs(PerformanceNodeEntry, PerformanceNodeEntry.prototype.toJSON);

function time(mark, otherwise) {
  if (mark === undefined) return otherwise;
  if (typeof mark === 'number') {
    if (mark < 0) throw withCode(TypeError, 'ERR_PERFORMANCE_INVALID_TIMESTAMP', `${mark} is not a valid timestamp`);
    return mark;
  }
  const name = `${mark}`;
  if (['nodeStart', 'v8Start', 'environment', 'bootstrapComplete', 'loopStart', 'loopExit'].includes(name)) return nodeTiming[name];
  for (let i = entries.length - 1; i >= 0; i--) {
    if (entries[i].entryType === 'mark' && entries[i].name === name) return entries[i].startTime;
  }
  throw new DOMException(`The "${name}" performance mark has not been set`, 'SyntaxError');
}

function add(entry) {
  let i = entries.length;
  while (i > 0 && entries[i - 1].startTime > entry.startTime) i--;
  entries.splice(i, 0, entry);
  announce(entry);
  return entry;
}
remember((type) => entries.filter((e) => e.entryType === type));

function clear(type, name) {
  if (name !== undefined) name = `${name}`;
  entries = entries.filter((e) => e.entryType !== type || (name !== undefined && e.name !== name));
}

class Performance {
  constructor(given) { if (given !== token) throw illegalConstructor(); }
  get timeOrigin() { return native.timeOrigin(); }
  now() { return native.now(); }
  mark(name, options = undefined) {
    if (arguments.length === 0) throw missingArgs('name');
    return add(new PerformanceMark(name, options));
  }
  measure(name, startOrOptions = undefined, endMark = undefined) {
    if (typeof name !== 'string') throw invalidArgType('name', 'string', name);
    const options = startOrOptions !== null && typeof startOrOptions === 'object' ? startOrOptions : { start: startOrOptions ?? undefined, end: endMark };
    const has = (key) => options[key] !== undefined;
    const given = options === startOrOptions;
    if (given && (has('start') || has('end') || has('duration'))) {
      if (endMark !== undefined) throw withCode(TypeError, 'ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS', 'endMark must not be specified');
      if (!has('start') && !has('end')) throw withCode(TypeError, 'ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS', 'One of options.start or options.end is required');
      if (has('start') && has('end') && has('duration')) throw withCode(TypeError, 'ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS', 'Must not have options.start, options.end, and options.duration specified');
    }
    const end = has('end') ? time(options.end) : has('start') && has('duration') ? time(options.start) + options.duration : native.now();
    const start = has('start') ? time(options.start) : has('end') && has('duration') ? end - options.duration : 0;
    return add(new PerformanceMeasure(token, name, start, end - start, given ? options.detail : null));
  }
  clearMarks(name = undefined) { clear('mark', name); }
  clearMeasures(name = undefined) { clear('measure', name); }
  getEntries() { return entries.slice(); }
  getEntriesByName(name, type = undefined) {
    if (arguments.length === 0) throw missingArgs('name');
    return entries.filter((e) => e.name === `${name}` && (type === undefined || e.entryType === type));
  }
  getEntriesByType(type) {
    if (arguments.length === 0) throw missingArgs('type');
    return entries.filter((e) => e.entryType === `${type}`);
  }
  toJSON() { return { timeOrigin: this.timeOrigin }; }
}
webInterface(Performance, 'Performance');
inspectAs(Performance, Performance.prototype.toJSON);

// eventLoopUtilization: without arguments since the loop began to run, with one since that was
// returned, with two between them.
function eventLoopUtilization(util1, util2) {
  const [idle, active] = native.utilization();
  if (idle + active <= 0) return { idle: 0, active: 0, utilization: 0 };
  if (util2) return difference(util1.idle - util2.idle, util1.active - util2.active);
  if (util1) return difference(idle - util1.idle, active - util1.active);
  return difference(idle, active);
}

// nodeTiming has the times of the program. A runtime begins at once, so Node's steps before the program
// have no time of their own.
const nodeTiming = Object.freeze({
  __proto__: PerformanceEntry.prototype, name: 'node', entryType: 'node', startTime: 0, get duration() { return native.now(); },
  nodeStart: 0, v8Start: 0, environment: 0, bootstrapComplete: 0,
  get loopStart() {
    const [idle, active] = native.utilization();
    return idle + active > 0 ? native.now() - idle - active : -1;
  },
  get loopExit() { return globalThis.process?._exiting ? native.now() : -1; },
  get idleTime() { return native.utilization()[0]; },
  toJSON() { return { ...this, toJSON: undefined }; },
});

const difference = (idle, active) => ({ idle, active, utilization: active / (idle + active) });

// timerify wraps a function: PerformanceObserver is told how long each call took, or until its
// promise was settled.
function timerify(fn, options = {}) {
  if (typeof fn !== 'function') throw invalidArgType('fn', 'function', fn);
  if (options === null || typeof options !== 'object' || Array.isArray(options)) throw invalidArgType('options', 'object', options);
  const { histogram } = options;
  const record = histogram === undefined ? undefined : require('internal/histogram').recorder(histogram);
  if (histogram !== undefined && record === undefined) throw invalidArgType('options.histogram', 'RecordableHistogram', histogram);
  function ended(start, args) {
    const duration = native.now() - start;
    record?.(duration);
    announce(new PerformanceNodeEntry(token, fn.name, start, duration, args));
  }
  function timerified(...args) {
    const construct = new.target !== undefined;
    const start = native.now();
    const result = construct ? Reflect.construct(fn, args) : Reflect.apply(fn, this, args);
    if (!construct && typeof result?.finally === 'function') return result.finally(() => ended(start, args));
    ended(start, args);
    return result;
  }
  return Object.defineProperties(timerified, {
    length: { configurable: false, enumerable: true, value: fn.length },
    name: { configurable: false, enumerable: true, value: `timerified ${fn.name}` },
  });
}

for (const [key, value] of Object.entries({ eventLoopUtilization, timerify, nodeTiming })) {
  Object.defineProperty(Performance.prototype, key, { value, configurable: true, writable: true, enumerable: false });
}

module.exports = { performance: new Performance(token), Performance, PerformanceEntry, PerformanceMark, PerformanceMeasure };
