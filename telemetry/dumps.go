package telemetry

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"sync/atomic"
	"time"
)

// This file owns the recordings that are written when a loop is late, see WithDumps.

// maxDumps is the number of such recordings that a process writes.
const maxDumps = 10

// dumped counts them.
var dumped atomic.Int64

// dumps is the state of one Watcher. Monitor only.
type dumps struct{ next time.Time }

// start starts to write a recording, unless there was one recently or there were too many.
func (d *dumps) start(w *Watcher, now time.Time) {
	recorded.mu.Lock()
	is := recorded.all[w.loop] != nil
	recorded.mu.Unlock()
	if !is || now.Before(d.next) || dumped.Load() >= maxDumps {
		return
	}
	d.next = now.Add(quietInterval)
	dumped.Add(1)
	// On a goroutine of its own, because the monitor checks other loops too.
	go w.dump()
}

// dump writes the recording to a file.
func (w *Watcher) dump() {
	name, err := writeNew(w.settings.dumps, "late-"+fileName(w.name)+"-*.rec", Dump)
	if w.settings.logger == nil {
		return
	}
	if err != nil {
		w.settings.logger().LogAttrs(context.Background(), slog.LevelWarn, "wakeful: the recording of a late loop could not be written",
			slog.String("loop", w.name), slog.Any("error", err))
		return
	}
	w.settings.logger().LogAttrs(context.Background(), slog.LevelWarn, "wakeful: the loop is late",
		slog.String("loop", w.name), slog.Duration("limit", w.settings.late), slog.String("recording", name))
}

// writeNew writes a new file in a directory. It returns its name, "" if it could not be made.
func writeNew(dir, pattern string, write func(io.Writer) error) (name string, err error) {
	file, err := os.CreateTemp(dir, pattern)
	if err != nil {
		return "", err
	}
	return file.Name(), errors.Join(write(file), file.Close())
}
