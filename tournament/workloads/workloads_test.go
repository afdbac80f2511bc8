package workloads

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/result"
)

// asClients makes this test binary run clients instead of tests.
const asClients = "-run-clients"

func TestMain(m *testing.M) {
	if slices.Contains(os.Args, asClients) {
		var order struct {
			ClientConfig ClientConfig `json:"client"`
		}
		orders := json.NewDecoder(os.Stdin)
		err := orders.Decode(&order)
		if err == nil {
			err = RunClient(order.ClientConfig, io.MultiReader(orders.Buffered(), os.Stdin), os.Stdout)
		}
		if err != nil {
			panic(err)
		}
		os.Exit(0)
	}
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	ClientProcess = []string{self, asClients}
	// netpoll's poller, one per process, cannot be closed.
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("github.com/cloudwego/netpoll.(*defaultPoll).Wait"))
}

// brief is the shortest valid sample.
var brief = Lengths{Warmup: time.Millisecond, Timed: 2 * time.Millisecond}

// eachVariant runs test for every variant of every workload that the entry is measured in on this
// machine.
func eachVariant(t *testing.T, entry contest.Entry, test func(t *testing.T, w *Workload, params map[string]string)) {
	t.Helper()
	ran := 0
	for _, w := range All() {
		for _, params := range w.Variants {
			if w.Missing(entry, params) != "" {
				continue
			}
			ran++
			t.Run(w.Name+"/"+result.FormatParams(params), func(t *testing.T) { test(t, w, params) })
		}
	}
	if ran < 10 {
		t.Errorf("%s takes part in only %d variants", entry.Name, ran)
	}
}

// withLatency lists the workloads with a latency.
var withLatency = []string{"ping-pong-latency", "batch-latency", "mixed-load", "timers", "io-latency"}

func TestEveryWorkloadMeasuresACorrectLoop(t *testing.T) {
	entry := entryOf(nil)
	eachVariant(t, entry, func(t *testing.T, w *Workload, params map[string]string) {
		sample, err := Take(t.Context(), entry, w, params, brief)
		if err != nil {
			t.Fatal(err)
		}
		if sample.Ops < 1 || sample.WallSeconds <= 0 || sample.Value < 0 || w.Unit == nsPerOp && sample.Value == 0 {
			t.Errorf("the sample makes no sense: %+v", sample)
		}
		if hasLatency := sample.Latency != nil; hasLatency != slices.Contains(withLatency, w.Name) {
			t.Errorf("the sample has a histogram: %v", hasLatency)
		}
		if allocates := params["kind"] == "allocations" || w.Name == "messages"; allocates && sample.AllocsPerOp < 1 {
			t.Errorf("%v allocations per operation, although each operation allocates", sample.AllocsPerOp)
		}
	})
}

func TestFullLoopIsRetried(t *testing.T) {
	entry := entryOf(func(l *simpleLoop) { l.limit = 1024 })
	entry.Bound = 8
	eachVariant(t, entry, func(t *testing.T, w *Workload, params map[string]string) {
		if _, err := Take(t.Context(), entry, w, params, brief); err != nil {
			t.Error(err)
		}
	})
}

// A loop that loses a task must fail every workload, and the loss must end the wait: the faulty
// loop ends the context.
func TestALostTaskFailsEveryWorkload(t *testing.T) {
	eachVariant(t, entryOf(nil), func(t *testing.T, w *Workload, params map[string]string) {
		ctx, giveUp := context.WithCancel(t.Context())
		defer giveUp()
		entry := entryOf(func(l *simpleLoop) {
			l.wrong = func(n int) int {
				if n%50 != 1 {
					return 1
				}
				giveUp()
				return 0
			}
		})
		if _, err := Take(ctx, entry, w, params, brief); err == nil {
			t.Error("a loop that loses tasks has a figure")
		}
	})
}

func TestATaskThatRunsTwiceFailsEveryWorkload(t *testing.T) {
	eachVariant(t, entryOf(nil), func(t *testing.T, w *Workload, params map[string]string) {
		entry := entryOf(func(l *simpleLoop) {
			l.wrong = func(n int) int {
				if n == 1 {
					return 2
				}
				return 1
			}
		})
		_, err := Take(t.Context(), entry, w, params, brief)
		if err == nil || !strings.Contains(err.Error(), "accepted") {
			t.Errorf("the error is %v; want one about the counts", err)
		}
	})
}

