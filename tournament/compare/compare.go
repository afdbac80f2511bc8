// Package compare compares the documents of several runs: what became faster or slower, and what
// cannot be distinguished. Within a document, figures of the same round are paired. Between
// documents nothing is paired, so intervals of ratios are wider, and a ratio between two machines
// says nothing about the code. So a difference is called a regression only between runs of one
// machine under the same conditions. Otherwise a [Comparison] lists the conditions that differ.
package compare

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/figures"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// DefaultTolerance is how much slower a cell may be without being a regression. Two runs on one
// machine differ by some percent without a change of the code.
const DefaultTolerance = 0.05

// negligible is a difference that does not count, even if its ratio is large: a thousandth of a
// processor.
var negligible = map[string]float64{"cores": 0.001}

// Run is a document with the name under which it is shown.
type Run struct {
	Name string
	*result.Document
}

// Comparison compares every run with the first.
type Comparison struct {
	// Runs are the runs in the given order. The others are compared with the first.
	Runs []Run
	// Against has, for each run, the differences from the first in its machine, method and code. It
	// is empty for the first run.
	Against []Differences
	// Rows are the cells that at least one run has, in the order of the workloads,
	// their parameters, and the contestants.
	Rows []Row
}

// Row is one cell in every run.
type Row struct {
	Workload   string
	Params     map[string]string
	Contestant string
	// Control: the row measures the machine.
	Control bool
	Unit    string
	Cells   []Cell
}

// Cell is one run's figure.
type Cell struct {
	// Estimate is the median with its interval, NaN without a figure.
	stats.Estimate
	// Reason says why there is no figure.
	Reason string
	// Ratio is this run's median divided by the first run's.
	Ratio stats.Estimate
	// Outcome is what Ratio shows.
	Outcome Outcome
	// Regression: slower beyond the tolerance, under the same conditions.
	Regression bool

	values []float64
}

// Outcome is what a ratio of two runs shows.
type Outcome string

const (
	// Faster: the whole interval is below 1.
	Faster Outcome = "faster"
	// Slower: the whole interval is above 1.
	Slower Outcome = "slower"
	// Same: the interval contains 1, so no difference was shown.
	Same Outcome = "~"
	// Open: at least one of the two runs has no figure, or no interval.
	Open Outcome = "?"
)

// Documents compares two or more runs. The documents must be valid and are not changed. Tolerance
// is how much slower a cell may be than in the first run without being a regression, as a share of
// the first run's figure.
func Documents(runs []Run, tolerance float64) (*Comparison, error) {
	switch {
	case len(runs) < 2:
		return nil, fmt.Errorf("compare: a comparison takes two documents or more, not %d", len(runs))
	case !(tolerance >= 0):
		return nil, fmt.Errorf("compare: the tolerance is %v; it must not be negative", tolerance)
	}
	c := &Comparison{Runs: runs}
	c.collect()
	if len(c.Rows) == 0 {
		return nil, errors.New("compare: the documents have no cell")
	}
	for _, run := range runs {
		c.Against = append(c.Against, differences(runs[0].Document, run.Document))
	}
	for i := range c.Rows {
		c.Rows[i].compareRuns()
	}
	for at := range runs {
		c.Against[at].Drift = c.drift(at, tolerance)
	}
	for i := range c.Rows {
		r := &c.Rows[i]
		for at := range r.Cells {
			cell := &r.Cells[at]
			cell.Regression = c.Against[at].Comparable() && !r.Control && cell.Outcome == Slower && cell.Ratio.Low > 1+tolerance &&
				cell.Value-r.Cells[0].Value > negligible[r.Unit]
		}
	}
	return c, nil
}

// Regressions returns the number of regressions in all runs.
func (c *Comparison) Regressions() int {
	n := 0
	for _, r := range c.Rows {
		for _, cell := range r.Cells {
			if cell.Regression {
				n++
			}
		}
	}
	return n
}

// Count returns the number of rows of a run with an outcome, without controls.
func (c *Comparison) Count(run int, o Outcome) int {
	n := 0
	for _, r := range c.Rows {
		if !r.Control && r.Cells[run].Outcome == o {
			n++
		}
	}
	return n
}

