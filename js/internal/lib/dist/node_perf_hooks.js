"use strict";

// src/node/perf_hooks.js
var { performance, Performance, PerformanceEntry, PerformanceMark, PerformanceMeasure } = require("internal/performance");
module.exports = { performance, Performance, PerformanceEntry, PerformanceMark, PerformanceMeasure };
