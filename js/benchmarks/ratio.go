package main

import (
	"math"
	"slices"
	"time"
)

// An estimate is a median with an interval.
type estimate struct{ median, low, high float64 }

// ratioOf returns the median of the pairs' ratios and its interval.
func ratioOf(ours, theirs []time.Duration) estimate {
	pairs := make([]float64, len(ours))
	for i := range pairs {
		pairs[i] = float64(ours[i]) / float64(theirs[i])
	}
	return estimateOf(pairs)
}

// estimateOf returns the median of samples and its interval: the narrowest one between two samples,
// equally far from both ends, that contains the true median with at least 95 %. The number of
// samples below the true median is binomial with p = 1/2, whatever the distribution. Of fewer than
// six samples no interval contains it with 95 %; then it reaches from the least to the greatest.
func estimateOf(samples []float64) estimate {
	sorted := slices.Sorted(slices.Values(samples))
	k := outside(len(sorted))
	return estimate{median: middle(sorted), low: sorted[k], high: sorted[len(sorted)-1-k]}
}

// A verdict is what an interval says of a bound.
type verdict string

const (
	kept         verdict = "kept"         // the whole interval is within the bound
	inconclusive verdict = "inconclusive" // the bound is in the interval
	broken       verdict = "BROKEN"       // the whole interval is beyond the bound
	outOfReach   verdict = "out of reach" // it is broken, and a page says why
	unbounded    verdict = ""             // there is no bound
)

// verdictFor compares an estimate with a bound. No bound is 0.
func (e estimate) verdictFor(atMost float64) verdict {
	switch {
	case atMost == 0:
		return unbounded
	case e.high <= atMost:
		return kept
	case e.low > atMost:
		return broken
	}
	return inconclusive
}

// outside returns how many of n sorted samples may be left out at each end.
func outside(n int) int {
	// below is the probability of at most k samples below the median.
	below, term := 0.0, math.Pow(0.5, float64(n))
	for k := range n {
		below += term
		if 2*below > 0.05 {
			return max(0, k-1)
		}
		term *= float64(n-k) / float64(k+1)
	}
	return 0
}

func middle(sorted []float64) float64 {
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

func median(d []time.Duration) time.Duration {
	sorted := slices.Sorted(slices.Values(d))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}
