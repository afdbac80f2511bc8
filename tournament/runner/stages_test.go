package runner

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/decide"
	"github.com/wakeful-go/wakeful/tournament/result"
)

// sequential are options of a run that looks after two, three and five rounds, and finds
// the named contestant's cell open until it has so many rounds.
func sequential(open string, until int, names ...string) Options {
	o := options(5, names...)
	o.Looks = []int{2, 3, 5}
	o.Open = func(doc *result.Document) (needs []decide.OpenCell) {
		for i := range doc.Cells {
			if c := &doc.Cells[i]; c.Contestant == open && len(c.Samples) < until {
				needs = append(needs, decide.OpenCell{Keys: []string{c.Key()}, Rounds: float64(until)})
			}
		}
		return needs
	}
	return o
}

func TestARunGoesOnWithWhatIsOpen(t *testing.T) {
	for until, want := range map[int]int{1: 2, 3: 3, 4: 5, 9: 5} {
		doc := measured(t.Context(), t, sequential("b", until, "a", "b"))
		if got := len(cellOf(t, doc, "b").Samples); got != want {
			t.Errorf("open until %d rounds: %d samples, want %d", until, got, want)
		}
		if got := len(cellOf(t, doc, "a").Samples); got != 2 {
			t.Errorf("open until %d rounds: %d samples of what is not, want 2", until, got)
		}
		if !doc.Complete || doc.Rounds != want || !slices.Equal(doc.Looks, []int{2, 3, 5}) {
			t.Errorf("complete %v, %d rounds, looks %v", doc.Complete, doc.Rounds, doc.Looks)
		}
	}
}

func TestALimitLeavesTheFirstStage(t *testing.T) {
	o := sequential("b", 9, "a", "b")
	o.Limit = time.Nanosecond
	doc := measured(t.Context(), t, o)
	if !doc.Complete || doc.Rounds != 2 || samplesIn(doc) != 4 {
		t.Errorf("complete %v, %d rounds, %d samples", doc.Complete, doc.Rounds, samplesIn(doc))
	}
}

func TestAResumedRunLooksAsBefore(t *testing.T) {
	o := sequential("b", 4, "a", "b")
	half := interruptedAfter(t, o, 5) // in the third round, of which "a" has no sample
	if half.Complete || half.Rounds != 5 {
		t.Fatalf("complete %v, %d rounds", half.Complete, half.Rounds)
	}
	o.Resume = half
	doc := measured(t.Context(), t, o)
	if len(cellOf(t, doc, "b").Samples) != 5 || len(cellOf(t, doc, "a").Samples) != 2 {
		t.Errorf("%d and %d samples, want 5 and 2", len(cellOf(t, doc, "b").Samples), len(cellOf(t, doc, "a").Samples))
	}
	o.Looks, o.Rounds = []int{2, 5}, 5
	if _, err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), "after [2 3 5] rounds") {
		t.Errorf("with other looks: %v", err)
	}
	o.Looks = []int{2, 3}
	if _, err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), "last look") {
		t.Errorf("with looks that end before the run: %v", err)
	}
}

// A full run that was interrupted in its lanes: the document has all rounds that the contestants
// took, which are fewer than there might have been.
func TestAResumedRunMayHaveEndedEarly(t *testing.T) {
	o := sequential("b", 4, "a", "b")
	ended := measured(t.Context(), t, o)
	samples := samplesIn(ended)
	ended.Complete, ended.Rounds = false, o.Looks[0]
	o.Resume = ended
	if doc := measured(t.Context(), t, o); !doc.Complete || samplesIn(doc) != samples {
		t.Errorf("complete %v, %d samples instead of %d", doc.Complete, samplesIn(doc), samples)
	}
}

// The rounds of a run are on disk but for the end. The control of the fourth was nine
// times as slow as in the others: that round is measured again, of all cells, and no other.
func TestARoundWhoseControlDriftsIsMeasuredAgain(t *testing.T) {
	const made = 1e9 // nanoseconds, which nothing takes here
	o := options(6, "a", "control")
	o.Tasks[1].Contestant.Kind = string(contest.Control)
	half := &result.Document{Mode: string(o.Mode), Rounds: o.Rounds, Seed: o.Seed, Started: time.Now()}
	for i, task := range o.Tasks {
		cell := task.blank()
		for round := range o.Rounds {
			value := made
			if i == 1 && round == 3 {
				value = 9 * made
			}
			cell.Samples = append(cell.Samples, result.Sample{Round: round, Value: value})
		}
		half.Cells = append(half.Cells, cell)
	}
	o.Resume = half
	doc := measured(t.Context(), t, o)
	if n := len(doc.Repeated); n != mostRepeats || doc.Repeated[0] != (result.Repeat{Round: 3, Drift: 9}) {
		t.Errorf("repeated: %+v", doc.Repeated)
	}
	for i := range doc.Cells {
		for round, s := range doc.Cells[i].Samples {
			if s.Round != round || (round == 3) != (s.Value < made) {
				t.Errorf("%s, round %d: %+v", doc.Cells[i].Key(), round, s)
			}
		}
	}
	// It cannot be what it was, so it still drifts, and the run says so.
	if drifting := decide.Drifting(doc); len(drifting) != 1 || drifting[0].Round != 3 {
		t.Errorf("drifting: %+v", drifting)
	}
}

// What comes first goes on to the end of the run. The others get what time is left: none of it if the
// limit is over before that end, all of it if not. Cells that this run does not measure take no time.
func TestWhatComesFirstIsReserved(t *testing.T) {
	for limit, want := range map[time.Duration]int{time.Hour: 5, 14 * time.Second: 5, 9500 * time.Millisecond: 2} {
		synctest.Test(t, func(t *testing.T) {
			o := sequential("b", 9, "a", "b", "c")
			for i := range o.Tasks {
				take := o.Tasks[i].Take
				o.Tasks[i].Take = func(ctx context.Context, c *result.Contestant) (result.Sample, error) {
					time.Sleep(time.Second) //nolint:forbidigo // in fake time: what a sample takes
					return take(ctx, c)
				}
			}
			o.Limit = limit
			o.Open = func(doc *result.Document) []decide.OpenCell {
				return []decide.OpenCell{
					{Keys: []string{cellOf(t, doc, "b").Key(), "w/impl=x", "w/impl=y", "w/impl=z"}, First: true},
					{Keys: []string{cellOf(t, doc, "a").Key()}, Rounds: 3},
				}
			}
			doc := measured(t.Context(), t, o)
			for name, samples := range map[string]int{"a": want, "b": 5, "c": 2} {
				if got := len(cellOf(t, doc, name).Samples); got != samples {
					t.Errorf("with %v there are %d samples of %s, want %d", limit, got, name, samples)
				}
			}
		})
	}
}
