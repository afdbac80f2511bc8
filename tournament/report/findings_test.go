package report_test

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/report"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/result/resulttest"
)

// found returns made-up claims with every verdict but one, and an experiment of the example: a
// design and two of its ablations.
func found() report.Findings {
	return report.Findings{
		Verdicts: []string{"confirmed", "refuted", "undecided", "not testable here"},
		Claims: []report.Claim{
			{ID: "X1", Statement: "Main is fast.", Source: "A document", Verdict: "confirmed", Test: "It is asked.", Experiment: "A part.", Figures: []report.ClaimFigure{
				{What: "main / goja_nodejs, ping-pong", Reported: "0.50×", Expected: "below 1.00×", Measured: "0.53× (0.51× to 0.55×)", Verdict: "confirmed"},
				{What: "beside it", Measured: "7.00 ns"},
			}},
			{ID: "X2", Statement: "Main is slow.", Source: "A document", Verdict: "refuted", Test: "It is asked.", Figures: []report.ClaimFigure{
				{What: "first", Expected: "above 2.0×", Measured: "1.00×", Verdict: "refuted"},
				{What: "second", Measured: "3.00×", Verdict: "confirmed"},
				{What: "third", Measured: "1.01×", Verdict: "refuted"},
				{What: "fourth", Measured: "1.02×", Verdict: "refuted"},
				{What: "fifth", Measured: "1.03×", Verdict: "refuted"},
			}},
			{ID: "X3", Statement: "Pollers are slow.", Source: "Another", Verdict: "not testable here", Test: "It is asked.", Figures: []report.ClaimFigure{
				{What: "poller", Verdict: "not testable here", Remark: "the workload polling is not in this document\ngoroutine 1"},
			}},
		},
		Experiments: []report.Experiment{
			{Name: "budget", Unit: "tasks in a turn", Workload: "multi-producer", Params: map[string]string{"producers": "10"}, Lines: []report.ExperimentLine{
				{Contestant: "main", Points: []report.ExperimentPoint{{X: 64, Contestant: "main-budget-64"}, {X: 1024, Contestant: "main"}, {X: 2048, Contestant: "main-budget-2048"}}},
				{Contestant: "goja_nodejs", Points: []report.ExperimentPoint{{X: 64, Contestant: "goja_nodejs-budget-64"}}},
			}},
			{Name: "colour", Unit: "hues", Workload: "painting", Lines: []report.ExperimentLine{
				{Contestant: "main", Points: []report.ExperimentPoint{{X: 1, Contestant: "main"}}},
			}},
		},
	}
}

// varied returns the example with the ablations of the experiment. One of them failed.
func varied() *result.Document {
	doc := resulttest.Example()
	var of result.Cell
	for _, c := range doc.Cells {
		if c.Contestant == "main" && c.Workload == "multi-producer" && c.Params["producers"] == "10" {
			of = c
		}
	}
	for _, name := range []string{"main-budget-64", "main-budget-2048"} {
		doc.Contestants = append(doc.Contestants, result.Contestant{Name: name, Kind: "ablation"})
		c := of
		c.Contestant = name
		if name == "main-budget-2048" {
			c.Samples, c.Failures = nil, []result.Failure{{Reason: "it hung"}}
		}
		doc.Cells = append(doc.Cells, c)
	}
	return doc
}

func withFindings(t *testing.T, doc *result.Document, f report.Findings) string {
	t.Helper()
	var page bytes.Buffer
	if err := report.HTML(&page, doc, f); err != nil {
		t.Fatal(err)
	}
	return page.String()
}

var tags = regexp.MustCompile(`<[^>]*>`)

// texts returns the texts of the elements of a class in the claims. They are paragraphs or lists.
func texts(t *testing.T, page, class string) []string {
	t.Helper()
	_, page, ok := strings.Cut(page, `<section id="claims">`)
	if !ok {
		t.Fatal("the page has no claims")
	}
	page, _, _ = strings.Cut(page, "</section>")
	var all []string
	for _, part := range strings.Split(page, `class="`+class)[1:] {
		part = part[strings.Index(part, ">")+1:]
		end := strings.Index(part, "</p>")
		if list := strings.Index(part, "</ul>"); end < 0 || list >= 0 && list < end {
			end = list
		}
		words := html.UnescapeString(tags.ReplaceAllString(part[:end], " "))
		all = append(all, strings.Join(strings.Fields(words), " "))
	}
	return all
}

