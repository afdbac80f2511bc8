package world_test

import (
	"context"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/runner"
	"github.com/wakeful-go/wakeful/tournament/workloads"
	"github.com/wakeful-go/wakeful/tournament/world"
)

func contestant(name, command, argument string) *world.Contestant {
	return &world.Contestant{Name: name, Kind: contest.Peer, Command: []string{os.Args[0], command, argument}}
}

// run has tasks of an honest peer, a control, a cheat and one that is missing.
func run() runner.Options {
	missing := contestant("absent", world.ServeCommand, "absent")
	missing.Missing = "it is not installed"
	o := runner.Options{Mode: runner.Quick, Rounds: 2, Seed: 1}
	for _, c := range []*world.Contestant{
		contestant("wakeful", world.ServeCommand, "wakeful"), contestant("handwritten", world.ServeCommand, "handwritten"),
		contestant("cheat", cheatCommand, "doubles"), missing,
	} {
		o.Tasks = append(o.Tasks,
			c.Task(&workloads.Workload{Name: "submit", Unit: "ns"}, map[string]string{"producers": "1"}, brief),
			c.Task(&workloads.Workload{Name: "trip", Unit: "ns"}, map[string]string{"wait": "spin", "figure": "p50"}, brief),
			c.Task(&workloads.Workload{Name: "trip", Unit: "ns"}, map[string]string{"wait": "spin", "figure": "p99"}, brief))
	}
	return o
}

func TestRun(t *testing.T) {
	o := run()
	var failed []string
	o.Progress = func(p runner.Progress) {
		if p.Failure != "" {
			failed = append(failed, p.FailedCell)
		}
	}
	doc, err := runner.Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(); err != nil || len(doc.Cells) != 12 || runner.Failed(doc) != 1 || strings.Join(failed, " ") != "submit/impl=cheat/producers=1" {
		t.Errorf("%v, %d cells, %d failures, told of %q", err, len(doc.Cells), runner.Failed(doc), failed)
	}
	cells := doc.ByKey()
	for key, want := range map[string]string{
		"submit/impl=cheat/producers=1":              "of the 64 tasks of producer 0 65 ran",
		"submit/impl=absent/producers=1":             "it is not installed",
		"trip/impl=handwritten/figure=p50/wait=spin": "the loop of handwritten cannot spin",
		"trip/impl=cheat/figure=p99/wait=spin":       "the loop of cheat cannot spin",
		"submit/impl=wakeful/producers=1":            "",
		"trip/impl=wakeful/figure=p50/wait=spin":     "",
		"trip/impl=wakeful/figure=p99/wait=spin":     "",
	} {
		cell := cells[key]
		reason := cell.Missing
		if cell.Failed() {
			reason = cell.Failures[0].Reason
		}
		if !strings.Contains(reason, want) || want == "" && (reason != "" || len(cell.Samples) != 2) {
			t.Errorf("%s: %+v, want %q", key, cell, want)
		}
	}
}

// The figures of a load are of one sample: in each round the median trip is at most the 99th percentile.
func TestFiguresShareASample(t *testing.T) {
	c := contestant("wakeful", world.ServeCommand, "wakeful")
	params := map[string]string{"wait": "spin", "figure": "p50"}
	median := c.Task(&workloads.Workload{Name: "trip"}, params, brief)
	params = map[string]string{"wait": "spin", "figure": "p99"}
	tail := c.Task(&workloads.Workload{Name: "trip"}, params, brief)
	low, err := median.Take(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	c.Command = []string{"/no/such/program"}
	high, err := tail.Take(t.Context(), nil)
	if err != nil || high.Value < low.Value {
		t.Errorf("the figures are %v and %v, %v", low.Value, high.Value, err)
	}
	for _, task := range []runner.Task{median, tail} {
		if _, err := task.Take(t.Context(), nil); err == nil {
			t.Error("a figure was given twice")
		}
	}
}

// An interruption in the middle of a sample is no failure of its peer, and costs no earlier sample.
func TestAnInterruptedSampleIsNoFailure(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	o := run()
	o.Tasks = slices.DeleteFunc(o.Tasks, func(task runner.Task) bool { return task.Contestant.Name != "wakeful" })
	o.Progress = func(p runner.Progress) {
		if p.Round == 2 {
			cancel() // the sample is about to be taken
		}
	}
	doc, err := runner.Run(ctx, o)
	if err != nil || doc.Complete || len(doc.Cells) != 3 {
		t.Fatalf("%+v, %v", doc, err)
	}
	for _, c := range doc.Cells {
		if len(c.Samples) != 1 || c.Failed() {
			t.Errorf("%s has %d samples and the failures %v, want the sample of the first round", c.Key(), len(c.Samples), c.Failures)
		}
	}
}

// Of cells that share samples, an interrupted round is measured again.
func TestForgetLastRound(t *testing.T) {
	cell := func(figure string, rounds int) result.Cell {
		c := result.Cell{Params: map[string]string{"figure": figure}, Samples: make([]result.Sample, rounds)}
		for i := range c.Samples {
			c.Samples[i].Round = i
		}
		return c
	}
	doc := &result.Document{Cells: []result.Cell{cell("p50", 3), cell("p99", 2), cell("", 3)}}
	world.ForgetLastRound(doc)
	if p50, p99, other := len(doc.Cells[0].Samples), len(doc.Cells[1].Samples), len(doc.Cells[2].Samples); p50 != 2 || p99 != 2 || other != 3 {
		t.Errorf("there are %d, %d and %d samples, want 2, 2 and 3", p50, p99, other)
	}
}

func TestTheExponentOfAKnownCurve(t *testing.T) {
	doc := &result.Document{
		Contestants: []result.Contestant{{Name: "wakeful"}, {Name: "absent"}},
		Workloads:   []result.Workload{{Name: "submit", Unit: "ns"}},
	}
	for _, value := range []int{1, 4, 16, 64} {
		cell := result.Cell{Contestant: "wakeful", Workload: "submit", Params: map[string]string{"producers": strconv.Itoa(value)}}
		for round := range 8 {
			cell.Samples = append(cell.Samples, result.Sample{Round: round, Value: 3 * math.Sqrt(float64(value)) * float64(1+round)})
		}
		doc.Cells = append(doc.Cells, cell)
	}
	want := []string{"producers, ns", "1, 64", "13.5, 108", "0.50 (0.50 to 0.50)", "-, -", "-"}
	if rows := world.Exponents(doc).Rows; len(rows) != 1 || !slices.Equal(rows[0], want) {
		t.Errorf("the rows are %q, want one, %q", rows, want)
	}
	doc.Cells = doc.Cells[:2]
	if rows := world.Exponents(doc).Rows; len(rows) != 1 || rows[0][3] != "-" {
		t.Errorf("two values have the row %q", rows)
	}
}

// Every curve has a workload, and a row once its workload was measured.
func TestCurves(t *testing.T) {
	doc := &result.Document{Contestants: []result.Contestant{{Name: "wakeful"}}}
	for _, w := range world.GrowthWorkloads() {
		for _, params := range w.Variants {
			doc.Cells = append(doc.Cells, result.Cell{Contestant: "wakeful", Workload: w.Name, Params: params, Samples: []result.Sample{{Value: 1}}})
		}
	}
	var names []string
	for _, row := range world.Exponents(doc).Rows {
		names = append(names, strings.TrimSuffix(row[0], ", "))
	}
	if want := []string{"producers", "timers", "timers-cancel", "timers-fire", "descriptors", "loops", "bursts"}; !slices.Equal(names, want) {
		t.Errorf("the curves are %q, want %q", names, want)
	}
}
