'use strict';
// node:perf_hooks: the global and its classes, without observers and histograms.
const { performance, Performance, PerformanceEntry, PerformanceMark, PerformanceMeasure } = require('internal/performance');
module.exports = { performance, Performance, PerformanceEntry, PerformanceMark, PerformanceMeasure };
