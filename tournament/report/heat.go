package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/wakeful-go/wakeful/tournament/figures"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// This file owns the page's heat map, and how each contestant did over all rows.

// hottest is the ratio to the best at which the colour scale ends. The page's key says so too.
const hottest = 50

type heat struct {
	Columns []column
	Span    int // the number of columns with that of the row names
	Groups  []heatGroup
	// Size is a class of the style sheet. The number of contestants decides whether their names are
	// vertical and whether the map fits the page.
	Size string
}

func heatSize(columns int) string {
	const level, fitting = 10, 16
	switch {
	case columns <= level:
		return "few"
	case columns <= fitting:
		return "many"
	}
	return "too-many"
}

type heatGroup struct {
	Name string
	Unit string // empty for times, which are shown with their unit
	// Single: the group has one row, and its name is the row's name.
	Single bool
	Rows   []heatRow
}

type heatRow struct {
	Label string
	Cells []heatCell
}

type heatCell struct {
	Class               string // of the style sheet
	Ratio, Value, Title string
	// Heat is 0 for the best and 1 for hottest times the best.
	Heat string
	// State and Gap say why there is no figure. Gap is the number of the reason.
	State string
	Gap   int
}

func (m *matrix) heat() heat {
	h := heat{Columns: m.columns, Span: 1 + len(m.columns), Size: heatSize(len(m.columns))}
	for _, g := range m.groups {
		hg := heatGroup{Name: g.Name, Single: len(g.rows) == 1 && len(g.rows[0].params) == 0}
		if !figures.Timed(g.Unit) {
			hg.Unit = g.Unit
		}
		for _, r := range g.rows {
			row := heatRow{Label: r.label()}
			for at := range r.cells {
				row.Cells = append(row.Cells, m.heatCell(g, r, at))
			}
			hg.Rows = append(hg.Rows, row)
		}
		h.Groups = append(h.Groups, hg)
	}
	return h
}

func heatOf(ratio float64) float64 {
	return min(max(math.Log(ratio)/math.Log(hottest), 0), 1)
}

func (m *matrix) heatCell(g group, r row, at int) heatCell {
	c := r.cells[at]
	name := m.columns[at].Name + ", " + strings.TrimSpace(g.Name+" "+r.label())
	if c.state != figure {
		return heatCell{
			Class: class(c.state.String()), State: c.state.String(), Gap: c.gap,
			Title: fmt.Sprintf("%s: %s: %s", name, c.state, c.reason),
		}
	}
	ratio := r.ratio(at)
	h := heatCell{Class: "cell", Ratio: figures.Factor(ratio), Value: figures.Value(c.estimate.Value, r.unit)}
	how := ""
	switch {
	case !m.columns[at].Ranked:
		h.Class = "control"
	case at == r.best:
		h.Class = "first"
	case r.tied(at):
		h.Class, how = "tied", ", tied with it"
	case r.open(at):
		h.Class, how = "not-shown", ", no difference shown"
	}
	if m.columns[at].Ranked && !math.IsNaN(ratio) {
		h.Heat = strconv.FormatFloat(heatOf(ratio), 'f', 3, 64)
	}
	value := figures.WithUnit(c.estimate.Value, r.unit)
	h.Title = fmt.Sprintf("%s: %s %s, %s the best%s", name, value, figures.Spread(c.estimate), h.Ratio, how)
	return h
}

// score is how one contestant did over all rows.
type score struct {
	column
	Alone, Tied, Behind int // rows in which it is ahead of all others, tied with the best of them, behind one
	Open                int // rows with a figure in which that is not shown
	Failed, NoFigure    int // rows without a figure; those that failed are among them
	// Typical and Worst are the median and the largest of its ratios to the best
	// of each row with a figure. A mean is rejected: one row in which a spinning
	// loop idles at a thousand times the best would be all that it shows.
	Typical, Worst string
}

func (m *matrix) score(at int) score {
	s := score{column: m.columns[at]}
	var ratios []float64
	for _, g := range m.groups {
		for _, r := range g.rows {
			if r.cells[at].state != figure {
				s.NoFigure++
				if r.cells[at].state == failed {
					s.Failed++
				}
				continue
			}
			if s.Ranked {
				switch m.compare(r, at, func(column) bool { return true }).outcome {
				case won:
					s.Alone++
				case tied:
					s.Tied++
				case lost:
					s.Behind++
				case open, unfought:
					s.Open++
				}
			}
			if ratio := r.ratio(at); !math.IsNaN(ratio) {
				ratios = append(ratios, ratio)
			}
		}
	}
	s.Typical, s.Worst = figures.Factor(stats.Median(ratios)), figures.Factor(math.NaN())
	if len(ratios) > 0 {
		s.Worst = figures.Factor(slices.Max(ratios))
	}
	return s
}
