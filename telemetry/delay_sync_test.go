package telemetry_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/telemetry"
)

// A loop runs callbacks one after the other. Each submits the next one when it returns. A function
// that is submitted at a random moment runs when the current callback returns. So its delay is
// distributed like the residual life in a renewal process: for intervals with the distribution F
// and the mean m, P(delay > x) is the integral of 1-F beyond x, divided by m.
func TestTheReportedDelayIsThePlantedOne(t *testing.T) {
	for _, c := range []struct {
		name string
		draw func(*rand.Rand) time.Duration
		p99  time.Duration
	}{
		// P(delay > x) = (1 - x/a)^2 for a uniform interval up to a.
		{"uniform up to 100 ms", func(r *rand.Rand) time.Duration { return time.Duration(r.Int64N(int64(100 * ms))) }, 90 * ms},
		// Always 4 ms: uniform.
		{"always 4 ms", func(*rand.Rand) time.Duration { return 4 * ms }, 3960 * time.Microsecond},
		// One in 100 callbacks takes a second, the others take 1 ms. For x above 1 ms, P(delay > x)
		// is (1-x)*0.01/0.01099, with x in seconds. The result is far off if the probes that a long
		// callback prevents are not counted.
		{"one in a hundred takes a second", func(r *rand.Rand) time.Duration {
			if r.IntN(100) == 0 {
				return time.Second
			}
			return ms
		}, time.Duration((1 - 0.01*1.099) * float64(time.Second))},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			seed := rand.Uint64()
			t.Logf("seed %d", seed)
			synctest.Test(t, func(t *testing.T) {
				random := rand.New(rand.NewPCG(seed, 0))
				l := unrun(t)
				w := watch(t, l, telemetry.WithSampling(0))
				end := time.Now().Add(20 * time.Minute)
				if testing.Short() {
					end = time.Now().Add(5 * time.Minute)
				}
				var next func()
				next = func() {
					time.Sleep(c.draw(random))
					if time.Now().Before(end) {
						check(t, l.Submit(next))
					}
				}
				check(t, l.Submit(next))
				launch(t, l)
				time.Sleep(time.Until(end) + time.Minute)
				d := w.Snapshot().Delay
				if off := math.Abs(float64(d.Percentile(99))/float64(c.p99) - 1); off > 0.05 {
					t.Errorf("p99 of %d delays is %v, planted was %v: off by %.1f %%", d.Count, d.Percentile(99), c.p99, 100*off)
				}
				t.Logf("p99 %v, planted %v, of %d", d.Percentile(99), c.p99, d.Count)
			})
		})
	}
}

// A loop that hangs shows in the figures while it hangs, in each window, and no count goes back.
func TestAHangShowsWhileItLasts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := unrun(t)
		w := watch(t, l)
		launch(t, l)
		check(t, l.Submit(func() { time.Sleep(8 * time.Second) }))
		last := w.Snapshot()
		interval := last.DelayInterval
		for range 8 {
			time.Sleep(999 * ms)
			s := w.Snapshot()
			d := s.Delay.Sub(last.Delay)
			hung := s.Time.Sub(last.WatchedSince)
			if d.Count < 95 || d.Count > 101 || d.Max < hung-4*interval || d.Percentile(1) < last.Time.Sub(last.WatchedSince)-250*ms {
				t.Errorf("after %v: %d delays from %v to %v in the last second", hung, d.Count, d.Percentile(1), d.Max)
			}
			// The exports without a library of their own show the same. A page gets an event per second.
			var all map[string]telemetry.Snapshot
			check(t, json.Unmarshal([]byte(telemetry.Expvar().String()), &all))
			if got := all[s.Loop].Delay.Max; got < hung-4*interval {
				t.Errorf("after %v: the variable has the delay %v", hung, got)
			}
			var page struct{ Delay struct{ Count, Max int64 } }
			event, err := telemetry.PageLoop(s, last)
			check(t, errors.Join(err, json.Unmarshal(event, &page)))
			if page.Delay.Count < 95 || page.Delay.Max < int64(hung-4*interval) {
				t.Errorf("after %v: the page has the delays %+v", hung, page.Delay)
			}
			last = s
		}
		time.Sleep(time.Second)
		d := w.Snapshot().Delay
		if d.Max < 8*time.Second-4*interval || d.Max > 8*time.Second || d.Mean() < 3900*ms || d.Mean() > 4100*ms {
			t.Errorf("a stall of 8 s delayed functions by %v at most and %v on average", d.Max, d.Mean())
		}
	})
}

// An idle loop is not woken, and the monitor does not run. Fake time would pass if either had a
// timer, because nothing else runs in the bubble.
func TestAnIdleLoopIsNotWoken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := unrun(t)
		w := watch(t, l, telemetry.WithStallLimit(10*ms, nil))
		launch(t, l)
		on(t, l, func() {})
		time.Sleep(time.Minute) // the monitor has found the loop parked
		before := l.Metrics()
		time.Sleep(time.Hour)
		if after := l.Metrics(); after.Wakeups != before.Wakeups || after.Turns != before.Turns {
			t.Errorf("%d wake-ups and %d turns in an idle hour", after.Wakeups-before.Wakeups, after.Turns-before.Turns)
		}
		if s := w.Snapshot(); s.State != telemetry.StateParked {
			t.Errorf("an idle loop is %s", s.State)
		}
	})
}

// Probes appear in no count, however the loop ends, with and without a queue limit.
func TestProbesAreNotCounted(t *testing.T) {
	for name, end := range map[string]func(*wakeful.Loop) error{
		"Shutdown": func(l *wakeful.Loop) error { return l.Shutdown(context.Background()) },
		"Close":    (*wakeful.Loop).Close,
	} {
		for _, options := range [][]wakeful.Option{nil, {wakeful.WithQueueLimit(10, wakeful.OverflowReject)}} {
			t.Run(name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					l := unrun(t, options...)
					w := watch(t, l)
					launch(t, l)
					const n = 50
					for range n {
						on(t, l, func() { time.Sleep(15 * ms) })
					}
					synctest.Wait() // the loop is parked, so its figures are exact
					if m := l.Metrics(); m.Submitted != n || m.Executed != n || m.Queued != 0 {
						t.Errorf("submitted %d and executed %d of %d; queued %d", m.Submitted, m.Executed, n, m.Queued)
					}
					if w.Snapshot().Delay.Count == 0 {
						t.Fatal("nothing was probed: the test shows nothing")
					}
					// A callback during which a probe is pushed that never runs.
					check(t, l.Submit(func() {
						time.Sleep(100 * ms)
						check(t, end(l))
					}))
					<-l.Done()
					m := l.Metrics()
					if m.Submitted != n+1 || m.Submitted != m.Executed+m.Rejected+m.Discarded || m.Discarded != 0 {
						t.Errorf("not conserved: %+v", m)
					}
				})
			})
		}
	}
}
