package peers

import (
	"errors"
	"fmt"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/telemetry"
	"github.com/wakeful-go/wakeful/tournament/contest"
)

// This file owns the project's loop while it is watched by package telemetry. These contestants
// exist for bounds on what that costs; they are in no ranking.

// Watched returns them.
func Watched() []contest.Entry {
	return []contest.Entry{
		watched("wakeful-watched", "The project's own loop, watched: one callback in 64 is timed, its delay is probed, and stalls are looked for."),
		watched("wakeful-watched-unsampled", "The project's own loop, watched, with no callback timed.", telemetry.WithSampling(0)),
	}
}

func watched(name, summary string, options ...telemetry.Option) contest.Entry {
	e := withoutServers(wakefulEntry)
	e.Name, e.Kind, e.Summary = name, contest.Ablation, summary
	e.Can |= contest.Watched
	options = append(options, telemetry.WithStallLimit(100*time.Millisecond, nil), telemetry.WithLogger(nil))
	e.New = func() (contest.Loop, error) {
		loop, err := wakeful.New(wakeful.WithPanicHandler(func(*wakeful.PanicError) {}))
		if err != nil {
			return nil, fmt.Errorf("making %s: %w", name, err)
		}
		watcher, err := telemetry.Watch(loop, options...) // the loop's end ends it
		if err != nil {
			return nil, errors.Join(fmt.Errorf("watching %s: %w", name, err), loop.Close())
		}
		return &wakefulLoop{loop: loop, watcher: watcher}, nil
	}
	return e
}

var _ contest.Observed = (*wakefulLoop)(nil)

// Wakeups returns how often the loop was unparked.
func (l *wakefulLoop) Wakeups() uint64 { return l.loop.Metrics().Wakeups }

// Delays returns the reported 99th percentile of the delays from now on. The loop must be watched.
func (l *wakefulLoop) Delays() (p99 func() time.Duration) {
	before := l.watcher.Snapshot().Delay
	return func() time.Duration { return l.watcher.Snapshot().Delay.Sub(before).Percentile(99) }
}
