package wakeful_test

import (
	"context"
	"errors"
	"testing"

	"github.com/wakeful-go/wakeful"
)

// The context ends when the loop starts to end, in each way of ending, and not before.
func TestContextEndsWithTheLoop(t *testing.T) {
	reason := errors.New("enough")
	for name, end := range map[string]func(t *testing.T, l *wakeful.Loop, cancel context.CancelCauseFunc){
		"Shutdown": func(t *testing.T, l *wakeful.Loop, _ context.CancelCauseFunc) { go l.Shutdown(t.Context()) },
		"Close":    func(t *testing.T, l *wakeful.Loop, _ context.CancelCauseFunc) { check(t, l.Close()) },
		"context":  func(_ *testing.T, _ *wakeful.Loop, cancel context.CancelCauseFunc) { cancel(reason) },
	} {
		t.Run(name, func(t *testing.T) {
			l := unrun(t)
			ctx, cancel := context.WithCancelCause(context.Background())
			defer cancel(nil)
			busy, goOn := make(chan struct{}), make(chan struct{})
			check(t, l.Submit(func() { close(busy); <-goOn }))
			lifetime := l.Context()
			go runLoop(ctx, l)
			<-busy
			check(t, lifetime.Err())
			end(t, l, cancel)
			<-lifetime.Done() // the loop has started to end but has not ended, because a callback runs
			matches(t, context.Cause(lifetime), wakeful.ErrClosed)
			if name == "context" {
				matches(t, context.Cause(lifetime), reason)
			}
			if l.Context() != lifetime {
				t.Error("another context at the second call")
			}
			close(goOn)
			<-l.Done()
			matches(t, context.Cause(l.Context()), wakeful.ErrClosed)
		})
	}
}

// A context that is requested after the end has already ended, with the same cause.
func TestContextAfterTheEnd(t *testing.T) {
	reason := errors.New("enough")
	l := unrun(t)
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(reason)
	matches(t, runLoop(ctx, l), reason)
	check(t, l.Close())
	matches(t, l.Context().Err(), context.Canceled)
	matches(t, context.Cause(l.Context()), reason)
	matches(t, context.Cause(l.Context()), wakeful.ErrClosed)
}

// An auto-exit loop ends its context when it decides to end.
func TestContextOfAutoExit(t *testing.T) {
	l := unrun(t, wakeful.WithAutoExit())
	lifetime := l.Context()
	atEnd := error(nil)
	_, err := l.OnShutdown(func() { atEnd = lifetime.Err() })
	check(t, err)
	check(t, l.Submit(func() { check(t, lifetime.Err()) }))
	check(t, runLoop(t.Context(), l))
	matches(t, atEnd, context.Canceled)
}

// Work started by Go gets the loop's context.
func TestContextOfWork(t *testing.T) {
	l := running(t)
	same := make(chan bool, 1)
	check(t, l.RunBlocking(context.Background(), func(ctx context.Context) (bool, error) { return ctx == l.Context(), nil },
		func(is bool, _ error) { same <- is }))
	equal(t, "the work's context is the loop's", <-same, true)
}
