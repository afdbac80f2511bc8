package latency

import (
	"context"
	"errors"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/tournament/result"
)

// Every lane delivers every message once in each workload and then ends. Its sample makes a valid
// document.
func TestEveryLane(t *testing.T) {
	for _, lane := range Lanes() {
		t.Run(lane.Name, func(t *testing.T) {
			if reason := lane.Missing(2, true); reason != "" {
				t.Skip("NOT RUN: " + reason)
			}
			for _, workload := range []string{Arrival, Idle, Pauses} {
				o := Order{Lane: lane.Name, Workload: workload, Gap: 20 * time.Microsecond, Iterations: 3, Length: time.Millisecond, Force: true}
				doc, err := TakeDocument(t.Context(), o)
				if err != nil {
					t.Fatalf("%s: %v", workload, err)
				}
				sample := doc.Cells[0].Samples[0]
				if workload == Arrival && (sample.Ops < 3 || sample.Latency == nil || sample.Latency.Count != sample.Ops || sample.Value <= 0) {
					t.Errorf("%s: %+v", workload, sample)
				}
				if doc.Cells[0].Contestant != lane.Name {
					t.Errorf("the document is of %q", doc.Cells[0].Contestant)
				}
			}
		})
	}
}

// The gap is so long that the sender sleeps.
func TestLongGaps(t *testing.T) {
	for _, name := range []string{"go-channel-sleep", "go-channel-handover", "wakeful-adaptive"} {
		sample, err := Take(t.Context(), Order{Lane: name, Workload: Arrival, Gap: 2 * time.Millisecond, Iterations: 3})
		if err != nil {
			t.Fatal(err)
		}
		if sample.Ops != 3 || sample.WallSeconds < 3*0.002 {
			t.Errorf("%s: %d messages in %v s, want 3 in at least 6 ms", name, sample.Ops, sample.WallSeconds)
		}
	}
}

// faultyReceiver is a receiver that misses a message, gets one twice, or never answers.
type faultyReceiver struct {
	b     *board
	hears func(b *board, number uint64)
}

func (d *faultyReceiver) send(number uint64) error { d.hears(d.b, number); return nil }
func (d *faultyReceiver) close() error             { return nil }

func TestWrongReceiversAreFound(t *testing.T) {
	for want, hears := range map[string]func(*board, uint64){
		"message 2 arrived instead of 1":  func(b *board, n uint64) { b.arrive(n + 1) },
		"message 1 arrived instead of 2":  func(b *board, n uint64) { b.arrive(n); b.arrive(n) },
		"message 3 arrived instead of 2":  func(b *board, n uint64) { b.arriveAs(n%2, 2); b.arriveAs(n%2, 2) },
		"it broke":                        func(b *board, _ uint64) { b.fail(errors.New("it broke")) },
		"message 1 did not arrive before": func(*board, uint64) {},
	} {
		ctx, cancel := context.WithDeadline(t.Context(), time.Now().Add(-time.Second))
		if !strings.Contains(want, "did not arrive") {
			ctx = t.Context()
		}
		b := &board{start: time.Now()}
		s := &sender{ctx: ctx, board: b, wire: &faultyReceiver{b, hears}, ownThread: true, alone: runtime.GOMAXPROCS(0) == 1}
		var err error
		for range 2 {
			if _, err = s.message(); err != nil {
				break
			}
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want one with %q", err, want)
		}
		cancel()
	}
}

func TestSpinningIsRefusedWithoutAProcessorForIt(t *testing.T) {
	if reason := spinningRefused(1); !strings.Contains(reason, "beside the sender's") {
		t.Errorf("the reason is %q", reason)
	}
	spin, err := Find("wakeful-spin")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		processors float64
		force      bool
		refused    bool
	}{{1, false, true}, {1.5, false, true}, {2, false, false}, {1, true, false}} {
		if got := spin.Missing(c.processors, c.force) != ""; got != c.refused {
			t.Errorf("with %v processors, forced %v: refused is %v", c.processors, c.force, got)
		}
	}
	block, err := Find("wakeful-block")
	if err != nil || block.Missing(0.5, false) != "" {
		t.Errorf("a lane that sleeps is refused: %v, %v", block.Missing(0.5, false), err)
	}
}

