package promwakeful_test

import (
	"context"
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	dto "github.com/prometheus/client_model/go"
	"go.uber.org/goleak"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/promwakeful"
	"github.com/wakeful-go/wakeful/telemetry"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// full is a snapshot in which every field has a value.
func full() telemetry.Snapshot {
	h := telemetry.Histogram{Count: 5, Sum: 3 * time.Second, Max: time.Second, Buckets: []telemetry.Bucket{{Index: -32, Count: 2}, {Index: 0, Count: 3}}}
	return telemetry.Snapshot{
		Loop: "orders", ID: 7, WatchedSince: time.Unix(1000, 0), State: telemetry.StateParked,
		Metrics: wakeful.Metrics{
			Submitted: 11, Executed: 12, Rejected: 13, Discarded: 14, Queued: 15, Microtasks: 16, TimersFired: 17, Descriptors: 18,
			Turns: 19, Parks: 20, Wakeups: 21, SpuriousWakeups: 22, Busy: time.Second, Parked: 2 * time.Second, Spinning: 3 * time.Second,
		},
		Delay: h, Durations: []telemetry.PhaseDurations{{Phase: "timers", Histogram: h}},
		Slowest: []telemetry.Callback{
			{Name: "main.slow", File: "/main.go", Max: 2 * time.Second}, {Name: "main.slow", File: "/main.go", Max: time.Second}, {Name: "bad\xff", Max: 1},
		},
		Stalls: 3, RecentStalls: []telemetry.Stall{{Callback: "main.stuck", File: "/main.go", Duration: 4 * time.Second}, {}},
		AliveCount: 5,
	}
}

// gather returns the metrics of a registry with the collector, by name.
func gather(t *testing.T, c prometheus.Collector) map[string][]*dto.Metric {
	t.Helper()
	registry := prometheus.NewPedanticRegistry()
	if err := registry.Register(c); err != nil {
		t.Fatal(err)
	}
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	if problems, err := testutil.GatherAndLint(registry); err != nil || len(problems) > 0 {
		t.Errorf("promlint: %v %v", problems, err)
	}
	metrics := map[string][]*dto.Metric{}
	for _, f := range families {
		metrics[f.GetName()] = f.GetMetric()
	}
	return metrics
}

// labels returns a metric's labels, in the order of their names.
func labels(m *dto.Metric) string {
	var parts []string
	for _, l := range m.GetLabel() {
		parts = append(parts, l.GetName()+"="+l.GetValue())
	}
	return strings.Join(parts, " ")
}

func TestCollector(t *testing.T) {
	got := gather(t, promwakeful.CollectorOf(full()))
	const loop = "id=7 loop=orders"
	for _, want := range []struct {
		name, labels string
		value        float64
	}{
		{"wakeful_loop_state", loop + " state=parked", 1},
		{"wakeful_loop_state", loop + " state=running", 0},
		{"wakeful_loop_time_seconds_total", loop + " state=busy", 1},
		{"wakeful_loop_time_seconds_total", loop + " state=parked", 2},
		{"wakeful_loop_time_seconds_total", loop + " state=spinning", 3},
		{"wakeful_loop_functions_submitted_total", loop, 11},
		{"wakeful_loop_functions_executed_total", loop, 12},
		{"wakeful_loop_functions_rejected_total", loop, 13},
		{"wakeful_loop_functions_discarded_total", loop, 14},
		{"wakeful_loop_queue_length", loop, 15},
		{"wakeful_loop_microtasks_total", loop, 16},
		{"wakeful_loop_timers_fired_total", loop, 17},
		{"wakeful_loop_descriptor_events_total", loop, 18},
		{"wakeful_loop_turns_total", loop, 19},
		{"wakeful_loop_parks_total", loop, 20},
		{"wakeful_loop_wakeups_total", loop, 21},
		{"wakeful_loop_spurious_wakeups_total", loop, 22},
		{"wakeful_loop_references", loop, 5},
		{"wakeful_loop_stalls_total", loop, 3},
		{"wakeful_loop_slowest_callback_seconds", "file=/main.go function=main.slow " + loop, 2},
		{"wakeful_loop_slowest_callback_seconds", "file= function=bad\uFFFD " + loop, 1e-9},
		{"wakeful_loop_recent_stall_seconds", "file=/main.go function=main.stuck " + loop, 4},
		{"wakeful_loop_recent_stall_seconds", "file= function=unknown " + loop, 0},
	} {
		found := false
		for _, m := range got[want.name] {
			if labels(m) == want.labels {
				found = true
				if value := m.GetCounter().GetValue() + m.GetGauge().GetValue(); value != want.value {
					t.Errorf("%s %s: %v, want %v", want.name, want.labels, value, want.value)
				}
			}
		}
		if !found {
			t.Errorf("%s has no %s: %v", want.name, want.labels, got[want.name])
		}
	}
	for name, want := range map[string]string{"wakeful_loop_delay_seconds": loop, "wakeful_loop_callback_duration_seconds": loop + " phase=timers"} {
		if len(got[name]) != 1 || labels(got[name][0]) != want {
			t.Fatalf("%s: %v", name, got[name])
		}
		h := got[name][0].GetHistogram()
		if h.GetSampleCount() != 5 || h.GetSampleSum() != 3 || h.GetSchema() != 4 || h.GetZeroCount() != 0 || h.GetCreatedTimestamp().GetSeconds() != 1000 {
			t.Errorf("%s: %v", name, h)
		}
		spans, deltas := h.GetPositiveSpan(), h.GetPositiveDelta()
		if len(spans) != 2 || spans[0].GetOffset() != -32 || spans[1].GetOffset() != 31 || len(deltas) != 2 || deltas[0] != 2 || deltas[1] != 1 {
			t.Errorf("%s: spans %v, deltas %v: want 2 in the bucket -32 and 3 in the bucket 0", name, spans, deltas)
		}
	}
}

// TestFunctionsAreBounded: only the functions with the largest values are exported.
func TestFunctionsAreBounded(t *testing.T) {
	s := full()
	s.Slowest, s.RecentStalls = nil, nil
	for i := range 40 {
		name := "f" + string(rune('A'+i))
		s.Slowest = append(s.Slowest, telemetry.Callback{Name: name, Max: time.Duration(i) * time.Second})
		s.RecentStalls = append(s.RecentStalls, telemetry.Stall{Callback: name, Duration: time.Duration(i) * time.Second})
	}
	exported := gather(t, promwakeful.CollectorOf(s))
	for _, name := range []string{"wakeful_loop_slowest_callback_seconds", "wakeful_loop_recent_stall_seconds"} {
		metrics := exported[name]
		if len(metrics) != promwakeful.MaxFunctions {
			t.Errorf("%s: %d functions, want %d", name, len(metrics), promwakeful.MaxFunctions)
		}
		for _, m := range metrics {
			if m.GetGauge().GetValue() < 30 {
				t.Errorf("%s: %v is exported, and longer ones are not", name, m)
			}
		}
	}
}

// TestLoopsOfOneName: two loops may have the same name.
func TestLoopsOfOneName(t *testing.T) {
	a, b := full(), full()
	b.ID++
	if got := gather(t, promwakeful.CollectorOf(a, b))["wakeful_loop_turns_total"]; len(got) != 2 {
		t.Errorf("%v, want both loops", got)
	}
}

// TestWatchedLoop: a loop is exported from Watch until it ends.
func TestWatchedLoop(t *testing.T) {
	loop, err := wakeful.New(wakeful.WithName("watched"))
	if err != nil {
		t.Fatal(err)
	}
	collector := promwakeful.NewCollector()
	if got := gather(t, collector); len(got) != 0 {
		t.Errorf("no loop is watched, and there are %v", got)
	}
	if _, err := telemetry.Watch(loop); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error)
	go func() { ended <- loop.Run(context.Background()) }()
	if _, err := loop.Call(t.Context(), func() (int, error) { return 0, nil }); err != nil {
		t.Fatal(err)
	}
	got := gather(t, collector)["wakeful_loop_functions_submitted_total"]
	if len(got) != 1 || !strings.HasSuffix(labels(got[0]), "loop=watched") || got[0].GetCounter().GetValue() < 1 {
		t.Errorf("%v, want the loop with a function", got)
	}
	if err := loop.Close(); err != nil {
		t.Fatal(err)
	}
	<-ended
	if got := gather(t, collector); len(got) != 0 {
		t.Errorf("the loop has ended, and there are %v", got)
	}
}

