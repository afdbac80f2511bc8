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

// found returns made-up claims with every verdict but one.
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
	}
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
	page := withFindings(t, resulttest.Example(), found())
	if got, want := texts(t, page, "name"), []string{"X1 confirmed", "X2 refuted", "X3 not testable here"}; !slices.Equal(got, want) {
		t.Errorf("the claims are %q, want %q", got, want)
	}
	want := []string{
		"main / goja_nodejs, ping-pong 0.53× (0.51× to 0.55×) reported 0.50×",
		// Of a claim that fell, those that felled it, and no more than three.
		"first 1.00× claimed above 2.0× third 1.01× fourth 1.02×",
		// Of one that cannot be tested, why.
		"poller the workload polling is not in this document",
	}
	if got := texts(t, page, "deciding"); !slices.Equal(got, want) {
		t.Errorf("the figures are %q, want %q", got, want)
	}
	for _, want := range []string{
		`<strong>1</strong> confirmed`, `<strong>1</strong> refuted`, `<strong>0</strong> undecided`, `<strong>1</strong> not testable here`,
		"7.00 ns",
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