func TestAMiscountFailsEveryWorkload(t *testing.T) {
	for what, spoil := range map[string]func(contest.Counts) contest.Counts{
		"submitted": func(c contest.Counts) contest.Counts { c.Submitted--; return c },
		"executed":  func(c contest.Counts) contest.Counts { c.Executed++; return c },
		"rejected":  func(c contest.Counts) contest.Counts { c.Rejected++; c.Submitted++; return c },
		"discarded": func(c contest.Counts) contest.Counts { c.Discarded++; c.Executed--; return c },
	} {
		t.Run(what, func(t *testing.T) {
			entry := entryOf(func(l *simpleLoop) { l.counts = spoil })
			eachVariant(t, entry, func(t *testing.T, w *Workload, params map[string]string) {
				_, err := Take(t.Context(), entry, w, params, brief)
				if err == nil || !strings.Contains(err.Error(), "counts are wrong") {
					t.Errorf("the error is %v; want one about the counts", err)
				}
			})
		})
	}
}

func TestALoopThatCannotBeMadeIsAnError(t *testing.T) {
	entry := entryOf(nil)
	entry.New = func() (contest.Loop, error) { return nil, fmt.Errorf("no room") }
	w, err := Find("ping-pong")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Take(t.Context(), entry, w, nil, brief); err == nil || !strings.Contains(err.Error(), "no room") {
		t.Errorf("the error is %v", err)
	}
}

// handOver is a control that counts.
type handOver struct{ trips, closed int }

func (h *handOver) RoundTrip() { h.trips++ }
func (h *handOver) Close()     { h.closed++ }

func TestControlsMakeRoundTripsAndNothingElse(t *testing.T) {
	for kind, row := range map[contest.Capability]string{
		0:             "ping-pong-latency/waiter=blocks",
		contest.Spins: "ping-pong-latency/waiter=spins",
		contest.Pipes: "io-latency/event=pipe",
	} {
		var control handOver
		entry := contest.Entry{
			Name: "control", Kind: contest.Control, Can: contest.RoundTrips | kind,
			NewControl: func() (contest.RoundTripper, error) { return &control, nil },
		}
		measured := 0
		for _, w := range All() {
			for _, params := range w.Variants {
				if reason := w.Missing(entry, params); reason != "" {
					if _, err := Take(t.Context(), entry, w, params, brief); err == nil {
						t.Errorf("%s has a figure, although it is missing: %s", w.Name, reason)
					}
					continue
				}
				measured++
				if got := (&result.Cell{Workload: w.Name, Params: params}).Row(); got != row {
					t.Errorf("a control of %v has a figure in %s, want one in %s", entry.Can, got, row)
				}
				sample, err := Take(t.Context(), entry, w, params, brief)
				if err != nil {
					t.Fatal(err)
				}
				if got := int64(control.trips); got <= sample.Ops || control.closed != 1 {
					t.Errorf("%d round trips for %d timed ones, closed %d times", got, sample.Ops, control.closed)
				}
			}
		}
		want := 1
		if kind == contest.Spins && runtime.GOMAXPROCS(0) < 2 {
			want = 0
		}
		if measured != want {
			t.Errorf("a control of %v is measured in %d variants, want %d", entry.Can, measured, want)
		}
	}
}

func TestMissingNamesWhatIsLacking(t *testing.T) {
	w := &Workload{Name: "w", Needs: contest.Loops | contest.PriorityLane}
	for _, c := range []struct {
		can  contest.Capability
		want string
	}{
		{contest.Loops, "priority queue"},
		{contest.RoundTrips, "control"},
		{0, "a loop"},
		{contest.Loops | contest.PriorityLane, ""},
	} {
		got := w.Missing(contest.Entry{Can: c.can}, nil)
		if !strings.Contains(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("Missing for %v is %q, want something with %q", c.can, got, c.want)
		}
	}
}

func TestTheRegistry(t *testing.T) {
	name := regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)
	seen := map[string]bool{}
	for _, w := range All() {
		if !name.MatchString(w.Name) || seen[w.Name] {
			t.Errorf("the name %q is malformed or used twice", w.Name)
		}
		seen[w.Name] = true
		if w.Summary == "" || !strings.HasSuffix(w.Summary, ".") || len(w.Variants) == 0 || w.Needs&(contest.Loops|contest.Servers) == 0 {
			t.Errorf("%s is not described in full: %+v", w.Name, w)
		}
		if found, err := Find(w.Name); err != nil || found != w {
			t.Errorf("Find(%q) = %v, %v", w.Name, found, err)
		}
		if w.Has(map[string]string{"no-such": "1"}) {
			t.Errorf("%s has a variant that nobody gave it", w.Name)
		}
	}
	if _, err := Find("ping-pnog"); err == nil || !strings.Contains(err.Error(), `"ping-pong"`) {
		t.Errorf("the error for a mistyped name is %v; want the nearest name", err)
	}
	if _, err := Find("something else"); err == nil || !strings.Contains(err.Error(), "idle-cost") {
		t.Errorf("the error for an unknown name is %v; want the list of names", err)
	}
}
