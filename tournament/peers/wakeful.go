package peers

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/telemetry"
	"github.com/wakeful-go/wakeful/tournament/contest"
)

var (
	// The other strategies have no TLS and no WebSockets: how they wait is seen without these.
	wakefulEntry = connected(champion("wakeful", wakeful.Block(),
		"The project's own loop; with nothing to do it parks at once."))
	wakefulSpinEntry = champion("wakeful-spin", wakeful.Spin(),
		"The project's own loop; with nothing to do it spins and never parks.")
	wakefulAdaptiveEntry = champion("wakeful-adaptive", wakeful.Adaptive(),
		"The project's own loop; it spins as long as recent arrivals make that pay, then parks.")
)

func champion(name string, strategy wakeful.WaitStrategy, summary string) contest.Entry {
	can := contest.Loops | contest.PriorityLane | contest.PanicIsolation | contest.GoexitIsolation | contest.SubmitBeforeRun |
		contest.Microtasks | contest.Timers
	if hasDescriptors {
		can |= contest.Descriptors | contest.Echoes
	}
	options := []wakeful.Option{
		wakeful.WithWaitStrategy(strategy),
		wakeful.WithPanicHandler(quiet),
	}
	e := contest.Entry{
		Name:    name,
		Kind:    contest.Champion,
		Summary: summary,
		Can:     can,
		New: func() (contest.Loop, error) {
			loop, err := wakeful.New(options...)
			if err != nil {
				return nil, fmt.Errorf("making %s: %w", name, err)
			}
			return &wakefulLoop{loop: loop}, nil
		},
	}
	if e.Can.Has(contest.Echoes) {
		e.NewServer = func() (contest.Server, error) { return newWakefulServer(options...) }
	}
	return e
}

// wakefulLoop is the project's loop behind the contract. It gives errors the
// contract's names, and remembers registrations by their descriptors.
type wakefulLoop struct {
	loop     *wakeful.Loop
	readable readable
	// run replaces Run of the loop, nil if nothing does. It is a field, because a method of an outer
	// type would put a call of its own before every Submit that it is compared with.
	run func(context.Context) error
	// watcher observes the loop, nil if nothing does.
	watcher *telemetry.Watcher
}

func (l *wakefulLoop) Submit(task func()) error {
	if err := l.loop.Submit(task); err != nil {
		return renamed(err)
	}
	return nil
}

func (l *wakefulLoop) SubmitPriority(task func()) error {
	if err := l.loop.SubmitPriority(task); err != nil {
		return renamed(err)
	}
	return nil
}

// Messages sends values over a typed mailbox.
func (l *wakefulLoop) Messages(handler func(uint64)) (func(uint64) error, error) {
	mailbox, err := wakeful.NewMailbox(l.loop, handler)
	if err != nil {
		return nil, renamed(err)
	}
	return func(value uint64) error {
		if err := mailbox.Send(value); err != nil {
			return renamed(err)
		}
		return nil
	}, nil
}

// Run returns nil at once when the loop was closed before: the contract has no
// error for that.
func (l *wakefulLoop) Run(ctx context.Context) error {
	run := l.loop.Run
	if l.run != nil {
		run = l.run
	}
	if err := run(ctx); !errors.Is(err, wakeful.ErrClosed) {
		return err
	}
	return nil
}

func (l *wakefulLoop) Shutdown(ctx context.Context) error { return l.loop.Shutdown(ctx) }
func (l *wakefulLoop) Close() error                       { return l.loop.Close() }

func (l *wakefulLoop) QueueMicrotask(fn func()) error { return l.loop.QueueMicrotask(fn) }

func (l *wakefulLoop) After(d time.Duration, fn func()) (stop func() bool, err error) {
	timer, err := l.SetTimer(d, fn)
	if err != nil {
		return nil, err
	}
	return timer.Stop, nil
}

// SetTimer is After without the allocation of a function.
func (l *wakefulLoop) SetTimer(d time.Duration, fn func()) (contest.Timer, error) {
	timer, err := l.loop.AfterFunc(d, fn)
	if err != nil {
		return nil, renamed(err)
	}
	return timer, nil
}

// Counts is valid at any time, and exact once Run has returned.
func (l *wakefulLoop) Counts() contest.Counts { return counts(l.loop.Metrics()) }

func counts(m wakeful.Metrics) contest.Counts {
	return contest.Counts{Submitted: m.Submitted, Executed: m.Executed, Rejected: m.Rejected, Discarded: m.Discarded}
}

// renamed keeps what err says and adds the contract's name for it.
func renamed(err error) error {
	switch {
	case errors.Is(err, wakeful.ErrClosed):
		return errors.Join(contest.ErrClosed, err)
	case errors.Is(err, wakeful.ErrQueueFull):
		return errors.Join(contest.ErrFull, err)
	case errors.Is(err, errors.ErrUnsupported):
		return errors.Join(contest.ErrUnsupported, err)
	}
	return err
}
