package stats

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"
)

// This file owns the sequential design: how often a run may look at its figures, and which interval
// each look may use, so that frequent looks do not cause more errors.
//
// The number of samples below the true median is a sum of fair coin tosses, whatever the
// distribution. So the probability that the interval between two order statistics misses the median
// at this look or an earlier one can be computed exactly, by following that sum from look to look
// (a group-sequential sign test; Jennison and Turnbull, Group Sequential Methods, 2000, with the
// spending of Lan and DeMets, 1983). Each look uses the narrowest interval that keeps the
// probability spent so far below the spending function.
//
// Rejected: an interval at 95 % at each look. With five looks, it misses the median at one of them
// in 12 % of the runs. Rejected: Bonferroni's correction. It spends less than it may, because looks
// at the same samples are not independent. Rejected: a confidence sequence that holds at every
// sample (Howard and Ramdas, 2022). It needs half as many samples again for the same width.
//
// The ratio of two sides is the median of one ratio for each round. Samples of one round were taken
// within minutes of each other, so a disturbance of both sides cancels out. Rejected: the ratio of the
// two medians with a bootstrap interval. It is approximate, and its error at repeated looks cannot be
// computed.

// A Look is one time at which a run may look at its figures.
type Look struct {
	// Samples is the number of samples at that time.
	Samples int
	// Rank: at this look, the interval is from the Rank-th lowest sample to the Rank-th highest. 0
	// means that there is no interval yet.
	Rank int
	// Spent is the probability that the interval of this look or an earlier one misses the median.
	Spent float64
}

// A Design is a plan of looks. The zero value is that of a run with a fixed number of rounds: one
// look, with the interval of [Interval].
type Design struct{ looks []Look }

// spending returns the share of the error that may be spent after a share of the samples. The
// square root leaves enough for an early look to decide clear cases.
func spending(share float64) float64 { return math.Sqrt(share) }

// negligible is the least probability that Sequential follows. It spends smaller ones. So n samples
// take time proportional to the square root of n each, because all but some of the n+1 sums are that
// improbable. In a design of 90 samples it changes no figure.
const negligible = 1e-20

// Sequential plans looks at the given numbers of samples, in ascending order. With at least the
// given confidence, the intervals of all looks contain the median. It fails if the numbers do not
// ascend, or if the last look would have no interval.
func Sequential(confidence float64, samples ...int) (Design, error) {
	if len(samples) == 0 || samples[0] < 1 {
		return Design{}, errors.New("stats: a design has at least one look, at one sample or more")
	}
	total := samples[len(samples)-1]
	// below[i] is the probability that rank+i samples are below the median and that no interval has
	// missed it yet. It is 0 for fewer than rank samples below or above the median.
	below, rank := []float64{1}, 0
	spent, n := 0.0, 0
	// spend spends the two outermost probabilities.
	spend := func() {
		spent += below[0] + below[len(below)-1]
		below = below[1 : len(below)-1]
		rank++
	}
	var d Design
	for _, want := range samples {
		if want <= n {
			return Design{}, fmt.Errorf("stats: a look at %d samples follows one at %d; each must be at more than the one before", want, n)
		}
		for ; n < want; n++ {
			below = append(below, 0)
			for i := len(below) - 1; i > 0; i-- {
				below[i] = (below[i] + below[i-1]) / 2
			}
			below[0] /= 2
			for len(below) > 2 && below[0] < negligible {
				spend()
			}
		}
		allowed := (1 - confidence) * spending(float64(n)/float64(total))
		// Rank r misses the median if fewer than r samples are on one side of it.
		for rank+1 <= n/2 && spent+below[0]+below[len(below)-1] <= allowed {
			spend()
		}
		d.looks = append(d.looks, Look{Samples: n, Rank: rank, Spent: spent})
	}
	if last := d.looks[len(d.looks)-1]; last.Rank == 0 {
		return Design{}, fmt.Errorf("stats: %d samples are too few for an interval at %v", last.Samples, confidence)
	}
	return d, nil
}

// Looks returns the looks of a sequential design, nil for other designs.
func (d Design) Looks() []Look { return slices.Clone(d.looks) }

// Interval returns the median with the interval that the design allows for this number of samples:
// that of the last look that they reach. Before the first look there is no interval.
func (d Design) Interval(xs []float64) Estimate {
	if d.looks == nil {
		return Interval(xs, Confidence)
	}
	e := unknown()
	if len(xs) == 0 {
		return e
	}
	sorted := slices.Sorted(slices.Values(xs))
	e.Value = medianOfSorted(sorted)
	reached := sort.Search(len(d.looks), func(i int) bool { return d.looks[i].Samples > len(xs) })
	if reached > 0 && d.looks[reached-1].Rank > 0 {
		look := d.looks[reached-1]
		e.Low, e.High, e.Confidence = sorted[look.Rank-1], sorted[len(sorted)-look.Rank], 1-look.Spent
	}
	return bounded(e)
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

// ratiosOf returns the ratios of pairs, num over den, in order. It returns nil if the samples are not
// in pairs. 0 over 0 is 1.
func ratiosOf(num, den []float64) []float64 {
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

// Ratio is [Ratio] with the interval of the design. Num over den and den over num are equivalent:
// the interval ends the same number of samples from either end, and the middle of an even number of
// ratios is their geometric mean.
func (d Design) Ratio(num, den []float64) Estimate {
	ratios := ratiosOf(num, den)
	if middle := Median(den); len(ratios) == 0 || middle == 0 || math.IsNaN(middle) {
		return unknown()
	}
	if d.looks == nil {
		d, _ = Sequential(Confidence, len(ratios)) // no design: too few samples for an interval
		if d.looks == nil {
			d.looks = []Look{{Samples: len(ratios)}}
		}
	}
	e := d.Interval(ratios)
	if n := len(ratios); n%2 == 0 {
		slices.Sort(ratios)
		e.Value = math.Sqrt(ratios[n/2-1]) * math.Sqrt(ratios[n/2])
	}
	if math.IsNaN(e.Value) || math.IsInf(e.Value, 0) {
		return unknown()
	}
	// The square root of a square has a rounding error.
	e.Value = min(max(e.Value, e.Low), e.High)
	return e
}

// bounded removes half an interval, because it decides nothing here.
func bounded(e Estimate) Estimate {
	if !e.Bounded() {
		e.Low, e.High, e.Confidence = math.Inf(-1), math.Inf(1), 0
	}
	return e
}

// MinSamples returns the number of samples that an interval of the design needs.
func (d Design) MinSamples() int {
	for _, look := range d.looks {
		if look.Rank > 0 {
			return look.Samples
		}
	}
	return MinSamples(Confidence)
}
