package runner

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/result"
)

// steady is a task whose samples are all the same. The end of the context is its error.
func steady(name string) Task {
	return Task{
		Contestant: result.Contestant{Name: name, Kind: string(contest.Peer)}, Workload: result.Workload{Name: "w", Unit: "ns/op"},
		Take: func(ctx context.Context, _ *result.Contestant) (result.Sample, error) {
			return result.Sample{Value: 1, Ops: 1}, ctx.Err()
		},
	}
}

// options are a run of steady tasks with these names.
func options(rounds int, names ...string) Options {
	o := Options{Mode: Quick, Rounds: rounds, Seed: 1}
	for _, name := range names {
		o.Tasks = append(o.Tasks, steady(name))
	}
	return o
}

// measured runs o and checks what must hold for every document.
func measured(ctx context.Context, t *testing.T, o Options) *result.Document {
	t.Helper()
	doc, err := Run(ctx, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(); err != nil {
		t.Fatalf("the document is not valid: %v", err)
	}
	return doc
}

func cellOf(t *testing.T, doc *result.Document, contestant string) *result.Cell {
	t.Helper()
	for i := range doc.Cells {
		if doc.Cells[i].Contestant == contestant {
			return &doc.Cells[i]
		}
	}
	t.Fatalf("the document has no cell of %s", contestant)
	return nil
}

func TestEveryCellGetsASampleOfEachRound(t *testing.T) {
	doc := measured(t.Context(), t, options(3, "a", "b"))
	if !doc.Complete || len(doc.Cells) != 2 || len(doc.Contestants) != 2 || len(doc.Workloads) != 1 {
		t.Errorf("complete %v, %d cells, %d contestants, %d workloads", doc.Complete, len(doc.Cells), len(doc.Contestants), len(doc.Workloads))
	}
	for i := range doc.Cells {
		var rounds []int
		for _, s := range doc.Cells[i].Samples {
			rounds = append(rounds, s.Round)
			if s.Value <= 0 || s.Ops <= 0 {
				t.Errorf("%s has the sample %+v", doc.Cells[i].Key(), s)
			}
		}
		if !slices.Equal(rounds, []int{0, 1, 2}) {
			t.Errorf("%s has the rounds %v", doc.Cells[i].Key(), rounds)
		}
	}
}

// interruptedAfter runs o and ends its context when so many samples are done.
func interruptedAfter(t *testing.T, o Options, samples int) *result.Document {
	t.Helper()
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	o.Progress = func(p Progress) {
		if p.Done >= samples {
			interrupt()
		}
	}
	return measured(ctx, t, o)
}

func samplesIn(doc *result.Document) (n int) {
	for i := range doc.Cells {
		n += len(doc.Cells[i].Samples)
	}
	return n
}

func TestAnInterruptedRunLeavesAValidDocument(t *testing.T) {
	for _, after := range []int{0, 1, 3} {
		doc := interruptedAfter(t, options(2, "a", "b"), after)
		if doc.Complete || samplesIn(doc) != after {
			t.Errorf("interrupted after %d samples: complete %v, %d samples", after, doc.Complete, samplesIn(doc))
		}
		for i := range doc.Cells {
			if doc.Cells[i].Failed() {
				t.Errorf("an interruption became a failure: %+v", doc.Cells[i].Failures)
			}
		}
	}
}

func TestAResumedRunTakesOnlyMissingSamples(t *testing.T) {
	o := options(3, "a", "b")
	half := interruptedAfter(t, o, 3)
	o.Resume = half
	taken := 0
	o.Progress = func(p Progress) {
		if p.Cell != "" {
			taken++
		}
	}
	if doc := measured(t.Context(), t, o); !doc.Complete || samplesIn(doc) != 6 || taken != 3 || !doc.Started.Equal(half.Started) {
		t.Errorf("complete %v with %d samples, of which %d were taken now, started %v", doc.Complete, samplesIn(doc), taken, doc.Started)
	}
}

func TestAResumedRunRefusesOtherConditions(t *testing.T) {
	o := options(2, "a", "b")
	half := interruptedAfter(t, o, 1)
	o.Resume = half
	for what, change := range map[string]func(*Options){
		"commit":  func(o *Options) { o.Environment.Commit = "another" },
		"CPU":     func(o *Options) { o.Environment.CPU = "another" },
		"modules": func(o *Options) { o.Environment.Modules = map[string]string{"m": "v2"} },
		"rounds":  func(o *Options) { o.Rounds++ },
		"seed":    func(o *Options) { o.Seed++ },
	} {
		changed := o
		change(&changed)
		if _, err := Run(t.Context(), changed); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("with another %s the error is %v", what, err)
		}
	}
}

