package telemetry

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
)

// This file owns the reporting of stalls. Reports are delivered on a separate goroutine, so that a
// slow report function does not delay the monitor's checks of the other loops.

// maxPending is the number of reports that may wait while one is being delivered. Further stalls
// appear in the Snapshot only.
const maxPending = 16

// deliveries holds the undelivered reports of one Watcher.
type deliveries struct {
	deliveriesMu sync.Mutex
	pending      []delivery
	delivering   bool
}

// delivery is one report. stall is the Stall of the Snapshot.
type delivery struct {
	stall  *Stall
	report Stall
	script bool
}

// deliver queues the report of a stall. Monitor only.
func (s *stalls) deliver(w *Watcher, stall *Stall, report Stall, script bool) {
	d := &s.deliveries
	d.deliveriesMu.Lock()
	defer d.deliveriesMu.Unlock()
	if len(d.pending) == maxPending {
		return
	}
	d.pending = append(d.pending, delivery{stall, report, script})
	if !d.delivering {
		d.delivering = true
		go s.deliverAll(w)
	}
}

// deliverAll delivers until nothing is pending.
func (s *stalls) deliverAll(w *Watcher) {
	d := &s.deliveries
	for {
		d.deliveriesMu.Lock()
		if len(d.pending) == 0 {
			d.delivering = false
			d.deliveriesMu.Unlock()
			return
		}
		next := d.pending[0]
		d.pending = d.pending[1:]
		d.deliveriesMu.Unlock()
		s.deliverOne(w, next)
	}
}

// isOver reports whether a stall is over.
func (s *stalls) isOver(stall *Stall) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return stall.Ended
}

// deliverOne adds the parts of a report that are slow to find, and calls the report function.
func (s *stalls) deliverOne(w *Watcher, d delivery) {
	report := &d.report
	// In a bubble there is no script's stack: waiting for it would take fake time, which does not
	// pass while the script runs.
	if script := w.inside.Scripts().Running.Load(); d.script && script != nil && !w.fake {
		report.Script = script.Stack(func() bool { return s.isOver(d.stall) })
	}
	if w.settings.traces != "" {
		report.Trace = recorder.write(w.settings.traces, w.name)
	}
	s.mu.Lock()
	d.stall.Script, d.stall.Trace = report.Script, report.Trace
	s.mu.Unlock()
	if w.settings.logger != nil {
		w.settings.logger().LogAttrs(context.Background(), slog.LevelWarn, "wakeful: a callback blocks the loop",
			slog.String("loop", w.name), slog.String("callback", report.Callback),
			slog.String("at", fmt.Sprintf("%s:%d", report.File, report.Line)),
			slog.Duration("duration", report.Duration), slog.String("state", report.State), slog.Int("report", report.Reports),
			slog.String("stack", report.Stack), slog.String("script", report.Script), slog.String("trace", report.Trace))
	}
	if w.settings.report == nil {
		return
	}
	defer func() {
		if v := recover(); v != nil && w.settings.logger != nil {
			w.settings.logger().LogAttrs(context.Background(), slog.LevelError, "wakeful: panic in the function of WithStallLimit",
				slog.String("loop", w.name), slog.String("value", fmt.Sprint(v)), slog.String("stack", string(debug.Stack())))
		}
	}()
	w.settings.report(*report)
}
