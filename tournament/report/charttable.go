package report

import (
	"cmp"
	"slices"
)

// This file owns the tables that say what a chart says, for whoever cannot see it
// or wants the numbers.

type chartTable struct {
	Head  []string
	Lines []chartLine
}

// chartLine is one contestant's figures.
type chartLine struct {
	Name     string
	Champion bool
	Figures  []string
}

// tabulate makes the chart's table: of curves a column for each place, of dots
// the one figure. Distributions have the percentiles of their workload, and charts
// over two figures have a table already. It must be called when the chart is
// finished.
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

// valueHead heads the column of a single figure.
func (c *chart) valueHead() string {
	if c.ValueTime {
		return "median"
	}
	return "median, " + c.Unit
}
