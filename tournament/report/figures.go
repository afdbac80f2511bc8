package report

import (
	"fmt"
	"math"
	"strconv"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/figures"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// This file owns the table of all figures of a document, which readers can sort and copy.

// figureColumn is a column of numbers.
type figureColumn struct {
	Name, Explanation string
	// value returns the number of a cell with a figure, NaN if there is none. format is how it is
	// shown.
	value  func(c cell) float64
	format func(v float64, unit string) string
}

// FigureColumns returns the columns of numbers in order.
func (p *page) FigureColumns() []figureColumn { return figureColumns }

var figureColumns = []figureColumn{
	{"Median", "the middle of the rounds, in the workload's unit",
		func(c cell) float64 { return c.estimate.Value }, figures.Value},
	{"Low", "lower end of the interval", func(c cell) float64 { return c.estimate.Low }, figures.Value},
	{"High", "upper end of the interval", func(c cell) float64 { return c.estimate.High }, figures.Value},
	{"Rounds", "rounds with a sample",
		func(c cell) float64 { return float64(len(c.source.Samples)) }, plain},
	{"Busy cores", "CPU seconds of the whole process per second, median",
		func(c cell) float64 { return stats.Median(c.source.Cores()) }, plain},
	{"Allocs/op", "allocations per operation, median",
		medianOf(func(s result.Sample) float64 { return s.AllocsPerOp }), plain},
	{"B/op", "bytes allocated per operation, median",
		medianOf(func(s result.Sample) float64 { return s.BytesPerOp }), plain},
	{"p50", "latency", percentile(50), inNanoseconds},
	{"p90", "latency", percentile(90), inNanoseconds},
	{"p99", "latency", percentile(99), inNanoseconds},
	{"p99.9", "latency", percentile(99.9), inNanoseconds},
	{"Max", "latency", percentile(100), inNanoseconds},
}

func plain(v float64, _ string) string { return figures.Significant(v) }

func inNanoseconds(v float64, _ string) string { return figures.Value(v, "ns") }

func medianOf(field func(result.Sample) float64) func(cell) float64 {
	return func(c cell) float64 {
		var values []float64
		for _, s := range c.source.Samples {
			values = append(values, field(s))
		}
		return stats.Median(values)
	}
}

func percentile(p float64) func(cell) float64 {
	return func(c cell) float64 {
		if c.latency == nil {
			return math.NaN()
		}
		return float64(c.latency.ValueAtPercentile(p))
	}
}

// figureView is a line of the table: one cell of the document.
type figureView struct {
	Workload, Params, Contestant, Unit, State string
	Champion                                  bool
	Numbers                                   []number
}

// number is a figure as shown and, unrounded, for sorting and copying. Both are empty if there is
// no figure.
type number struct{ Text, Raw string }

// allFigures returns a line for each cell of the document. It fails if a histogram cannot be read.
func allFigures(doc *result.Document) ([]figureView, error) {
	units := map[string]string{}
	for _, w := range doc.Workloads {
		units[w.Name] = w.Unit
	}
	kinds := doc.Kinds()
	var lines []figureView
	for i := range doc.Cells {
		c := newCell(&doc.Cells[i])
		if err := mergeLatency(&c); err != nil {
			return nil, fmt.Errorf("report: %w", err)
		}
		line := figureView{
			Workload: c.source.Workload, Params: label(c.source.Params),
			Contestant: c.source.Contestant, Unit: units[c.source.Workload],
			State: c.state.String(), Champion: kinds[c.source.Contestant] == contest.Champion,
		}
		for _, column := range figureColumns {
			var shown number
			if v := column.value(c); c.state == figure && !math.IsNaN(v) && !math.IsInf(v, 0) {
				shown = number{column.format(v, line.Unit), strconv.FormatFloat(v, 'g', -1, 64)}
			}
			line.Numbers = append(line.Numbers, shown)
		}
		lines = append(lines, line)
	}
	return lines, nil
}
