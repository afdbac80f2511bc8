package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wakeful-go/wakeful/tournament/internal/figures"
)

// This file owns how claims and their experiments come onto the page. What they
// are and what became of them is told from outside: this package judges nothing,
// and knows no claim.

// Findings are what a document says about claims, ready to be shown. The zero
// value is that of a run which measured nothing for them.
type Findings struct {
	// Verdicts are the groups in which the claims are shown, in order.
	Verdicts []string
	Claims   []Claim
	// Experiments are charts over what differs between contestants.
	Experiments []Experiment
	// Lanes is what was reported of lanes, to be shown beside what was measured.
	Lanes []ReportedLane
}

// Claim is one conclusion with its verdict, which is one of the Verdicts.
type Claim struct {
	ID, Statement, Source, Verdict string
	// Test says what was asked of the figures, Experiment what was varied; it may
	// be empty.
	Test, Experiment string
	Figures          []ClaimFigure
}

// ClaimFigure is one figure of a claim. All of it is text for people, and all but
// What may be empty: a figure without a verdict is only shown beside the others.
type ClaimFigure struct{ What, Reported, Expected, Measured, Verdict, Remark string }

// Experiment is a chart of one row of the document over something that is no
// parameter of the row, but differs between contestants.
type Experiment struct {
	// Name is what is varied, Unit what it is counted in.
	Name, Unit string
	// Workload and Params name the row.
	Workload string
	Params   map[string]string
	Lines    []ExperimentLine
}

// ExperimentLine is a curve: a contestant's name, and who stands for it at which
// place.
type ExperimentLine struct {
	Contestant string
	Points     []ExperimentPoint
}

// ExperimentPoint is one place of a curve.
type ExperimentPoint struct {
	X          int
	Contestant string
}

// claimGroup are the claims of one verdict.
type claimGroup struct {
	Verdict, Class string
	Claims         []claimView
}

// claimView is a claim with the figures that decided it.
type claimView struct {
	Claim
	Class    string
	Deciding []ClaimFigure
	More     int
	// Why says why there is no such figure.
	Why string
}

// mostDeciding is how many figures of a claim are shown without being asked for.
const mostDeciding = 3

func claimGroups(f Findings) []claimGroup {
	var groups []claimGroup
	for _, verdict := range f.Verdicts {
		g := claimGroup{Verdict: verdict, Class: verdictClass(verdict)}
		for _, c := range f.Claims {
			if c.Verdict == verdict {
				g.Claims = append(g.Claims, c.view())
			}
		}
		groups = append(groups, g)
	}
	return groups
}

// verdictClass is a verdict's name in the style sheet.
func verdictClass(verdict string) string { return strings.ReplaceAll(verdict, " ", "-") }

// view picks the figures that agree with the verdict: of a claim that fell, those
// that felled it.
func (c Claim) view() claimView {
	v := claimView{Claim: c, Class: verdictClass(c.Verdict)}
	v.Figures = slices.Clone(c.Figures)
	for i, f := range v.Figures {
		first, _, _ := strings.Cut(f.Remark, "\n") // a crash is followed by its trace
		v.Figures[i].Remark = first
		switch {
		case f.Verdict != c.Verdict:
		case f.Measured == "":
			if v.Why == "" {
				v.Why = first
			}
		case len(v.Deciding) == mostDeciding:
			v.More++
		default:
			v.Deciding = append(v.Deciding, v.Figures[i])
		}
	}
	if len(v.Deciding) > 0 {
		v.Why = ""
	}
	return v
}

// FigureClass is a figure's verdict in the style sheet.
func (f ClaimFigure) FigureClass() string { return verdictClass(f.Verdict) }

// experiment draws one experiment as curves. It has no series when the document
// has none of its cells. Whoever has a curve and no column gets one for the
// script: it has a place in the legend, and none in a ranking.
func (p *page) experiment(m *matrix, e Experiment, number int) chart {
	c := chart{
		ID: fmt.Sprintf("chart-experiment-%d", number), Kind: "curve", Title: title(e.Workload+" over the "+e.Name, e.Params),
		Note: "One design with one number changed. Each point is a median, the line through it its interval. Lower is better; a flat line means that the " +
			e.Name + " makes no difference. The vertical axis is logarithmic.",
		XName: fmt.Sprintf("%s (%s)", e.Name, e.Unit),
	}
	for _, w := range m.doc.Workloads {
		if w.Name == e.Workload {
			c.Unit, c.YName, c.ValueTime = w.Unit, valueName(w.Unit), figures.Timed(w.Unit)
		}
	}
	for _, line := range e.Lines {
		var s series
		for _, place := range line.Points {
			source := m.source(place.Contestant, e.Workload, e.Params)
			if source == nil {
				continue
			}
			cell := newCell(source)
			if drawn, ok := cell.point(); ok {
				drawn.X, drawn.label, drawn.text = float64(place.X), figures.Grouped(int64(place.X)), cell.text(c.Unit)
				s.Points = append(s.Points, drawn)
			}
		}
		if len(s.Points) == 0 {
			continue
		}
		s.Contestant = slices.IndexFunc(p.Columns, func(have columnView) bool { return have.Name == line.Contestant })
		if s.Contestant < 0 {
			s.Contestant = len(p.Columns)
			p.Columns = append(p.Columns, columnView{Name: line.Contestant, Ranked: true})
		}
		c.Series = append(c.Series, s)
	}
	c.Lines = len(c.Series)
	c.tabulate(p.Columns)
	return c
}
