package telemetry_test

import (
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/telemetry"
)

// collected holds the reported stalls.
type collected struct {
	mu     sync.Mutex
	stalls []telemetry.Stall
}

func (c *collected) report(s telemetry.Stall) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stalls = append(c.stalls, s)
}

func (c *collected) all() []telemetry.Stall {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.stalls
}

func loadPrices() { time.Sleep(300 * time.Millisecond) }

func TestAStallIsReportedOnceWithItsName(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var c collected
		l := unrun(t, wakeful.WithName("orders"))
		w := watch(t, l, telemetry.WithStallLimit(100*time.Millisecond, c.report), telemetry.WithLogger(nil))
		launch(t, l)
		check(t, l.Submit(loadPrices))
		time.Sleep(time.Second)
		stalls := c.all()
		if len(stalls) != 1 {
			t.Fatalf("%d stalls: %+v", len(stalls), stalls)
		}
		s := stalls[0]
		if !strings.HasSuffix(s.Callback, "telemetry_test.loadPrices") || s.Loop != "orders" || s.State != "sleep" ||
			!strings.HasSuffix(s.File, "stalls_sync_test.go") || s.Line == 0 || !s.SameStack || s.Reports != 1 ||
			!strings.Contains(s.Stack, "time.Sleep") {
			t.Errorf("reported %+v", s)
		}
		if s.Duration < 100*time.Millisecond || s.Duration > 115*time.Millisecond {
			t.Errorf("reported after %v", s.Duration)
		}
		after := w.Snapshot()
		if after.Stalls != 1 || len(after.RecentStalls) != 1 || !after.RecentStalls[0].Ended ||
			after.RecentStalls[0].Duration < 287*time.Millisecond || after.RecentStalls[0].Duration > 300*time.Millisecond {
			t.Errorf("the snapshot has %+v", after.RecentStalls)
		}
	})
}

// stallers make callbacks with different names that take their time in different ways.
var stallers = []func(time.Duration) (name string, callback func()){
	stallInQuery, stallInWait, stallInLock,
	func(d time.Duration) (string, func()) {
		return "load prices", telemetry.Named("load prices", func() { time.Sleep(d) })
	},
}

func stallInQuery(d time.Duration) (string, func()) {
	return "telemetry_test.stallInQuery.func1", func() { time.Sleep(d) }
}

func stallInWait(d time.Duration) (string, func()) {
	return "telemetry_test.stallInWait.func1", func() { <-time.After(d) }
}

func stallInLock(d time.Duration) (string, func()) {
	return "telemetry_test.stallInLock.func1", func() {
		var group sync.WaitGroup
		group.Go(func() { time.Sleep(d) })
		group.Wait()
	}
}

// Random stalls among many callbacks, under collections: each is reported once, under its name, and
// nothing else is reported. Time is fake, so the machine's speed does not matter.
// TestStallsInRealTime does the same in real time.
func TestEachOfManyStallsIsReportedOnce(t *testing.T) {
	count := 1000
	if testing.Short() {
		count = 100
	}
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	defer collectGarbage(0)() // outside of the bubble, where it does not stop fake time
	synctest.Test(t, func(t *testing.T) {
		var c collected
		l := unrun(t)
		watch(t, l, telemetry.WithStallLimit(40*time.Millisecond, c.report), telemetry.WithLogger(nil))
		launch(t, l)
		expected := plant(t, l, count, random, stallers)
		synctest.Wait()
		compare(t, c.all(), expected, nil)
	})
}

// planted is a stall that the test has caused.
type planted struct {
	name         string
	began, ended time.Time // written by the loop
}

// plant submits stalls among a thousand times as many callbacks, and returns the planted stalls
// when all have run.
func plant(t *testing.T, l *wakeful.Loop, count int, random *rand.Rand, stallers []func(time.Duration) (string, func())) []planted {
	t.Helper()
	stalls := make([]planted, count)
	nothing := func() {}
	for i := range stalls {
		for range 1000 {
			check(t, l.Submit(nothing))
		}
		took := 50*time.Millisecond + time.Duration(random.Int64N(int64(950*time.Millisecond)))
		name, callback := stallers[random.IntN(len(stallers))](took)
		stalls[i].name = name
		// Submitted one after the other, so that the callback is the function that the loop calls.
		check(t, l.Submit(func() { stalls[i].began = time.Now() }))
		check(t, l.Submit(callback))
		check(t, l.Submit(func() { stalls[i].ended = time.Now() }))
		if random.IntN(2) == 0 { // otherwise the next stall follows at once
			on(t, l, nothing)
		}
	}
	on(t, l, nothing)
	return stalls
}

// collectGarbage forces collections, a pause after each, until it is stopped.
func collectGarbage(pause time.Duration) (stop func()) {
	var ended atomic.Bool
	done := make(chan struct{})
	go func() {
		defer close(done)
		for !ended.Load() {
			runtime.GC()
			time.Sleep(pause)
		}
	}()
	return func() {
		ended.Store(true)
		<-done
	}
}

// compare compares the reported stalls with the planted ones: each is reported once, under its
// name, and nothing else is. A stall for which mayMiss returns true may be missing.
func compare(t *testing.T, got []telemetry.Stall, want []planted, mayMiss func(planted) bool) {
	t.Helper()
	missing := 0
	for i, p := range want {
		var reports []telemetry.Stall
		for _, s := range got {
			// The loop is asked at Since, which may be a moment before the callback begins.
			if mine := s.Since.Before(p.ended) && (i == 0 || !s.Since.Before(want[i-1].ended)); mine {
				reports = append(reports, s)
			}
		}
		if len(reports) == 0 && mayMiss != nil && mayMiss(p) {
			missing++
			continue
		}
		if len(reports) != 1 || !strings.HasSuffix(reports[0].Callback, p.name) {
			t.Errorf("stall %d of %s, from %v on for %v, was reported %d times:", i, p.name, p.began, p.ended.Sub(p.began), len(reports))
			for _, s := range reports {
				t.Logf("%s since %v for %v in state %s\n%s", s.Callback, s.Since, s.Duration, s.State, s.Stack)
			}
		}
	}
	if len(got) != len(want)-missing {
		t.Errorf("%d stalls were reported, %d were planted", len(got), len(want))
	}
}
