"use strict";
var __getOwnPropNames = Object.getOwnPropertyNames;
var __commonJS = (cb, mod) => function() {
  try {
    return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
  } catch (e) {
    throw mod = 0, e;
  }
};

// src/shared/classes.js
var require_classes = __commonJS({
  "src/shared/classes.js"(exports2, module2) {
    "use strict";
    var custom = /* @__PURE__ */ Symbol.for("nodejs.util.inspect.custom"), { webInterface: webInterface2 } = native;
    function inspectAs2(Class, properties, deep) {
      Object.defineProperty(Class.prototype, custom, {
        configurable: !0,
        writable: !0,
        enumerable: !1,
        value(depth, options, inspect) {
          let name = this?.constructor?.name || Class.name;
          return depth < 0 ? deep === void 0 ? name : deep(this) : `${name} ${inspect(properties.call(this), { ...options, depth: options.depth == null ? null : options.depth - 1 })}`;
        }
      });
    }
    module2.exports = { custom, webInterface: webInterface2, inspectAs: inspectAs2 };
  }
});

// src/web/performance.js
var { withCode, invalidArgType, illegalConstructor, missingArgs } = require("internal/errors"), { announce, remember } = require("internal/observer"), { webInterface, inspectAs } = require_classes(), { DOMException } = require("internal/domexception"), { structuredClone } = globalThis, token = {}, entries = [], PerformanceEntry = class {
  #name;
  #type;
  #start;
  #duration;
  constructor(given, name, type, start, duration) {
    if (given !== token) throw illegalConstructor();
    this.#name = name, this.#type = type, this.#start = start, this.#duration = duration;
  }
  get name() {
    return this.#name;
  }
  get entryType() {
    return this.#type;
  }
  get startTime() {
    return this.#start;
  }
  get duration() {
    return this.#duration;
  }
  toJSON() {
    return { name: this.name, entryType: this.entryType, startTime: this.startTime, duration: this.duration };
  }
};
webInterface(PerformanceEntry, "PerformanceEntry");
inspectAs(PerformanceEntry, PerformanceEntry.prototype.toJSON);
var PerformanceMark = class extends PerformanceEntry {
  #detail;
  constructor(name, options = void 0) {
    if (arguments.length === 0) throw missingArgs("name");
    let start = options?.startTime ?? native.now();
    if (typeof start != "number") throw invalidArgType("startTime", "number", start);
    if (start < 0) throw withCode(TypeError, "ERR_PERFORMANCE_INVALID_TIMESTAMP", `${start} is not a valid timestamp`);
    super(token, `${name}`, "mark", start, 0), this.#detail = options?.detail == null ? null : structuredClone(options.detail);
  }
  get detail() {
    return this.#detail;
  }
  toJSON() {
    return { ...super.toJSON(), detail: this.detail };
  }
};
webInterface(PerformanceMark, "PerformanceMark");
inspectAs(PerformanceMark, PerformanceMark.prototype.toJSON);
var PerformanceMeasure = class extends PerformanceEntry {
  #detail;
  constructor(given, name, start, duration, detail) {
    super(given, name, "measure", start, duration), this.#detail = detail == null ? null : structuredClone(detail);
  }
  get detail() {
    return this.#detail;
  }
  toJSON() {
    return { ...super.toJSON(), detail: this.detail };
  }
};
webInterface(PerformanceMeasure, "PerformanceMeasure");
inspectAs(PerformanceMeasure, PerformanceMeasure.prototype.toJSON);
var PerformanceNodeEntry = class extends PerformanceEntry {
  #detail;
  constructor(given, name, start, duration, args) {
    super(given, name, "function", start, duration), this.#detail = args;
    for (let i = 0; i < args.length; i++) this[i] = args[i];
  }
  get detail() {
    return this.#detail;
  }
  toJSON() {
    return { ...super.toJSON(), detail: this.detail };
  }
};
inspectAs(PerformanceNodeEntry, PerformanceNodeEntry.prototype.toJSON);
function time(mark, otherwise) {
  if (mark === void 0) return otherwise;
  if (typeof mark == "number") {
    if (mark < 0) throw withCode(TypeError, "ERR_PERFORMANCE_INVALID_TIMESTAMP", `${mark} is not a valid timestamp`);
    return mark;
  }
  let name = `${mark}`;
  if (["nodeStart", "v8Start", "environment", "bootstrapComplete", "loopStart", "loopExit"].includes(name)) return nodeTiming[name];
  for (let i = entries.length - 1; i >= 0; i--)
    if (entries[i].entryType === "mark" && entries[i].name === name) return entries[i].startTime;
  throw new DOMException(`The "${name}" performance mark has not been set`, "SyntaxError");
}
function add(entry) {
  let i = entries.length;
  for (; i > 0 && entries[i - 1].startTime > entry.startTime; ) i--;
  return entries.splice(i, 0, entry), announce(entry), entry;
}
remember((type) => entries.filter((e) => e.entryType === type));
function clear(type, name) {
  name !== void 0 && (name = `${name}`), entries = entries.filter((e) => e.entryType !== type || name !== void 0 && e.name !== name);
}
var Performance = class {
  constructor(given) {
    if (given !== token) throw illegalConstructor();
  }
  get timeOrigin() {
    return native.timeOrigin();
  }
  now() {
    return native.now();
  }
  mark(name, options = void 0) {
    if (arguments.length === 0) throw missingArgs("name");
    return add(new PerformanceMark(name, options));
  }
  measure(name, startOrOptions = void 0, endMark = void 0) {
    if (typeof name != "string") throw invalidArgType("name", "string", name);
    let options = startOrOptions !== null && typeof startOrOptions == "object" ? startOrOptions : { start: startOrOptions ?? void 0, end: endMark }, has = (key) => options[key] !== void 0, given = options === startOrOptions;
    if (given && (has("start") || has("end") || has("duration"))) {
      if (endMark !== void 0) throw withCode(TypeError, "ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS", "endMark must not be specified");
      if (!has("start") && !has("end")) throw withCode(TypeError, "ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS", "One of options.start or options.end is required");
      if (has("start") && has("end") && has("duration")) throw withCode(TypeError, "ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS", "Must not have options.start, options.end, and options.duration specified");
    }
    let end = has("end") ? time(options.end) : has("start") && has("duration") ? time(options.start) + options.duration : native.now(), start = has("start") ? time(options.start) : has("end") && has("duration") ? end - options.duration : 0;
    return add(new PerformanceMeasure(token, name, start, end - start, given ? options.detail : null));
  }
  clearMarks(name = void 0) {
    clear("mark", name);
  }
  clearMeasures(name = void 0) {
    clear("measure", name);
  }
  getEntries() {
    return entries.slice();
  }
  getEntriesByName(name, type = void 0) {
    if (arguments.length === 0) throw missingArgs("name");
    return entries.filter((e) => e.name === `${name}` && (type === void 0 || e.entryType === type));
  }
  getEntriesByType(type) {
    if (arguments.length === 0) throw missingArgs("type");
    return entries.filter((e) => e.entryType === `${type}`);
  }
  toJSON() {
    return { timeOrigin: this.timeOrigin };
  }
};
webInterface(Performance, "Performance");
inspectAs(Performance, Performance.prototype.toJSON);
function eventLoopUtilization(util1, util2) {
  let [idle, active] = native.utilization();
  return idle + active <= 0 ? { idle: 0, active: 0, utilization: 0 } : util2 ? difference(util1.idle - util2.idle, util1.active - util2.active) : util1 ? difference(idle - util1.idle, active - util1.active) : difference(idle, active);
}
var nodeTiming = Object.freeze({
  __proto__: PerformanceEntry.prototype,
  name: "node",
  entryType: "node",
  startTime: 0,
  get duration() {
    return native.now();
  },
  nodeStart: 0,
  v8Start: 0,
  environment: 0,
  bootstrapComplete: 0,
  get loopStart() {
    let [idle, active] = native.utilization();
    return idle + active > 0 ? native.now() - idle - active : -1;
  },
  get loopExit() {
    return globalThis.process?._exiting ? native.now() : -1;
  },
  get idleTime() {
    return native.utilization()[0];
  },
  toJSON() {
    return { ...this, toJSON: void 0 };
  }
}), difference = (idle, active) => ({ idle, active, utilization: active / (idle + active) });
function timerify(fn, options = {}) {
  if (typeof fn != "function") throw invalidArgType("fn", "function", fn);
  if (options === null || typeof options != "object" || Array.isArray(options)) throw invalidArgType("options", "object", options);
  let { histogram } = options, record = histogram === void 0 ? void 0 : require("internal/histogram").recorder(histogram);
  if (histogram !== void 0 && record === void 0) throw invalidArgType("options.histogram", "RecordableHistogram", histogram);
  function ended(start, args) {
    let duration = native.now() - start;
    record?.(duration), announce(new PerformanceNodeEntry(token, fn.name, start, duration, args));
  }
  function timerified(...args) {
    let construct = new.target !== void 0, start = native.now(), result = construct ? Reflect.construct(fn, args) : Reflect.apply(fn, this, args);
    return !construct && typeof result?.finally == "function" ? result.finally(() => ended(start, args)) : (ended(start, args), result);
  }
  return Object.defineProperties(timerified, {
    length: { configurable: !1, enumerable: !0, value: fn.length },
    name: { configurable: !1, enumerable: !0, value: `timerified ${fn.name}` }
  });
}
for (let [key, value] of Object.entries({ eventLoopUtilization, timerify, nodeTiming }))
  Object.defineProperty(Performance.prototype, key, { value, configurable: !0, writable: !0, enumerable: !1 });
module.exports = { performance: new Performance(token), Performance, PerformanceEntry, PerformanceMark, PerformanceMeasure };
