package compare

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/wakeful-go/wakeful/tournament/internal/figures"
)

// This file checks whether two runs repeat each other: in how many cells their intervals overlap.
// For two runs of the same code on the same machine, nearly all should. Otherwise the intervals are
// too narrow.

// Overlaps counts the cells in which the intervals of a run and of the first overlap. Controls
// count, because they show whether the machine repeats itself.
type Overlaps struct {
	// Cells have an interval in both runs, Overlapping of them overlap; the others
	// are Disjoint, the largest gap first.
	Cells, Overlapping int
	Disjoint           []Gap
	// Open cells have no interval in at least one of the two runs.
	Open int
}

// Gap is a cell whose intervals do not overlap.
type Gap struct {
	Row *Row
	// Factor is the lower end of the higher interval divided by the upper end of the lower one. It
	// is infinite when the lower one ends at zero.
	Factor float64
}

// Overlaps compares the intervals of a run with those of the first.
func (c *Comparison) Overlaps(run int) Overlaps {
	var o Overlaps
	for i := range c.Rows {
		r := &c.Rows[i]
		first, other := r.Cells[0].Estimate, r.Cells[run].Estimate
		if !first.Bounded() || !other.Bounded() {
			o.Open++
			continue
		}
		o.Cells++
		if first.Overlaps(other) {
			o.Overlapping++
			continue
		}
		lower, higher := first, other
		if higher.Value < lower.Value {
			lower, higher = higher, lower
		}
		o.Disjoint = append(o.Disjoint, Gap{r, quotient(higher.Low, lower.High)})
	}
	slices.SortStableFunc(o.Disjoint, func(a, b Gap) int {
		switch {
		case a.Factor > b.Factor:
			return -1
		case a.Factor < b.Factor:
			return 1
		}
		return 0
	})
	return o
}

// quotient divides a figure that is not zero by one that may be.
func quotient(a, b float64) float64 {
	if b == 0 {
		return math.Inf(1)
	}
	return a / b
}

// mostApart is the number of listed cells that do not overlap.
const mostApart = 20

// overlaps writes how well every run repeats the first.
func (c *Comparison) overlaps(out io.Writer) {
	for i := 1; i < len(c.Runs); i++ {
		o := c.Overlaps(i)
		if o.Cells == 0 {
			fmt.Fprintf(out, "\n%s and %s have no cell with an interval in both.\n", letter(0), letter(i))
			continue
		}
		open := ""
		if o.Open > 0 {
			open = fmt.Sprintf("; %s without an interval in one of the two", figures.Counted(o.Open, "cell"))
		}
		fmt.Fprintf(out, "\n%s and %s: the intervals overlap in %s of %s, %.1f %%%s.\n", letter(0), letter(i), figures.Grouped(int64(o.Overlapping)),
			figures.Counted(o.Cells, "cell"), 100*float64(o.Overlapping)/float64(o.Cells), open)
		if len(o.Disjoint) == 0 {
			continue
		}
		fmt.Fprintln(out, "They do not meet, the largest gap first:")
		c.printGaps(out, i, o.Disjoint)
	}
}

// printGaps lists the cells that are the furthest apart.
func (c *Comparison) printGaps(out io.Writer, run int, gaps []Gap) {
	tw := table.NewWriter()
	blanks := style()
	blanks.Options = table.OptionsNoBordersAndSeparators
	blanks.Box.PaddingRight = "  "
	tw.SetStyle(blanks)
	tw.AppendHeader(table.Row{"  gap", "cell", letter(0), letter(run)})
	for _, g := range gaps[:min(len(gaps), mostApart)] {
		tw.AppendRow(table.Row{"  " + figures.Factor(g.Factor), figures.Plain(g.Row.key()), g.Row.reach(0), g.Row.reach(run)})
	}
	for line := range strings.Lines(tw.Render()) {
		fmt.Fprintln(out, strings.TrimRight(line, " \n"))
	}
	if more := len(gaps) - mostApart; more > 0 {
		fmt.Fprintf(out, "  and %s more\n", figures.Grouped(int64(more)))
	}
}

// reach formats a run's figure with the ends of its interval.
func (r *Row) reach(run int) string {
	e := r.Cells[run].Estimate
	return fmt.Sprintf("%s (%s to %s)", figures.WithUnit(e.Value, r.Unit), figures.WithUnit(e.Low, r.Unit), figures.WithUnit(e.High, r.Unit))
}
