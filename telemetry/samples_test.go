package telemetry_test

import (
	"context"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/telemetry"
)

func slowCallback() { time.Sleep(7 * ms) }
func slowTimer()    { time.Sleep(6 * ms) }
func slowTick()     { time.Sleep(5 * ms) }
func slowLate()     { time.Sleep(4 * ms) }
func slowClose()    { time.Sleep(3 * ms) }
func slowPriority() { time.Sleep(2 * ms) }
func slowMessage(int) {
	time.Sleep(8 * ms)
}

// Each phase has its histogram, and the slowest callbacks are named, however they were submitted.
func TestCallbacksAreTimedInEveryPhase(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := unrun(t)
		w := watch(t, l, telemetry.WithSampling(1))
		launch(t, l)
		check(t, l.Submit(slowCallback))
		check(t, l.SubmitPriority(slowPriority))
		_, err := l.AfterFunc(0, slowTimer)
		check(t, err)
		check(t, l.SubmitBatch([]func(){slowCallback, telemetry.Named("load prices", func() { time.Sleep(9 * ms) })}))
		m, err := wakeful.NewMailbox(l, slowMessage)
		check(t, err)
		check(t, m.Send(1))
		check(t, l.RunBlocking(context.Background(), func(context.Context) (int, error) { return 1, nil }, func(int, error) { time.Sleep(10 * ms) }))
		on(t, l, func() {
			check(t, l.QueueMicrotask(slowTick))
			check(t, l.AfterSubmitted(slowLate))
			check(t, l.AtTurnEnd(slowClose))
		})
		time.Sleep(time.Second)
		s := w.Snapshot()
		counts := map[string]uint64{}
		for _, d := range s.Durations {
			counts[d.Phase] = d.Count
		}
		for phase, want := range map[string]uint64{"submitted": 6, "priority": 1, "timers": 1, "microtasks": 1, "after submitted": 1, "turn end": 1} {
			if counts[phase] != want {
				t.Errorf("%d samples of %s, want %d", counts[phase], phase, want)
			}
		}
		slowest := map[string]time.Duration{}
		phases := map[string]string{}
		for _, c := range s.Slowest {
			name := c.Name[strings.LastIndexByte(c.Name, '/')+1:]
			slowest[name], phases[name] = c.Max, c.Phase
			if c.Name != "load prices" && (c.File == "" || c.Line == 0) {
				t.Errorf("%s is nowhere", c.Name)
			}
		}
		for name, want := range map[string]time.Duration{
			"telemetry_test.slowCallback": 7 * ms, "telemetry_test.slowTimer": 6 * ms, "telemetry_test.slowTick": 5 * ms,
			"telemetry_test.slowLate": 4 * ms, "telemetry_test.slowClose": 3 * ms, "telemetry_test.slowPriority": 2 * ms,
			"telemetry_test.slowMessage": 8 * ms, "load prices": 9 * ms,
			"telemetry_test.TestCallbacksAreTimedInEveryPhase.func1.3": 10 * ms,
		} {
			if got := slowest[name]; got != want {
				t.Errorf("%s took %v, want %v; the slowest are %v", name, got, want, slowest)
			}
		}
		for name, want := range map[string]string{
			"slowCallback": "submitted", "slowPriority": "priority", "slowTimer": "timers", "slowTick": "microtasks", "slowLate": "after submitted", "slowClose": "turn end",
		} {
			if got := phases["telemetry_test."+name]; got != want {
				t.Errorf("%s ran in the phase %q, want %q", name, got, want)
			}
		}
		if s.Slowest[0].Max != 10*ms {
			t.Errorf("the slowest took %v", s.Slowest[0].Max)
		}
	})
}

// One in n callbacks is timed, whatever the pattern. Here every other callback is slow, and the
// lengths of turns vary.
func TestOneInSixtyFourIsTimed(t *testing.T) {
	l := unrun(t)
	w := watch(t, l)
	launch(t, l)
	const n = 50_000
	slow, fast, immediates, done := func() {}, func() {}, 0, make(chan struct{})
	var again func()
	again = func() {
		if immediates++; immediates < n {
			check(t, l.AfterSubmitted(again))
			return
		}
		close(done)
	}
	for range n / 2 {
		check(t, l.Submit(slow))
		check(t, l.Submit(fast))
	}
	on(t, l, func() { check(t, l.AfterSubmitted(again)) })
	<-done
	check(t, l.Shutdown(context.Background()))
	for _, d := range w.Snapshot().Durations {
		// Some 781 of each kind. The intervals are uniform from 0 to 126, so the number of samples
		// is off by 16 or so.
		if d.Phase == "end" {
			continue
		}
		if off := math.Abs(float64(d.Count) - n/64.); off > 200 {
			t.Errorf("%d samples of %d callbacks of phase %s", d.Count, n, d.Phase)
		}
	}
}

