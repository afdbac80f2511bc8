package conformance

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

// This file owns the loop under test and the books that are kept beside it.

// A subject is one loop, with what the suite itself knows about its tasks. The
// books are what makes the conservation check one: a loop that forgot a task
// entirely would still balance its own counts.
type subject struct {
	t     *testing.T
	entry contest.Entry
	loop  contest.Loop

	calls, accepted atomic.Uint64 // of submit and submitInternal
	ran             atomic.Uint64 // their tasks that were started
	busy            atomic.Bool   // one of them runs

	ended    chan struct{} // closed when Run's goroutine is over
	returned bool          // Run returned at all; read after ended
	err      error         // what it returned
}

func newSubject(t *testing.T, entry contest.Entry) *subject {
	t.Helper()
	loop, err := entry.New()
	if err != nil {
		t.Fatalf("New: %v", err)
	}
	if _, ok := loop.(contest.Counter); !ok {
		t.Fatalf("%T is not a contest.Counter", loop)
	}
	return &subject{t: t, entry: entry, loop: loop, ended: make(chan struct{})}
}

// startSubject makes a loop and runs it.
func startSubject(t *testing.T, entry contest.Entry) *subject {
	t.Helper()
	s := newSubject(t, entry)
	s.run(context.Background())
	return s
}

// run calls Run on a goroutine of its own.
func (s *subject) run(ctx context.Context) {
	go func() {
		defer close(s.ended)
		s.err = s.loop.Run(ctx)
		s.returned = true
	}()
}

// submit offers a task once and keeps the books.
func (s *subject) submit(task func()) error { return s.offer("Submit", s.loop.Submit, task) }

// submitInternal is submit for the priority queue.
func (s *subject) submitInternal(task func()) error {
	return s.offer("SubmitPriority", s.loop.SubmitPriority, task)
}

func (s *subject) offer(op string, submit func(func()) error, task func()) error {
	s.calls.Add(1)
	err := submit(func() {
		s.ran.Add(1)
		if !s.busy.CompareAndSwap(false, true) {
			s.t.Error("two tasks run at once")
		}
		// A task may panic or end its goroutine.
		defer s.busy.Store(false)
		task()
	})
	switch {
	case err == nil:
		s.accepted.Add(1)
	case errors.Is(err, contest.ErrFull):
		if s.entry.Bound == 0 {
			s.t.Errorf("%s returned %v, but the entry has no bound", op, err)
		}
	case !errors.Is(err, contest.ErrClosed):
		s.t.Errorf("%s returned %v, want nil or an error of package contest", op, err)
	}
	return err
}

// submitUntilAccepted submits until there is room; nothing else may keep the task out.
func (s *subject) submitUntilAccepted(task func()) {
	err := s.submit(task)
	for errors.Is(err, contest.ErrFull) {
		runtime.Gosched()
		err = s.submit(task)
	}
	if err != nil {
		s.t.Errorf("Submit: %v", err)
	}
}

// mustSubmit submits a task that has to be accepted.
func (s *subject) mustSubmit(task func()) {
	s.t.Helper()
	if err := s.submit(task); err != nil {
		s.t.Fatalf("Submit: %v", err)
	}
}

// waiting is how many tasks wait behind a blocked one: few enough for every
// entry's queue.
const waiting = 200

// fill submits tasks that have to be accepted.
func (s *subject) fill(task func()) {
	s.t.Helper()
	for range waiting {
		s.mustSubmit(task)
	}
}

// expect checks the error of an operation.
func (s *subject) expect(operation string, err, want error) {
	s.t.Helper()
	if !errors.Is(err, want) {
		s.t.Errorf("%s returned %v, want %v", operation, err, want)
	}
}

// block submits a task that holds the loop, and waits until it does. The
// returned function lets it go.
func (s *subject) block() (release func()) {
	s.t.Helper()
	running, gate := make(chan struct{}), make(chan struct{})
	s.mustSubmit(func() {
		close(running)
		<-gate
	})
	<-running
	return func() { close(gate) }
}

// shutdown ends the loop gracefully and checks everything: Run and Shutdown
// return nil, every accepted task ran, nothing is accepted any more.
func (s *subject) shutdown() {
	s.t.Helper()
	s.expect("Shutdown", s.loop.Shutdown(context.Background()), nil)
	s.join(nil)
	s.checkDiscarded(0)
}

// join waits for Run's end and checks what it returned.
func (s *subject) join(want error) {
	s.t.Helper()
	<-s.ended
	if s.returned {
		s.expect("Run", s.err, want)
	}
}

// checkCounts compares the loop's counts with the books. The loop has ended, and no
// submit is under way.
func (s *subject) checkCounts() contest.Counts {
	s.t.Helper()
	s.expect("Submit after the end", s.submit(func() { s.t.Error("a task ran after the end") }), contest.ErrClosed)
	counts := s.loop.(contest.Counter).Counts()
	calls, accepted, ran := s.calls.Load(), s.accepted.Load(), s.ran.Load()
	switch {
	case !counts.Conserved():
		s.t.Errorf("%+v is not conserved", counts)
	case counts.Submitted != calls:
		s.t.Errorf("%+v: Submit was called %d times", counts, calls)
	case counts.Rejected != calls-accepted:
		s.t.Errorf("%+v: Submit refused %d times", counts, calls-accepted)
	case counts.Executed != ran:
		s.t.Errorf("%+v: %d tasks ran", counts, ran)
	}
	return counts
}

// checkDiscarded is checkCounts with the number of tasks that were discarded.
func (s *subject) checkDiscarded(want uint64) {
	s.t.Helper()
	if got := s.checkCounts(); got.Discarded != want {
		s.t.Errorf("%+v, want %d discarded", got, want)
	}
}
