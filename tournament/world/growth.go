package world

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/wakeful-go/wakeful/tournament/figures"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// This file owns growth curves: one workload over a range of one parameter, and the power
// of the parameter that its cost follows.

// Curve is a workload whose parameter grows.
type Curve struct {
	// Name is how the curve is filed, and what grows.
	Name string
	// Kind is the workload's name in the protocol, Key the parameter, Figure what is fitted.
	Kind, Key, Figure string
	Unit              string
	// Values of the parameter, growing.
	Values []int
	// Summary says what the figure is.
	Summary string
}

// Curves are all growth curves.
func Curves() []Curve {
	return []Curve{
		{"producers", "submit", "producers", "mean", "ns", powers(1, 64, 2), "time per function, submitted from so many threads at once"},
		{"timers", "timers", "count", "schedule", "ns", powers(10, 1_000_000, 10), "time to schedule one of so many timers"},
		{"timers-cancel", "timers", "count", "cancel", "ns", powers(10, 1_000_000, 10), "time to cancel one of so many timers"},
		{"timers-fire", "timers", "count", "fire", "ns", powers(10, 1_000_000, 10), "time to fire one of so many timers that are due"},
		{"descriptors", "echo", "idle", "mean", "ns", append(powers(1, 100_000, 10)[:5], 15_000, 100_000), "time per request on one connection beside so many idle ones"},
		{"loops", "loops", "count", "memory", "KiB", powers(10, 10_000, 10), "memory per idle loop of so many"},
		{"bursts", "submit", "burst", "mean", "ns", powers(1, 65_536, 4), "time per function, submitted in bursts of so many, each waited for"},
	}
}

func powers(from, to, factor int) []int {
	var all []int
	for v := from; v <= to; v *= factor {
		all = append(all, v)
	}
	return all
}

// Workloads are the curve's, one for each value.
func (c Curve) Workloads() []Workload {
	var all []Workload
	for _, v := range c.Values {
		all = append(all, Workload{c.Kind, []string{c.Key + "=" + strconv.Itoa(v)}, c.Summary})
	}
	return all
}

// GrowthWorkloads are those of curves, each once: some curves are of the same samples.
func GrowthWorkloads(curves []Curve) []Workload {
	var all []Workload
	for _, c := range curves {
		for _, w := range c.Workloads() {
			if !slices.ContainsFunc(all, func(o Workload) bool { return o.String() == w.String() }) {
				all = append(all, w)
			}
		}
	}
	return all
}

// FindCurves returns the curves of those names, all when there are none.
func FindCurves(names []string) ([]Curve, error) {
	if len(names) == 0 {
		return Curves(), nil
	}
	var found []Curve
	var known []string
	for _, c := range Curves() {
		known = append(known, c.Name)
		if slices.Contains(names, c.Name) {
			found = append(found, c)
		}
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			return nil, fmt.Errorf("there is no curve %q; the curves are %s", name, strings.Join(known, ", "))
		}
	}
	return found, nil
}

// Exponent fits cost = a * value^b to the curve by least squares of the logarithms, in each
// round by itself, and returns the median of b with its interval: 0 is a cost that does not
// grow, 1 one that grows as the parameter does. A round without three values has no fit.
func (d *Document) Exponent(peer string, c Curve) stats.Estimate {
	points := map[int][][2]float64{}
	for i, w := range c.Workloads() {
		cell := d.cell(peer, w.String())
		if cell == nil {
			continue
		}
		for round, v := range cell.Values(c.Figure) {
			if v > 0 {
				points[round] = append(points[round], [2]float64{math.Log(float64(c.Values[i])), math.Log(v)})
			}
		}
	}
	var exponents []float64
	for _, round := range points {
		if b, ok := slope(round); ok {
			exponents = append(exponents, b)
		}
	}
	slices.Sort(exponents) // the order of a map is none
	return stats.Interval(exponents, stats.Confidence)
}

// slope is that of the least-squares line through points, of which there must be three.
func slope(points [][2]float64) (float64, bool) {
	if len(points) < 3 {
		return 0, false
	}
	var x, y float64
	for _, p := range points {
		x, y = x+p[0], y+p[1]
	}
	n := float64(len(points))
	x, y = x/n, y/n
	var xy, xx float64
	for _, p := range points {
		xy, xx = xy+(p[0]-x)*(p[1]-y), xx+(p[0]-x)*(p[0]-x)
	}
	return xy / xx, xx > 0
}

// GrowthTable returns the curves of a document: a part for each curve, a row for each value, and the
// fitted exponents.
func (d *Document) GrowthTable(curves []Curve) string {
	var out strings.Builder
	for _, c := range curves {
		out.WriteString(d.curveTable(c))
	}
	return out.String() + d.missing()
}

// curveTable is the part of a curve, or "" if it has no value.
func (d *Document) curveTable(c Curve) string {
	header := []string{c.Name}
	exponents := []string{"exponent"}
	for _, p := range d.Peers {
		header = append(header, p.Title)
		exponents = append(exponents, d.exponentText(p.Name, c))
	}
	var rows [][]string
	for i, w := range c.Workloads() {
		row, known := []string{figures.Grouped(int64(c.Values[i]))}, false
		for _, p := range d.Peers {
			text := "-"
			if cell := d.cell(p.Name, w.String()); cell != nil && len(cell.Values(c.Figure)) > 0 {
				text, known = digits(cell.Median(c.Figure).Value), true
			}
			row = append(row, text)
		}
		if known {
			rows = append(rows, row)
		}
	}
	if len(rows) == 0 {
		return ""
	}
	t := figures.Table{Header: header, Rows: append(rows, exponents)}
	return fmt.Sprintf("%s: %s, %s\n%s\n", c.Name, c.Summary, c.Unit, t.Text())
}

// exponentText formats the fitted exponent of a curve.
func (d *Document) exponentText(peer string, c Curve) string {
	e := d.Exponent(peer, c)
	text := "-"
	if e.Known() {
		text = fmt.Sprintf("%.2f", e.Value)
	}
	if e.Bounded() {
		text += fmt.Sprintf(" (%.2f to %.2f)", e.Low, e.High)
	}
	return text
}
