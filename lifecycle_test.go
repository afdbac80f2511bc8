package wakeful_test

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
)

// awaitRefusal waits, off the loop, until l refuses new work.
func awaitRefusal(l *wakeful.Loop) {
	for {
		m, err := wakeful.NewMailbox(l, func(int) {})
		if errors.Is(err, wakeful.ErrClosed) {
			return
		}
		m.Close()
		runtime.Gosched()
	}
}

// Shutdown runs everything that was accepted: functions of both queues, messages, batches beyond
// the budget, functions of AfterSubmitted and AtTurnEnd, with the microtasks of each.
func TestShutdownDrains(t *testing.T) {
	var j journal
	l := unrun(t, wakeful.WithBudget(1))
	m := mailbox(t, l, func(s string) { j.add(s) })
	check(t, l.Submit(func() {
		check(t, l.SubmitBatch([]func(){j.note("b1"), j.note("b2")}))
		check(t, l.SubmitPriority(j.note("i")))
		check(t, m.Send("m1"))
		check(t, m.Send("m2"))
		check(t, l.Submit(func() { check(t, l.QueueMicrotask(j.note("micro"))) }))
		check(t, l.AfterSubmitted(j.note("afterSubmitted")))
		check(t, l.AtTurnEnd(j.note("turnEnd")))
		check(t, l.Shutdown(t.Context()))
		never := func() { t.Error("ran") }
		matches(t, l.Submit(never), wakeful.ErrClosed)
		matches(t, l.SubmitPriority(never), wakeful.ErrClosed)
		matches(t, l.SubmitBatch([]func(){never}), wakeful.ErrClosed)
		matches(t, m.Send("late"), wakeful.ErrClosed)
		_, err := l.AfterFunc(0, never)
		matches(t, err, wakeful.ErrClosed)
	}))
	check(t, runLoop(context.Background(), l))
	j.is(t, "afterSubmitted turnEnd i b1 b2 m1 m2 micro")
	conserved(t, l)
	equal(t, "discarded", l.Metrics().Discarded, 0)
}

// After Close, nothing runs after the running callback.
func TestCloseDiscards(t *testing.T) {
	for bounds, options := range map[string][]wakeful.Option{"unbounded": nil, "bounded": {limited(3, wakeful.OverflowReject)}} {
		for _, kind := range []string{"timer", "priority", "submitted", "batch", "message", "afterSubmitted", "turnEnd"} {
			t.Run(bounds+"/"+kind, func(t *testing.T) {
				l := unrun(t, options...)
				never := func() { t.Error("ran") }
				ways := everyWay(t, l)
				check(t, l.Submit(func() {
					check(t, ways[kind](func() {
						for _, add := range ways {
							check(t, add(never))
						}
						check(t, l.QueueMicrotask(never))
						check(t, l.Close())
						check(t, l.AfterCallback(never))
						matches(t, l.Submit(never), wakeful.ErrClosed)
					}))
				}))
				check(t, runLoop(context.Background(), l))
				conserved(t, l)
				m := l.Metrics()
				equal(t, "discarded", m.Discarded, 6)
				equal(t, "timers discarded", m.TimersDiscarded, 1)
				equal(t, "microtasks discarded", m.MicrotasksDiscarded, 2)
			})
		}
	}
}

func TestEndBeforeRun(t *testing.T) {
	never := func() { t.Error("ran") }
	t.Run("Close", func(t *testing.T) {
		l := unrun(t)
		m := mailbox(t, l, func(int) { t.Error("handled") })
		check(t, l.Submit(never))
		check(t, l.SubmitPriority(never))
		check(t, l.SubmitBatch([]func(){never, never}))
		check(t, m.Send(1))
		_, err := l.AfterFunc(0, never)
		check(t, err)
		check(t, l.Close())
		check(t, l.Close())
		check(t, l.Shutdown(context.Background()))
		conserved(t, l)
		equal(t, "discarded", l.Metrics().Discarded, 5)
		equal(t, "timers discarded", l.Metrics().TimersDiscarded, 1)
		matches(t, runLoop(context.Background(), l), wakeful.ErrClosed)
	})
	t.Run("Shutdown with nothing to drain", func(t *testing.T) {
		l := unrun(t)
		_, err := l.AfterFunc(0, never)
		check(t, err)
		check(t, l.Shutdown(context.Background()))
		conserved(t, l)
	})
	t.Run("Shutdown with something to drain", func(t *testing.T) {
		var j journal
		l := unrun(t)
		check(t, l.Submit(j.note("a")))
		ended, cancel := context.WithCancelCause(context.Background())
		cancel(errCause)
		matches(t, l.Shutdown(ended), errCause)
		matches(t, l.Submit(never), wakeful.ErrClosed)
		check(t, runLoop(context.Background(), l))
		j.is(t, "a")
		check(t, l.Shutdown(ended)) // the loop has ended, so the context does not matter
		conserved(t, l)
	})
	t.Run("Shutdown, then Close", func(t *testing.T) {
		l := unrun(t)
		check(t, l.Submit(never))
		shut := make(chan error)
		go func() { shut <- l.Shutdown(context.Background()) }()
		awaitRefusal(l)
		check(t, l.Close())
		check(t, <-shut)
		conserved(t, l)
	})
}

