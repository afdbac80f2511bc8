package main

import (
	"math"
	"slices"
	"time"
)

// A ratio is a median with an interval.
type ratio struct{ median, low, high float64 }

// ratioOf returns the median of the pairs' ratios and its interval: the narrowest one between two
// ratios, equally far from both ends, that contains the true median with at least 95 %. The number
// of samples below the true median is binomial with p = 1/2, whatever the distribution.
func ratioOf(ours, theirs []time.Duration) ratio {
	pairs := make([]float64, len(ours))
	for i := range pairs {
		pairs[i] = float64(ours[i]) / float64(theirs[i])
	}
	slices.Sort(pairs)
	k := outside(len(pairs))
	return ratio{median: middle(pairs), low: pairs[k], high: pairs[len(pairs)-1-k]}
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
