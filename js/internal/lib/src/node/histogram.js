'use strict';
// Histograms, as createHistogram and monitorEventLoopDelay of perf_hooks make them. Go keeps
// the counts: its functions take the handle first, and say with a BigInt what the last argument
// asks for as one.
const { withCode, invalidArgType, invalidArgValue, outOfRange, invalidThis, illegalConstructor, validateInteger } = require('internal/errors');
const custom = Symbol.for('nodejs.util.inspect.custom');

const token = {};
const longestTimer = 2 ** 31 - 1; // ms
const { bigint: now } = process.hrtime; // a program may replace it
let handleOf, isHistogram, isRecordable, setEnabled, percentiles;

class SafeMap extends Map {} // the name that Node's inspect shows

function validatePercentile(value) {
  if (typeof value !== 'number') throw invalidArgType('percentile', 'number', value);
  if (!(value > 0 && value <= 100)) throw outOfRange('percentile', '> 0 && <= 100', value);
}

function validateOptions(options) {
  if (options === null || typeof options !== 'object') throw invalidArgType('options', 'object', options);
}

class Histogram {
  #handle; #map = new SafeMap();
  constructor(given = undefined, handle = undefined) {
    if (given !== token) throw illegalConstructor();
    this.#handle = handle;
  }
  static {
    isHistogram = (object) => object !== null && typeof object === 'object' && #handle in object;
    handleOf = (object) => {
      if (!isHistogram(object)) throw invalidThis('Histogram');
      return object.#handle;
    };
    percentiles = (histogram, big) => {
      const list = native.percentiles(handleOf(histogram), big);
      const map = histogram.#map;
      map.clear();
      for (let i = 0; i < list.length; i += 2) map.set(list[i], list[i + 1]);
      return map;
    };
  }
  get count() { return native.get(handleOf(this), 'count', false); }
  get countBigInt() { return native.get(handleOf(this), 'count', true); }
  get min() { return native.get(handleOf(this), 'min', false); }
  get minBigInt() { return native.get(handleOf(this), 'min', true); }
  get max() { return native.get(handleOf(this), 'max', false); }
  get maxBigInt() { return native.get(handleOf(this), 'max', true); }
  get mean() { return native.get(handleOf(this), 'mean', false); }
  get exceeds() { return native.get(handleOf(this), 'exceeds', false); }
  get exceedsBigInt() { return native.get(handleOf(this), 'exceeds', true); }
  get stddev() { return native.get(handleOf(this), 'stddev', false); }
  percentile(percentile) {
    const handle = handleOf(this);
    validatePercentile(percentile);
    return native.percentile(handle, percentile, false);
  }
  percentileBigInt(percentile) {
    const handle = handleOf(this);
    validatePercentile(percentile);
    return native.percentile(handle, percentile, true);
  }
  get percentiles() { return percentiles(this, false); }
  get percentilesBigInt() { return percentiles(this, true); }
  reset() { native.reset(handleOf(this)); }
  toJSON() {
    handleOf(this);
    const { count, min, max, mean, exceeds, stddev } = this;
    return { count, min, max, mean, exceeds, stddev, percentiles: Object.fromEntries(this.percentiles) };
  }
  [custom](depth, options, inspect) {
    if (depth < 0) return `[${this.constructor.name}]`;
    const { min, max, mean, exceeds, stddev, count } = this;
    const inner = { ...options, depth: options.depth == null ? null : options.depth - 1 };
    return `Histogram ${inspect({ min, max, mean, exceeds, stddev, count, percentiles: this.percentiles }, inner)}`;
  }
}

class RecordableHistogram extends Histogram {
  #recordable = true;
  static { isRecordable = (object) => isHistogram(object) && #recordable in object; }
  record(val) {
    if (!isRecordable(this)) throw invalidThis('RecordableHistogram');
    if (typeof val !== 'bigint') validateInteger(val, 'val', 1);
    else if (val < 1n || val > 2n ** 63n - 1n) throw withCode(RangeError, 'ERR_OUT_OF_RANGE', 'value is out of range');
    native.record(handleOf(this), val);
  }
  recordDelta() {
    if (!isRecordable(this)) throw invalidThis('RecordableHistogram');
    native.recordDelta(handleOf(this));
  }
  add(other) {
    if (!isRecordable(this)) throw invalidThis('RecordableHistogram');
    if (!isRecordable(other)) throw invalidArgType('other', 'RecordableHistogram', other);
    native.add(handleOf(this), handleOf(other));
  }
}

// As in Node, a timer measures how long it takes from one of its ticks to the next.
class ELDHistogram extends Histogram {
  #resolution; #timer;
  constructor(given, handle, resolution) {
    super(given, handle);
    this.#resolution = Math.min(resolution, longestTimer);
  }
  static {
    setEnabled = (object, wanted) => {
      if (!isHistogram(object) || !(#timer in object)) throw invalidThis('ELDHistogram');
      if ((object.#timer !== undefined) === wanted) return false;
      const { setInterval, clearInterval } = require('node:timers');
      if (!wanted) {
        clearInterval(object.#timer);
        object.#timer = undefined;
        return true;
      }
      const handle = handleOf(object);
      let last = now();
      object.#timer = setInterval(() => {
        const tick = now();
        native.record(handle, tick - last);
        last = tick;
      }, object.#resolution).unref();
      return true;
    };
  }
  // Both say whether anything has changed.
  enable() { return setEnabled(this, true); }
  disable() { return setEnabled(this, false); }
}

function createHistogram(options = {}) {
  validateOptions(options);
  const { lowest = 1, highest = Number.MAX_SAFE_INTEGER, figures = 3 } = options;
  if (typeof lowest !== 'bigint') validateInteger(lowest, 'options.lowest', 1);
  else if (lowest < 1n || lowest > 2n ** 62n) throw outOfRange('options.lowest', `>= 1 && <= ${2n ** 62n}`, lowest);
  const twice = BigInt(lowest) * 2n;
  if (typeof highest !== 'bigint') validateInteger(highest, 'options.highest', Number(twice));
  else if (highest < twice) throw withCode(RangeError, 'ERR_INVALID_ARG_VALUE', invalidArgValue('options.highest', highest).message);
  else if (highest > 2n ** 63n - 1n) throw outOfRange('options.highest', `<= ${2n ** 63n - 1n}`, highest);
  validateInteger(figures, 'options.figures', 1, 5);
  const handle = native.create(lowest, highest, figures);
  if (handle === undefined) {
    throw outOfRange('options.lowest', `small enough for ${figures} figures, which 63 bits have to hold`, lowest);
  }
  return new RecordableHistogram(token, handle);
}

function monitorEventLoopDelay(options = {}) {
  validateOptions(options);
  const { resolution = 10 } = options;
  validateInteger(resolution, 'options.resolution', 1);
  return new ELDHistogram(token, native.create(1000, 2n ** 63n - 1n, 3), resolution);
}

// recorder returns what records a duration in ms in a histogram, undefined if it is none
// that records.
function recorder(histogram) {
  if (!isRecordable(histogram)) return undefined;
  const handle = handleOf(histogram);
  return (duration) => native.record(handle, Math.max(1, Math.ceil(duration * 1e6)));
}

// structuredClone gives another view of the same counts, as Node's does.
require('internal/platform').platform.push((value) => {
  if (!isHistogram(value)) return undefined;
  return new (isRecordable(value) ? RecordableHistogram : Histogram)(token, handleOf(value));
});

module.exports = { createHistogram, monitorEventLoopDelay, recorder };
