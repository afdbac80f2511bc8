package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wakeful-go/wakeful/tournament/figures"
)

// This file puts claims and their experiments on the page. The caller passes the claims and their
// verdicts: this package judges nothing.

// Findings are the claims of a document in the form that is shown. The zero value stands for a run
// that measured nothing for claims.
type Findings struct {
	// Verdicts are the verdicts in the order in which their claims are shown.
	Verdicts []string
	Claims   []Claim
	// Experiments are charts over a property in which contestants differ.
	Experiments []Experiment
	// Lanes are reported figures of lanes. They are shown beside the measured ones.
	Lanes []ReportedLane
}

// Claim is one conclusion with its verdict, which must be one of Findings.Verdicts.
type Claim struct {
	ID, Statement, Source, Verdict string
	// Test describes the condition that the figures were tested for. Experiment describes what was
	// varied, and may be empty.
	Test, Experiment string
	Figures          []ClaimFigure
}

// ClaimFigure is one figure of a claim. All fields are text for readers, and all but What may be
// empty. A figure without a verdict did not decide the claim.
type ClaimFigure struct{ What, Reported, Expected, Measured, Verdict, Remark string }

// Experiment is a chart of one row of the document. Its x axis is a property that is not a
// parameter of the row but differs between contestants.
type Experiment struct {
	// Name is the varied property, Unit is its unit.
	Name, Unit string
	// Workload and Params name the row.
	Workload string
	Params   map[string]string
	Lines    []ExperimentLine
}

// ExperimentLine is a curve: a contestant's name, and the contestants that are its points.
type ExperimentLine struct {
	Contestant string
	Points     []ExperimentPoint
}

// ExperimentPoint is one x position of a curve.
type ExperimentPoint struct {
	X          int
	Contestant string
}

// claimGroup is the list of claims with one verdict.
type claimGroup struct {
	Verdict, Class string
	Claims         []claimView
}

// claimView is a claim with its deciding figures.
type claimView struct {
	Claim
	Class    string
	Deciding []ClaimFigure
	More     int
	// Why is the reason why there are no deciding figures.
	Why string
}

// mostDeciding is how many figures of a claim are shown before the reader asks for more.
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

// verdictClass returns the class of a verdict in the style sheet.
func verdictClass(verdict string) string { return strings.ReplaceAll(verdict, " ", "-") }

// view selects the figures that agree with the claim's verdict. For a refuted claim these are the
// figures that refuted it.
func (c Claim) view() claimView {
	v := claimView{Claim: c, Class: verdictClass(c.Verdict)}
	v.Figures = slices.Clone(c.Figures)
	for i, f := range v.Figures {
		first, _, _ := strings.Cut(f.Remark, "\n") // without the trace of a crash
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

// FigureClass is the class of a figure's verdict in the style sheet.
func (f ClaimFigure) FigureClass() string { return verdictClass(f.Verdict) }

// experiment makes the chart of one experiment. The chart has no series if the document has none of
// its cells. A contestant with a curve and without a column gets a column for the script. It then
// has an entry in the legend, and it is in no ranking.
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
