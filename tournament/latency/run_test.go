package latency

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/runner"
)

// self returns this test binary as a program that takes samples.
func self() *Program {
	return ThisProgram([]string{os.Args[0], asSample})
}

func cells(lanes ...string) []Cell {
	var all []Cell
	for _, lane := range lanes {
		all = append(all, Cell{Lane: lane, Workload: Arrival, Params: Params{Gap: time.Millisecond}})
	}
	return all
}

func options(lanes ...string) Options {
	return Options{Cells: cells(lanes...), Programs: []*Program{self()}, Mode: runner.Quick, Rounds: 2, Seed: 7}
}

func cellOf(t *testing.T, doc *result.Document, lane string) *result.Cell {
	t.Helper()
	for i := range doc.Cells {
		if doc.Cells[i].Contestant == lane {
			return &doc.Cells[i]
		}
	}
	t.Fatalf("the document has no cell of %s", lane)
	return nil
}

func TestARunTakesEverySampleOnce(t *testing.T) {
	o := options("go-channel-sleep", "wakeful-block", "go-cond-sleep", "go-pipe-sleep")
	o.Cells = append(o.Cells, Cell{Lane: "go-udp-spin", Workload: Arrival, Params: Params{Gap: time.Millisecond}, Missing: "no processor"})
	var updates []runner.Progress
	o.Progress = func(p runner.Progress) { updates = append(updates, p) }
	kept := 0
	o.Checkpoint = func(doc *result.Document) error { kept++; return doc.Validate() }
	doc, err := Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(); err != nil {
		t.Fatal(err)
	}
	for _, lane := range []string{"go-channel-sleep", "wakeful-block"} {
		if c := cellOf(t, doc, lane); len(c.Samples) != 2 || c.Failed() || c.Samples[0].Latency == nil {
			t.Errorf("%s: %+v", lane, c)
		}
	}
	if c := cellOf(t, doc, "go-cond-sleep"); len(c.Failures) != 1 || !strings.Contains(c.Failures[0].Reason, "the lane is broken") {
		t.Errorf("a lane that fails: %+v", c)
	}
	if c := cellOf(t, doc, "go-pipe-sleep"); len(c.Failures) != 1 || !strings.Contains(c.Failures[0].Reason, "cannot be read") {
		t.Errorf("a program that writes no document: %+v", c)
	}
	if c := cellOf(t, doc, "go-udp-spin"); c.Missing != "no processor" {
		t.Errorf("a lane that is missing: %+v", c)
	}
	if !doc.Complete || kept != 1 {
		t.Errorf("complete %v, %d checkpoints", doc.Complete, kept)
	}
	if last := updates[len(updates)-1]; last.Done != last.Total || last.Total != 8 || last.Cell != "" {
		t.Errorf("at the end it told %+v", last)
	}
}

func TestInterruptedRunContinues(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	o := options("go-channel-sleep", "wakeful-block")
	o.Checkpoint = func(*result.Document) error { interrupt(); return nil }
	half, err := Run(ctx, o)
	if err != nil || half.Complete || half.Validate() != nil {
		t.Fatalf("interrupted: %v, complete %v, %v", err, half.Complete, half.Validate())
	}
	slices.Reverse(half.Cells) // in an order that another program may have chosen
	o = options("go-channel-sleep", "wakeful-block")
	o.Resume = half
	whole, err := Run(t.Context(), o)
	if err != nil || !whole.Complete {
		t.Fatalf("resumed: %v, complete %v", err, whole.Complete)
	}
	if !slices.EqualFunc(whole.Contestants, half.Contestants, func(a, b result.Contestant) bool { return a.Name == b.Name }) {
		t.Errorf("the lanes were %v, and are %v", half.Contestants, whole.Contestants)
	}
	for _, lane := range []string{"go-channel-sleep", "wakeful-block"} {
		before, after := cellOf(t, half, lane), cellOf(t, whole, lane)
		if len(before.Samples) != 1 || len(after.Samples) != 2 || after.Samples[0].Value != before.Samples[0].Value {
			t.Errorf("%s had %d samples, and has %d", lane, len(before.Samples), len(after.Samples))
		}
	}
	o.Environment.Kernel = "another"
	if _, err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), "another kernel") {
		t.Errorf("resuming on another machine: %v", err)
	}
}

// The lane never answers, so the result does not depend on when the limit passes: the
// process is killed before it starts, while it starts, or while it hangs.
func TestALaneThatHangsIsEnded(t *testing.T) {
	p := self()
	p.Lanes = []result.Contestant{{Name: hangs}}
	_, _, err := p.perform(t.Context(), time.Millisecond, Order{Lane: hangs, Workload: Arrival, Gap: time.Second, Iterations: 1}, Params{}, Group{})
	var failed *runner.FailedSampleError
	if !errors.As(err, &failed) || !strings.Contains(failed.Reason, "no result after 1ms") {
		t.Errorf("the error is %v", err)
	}
}

func TestInvalidRuns(t *testing.T) {
	for want, change := range map[string]func(*Options){
		"no cell":  func(o *Options) { o.Cells = nil },
		"0 rounds": func(o *Options) { o.Rounds = 0 },
	} {
		o := options("go-channel-sleep")
		change(&o)
		if _, err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want one with %q", err, want)
		}
	}
}

