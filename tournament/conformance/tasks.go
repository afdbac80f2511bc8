package conformance

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

// This file owns the tests of submitting and running while the loop lives.

// testOrder: each goroutine's tasks run in its order, one at a time.
func testOrder(t *testing.T, entry contest.Entry) {
	each := size(50_000)
	s := startSubject(t, entry)
	ran, submitted := s.submitInOrder(4, each)
	<-submitted
	s.shutdown()
	for p, n := range ran {
		if n != each {
			t.Errorf("producer %d: the last task to run was %d of %d", p, n, each)
		}
	}
}

// submitInOrder starts producers, each of which submits so many tasks, and checks that the tasks of
// each run in its order. It returns how many of each producer have run, which only the loop's
// goroutine may use until the end, as the race detector checks, and a channel that is closed when all
// are submitted.
func (s *subject) submitInOrder(producers, each int) (ran []int, submitted chan struct{}) {
	ran = make([]int, producers)
	done := make(chan struct{})
	var all sync.WaitGroup
	for p := range producers {
		all.Go(func() {
			for i := range each {
				s.submitUntilAccepted(func() {
					if ran[p] != i {
						s.t.Errorf("producer %d: task %d ran when %d was due", p, i, ran[p])
					}
					ran[p] = i + 1
				})
			}
		})
	}
	go func() {
		all.Wait()
		close(done)
	}()
	return ran, done
}

// testLoad: producers of different rates, and a shutdown in the middle.
func testLoad(t *testing.T, entry contest.Entry) {
	each := size(40_000)
	s := startSubject(t, entry)
	var all, half sync.WaitGroup
	for p := range 8 {
		half.Add(1)
		all.Go(func() {
			for i := range each {
				if i == each/2 {
					half.Done()
				}
				_ = s.submit(func() {})
				if i%(p*p*p+1) == 0 {
					runtime.Gosched()
				}
			}
		})
	}
	half.Wait()
	s.expect("Shutdown", s.loop.Shutdown(context.Background()), nil)
	all.Wait()
	s.join(nil)
	s.checkDiscarded(0)
}

// testBurst: more tasks than any queue was made for, as fast as one goroutine can.
func testBurst(t *testing.T, entry contest.Entry) {
	s := startSubject(t, entry)
	for range size(1_000_000) {
		s.submitUntilAccepted(func() {})
	}
	s.shutdown()
}

// testInside: tasks submit tasks, each chain to its end.
func testInside(t *testing.T, entry contest.Entry) {
	s := startSubject(t, entry)
	length := size(20_000)
	var all sync.WaitGroup
	for range 3 {
		all.Add(1)
		var step func(left int)
		step = func(left int) {
			if left == 0 {
				all.Done()
				return
			}
			s.mustSubmit(func() { step(left - 1) })
		}
		s.mustSubmit(func() { step(length) })
	}
	all.Wait()
	s.shutdown()
}

// testWakeUp: a loop that has gone to sleep, or is about to, is woken each time.
// A lost wake-up hangs the test.
func testWakeUp(t *testing.T, entry contest.Entry) {
	s := startSubject(t, entry)
	done := make(chan struct{}, 1)
	for i := range size(2_000) {
		s.mustSubmit(func() { done <- struct{}{} })
		<-done
		// The loop is now somewhere on its way to sleep; meet it at
		// different places of that way.
		for range i % 50 {
			runtime.Gosched()
		}
	}
	if runtime.GOMAXPROCS(0) > 1 {
		meetOnTheWay(s)
	}
	// Two at once: both find the loop asleep.
	var all sync.WaitGroup
	for range 2 {
		all.Go(func() {
			mine := make(chan struct{}, 1)
			for range size(2_000) {
				s.mustSubmit(func() { mine <- struct{}{} })
				<-mine
			}
		})
	}
	all.Wait()
	s.shutdown()
}

// meetOnTheWay waits without sleeping, so that the next task comes within
// nanoseconds of the last: from before the loop's decision to sleep until after.
func meetOnTheWay(s *subject) {
	var ran atomic.Int64
	for i := range max(size(20_000), 10_000) {
		s.mustSubmit(func() { ran.Add(1) })
		for spins := 0; ran.Load() <= int64(i); spins++ {
			if spins > 1_000 {
				runtime.Gosched()
			}
		}
		for delay := i % 256; delay > 0; delay-- {
			ran.Load()
		}
	}
}

