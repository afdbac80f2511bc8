// Package stats computes statistics of a tournament's samples: a median with an interval, a ratio
// with an interval, and its verdict. It makes no assumption about the distribution of measurements,
// because those of a shared machine are neither normal nor symmetric.
//
// No function changes its arguments, and all may be called from any goroutine.
package stats

import (
	"math"
	"slices"

	"golang.org/x/perf/benchmath"
)

// Confidence is the level of all intervals that the tournament shows.
const Confidence = 0.95

// Estimate is a value with an interval around it. Value lies within Low..High.
//
// With too few samples for an interval at the requested level, Low and High are infinite. Without
// any value, Value is NaN.
type Estimate struct {
	Value, Low, High float64
	// Confidence is the actual level of the interval. It is at least the requested level, because
	// the bounds of a rank-based interval are samples. It is 0 for an estimate without an interval.
	Confidence float64
}

// Known reports whether there is a value.
func (e Estimate) Known() bool { return !math.IsNaN(e.Value) }

// Bounded reports whether there is an interval.
func (e Estimate) Bounded() bool {
	return e.Known() && !math.IsInf(e.Low, 0) && !math.IsInf(e.High, 0)
}

// unknown returns an estimate without a value.
func unknown() Estimate {
	return Estimate{Value: math.NaN(), Low: math.Inf(-1), High: math.Inf(1)}
}

// Median returns the middle of the values, the mean of the two middle ones if their number is even,
// and NaN if there are none.
func Median(xs []float64) float64 {
	sorted := slices.Sorted(slices.Values(xs))
	return medianOfSorted(sorted)
}

func medianOfSorted(sorted []float64) float64 {
	n := len(sorted)
	switch {
	case n == 0:
		return math.NaN()
	case n%2 == 1:
		return sorted[n/2]
	}
	// Halve before adding, so that the sum of two huge values does not overflow.
	return sorted[n/2-1]/2 + sorted[n/2]/2
}

// Interval returns the median with its distribution-free interval: two order statistics between
// which the true median lies with at least the given confidence (0 < confidence < 1), whatever the
// distribution. The algorithm and the code are benchstat's: the interval with the fewest ranks that
// still has the confidence. It need not be symmetric. At 0.95 it needs [MinSamples](0.95) = 6
// samples.
func Interval(xs []float64, confidence float64) Estimate {
	if len(xs) == 0 {
		return unknown()
	}
	// NewSample sorts its argument.
	sample := benchmath.NewSample(slices.Clone(xs), &benchmath.DefaultThresholds)
	summary := benchmath.AssumeNothing.Summary(sample, confidence)
	e := Estimate{Value: Median(xs), Low: summary.Lo, High: summary.Hi, Confidence: summary.Confidence}
	return bounded(e) // benchmath leaves one side finite when only that one can be known
}

// MinSamples returns how many samples an interval at the given confidence needs: the smallest n for
// which the probability that all samples lie on one side of the true median is small enough, 2 *
// 0.5^n <= 1 - confidence.
func MinSamples(confidence float64) int {
	n := 2
	for 2*math.Pow(0.5, float64(n)) > 1-confidence {
		n++
	}
	return n
}