func TestSamplingIsOff(t *testing.T) {
	l := unrun(t)
	w := watch(t, l, telemetry.WithSampling(0))
	launch(t, l)
	for range 1000 {
		on(t, l, func() {})
	}
	check(t, l.Shutdown(context.Background()))
	if s := w.Snapshot(); len(s.Durations)+len(s.Slowest) > 0 {
		t.Errorf("there are samples: %v", s.Durations)
	}
}

// A callback that panics or ends the goroutine is not timed. The next ones are timed, under their
// names.
func TestSamplesGoOnAfterAPanic(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := unrun(t, wakeful.WithPanicHandler(func(*wakeful.PanicError) {}))
		w := watch(t, l, telemetry.WithSampling(1))
		launch(t, l)
		check(t, l.Submit(telemetry.Named("it panics", func() { panic("on purpose") })))
		check(t, l.Submit(slowCallback))
		time.Sleep(time.Second)
		if s := w.Snapshot(); len(s.Slowest) != 1 || !strings.HasSuffix(s.Slowest[0].Name, "slowCallback") {
			t.Errorf("the slowest are %v", s.Slowest)
		}
	})
}

// Functions that were given the same name are one callback, however many there are, and those of
// other names keep their place.
func TestFunctionsOfOneNameAreOneCallback(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := unrun(t)
		w := watch(t, l, telemetry.WithSampling(1))
		launch(t, l)
		check(t, l.Submit(telemetry.Named("load names", func() { time.Sleep(1 * ms) })))
		const n = 300 // more than are kept
		for i := range n {
			name := string([]byte("load prices")) // not the same string, but the same text
			check(t, l.Submit(telemetry.Named(name, func() { time.Sleep(time.Duration(i+2) * ms) })))
		}
		check(t, l.Shutdown(context.Background()))
		total := time.Duration(n*(n+3)/2) * ms
		got := w.Snapshot().Slowest
		if len(got) != 2 || got[0].Name != "load prices" || got[0].Samples != n || got[0].Max != (n+1)*ms ||
			(got[0].Total-total).Abs() > ms || got[1].Name != "load names" || got[1].Samples != 1 {
			t.Errorf("the slowest are %+v", got)
		}
	})
}

func TestNothingIsAllocatedPerCallback(t *testing.T) {
	if underRace {
		t.Skip("NOT RUN: the race detector allocates; the pass without it checks this")
	}
	l := unrun(t)
	watch(t, l, telemetry.WithSampling(1), telemetry.WithStallLimit(time.Minute, nil))
	launch(t, l)
	ran := make(chan struct{}, 1)
	callback := func() { ran <- struct{}{} }
	named := telemetry.Named("named", callback)
	if testing.AllocsPerRun(100, func() { l.OnLoop() }) > 0 {
		named = callback // in plain Go, identifying goroutines allocates
	}
	one := func() {
		check(t, l.Submit(callback))
		<-ran
		check(t, l.Submit(named))
		<-ran
	}
	for range 1000 {
		one() // creates the histograms
	}
	// The monitor allocates a little in each look, but rarely compared with a thousand callbacks.
	if n := testing.AllocsPerRun(20, func() {
		for range 1000 {
			one()
		}
	}); n > 20 {
		t.Errorf("%v allocations in 2000 callbacks", n)
	}
}

// What follows a panic inside Named, or a Goexit, does not have that name: neither as a sample nor
// as a stall.
func TestANameEndsWithAPanic(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var c collected
		l := unrun(t, wakeful.WithPanicHandler(func(*wakeful.PanicError) {}))
		watch(t, l, telemetry.WithSampling(1), telemetry.WithStallLimit(100*ms, c.report), telemetry.WithLogger(nil))
		launch(t, l)
		for _, end := range []func(){func() { panic("on purpose") }, runtime.Goexit} {
			check(t, l.Submit(telemetry.Named("it ends early", func() {
				time.Sleep(200 * ms)
				end()
			})))
			check(t, l.Submit(loadPrices))
			time.Sleep(time.Second)
		}
		var got []string
		for _, s := range c.all() {
			got = append(got, s.Callback[strings.LastIndexByte(s.Callback, '/')+1:])
		}
		want := []string{"it ends early", "telemetry_test.loadPrices", "it ends early", "telemetry_test.loadPrices"}
		if !slices.Equal(got, want) {
			t.Errorf("the stalls are %q, want %q", got, want)
		}
	})
}
