package report_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/report"
	"github.com/wakeful-go/wakeful/tournament/result"
)

// run is a small document: one row for each set of medians, by contestant. The
// samples lie 1 % around the median, in six rounds.
func run(unit string, rows ...map[string]float64) *result.Document {
	doc := &result.Document{Format: result.Format, Version: result.Version, Mode: "full", Complete: true, Rounds: 6}
	kinds := map[string]string{"ours": "champion", "ours-too": "champion", "theirs": "design", "other": "peer", "machine": "control"}
	for _, name := range []string{"ours", "ours-too", "theirs", "other", "machine"} {
		if slices.ContainsFunc(rows, func(r map[string]float64) bool { _, ok := r[name]; return ok }) {
			doc.Contestants = append(doc.Contestants, result.Contestant{Name: name, Kind: kinds[name]})
		}
	}
	doc.Workloads = []result.Workload{{Name: "work", Unit: unit}}
	for i, r := range rows {
		for _, c := range doc.Contestants {
			cell := result.Cell{Contestant: c.Name, Workload: "work"}
			if len(rows) > 1 {
				cell.Params = map[string]string{"row": string(rune('a' + i))}
			}
			median, ok := r[c.Name]
			if !ok {
				cell.Missing = "cannot"
			}
			for round := 0; ok && round < doc.Rounds; round++ {
				cell.Samples = append(cell.Samples, result.Sample{Round: round, Value: median * (1 + 0.004*(float64(round)-2.5))})
			}
			doc.Cells = append(doc.Cells, cell)
		}
	}
	return doc
}

type medians = map[string]float64

func TestSentences(t *testing.T) {
	for _, c := range []struct {
		name     string
		doc      *result.Document
		headline string
		sentence string
	}{
		{"ahead", run("ns/op", medians{"ours": 20, "theirs": 60, "other": 90}),
			"ours is first in 1 of 1 comparison.",
			"ours leads at 20.0 ns, 3.0× faster than theirs, the best of the others, at 60.0 ns."},
		{"ahead together", run("ns/op", medians{"ours": 20, "ours-too": 20.1, "theirs": 60}),
			"ours is first in 1 of 1 comparison.",
			"ours leads at 20.0 ns (tied with ours-too), 3.0× faster than theirs, the best of the others, at 60.0 ns."},
		{"tied", run("ns/op", medians{"ours": 20, "theirs": 20.1, "other": 90}),
			"ours is first or tied first in 1 of 1 comparison.",
			"ours (20.0 ns) and theirs (20.1 ns) cannot be told apart: their intervals overlap."},
		{"tied with two", run("ns/op", medians{"ours": 20.1, "theirs": 20, "other": 20.05}),
			"ours is first or tied first in 1 of 1 comparison.",
			"ours (20.1 ns) and theirs (20.0 ns) cannot be told apart: their intervals overlap. Tied with them: other."},
		{"behind", run("ns/op", medians{"ours": 50, "theirs": 20}),
			"ours is first in 0 of 1 comparison.",
			"theirs leads at 20.0 ns; ours is behind at 50.0 ns, 2.5× slower."},
		{"not a time", run("cores", medians{"ours": 0.5, "theirs": 2}),
			"ours is first in 1 of 1 comparison.",
			"ours leads at 0.500 cores, 4.0× less than theirs, the best of the others, at 2.00 cores."},
		{"for nothing", run("cores", medians{"ours": 0, "theirs": 2}),
			"ours is first in 1 of 1 comparison.",
			"ours leads at 0 cores; theirs, the best of the others, needs 2.00 cores."},
		{"both for nothing", run("cores", medians{"ours": 0, "theirs": 0}),
			"ours is first or tied first in 1 of 1 comparison.",
			"ours (0 cores) and theirs (0 cores) cannot be told apart: their intervals overlap."},
		{"behind nothing", run("cores", medians{"ours": 1, "theirs": 0}),
			"ours is first in 0 of 1 comparison.",
			"theirs leads at 0 cores; ours is behind at 1.00 cores."},
		{"a control is no rival", run("ns/op", medians{"ours": 20, "machine": 5}),
			"This run compares nothing: no row has two figures.",
			"Nothing to compare: only ours has a figure, 20.0 ns."},
		{"one of the others alone", run("ns/op", medians{"theirs": 20, "machine": 5}),
			"This run compares nothing: no row has two figures.",
			"Nothing to compare: only theirs has a figure, 20.0 ns."},
		{"no champion", run("ns/op", medians{"theirs": 20, "other": 60}),
			"One contestant is ahead in 1 of 1 comparison.",
			"theirs leads at 20.0 ns, 3.0× faster than other, the best of the others, at 60.0 ns."},
		{"rows of one outcome", run("ns/op", medians{"ours": 20, "theirs": 60}, medians{"ours": 20, "theirs": 100}, medians{"ours": 20, "theirs": 40}),
			"ours is first in 3 of 3 comparisons.",
			"ours leads in all 3 rows, 2.0× to 5.0× faster than the best of the others (theirs)."},
		{"rows of every outcome", run("ns/op", medians{"ours": 20, "theirs": 60}, medians{"ours": 20, "theirs": 20}, medians{"ours": 20, "theirs": 10}, medians{"ours": 20}),
			"ours is first or tied first in 2 of 3 comparisons.",
			"ours leads in 1 of 4 rows (row=a), 3.0× faster than the best of the others (theirs). ours and theirs cannot be told apart in 1 of 4 rows (row=b). ours is behind theirs in 1 of 4 rows (row=c), 2.0× slower. Nothing to compare in 1 of 4 rows (row=d)."},
		{"several of ours", run("ns/op", medians{"ours": 20, "ours-too": 40, "theirs": 60}, medians{"ours": 40, "ours-too": 20, "theirs": 60}),
			"ours is first in 2 of 2 comparisons.",
			"ours, in the best of its strategies, leads in both rows, 3.0× faster than the best of the others (theirs)."},
	} {
		t.Run(c.name, func(t *testing.T) {
			headline, _, sentences := report.Sentences(c.doc)
			if headline != c.headline {
				t.Errorf("the headline is %q, want %q", headline, c.headline)
			}
			if !slices.Equal(sentences, []string{c.sentence}) {
				t.Errorf("got %q, want %q", sentences, c.sentence)
			}
			// Neither form stumbles over it.
			table(t, c.doc, 100, false)
			rendered(t, c.doc)
		})
	}
}

