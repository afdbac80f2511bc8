// Package telemetry shows what a loop is doing. It answers three questions: is the loop keeping
// up, what blocks it, and what keeps it alive?
//
// Many callbacks take less time than recording them would. So this package records nothing per
// callback. It reads the counters that a loop keeps anyway, times one callback in 64, and observes
// the loop from another goroutine:
//
//   - Utilization comes from the loop's counters, over any window.
//   - Delay is the time that a function would wait in the queue if it were submitted now. A
//     goroutine probes it while the loop is awake. An idle loop is never woken to measure it.
//   - Durations of callbacks come from samples. The slowest callbacks are listed by function name
//     and source line.
//   - Stalls are single callbacks that run for longer than a limit. A watchdog goroutine reports
//     the callback and the stack of the loop's goroutine.
//
// Watch starts observing, Watcher.Snapshot reads the figures, and Watcher.Close stops. Handler
// serves a page with all watched loops, and Expvar is for package expvar. docs/observability.md
// says what each number contains and what it costs.
//
// One goroutine probes all watched loops of the process and looks for stalls. It starts with the
// first Watch. It ends with the last Close or the end of the last watched loop. Each
// testing/synctest bubble has a goroutine of its own, and durations are in the bubble's fake time.
package telemetry
