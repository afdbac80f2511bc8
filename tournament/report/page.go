package report

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/wakeful-go/wakeful/tournament/latency"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// This file owns the content of the page, in the order of the page. The template (assets/page.html)
// only formats it.

type page struct {
	Headline, Subline string
	Facts             []string // the run and the machine in a line
	Notices           []string // warnings that a reader must see before the figures
	Confidence        string
	Fields            []field // the columns of Outcomes
	Outcomes          outcomes
	Scores            []score
	NotShown          bool // somewhere
	Heat              heat
	Workloads         []workloadView
	Lanes             lanesView
	Claims            []claimGroup
	ClaimCount        int
	Gaps              []gap
	Figures           []figureView
	Machine           []fact
	Modules           []fact
	Charts            []chart  // the charts of all workloads, for the script
	Columns           []column // the contestants, for the script
	Licenses          []fact
}

// workloadView is a workload's section.
type workloadView struct {
	Name, Summary string
	Charts        []chart
}

func newPage(doc *result.Document, found Findings) (*page, error) {
	lanes, rest := latency.Split(doc)
	if rest == nil {
		rest = &result.Document{} // a run of lanes alone shows only the lanes
	}
	m := newMatrix(rest)
	p := &page{
		Headline: m.headline(), Subline: m.subline(),
		Facts:      append(runFacts(doc), machineFacts(doc.Environment)...),
		Notices:    notices(doc),
		Confidence: fmt.Sprintf("%.0f %%", 100*stats.Confidence),
		Fields:     m.fields(),
		Heat:       m.heat(),
		Gaps:       m.gaps,
		Machine: append(environmentFacts(doc.Environment),
			fact{"Seed of the order", strconv.FormatUint(doc.Seed, 10)}, fact{"Command", strings.Join(doc.Command, " ")}),
		Columns: slices.Clone(m.columns),
	}
	for i, f := range p.Fields {
		p.Outcomes.add(m, f, i, len(p.Fields))
	}
	for _, path := range slices.Sorted(maps.Keys(doc.Environment.Modules)) {
		p.Modules = append(p.Modules, fact{path, doc.Environment.Modules[path]})
	}
	for i := range m.columns {
		s := m.score(i)
		p.Scores = append(p.Scores, s)
		p.NotShown = p.NotShown || s.Open > 0
	}
	for i, g := range m.groups {
		w := workloadView{Name: g.Name, Summary: g.Summary, Charts: m.charts(g, i)}
		p.Workloads = append(p.Workloads, w)
		p.Charts = append(p.Charts, w.Charts...)
	}
	if lanes != nil {
		if err := p.lanes(lanes); err != nil {
			return nil, err
		}
		p.Charts = append(p.Charts, p.Lanes.Charts...)
	}
	if len(m.groups) == 0 && lanes != nil {
		p.Headline, p.Subline = "Sleeping against spinning", ""
	}
	p.Claims, p.ClaimCount = claimGroups(found), len(found.Claims)
	var err error
	if p.Figures, err = allFigures(doc); err != nil {
		return nil, err
	}
	p.Licenses, err = licenses()
	return p, err
}

func notices(doc *result.Document) (notices []string) {
	if !doc.Complete {
		notices = append(notices, interruptedText)
	}
	if doc.Rounds < stats.MinSamples(stats.Confidence) {
		notices = append(notices, tooFewRounds(doc.Rounds))
	}
	return append(notices, doc.Warnings...)
}
