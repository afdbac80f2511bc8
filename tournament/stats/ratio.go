package stats

import (
	"math"
	"math/rand/v2"
	"slices"
)

// This file owns the ratio of two sides. Samples of one round were taken within minutes of each
// other, so a disturbance of both sides cancels out in the round's ratio. The estimate is the
// median of the rounds' ratios, with the exact interval of a median. Rejected: the ratio of the two
// medians with a bootstrap interval. It is approximate, and its error at repeated looks cannot be
// computed.
//
// Two runs have no pairs. Their ratio has the percentile bootstrap (Efron, 1979).

const (
	// resamples is the number of draws. With 4,000, 100 are in each tail. The remaining error of
	// the bounds is a small fraction of the interval's width.
	resamples = 4000
	// seed makes the interval depend only on the samples.
	seed = 1979
)

// Ratios returns the ratios of pairs, num over den, in order. It returns nil if the samples are not
// in pairs. 0 over 0 is 1.
func Ratios(num, den []float64) []float64 {
	if len(num) != len(den) {
		return nil
	}
	ratios := make([]float64, len(num))
	for i := range num {
		if ratios[i] = 1; num[i] != den[i] {
			ratios[i] = num[i] / den[i]
		}
	}
	return ratios
}

// Ratio returns the median of the ratios of pairs, num over den, with its interval at
// [Confidence]. The samples are paired: num[i] and den[i] were measured in the same
// round.
//
// The estimate has no value if the samples are not in pairs, if there are none, or if the
// denominator's median is 0. It has no interval with fewer than [MinSamples] pairs.
func Ratio(num, den []float64) Estimate {
	return Design{}.Ratio(num, den)
}

// UnpairedRatio returns the ratio of the medians of two runs, whose samples are independent. Each
// side is resampled separately. The interval reflects a difference between the runs only as far as
// the samples show it. The numbers of samples may differ. The smaller one must be at least
// [MinSamples].
func UnpairedRatio(num, den []float64) Estimate {
	n := min(len(num), len(den))
	if n == 0 {
		return unknown()
	}
	value := Median(num) / Median(den)
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return unknown()
	}
	e := unknown()
	e.Value = value
	if n < MinSamples(Confidence) {
		return e
	}
	random := rand.New(rand.NewPCG(seed, uint64(n)))
	ratios := make([]float64, resamples)
	nums, dens := make([]float64, len(num)), make([]float64, len(den))
	median := func(drawn, from []float64) float64 {
		for i := range drawn {
			drawn[i] = from[random.IntN(len(from))]
		}
		slices.Sort(drawn)
		return medianOfSorted(drawn)
	}
	for i := range ratios {
		above := median(nums, num) // first, since the draws depend on the order
		ratios[i] = above / median(dens, den)
	}
	slices.Sort(ratios)
	tail := int(math.Round((1 - Confidence) / 2 * resamples))
	low, high := ratios[tail], ratios[resamples-1-tail]
	if math.IsNaN(low) || math.IsInf(high, 0) {
		// The denominator was 0 in so many repetitions that there is no upper bound.
		return e
	}
	// With few and uneven samples the value can lie just outside the percentiles.
	e.Low, e.High, e.Confidence = min(low, value), max(high, value), Confidence
	return e
}
