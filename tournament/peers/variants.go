package peers

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/group"
	"github.com/wakeful-go/wakeful/telemetry"
	"github.com/wakeful-go/wakeful/tournament/contest"
)

// This file owns the project's loop in forms that are in no ranking. Limits compare them with the loop
// itself.

// variant returns the entry of a form. makeLoop makes its loop.
func variant(name, summary string, can contest.Capability, makeLoop func() (contest.Loop, error)) contest.Entry {
	e := withoutServers(wakefulEntry)
	e.Name, e.Kind, e.Summary = name, contest.Ablation, summary
	e.Can |= can
	e.New = func() (contest.Loop, error) {
		loop, err := makeLoop()
		if err != nil {
			return nil, fmt.Errorf("making %s: %w", name, err)
		}
		return loop, nil
	}
	return e
}

// quiet has panics go nowhere. The default writes to the log.
func quiet(*wakeful.PanicError) {}

// Watched returns the loop while package telemetry watches it, for bounds on what that costs.
func Watched() []contest.Entry {
	return []contest.Entry{
		watched("wakeful-watched", "The project's own loop, watched: one callback in 64 is timed, its delay is probed, and stalls are looked for."),
		watched("wakeful-watched-unsampled", "The project's own loop, watched, with no callback timed.", telemetry.WithSampling(0)),
	}
}

func watched(name, summary string, options ...telemetry.Option) contest.Entry {
	options = append(options, telemetry.WithStallLimit(100*time.Millisecond, nil), telemetry.WithLogger(nil))
	return variant(name, summary, contest.Watched, func() (contest.Loop, error) {
		loop, err := wakeful.New(wakeful.WithPanicHandler(quiet))
		if err != nil {
			return nil, err
		}
		watcher, err := telemetry.Watch(loop, options...) // the loop's end ends it
		if err != nil {
			return nil, errors.Join(err, loop.Close())
		}
		return &wakefulLoop{loop: loop, watcher: watcher}, nil
	})
}

var _ contest.Observed = (*wakefulLoop)(nil)

// Wakeups returns how often the loop was unparked.
func (l *wakefulLoop) Wakeups() uint64 { return l.loop.Metrics().Wakeups }

// Delays returns the reported 99th percentile of the delays from now on. The loop must be watched.
func (l *wakefulLoop) Delays() (p99 func() time.Duration) {
	before := l.watcher.Snapshot().Delay
	return func() time.Duration { return l.watcher.Snapshot().Delay.Sub(before).Percentile(99) }
}

// OnRuntimeTimers returns the loop with timers of Go's runtime instead of its own, for the bound on what
// timers cost.
func OnRuntimeTimers() contest.Entry {
	return variant("wakeful-runtime-timers", "The project's own loop, with time.AfterFunc and Stop in the workload time-limits.", 0, func() (contest.Loop, error) {
		loop, err := wakeful.New(wakeful.WithPanicHandler(quiet))
		if err != nil {
			return nil, err
		}
		return &onRuntimeTimers{wakefulLoop{loop: loop}}, nil
	})
}

type onRuntimeTimers struct{ wakefulLoop }

var _, _ contest.TimerSetter = (*wakefulLoop)(nil), (*onRuntimeTimers)(nil)

// SetTimer has fn called on a goroutine of the runtime.
func (*onRuntimeTimers) SetTimer(d time.Duration, fn func()) (contest.Timer, error) {
	return time.AfterFunc(d, fn), nil
}

// Grouped returns the loop as a group of one, for the limit on what a function for a key costs. It has
// one loop, so that the limit is about the way to it, and two processors are enough.
func Grouped() contest.Entry {
	return variant("wakeful-group", "The project's own loop in a group of one. Functions of keys go through group.KeyedState.", 0, func() (contest.Loop, error) {
		g, err := group.New(1, group.WithPanicHandler(quiet))
		if err != nil {
			return nil, err
		}
		return &groupedLoop{loop: g.Loops()[0], group: g}, nil
	})
}

type groupedLoop struct {
	wakefulLoop
	group *group.Group
}

var _ contest.KeyedLoop = (*groupedLoop)(nil)

// Keyed makes a state for each key.
func (l *groupedLoop) Keyed(handler func(*uint64)) (func(uint64) error, error) {
	keyed, err := group.NewKeyedState[uint64, uint64](l.group)
	if err != nil {
		return nil, renamed(err)
	}
	return func(key uint64) error {
		if err := keyed.Submit(key, handler); err != nil {
			return renamed(err)
		}
		return nil
	}, nil
}

// Run returns nil at once when the group was closed before.
func (l *groupedLoop) Run(ctx context.Context) error {
	if err := l.group.Run(ctx); !errors.Is(err, wakeful.ErrClosed) {
		return err
	}
	return nil
}

func (l *groupedLoop) Shutdown(ctx context.Context) error { return l.group.Shutdown(ctx) }
func (l *groupedLoop) Close() error                       { return l.group.Close() }

// Counts is valid at any time, and exact once Run has returned.
func (l *groupedLoop) Counts() contest.Counts { return counts(l.group.Metrics().Total) }

// Hosted returns the loop in guest mode. Its host is a goroutine that waits on a channel, so the
// difference to Run is the cost of guest mode.
func Hosted() contest.Entry {
	return variant("wakeful-hosted", "The project's own loop in guest mode: a goroutine that waits on a channel calls Turn.", contest.Hosted, func() (contest.Loop, error) {
		woken := make(chan struct{}, 1)
		loop, err := wakeful.New(wakeful.WithPanicHandler(quiet), wakeful.WithHost(func() {
			select {
			case woken <- struct{}{}:
			default: // the host has not answered the last one yet
			}
		}))
		if err != nil {
			return nil, err
		}
		return &wakefulLoop{loop: loop, run: (&loopHost{loop, woken}).run}, nil
	})
}

var _ contest.Guest = (*wakefulLoop)(nil)

// Turn is that of another host, while the one of run waits. It is in guest mode only.
func (l *wakefulLoop) Turn() error {
	if _, err := l.loop.RunUntil(time.Time{}); err != nil {
		return renamed(err)
	}
	return nil
}

type loopHost struct {
	loop  *wakeful.Loop
	woken chan struct{}
}

// run takes the place of Run. A callback that ends its goroutine ends this one when the loop has
// ended, as wakeful's Run does.
func (h *loopHost) run(ctx context.Context) error {
	if err := h.loop.Start(ctx); err != nil {
		return err
	}
	ended := make(chan error, 1)
	h.serve(ended)
	return <-ended
}

// serve calls Turn until the loop has ended.
func (h *loopHost) serve(ended chan<- error) {
	over := false
	defer func() {
		if !over { // by runtime.Goexit
			go h.serve(ended)
		}
	}()
	for {
		more, err := h.loop.RunUntil(time.Time{})
		switch {
		case errors.Is(err, wakeful.ErrClosed):
			over = true
			ended <- causeOf(err)
			return
		case errors.Is(err, wakeful.ErrGuestMode):
			<-h.woken // the workload is calling Turn, and that one does the work
		case err != nil:
			over = true
			ended <- err
			return
		case more:
			runtime.Gosched()
		default:
			<-h.woken
		}
	}
}

// causeOf returns the cause of the context that has ended the loop, nil if another reason has.
func causeOf(err error) error {
	var both interface{ Unwrap() []error }
	if !errors.As(err, &both) {
		return nil
	}
	return both.Unwrap()[1]
}
