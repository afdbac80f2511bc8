package wakeful_test

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"testing"

	"github.com/wakeful-go/wakeful"
)

var errCause = errors.New("the test's reason")

func TestRunEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	l := unrun(t)
	check(t, l.Submit(func() {
		cancel(errCause)
		awaitEnding(l)
	}))
	check(t, l.Submit(func() { t.Error("ran after the end of the context") }))
	matches(t, runLoop(ctx, l), errCause)
	conserved(t, l)
	equal(t, "executed", l.Metrics().Executed, 1)
	matches(t, l.Submit(func() {}), wakeful.ErrClosed)
}

// awaitEnding waits in a callback until l is ending. Another goroutine ends it.
func awaitEnding(l *wakeful.Loop) {
	for !errors.Is(l.AfterSubmitted(func() {}), wakeful.ErrClosed) {
		runtime.Gosched()
	}
}

func TestRunWithAnEndedContext(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(errCause)
	l := unrun(t)
	check(t, l.Submit(func() { t.Error("ran after the end of the context") }))
	_, err := l.AfterFunc(0, func() { t.Error("fired after the end of the context") })
	check(t, err)
	matches(t, runLoop(ctx, l), errCause)
	conserved(t, l)
	equal(t, "discarded timers", l.Metrics().TimersDiscarded, 1)
}

// The goroutine that called Run ends because of Goexit, but Run's context still ends the loop.
func TestContextEndsLoopAfterGoexit(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	l := unrun(t, ignored())
	go runLoop(ctx, l)
	check(t, l.Submit(runtime.Goexit))
	on(t, l, func() {})
	cancel()
	conserved(t, l)
}

func TestRunTwice(t *testing.T) {
	notHosted(t, "Run is refused")
	l := unrun(t)
	launch(t, l)
	on(t, l, func() {
		matches(t, runLoop(context.Background(), l), wakeful.ErrAlreadyRun) // on the loop itself
	})
	matches(t, runLoop(context.Background(), l), wakeful.ErrAlreadyRun)
	check(t, l.Shutdown(context.Background()))
	matches(t, runLoop(context.Background(), l), wakeful.ErrAlreadyRun)
}

func TestRunConcurrently(t *testing.T) {
	notHosted(t, "Run is refused")
	for range rounds(1000) {
		l := unrun(t, wakeful.WithAutoExit())
		ran := 0
		check(t, l.Submit(func() { ran++ }))
		results := make(chan error, 4)
		var all sync.WaitGroup
		for range cap(results) {
			all.Go(func() { results <- runLoop(context.Background(), l) })
		}
		all.Wait()
		close(results)
		let := 0
		for err := range results {
			if err == nil {
				let++
			} else {
				matches(t, err, wakeful.ErrAlreadyRun)
			}
		}
		equal(t, "Runs that were let in", let, 1)
		equal(t, "calls", ran, 1)
	}
}

func TestRunAfterTheEnd(t *testing.T) {
	for name, end := range map[string]func(*wakeful.Loop){
		"Close":    func(l *wakeful.Loop) { check(t, l.Close()) },
		"Shutdown": func(l *wakeful.Loop) { check(t, l.Shutdown(context.Background())) },
	} {
		t.Run(name, func(t *testing.T) {
			l := unrun(t)
			end(l)
			matches(t, runLoop(context.Background(), l), wakeful.ErrClosed)
			conserved(t, l)
		})
	}
}

// Run, Close and Shutdown are called by three goroutines at once. Run either runs the loop to its
// end or returns an error.
func TestRunAgainstItsEnd(t *testing.T) {
	for range rounds(2000) {
		l := unrun(t)
		check(t, l.Submit(func() {}))
		var all sync.WaitGroup
		all.Go(func() {
			if err := runLoop(context.Background(), l); err != nil {
				matches(t, err, wakeful.ErrClosed)
			}
		})
		all.Go(func() { check(t, l.Close()) })
		all.Go(func() { check(t, l.Shutdown(context.Background())) })
		all.Wait()
		conserved(t, l)
	}
}

func TestSubmitBeforeRun(t *testing.T) {
	var j journal
	l := unrun(t, wakeful.WithAutoExit())
	check(t, l.Submit(j.note("a")))
	check(t, l.SubmitBatch([]func(){j.note("b"), j.note("c")}))
	check(t, l.SubmitPriority(j.note("i")))
	_, err := l.AfterFunc(-1, j.note("t"))
	check(t, err)
	equal(t, "queued", l.Metrics().Queued, 4)
	check(t, runLoop(context.Background(), l))
	j.is(t, "t i a b c")
	conserved(t, l)
}

func TestOnLoop(t *testing.T) {
	l, other := running(t), running(t)
	equal(t, "OnLoop outside", l.OnLoop(), false)
	on(t, l, func() {
		equal(t, "OnLoop in a callback", l.OnLoop(), true)
		equal(t, "OnLoop of another loop", other.OnLoop(), false)
		elsewhere := make(chan bool)
		go func() { elsewhere <- l.OnLoop() }()
		equal(t, "OnLoop on a goroutine that a callback started", <-elsewhere, false)
	})
	check(t, l.Shutdown(context.Background()))
	equal(t, "OnLoop after the end", l.OnLoop(), false)
}

// A loop runs inside a callback of another one, so its callbacks are on both loops.
func TestRunInsideACallback(t *testing.T) {
	outer := running(t, ignored())
	inner := unrun(t, wakeful.WithAutoExit(), ignored())
	check(t, inner.Submit(func() {
		equal(t, "on the inner loop", inner.OnLoop(), true)
		equal(t, "on the outer loop", outer.OnLoop(), true)
	}))
	on(t, outer, func() {
		check(t, runLoop(context.Background(), inner))
		equal(t, "on the inner loop afterwards", inner.OnLoop(), false)
		equal(t, "on the outer loop afterwards", outer.OnLoop(), true)
	})
}