// A plan has every lane at the founding gap, curves for some lanes, and more conditions for the
// loop's strategies.
func TestPlans(t *testing.T) {
	rust := &Program{Command: []string{"sleep-vs-spin"}, Lanes: []result.Contestant{{Name: "rust-std-mpsc-sleep"}, {Name: "rust-std-mpsc-spin"}, {Name: "rust-futex-spin"}}, Arrivals: true}
	plan := Plan{Mode: runner.Quick, Programs: []*Program{self(), rust}, UsableProcessors: 2, Group: Group{Missing: "no right"}, Absent: map[string]string{"rust-std-udp-sleep": "no cargo"}}
	find := func(cells []Cell, key string) *Cell {
		for i := range cells {
			if cells[i].String() == key {
				return &cells[i]
			}
		}
		return nil
	}
	quick, err := plan.Cells()
	if err != nil {
		t.Fatal(err)
	}
	for key, missing := range map[string]string{
		"arrival/impl=go-udp-spin/gap=100ms":            "",
		"arrival/impl=wakeful-adaptive/gap=5us":         "",
		"arrival/impl=rust-std-mpsc-spin/gap=100ms":     "",
		"arrival/impl=rust-std-udp-sleep/gap=100ms":     "no cargo",
		"arrival/impl=wakeful-spin/gap=1ms/procs=1":     "",
		"arrival/impl=wakeful-block/cpus=0.5/gap=1ms":   "no right",
		"idle/impl=wakeful-block":                       "",
		"arrival/impl=wakeful-spin/gap=50us/pin=each":   unpinnable,
		"gc-pause/impl=wakeful-spin":                    "",
		"arrival/impl=wakeful-block-handover/gap=100ms": "",
	} {
		if c := find(quick, key); c == nil || c.Missing != missing {
			t.Errorf("%s: %+v, want it missing for %q", key, c, missing)
		}
	}
	for _, key := range []string{"arrival/impl=rust-futex-spin/gap=100ms", "arrival/impl=go-udp-spin/gap=5us", "arrival/impl=wakeful-spin/gap=10us"} {
		if find(quick, key) != nil {
			t.Errorf("a quick run has %s", key)
		}
	}
	plan.Mode = runner.Full
	full, err := plan.Cells()
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"arrival/impl=rust-futex-spin/gap=100ms", "arrival/impl=go-udp-spin/gap=5us", "arrival/impl=wakeful-spin/gap=10us", "idle/impl=wakeful-spin/procs=1"} {
		if find(full, key) == nil {
			t.Errorf("a full run has no %s", key)
		}
	}
	plan.UsableProcessors = 1
	narrow, err := plan.Cells()
	if err != nil {
		t.Fatal(err)
	}
	for _, lane := range []string{"go-channel-spin", "wakeful-spin", "rust-std-mpsc-spin"} {
		if c := find(narrow, "arrival/impl="+lane+"/gap=100ms"); c == nil || !strings.Contains(c.Missing, "beside the sender's") {
			t.Errorf("%s with one processor: %+v", lane, c)
		}
	}
	plan.Patterns, plan.Gaps = []string{"go-chan*"}, []time.Duration{time.Second}
	if some, err := plan.Cells(); err != nil || len(some) != 3 || find(some, "arrival/impl=go-channel-handover/gap=1s") == nil {
		t.Errorf("of a pattern and a gap: %v, %v", some, err)
	}
	plan.Pin = true
	if pinned, err := plan.Cells(); err != nil || len(pinned) != 3 || find(pinned, "arrival/impl=go-channel-sleep/gap=1s/pin=each") == nil {
		t.Errorf("of a pattern and a gap, pinned: %v, %v", pinned, err)
	}
	plan.Patterns = []string{"go-chanel-sleep"}
	if _, err := plan.Cells(); err == nil || !strings.Contains(err.Error(), "did you mean") {
		t.Errorf("of a pattern that matches nothing: %v", err)
	}
	if len(Founding()) != 12 {
		t.Errorf("the founding lanes are %v", Founding())
	}
}

func TestSleeperAndContains(t *testing.T) {
	for _, c := range []struct {
		lane, sleeper, contains string
		gap                     time.Duration
	}{
		{"go-udp-spin", "go-udp-sleep", "neither", time.Millisecond},
		{"rust-futex-spin-pause", "rust-futex-sleep", "neither", time.Millisecond},
		{"rust-futex-spin10us", "rust-futex-sleep", "waking a thread", 50 * time.Microsecond},
		{"rust-futex-spin10us", "rust-futex-sleep", "neither", 5 * time.Microsecond},
		{"wakeful-spin", "wakeful-block", "neither", time.Second},
		{"wakeful-block-kernel-polls", "wakeful-block", "waking a thread", time.Second},
		{"rust-futex-sleep-kernel-polls", "rust-futex-sleep", "waking a thread", time.Second},
		{"wakeful-block", "", "waking a thread", time.Second},
		{"go-channel-handover", "", "handing over", time.Second},
		{"wakeful-adaptive", "", "what it decides", 5 * time.Microsecond},
		{"wakeful-adaptive", "", "waking a thread", time.Second},
	} {
		if s, w := SleepingLane(c.lane), IncludedCost(c.lane, c.gap); s != c.sleeper || w != c.contains {
			t.Errorf("%s at %v is compared with %q and contains %q, want %q and %q", c.lane, c.gap, s, w, c.sleeper, c.contains)
		}
	}
}