// order is the cells of each round, in the order in which they were measured.
func orders(t *testing.T, seed uint64, rounds int) []string {
	t.Helper()
	all := make([][]int, rounds)
	err := Interleave(t.Context(), seed, 20, 0, rounds, func(round, cell int) error {
		all[round] = append(all[round], cell)
		return nil
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var shown []string
	for round, order := range all {
		if sorted := slices.Sorted(slices.Values(order)); len(order) != 20 || sorted[0] != 0 || sorted[19] != 19 || len(slices.Compact(sorted)) != 20 {
			t.Fatalf("round %d does not have every cell once: %v", round, order)
		}
		shown = append(shown, fmt.Sprint(order))
	}
	return shown
}

func TestEachRoundHasAnOrderOfItsOwn(t *testing.T) {
	first := orders(t, 1, 5)
	if distinct := slices.Compact(slices.Sorted(slices.Values(first))); len(distinct) != 5 {
		t.Errorf("two of five rounds have the same order: %v", first)
	}
	if again := orders(t, 1, 5); !slices.Equal(first, again) {
		t.Error("the same seed gave another order")
	}
	if other := orders(t, 2, 5); slices.Equal(first, other) {
		t.Error("another seed gave the same order")
	}
}

func TestEachRoundButTheLastLeavesACheckpoint(t *testing.T) {
	o := options(3, "a")
	var samples []int
	o.Checkpoint = func(doc *result.Document) error {
		if err := doc.Validate(); err != nil || doc.Complete {
			t.Errorf("a checkpoint is complete (%v) or not valid: %v", doc.Complete, err)
		}
		samples = append(samples, samplesIn(doc))
		return nil
	}
	measured(t.Context(), t, o)
	if !slices.Equal(samples, []int{1, 2}) {
		t.Errorf("the checkpoints had %v samples, want 1 and 2", samples)
	}
	full := errors.New("the disk is full")
	o.Checkpoint = func(*result.Document) error { return full }
	doc, err := Run(t.Context(), o)
	if !errors.Is(err, full) || doc == nil || doc.Complete || samplesIn(doc) != 1 {
		t.Errorf("with a full disk: %v, %+v", err, doc)
	}
}

func TestInvalidRunIsAnError(t *testing.T) {
	for what, o := range map[string]Options{"no cell": options(1), "rounds": options(0, "a")} {
		if _, err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("want an error about %q, got %v", what, err)
		}
	}
}

// A task that says that it has no samples is asked once. The reason is in the document, also after an
// interruption.
func TestATaskSaysThatItIsMissing(t *testing.T) {
	asked := 0
	o := options(3, "a", "b")
	o.Tasks[1].Take = func(context.Context, *result.Contestant) (result.Sample, error) {
		asked++
		return result.Sample{}, &MissingError{"it has no timers"}
	}
	doc := measured(t.Context(), t, o)
	if cell := cellOf(t, doc, "b"); asked != 1 || cell.Missing != "it has no timers" || cell.Failed() || !doc.Complete {
		t.Errorf("asked %d times, complete %v, %+v", asked, doc.Complete, cell)
	}
	half := interruptedAfter(t, o, 4)
	if cell := cellOf(t, half, "b"); cell.Missing != "it has no timers" {
		t.Errorf("interrupted: %+v", cell)
	}
}
