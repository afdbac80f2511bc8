'use strict';
// node:perf_hooks: the global and its classes, observers, and histograms.
const { performance, Performance, PerformanceEntry, PerformanceMark, PerformanceMeasure } = require('internal/performance');
const { PerformanceObserver, PerformanceObserverEntryList } = require('internal/observer');
const { monitorEventLoopDelay, createHistogram } = require('internal/histogram');
module.exports = {
  Performance, PerformanceEntry, PerformanceMark, PerformanceMeasure, PerformanceObserver, PerformanceObserverEntryList,
  monitorEventLoopDelay, createHistogram, performance,
};
