package report_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/report"
	"github.com/wakeful-go/wakeful/tournament/result"
)

// run returns a small document with one row for each set of medians by contestant. The samples are
// within 1 % of the median, in six rounds.
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

func TestOutcomes(t *testing.T) {
	for _, c := range []struct {
		name     string
		doc      *result.Document
		headline string
		outcomes []string
	}{
		{"ahead", run("ns/op", medians{"ours": 20, "theirs": 60, "other": 90}),
			"ours against peers: ahead in 1 of 1 row.",
			[]string{"ahead 3.0× (theirs)"}},
		{"ahead together", run("ns/op", medians{"ours": 20, "ours-too": 20.1, "theirs": 60}),
			"ours against the founding designs: ahead in 1 of 1 row.",
			[]string{"ahead 3.0× (theirs)"}},
		{"tied", run("ns/op", medians{"ours": 20, "theirs": 20.1, "other": 90}),
			"ours against peers: ahead in 1 of 1 row.",
			[]string{"tied 1.01× (theirs)"}},
		{"tied, and shown to differ", run("ns/op", medians{"ours": 21, "theirs": 20}),
			"ours against the founding designs: tied in 1 of 1 row.",
			[]string{"tied 0.95× (theirs)"}},
		{"tied with two", run("ns/op", medians{"ours": 20.1, "theirs": 20, "other": 20.05}),
			"ours against peers: tied in 1 of 1 row.",
			[]string{"tied 1.00× (theirs)"}},
		{"behind", run("ns/op", medians{"ours": 50, "theirs": 20}),
			"ours against the founding designs: behind in 1 of 1 row.",
			[]string{"behind 0.40× (theirs)"}},
		{"not a time", run("cores", medians{"ours": 0.5, "theirs": 2}),
			"ours against the founding designs: ahead in 1 of 1 row.",
			[]string{"ahead 4.0× (theirs)"}},
		{"for nothing", run("cores", medians{"ours": 0, "theirs": 2}),
			"ours against the founding designs: ahead in 1 of 1 row.",
			[]string{"ahead – (theirs)"}},
		{"both for nothing", run("cores", medians{"ours": 0, "theirs": 0}),
			"ours against the founding designs: tied in 1 of 1 row.",
			[]string{"tied 1.00× (theirs)"}},
		{"behind nothing", run("cores", medians{"ours": 1, "theirs": 0}),
			"ours against the founding designs: behind in 1 of 1 row.",
			[]string{"behind 0× (theirs)"}},
		{"a control is no rival", run("ns/op", medians{"ours": 20, "machine": 5}),
			"This run compares nothing: no row has two figures.",
			nil},
		{"one of the others alone", run("ns/op", medians{"theirs": 20, "machine": 5}),
			"This run compares nothing: no row has two figures.",
			nil},
		{"no champion", run("ns/op", medians{"theirs": 20, "other": 60}),
			"One contestant is ahead in 1 of 1 row.",
			[]string{"ahead 3.0× (other)"}},
		{"rows of one outcome", run("ns/op", medians{"ours": 20, "theirs": 60}, medians{"ours": 20, "theirs": 100}, medians{"ours": 20, "theirs": 40}),
			"ours against the founding designs: ahead in 3 of 3 rows.",
			[]string{"row=a ahead 3.0× (theirs)", "row=b ahead 5.0× (theirs)", "row=c ahead 2.0× (theirs)"}},
		{"rows of every outcome", run("ns/op", medians{"ours": 20, "theirs": 60}, medians{"ours": 20, "theirs": 20}, medians{"ours": 20, "theirs": 10}, medians{"ours": 20}),
			"ours against the founding designs: ahead in 1, tied in 1 and behind in 1 of 3 rows.",
			[]string{"row=a ahead 3.0× (theirs)", "row=b tied 1.00× (theirs)", "row=c behind 0.50× (theirs)"}},
		{"several of ours", run("ns/op", medians{"ours": 20, "ours-too": 40, "theirs": 60}, medians{"ours": 40, "ours-too": 20, "theirs": 60}),
			"ours against the founding designs: ahead in 2 of 2 rows.",
			[]string{"row=a ahead 3.0× (theirs)", "row=b ahead 1.50× (theirs)"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			headline, _, outcomes := report.Outcomes(c.doc)
			if headline != c.headline {
				t.Errorf("the headline is %q, want %q", headline, c.headline)
			}
			if !slices.Equal(outcomes, c.outcomes) {
				t.Errorf("got %q, want %q", outcomes, c.outcomes)
			}
			// Neither the table nor the page fails.
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
	headline, subline, outcomes := report.Outcomes(doc)
	if headline != "Nothing is shown: intervals take at least 6 rounds." || subline != "" {
		t.Errorf("the headline is %q, %q", headline, subline)
	}
	if want := "not shown 3.0× (theirs)"; outcomes[0] != want {
		t.Errorf("got %q, want %q", outcomes[0], want)
	}
}

func TestTooFewRoundsAreNotATie(t *testing.T) {
	// The second row was interrupted. In the first, one contestant was.
	doc := run("ns/op", medians{"ours": 20, "theirs": 60, "other": 80}, medians{"ours": 20, "theirs": 60, "other": 80})
	for i := range doc.Cells {
		c := &doc.Cells[i]
		if c.Contestant == "other" || c.Params["row"] == "b" {
			c.Samples = c.Samples[:5]
		}
	}
	headline, subline, outcomes := report.Outcomes(doc)
	if headline != "ours against peers: not shown in 2 of 2 rows." || !strings.HasPrefix(subline, "The founding designs: ahead in 1 and not shown in 1 of 2 rows. ") {
		t.Errorf("got %q, %q", headline, subline)
	}
	if want := []string{"row=a not shown 4.0× (other)", "row=b not shown 3.0× (theirs)"}; !slices.Equal(outcomes, want) {
		t.Errorf("got %q, want %q", outcomes, want)
	}
	if !strings.Contains(rendered(t, doc), ">Not shown</th>") {
		t.Error("the page does not count what is not shown")
	}
}

func TestFailedCellHasNoFigure(t *testing.T) {
	doc := run("ns/op", medians{"ours": 20, "theirs": 10, "other": 60})
	for i := range doc.Cells {
		if doc.Cells[i].Contestant == "theirs" {
			doc.Cells[i].Samples = doc.Cells[i].Samples[1:]
			doc.Cells[i].Failures = []result.Failure{{Round: 0, Reason: "it miscounted"}}
		}
	}
	headline, _, _ := report.Outcomes(doc)
	if headline != "ours against peers: ahead in 1 of 1 row." {
		t.Errorf("the headline is %q", headline)
	}
	for form, text := range map[string]string{"table": table(t, doc, 100, false), "page": rendered(t, doc)} {
		if !strings.Contains(text, "1 of 6 rounds failed: it miscounted") {
			t.Errorf("the %s does not give the reason", form)
		}
	}
}

// Peers and designs are told apart, and the strategies of the champion are no rivals.
func TestTheFieldsAreToldApart(t *testing.T) {
	doc := run("ns/op", medians{"ours": 40, "ours-too": 20, "theirs": 60, "other": 10}, medians{"ours": 20, "ours-too": 40, "theirs": 10, "other": 60})
	headline, subline, _ := report.Outcomes(doc)
	if headline != "ours against peers: ahead in 1 and behind in 1 of 2 rows." {
		t.Errorf("the headline is %q", headline)
	}
	if want := "The founding designs: ahead in 1 and behind in 1 of 2 rows. Behind: behind at least one of them. Tied: a difference above 10 % is excluded. Not shown: neither."; subline != want {
		t.Errorf("got %q, want %q", subline, want)
	}
	page := rendered(t, doc)
	for _, want := range []string{"Against peers</th>", "Against the founding designs</th>"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %s", want)
		}
	}
}

// A ratio of 0.67 with samples that scatter is not a tie, and no win for anybody.
func TestWhatScattersIsNotShown(t *testing.T) {
	doc := run("ns/op", medians{"ours": 20, "theirs": 13.4})
	for i, by := range []float64{0.5, 2, 0.7, 1.6, 1, 1.3} {
		doc.Cells[1].Samples[i].Value *= by
	}
	headline, _, outcomes := report.Outcomes(doc)
	if headline != "ours against the founding designs: not shown in 1 of 1 row." || !strings.HasPrefix(outcomes[0], "not shown ") {
		t.Errorf("got %q, %q", headline, outcomes)
	}
	if text := table(t, doc, 100, false); !strings.Contains(text, " ?") {
		t.Errorf("the table does not mark what is not shown:\n%s", text)
	}
	if !strings.Contains(rendered(t, doc), `<td class="not-shown"`) {
		t.Error("the heat map does not mark what is not shown")
	}
}

// A run whose controls drift says so first, and counts no wins.
func TestADriftComesFirst(t *testing.T) {
	doc := run("ns/op", medians{"ours": 20, "theirs": 60, "machine": 5})
	cell := &doc.Cells[len(doc.Cells)-1]
	if cell.Contestant != "machine" {
		t.Fatalf("the last cell is of %s", cell.Contestant)
	}
	cell.Samples[3].Value *= 900
	headline, subline, _ := report.Outcomes(doc)
	if !strings.HasPrefix(headline, "No wins are counted: the machine changed") || !strings.Contains(subline, "round 4 (") {
		t.Errorf("got %q, %q", headline, subline)
	}
}

// A run that looked at its figures has more rounds of some rows than of others.
func TestTheRoundsOfASequentialRun(t *testing.T) {
	doc := run("ns/op", medians{"ours": 20, "theirs": 60})
	doc.Looks, doc.Repeated = []int{6, 9}, []result.Repeat{{Round: 2, Drift: 1.5}}
	if text := table(t, doc, 200, false); !strings.Contains(text, ", 6 rounds, ") || !strings.Contains(text, "1 round measured again") {
		t.Errorf("the table begins with %.200q", text)
	}
	doc.Rounds = 9
	if page := rendered(t, doc); !strings.Contains(page, "<li>6 to 9 rounds</li>") {
		t.Error("the page does not say that there are 6 to 9 rounds")
	}
}
