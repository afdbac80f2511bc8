package telemetry_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/telemetry"
)

func TestALoopHasOneWatcher(t *testing.T) {
	l := unrun(t)
	w := watch(t, l)
	if _, err := telemetry.Watch(l); !errors.Is(err, telemetry.ErrWatched) {
		t.Errorf("the second Watch returned %v", err)
	}
	if telemetry.WatcherOf(l) != w {
		t.Error("Of does not know the Watcher")
	}
	check(t, w.Close())
	check(t, w.Close())
	if telemetry.WatcherOf(l) != nil {
		t.Error("Of knows a Watcher that was closed")
	}
	again := watch(t, l)
	launch(t, l)
	on(t, l, func() {})
	if all := telemetry.Watchers(); len(all) != 1 || all[0] != again {
		t.Errorf("All returned %v", all)
	}
	check(t, l.Shutdown(context.Background()))
	if all := telemetry.Watchers(); len(all) != 0 {
		t.Errorf("All returned %v after the end", all)
	}
	if s := again.Snapshot(); s.State != telemetry.StateEnded || s.Metrics.Executed != 1 || s.AliveCount != 0 {
		t.Errorf("after the end: %+v", s)
	}
	late, err := telemetry.Watch(l)
	check(t, err)
	if s := late.Snapshot(); s.State != telemetry.StateEnded {
		t.Errorf("a loop that had ended is %s", s.State)
	}
}

func TestOptionsThatCannotBe(t *testing.T) {
	l := unrun(t)
	for name, option := range map[string]telemetry.Option{
		"zero": {}, "sampling": telemetry.WithSampling(-1), "limit": telemetry.WithStallLimit(0, nil),
		"folder": telemetry.WithTraces(filepath.Join(t.TempDir(), "missing")), "traces alone": telemetry.WithTraces(t.TempDir()),
	} {
		if _, err := telemetry.Watch(l, option); !errors.Is(err, wakeful.ErrInvalidOption) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := telemetry.Watch(nil); !errors.Is(err, wakeful.ErrInvalidOption) {
		t.Error(err)
	}
	if telemetry.Named("nothing", nil) != nil {
		t.Error("a nil function has become one")
	}
}

// A loop that is running or stuck when Watch is called is observed from then on.
func TestWatchAndCloseWhileItRuns(t *testing.T) {
	l := unrun(t)
	launch(t, l)
	for range 100 {
		w, err := telemetry.Watch(l, telemetry.WithSampling(1), telemetry.WithStallLimit(time.Second, nil))
		check(t, err)
		on(t, l, func() {})
		on(t, l, func() {})
		w.Snapshot()
		check(t, w.Close())
		on(t, l, func() {})
	}
}

func makeTimer(t *testing.T, l *wakeful.Loop) {
	timer, err := l.AfterFunc(time.Hour, slowTimer)
	check(t, err)
	t.Cleanup(func() { timer.Stop() })
	unref, err := l.AfterFunc(time.Minute, slowTimer)
	check(t, err)
	unref.Unref()
}

func TestWhatKeepsALoopAlive(t *testing.T) {
	for _, origins := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			l := unrun(t, wakeful.WithAutoExit())
			var options []telemetry.Option
			if origins {
				options = append(options, telemetry.WithOrigins())
			}
			w := watch(t, l, options...)
			makeTimer(t, l)
			k := l.KeepAlive()
			release := make(chan struct{})
			check(t, l.RunBlocking(context.Background(), func(context.Context) (int, error) { <-release; return 1, nil }, func(int, error) {}))
			s := w.Snapshot()
			if s.AliveCount != 3 || len(s.AliveEntries) != 3 || s.Origins != origins {
				t.Fatalf("kept alive by %+v", s.AliveEntries)
			}
			for i, kind := range []string{"timer", "work", "keep-alive"} {
				a := s.AliveEntries[i]
				if a.Kind != kind || a.Count != 1 {
					t.Errorf("number %d is %+v, want %s", i, a, kind)
				}
				if origins != (len(a.Origin) > 0) {
					t.Errorf("%s has the origin %v", kind, a.Origin)
				}
			}
			timer := s.AliveEntries[0]
			if !strings.HasSuffix(timer.Detail, "slowTimer") || time.Until(timer.Due) != time.Hour {
				t.Errorf("the timer is %+v", timer)
			}
			if origins && !strings.HasSuffix(timer.Origin[0].Function, "makeTimer") {
				t.Errorf("the timer was made in %+v", timer.Origin)
			}
			k.Release()
			close(release)
			launch(t, l)
			time.Sleep(time.Second)
			for n := 1; n <= 3; n++ { // timers
				if s = w.Snapshot(); s.AliveCount != n || len(s.AliveEntries) != n {
					t.Errorf("%d instead of %d, kept alive by %+v", s.AliveCount, n, s.AliveEntries)
				}
				makeTimer(t, l)
			}
		})
	}
}

