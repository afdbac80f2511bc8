package wake_test

// Within a testing/synctest bubble a sleep must count as durably blocked: users
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
			if woken != i || !e.Sleeping() {
				t.Fatalf("woken %d times after %d notifications, sleeping: %v", woken, i, e.Sleeping())
			}
			e.Notify()
		}
		synctest.Wait()
		if woken != 3 || e.Sleeping() || e.Tokens() != 0 {
			t.Errorf("woken %d times, sleeping: %v, %d tokens", woken, e.Sleeping(), e.Tokens())
		}
	})
}

// TestClockWakes: fake time passes while the sleeper sleeps, and a runtime timer
// is a notifier like any other.
func TestClockWakes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e, began := newEventCount(), time.Now()
		for hours := 1; hours <= 3; hours++ {
			e.Prepare()
			time.AfterFunc(time.Hour, e.Notify)
			e.Wait()
			if slept := time.Since(began); slept != time.Duration(hours)*time.Hour {
				t.Errorf("slept until %v, want %d h", slept, hours)
			}
		}
	})
}
