package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/wakeful-go/wakeful/tournament/figures"
)

// This file owns the page's heat map, and the list of reasons why cells have no figure.

// hottest is the ratio to the best at which the colour scale ends.
const hottest = 50

type heat struct {
	Columns []column
	Groups  []heatGroup
	// Size is a class of the style sheet. The number of contestants decides whether their names are
	// vertical and whether the map fits the page.
	Size  string
	Ticks []tick
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

func (c column) IsChampion() bool { return c.champion }
func (c column) IsRanked() bool   { return c.ranked }

type heatGroup struct {
	ID, Name string
	Unit     string // empty for times, which are shown with their unit
	// Single: the group has one row, and its name is the row's name.
	Single bool
	Rows   []heatRow
}

type heatRow struct {
	Label string
	Cells []heatCell
}

type heatCell struct {
	State               string
	First, Tied, Ranked bool // Tied: with the best
	NotShown            bool // how it compares with the best
	Ratio, Value, Title string
	// Heat is 0 for the best and 1 for hottest times the best.
	Heat string
	// Gap is the number of the reason, or 0 if there is a figure.
	Gap int
}

// Class returns the cell's classes of the style sheet.
func (h heatCell) Class() string {
	switch {
	case h.State != figure.String():
		return class(h.State)
	case !h.Ranked:
		return "control"
	case h.First:
		return "first"
	case h.Tied:
		return "tied"
	case h.NotShown:
		return "not-shown"
	}
	return "cell"
}

// gap is a reason why cells have no figure.
type gap struct {
	Number int
	State  string
	Reason string
	Cells  []string // "main: cas-contention producers=32"
}

func (m *matrix) heat() heat {
	h := heat{Columns: m.columns, Size: heatSize(len(m.columns))}
	for _, step := range []float64{1, 2, 5, 10, 20, hottest} {
		label := formatStep(step)
		if step == hottest {
			label += " or more"
		}
		h.Ticks = append(h.Ticks, tick{strconv.FormatFloat(100*heatOf(step), 'f', 1, 64), label})
	}
	numbers := m.gapNumbers()
	for i, g := range m.groups {
		hg := heatGroup{ID: workloadID(i), Name: g.Name, Single: len(g.rows) == 1 && len(g.rows[0].params) == 0}
		if !figures.Timed(g.Unit) {
			hg.Unit = g.Unit
		}
		for _, r := range g.rows {
			row := heatRow{Label: r.label()}
			for at := range r.cells {
				row.Cells = append(row.Cells, m.heatCell(g, r, at, numbers))
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

func (m *matrix) heatCell(g group, r row, at int, numbers map[string]int) heatCell {
	c := r.cells[at]
	h := heatCell{State: c.state.String(), Ranked: m.columns[at].ranked}
	name := strings.TrimSpace(g.Name + " " + r.label())
	if c.state != figure {
		h.Gap = numbers[gapKey(c)]
		h.Title = fmt.Sprintf("%s, %s: %s: %s", m.columns[at].Name, name, c.state, c.reason)
		return h
	}
	ratio := r.ratio(at)
	h.Value = figures.Value(c.estimate.Value, r.unit)
	h.Ratio = figures.Factor(ratio)
	h.First = at == r.best
	h.Tied, h.NotShown = r.tied(at), r.open(at)
	if h.Ranked && !math.IsNaN(ratio) {
		h.Heat = strconv.FormatFloat(heatOf(ratio), 'f', 3, 64)
	}
	how := ""
	switch {
	case h.Tied:
		how = ", tied with it"
	case h.NotShown:
		how = ", no difference shown"
	}
	h.Title = fmt.Sprintf("%s, %s: %s %s, %s the best%s", m.columns[at].Name, name, figures.WithUnit(c.estimate.Value, r.unit), figures.Spread(c.estimate), h.Ratio, how)
	return h
}

func gapKey(c cell) string { return c.state.String() + ": " + c.reason }

// eachGap calls visit for each cell that has a reason for its missing figure. Cells that were not
// asked for have none.
func (m *matrix) eachGap(visit func(g group, r row, column int, c cell)) {
	for _, g := range m.groups {
		for _, r := range g.rows {
			for i, c := range r.cells {
				if c.state == missing || c.state == failed {
					visit(g, r, i, c)
				}
			}
		}
	}
}

func (m *matrix) gapNumbers() map[string]int {
	numbers := map[string]int{}
	m.eachGap(func(_ group, _ row, _ int, c cell) {
		if _, ok := numbers[gapKey(c)]; !ok {
			numbers[gapKey(c)] = len(numbers) + 1
		}
	})
	return numbers
}

// gaps lists each reason once, with the cells that it applies to. If a contestant lacks all rows of
// a workload, only the workload is named.
func (m *matrix) gaps() []gap {
	numbers := m.gapNumbers()
	gaps := make([]gap, len(numbers))
	type place struct{ gap, column int }
	rows := map[place]map[string][]string{} // by workload
	m.eachGap(func(g group, r row, column int, c cell) {
		at := numbers[gapKey(c)] - 1
		gaps[at] = gap{Number: at + 1, State: c.state.String(), Reason: c.reason, Cells: gaps[at].Cells}
		key := place{at, column}
		if rows[key] == nil {
			rows[key] = map[string][]string{}
		}
		rows[key][g.Name] = append(rows[key][g.Name], r.label())
	})
	for at := range gaps {
		for i, c := range m.columns {
			var parts []string
			for _, g := range m.groups {
				labels := rows[place{at, i}][g.Name]
				switch {
				case len(labels) == 0:
				case len(labels) == len(g.rows):
					parts = append(parts, g.Name)
				default:
					parts = append(parts, g.Name+" ("+strings.Join(slices.DeleteFunc(labels, func(s string) bool { return s == "" }), "; ")+")")
				}
			}
			if len(parts) > 0 {
				gaps[at].Cells = append(gaps[at].Cells, c.Name+": "+strings.Join(parts, ", "))
			}
		}
	}
	return gaps
}