func TestExpvarIsJSON(t *testing.T) {
	l := unrun(t, wakeful.WithName("orders"))
	watch(t, l)
	var all map[string]telemetry.Snapshot
	check(t, json.Unmarshal([]byte(telemetry.Expvar().String()), &all))
	if s := all["orders"]; s.Loop != "orders" || s.State != telemetry.StateNew {
		t.Errorf("the variable is %v", all)
	}
}

// A long turn of short callbacks is not a stall.
func TestALongTurnIsNoStall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var c collected
		l := unrun(t)
		watch(t, l, telemetry.WithStallLimit(50*ms, c.report))
		for range 1000 {
			check(t, l.Submit(func() { time.Sleep(10 * ms) }))
			check(t, l.Submit(func() {
				check(t, l.QueueMicrotask(func() { time.Sleep(10 * ms) }))
				check(t, l.QueueMicrotask(func() { time.Sleep(10 * ms) }))
			}))
		}
		launch(t, l)
		on(t, l, func() {})
		if all := c.all(); len(all) > 0 {
			t.Errorf("%d stalls: %s\n%s", len(all), all[0].Callback, all[0].Stack)
		}
	})
}

// A callback that does not return is reported again at growing intervals.
func TestACallbackThatNeverReturns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var c collected
		l := unrun(t)
		w := watch(t, l, telemetry.WithStallLimit(100*ms, c.report), telemetry.WithLogger(nil))
		launch(t, l)
		release := make(chan struct{})
		check(t, l.Submit(func() { <-release }))
		time.Sleep(time.Minute)
		all := c.all()
		if len(all) != 6 { // after 0.1, 3.2, 6.4, 12.8, 25.6 and 51.2 seconds
			t.Fatalf("%d reports", len(all))
		}
		for i, s := range all {
			want := 100 * ms
			if i > 0 {
				want = 3200 * ms << (i - 1)
			}
			if s.Reports != i+1 || s.Duration < want || s.Duration > want+15*ms || s.Ended {
				t.Errorf("report %d is number %d, after %v", i, s.Reports, s.Duration)
			}
		}
		if s := w.Snapshot(); s.Stalls != 1 || s.RecentStalls[0].Ended {
			t.Errorf("the snapshot has %d stalls", s.Stalls)
		}
		close(release)
	})
}

// The report function of one loop may be slow, and may panic.
func TestAReportThatPanics(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log strings.Builder
		l := unrun(t)
		watch(t, l, telemetry.WithStallLimit(10*ms, func(telemetry.Stall) { panic("on purpose") }),
			telemetry.WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
		launch(t, l)
		check(t, l.Submit(slowCallback))
		on(t, l, func() { time.Sleep(100 * ms) })
		time.Sleep(time.Second)
		synctest.Wait()
		if !strings.Contains(log.String(), "a callback blocks the loop") || !strings.Contains(log.String(), "on purpose") {
			t.Errorf("the log is %s", log.String())
		}
	})
}

