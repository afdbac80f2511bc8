package conformance

import (
	"runtime"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

// This file owns the tests of microtasks and timers, which an entry may have, and of what it has not.
// Descriptors are in descriptors_unix.go.

// testUnsupported: an operation that the entry does not have says so.
func testUnsupported(t *testing.T, entry contest.Entry) {
	s := startSubject(t, entry)
	if micro, ok := s.loop.(contest.Microtasker); ok && !entry.Can.Has(contest.Microtasks) {
		s.mustSubmit(func() { s.expect("QueueMicrotask", micro.QueueMicrotask(func() {}), contest.ErrUnsupported) })
	}
	if scheduler, ok := s.loop.(contest.Scheduler); ok && !entry.Can.Has(contest.Timers) {
		_, err := scheduler.After(0, func() {})
		s.expect("After", err, contest.ErrUnsupported)
	}
	if registrar, ok := s.loop.(contest.Registrar); ok && !entry.Can.Has(contest.Descriptors) {
		s.expect("RegisterReadable", registrar.RegisterReadable(0, func() {}), contest.ErrUnsupported)
		s.expect("Unregister", registrar.Unregister(0), contest.ErrUnsupported)
	}
	s.shutdown()
}

// testMicrotasks: microtasks run after their task, in order, with those that
// they queue, ahead of the next task; also when one of them ends early.
func testMicrotasks(t *testing.T, entry contest.Entry) {
	if !entry.Can.Has(contest.Microtasks) {
		return
	}
	s := startSubject(t, entry)
	micro := s.loop.(contest.Microtasker)
	queue := func(fn func()) { s.expect("QueueMicrotask", micro.QueueMicrotask(fn), nil) }
	var got []int
	note := func(i int) { got = append(got, i) }
	release := s.block()
	s.mustSubmit(func() {
		queue(func() {
			note(1)
			queue(func() { note(4) })
			panic("in a microtask")
		})
		queue(func() { note(2) })
		queue(func() {
			note(3)
			if entry.Can.Has(contest.GoexitIsolation) {
				runtime.Goexit()
			}
		})
		note(0)
		panic("in the task of microtasks")
	})
	s.mustSubmit(func() { note(5) })
	release()
	s.shutdown()
	for i, n := range got {
		if n != i || len(got) != 6 {
			t.Fatalf("ran in the order %v, want 0 to 5", got)
		}
	}

	// Nothing else is left to run, so the loop must not fall asleep over them.
	s = startSubject(t, entry)
	micro = s.loop.(contest.Microtasker)
	done := make(chan struct{})
	s.mustSubmit(func() {
		queue(func() { close(done) })
		panic("in the last task")
	})
	<-done
	// A chain, whose length no queue has to hold.
	length := size(100_000)
	end := make(chan struct{})
	var link func()
	link = func() {
		if length--; length == 0 {
			close(end)
			return
		}
		queue(link)
	}
	s.mustSubmit(link)
	<-end
	s.shutdown()
}

// testTimers: never early, in the order of the deadlines, stoppable, and able to
// wake a loop that sleeps until a later one.
func testTimers(t *testing.T, entry contest.Entry) {
	if !entry.Can.Has(contest.Timers) {
		return
	}
	s := startSubject(t, entry)
	scheduler := s.loop.(contest.Scheduler)
	after := func(d time.Duration, fn func()) func() bool {
		t.Helper()
		stop, err := scheduler.After(d, fn)
		if err != nil {
			t.Fatalf("After: %v", err)
		}
		return stop
	}
	// The loop is asleep with the last deadline when the first one comes.
	stopLast := after(time.Hour, func() { t.Error("a timer of an hour fired") })
	s.block()()
	fired := make(chan int, 8)
	began := time.Now()
	const step = 2 * time.Millisecond
	for i, d := range []time.Duration{3 * step, step, 2 * step, step} {
		after(d, func() {
			if passed := time.Since(began); passed < d {
				t.Errorf("a timer of %v fired after %v", d, passed)
			}
			fired <- i
		})
	}
	for _, want := range []int{1, 3, 2, 0} {
		if got := <-fired; got != want {
			t.Errorf("timer %d fired when %d was due", got, want)
		}
	}
	if !stopLast() {
		t.Error("stop of a pending timer reported that it was not")
	}
	if stopLast() {
		t.Error("a second stop reported that it kept the timer from starting")
	}
	// A timer that panics, one that ends its goroutine, one that follows.
	if entry.Can.Has(contest.GoexitIsolation | contest.PanicIsolation) {
		after(0, func() { panic("in a timer") })
		after(0, runtime.Goexit)
	}
	after(-time.Second, func() { fired <- 9 })
	if got := <-fired; got != 9 {
		t.Errorf("timer %d fired when the one without delay was due", got)
	}
	// A timer that re-arms itself without delay does not starve tasks.
	var again func()
	stopped := false
	again = func() {
		if !stopped {
			_, _ = scheduler.After(0, again)
		}
	}
	after(0, again)
	for range 100 {
		s.mustSubmit(func() {})
	}
	idle := make(chan struct{})
	s.mustSubmit(func() {
		stopped = true
		close(idle)
	})
	<-idle
	// A pending timer does not keep the loop from ending, nor fires afterwards.
	stop := after(time.Hour, func() { t.Error("a timer of an hour fired") })
	s.shutdown()
	if stop() {
		t.Error("stop after the end reported that the timer was pending")
	}
	_, err := scheduler.After(0, func() {})
	s.expect("After after the end", err, contest.ErrClosed)
}
