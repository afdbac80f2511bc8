package result

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/agnivade/levenshtein"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

// This file owns the naming and ordering of cells, the pairing of their rounds, and suggestions for
// mistyped names. Its functions only read the document. Any goroutine may call them while nobody
// changes it.

// FormatParams writes parameters in the order of their names, separated by
// slashes: "kind=forced/producers=10". It is empty when there are none.
func FormatParams(params map[string]string) string {
	var b strings.Builder
	for i, name := range slices.Sorted(maps.Keys(params)) {
		if i > 0 {
			b.WriteByte('/')
		}
		b.WriteString(name + "=" + params[name])
	}
	return b.String()
}

// Row returns the row of the matrix that the cell belongs to: the workload and its parameters,
// "multi-producer/producers=10". Cells of different contestants are comparable if their rows are
// equal.
func (c *Cell) Row() string {
	if len(c.Params) == 0 {
		return c.Workload
	}
	return c.Workload + "/" + FormatParams(c.Params)
}

// Key returns the name of the cell, in the form of Go benchmark names:
// "multi-producer/impl=wakeful/producers=10". Keys are unique in a document.
func (c *Cell) Key() string {
	key := c.Workload + "/impl=" + c.Contestant
	if len(c.Params) > 0 {
		key += "/" + FormatParams(c.Params)
	}
	return key
}

// ByKey returns the cells by their keys.
func (d *Document) ByKey() map[string]*Cell {
	cells := make(map[string]*Cell, len(d.Cells))
	for i := range d.Cells {
		cells[d.Cells[i].Key()] = &d.Cells[i]
	}
	return cells
}

// Kinds returns the kinds of the contestants by their names.
func (d *Document) Kinds() map[string]contest.Kind {
	kinds := make(map[string]contest.Kind, len(d.Contestants))
	for _, c := range d.Contestants {
		kinds[c.Name] = contest.Kind(c.Kind)
	}
	return kinds
}

// Contested returns the rows that a contestant is ranked in. The others show the machine alone, or a
// part of a design.
func (d *Document) Contested() map[string]bool {
	kinds, rows := d.Kinds(), map[string]bool{}
	for i := range d.Cells {
		if k := kinds[d.Cells[i].Contestant]; k != contest.Control && k != contest.Ablation {
			rows[d.Cells[i].Row()] = true
		}
	}
	return rows
}

// Cores returns the processor seconds per second of the samples that took some time.
func (c *Cell) Cores() (all []float64) {
	for _, s := range c.Samples {
		if s.WallSeconds > 0 {
			all = append(all, s.CPUSeconds/s.WallSeconds)
		}
	}
	return all
}

// Failed reports whether the cell has no figure because a sample failed.
func (c *Cell) Failed() bool { return len(c.Failures) > 0 }

// Values returns the values of the samples in the order of the document.
func (c *Cell) Values() []float64 {
	values := make([]float64, len(c.Samples))
	for i, s := range c.Samples {
		values[i] = s.Value
	}
	return values
}

// Paired returns the values of the rounds in which both cells have a sample, round by round.
// Measurements of one round were made under the same conditions of the machine, so ratios are
// computed from pairs.
func Paired(a, b *Cell) (as, bs []float64) {
	columns := Columns(func(s Sample) float64 { return s.Value }, a, b)
	return columns[0], columns[1]
}

// Columns returns one figure of the rounds in which all cells have a sample, round by round: a column
// for each cell. The rounds are in the order of the first cell.
func Columns(of func(Sample) float64, cells ...*Cell) [][]float64 {
	byRound := make([]map[int]float64, len(cells))
	for i, c := range cells {
		byRound[i] = make(map[int]float64, len(c.Samples))
		for _, s := range c.Samples {
			byRound[i][s.Round] = of(s)
		}
	}
	columns := make([][]float64, len(cells))
	for _, s := range cells[0].Samples {
		if slices.ContainsFunc(byRound, func(values map[int]float64) bool { _, ok := values[s.Round]; return !ok }) {
			continue
		}
		for i, values := range byRound {
			columns[i] = append(columns[i], values[s.Round])
		}
	}
	return columns
}

// CompareParams orders parameters by name, then by value. Numbers and durations are ordered by
// size, so that 2 comes before 10 and 10us before 1ms.
func CompareParams(a, b map[string]string) int {
	names := slices.Sorted(maps.Keys(a))
	if c := slices.Compare(names, slices.Sorted(maps.Keys(b))); c != 0 {
		return c
	}
	for _, name := range names {
		if c := compareValues(a[name], b[name]); c != 0 {
			return c
		}
	}
	return 0
}

// ParamNumber returns a parameter's value as a number, if it is a plain number or a duration with
// its unit ("10us"). A duration is returned in nanoseconds.
func ParamNumber(value string) (number float64, duration, ok bool) {
	if f, err := strconv.ParseFloat(value, 64); err == nil && !math.IsNaN(f) && !math.IsInf(f, 0) {
		return f, false, true
	}
	if d, err := time.ParseDuration(value); err == nil {
		return float64(d), true, true
	}
	return 0, false, false
}

// compareValues orders numbers and durations before words. Two spellings of one number, 1 and 1.0, are
// ordered as words, so that only equal values compare equal.
func compareValues(a, b string) int {
	x, _, xIsNumber := ParamNumber(a)
	y, _, yIsNumber := ParamNumber(b)
	switch {
	case xIsNumber && !yIsNumber:
		return -1
	case yIsNumber && !xIsNumber:
		return 1
	}
	return cmp.Or(cmp.Compare(x, y), cmp.Compare(a, b)) // a word has the number 0
}

// Nearest returns the name with the smallest Levenshtein distance to name, if it is close enough to
// be a typing error: at most a third of the letters, but one change is always allowed.
func Nearest(name string, among []string) (string, bool) {
	nearest, least := "", max(1, len(name)/3)+1
	for _, candidate := range among {
		if d := levenshtein.ComputeDistance(name, candidate); d < least {
			nearest, least = candidate, d
		}
	}
	return nearest, nearest != ""
}
