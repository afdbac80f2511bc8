package telemetry

import (
	"context"
	"log/slog"
	"time"
)

// This file owns the log of functions that a loop has rejected or discarded.

const (
	// dropsInterval is the interval between two checks of an awake loop. quietInterval is the
	// minimum time between two messages about it.
	dropsInterval = time.Second
	quietInterval = 10 * time.Second
)

// drops is the state of the log. Monitor only.
type drops struct {
	next                time.Time
	rejected, discarded uint64
}

// check logs functions that were rejected or discarded since the last message, if a message is due
// or the loop has ended.
func (d *drops) check(w *Watcher, now time.Time, ended bool) {
	if w.settings.logger == nil || now.Before(d.next) && !ended {
		return
	}
	d.next = now.Add(dropsInterval)
	m := w.loop.Metrics()
	rejected, discarded := m.Rejected-d.rejected, m.Discarded-d.discarded
	if rejected+discarded == 0 {
		return
	}
	d.next = now.Add(quietInterval)
	d.rejected, d.discarded = m.Rejected, m.Discarded
	w.settings.logger().LogAttrs(context.Background(), slog.LevelWarn, "wakeful: the loop has refused or dropped functions",
		slog.String("loop", w.name), slog.Uint64("refused", rejected), slog.Uint64("dropped", discarded), slog.Uint64("queued", m.Queued))
}
