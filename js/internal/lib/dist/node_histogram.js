"use strict";

// src/node/histogram.js
var { withCode, invalidArgType, invalidArgValue, outOfRange, invalidThis, illegalConstructor, validateInteger } = require("internal/errors"), custom = /* @__PURE__ */ Symbol.for("nodejs.util.inspect.custom"), token = {}, longestTimer = 2 ** 31 - 1, { bigint: now } = process.hrtime, handleOf, isHistogram, isRecordable, setEnabled, percentiles, SafeMap = class extends Map {
};
function validatePercentile(value) {
  if (typeof value != "number") throw invalidArgType("percentile", "number", value);
  if (!(value > 0 && value <= 100)) throw outOfRange("percentile", "> 0 && <= 100", value);
}
function validateOptions(options) {
  if (options === null || typeof options != "object") throw invalidArgType("options", "object", options);
}
var Histogram = class {
  #handle;
  #map = new SafeMap();
  constructor(given = void 0, handle = void 0) {
    if (given !== token) throw illegalConstructor();
    this.#handle = handle;
  }
  static {
    isHistogram = (object) => object !== null && typeof object == "object" && #handle in object, handleOf = (object) => {
      if (!isHistogram(object)) throw invalidThis("Histogram");
      return object.#handle;
    }, percentiles = (histogram, big) => {
      let list = native.percentiles(handleOf(histogram), big), map = histogram.#map;
      map.clear();
      for (let i = 0; i < list.length; i += 2) map.set(list[i], list[i + 1]);
      return map;
    };
  }
  get count() {
    return native.get(handleOf(this), "count", !1);
  }
  get countBigInt() {
    return native.get(handleOf(this), "count", !0);
  }
  get min() {
    return native.get(handleOf(this), "min", !1);
  }
  get minBigInt() {
    return native.get(handleOf(this), "min", !0);
  }
  get max() {
    return native.get(handleOf(this), "max", !1);
  }
  get maxBigInt() {
    return native.get(handleOf(this), "max", !0);
  }
  get mean() {
    return native.get(handleOf(this), "mean", !1);
  }
  get exceeds() {
    return native.get(handleOf(this), "exceeds", !1);
  }
  get exceedsBigInt() {
    return native.get(handleOf(this), "exceeds", !0);
  }
  get stddev() {
    return native.get(handleOf(this), "stddev", !1);
  }
  percentile(percentile) {
    let handle = handleOf(this);
    return validatePercentile(percentile), native.percentile(handle, percentile, !1);
  }
  percentileBigInt(percentile) {
    let handle = handleOf(this);
    return validatePercentile(percentile), native.percentile(handle, percentile, !0);
  }
  get percentiles() {
    return percentiles(this, !1);
  }
  get percentilesBigInt() {
    return percentiles(this, !0);
  }
  reset() {
    native.reset(handleOf(this));
  }
  toJSON() {
    handleOf(this);
    let { count, min, max, mean, exceeds, stddev } = this;
    return { count, min, max, mean, exceeds, stddev, percentiles: Object.fromEntries(this.percentiles) };
  }
  [custom](depth, options, inspect) {
    if (depth < 0) return `[${this.constructor.name}]`;
    let { min, max, mean, exceeds, stddev, count } = this, inner = { ...options, depth: options.depth == null ? null : options.depth - 1 };
    return `Histogram ${inspect({ min, max, mean, exceeds, stddev, count, percentiles: this.percentiles }, inner)}`;
  }
}, RecordableHistogram = class extends Histogram {
  #recordable = !0;
  static {
    isRecordable = (object) => isHistogram(object) && #recordable in object;
  }
  record(val) {
    if (!isRecordable(this)) throw invalidThis("RecordableHistogram");
    if (typeof val != "bigint") validateInteger(val, "val", 1);
    else if (val < 1n || val > 2n ** 63n - 1n) throw withCode(RangeError, "ERR_OUT_OF_RANGE", "value is out of range");
    native.record(handleOf(this), val);
  }
  recordDelta() {
    if (!isRecordable(this)) throw invalidThis("RecordableHistogram");
    native.recordDelta(handleOf(this));
  }
  add(other) {
    if (!isRecordable(this)) throw invalidThis("RecordableHistogram");
    if (!isRecordable(other)) throw invalidArgType("other", "RecordableHistogram", other);
    native.add(handleOf(this), handleOf(other));
  }
}, ELDHistogram = class extends Histogram {
  #resolution;
  #timer;
  constructor(given, handle, resolution) {
    super(given, handle), this.#resolution = Math.min(resolution, longestTimer);
  }
  static {
    setEnabled = (object, wanted) => {
      if (!isHistogram(object) || !(#timer in object)) throw invalidThis("ELDHistogram");
      if (object.#timer !== void 0 === wanted) return !1;
      let { setInterval, clearInterval } = require("timers");
      if (!wanted)
        return clearInterval(object.#timer), object.#timer = void 0, !0;
      let handle = handleOf(object), last = now();
      return object.#timer = setInterval(() => {
        let tick = now();
        native.record(handle, tick - last), last = tick;
      }, object.#resolution).unref(), !0;
    };
  }
  // Both say whether anything has changed.
  enable() {
    return setEnabled(this, !0);
  }
  disable() {
    return setEnabled(this, !1);
  }
};
function createHistogram(options = {}) {
  validateOptions(options);
  let { lowest = 1, highest = Number.MAX_SAFE_INTEGER, figures = 3 } = options;
  if (typeof lowest != "bigint") validateInteger(lowest, "options.lowest", 1);
  else if (lowest < 1n || lowest > 2n ** 62n) throw outOfRange("options.lowest", `>= 1 && <= ${2n ** 62n}`, lowest);
  let twice = BigInt(lowest) * 2n;
  if (typeof highest != "bigint") validateInteger(highest, "options.highest", Number(twice));
  else {
    if (highest < twice) throw withCode(RangeError, "ERR_INVALID_ARG_VALUE", invalidArgValue("options.highest", highest).message);
    if (highest > 2n ** 63n - 1n) throw outOfRange("options.highest", `<= ${2n ** 63n - 1n}`, highest);
  }
  validateInteger(figures, "options.figures", 1, 5);
  let handle = native.create(lowest, highest, figures);
  if (handle === void 0)
    throw outOfRange("options.lowest", `small enough for ${figures} figures, which 63 bits have to hold`, lowest);
  return new RecordableHistogram(token, handle);
}
function monitorEventLoopDelay(options = {}) {
  validateOptions(options);
  let { resolution = 10 } = options;
  return validateInteger(resolution, "options.resolution", 1), new ELDHistogram(token, native.create(1e3, 2n ** 63n - 1n, 3), resolution);
}
function recorder(histogram) {
  if (!isRecordable(histogram)) return;
  let handle = handleOf(histogram);
  return (duration) => native.record(handle, Math.max(1, Math.ceil(duration * 1e6)));
}
require("internal/platform").platform.push((value) => {
  if (isHistogram(value))
    return new (isRecordable(value) ? RecordableHistogram : Histogram)(token, handleOf(value));
});
module.exports = { createHistogram, monitorEventLoopDelay, recorder };
