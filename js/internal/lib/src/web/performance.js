'use strict';
// performance: the clock, marks and measures.
const { withCode, invalidArgType, illegalConstructor, missingArgs } = require('internal/errors');
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

function time(mark, otherwise) {
  if (mark === undefined) return otherwise;
  if (typeof mark === 'number') {
    if (mark < 0) throw withCode(TypeError, 'ERR_PERFORMANCE_INVALID_TIMESTAMP', `${mark} is not a valid timestamp`);
    return mark;
  }
  const name = `${mark}`;
  for (let i = entries.length - 1; i >= 0; i--) {
    if (entries[i].entryType === 'mark' && entries[i].name === name) return entries[i].startTime;
  }
  throw new DOMException(`The "${name}" performance mark has not been set`, 'SyntaxError');
}

function add(entry) {
  let i = entries.length;
  while (i > 0 && entries[i - 1].startTime > entry.startTime) i--;
  entries.splice(i, 0, entry);
  return entry;
}

function clear(type, name) {
  entries = entries.filter((e) => e.entryType !== type || (name !== undefined && e.name !== `${name}`));
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
  getEntriesByName(name, type = undefined) { return entries.filter((e) => e.name === `${name}` && (type === undefined || e.entryType === type)); }
  getEntriesByType(type) { return entries.filter((e) => e.entryType === `${type}`); }
  toJSON() { return { timeOrigin: this.timeOrigin }; }
}
webInterface(Performance, 'Performance');
inspectAs(Performance, Performance.prototype.toJSON);

module.exports = { performance: new Performance(token), Performance, PerformanceEntry, PerformanceMark, PerformanceMeasure };