// collect creates the rows.
func (c *Comparison) collect() {
	type place struct{ workload, contestant int }
	places := map[string]place{}
	index := map[string]int{}
	var workloads, contestants []string
	for at, run := range c.Runs {
		control := map[string]bool{}
		units := map[string]string{}
		for _, x := range run.Contestants {
			control[x.Name] = x.Kind == string(contest.Control)
			contestants = appendNew(contestants, x.Name)
		}
		for _, w := range run.Workloads {
			units[w.Name] = w.Unit
			workloads = appendNew(workloads, w.Name)
		}
		for i := range run.Cells {
			cell := &run.Cells[i]
			key := cell.Key()
			if _, known := index[key]; !known {
				index[key] = len(c.Rows)
				places[key] = place{slices.Index(workloads, cell.Workload), slices.Index(contestants, cell.Contestant)}
				c.Rows = append(c.Rows, c.row(cell, control[cell.Contestant], units[cell.Workload]))
			}
			c.Rows[index[key]].Cells[at] = figure(cell)
		}
	}
	slices.SortStableFunc(c.Rows, func(a, b Row) int {
		x, y := places[a.key()], places[b.key()]
		return cmp.Or(cmp.Compare(x.workload, y.workload), result.CompareParams(a.Params, b.Params), cmp.Compare(x.contestant, y.contestant))
	})
}

func appendNew(names []string, name string) []string {
	if slices.Contains(names, name) {
		return names
	}
	return append(names, name)
}

// row returns a row without figures.
func (c *Comparison) row(cell *result.Cell, control bool, unit string) Row {
	r := Row{Workload: cell.Workload, Params: cell.Params, Contestant: cell.Contestant, Control: control, Unit: unit, Cells: make([]Cell, len(c.Runs))}
	for i := range r.Cells {
		r.Cells[i] = Cell{Estimate: stats.Interval(nil, stats.Confidence), Reason: "it was not part of this run"}
	}
	return r
}

func (r *Row) key() string {
	return (&result.Cell{Workload: r.Workload, Params: r.Params, Contestant: r.Contestant}).Key()
}

// figure reads a cell.
func figure(cell *result.Cell) Cell {
	out := Cell{Estimate: stats.Interval(nil, stats.Confidence)}
	switch {
	case cell.Failed():
		out.Reason = "failed: " + cell.Failures[0].Reason
	case cell.Missing != "":
		out.Reason = cell.Missing
	default:
		out.values = cell.Values()
		out.Estimate = stats.Interval(out.values, stats.Confidence)
	}
	return out
}

// compareRuns compares every run of the row with the first.
func (r *Row) compareRuns() {
	first := r.Cells[0]
	for i := range r.Cells {
		cell := &r.Cells[i]
		cell.Ratio, cell.Outcome = stats.Interval(nil, stats.Confidence), Open
		if i == 0 || cell.Reason != "" || first.Reason != "" {
			continue
		}
		cell.Ratio = stats.UnpairedRatio(cell.values, first.values)
		switch {
		case !cell.Ratio.Bounded():
		case cell.Ratio.High < 1:
			cell.Outcome = Faster
		case cell.Ratio.Low > 1:
			cell.Outcome = Slower
		default:
			cell.Outcome = Same
		}
	}
}

// drift names the controls that changed by more than the tolerance between the first run and
// another, because the code does not affect them. It ignores rows with only a control, which
// measure single operations and are not stable.
func (c *Comparison) drift(run int, tolerance float64) []string {
	contested := map[string]bool{}
	row := func(r *Row) string { return (&result.Cell{Workload: r.Workload, Params: r.Params}).Row() }
	for i := range c.Rows {
		if !c.Rows[i].Control {
			contested[row(&c.Rows[i])] = true
		}
	}
	var drifted []string
	for i := range c.Rows {
		r := &c.Rows[i]
		if ratio := r.Cells[run].Ratio; r.Control && contested[row(r)] && (ratio.Low > 1+tolerance || ratio.High < 1/(1+tolerance)) {
			drifted = append(drifted, fmt.Sprintf("%s of %s", figures.Factor(ratio.Value), r.key()))
		}
	}
	return drifted
}
