package telemetry_test

import (
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/telemetry"
)

// burn computes for d.
func burn(d time.Duration) (string, func()) {
	return "telemetry_test.burn.func1", func() {
		for began := time.Now(); time.Since(began) < d; {
		}
	}
}

// TestStallsInRealTime is TestEachOfManyStallsIsReportedOnce with the machine's clock, scheduler
// and collector, and with callbacks that compute. WAKEFUL_STALLS=1000 sets the number of stalls,
// which take half a second each. The machine needs an idle processor.
func TestStallsInRealTime(t *testing.T) {
	count, err := strconv.Atoi(os.Getenv("WAKEFUL_STALLS"))
	if err != nil {
		t.Skip("NOT RUN: it takes a quiet machine; WAKEFUL_STALLS=1000 asks for so many stalls")
	}
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	defer collectGarbage()()
	var c collected
	l := unrun(t)
	watch(t, l, telemetry.WithStallLimit(40*time.Millisecond, c.report), telemetry.WithLogger(nil))
	launch(t, l)
	expected := plant(t, l, count, rand.New(rand.NewPCG(seed, 0)), append(stallers, burn))
	for range 1000 {
		if len(c.all()) >= len(expected) {
			break
		}
		time.Sleep(time.Millisecond) // reports are delivered on a separate goroutine
	}
	compare(t, c.all(), expected)
}

// TestNoStallIsInvented runs a loop with short callbacks on one processor, among goroutines that
// compute, under forced collections. WAKEFUL_NO_STALLS=10m sets the duration.
func TestNoStallIsInvented(t *testing.T) {
	long, err := time.ParseDuration(os.Getenv("WAKEFUL_NO_STALLS"))
	if err != nil {
		t.Skip("NOT RUN: it is about time; WAKEFUL_NO_STALLS=10m asks for so much. TestPausesAreNoStalls checks the rules")
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	defer collectGarbage()()
	var ended atomic.Bool
	var computing sync.WaitGroup
	for range 3 {
		computing.Go(func() {
			for !ended.Load() {
			}
		})
	}
	defer computing.Wait()
	defer ended.Store(true)
	var c collected
	l := unrun(t)
	w := watch(t, l, telemetry.WithStallLimit(100*time.Millisecond, c.report), telemetry.WithLogger(nil))
	launch(t, l)
	var again func()
	again = func() {
		for began := time.Now(); time.Since(began) < 100*time.Microsecond; {
		}
		if !ended.Load() {
			check(t, l.Submit(again))
		}
	}
	check(t, l.Submit(again))
	time.Sleep(long)
	s := w.Snapshot()
	t.Logf("%d callbacks; delay p50 %v p99 %v max %v", s.Metrics.Executed, s.Delay.Percentile(50), s.Delay.Percentile(99), s.Delay.Max)
	for _, stall := range c.all() {
		t.Errorf("reported %v in state %s: %s\n%s", stall.Duration, stall.State, stall.Callback, stall.Stack)
	}
}
