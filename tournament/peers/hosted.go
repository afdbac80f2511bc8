package peers

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/tournament/contest"
)

// This file owns the project's loop in guest mode. Its host is a goroutine that waits on a channel,
// so the difference to Run is the cost of guest mode. It is in no ranking.

// Hosted returns the contestant.
func Hosted() contest.Entry {
	e := withoutServers(wakefulEntry)
	e.Name, e.Kind, e.Summary = "wakeful-hosted", contest.Ablation, "The project's own loop in guest mode: a goroutine that waits on a channel calls Turn."
	e.Can |= contest.Hosted
	e.New = func() (contest.Loop, error) {
		woken := make(chan struct{}, 1)
		loop, err := wakeful.New(
			wakeful.WithPanicHandler(func(*wakeful.PanicError) {}),
			wakeful.WithHost(func() {
				select {
				case woken <- struct{}{}:
				default: // the host has not answered the last one yet
				}
			}),
		)
		if err != nil {
			return nil, fmt.Errorf("making wakeful-hosted: %w", err)
		}
		return &wakefulLoop{loop: loop, run: (&loopHost{loop, woken}).run}, nil
	}
	return e
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