// logText is a log that is read while it is written.
type logText struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *logText) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *logText) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// A message has the counts since the last one. There is at most one in ten seconds.
func TestDropsAreLogged(t *testing.T) {
	for _, c := range []struct {
		overflow wakeful.OverflowPolicy
		want     []string
	}{
		{wakeful.OverflowDropOldest, []string{"loop=orders refused=0 dropped=4 queued=2", "loop=orders refused=0 dropped=6 queued=2"}},
		{wakeful.OverflowReject, []string{"loop=orders refused=4 dropped=0 queued=2", "loop=orders refused=6 dropped=0 queued=2"}},
	} {
		synctest.Test(t, func(t *testing.T) {
			var log logText
			l := unrun(t, wakeful.WithName("orders"), wakeful.WithQueueLimit(1, c.overflow))
			watch(t, l, telemetry.WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
			launch(t, l)
			release := make(chan struct{})
			check(t, l.Submit(func() { <-release }))
			synctest.Wait()
			submit := func(n int) {
				for range n {
					_ = l.Submit(func() {})
				}
			}
			messages := func() []string {
				synctest.Wait()
				var all []string
				for line := range strings.Lines(log.String()) {
					if _, counts, ok := strings.Cut(line, `functions" `); ok {
						all = append(all, strings.TrimSpace(counts))
					}
				}
				return all
			}
			submit(5)
			time.Sleep(2 * time.Second)
			if got := messages(); !slices.Equal(got, c.want[:1]) {
				t.Errorf("after 2 s the log has %q", got)
			}
			submit(6)
			time.Sleep(7 * time.Second)
			if got := messages(); len(got) != 1 {
				t.Errorf("after 9 s the log has %q", got)
			}
			time.Sleep(4 * time.Second)
			close(release)
			time.Sleep(time.Minute)
			if got := messages(); !slices.Equal(got, c.want) {
				t.Errorf("the log has %q, want %q", got, c.want)
			}
		})
	}
}

// A loop that parks after each burst is no exception, and its last drops are logged while it is parked.
func TestDropsOfALoopThatParksAreLogged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log logText
		l := unrun(t, wakeful.WithQueueLimit(1, wakeful.OverflowReject))
		watch(t, l, telemetry.WithLogger(slog.New(slog.NewJSONHandler(&log, nil))))
		launch(t, l)
		for range 50 {
			release := make(chan struct{})
			check(t, l.Submit(func() { <-release }))
			synctest.Wait()
			for range 3 {
				_ = l.Submit(func() {})
			}
			close(release)
			time.Sleep(100 * ms) // in fake time: the loop parks
		}
		time.Sleep(time.Minute) // in fake time: the last message becomes due
		synctest.Wait()
		var last time.Time
		messages, refused := 0, 0
		for line := range strings.Lines(log.String()) {
			var message struct {
				Time    time.Time
				Refused int
			}
			check(t, json.Unmarshal([]byte(line), &message))
			if since := message.Time.Sub(last); since < 10*time.Second {
				t.Errorf("a message comes %v after another one", since)
			}
			last = message.Time
			messages, refused = messages+1, refused+message.Refused
		}
		if messages != 2 || refused != 100 {
			t.Errorf("%d messages say that %d functions were refused, want 2 and 100: %s", messages, refused, log.String())
		}
	})
}

func TestATraceIsWritten(t *testing.T) {
	telemetry.ForgetTraces() // of earlier runs of this test
	folder := t.TempDir()
	reported := make(chan telemetry.Stall, 1)
	l := unrun(t, wakeful.WithName("a/b"))
	watch(t, l, telemetry.WithStallLimit(10*ms, func(s telemetry.Stall) {
		select {
		case reported <- s:
		default: // it took so long to write the trace that the stall is reported again
		}
	}),
		telemetry.WithTraces(folder), telemetry.WithLogger(nil))
	launch(t, l)
	on(t, l, func() {
		s := <-reported // in real time the stall ends after its report
		if info, err := os.Stat(s.Trace); err != nil || info.Size() == 0 || filepath.Dir(s.Trace) != folder {
			t.Errorf("the trace is %q: %v", s.Trace, err)
		}
	})
}