// TestHang: the histogram of the delay shows a hang while it lasts.
func TestHang(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		loop, err := wakeful.New()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := telemetry.Watch(loop); err != nil {
			t.Fatal(err)
		}
		go func() { _ = loop.Run(context.Background()) }()
		if err := loop.Submit(func() { time.Sleep(2 * time.Second) }); err != nil { //nolint:forbidigo // the bubble's clock
			t.Fatal(err)
		}
		time.Sleep(time.Second) //nolint:forbidigo // the bubble's clock
		got := gather(t, promwakeful.NewCollector())["wakeful_loop_delay_seconds"]
		// A second has 100 intervals, whose delays are 0.5 s on average.
		if h := got[0].GetHistogram(); len(got) != 1 || h.GetSampleCount() < 95 || h.GetSampleSum() < 40 {
			t.Errorf("after a second of a hang: %v", got)
		}
		if err := loop.Close(); err != nil {
			t.Fatal(err)
		}
		<-loop.Done()
	})
}

// TestDashboard: the collector exports each metric and label of the dashboard, and the dashboard
// shows all metrics but a few.
func TestDashboard(t *testing.T) {
	text, err := os.ReadFile("dashboard.json")
	if err != nil {
		t.Fatal(err)
	}
	var dashboard struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
		Templating struct {
			List []struct{ Name, Query string }
		}
	}
	if err := json.Unmarshal(text, &dashboard); err != nil {
		t.Fatal(err)
	}
	exported := map[string]map[string]bool{}
	for name, metrics := range gather(t, promwakeful.CollectorOf(full())) {
		exported[name] = map[string]bool{}
		for _, m := range metrics {
			for _, l := range m.GetLabel() {
				exported[name][l.GetName()] = true
			}
		}
	}
	queries := map[string]string{}
	for _, p := range dashboard.Panels {
		for _, target := range p.Targets {
			queries[target.Expr] = p.Title
		}
	}
	for _, v := range dashboard.Templating.List {
		queries[v.Query] = "the variable " + v.Name
	}
	if len(queries) < 10 {
		t.Fatalf("%d queries: this test looks in the wrong place", len(queries))
	}
	shown := map[string]bool{}
	for query, where := range queries {
		names := regexp.MustCompile(`\bwakeful_\w+`).FindAllString(query, -1)
		known := map[string]bool{"instance": true, "job": true} // Prometheus adds these
		for _, name := range names {
			shown[name] = true
			if exported[name] == nil {
				t.Errorf("%s: %s is no metric of the collector", where, name)
			}
			for label := range exported[name] {
				known[label] = true
			}
		}
		for _, used := range regexp.MustCompile(`(?:\bby|\bwithout) *\(([^)]*)\)`).FindAllStringSubmatch(query, -1) {
			for label := range strings.SplitSeq(used[1], ",") {
				if !known[strings.TrimSpace(label)] {
					t.Errorf("%s: %s has no label %s", where, names, label)
				}
			}
		}
		for _, used := range regexp.MustCompile(`(\w+) *(?:=~|!~|!=|=) *"`).FindAllStringSubmatch(query, -1) {
			if !known[used[1]] {
				t.Errorf("%s: %s has no label %s", where, names, used[1])
			}
		}
	}
	for name := range exported {
		if !shown[name] {
			t.Errorf("the dashboard does not show %s", name)
		}
	}
}