func TestTooFewRoundsDecideNothing(t *testing.T) {
	doc := run("ns/op", medians{"ours": 20, "theirs": 60})
	for i := range doc.Cells {
		doc.Cells[i].Samples = doc.Cells[i].Samples[:5]
	}
	doc.Rounds = 5
	headline, subline, sentences := report.Sentences(doc)
	if headline != "Undecided: intervals take at least 6 rounds." || subline != "" {
		t.Errorf("the headline is %q, %q", headline, subline)
	}
	if want := "Undecided for want of rounds: so far ours has 20.0 ns and theirs has 59.9 ns."; sentences[0] != want {
		t.Errorf("got %q, want %q", sentences[0], want)
	}
}

func TestWhoLacksRoundsIsNotTied(t *testing.T) {
	// The second row was interrupted, and in the first one contestant was.
	doc := run("ns/op", medians{"ours": 20, "theirs": 60, "other": 80}, medians{"ours": 20, "theirs": 60, "other": 80})
	for i := range doc.Cells {
		c := &doc.Cells[i]
		if c.Contestant == "other" || c.Params["row"] == "b" {
			c.Samples = c.Samples[:5]
		}
	}
	headline, subline, sentences := report.Sentences(doc)
	if headline != "ours is first in 1 of 2 comparisons; 1 undecided." || subline != "Ahead in 1 and undecided in 1." {
		t.Errorf("got %q, %q", headline, subline)
	}
	if want := "ours leads in 1 of 2 rows (row=a), 3.0× faster than the best of the others (theirs). Undecided in 1 of 2 rows (row=b) for want of rounds."; sentences[0] != want {
		t.Errorf("got %q, want %q", sentences[0], want)
	}
	if !strings.Contains(rendered(t, doc), ">Undecided</th>") {
		t.Error("the page does not count what is undecided")
	}
}

func TestAFailureTakesTheFigure(t *testing.T) {
	doc := run("ns/op", medians{"ours": 20, "theirs": 10, "other": 60})
	for i := range doc.Cells {
		if doc.Cells[i].Contestant == "theirs" {
			doc.Cells[i].Samples = doc.Cells[i].Samples[1:]
			doc.Cells[i].Failures = []result.Failure{{Round: 0, Reason: "it miscounted"}}
		}
	}
	headline, _, _ := report.Sentences(doc)
	if headline != "ours is first in 1 of 1 comparison." {
		t.Errorf("the headline is %q", headline)
	}
	for form, text := range map[string]string{"table": table(t, doc, 100, false), "page": rendered(t, doc)} {
		if !strings.Contains(text, "1 of 6 rounds failed: it miscounted") {
			t.Errorf("the %s does not give the reason", form)
		}
	}
}

func TestSublineQualifiesTheHeadline(t *testing.T) {
	doc := run("ns/op", medians{"ours": 40, "ours-too": 20, "theirs": 60}, medians{"ours": 20, "ours-too": 40, "theirs": 10})
	_, subline, _ := report.Sentences(doc)
	want := "Ahead in 1 and behind in 1. A comparison sets the best of ours and ours-too against the best of the others. Taken by itself, ours is first or tied first in 0 of 2."
	if subline != want {
		t.Errorf("got %q, want %q", subline, want)
	}
}
