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

// waiting is how many tasks wait behind a blocked one: few enough for every
// entry's queue.
const waiting = 200

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
	for range waiting {
		s.mustSubmit(func() {})
	}
	if err := s.loop.Shutdown(ended()); !errors.Is(err, context.Canceled) {
		t.Errorf("Shutdown of a busy loop with an ended context returned %v, want %v", err, context.Canceled)
	}
	if err := s.submit(func() {}); !errors.Is(err, contest.ErrClosed) {
		t.Errorf("Submit after Shutdown returned %v, want %v", err, contest.ErrClosed)
	}
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if err := s.loop.Shutdown(context.Background()); err != nil {
				t.Errorf("one of several Shutdowns: %v", err)
			}
		})
	}
	release()
	all.Wait()
	s.shutdown()
	if got := s.ran.Load(); got != waiting+1 {
		t.Errorf("%d of %d tasks ran", got, waiting+1)
	}
	if err := s.loop.Close(); err != nil {
		t.Errorf("Close after Shutdown: %v", err)
	}
}

// testShutdownContext: an end of Shutdown's context does not end the loop.
func testShutdownContext(t *testing.T, entry contest.Entry) {
	s := startSubject(t, entry)
	release := s.block()
	ctx, cancel := context.WithCancel(context.Background())
	failed := make(chan error)
	go func() { failed <- s.loop.Shutdown(ctx) }()
	cancel()
	if err := <-failed; !errors.Is(err, context.Canceled) {
		t.Errorf("Shutdown returned %v, want %v", err, context.Canceled)
	}
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
		if err := s.submit(func() {}); !errors.Is(err, contest.ErrClosed) {
			t.Errorf("Submit after Shutdown inside a task returned %v, want %v", err, contest.ErrClosed)
		}
	})
	for range waiting {
		s.mustSubmit(func() {})
	}
	release()
	s.join(nil)
	if got := s.checkCounts(); got.Discarded != 0 || got.Executed != waiting+2 {
		t.Errorf("%+v, want %d executed", got, waiting+2)
	}
}

// testShutdownBeforeRun: with tasks, a later Run drains; without, it is the end.
func testShutdownBeforeRun(t *testing.T, entry contest.Entry) {
	s := newSubject(t, entry)
	if err := s.loop.Shutdown(context.Background()); err != nil {
		t.Errorf("Shutdown of an empty loop before Run: %v", err)
	}
	s.checkCounts()
	s.run(context.Background())
	s.joinLate()

	if !entry.Can.Has(contest.SubmitBeforeRun) {
		return // tested by testBeforeRun: there is nothing to drain
	}
	s = newSubject(t, entry)
	for range waiting {
		s.mustSubmit(func() {})
	}
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
	for range waiting {
		s.mustSubmit(func() { t.Error("a task ran after Close") })
	}
	for range 2 {
		if err := s.loop.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	}
	if err := s.submit(func() {}); !errors.Is(err, contest.ErrClosed) {
		t.Errorf("Submit after Close returned %v, want %v", err, contest.ErrClosed)
	}
	release()
	s.join(nil)
	if got := s.checkCounts(); got.Discarded != waiting {
		t.Errorf("%+v, want %d discarded", got, waiting)
	}
	if err := s.loop.Shutdown(context.Background()); err != nil {
		t.Errorf("Shutdown after Close: %v", err)
	}

	// A loop that sleeps.
	s = startSubject(t, entry)
	s.block()()
	if err := s.loop.Close(); err != nil {
		t.Errorf("Close of an idle loop: %v", err)
	}
	s.join(nil)
	s.checkCounts()
}

func testCloseBeforeRun(t *testing.T, entry contest.Entry) {
	s := newSubject(t, entry)
	if entry.Can.Has(contest.SubmitBeforeRun) {
		for range waiting {
			s.mustSubmit(func() { t.Error("a task ran after Close") })
		}
	}
	if err := s.loop.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
	if got := s.checkCounts(); got.Discarded != s.accepted.Load() {
		t.Errorf("%+v, want %d discarded", got, s.accepted.Load())
	}
	s.run(context.Background())
	s.joinLate()
}

func testCloseInside(t *testing.T, entry contest.Entry) {
	s := startSubject(t, entry)
	release := s.block()
	s.mustSubmit(func() {
		if err := s.loop.Close(); err != nil {
			t.Errorf("Close inside a task: %v", err)
		}
	})
	for range waiting {
		s.mustSubmit(func() { t.Error("a task ran after Close") })
	}
	release()
	s.join(nil)
	if got := s.checkCounts(); got.Discarded != waiting {
		t.Errorf("%+v, want %d discarded", got, waiting)
	}
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
	for range waiting {
		s.mustSubmit(func() {})
	}
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
		for range waiting {
			s.mustSubmit(func() {})
		}
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(errWhy)
	s.run(ctx)
	s.join(wantCause(entry))
	if got := s.checkCounts(); got.Executed != 0 && !lenient(entry) {
		t.Errorf("%+v, want nothing executed: the context had ended before", got)
	}
}
