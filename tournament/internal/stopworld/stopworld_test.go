package stopworld

import (
	"runtime"
	"sync"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// The timer is pending while the function runs, also when another call ends meanwhile, and is
// stopped afterwards.
func TestATimerIsPendingMeanwhile(t *testing.T) {
	armed := func() bool {
		pending.Lock()
		defer pending.Unlock()
		if !pending.timer.Stop() {
			return false
		}
		pending.timer.Reset(limit)
		return true
	}
	within := func(where string) {
		// It may just have been due. Its function then sets it again.
		for !armed() {
			if pending.timer == nil {
				t.Fatalf("no timer %s", where)
			}
			runtime.Gosched()
		}
	}
	Bounded(func() {
		within("in a call")
		Bounded(func() { within("in a call within a call") })
		within("after the inner call")
	})
	if pending.calls != 0 || pending.timer.Stop() {
		t.Errorf("%d calls are in progress after the last, and the timer is pending", pending.calls)
	}
}

func TestManyCallsAtOnce(t *testing.T) {
	var all sync.WaitGroup
	var ran [8]int
	for i := range ran {
		all.Go(func() {
			for range 20 {
				Bounded(func() {
					var m runtime.MemStats
					runtime.ReadMemStats(&m)
					ran[i]++
				})
			}
		})
	}
	all.Wait()
	for i, n := range ran {
		if n != 20 {
			t.Errorf("goroutine %d ran its function %d times, want 20", i, n)
		}
	}
	if pending.calls != 0 || pending.timer.Stop() {
		t.Errorf("%d calls are in progress afterwards, and the timer is pending", pending.calls)
	}
}

// Samples count allocations from one reading of the memory to the next.
func TestACallDoesNotAllocate(t *testing.T) {
	var m runtime.MemStats
	Bounded(func() {}) // makes the timer
	if n := testing.AllocsPerRun(100, func() { Bounded(func() { _ = &m }) }); n != 0 {
		t.Errorf("%v allocations in a call", n)
	}
}
