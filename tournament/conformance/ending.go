package conformance

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

// This file owns the tests of the end: Shutdown, Close and the end of Run's
// context, each alone. races.go sets them against each other.

// ended is the context of somebody who does not want to wait.
func ended() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}

func testRunTwice(t *testing.T, entry contest.Entry) {
	s := startSubject(t, entry)
	s.block()() // it runs
	if err := s.loop.Run(context.Background()); err == nil {
		t.Error("a second Run beside the first returned nil")
	}
	s.shutdown()
	if err := s.loop.Run(context.Background()); err == nil {
		t.Error("a second Run after the end returned nil")
	}
}

// testShutdown: what was accepted runs, nothing is accepted from then on, and
// every Shutdown returns nil, also the ones that come late.
func testShutdown(t *testing.T, entry contest.Entry) {
	s := startSubject(t, entry)
	release := s.block()
	s.fill(func() {})
	s.expect("Shutdown of a busy loop with an ended context", s.loop.Shutdown(ended()), context.Canceled)
	s.expect("Submit after Shutdown", s.submit(func() {}), contest.ErrClosed)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			s.expect("one of several Shutdowns", s.loop.Shutdown(context.Background()), nil)
		})
	}
	release()
	all.Wait()
	s.shutdown()
	if got := s.ran.Load(); got != waiting+1 {
		t.Errorf("%d of %d tasks ran", got, waiting+1)
	}
	s.expect("Close after Shutdown", s.loop.Close(), nil)
}

// testShutdownContext: an end of Shutdown's context does not end the loop.
func testShutdownContext(t *testing.T, entry contest.Entry) {
	s := startSubject(t, entry)
	release := s.block()
	ctx, cancel := context.WithCancel(context.Background())
	failed := make(chan error)
	go func() { failed <- s.loop.Shutdown(ctx) }()
	cancel()
	s.expect("Shutdown", <-failed, context.Canceled)
	release()
	s.shutdown()
}

// testShutdownInside: a task may start the shutdown; it does not wait for itself.
func testShutdownInside(t *testing.T, entry contest.Entry) {
	s := startSubject(t, entry)
	release := s.block()
	s.mustSubmit(func() {
		ctx := context.Background()
		if lenient(entry) {
			ctx = ended() // may not know that it is inside
		}
		if err := s.loop.Shutdown(ctx); err != nil && !lenient(entry) {
			t.Errorf("Shutdown inside a task: %v", err)
		}
		s.expect("Submit after Shutdown inside a task", s.submit(func() {}), contest.ErrClosed)
	})
	s.fill(func() {})
	release()
	s.join(nil)
	if got := s.checkCounts(); got.Discarded != 0 || got.Executed != waiting+2 {
		t.Errorf("%+v, want %d executed", got, waiting+2)
	}
}

// testShutdownBeforeRun: with tasks, a later Run drains; without, it is the end.
func testShutdownBeforeRun(t *testing.T, entry contest.Entry) {
	s := newSubject(t, entry)
	s.expect("Shutdown of an empty loop before Run", s.loop.Shutdown(context.Background()), nil)
	s.checkCounts()
	s.run(context.Background())
	s.joinLate()

	if !entry.Can.Has(contest.SubmitBeforeRun) {
		return // tested by testBeforeRun: there is nothing to drain
	}
	s = newSubject(t, entry)
	s.fill(func() {})
	err := s.loop.Shutdown(ended())
	if err != nil && !errors.Is(err, context.Canceled) || err == nil && !lenient(entry) {
		t.Errorf("Shutdown before Run with an ended context returned %v, want %v", err, context.Canceled)
	}
	s.run(context.Background())
	s.joinLate()
	if got := s.checkCounts(); got.Executed != waiting && !lenient(entry) {
		t.Errorf("%+v, want %d executed", got, waiting)
	}
}

// joinLate waits for a Run that came after the end: it returns nil, or that the
// loop has ended.
func (s *subject) joinLate() {
	s.t.Helper()
	<-s.ended
	if s.err != nil && !errors.Is(s.err, contest.ErrClosed) {
		s.t.Errorf("Run after the end returned %v, want nil or %v", s.err, contest.ErrClosed)
	}
}

// testClose: the task that runs goes on, all others are discarded and counted.
func testClose(t *testing.T, entry contest.Entry) {
	s := startSubject(t, entry)
	release := s.block()
	s.fill(func() { t.Error("a task ran after Close") })
	for range 2 {
		s.expect("Close", s.loop.Close(), nil)
	}
	s.expect("Submit after Close", s.submit(func() {}), contest.ErrClosed)
	release()
	s.join(nil)
	s.checkDiscarded(waiting)
	s.expect("Shutdown after Close", s.loop.Shutdown(context.Background()), nil)

	// A loop that sleeps.
	s = startSubject(t, entry)
	s.block()()
	s.expect("Close of an idle loop", s.loop.Close(), nil)
	s.join(nil)
	s.checkCounts()
}

func testCloseBeforeRun(t *testing.T, entry contest.Entry) {
	s := newSubject(t, entry)
	if entry.Can.Has(contest.SubmitBeforeRun) {
		s.fill(func() { t.Error("a task ran after Close") })
	}
	s.expect("Close", s.loop.Close(), nil)
	s.checkDiscarded(s.accepted.Load())
	s.run(context.Background())
	s.joinLate()
}

func testCloseInside(t *testing.T, entry contest.Entry) {
	s := startSubject(t, entry)
	release := s.block()
	s.mustSubmit(func() {
		s.expect("Close inside a task", s.loop.Close(), nil)
	})
	s.fill(func() { t.Error("a task ran after Close") })
	release()
	s.join(nil)
	s.checkDiscarded(waiting)
}

var errWhy = errors.New("conformance: why the context ended")

// wantCause is what Run returns when its context ended.
func wantCause(entry contest.Entry) error {
	if lenient(entry) {
		return context.Canceled
	}
	return errWhy
}

// testContext: the end of Run's context acts as Close, and says why.
func testContext(t *testing.T, entry contest.Entry) {
	s := newSubject(t, entry)
	ctx, cancel := context.WithCancelCause(context.Background())
	s.run(ctx)
	release := s.block()
	s.fill(func() {})
	cancel(errWhy)
	// The end is asynchronous; that it has come shows in Submit alone. Where
	// Submit may block, there are only so many tries.
	noticed := false
	for tries := 0; !noticed && (entry.Blocks == 0 || tries < entry.Blocks-2*waiting); tries++ {
		runtime.Gosched()
		noticed = errors.Is(s.submit(func() {}), contest.ErrClosed)
	}
	release()
	s.join(wantCause(entry))
	if got := s.checkCounts(); noticed && got.Discarded < waiting {
		t.Errorf("%+v, want at least %d discarded", got, waiting)
	}
}

func testContextBeforeRun(t *testing.T, entry contest.Entry) {
	s := newSubject(t, entry)
	if entry.Can.Has(contest.SubmitBeforeRun) {
		s.fill(func() {})
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(errWhy)
	s.run(ctx)
	s.join(wantCause(entry))
	if got := s.checkCounts(); got.Executed != 0 && !lenient(entry) {
		t.Errorf("%+v, want nothing executed: the context had ended before", got)
	}
}
