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

// check logs functions that were rejected or discarded since the last message, if a message is due or
// the loop has ended. It returns when a message is due that is not yet, the zero time for none.
func (d *drops) check(w *Watcher, now time.Time, awake, ended bool) (due time.Time) {
	early := now.Before(d.next)
	if w.settings.logger == nil || early && awake {
		return time.Time{} // an awake loop is checked again
	}
	m := w.loop.Metrics()
	rejected, discarded := m.Rejected-d.rejected, m.Discarded-d.discarded
	switch {
	case rejected+discarded == 0:
		if awake {
			d.next = now.Add(dropsInterval)
		}
		return time.Time{}
	case early && !ended:
		return d.next
	}
	d.next = now.Add(quietInterval)
	d.rejected, d.discarded = m.Rejected, m.Discarded
	w.settings.logger().LogAttrs(context.Background(), slog.LevelWarn, "wakeful: the loop has refused or dropped functions",
		slog.String("loop", w.name), slog.Uint64("refused", rejected), slog.Uint64("dropped", discarded), slog.Uint64("queued", m.Queued))
	return time.Time{}
}
