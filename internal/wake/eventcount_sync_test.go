package wake_test

// Within a testing/synctest bubble a parked sleeper must count as durably blocked: users
// run their loops in fake time.

import (
	"testing"
	"testing/synctest"
	"time"
)

func TestWaitIsDurablyBlocked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := newEventCount()
		woken := 0
		go func() {
			for range 3 {
				e.Prepare()
				e.Wait()
				woken++
			}
		}()
		for i := range 3 {
			synctest.Wait() // returns once the sleeper is durably blocked
			if woken != i || !e.Announced() {
				t.Fatalf("woken %d times after %d notifications, announced: %v", woken, i, e.Announced())
			}
			e.Notify()
		}
		synctest.Wait()
		if woken != 3 || e.Announced() || e.Tokens() != 0 {
			t.Errorf("woken %d times, announced: %v, %d tokens", woken, e.Announced(), e.Tokens())
		}
	})
}

// TestClockWakes: fake time passes while the sleeper is parked, and a runtime timer
// is a notifier like any other.
func TestClockWakes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e, began := newEventCount(), time.Now()
		for hours := 1; hours <= 3; hours++ {
			e.Prepare()
			time.AfterFunc(time.Hour, e.Notify)
			e.Wait()
			if parked := time.Since(began); parked != time.Duration(hours)*time.Hour {
				t.Errorf("parked until %v, want %d h", parked, hours)
			}
		}
	})
}