func TestClaimsAreShownByVerdict(t *testing.T) {
	page := withFindings(t, varied(), found())
	if got, want := texts(t, page, "name"), []string{"X1 confirmed", "X2 refuted", "X3 not testable here"}; !slices.Equal(got, want) {
		t.Errorf("the claims are %q, want %q", got, want)
	}
	want := []string{
		"main / goja_nodejs, ping-pong 0.53× (0.51× to 0.55×) reported 0.50×",
		// Of a claim that fell, those that felled it, and no more than three.
		"first 1.00× claimed above 2.0× third 1.01× fourth 1.02×",
	}
	if got := texts(t, page, "deciding"); !slices.Equal(got, want) {
		t.Errorf("the figures are %q, want %q", got, want)
	}
	if got, want := texts(t, page, "why"), []string{"the workload polling is not in this document"}; !slices.Equal(got, want) {
		t.Errorf("the reasons are %q, want %q", got, want)
	}
	for _, want := range []string{
		`<strong>1</strong> confirmed`, `<strong>1</strong> refuted`, `<strong>0</strong> undecided`, `<strong>1</strong> not testable here`,
		"1 more, and all figures", "7.00 ns",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not have %q", want)
		}
	}
	if strings.Contains(page, `class="verdict" data-verdict="undecided"`) {
		t.Error("a verdict that no claim has is a box of nothing")
	}
}

func TestARunThatWasNotMadeForTheClaimsSaysWhichIs(t *testing.T) {
	page := rendered(t, resulttest.Example())
	if !strings.Contains(page, "<code>wakeful tournament --full</code> does.") {
		t.Error("the page does not say how claims are judged")
	}
	if strings.Contains(markup(t, page), `class="claim"`) || strings.Contains(markup(t, page), `id="experiments"`) {
		t.Error("the page has claims that nobody judged")
	}
}

// An experiment's chart shows the points that exist. An experiment without points has no chart.
func TestExperimentsAreCurves(t *testing.T) {
	page := withFindings(t, varied(), found())
	titles, tables := report.Experiments(varied(), found())
	if want := []string{"multi-producer over the budget, producers=10"}; !slices.Equal(titles, want) {
		t.Fatalf("the experiments are %q, want %q", titles, want)
	}
	head, line := tables[0][0], tables[0][1]
	if len(tables[0]) != 2 || !slices.Equal(head, []string{"budget (tasks in a turn)", "64", "1,024"}) || line[0] != "main" || line[1] != line[2] || !strings.Contains(line[1], "ns ±") {
		t.Errorf("the table is %q", tables[0])
	}
	if n := strings.Count(markup(t, page), `id="chart-experiment-`); n != 1 {
		t.Errorf("%d boxes for experiments, want 1", n)
	}
	// If its design is not in the matrix, a curve still has a name and a colour.
	alone := varied()
	alone.Cells = alone.Cells[len(alone.Cells)-2:]
	if titles, tables := report.Experiments(alone, found()); len(titles) != 1 || tables[0][1][0] != "main" {
		t.Errorf("without the design the experiments are %q, %q", titles, tables)
	}
	if titles, _ := report.Experiments(resulttest.Sparse(), report.Findings{Experiments: found().Experiments[1:]}); len(titles) != 0 {
		t.Errorf("of nothing there is %q", titles)
	}
}

// Every chart of figures in the matrix has a table with the same figures.
func TestChartsHaveTables(t *testing.T) {
	doc := resulttest.Example()
	kinds, titles, lines := report.ChartTitles(doc)
	for i, table := range report.ChartTables(doc) {
		if want := lines[i] + 1; kinds[i] != "latency" && len(table) != want {
			t.Errorf("%s has a table of %d lines, want %d", titles[i], len(table), want)
		} else if kinds[i] == "latency" && len(table) != 0 {
			t.Errorf("%s has a table; the one of all figures has its percentiles", titles[i])
		}
		for _, line := range table {
			if len(line) != len(table[0]) || slices.Contains(line, "") {
				t.Errorf("%s: the line %q under %q", titles[i], line, table[0])
			}
		}
	}
	contention := report.ChartTables(doc)[slices.Index(titles, "cas-contention over producers")]
	if want := []string{"producers (goroutines)", "1", "2", "4", "8", "16", "32"}; !slices.Equal(contention[0], want) {
		t.Errorf("the head is %q, want %q", contention[0], want)
	}
}

func TestHostileClaimsStayText(t *testing.T) {
	f := found()
	for i := range f.Claims {
		c := &f.Claims[i]
		*c = report.Claim{ID: payload, Statement: payload, Source: payload, Verdict: c.Verdict, Test: payload, Experiment: payload, Figures: []report.ClaimFigure{
			{payload, payload, payload, payload, c.Verdict, payload}, {payload, payload, payload, "", payload, payload},
		}}
	}
	page := withFindings(t, hostile(), f)
	if strings.Contains(page, payload) {
		t.Error("the payload is in the page unescaped")
	}
	elements(t, markup(t, page), func(e xml.StartElement) {
		for _, a := range e.Attr {
			if e.Name.Local == "img" || strings.HasPrefix(a.Name.Local, "on") {
				t.Error(fmt.Sprint("the claims brought in an element: ", e))
			}
		}
	}, func(string) {})
}
