package result

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// This file owns the naming and ordering of cells, and the pairing of their rounds. Its functions
// only read the document. Any goroutine may call them while nobody changes it.

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
	byRound := make(map[int]float64, len(b.Samples))
	for _, s := range b.Samples {
		byRound[s.Round] = s.Value
	}
	for _, s := range a.Samples {
		if v, ok := byRound[s.Round]; ok {
			as = append(as, s.Value)
			bs = append(bs, v)
		}
	}
	return as, bs
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

// compareValues orders numbers before durations before words. Two spellings of one number, 1 and
// 1.0, are ordered as words, so that only equal values compare equal.
func compareValues(a, b string) int {
	x, xIsDuration, xIsNumber := ParamNumber(a)
	y, yIsDuration, yIsNumber := ParamNumber(b)
	class := func(isNumber, isDuration bool) int {
		switch {
		case !isNumber:
			return 2
		case isDuration:
			return 1
		}
		return 0
	}
	return cmp.Or(
		cmp.Compare(class(xIsNumber, xIsDuration), class(yIsNumber, yIsDuration)),
		cmp.Compare(x, y),
		cmp.Compare(a, b),
	)
}
