package world_test

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/runner"
	"github.com/wakeful-go/wakeful/tournament/world"
)

func contestant(name string, command ...string) world.Contestant {
	return world.Contestant{Name: name, Title: "the " + name, Command: append([]string{os.Args[0]}, command...)}
}

// options are of a run of an honest peer, a control, a cheat and one that is missing.
func options() world.Options {
	missing := contestant("absent")
	missing.Missing = "it is not installed"
	return world.Options{
		Contestants: []world.Contestant{
			contestant("wakeful", world.ServeCommand, "wakeful"), contestant("handwritten", world.ServeCommand, "handwritten"),
			contestant("cheat", cheatCommand, "doubles"), missing,
		},
		Workloads: []world.Workload{load("submit", "producers=1"), load("trip", "wait=spin")},
		Rounds:    2, Seed: 1, Lengths: brief,
	}
}

func TestALimitLeavesTheFirstRound(t *testing.T) {
	o := options()
	o.Limit = time.Nanosecond
	var last runner.Progress
	o.Progress = func(p runner.Progress) { last = p }
	doc, err := world.Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range doc.Cells {
		if len(c.Samples) > 1 {
			t.Errorf("%s of %s has %d samples, want one round", c.Workload, c.Peer, len(c.Samples))
		}
	}
	if last.Round != 1 || last.Rounds != 1 || last.Done != last.Total {
		t.Errorf("at the end it told %+v", last)
	}
}

func TestRun(t *testing.T) {
	o := options()
	var failed []string
	o.Progress = func(p runner.Progress) {
		if p.Failure != "" {
			failed = append(failed, p.FailedCell)
		}
	}
	doc, err := world.Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if len(doc.Cells) != 8 || doc.Failures() != 1 || strings.Join(failed, " ") != "cheat/submit/producers=1" {
		t.Errorf("%d cells, %d failures, told of %q", len(doc.Cells), doc.Failures(), failed)
	}
	file := filepath.Join(t.TempDir(), "world.json")
	if err := doc.Write(file); err != nil {
		t.Fatal(err)
	}
	read, err := world.ReadDocument(file)
	if err != nil {
		t.Fatal(err)
	}
	table := read.Table()
	for _, want := range []string{"submit/producers=1: per function, ns", "the wakeful", "the handwritten",
		"FAILED: of the 64 tasks of producer 0 65 ran", "it is not installed", "the loop of handwritten cannot spin"} {
		if !strings.Contains(table, want) {
			t.Errorf("the table has no %q:\n%s", want, table)
		}
	}
}

// A run that goes on measures what is not there, and nothing twice.
func TestARunGoesOn(t *testing.T) {
	o := options()
	o.Only = []string{"wakeful/submit"}
	doc, err := world.Run(t.Context(), o)
	if err != nil || len(doc.Cells) != 1 || len(doc.Cells[0].Samples) != 2 {
		t.Fatalf("%+v, %v", doc, err)
	}
	before := doc.Cells[0].Samples[0].Figures["mean"]
	o.Only, o.Document, o.Rounds = []string{"submit", "handwritten"}, doc, 3
	doc, err = world.Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if len(doc.Cells[0].Samples) != 3 || doc.Cells[0].Samples[0].Figures["mean"] != before {
		t.Errorf("the samples that were there are now %v", doc.Cells[0].Samples)
	}
	if len(doc.Cells) != 5 {
		t.Errorf("%d cells; want submit of four peers, and trip of handwritten", len(doc.Cells))
	}
}

// Samples of two machines, or of two versions, are never in one document.
func TestARunGoesOnWhereItBegan(t *testing.T) {
	o := options()
	o.Only = []string{"wakeful/submit"}
	o.Environment = result.Environment{CPU: "that one", Commit: "0123"}
	doc, err := world.Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	o.Document, o.Rounds = doc, 3
	for what, other := range map[string]result.Environment{
		"another CPU":    {CPU: "another one", Commit: "0123"},
		"another commit": {CPU: "that one", Commit: "4567"},
	} {
		o.Environment = other
		if _, err := world.Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%s: got %v", what, err)
		}
	}
	if n := len(doc.Cells[0].Samples); n != 2 {
		t.Errorf("the document has %d samples, want the 2 of its own machine", n)
	}
}

