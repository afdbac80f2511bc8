package world

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/wakeful-go/wakeful/tournament/figures"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// This file owns growth curves: one workload over a range of one parameter, and the power of the
// parameter that its cost follows.

// curve is a workload, its parameter that grows, and the figure that is fitted.
type curve struct{ name, workload, key, figure string }

var curves = []curve{
	{"producers", "submit", "producers", ""},
	{"timers", "timers", countParam, "schedule"},
	{"timers-cancel", "timers", countParam, "cancel"},
	{"timers-fire", "timers", countParam, "fire"},
	{"descriptors", "echo", idleParam, ""},
	{"loops", "loops", countParam, ""},
	{"bursts", "submit", "burst", ""},
}

// points are the cells of a curve by the value of its parameter.
type points map[int]*result.Cell

// points returns the cells with samples of the curve of a peer.
func (c curve) points(d *result.Document, peer string) points {
	all := points{}
	for i := range d.Cells {
		cell := &d.Cells[i]
		value, err := strconv.Atoi(cell.Params[c.key])
		if err == nil && cell.Contestant == peer && cell.Workload == c.workload && cell.Params[figureParam] == c.figure && len(cell.Samples) > 0 {
			all[value] = cell
		}
	}
	return all
}

// Exponents returns a row for each curve of a document: the first and the last value of its parameter
// that wakeful has a figure for, the medians of each peer at both, and the exponents.
func Exponents(d *result.Document) *figures.Table {
	units := map[string]string{}
	for _, w := range d.Workloads {
		units[w.Name] = w.Unit
	}
	t := &figures.Table{Header: []string{"curve", "from, to"}, Align: " rrrr"}
	for _, p := range d.Contestants {
		t.Header = append(t.Header, p.Name, "exponent")
	}
	for _, c := range curves {
		values := slices.Sorted(maps.Keys(c.points(d, Ours)))
		if len(values) == 0 {
			continue
		}
		first, last := values[0], values[len(values)-1]
		row := []string{c.name + ", " + units[c.workload], figures.Grouped(int64(first)) + ", " + figures.Grouped(int64(last))}
		for _, p := range d.Contestants {
			of := c.points(d, p.Name)
			row = append(row, of.median(first)+", "+of.median(last), exponentText(of.exponent()))
		}
		t.Add(row...)
	}
	return t
}

// exponent fits cost = a * value^b to a curve by least squares of the logarithms, in each round by
// itself, and returns the median of b with its interval: 0 is a cost that does not grow, 1 one that
// grows as the parameter does. A round without three values has no fit.
func (p points) exponent() stats.Estimate {
	rounds := map[int][][2]float64{}
	for value, cell := range p {
		for _, s := range cell.Samples {
			if s.Value > 0 {
				rounds[s.Round] = append(rounds[s.Round], [2]float64{math.Log(float64(value)), math.Log(s.Value)})
			}
		}
	}
	var exponents []float64
	for _, round := range rounds {
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

// median formats the median at a value.
func (p points) median(value int) string {
	if p[value] == nil {
		return "-"
	}
	return figures.Significant(stats.Median(p[value].Values()))
}

func exponentText(e stats.Estimate) string {
	switch {
	case !e.Known():
		return "-"
	case !e.Bounded():
		return fmt.Sprintf("%.2f", e.Value)
	}
	return fmt.Sprintf("%.2f (%.2f to %.2f)", e.Value, e.Low, e.High)
}
