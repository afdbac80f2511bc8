package report

import (
	"cmp"
	"slices"
)

// This file owns the tables with the figures of the charts, for readers who cannot see a chart or
// want the numbers.

type chartTable struct {
	Head  []string
	Lines []chartLine
}

// chartLine is one contestant's figures in such a table.
type chartLine struct {
	Name     string
	Champion bool
	Figures  []string
}

// tabulate makes the chart's table. Curves have a column for each x position, dots have one column.
// Distributions and charts over two figures get no table, because other tables of the page have
// their figures. Call it when the chart is finished.
func (c *chart) tabulate(columns []columnView) {
	if c.Kind == "latency" || c.Kind == "scatter" {
		return
	}
	type place struct {
		x     float64
		label string
	}
	var places []place
	for _, s := range c.Series {
		for _, p := range s.Points {
			if at := (place{p.X, p.label}); !slices.Contains(places, at) {
				places = append(places, at)
			}
		}
	}
	slices.SortFunc(places, func(a, b place) int { return cmp.Compare(a.x, b.x) })
	first := c.XName
	if c.Kind == "dots" {
		first = "contestant"
	}
	t := chartTable{Head: []string{first}}
	for _, at := range places {
		t.Head = append(t.Head, cmp.Or(at.label, c.valueHead()))
	}
	for _, s := range c.Series {
		line := chartLine{Name: columns[s.Contestant].Name, Champion: columns[s.Contestant].Champion, Figures: make([]string, len(places))}
		for _, p := range s.Points {
			line.Figures[slices.Index(places, place{p.X, p.label})] = p.text
		}
		for i, text := range line.Figures {
			line.Figures[i] = cmp.Or(text, "–")
		}
		t.Lines = append(t.Lines, line)
	}
	c.Table = t
}

// valueHead is the head of a single column of values.
func (c *chart) valueHead() string {
	if c.ValueTime {
		return "median"
	}
	return "median, " + c.Unit
}
