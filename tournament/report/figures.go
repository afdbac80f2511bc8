package report

import (
	"math"
	"strconv"

	"github.com/wakeful-go/wakeful/tournament/decide"
	"github.com/wakeful-go/wakeful/tournament/figures"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// This file owns the table of all figures, which readers can sort and copy.

// shownPercentiles are the percentiles that every list of latencies shows.
var shownPercentiles = []float64{50, 90, 99, 99.9, 100}

// figureColumn describes a column of numbers.
type figureColumn struct{ Name, Explanation string }

// FigureWords returns the names of the text columns, which come first.
func (p *page) FigureWords() []string {
	return []string{"Contestant", "Workload", "Parameters", "Unit", "State"}
}

// FigureColumns returns the columns of numbers in order.
func (p *page) FigureColumns() []figureColumn {
	return []figureColumn{
		{"Median", "the middle of the rounds, in the workload's unit"},
		{"Low", "lower end of the interval"},
		{"High", "upper end of the interval"},
		{"To best", "median of the ratios to the best of the row, one for each round"},
		{"Ratio low", "lower end of the ratio's interval"},
		{"Ratio high", "upper end of the ratio's interval"},
		{"Place", "one more than the number of contestants shown to be ahead"},
		{"Rounds", "rounds with a sample"},
		{"Busy cores", "CPU seconds of the whole process per second, median"},
		{"Allocs/op", "allocations per operation, median"},
		{"B/op", "bytes allocated per operation, median"},
		{"p50", "latency, nanoseconds"},
		{"p90", "latency, nanoseconds"},
		{"p99", "latency, nanoseconds"},
		{"p99.9", "latency, nanoseconds"},
		{"Max", "latency, nanoseconds"},
	}
}

// The columns that compare a cell with others of its row are firstComparison to lastComparison.
const (
	firstComparison = 3 // To best
	lastComparison  = 6 // Place
)

// figureView is a line of the table: one cell of the matrix.
type figureView struct {
	Workload, Params, Contestant, Unit, State string
	Champion                                  bool
	Numbers                                   []number
}

// number is a figure as shown and, unrounded, for sorting and copying. Both are empty if there is
// no figure.
type number struct{ Text, Raw string }

func (m *matrix) figures() []figureView {
	var figures []figureView
	for _, g := range m.groups {
		for _, r := range g.rows {
			for i, c := range r.cells {
				if c.state == absent {
					continue
				}
				f := figureView{
					Workload: g.Name, Params: r.label(), Contestant: m.columns[i].Name, Unit: g.Unit,
					State: c.state.String(), Champion: m.columns[i].champion,
				}
				f.Numbers = m.numbers(r, i)
				figures = append(figures, f)
			}
		}
	}
	return figures
}

func (m *matrix) numbers(r row, at int) []number {
	c := r.cells[at]
	value := func(v float64) number { return newNumber(v, figures.Value(v, r.unit)) }
	factor := func(v float64) number { return newNumber(v, figures.Factor(v)) }
	bare := func(v float64) number { return newNumber(v, figures.Significant(v)) }

	ratio := stats.Ratio(nil, nil)
	if c.state == figure && r.best >= 0 {
		ratio = decide.Lead(m.design, r.cells[r.best].source, c.source)
	}
	numbers := []number{
		value(c.estimate.Value), value(c.estimate.Low), value(c.estimate.High),
		factor(ratio.Value), factor(ratio.Low), factor(ratio.High),
	}
	place, rounds := math.NaN(), math.NaN()
	if c.ranked() {
		place = float64(c.rank)
	}
	var busy, allocs, bytes []float64
	if c.state == figure {
		rounds, busy = float64(len(c.source.Samples)), c.source.Cores()
		for _, s := range c.source.Samples {
			allocs = append(allocs, s.AllocsPerOp)
			bytes = append(bytes, s.BytesPerOp)
		}
	}
	numbers = append(numbers,
		newNumber(place, strconv.Itoa(c.rank)), newNumber(rounds, strconv.Itoa(int(max(rounds, 0)))),
		bare(stats.Median(busy)), bare(stats.Median(allocs)), bare(stats.Median(bytes)))
	for _, p := range shownPercentiles {
		latency := math.NaN()
		if c.latency != nil {
			latency = float64(c.latency.ValueAtPercentile(p))
		}
		numbers = append(numbers, newNumber(latency, figures.Value(latency, "ns")))
	}
	return numbers
}

func newNumber(v float64, text string) number {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return number{}
	}
	return number{text, strconv.FormatFloat(v, 'g', -1, 64)}
}
