package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wakeful-go/wakeful/tournament/figures"
)

// This file owns the tables of outcomes: how the default strategy compares, row by row. The columns
// are the fields of one run, or the machines of several runs.

// outcomes has a group of rows for each workload.
type outcomes []outcomeGroup

// outcomeGroup is a workload.
type outcomeGroup struct {
	Name, Summary string
	Rows          []outcomeRow
}

// outcomeRow is a row of a workload. It has a cell for each column.
type outcomeRow struct {
	Label string
	Cells []outcomeCell
}

// outcomeCell is the outcome of a row in one column.
type outcomeCell struct {
	Outcome outcome
	// Lead is the rival's median divided by ours, and Rival the name of the rival. Both are empty if
	// nothing is compared.
	Lead, Rival string
}

// String is the row in words, against the first of its columns.
func (r outcomeRow) String() string {
	c := r.Cells[0]
	return strings.TrimSpace(fmt.Sprintf("%s %s %s (%s)", r.Label, c.Outcome, c.Lead, c.Rival))
}

// add fills a column with the outcomes of a run against a field. It adds the rows that are not there
// and in which something is compared.
func (all *outcomes) add(m *matrix, f field, column, columns int) {
	for _, g := range m.groups {
		for _, r := range g.rows {
			v := m.verdictIn(r, f)
			if v.outcome == unfought {
				continue
			}
			row := all.group(g).row(r.label(), columns)
			row.Cells[column] = outcomeCell{v.outcome, figures.Factor(v.lead), m.columns[v.rival].Name}
		}
	}
}

func (all *outcomes) group(g group) *outcomeGroup {
	i := slices.IndexFunc(*all, func(have outcomeGroup) bool { return have.Name == g.Name })
	if i < 0 {
		i = len(*all)
		*all = append(*all, outcomeGroup{Name: g.Name, Summary: g.Summary})
	}
	return &(*all)[i]
}

func (g *outcomeGroup) row(label string, columns int) *outcomeRow {
	i := slices.IndexFunc(g.Rows, func(have outcomeRow) bool { return have.Label == label })
	if i < 0 {
		i = len(g.Rows)
		row := outcomeRow{Label: label, Cells: make([]outcomeCell, columns)}
		for at := range row.Cells {
			row.Cells[at].Outcome = unfought
		}
		g.Rows = append(g.Rows, row)
	}
	return &g.Rows[i]
}