func TestARunThatIsInterruptedLeavesADocument(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	o := options()
	o.Checkpoint = func(*world.Document) error { cancel(); return nil }
	doc, err := world.Run(ctx, o)
	if err == nil || doc == nil || len(doc.Cells) != 8 || len(doc.Cells[0].Samples) != 1 {
		t.Errorf("%+v, %v", doc, err)
	}
}

// An interruption in the middle of a sample is no failure of its peer, and costs no earlier sample.
func TestAnInterruptedSampleIsNoFailure(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	o := options()
	o.Only = []string{"wakeful"}
	o.Progress = func(p runner.Progress) {
		if p.Round == 2 {
			cancel() // the sample is about to be taken
		}
	}
	doc, err := world.Run(ctx, o)
	if err == nil || doc == nil || len(doc.Cells) != 2 {
		t.Fatalf("%+v, %v", doc, err)
	}
	for _, c := range doc.Cells {
		if len(c.Samples) != 1 || c.Failure != "" {
			t.Errorf("%s has %d samples and the failure %q, want the sample of the first round", c.Workload, len(c.Samples), c.Failure)
		}
	}
}

func TestARunOfNothingSaysSo(t *testing.T) {
	for _, spoil := range []func(*world.Options){
		func(o *world.Options) { o.Only = []string{"nobody"} },
		func(o *world.Options) { o.Only = []string{"["} },
		func(o *world.Options) { o.Rounds = 0 },
	} {
		o := options()
		spoil(&o)
		if _, err := world.Run(t.Context(), o); err == nil {
			t.Error("no error")
		}
	}
}

func TestTheRatioIsOfPairs(t *testing.T) {
	ours, theirs := &world.Cell{}, &world.Cell{}
	for round := range 12 {
		drift := float64(1 + round*round) // which slows both sides of a round
		ours.Samples = append(ours.Samples, world.Sample{Round: round, Figures: world.Figures{"mean": 2 * drift}})
		theirs.Samples = append(theirs.Samples, world.Sample{Round: 11 - round, Figures: world.Figures{"mean": 4 * float64(1+(11-round)*(11-round))}})
	}
	if e := world.Ratio(ours, theirs, "mean"); e.Value != 0.5 || e.Low != 0.5 || e.High != 0.5 {
		t.Errorf("the ratio is %+v, want 0.5 in every round", e)
	}
}

func TestTheExponentOfAKnownCurve(t *testing.T) {
	curve := world.Curve{Name: "made", Kind: "submit", Key: "producers", Figure: "mean", Values: []int{1, 4, 16, 64}}
	doc := &world.Document{Peers: []world.PeerInfo{{Name: "p", Title: "P"}}}
	for i, w := range curve.Workloads() {
		cell := &world.Cell{Peer: "p", Workload: w.String()}
		for round := range 8 {
			cost := 3 * math.Sqrt(float64(curve.Values[i])) * float64(1+round)
			cell.Samples = append(cell.Samples, world.Sample{Round: round, Figures: world.Figures{"mean": cost}})
		}
		doc.Cells = append(doc.Cells, cell)
	}
	if e := doc.Exponent("p", curve); math.Abs(e.Value-0.5) > 1e-9 || math.Abs(e.High-e.Low) > 1e-9 || !e.Bounded() {
		t.Errorf("the exponent is %+v, want 0.5 exactly", e)
	}
	if table := doc.GrowthTable([]world.Curve{curve}); !strings.Contains(table, "0.50 (0.50 to 0.50)") {
		t.Errorf("the table is\n%s", table)
	}
	doc.Cells = doc.Cells[:2]
	if e := doc.Exponent("p", curve); e.Known() {
		t.Errorf("two values have the exponent %+v", e)
	}
}

// Every curve can be asked for, and its workloads have distinct names.
func TestCurves(t *testing.T) {
	for _, c := range world.Curves() {
		found, err := world.FindCurves([]string{c.Name})
		if err != nil || len(found) != 1 || len(world.GrowthWorkloads(found)) != len(c.Values) {
			t.Errorf("%s: %v, %v", c.Name, found, err)
		}
	}
	if _, err := world.FindCurves([]string{"hair"}); err == nil {
		t.Error("a curve that does not exist is found")
	}
}
