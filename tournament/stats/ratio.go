package stats

// This file owns the ratio of two sides. Samples of one round were taken within minutes of each
// other, so a disturbance of both sides cancels out in the round's ratio. The estimate is the
// median of the rounds' ratios, with the exact interval of a median. Rejected: the ratio of the two
// medians with a bootstrap interval. It is approximate, and its error at repeated looks cannot be
// computed.

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
