"use strict";

// src/node/perf_hooks.js
var { performance, Performance, PerformanceEntry, PerformanceMark, PerformanceMeasure } = require("internal/performance"), { PerformanceObserver, PerformanceObserverEntryList } = require("internal/observer"), { monitorEventLoopDelay, createHistogram } = require("internal/histogram");
module.exports = {
  Performance,
  PerformanceEntry,
  PerformanceMark,
  PerformanceMeasure,
  PerformanceObserver,
  PerformanceObserverEntryList,
  monitorEventLoopDelay,
  createHistogram,
  performance
};
