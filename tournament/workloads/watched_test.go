package workloads

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The residual life of known distributions.
func TestResidual(t *testing.T) {
	uniform := make([]float64, 0, 100_000)
	for i := range cap(uniform) {
		uniform = append(uniform, (float64(i)+0.5)/float64(cap(uniform)))
	}
	rand.Shuffle(len(uniform), func(i, j int) { uniform[i], uniform[j] = uniform[j], uniform[i] })
	for what, c := range map[string]struct {
		intervals []float64
		q, want   float64
	}{
		"one":            {[]float64{4}, 0.99, 3.96},
		"equal ones":     {[]float64{4, 4, 4}, 0.75, 3},
		"uniform":        {uniform, 0.99, 0.9}, // P(time > x) = (1-x)^2
		"a rare long":    {[]float64{1, 1, 1, 1, 96}, 0.5, 46},
		"mostly in both": {[]float64{1, 3}, 0.5, 1},
		"at the least":   {[]float64{1, 3}, 0, 0},
	} {
		if got := residual(c.intervals, c.q); math.Abs(got-c.want) > 1e-4 {
			t.Errorf("%s: %v, want %v", what, got, c.want)
		}
	}
}