func TestInvalidOrders(t *testing.T) {
	good := Order{Lane: "go-channel-sleep", Workload: Arrival, Gap: time.Millisecond, Iterations: 1}
	for want, change := range map[string]func(*Order){
		`did you mean "go-channel-sleep"`: func(o *Order) { o.Lane = "go-chanel-sleep" },
		"no workload":                     func(o *Order) { o.Workload = "departure" },
		"0 messages":                      func(o *Order) { o.Iterations = 0 },
		"the gap is 0s":                   func(o *Order) { o.Gap = 0 },
		"on one together":                 func(o *Order) { o.Pin, o.Together = true, true },
	} {
		o := good
		change(&o)
		if _, err := Take(t.Context(), o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want one with %q", err, want)
		}
	}
}

func TestParamsAreWrittenAsTheyAreRead(t *testing.T) {
	for _, p := range append(FewProcessors(), Params{}, Params{Gap: time.Second}, Params{Gap: 1500 * time.Nanosecond}, Params{Procs: 2}, Params{Gap: time.Second, Pin: true}) {
		back, err := ParseParams(p.Map())
		if err != nil || back != p {
			t.Errorf("%+v is read as %+v, %v", p, back, err)
		}
	}
	for _, wrong := range []map[string]string{{"gap": "soon"}, {"gap": "1000us"}, {"speed": "1"}, {"procs": "0"}, {"pin": "no"}} {
		if _, err := ParseParams(wrong); err == nil {
			t.Errorf("%v was accepted", wrong)
		}
	}
}

// Every lane's name tells readers of the table how the lane waits.
func TestNames(t *testing.T) {
	seen := map[string]bool{}
	for _, l := range Lanes() {
		if seen[l.Name] {
			t.Errorf("%s is there twice", l.Name)
		}
		seen[l.Name] = true
		if strings.HasSuffix(l.Name, "-spin") != l.Spins || strings.HasSuffix(l.Name, "-handover") != l.Handover {
			t.Errorf("the name %s does not say what the lane does", l.Name)
		}
	}
	if _, err := selected([]string{"x"}, []string{"["}); err == nil || !strings.Contains(err.Error(), "cannot be read") {
		t.Errorf("a pattern that cannot be read: %v", err)
	}
}

func TestMergingAndSplitting(t *testing.T) {
	sample := result.Sample{Value: 1, Ops: 1, WallSeconds: 1}
	lanes := &result.Document{
		Contestants: []result.Contestant{{Name: "wakeful-spin"}},
		Workloads:   []result.Workload{{Name: Arrival}},
		Cells:       []result.Cell{{Contestant: "wakeful-spin", Workload: Arrival, Samples: []result.Sample{sample}}},
		Warnings:    []string{"busy"}, Rounds: 3, Complete: false,
	}
	doc := &result.Document{
		Contestants: []result.Contestant{{Name: "wakeful-spin"}, {Name: "goja_nodejs"}},
		Workloads:   []result.Workload{{Name: "ping-pong"}},
		Cells: []result.Cell{
			{Contestant: "goja_nodejs", Workload: "ping-pong", Samples: []result.Sample{sample}},
			{Contestant: "wakeful-spin", Workload: "ping-pong", Samples: []result.Sample{sample}},
		},
		Warnings: []string{"busy"}, Rounds: 2, Looks: []int{1, 2}, Complete: true,
	}
	before := *doc
	both := Merge(Merge(doc, lanes), lanes)
	if !reflect.DeepEqual(*doc, before) {
		t.Errorf("merging changed the document: %+v", doc)
	}
	doc = both
	if len(doc.Cells) != 3 || len(doc.Contestants) != 2 || len(doc.Workloads) != 2 || len(doc.Warnings) != 1 || doc.Rounds != 3 || doc.Complete {
		t.Errorf("merged: %+v", doc)
	}
	own, rest := Split(doc)
	if len(own.Cells) != 1 || len(own.Contestants) != 1 || len(own.Workloads) != 1 || len(own.Looks) != 0 {
		t.Errorf("own: %+v", own)
	}
	if len(rest.Cells) != 2 || len(rest.Contestants) != 2 || len(rest.Workloads) != 1 || len(rest.Looks) != 2 {
		t.Errorf("rest: %+v", rest)
	}
	if own, rest := Split(rest); own != nil || rest == nil {
		t.Errorf("split again: %v, %v", own, rest)
	}
}