// testPriority: the priority queue runs ahead of what waits, whatever the budget.
func testPriority(t *testing.T, entry contest.Entry) {
	s := startSubject(t, entry)
	if !entry.Can.Has(contest.PriorityLane) {
		s.expect("SubmitPriority", s.loop.SubmitPriority(func() {}), contest.ErrUnsupported)
		_ = s.loop.Close()
		s.join(nil)
		return
	}
	const outer, inner = 10, 5_000
	release := s.block()
	var ranOuter, ranInner int
	for range outer {
		s.mustSubmit(func() {
			if ranInner != inner {
				t.Errorf("a task of Submit ran ahead of %d priority tasks", inner-ranInner)
			}
			ranOuter++
		})
	}
	for i := range inner {
		err := s.submitInternal(func() {
			if ranInner != i {
				t.Errorf("priority task %d ran when %d was due", i, ranInner)
			}
			ranInner++
		})
		if err != nil {
			t.Fatalf("SubmitPriority: %v", err)
		}
	}
	release()
	s.shutdown()
	if ranOuter != outer || ranInner != inner {
		t.Errorf("%d of %d tasks and %d of %d priority tasks ran", ranOuter, outer, ranInner, inner)
	}
	s.expect("SubmitPriority after the end", s.submitInternal(func() {}), contest.ErrClosed)
}

// testRoom: where the bound is, that it is an error at once, and that nothing
// accepted is lost.
func testRoom(t *testing.T, entry contest.Entry) {
	if entry.Bound == 0 {
		testNoBound(t, entry)
		return
	}
	t.Run("stopped", func(t *testing.T) {
		s := newSubject(t, entry)
		for i := range entry.Bound {
			if err := s.submit(func() {}); err != nil {
				t.Fatalf("task %d of %d: Submit: %v", i, entry.Bound, err)
			}
		}
		s.expect("Submit to a full loop", s.submit(func() {}), contest.ErrFull)
		s.run(context.Background())
		s.shutdown()
	})
	t.Run("running", func(t *testing.T) {
		s := startSubject(t, entry)
		release := s.block()
		// The first of the tasks behind the blocking one: when it runs, its
		// slot is free, unless the loop had taken it over before.
		freed := make(chan error, 1)
		s.mustSubmit(func() { freed <- s.submit(func() {}) })
		// A loop that takes tasks over while it is blocked makes room for
		// some more than Bound.
		n := 1
		for ; s.submit(func() {}) == nil; n++ {
			if n > 2*entry.Bound {
				t.Fatalf("%d tasks were accepted, the bound is %d", n, entry.Bound)
			}
		}
		if n < entry.Bound {
			t.Errorf("%d tasks filled the loop, the bound is %d", n, entry.Bound)
		}
		release()
		if err := <-freed; err != nil && n == entry.Bound {
			t.Errorf("Submit with a free slot: %v", err)
		}
		s.shutdown()
	})
	t.Run("contended", func(t *testing.T) {
		s := startSubject(t, entry)
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				for range size(4 * entry.Bound) {
					s.submitUntilAccepted(func() {})
				}
			})
		}
		all.Wait()
		s.shutdown()
	})
}

// testNoBound: a blocked loop accepts more than any bounded design would, up to
// where the entry says that Submit blocks.
func testNoBound(t *testing.T, entry contest.Entry) {
	n := 70_000
	if entry.Blocks > 0 {
		n = entry.Blocks
	}
	s := startSubject(t, entry)
	release := s.block()
	for range n {
		s.mustSubmit(func() {})
	}
	release()
	s.shutdown()
}

// testBeforeRun: what is submitted before Run is accepted and runs, in order.
// Without the capability it may be refused, but not lost.
func testBeforeRun(t *testing.T, entry contest.Entry) {
	s := newSubject(t, entry)
	ran := 0
	for i := range 300 {
		err := s.submit(func() {
			if ran != i {
				t.Errorf("task %d ran when %d was due", i, ran)
			}
			ran++
		})
		if err != nil {
			if entry.Can.Has(contest.SubmitBeforeRun) {
				t.Fatalf("Submit before Run: %v", err)
			}
			break
		}
	}
	s.run(context.Background())
	s.shutdown()
}

// testControl: a control's token comes back, and Close ends the other goroutine,
// which the caller's leak check sees.
func testControl(t *testing.T, entry contest.Entry) {
	watch(t)
	if !entry.Can.Has(contest.RoundTrips) {
		t.Fatal("the entry neither loops nor makes round trips")
	}
	control, err := entry.NewControl()
	if err != nil {
		t.Fatalf("NewControl: %v", err)
	}
	for range size(1_000) {
		control.RoundTrip()
	}
	control.Close()
}