// A callback that does not return keeps the loop draining. Each Shutdown returns the cause of its
// own context, and the loop still waits for the callback.
func TestShutdownIsBoundedByItsContext(t *testing.T) {
	l := unrun(t)
	busy, goOn := make(chan struct{}), make(chan struct{})
	ran := false
	check(t, l.Submit(func() { close(busy); <-goOn }))
	check(t, l.Submit(func() { ran = true }))
	launch(t, l)
	<-busy
	for range 2 {
		ctx, cancel := context.WithCancelCause(context.Background())
		go cancel(errCause)
		matches(t, l.Shutdown(ctx), errCause)
	}
	short, cancel := context.WithTimeout(context.Background(), time.Microsecond)
	defer cancel()
	matches(t, l.Shutdown(short), context.DeadlineExceeded)
	close(goOn)
	check(t, l.Shutdown(context.Background()))
	equal(t, "what was accepted before ran", ran, true)
}

// After a Shutdown whose context has ended, Close ends the loop when the callback returns.
func TestCloseWhileDraining(t *testing.T) {
	l := unrun(t)
	busy, goOn := make(chan struct{}), make(chan struct{})
	check(t, l.Submit(func() { close(busy); <-goOn }))
	check(t, l.Submit(func() { t.Error("ran") }))
	launch(t, l)
	<-busy
	shut := make(chan error)
	go func() { shut <- l.Shutdown(context.Background()) }()
	awaitRefusal(l)
	check(t, l.Close())
	close(goOn)
	check(t, <-shut)
	conserved(t, l)
	equal(t, "discarded", l.Metrics().Discarded, 1)
}

// Ends from callbacks and from many goroutines, concurrent and repeated, all return. None waits for
// itself.
func TestEndsAtOnceAndAgain(t *testing.T) {
	for range rounds(500) {
		l := unrun(t)
		end := func(n int) {
			if n%2 == 0 {
				check(t, l.Close())
			} else {
				check(t, l.Shutdown(context.Background()))
			}
		}
		check(t, l.Submit(func() {
			check(t, l.Shutdown(context.Background()))
			check(t, l.Shutdown(context.Background()))
		}))
		launch(t, l)
		var all sync.WaitGroup
		for n := range 4 {
			all.Go(func() { end(n) })
		}
		all.Wait()
		end(0)
		end(1)
		conserved(t, l)
	}
}

// A goroutine that a callback started may wait for the end.
func TestShutdownFromAGoroutineOfACallback(t *testing.T) {
	l := unrun(t)
	shut := make(chan error, 1)
	check(t, l.Submit(func() {
		go func() { shut <- l.Shutdown(context.Background()) }()
	}))
	check(t, runLoop(context.Background(), l))
	check(t, <-shut)
}

// In every kind of callback both Shutdown and Close return at once.
func TestEndsInEveryCallback(t *testing.T) {
	for _, kind := range []string{"timer", "priority", "submitted", "batch", "message", "afterSubmitted", "turnEnd"} {
		for name, end := range map[string]func(l *wakeful.Loop) error{
			"Close":    (*wakeful.Loop).Close,
			"Shutdown": func(l *wakeful.Loop) error { return l.Shutdown(context.Background()) },
		} {
			t.Run(kind+"/"+name, func(t *testing.T) {
				l := unrun(t)
				check(t, l.Submit(func() {
					check(t, everyWay(t, l)[kind](func() { check(t, end(l)) }))
				}))
				check(t, runLoop(context.Background(), l))
				conserved(t, l)
			})
		}
	}
	t.Run("microtask", func(t *testing.T) {
		script(t, func(l *wakeful.Loop) {
			check(t, l.AfterCallback(func() { check(t, l.Shutdown(context.Background())) }))
		})
	})
	t.Run("panic handler", func(t *testing.T) {
		var l *wakeful.Loop
		l = unrun(t, wakeful.WithPanicHandler(func(*wakeful.PanicError) { check(t, l.Shutdown(context.Background())) }))
		check(t, l.Submit(func() { panic("a") }))
		check(t, runLoop(context.Background(), l))
		conserved(t, l)
	})
}
