// Package telemetry shows what a loop is doing. It answers three questions: is the loop keeping
// up, what blocks it, and what keeps it alive?
//
// Recording something for each callback would cost more than many a callback takes. So this
// package records nothing per callback. It reads the counters that a loop has anyway, times one
// callback in 64, and looks from outside:
//
//   - Utilization comes from the loop's counters, over any window.
//   - Delay is how late a function would run that were submitted now. A goroutine probes it while
//     the loop is awake. An idle loop is never woken to measure it.
//   - Durations of callbacks come from samples, together with the slowest callbacks by function
//     name and source line.
//   - Stalls are single callbacks that run for longer than a limit. A watchdog goroutine reports
//     the callback and the stack of the loop's goroutine.
//
// Watch begins, Watcher.Snapshot reads, Watcher.Close ends. Handler serves a page with all watched
// loops, and Expvar is for package expvar. docs/observability.md says what each number contains
// and what it costs.
//
// The goroutine that probes and looks for stalls is shared by all watched loops of the process. It
// starts with the first Watch and ends with the last Close or the end of the last watched loop. In
// a testing/synctest bubble each bubble has its own, and durations are in the bubble's fake time.
package telemetry
