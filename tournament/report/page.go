package report

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/wakeful-go/wakeful/tournament/figures"
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
	Stands            []standsView
	Scores            []scoreView
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
	Run               []fact
	Charts            []chart      // the charts of all workloads, for the script
	Columns           []columnView // the contestants, for the script
	Licenses          []fact
}

// columnView is the description of a contestant for the script.
type columnView struct {
	Name     string `json:"name"`
	Kind     string `json:"kind"`
	Champion bool   `json:"champion"`
	Ranked   bool   `json:"ranked"`
	// Lane: this is a lane, and its switch is among the lanes' switches.
	Lane bool `json:"lane"`
}

// workloadView is a workload's section.
type workloadView struct {
	ID, Name, Summary, Sentence string
	Charts                      []chart
}

type scoreView struct {
	score
	Rows                   int
	AloneShare, TiedShare  string // percent of all rows
	BehindShare, OpenShare string
	EmptyShare             string
	Typical, Worst         string
}

func newPage(doc *result.Document, found Findings) (*page, error) {
	lanes, rest := latency.Split(doc)
	if rest == nil {
		rest = &result.Document{} // a run of lanes alone shows only the lanes
	}
	m := newMatrix(rest)
	if err := m.mergeLatencies(); err != nil {
		return nil, err
	}
	p := &page{
		Headline: m.headline(), Subline: m.subline(),
		Facts:      append(runFacts(doc), machineFacts(doc.Environment)...),
		Notices:    notices(doc),
		Confidence: fmt.Sprintf("%.0f %%", 100*stats.Confidence),
		Heat:       m.heat(),
		Gaps:       m.gaps(),
		Machine:    environmentFacts(doc.Environment),
		Run:        runDetails(doc),
	}
	p.Stands = m.stands()
	for _, path := range slices.Sorted(maps.Keys(doc.Environment.Modules)) {
		p.Modules = append(p.Modules, fact{path, doc.Environment.Modules[path]})
	}
	for i, c := range m.columns {
		p.Columns = append(p.Columns, columnView{Name: c.Name, Kind: c.Kind, Champion: c.champion, Ranked: c.ranked})
		s := m.scoreView(i)
		p.Scores = append(p.Scores, s)
		p.NotShown = p.NotShown || s.Open > 0
	}
	for i, g := range m.groups {
		w := m.workload(g, i)
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

// HeatSpan is the number of columns of the heat map, including the row names.
func (p *page) HeatSpan() int { return 1 + len(p.Heat.Columns) }

// NoFigure counts the rows in which the contestant has no figure.
func (s scoreView) NoFigure() int { return s.Failed + s.Missing }

func notices(doc *result.Document) (notices []string) {
	if !doc.Complete {
		notices = append(notices, interruptedText)
	}
	if doc.Rounds < stats.MinSamples(stats.Confidence) {
		notices = append(notices, tooFewRounds(doc.Rounds))
	}
	return append(notices, doc.Warnings...)
}

func runDetails(doc *result.Document) []fact {
	complete := "yes"
	if !doc.Complete {
		complete = "no, it was interrupted"
	}
	return []fact{
		{"Mode", doc.Mode},
		{"Rounds", strings.TrimSuffix(strings.TrimSuffix(roundsOf(doc), "s"), " round")},
		{"Complete", complete},
		{"Started", doc.Started.UTC().Format(time.RFC3339)},
		{"Finished", doc.Finished.UTC().Format(time.RFC3339)},
		{"Seed of the order", strconv.FormatUint(doc.Seed, 10)},
		{"Command", strings.Join(doc.Command, " ")},
	}
}

func (m *matrix) scoreView(at int) scoreView {
	s := m.score(at)
	v := scoreView{score: s, Rows: s.Figures + s.Failed + s.Missing, Typical: figures.Factor(s.Typical), Worst: figures.Factor(s.Worst)}
	share := func(n int) string {
		return strconv.FormatFloat(100*float64(n)/math.Max(1, float64(v.Rows)), 'f', 2, 64)
	}
	v.AloneShare, v.TiedShare, v.BehindShare = share(s.Alone), share(s.Tied), share(s.Behind)
	v.OpenShare, v.EmptyShare = share(s.Open), share(s.Failed+s.Missing)
	return v
}

func (m *matrix) workload(g group, number int) workloadView {
	return workloadView{ID: workloadID(number), Name: g.Name, Summary: g.Summary, Sentence: m.sentence(g), Charts: m.charts(g, number)}
}

func workloadID(number int) string { return fmt.Sprintf("workload-%d", number) }
