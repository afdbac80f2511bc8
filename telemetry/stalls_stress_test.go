package telemetry_test

import (
	"context"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/telemetry"
)

// realLimit is the limit for stalls in real time.
const realLimit = 40 * time.Millisecond

// burn computes for d at least, and until the process has used twice the limit of processor time.
// Whether a callback computes or is starved is an estimate that may be too low by half, and others
// may have the processors.
func burn(d time.Duration) (string, func()) {
	return "telemetry_test.burn.func1", func() {
		for began, used := time.Now(), telemetry.ProcessTime(); time.Since(began) < d || telemetry.ProcessTime() < used+2*realLimit; {
		}
	}
}

// gaps are the times for which a goroutine that sleeps for a millisecond at a time has not run.
// They say whether the watchdog could have run while a stall was missed.
type gaps struct {
	mu  sync.Mutex
	all []gap
}

type gap struct{ began, ended time.Time }

// record begins to record gaps of 2 ms and more, until stop is called.
func (g *gaps) record() (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		for before := time.Now(); ctx.Err() == nil; {
			time.Sleep(time.Millisecond)
			now := time.Now()
			if now.Sub(before) > 2*time.Millisecond {
				g.mu.Lock()
				g.all = append(g.all, gap{before, now})
				g.mu.Unlock()
			}
			before = now
		}
	}()
	return func() {
		cancel()
		<-done
	}
}

// within returns for how long the goroutine has not run during a stall.
func (g *gaps) within(p planted) (sum time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, gap := range g.all {
		began, ended := gap.began, gap.ended
		if began.Before(p.began) {
			began = p.began
		}
		if ended.After(p.ended) {
			ended = p.ended
		}
		sum += max(0, ended.Sub(began))
	}
	return sum
}

// TestStallsInRealTime is TestEachOfManyStallsIsReportedOnce with the machine's clock, scheduler
// and collector, and with callbacks that compute. WAKEFUL_STALLS=1000 sets the number of stalls,
// which take half a second each. The watchdog must not be starved for longer than a stall.
func TestStallsInRealTime(t *testing.T) {
	count, err := strconv.Atoi(os.Getenv("WAKEFUL_STALLS"))
	if err != nil {
		t.Skip("NOT RUN: it takes a processor that is not starved; WAKEFUL_STALLS=1000 asks for so many stalls")
	}
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	defer collectGarbage(100 * time.Millisecond)()
	var c collected
	l := unrun(t)
	report := func(s telemetry.Stall) {
		if s.Reports == 1 { // a callback that has to wait for its processor time may be reported again
			c.report(s)
		}
	}
	var gaps gaps
	defer gaps.record()()
	watch(t, l, telemetry.WithStallLimit(realLimit, report), telemetry.WithLogger(nil))
	launch(t, l)
	expected := plant(t, l, count, rand.New(rand.NewPCG(seed, 0)), append(stallers, burn))
	for range 1000 {
		if len(c.all()) >= len(expected) {
			break
		}
		time.Sleep(time.Millisecond) // reports are delivered on a separate goroutine
	}
	// By design, time in which the watchdog did not run does not count.
	compare(t, c.all(), expected, func(p planted) bool {
		starved := gaps.within(p)
		excused := p.ended.Sub(p.began)-starved < realLimit+realLimit/4
		if excused {
			t.Logf("a stall of %v may be missed: for %v of it, a goroutine that wanted to run did not", p.ended.Sub(p.began), starved)
		}
		return excused
	})
	t.Logf("%d stalls were planted, %d reported", len(expected), len(c.all()))
}

// In each period of TestNoStallIsInvented, the loop and the goroutines beside it compute for busy
// and then rest, so that the test leaves half of a processor to others. Within a burst they compete
// without a pause.
const (
	period = 5 * time.Second
	busy   = 2 * time.Second
)

// rest returns how long to rest until the next burst, 0 during a burst.
func rest(began time.Time) time.Duration {
	if since := time.Since(began) % period; since >= busy {
		return period - since
	}
	return 0
}

// TestNoStallIsInvented runs a loop with short callbacks on one processor, among goroutines that
// compute, under forced collections. WAKEFUL_NO_STALLS=60m sets the duration. Whoever runs it adds
// load from outside of the process.
func TestNoStallIsInvented(t *testing.T) {
	long, err := time.ParseDuration(os.Getenv("WAKEFUL_NO_STALLS"))
	if err != nil {
		t.Skip("NOT RUN: it is about time; WAKEFUL_NO_STALLS=60m asks for so much. TestPausesAreNoStalls checks the rules")
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	ctx, stop := context.WithTimeout(t.Context(), long)
	defer stop()
	began := time.Now()
	var others sync.WaitGroup
	defer others.Wait()
	for range 3 {
		others.Go(func() {
			for ctx.Err() == nil {
				time.Sleep(rest(began))
			}
		})
	}
	others.Go(func() {
		for ctx.Err() == nil {
			runtime.GC()
			time.Sleep(rand.N(300 * time.Millisecond))
		}
	})
	var c collected
	l := unrun(t)
	w := watch(t, l, telemetry.WithStallLimit(100*time.Millisecond, c.report), telemetry.WithLogger(nil))
	launch(t, l)
	var next func()
	next = func() {
		for called := time.Now(); time.Since(called) < 100*time.Microsecond; {
		}
		if ctx.Err() != nil {
			return
		}
		if d := rest(began); d > 0 {
			_, err := l.AfterFunc(d, next)
			check(t, err)
			return
		}
		check(t, l.Submit(next))
	}
	check(t, l.Submit(next))
	for reports := time.Tick(5 * time.Minute); ctx.Err() == nil; {
		select {
		case <-reports:
		case <-ctx.Done():
		}
		s := w.Snapshot()
		t.Logf("after %v: %d callbacks; delay p50 %v p99 %v max %v; %d stalls", time.Since(began).Round(time.Second),
			s.Metrics.Executed, s.Delay.Percentile(50), s.Delay.Percentile(99), s.Delay.Max, s.Stalls)
	}
	if executed := w.Snapshot().Metrics.Executed; executed < 1000 {
		t.Errorf("%d callbacks have run: the test shows nothing", executed)
	}
	for _, stall := range c.all() {
		t.Errorf("reported at %v, after %v, in state %s: %s\n%s", stall.Since, stall.Duration, stall.State, stall.Callback, stall.Stack)
	}
}
