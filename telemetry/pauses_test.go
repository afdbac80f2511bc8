package telemetry_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wakeful-go/wakeful/telemetry"
)

const ms = time.Millisecond

// A callback is not blamed for time in which the monitor did not run. A suspended machine, a
// stopped process and a pause of the collector stop the monitor too.
func TestPausesAreNoStalls(t *testing.T) {
	for _, c := range []struct {
		name    string
		looks   []time.Duration // from one look to the next
		ranFor  time.Duration
		reports int
	}{
		{"on time", []time.Duration{10 * ms, 10 * ms, 10 * ms, 10 * ms, 10 * ms, 10 * ms, 10 * ms, 10 * ms}, 80 * ms, 1},
		{"a little late", []time.Duration{25 * ms, 25 * ms, 25 * ms, 25 * ms}, 100 * ms, 1},
		{"suspended", []time.Duration{10 * ms, time.Hour, 10 * ms}, 50 * ms, 0},
		{"suspended twice", []time.Duration{time.Minute, 10 * ms, time.Minute}, 70 * ms, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var all collected
				l := unrun(t)
				w, look := telemetry.Unmonitored(l, 80*ms, all.report)
				launch(t, l)
				on(t, l, func() {}) // now the loop has noticed its observer
				release := make(chan struct{})
				check(t, l.Submit(func() { <-release }))
				synctest.Wait()
				now := time.Now()
				look(now)
				for _, d := range c.looks {
					now = now.Add(d)
					look(now)
				}
				if w.RanFor() != c.ranFor {
					t.Errorf("the callback counts as %v, want %v", w.RanFor(), c.ranFor)
				}
				synctest.Wait()
				if n := len(all.all()); n != c.reports {
					t.Errorf("%d reports, want %d", n, c.reports)
				}
				close(release)
			})
		})
	}
}

// A stall that has ended when a late monitor looks again has a name, from the stack that was taken
// at half of the limit.
func TestAStallThatEndsBeforeALateLookIsReported(t *testing.T) {
	for took, reports := range map[time.Duration]int{85 * ms: 1, 75 * ms: 0} {
		synctest.Test(t, func(t *testing.T) {
			var all collected
			l := unrun(t)
			_, look := telemetry.Unmonitored(l, 80*ms, all.report)
			launch(t, l)
			on(t, l, func() {}) // now the loop has noticed its observer
			check(t, l.Submit(func() { time.Sleep(took) }))
			synctest.Wait()
			for range 6 {
				look(time.Now())
				time.Sleep(10 * ms)
			}
			look(time.Now()) // after 60 ms: too early for the second look at the stack
			time.Sleep(40 * ms)
			look(time.Now())
			synctest.Wait()
			if got := all.all(); len(got) != reports || reports > 0 && !strings.Contains(got[0].Callback, "TestAStallThatEnds") {
				t.Errorf("%d reports after %v, want %d: %+v", len(got), took, reports, got)
			}
		})
	}
}

func TestWhatExplainsThatACallbackHasNotReturned(t *testing.T) {
	for _, c := range []struct {
		name, state string
		own         time.Duration
		want        bool
		behind      bool
		used        time.Duration
	}{
		{"it computes", "running", 100 * ms, false, false, 0},
		{"it was interrupted just now", "runnable", 100 * ms, false, false, 0},
		{"it sleeps", "sleep", 0, false, false, 0},
		{"it waits for a channel on a busy machine", "chan receive", ms, false, false, 0},
		{"it waits for the collector", "GC assist wait", 100 * ms, true, false, 0},
		{"the process or the goroutine was starved", "runnable", 30 * ms, true, false, 0},
		{"its thread lost the processor in a system call", "running in syscall", 30 * ms, true, false, 0},
		{"the kernel works for it", "running in syscall", 100 * ms, false, false, 0},
		{"it waits for a goroutine that computes", "chan receive", ms, false, true, 100 * ms},
		{"it waits for a goroutine that was starved", "sync.Mutex.Lock", ms, true, true, 30 * ms},
		{"it waits for a goroutine that sleeps", "sync.Mutex.Lock", ms, false, false, 30 * ms},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := telemetry.PauseExplains(c.state, c.behind, c.own, c.used, 90*ms); got != c.want {
				t.Errorf("pauseExplains: %v", got)
			}
		})
	}
}

func TestTheShareOfAGoroutineAmongOthers(t *testing.T) {
	for _, c := range []struct {
		runnable, processors uint64
		want                 time.Duration
	}{
		{0, 2, 60 * ms}, // the loop and the monitor each have a processor
		{1, 1, 60 * ms}, // the loop waits for the processor of the look
		{4, 1, 15 * ms},
		{2, 2, 40 * ms},
		{100, 2, 60 * ms * 2 / 101},
	} {
		if got := telemetry.Share(60*ms, c.runnable, c.processors); got != c.want {
			t.Errorf("%d runnable on %d processors: %v, want %v", c.runnable, c.processors, got, c.want)
		}
	}
}
